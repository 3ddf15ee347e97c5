import { beforeAll, expect, test } from 'vitest';
import type { OpenTable } from '../src/api/types';
import { needWords, t } from '../src/lib/words.svelte';
import { sayTable } from '../src/open/words';

beforeAll(() => needWords('open'));

const table = (more: Partial<OpenTable> = {}): OpenTable => ({
  id: 'm1',
  game: 'golem-it',
  seats: 4,
  variant: 'standard',
  options: {},
  material: false,
  chairs: [
    { seat: 0, kind: 'human', free: false, name: 'Ada' },
    { seat: 1, kind: 'human', free: true, name: null },
    { seat: 2, kind: 'human', free: true, name: null },
    { seat: 3, kind: 'bot', free: false, name: null, level: 'easy' },
  ],
  since: 0,
  fill_at: null,
  host: false,
  yours: false,
  ...more,
});

test('an open table says how full it is, who waits, and when bots come', () => {
  expect(sayTable(table(), 20_000, t)).toEqual(['2 of 4 seats', 'Ada is waiting']);
  expect(sayTable(table({ fill_at: 100_000 }), 60_000, t)).toEqual(['2 of 4 seats', 'Ada has been waiting for 1 min', 'bots fill in 0:40']);
  const nameless = table({ chairs: [{ seat: 0, kind: 'human', free: false, name: null }] });
  expect(sayTable(nameless, 0, t)[1]).toBe('somebody is waiting');
});
