import { describe, expect, test } from 'vitest';
import { byGame, byOpponent, outcome, waits, winners } from '../src/lib/mine';
import type { Info } from '../src/lib/types';

/** A match of the reader against others; `scores` where it is over. */
function match(
  scores: number[] | undefined,
  {
    seats = 2,
    own = [0],
    to_act = [] as number[],
    game = 'duel',
    level = 'easy',
    resigned = [] as number[],
    over = scores !== undefined,
  } = {},
): Info {
  const chairs = Array.from({ length: seats }, (_, seat) => {
    const yours = own.includes(seat);
    return {
      seat,
      kind: yours ? 'human' : 'bot',
      yours,
      name: null,
      joined: true,
      online: false,
      resigned: resigned.includes(seat),
      changes: [],
      ...(yours ? {} : { level }),
    };
  });
  return { id: 'x', game, chairs, status: { to_act, over, ...(scores ? { scores } : {}) } } as unknown as Info;
}

describe('how a match ended', () => {
  test.each([
    [[2, 0], 'won'],
    [[0, 2], 'lost'],
    [[1, 1], 'drawn'],
    [[0, 0], 'lost'],
  ])('%j is %s for the first seat', (scores, result) => expect(outcome(match(scores))).toBe(result));

  test('equal scores are no draw if nobody has won', () => {
    const together = match([1, 1]);
    expect(outcome({ ...together, status: { ...together.status, winners: [] } })).toBe('lost');
    expect(outcome({ ...together, status: { ...together.status, winners: [0, 1] } })).toBe('drawn');
  });

  test('a puzzle is won or lost', () => {
    expect(outcome(match([1], { seats: 1 }))).toBe('won');
    expect(outcome(match([0], { seats: 1 }))).toBe('lost');
  });

  test('a tutorial does not count', () => {
    const taught = { ...match([2, 0]), tutorial: true };
    expect([byGame([taught]), byOpponent([taught], String)]).toEqual([[], []]);
    expect(byGame([match([2, 0])])).toHaveLength(1);
  });

  test('nothing is said while it goes on, of a match that was watched, and of several seats of one reader', () => {
    expect(outcome(match(undefined))).toBeNull();
    expect(outcome(match([2, 0], { own: [] }))).toBeNull();
    expect(outcome(match([2, 0], { own: [0, 1] }))).toBeNull();
  });

  test('a resignation is a loss for its player, and a win for whoever is left alone', () => {
    const given = (resigned: number[], more = {}) => match(undefined, { resigned, over: true, ...more });
    expect(outcome(given([0]))).toBe('resigned');
    expect(outcome(given([1]))).toBe('won');
    expect(winners(given([1]))).toEqual([0]);
    expect(winners(given([0], { seats: 3 }))).toEqual([]);
    // The bot that played on may win; its player has resigned all the same.
    expect(outcome(match([3, 0, 0], { seats: 3, resigned: [0] }))).toBe('resigned');
    expect(byGame([given([0]), given([1])])).toEqual([{ name: 'duel', won: 1, drawn: 0, lost: 1 }]);
    expect(waits(match(undefined, { to_act: [0], resigned: [0], seats: 3 }))).toBe(false);
  });

  test('several may win', () => expect(winners(match([4, 4, 1], { seats: 3 }))).toEqual([0, 1]));
});

test('a match waits only while it goes on', () => {
  expect(waits(match(undefined, { to_act: [0] }))).toBe(true);
  expect(waits(match(undefined, { to_act: [1] }))).toBe(false);
  expect(waits(match([1, 1], { to_act: [0] }))).toBe(false);
});

test('statistics count each match once for each opponent', () => {
  const all = [match([2, 0]), match([0, 2], { level: 'hard' }), match([4, 1, 1], { seats: 3, game: 'golem-it' }), match(undefined)];
  expect(byGame(all)).toEqual([
    { name: 'duel', won: 1, drawn: 0, lost: 1 },
    { name: 'golem-it', won: 1, drawn: 0, lost: 0 },
  ]);
  expect(byOpponent(all, (level) => `bot ${level}`)).toEqual([
    { name: 'bot easy', won: 2, drawn: 0, lost: 0 },
    { name: 'bot hard', won: 0, drawn: 0, lost: 1 },
  ]);
});
