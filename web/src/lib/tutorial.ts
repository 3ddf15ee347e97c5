import type { TutorialStep } from '../api/types';
import { same } from '../games/shared/offers';

/** A step that the learner sees. */
export type LearnerStep = Exclude<TutorialStep, { kind: 'opponent' }>;

/** What is left of `wanted` when each of `made` has taken one of them away. */
export function without(wanted: unknown[], made: unknown[]): unknown[] {
  const left = [...wanted];
  for (const one of made) {
    const at = left.findIndex((other) => same(one, other));
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/**
 * The number of the step a learner is at, after so many decisions of the whole table and with these choices of their own made since then.
 * Texts before step `read` were read. Null while an opponent is to decide, and at the end.
 */
export function stepAt(steps: TutorialStep[], decisions: number, chosen: unknown[], read: number): number | null {
  let made = 0;
  for (const [number, step] of steps.entries()) {
    const now = made === decisions;
    if (step.kind === 'opponent') {
      if (now) return null;
      made++;
    } else if (step.kind === 'read') {
      if (now && number >= read) return number;
    } else if (!now) {
      if (step.action !== undefined) made++;
    } else {
      const rest = without(chosen, step.choices);
      // The choices of the last step of a decision are all made only while it is being sent.
      if (step.action !== undefined || chosen.length - rest.length < step.choices.length) return number;
      chosen = rest;
    }
  }
  return null;
}

/** How far that is, of the steps that a learner sees: `3 of 10`. */
export function progressAt(steps: TutorialStep[], number: number): { n: number; of: number } {
  const own = (list: TutorialStep[]): number => list.filter(({ kind }) => kind !== 'opponent').length;
  return { n: own(steps.slice(0, number + 1)), of: own(steps) };
}

/** Selects the elements of a part of the table, or of choices that are on offer: on the table and in the list. */
export const partSelector = (part: string): string => `[data-table] [data-part=${quoted(part)}]`;
export const choiceSelector = (choices: unknown[]): string =>
  choices
    .map((choice) => `:is([data-choice=${quoted(JSON.stringify(choice))}], [data-listed=${quoted(JSON.stringify(choice))}])`)
    .join(', ');
const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
