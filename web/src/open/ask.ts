import type { ListTable, MatchInfo, OpenTables, Ratings } from '../api/types';
import { call, mountedPages } from '../lib/api';

/** Whether this server has something that its host can turn off: `open` tables, or `ratings`. */
export const has = (what: 'open' | 'ratings'): Promise<boolean> =>
  mountedPages().then(
    (pages) => pages.includes(`/${what}`),
    () => false,
  );

export const ask = {
  tables: () => call<OpenTables>('GET', '/open'),
  join: (match: string) => call<MatchInfo>('POST', `/open/${match}/join`, {}),
  list: (match: string, how: ListTable) => call<object>('PUT', `/matches/${match}/open`, how),
  unlist: (match: string) => call<object>('DELETE', `/matches/${match}/open`),
  ratings: (game: string, seats: number) => call<Ratings>('GET', `/ratings?game=${encodeURIComponent(game)}&seats=${seats}`),
};
