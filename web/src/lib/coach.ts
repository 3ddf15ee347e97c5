import type { Step } from './types';

/** The kind of a choice, whatever its game writes it like: its `type`, its only field, or the word it is. */
export function kindOf(choice: unknown): string {
  if (choice === null || typeof choice !== 'object') return slug(String(choice).split(' ')[0] ?? '');
  if ('do' in choice) return kindOf(choice.do);
  return slug('type' in choice ? String(choice.type) : (Object.keys(choice)[0] ?? ''));
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
