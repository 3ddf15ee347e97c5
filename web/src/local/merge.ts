import type { Matches } from '../api/types';
import type { Puzzle, Puzzles, WithBest } from '../api/workshop';

const bestOf = (...all: (number | null | undefined)[]): number | null => {
  const known = all.filter((one) => typeof one === 'number');
  return known.length > 0 ? Math.min(...known) : null;
};

/** Matches of the server and of this page, the newest first. */
export const mergedMatches = (lists: Matches[]): Matches['matches'] =>
  lists.flatMap(({ matches }) => matches).sort((a, b) => b.created - a.created);

/** The puzzles, each as well as it was ever solved. */
export function mergedPuzzles(lists: Puzzles[]): Puzzles {
  const [first, ...others] = lists as [Puzzles, ...Puzzles[]];
  const same = lists.filter(({ daily }) => daily.day === first.daily.day && daily.id === first.daily.id);
  return {
    puzzles: first.puzzles.map((puzzle) => {
      const elsewhere = others.map(({ puzzles }) => puzzles.find(({ id }) => id === puzzle.id)?.best);
      return { ...puzzle, best: bestOf(puzzle.best, ...elsewhere) };
    }),
    daily: {
      ...first.daily,
      solved: same.some(({ daily }) => daily.solved),
      streak: Math.max(...same.map(({ daily }) => daily.streak)),
    },
  };
}

export const mergedPuzzle = (both: WithBest<Puzzle>[]): WithBest<Puzzle> => ({
  ...both[0]!,
  best: bestOf(...both.map(({ best }) => best)),
});
