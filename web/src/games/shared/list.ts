import type { Translate } from '../../lib/types';

/** `a, b and c`. */
export function list(things: string[], t: Translate): string {
  const last = things.at(-1);
  if (last === undefined) return t('list.none');
  return things.length === 1 ? last : t('list.and', { some: things.slice(0, -1).join(', '), last });
}
