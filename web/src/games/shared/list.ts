import type { Key, Translate } from '../../lib/types';

/** `a, b and c`, or joined by other words. */
export function list(things: string[], t: Translate, joint: Key = 'list.and'): string {
  const last = things.at(-1);
  if (last === undefined) return t('list.none');
  return things.length === 1 ? last : t(joint, { some: things.slice(0, -1).join(', '), last });
}
