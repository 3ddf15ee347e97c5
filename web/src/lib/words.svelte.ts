import type { Args, Key, Translate } from './types';

export type Language = 'en' | 'fr';
export const languages: { id: Language; name: string }[] = [
  { id: 'en', name: 'English' },
  { id: 'fr', name: 'Français' },
];

type Dictionary = Record<string, string>;

/** Every words file, `../words/<language>/<area>.json`, loaded when it is needed. */
const files = import.meta.glob<Dictionary>('../words/*/**/*.json', { import: 'default' });

/** The current language. A template that reads it follows its changes. */
class Speech {
  language = $state<Language>('en');
  dictionary = $state.raw<Dictionary>({});
}
const speech = new Speech();

/** The areas in use, which a change of language has to load, too. */
// eslint-disable-next-line svelte/prefer-svelte-reactivity -- no template reads it
const areas = new Set<string>();

async function read(language: Language, area: string): Promise<Dictionary> {
  const file = files[`../words/${language}/${area}.json`];
  return file ? await file() : {};
}

/** Makes the words of an area (`common`, a game's id, `setup/<game>`…) available to `t`. */
export async function needWords(area: string): Promise<void> {
  if (areas.has(area)) return;
  areas.add(area);
  const words = await read(speech.language, area);
  speech.dictionary = { ...speech.dictionary, ...words };
}

export async function speak(language: Language): Promise<void> {
  const parts = await Promise.all([...areas].map((area) => read(language, area)));
  speech.dictionary = Object.assign({}, ...parts) as Dictionary;
  speech.language = language;
  document.documentElement.lang = language;
  localStorage.setItem('language', language);
}

/** The language chosen before, else the browser's, else English. */
export function preferredLanguage(): Language {
  const wanted = [localStorage.getItem('language'), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return languages.find(({ id }) => wanted.find((tag) => languages.some((one) => one.id === tag)) === id)?.id ?? 'en';
}

export function language(): Language {
  return speech.language;
}

function orElse(key: string, other: string, args: Args = {}): string {
  const text = speech.dictionary[key];
  return text === undefined ? other : fill(text, args, speech.language, speech.dictionary.you);
}

/** Looks texts up and fills their placeholders. A key whose words are not loaded is shown itself, so that the gap is seen. */
export const t: Translate = Object.assign((key: Key, args?: Args): string => orElse(key, key, args), { orElse });

/** French says `d’Adobe`: `de` loses its vowel before a value that begins with one. */
const elided = (text: string, args: Args): string =>
  text.replace(/\b([Dd])e (?=\{(\w+)\})/g, (whole, d: string, name: string) =>
    /^[aeiouàâäéèêëîïôöùûüœ]/i.test(String(args[name])) ? `${d}’` : whole,
  );

/**
 * Fills `{name}` with a value, and `{n|one|many}` with the form that fits the number; French says one for 0, too. The reader is called
 * `you`: their name takes a small letter inside a sentence, and `{name|play|plays}` the first form.
 */
export function fill(text: string, args: Args, language: Language, you?: string): string {
  return (language === 'fr' ? elided(text, args) : text).replace(
    /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g,
    (whole, name: string, one: string | undefined, many: string | undefined, at: number) => {
      const value = args[name];
      if (value === undefined) return whole;
      const isReader = you !== undefined && value === you;
      if (one === undefined || many === undefined) {
        const begins = at === 0 || /[.!?:“«] ?$/.test(text.slice(0, at));
        return isReader && !begins ? you.toLowerCase() : String(value);
      }
      if (isReader) return one;
      const amount = Math.abs(Number(value));
      return amount === 1 || (language === 'fr' && amount < 2) ? one : many;
    },
  );
}
