import type { GameWords, HintOption, Offer, Scene, Seen, Step } from './types';
import { t } from './words.svelte';

// A custom deck, or a game without a words file, may contain things that have no translation. Then the engine's English is shown.

function orEnglish(say: () => string, english: string): string {
  try {
    return say() || english;
  } catch {
    return english;
  }
}

/** An event in words. */
export const sayEvent = (words: GameWords, seen: Seen, names: string[]): string =>
  orEnglish(
    () => words.glimpse(seen.glimpse, t, names),
    // The engine names the seat, if at all, by its number.
    seen.seat === null ? seen.text : `${names[seen.seat]}: ${seen.text.replace(/^seat \d+: /, '')}`,
  );

/** The events of a turn in words, a text for each. */
export const sayTurn = (words: GameWords, list: Seen[], names: string[]): string[] => list.map((seen) => sayEvent(words, seen, names));

/** A choice on offer in words. */
export const sayOffer = (words: GameWords, offer: Offer, names: string[]): string =>
  orEnglish(() => words.choice(offer.choice, t, names), offer.label);

/** A choice that was made in words. */
export const sayChoice = (words: GameWords, choice: unknown, names: string[]): string =>
  orEnglish(() => words.choice(choice, t, names), JSON.stringify(choice));

/** A whole action in words, else in the game's notation. */
export const sayAction = (words: GameWords, action: unknown, notation: string, scene: Scene): string =>
  orEnglish(() => words.action?.(action, scene.seat ?? 0, scene.view, t, scene.names) ?? '', notation);

/** The options of a hint, each with its words; of two that read the same, the better one. */
export function sayOptions(words: GameWords, options: HintOption[], scene: Scene): { option: HintOption; what: string }[] {
  const said = options.map((option) => ({ option, what: sayAction(words, option.action, option.notation, scene) }));
  return said.filter(({ what }, index) => said.findIndex((other) => other.what === what) === index);
}

/** Whether there is something to choose: only then is a hint of use. */
export const realChoice = (step: Step | null): boolean => (step?.choices.length ?? 0) > 1;

/** What an option gains and risks, in a sentence. */
export function sayReasons(game: string, option: Pick<HintOption, 'gain' | 'risk' | 'text'>, names: string[]): string {
  const reasons = [option.gain, option.risk].filter((reason) => reason !== null);
  // A game without words of its own says it in English, with chances and shares, which are shown already.
  const said = reasons.map((reason) => t.orElse(`${game}.why.${reason.why}`, '', parameters(reason, names)));
  if (said.includes(''))
    return option.text
      .split('; ')
      .filter((part) => !/(^|\s)\d+ %( of the time)?$|as good$/.test(part))
      .join('; ');
  const [gain = '', risk] = said;
  return risk === undefined ? gain : t('hint.both', { gain, risk });
}

/** The parameters of a reason in words: a seat is a name, a part and a type have words of their own. */
function parameters(reason: object, names: string[]): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(reason).map(([key, value]: [string, string | number]) => {
      if (key === 'seat') return ['name', names[Number(value)] ?? ''];
      if (key === 'part') return [key, t.orElse(`part.a.${value}`, String(value))];
      if (key === 'kind') return [key, t.orElse(`type.${value}`, String(value))];
      return [key, value];
    }),
  );
}
