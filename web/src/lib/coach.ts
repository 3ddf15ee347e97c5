import type { Step } from './types';

/** The kind of a choice, however its game writes it: its `type`, its only field, or its first word. */
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
 * What a coach could explain about a step, the most specific first: the question, then each kind of choice on offer. The words file
 * decides which of these have a text.
 */
export function topicsOf(game: string, step: Step): string[] {
  const kinds = new Set(step.choices.map((offer) => kindOf(offer.choice)));
  return [`guide.${game}.ask.${slug(step.prompt)}`, ...[...kinds].map((kind) => `guide.${game}.choice.${kind}`)];
}
