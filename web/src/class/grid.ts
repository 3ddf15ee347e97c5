import type { Assignment, PupilRow, PuzzleResult, TeacherView, WrongProgram } from '../api/classroom';

/** How somebody stands at a puzzle. */
export type CellState = 'new' | 'working' | 'stuck' | 'solved';

export interface Cell {
  state: CellState;
  tries: number;
  /** The fewest slots that solved it. */
  cards: number | null;
  /** Solved after it was due. */
  late: boolean;
}

/** Whether a pupil needs help at this moment. */
export const isStuck = (pupil: PupilRow | undefined, now: number): boolean => Boolean(pupil?.stuck && pupil.stuck.since <= now);

/** A cell of the grid. A pupil is stuck at one puzzle: the one last tried. */
export function cellOf(result: PuzzleResult | undefined, stuckHere = false, due: number | null | undefined = null): Cell {
  if (!result) return { state: 'new', tries: 0, cards: null, late: false };
  const { tries, best = null, solved = null } = result;
  if (solved === null) return { state: stuckHere ? 'stuck' : 'working', tries, cards: null, late: false };
  return { state: 'solved', tries, cards: best, late: Boolean(due && solved > due) };
}

export const inOrder = <T extends { place: number }>(things: Record<string, T> | undefined): [id: number, thing: T][] =>
  Object.entries(things ?? {})
    .map(([id, thing]): [number, T] => [Number(id), thing])
    .sort(([, a], [, b]) => a.place - b.place);

export interface Column {
  task: string;
  /** Of the assignment that it is in. */
  assignment: number;
  /** What number it is there, from 1. */
  number: number;
  due: number | null;
}

/** The columns of the grid: the puzzles of one assignment, or of all that are open. A puzzle that is in two of them has one column. */
export function columnsOf(assignments: Record<string, Assignment>, wanted: number | null): Column[] {
  const seen = new Set<string>();
  return inOrder(assignments)
    .filter(([id, { open }]) => (wanted === null ? open : id === wanted))
    .flatMap(([assignment, { tasks, due }]) =>
      tasks.map((task, index): Column => ({ task, assignment, number: index + 1, due: due ?? null })),
    )
    .filter(({ task }) => !seen.has(task) && seen.add(task));
}

/** Pupils who have not been removed, by name. */
export const pupilsOf = (pupils: TeacherView['pupils'] | undefined): [seat: number, pupil: PupilRow][] =>
  Object.entries(pupils ?? {})
    .flatMap(([seat, pupil]): [number, PupilRow][] => (pupil && !pupil.removed ? [[Number(seat), pupil]] : []))
    .sort(([a, one], [b, other]) => one.name.localeCompare(other.name) || a - b);

/** The commonest wrong programs of a puzzle, those of the most pupils first. */
export const commonest = (wrong: Record<string, WrongProgram | undefined> | undefined): [program: string, how: WrongProgram][] =>
  Object.entries(wrong ?? {})
    .flatMap(([program, how]): [string, WrongProgram][] => (how ? [[program, how]] : []))
    .sort(([, a], [, b]) => b.pupils - a.pupils || b.count - a.count);

/** The task that a pupil goes on to after this one: the next of its assignment that can be tried and is not solved, from there on round. */
export function following(tasks: readonly string[], from: string, isSolved: (task: string) => boolean): string | null {
  const at = tasks.indexOf(from);
  const round = [...tasks.slice(at + 1), ...tasks.slice(0, Math.max(0, at))];
  return round.find((task) => !isSolved(task)) ?? null;
}
