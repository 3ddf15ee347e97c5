import type { View } from '../api/games/duel';

/** A board as it is drawn: the part of the duel's view that lies on the table. */
export type BoardView = Pick<View, 'size' | 'walls' | 'water' | 'barrels' | 'streams'> & {
  goal: string | string[];
  golems: Pick<View['golems'][number], 'at' | 'facing'>[];
};

/** The cells of a board, row by row from the top, named as in chess. */
export function cellsOf(size: number): string[] {
  return Array.from({ length: size * size }, (_, index) => {
    const row = size - Math.floor(index / size);
    return `${String.fromCharCode(97 + (index % size))}${row}`;
  });
}

/** The cells that goals name: `reach c3`. */
export function goalCells(goal: BoardView['goal']): string[] {
  return [goal].flat().flatMap((text) => /^reach ([a-f][1-6])$/.exec(text)?.[1] ?? []);
}
