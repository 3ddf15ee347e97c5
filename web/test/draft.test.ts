import { describe, expect, test } from 'vitest';
import { BONUSES } from '../src/games/duel/program';
import { Draft } from '../src/parts/duel/draft.svelte';

const draft = () => new Draft({ F: 2, A: 1 }, BONUSES, 3);

describe('a program that is put together', () => {
  test('cards go to the place that waits, and the hand runs out', () => {
    const one = draft();
    one.put('F');
    one.putBonus('LOOP 2');
    one.put('A');
    one.put('A');
    expect([one.text, one.left('F'), one.left('A'), one.bonusLeft('LOOP 2')]).toEqual([['F', '2(A)'], 1, 0, false]);
    one.putBonus('IF enemy?');
    one.put('F', { slot: 2, part: 'else' });
    expect([one.text, one.full, one.next]).toEqual([['F', '2(A)', 'enemy?(:F)'], true, null]);
  });

  test('what is taken back lies in the hand again', () => {
    const one = draft();
    one.putBonus('IF attack?');
    one.put('F');
    one.put('A', { slot: 0, part: 'else' });
    const texts = [one.text[0]];
    while (one.slots.length > 0) {
      one.undo();
      texts.push(one.text[0]);
    }
    expect(texts).toEqual(['attack?(F:A)', 'attack?(F:)', 'attack?(:)', undefined]);
    expect([one.left('F'), one.left('A')]).toEqual([2, 1]);
    one.put('F');
    one.take({ slot: 0, part: 'order' });
    expect(one.text).toEqual([]);
  });

  test('a card dropped on another takes its place', () => {
    const one = draft();
    one.put('F');
    one.put('A', { slot: 0, part: 'order' });
    expect([one.text, one.left('F')]).toEqual([['A'], 2]);
  });
});
