import type { Seen } from './types';

/** Consecutive events of one seat, chance included. */
export interface Turn {
  /** Null for what happened before anybody decided. */
  seat: number | null;
  list: Seen[];
}

/** Events grouped by turn. Chance belongs to the turn in which it decided something. */
export function turns(list: Seen[]): Turn[] {
  const found: Turn[] = [];
  for (const seen of list) {
    const last = found.at(-1);
    if (last && (seen.seat === null || seen.seat === last.seat)) last.list.push(seen);
    else found.push({ seat: seen.seat, list: [seen] });
  }
  return found;
}

/** How many turns somebody has had. */
export const turnsIn = (list: Seen[]): number => turns(list).filter(({ seat }) => seat !== null).length;

/** What has happened from the last decision of `seat` on; without one, everything. A spectator gets the last turn. */
export function sinceTurn(list: Seen[], seat: number | null): Turn[] {
  const all = turns(list);
  if (seat === null) return all.slice(-1);
  const own = all.findLastIndex((turn) => turn.seat === seat);
  const [mine, ...others] = all.slice(Math.max(own, 0));
  if (!mine) return [];
  // A turn may have many decisions: only the last one and its consequences are news.
  const decided = mine.seat === seat ? mine.list.findLastIndex((seen) => seen.seat === seat) : 0;
  return [{ seat: mine.seat, list: mine.list.slice(decided) }, ...others];
}
