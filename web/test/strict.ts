import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Args, Translate } from '../src/lib/types';
import { fill, type Language } from '../src/lib/words.svelte';

export const dictionary = (language: Language, area: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../src/words/${language}/${area}.json`, import.meta.url), 'utf8'));

/** A translation that fails where the page would only show a gap. */
export function strict(language: Language, game: string): Translate {
  const words = { ...dictionary(language, 'tables'), ...dictionary(language, game) };
  const t = (key: string, args: Args = {}): string => {
    const text = words[key];
    if (text === undefined) throw new Error(`${language} has no words for ${key}`);
    const said = fill(text, args, language, words.you);
    expect(said, key).not.toMatch(/\{\w+[|}]/);
    expect(Object.values(args), key).not.toContain(undefined);
    return said;
  };
  // The journal is the deck's own English.
  const isEnglish = (key: string): boolean => language === 'en' && key.startsWith('capek.journal.');
  return Object.assign(t, { orElse: (key: string, other: string, args?: Args) => (isEnglish(key) ? other : t(key, args)) });
}

/** A text that a reader can read: something, and nothing of the wire in it. */
export function expectReadable(text: string): void {
  expect(text).not.toBe('');
  expect(text).not.toMatch(/\b(undefined|null|NaN)\b|\[object|[{}]|\b\w+\.(head|torso|arm|leg)\b|\b[mp]\d+\b/);
}
