/** A tournament that this browser hosts or plays in, or has looked at. */
export interface Known {
  code: string;
  name: string;
  host: boolean;
  /** Whether the reader has entered. */
  plays: boolean;
  over: boolean;
  /** The reader's matches in it: the way back to it leads from these. */
  matches: string[];
}

const KEY = 'tournaments';
/** So many are remembered, the latest first. */
const MOST = 20;

/** The tournaments that this browser knows of, the latest first. */
export function known(): Known[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(list) ? (list as Known[]).filter(({ code, matches }) => code && Array.isArray(matches)) : [];
  } catch {
    return [];
  }
}

const write = (list: Known[]): void => localStorage.setItem(KEY, JSON.stringify(list.slice(0, MOST)));

/** Remembers a tournament as it is now, with the reader's match in it. */
export function remember(one: Omit<Known, 'matches'>, match: string | null): void {
  const before = known();
  const matches = before.find(({ code }) => code === one.code)?.matches ?? [];
  const now = { ...one, matches: match && !matches.includes(match) ? [...matches, match] : matches };
  if (JSON.stringify(before[0]) === JSON.stringify(now)) return;
  write([now, ...before.filter(({ code }) => code !== one.code)]);
}

export const forget = (code: string): void => write(known().filter((one) => one.code.toLowerCase() !== code.toLowerCase()));

/** The tournament that a match belongs to, as far as this browser knows. */
export const tournamentOf = (match: string): Known | null => known().find(({ matches }) => matches.includes(match)) ?? null;
