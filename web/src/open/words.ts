import type { OpenTable } from '../api/types';
import type { Translate } from '../lib/types';
import { clockOf } from '../lib/waiting.svelte';
import type english from '../words/en/open.json';

declare module '../lib/types' {
  interface Areas {
    open: typeof english;
  }
}

/** How full a table is, who waits there and for how long, and when bots come. */
export function sayTable(table: OpenTable, now: number, t: Translate): string[] {
  const free = table.chairs.filter((chair) => chair.free).length;
  const names = table.chairs.flatMap((chair) => (chair.kind === 'human' && !chair.free && chair.name ? [chair.name] : []));
  const minutes = Math.floor(Math.max(0, now - table.since) / 60_000);
  const args = { names: names.join(', '), n: names.length, minutes };
  const waits =
    names.length > 0
      ? t(minutes > 0 ? 'open.waitsLong' : 'open.waits', args)
      : t(minutes > 0 ? 'open.somebodyLong' : 'open.somebody', args);
  const fill = table.fill_at ?? null;
  return [
    t('open.seats', { taken: table.seats - free, n: table.seats }),
    waits,
    ...(fill === null ? [] : [t('open.fillIn', { time: clockOf(fill - now) })]),
  ];
}
