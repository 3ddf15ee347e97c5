import type { RestView, TableView, TournamentView } from '../api/tournaments';

/** A table with its number, as people call it. */
export interface Numbered extends TableView {
  number: number;
}

/** The tables of a round in their order. */
export const tablesOf = (round: { tables: Record<number, TableView> } | undefined): Numbered[] =>
  Object.entries(round?.tables ?? {})
    .map(([number, table]) => ({ ...table, number: Number(number) }))
    .sort((a, b) => a.number - b.number);

/** Those who are there, by number: without those who have left. */
export const present = (view: TournamentView): number[] =>
  Object.keys(view.players)
    .map(Number)
    .filter((player) => view.players[player]?.status !== 'left')
    .sort((a, b) => a - b);

/** Whether somebody can still enter: some formats are drawn up in their first round. */
export const isOpen = ({ stage, format }: TournamentView): boolean =>
  stage === 'entering' || (stage !== 'over' && (format === 'swiss' || format === 'rotation'));

/** What the reader wants to know first: where do I play now? */
export type Now =
  | { kind: 'enter' | 'watch' | 'entered' | 'late' | 'paused' | 'removed' | 'between' | 'out' }
  | { kind: 'left'; back: boolean }
  | { kind: 'play'; table: Numbered; chair: number; opponents: number[]; ready: boolean }
  | { kind: 'played'; table: Numbered; chair: number; left: number }
  | { kind: 'rest'; rest: RestView; left: number }
  | { kind: 'over'; place: number | null };

/** Where the reader plays, or why they do not. */
export function nowOf(view: TournamentView): Now {
  const { you, stage, current, players } = view;
  const self = you === undefined ? undefined : players[you];
  if (stage === 'over') return { kind: 'over', place: view.standings.find(({ player }) => player === you)?.place ?? null };
  if (you === undefined || !self) return { kind: isOpen(view) ? 'enter' : 'watch' };
  const tables = tablesOf(current);
  const left = tables.filter(({ over }) => !over).length;
  const table = tables.find(({ chairs }) => chairs.includes(you));
  if (stage === 'playing' && table) {
    const chair = table.chairs.indexOf(you);
    // A bot that sits in plays on, and so does whoever leaves in the middle of a match.
    if (!table.over && !table.stand_ins[chair] && self.status !== 'left')
      return { kind: 'play', table, chair, opponents: table.chairs.filter((player) => player !== you), ready: current?.ready ?? false };
    if (self.status === 'playing' && !self.stand_in) return { kind: 'played', table, chair, left };
  }
  if (self.removed) return { kind: 'removed' };
  if (self.status === 'left') return { kind: 'left', back: isOpen(view) };
  if (self.status === 'paused' || self.stand_in) return { kind: 'paused' };
  if (stage === 'entering') return { kind: 'entered' };
  if (stage === 'between') return { kind: 'between' };
  const rest = current?.rests.find(({ player }) => player === you);
  if (rest) return { kind: 'rest', rest, left };
  return { kind: view.format === 'knock-out' ? 'out' : 'late' };
}

/** Everybody's result against everybody, in the order of the standings; null where two have not met, and on the diagonal. */
export function crosstable(order: number[], cross: Record<number, Record<number, number[]>>): (number[] | null)[][] {
  return order.map((player) => order.map((other) => (player === other ? null : (cross[player]?.[other] ?? null))));
}

/** The results that a host can state for a table of two, by what `places` says: 1 and 2, shared, or nobody. */
export const RESULTS = [
  { key: 'first', places: [1, 2] },
  { key: 'draw', places: [1, 1] },
  { key: 'second', places: [2, 1] },
  { key: 'lost', places: null },
] as const;

/** Places as the server wants them, of what the host chose for each chair, such as 1, 1, 2: each is 1 plus the number of those who did better. */
export const ranked = (wanted: number[]): number[] => wanted.map((own) => 1 + wanted.filter((other) => other < own).length);
