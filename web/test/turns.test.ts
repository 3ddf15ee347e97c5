import { describe, expect, test } from 'vitest';
import { sinceTurn, turns, turnsIn } from '../src/lib/turns';
import type { Seen } from '../src/lib/types';

/** Events of these seats, null for chance, numbered from 0. */
const events = (...seats: (number | null)[]): Seen[] => seats.map((seat, event) => ({ event, seat, glimpse: {}, text: '' }));
const numbers = (list: Seen[]): number[] => list.map((seen) => seen.event);

describe('turns', () => {
  test('what a seat does in a row is one turn, chance included', () => {
    const found = turns(events(null, 0, null, 0, 1, null, 0));
    expect(found.map(({ seat, list }) => [seat, numbers(list)])).toEqual([
      [null, [0]],
      [0, [1, 2, 3]],
      [1, [4, 5]],
      [0, [6]],
    ]);
  });

  test('turns are counted without what happened before anybody decided', () => {
    expect([[], [null, null], [null, 0, null], [null, 0, 0, 1, null, 0]].map((seats) => turnsIn(events(...seats)))).toEqual([0, 0, 1, 3]);
  });

  test('the story begins with the last own decision and what came of it', () => {
    const since = sinceTurn(events(0, null, 0, null, 1, null, 2), 0);
    expect(since.map(({ seat, list }) => [seat, numbers(list)])).toEqual([
      [0, [2, 3]],
      [1, [4, 5]],
      [2, [6]],
    ]);
  });

  test('before the first own decision the story is everything', () => {
    expect(sinceTurn(events(null, 1, null, 2), 0).map(({ list }) => numbers(list))).toEqual([[0], [1, 2], [3]]);
    expect(sinceTurn([], 0)).toEqual([]);
  });

  test('a spectator is told the last turn', () => {
    expect(sinceTurn(events(0, null, 1, null), null).map(({ list }) => numbers(list))).toEqual([[2, 3]]);
  });
});
