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

  test('an empty branch can be chosen for the next card', () => {
    const one = draft();
    one.putBonus('IF enemy?');
    one.aim({ slot: 0, part: 'else' });
    expect(one.next).toEqual({ slot: 0, part: 'else' });
    one.put('F');
    expect([one.text, one.next]).toEqual([['enemy?(:F)'], { slot: 1, part: 'order' }]);
    one.aim({ slot: 0, part: 'then' });
    one.aim({ slot: 0, part: 'then' });
    expect(one.next).toEqual({ slot: 1, part: 'order' });
  });

  test('where a LOOP may be part of an IF, it goes into the branch that was chosen, and waits for its card', () => {
    const one = new Draft({ F: 2, A: 1 }, BONUSES, 2, true);
    one.putBonus('IF enemy?');
    one.put('F', { slot: 0, part: 'else' });
    one.aim({ slot: 0, part: 'then' });
    one.putBonus('LOOP 2');
    expect([one.finished, one.bonusLeft('LOOP 2'), one.next]).toEqual([[], false, { slot: 0, part: 'then' }]);
    one.put('A');
    expect([one.text, one.finished]).toEqual([['enemy?(2(A):F)'], ['enemy?(2(A):F)']]);
    one.take({ slot: 0, part: 'then' });
    expect([one.text, one.bonusLeft('LOOP 2')]).toEqual([['enemy?(:F)'], true]);
    expect(draft().placeOf('LOOP 2', { slot: 0, part: 'then' })).toEqual({ slot: 0, part: 'order' });
  });
});
