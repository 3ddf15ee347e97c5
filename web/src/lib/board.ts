import type { Own } from './types';

/** A board as it is drawn: the part of the duel's view that lies on the table. */
export interface BoardView {
  size: number;
  golems: { at: string; facing: string }[];
  walls: string[];
  water: string[];
  barrels: string[];
  streams: string[][];
  goal?: string | string[];
}

/** The cells of a board, row by row from the top, named as in chess. */
export function cellsOf(size: number): string[] {
  return Array.from({ length: size * size }, (_, index) => {
    const row = size - Math.floor(index / size);
    return `${String.fromCharCode(97 + (index % size))}${row}`;
  });
}

/** The cells that goals speak of: `reach c3`. */
export function goalCells(goal: BoardView['goal']): string[] {
  const goals = goal === undefined ? [] : Array.isArray(goal) ? goal : [goal];
  return goals.flatMap((text) => /^reach ([a-f][1-6])$/.exec(text ?? '')?.[1] ?? []);
}

/** What the editor makes: a board file as JSON. Fields that are left out have the defaults of `docs/boards.md`. */
export interface BoardFile {
  name: string;
  size: number;
  walls?: string[];
  water?: string[];
  barrels?: string[];
  streams?: string[][];
  die?: string[];
  golem?: { at: string; facing: string }[];
  [field: string]: Own;
}
