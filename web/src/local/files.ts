import { api, explain } from '../lib/api';
import { isHere } from './base';
import type { Info } from '../lib/types';

/** What a file of matches says of itself. */
const FORMAT = 'golemry-matches';

/** The matches of this browser as one file. Those that cannot be written down are counted. */
export async function exportAll(list: Info[]): Promise<{ text: string; count: number; missing: number }> {
  const records: object[] = [];
  let missing = 0;
  for (const { id } of list.filter((match) => isHere(match.id))) {
    await api.exported(id).then(
      (record) => records.push(record),
      () => missing++,
    );
  }
  return { text: `${JSON.stringify({ format: FORMAT, records }, null, 1)}\n`, count: records.length, missing };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a line or a file holds; undefined if it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The records in a file: one of ours with all matches, a single record, or a record on each line. Undefined stands for what cannot be read. */
export function recordsIn(text: string): (Record<string, unknown> | undefined)[] {
  const whole = parsed(text);
  const all = isObject(whole) && Array.isArray(whole.records) ? whole.records : Array.isArray(whole) ? whole : null;
  const lines = (): unknown[] => {
    const filled = text.split('\n').filter((line) => line.trim());
    const read = filled.map(parsed);
    // A file without a single line of JSON is something else altogether.
    return read.some(isObject) ? read : [];
  };
  return (all ?? (whole === undefined ? lines() : [whole])).map((one: unknown) => (isObject(one) ? one : undefined));
}

/** Adds the matches of a file. One that is refused does not keep the others out. */
export async function importAll(text: string, unreadable: string): Promise<{ added: number; refused: { n: number; why: string }[] }> {
  let added = 0;
  const refused: { n: number; why: string }[] = [];
  for (const [index, record] of recordsIn(text).entries()) {
    try {
      if (!record) throw new Error(unreadable);
      await api.imported(record);
      added++;
    } catch (thrown) {
      refused.push({ n: index + 1, why: thrown instanceof Error && !('error' in thrown) ? thrown.message : explain(thrown) });
    }
  }
  return { added, refused };
}
