import type { GameWords, Offer, Scene, Seen } from './types';
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
  orEnglish(() => words.glimpse(seen.glimpse, t, names), seen.seat === null ? seen.text : `${names[seen.seat]}: ${seen.text}`);

/** The events of a turn in words, a text for each. */
export function sayTurn(words: GameWords, list: Seen[], scene: Scene): string[] {
  const each = (): string[] => list.map((seen) => sayEvent(words, seen, scene.names));
  try {
    return words.tell?.(list, t, scene) ?? each();
  } catch {
    return each();
  }
}

/** A choice on offer in words. */
export const sayOffer = (words: GameWords, offer: Offer, names: string[]): string => orEnglish(() => words.choice(offer.choice, t, names), offer.label);

/** A choice that was made in words. */
export const sayChoice = (words: GameWords, choice: unknown, names: string[]): string => orEnglish(() => words.choice(choice, t, names), JSON.stringify(choice));
