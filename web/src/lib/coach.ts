import type { Own, Step } from './types';

/** The kind of a choice, whatever its game writes it like: its `type`, its only field, or the word it is. */
export function kindOf(choice: Own): string {
  if (typeof choice === 'string') return slug(choice.split(' ')[0] ?? choice);
  if (choice === null || typeof choice !== 'object') return slug(String(choice));
  const inner = choice.do ?? choice;
  if (typeof inner === 'string') return slug(inner.split(' ')[0] ?? inner);
  if (typeof inner.type === 'string') return slug(inner.type);
  return slug(Object.keys(inner)[0] ?? '');
}

export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/**
 * What a coach could say about a step, most particular first: about the question, then about each kind of choice that is on offer.
 * Which of these there are words for is up to the words file.
 */
export function topicsOf(game: string, step: Step): string[] {
  const kinds = new Set(step.choices.map((offer) => kindOf(offer.choice)));
  return [`guide.${game}.ask.${slug(step.prompt)}`, ...[...kinds].map((kind) => `guide.${game}.choice.${kind}`)];
}
