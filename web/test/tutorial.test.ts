import { describe, expect, test } from 'vitest';
import type { TutorialStep } from '../src/api/types';
import { choiceSelector, progressAt, stepAt, without } from '../src/lib/tutorial';

const text = { en: 'a', fr: 'b' };
const read: TutorialStep = { kind: 'read', part: 'hand', clause: 'X-1', text };
const choose = (choices: unknown[], action?: unknown): TutorialStep => ({
  kind: 'choose',
  clause: 'X-1',
  text,
  choices,
  ...(action === undefined ? {} : { action }),
});
const opponent: TutorialStep = { kind: 'opponent', seat: 1, action: 'o' };

describe('a tutorial', () => {
  // 0 read, 1 and 2 one decision, 3 the opponent's, 4 read, 5 a decision
  const steps = [read, choose(['a', 'a']), choose(['b'], 'aab'), opponent, read, choose(['c', 'd'], 'cd')];

  test('stands at what was not read yet, then at what was not chosen yet', () => {
    expect(stepAt(steps, 0, [], 0)).toBe(0);
    expect(stepAt(steps, 0, [], 1)).toBe(1);
    expect(stepAt(steps, 0, ['a'], 1)).toBe(1);
    expect(stepAt(steps, 0, ['a', 'a'], 1)).toBe(2);
  });

  test('waits for opponents, and goes on after them', () => {
    expect(stepAt(steps, 1, [], 1)).toBeNull();
    expect(stepAt(steps, 2, [], 1)).toBe(4);
    expect(stepAt(steps, 2, [], 5)).toBe(5);
    expect(stepAt(steps, 2, ['d'], 5)).toBe(5);
    expect(stepAt(steps, 3, [], 5)).toBeNull();
  });

  test('goes on where it was after a reload', () => {
    expect(stepAt(steps, 2, [], 0)).toBe(4);
  });

  test('counts the steps that the learner sees', () => {
    expect(progressAt(steps, 0)).toEqual({ n: 1, of: 5 });
    expect(progressAt(steps, 5)).toEqual({ n: 5, of: 5 });
  });

  test('takes each choice once, in any order', () => {
    expect(without(['a', 'b', 'a'], ['a'])).toEqual(['b', 'a']);
    expect(without([{ card: 'x', n: 1 }], [{ n: 1, card: 'x' }])).toEqual([]);
  });

  test('selects what stands for a choice', () => {
    expect(choiceSelector(['F'])).toBe(String.raw`:is([data-choice="\"F\""], [data-listed="\"F\""])`);
    expect(choiceSelector([{ card: 'm4' }])).toContain(String.raw`[data-choice="{\"card\":\"m4\"}"]`);
  });
});
