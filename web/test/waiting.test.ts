import { expect, test, vi } from 'vitest';
import type { Info } from '../src/lib/types';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
});
vi.stubGlobal('document', { documentElement: { dataset: {} }, hidden: false });
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {} }));

const { clockOf, seenSince } = await import('../src/lib/waiting.svelte');
const { awayFrom } = await import('../src/lib/mine');

test('a clock shows seconds, minutes and hours', () => {
  expect([0, 999, 42_000, 725_000, 3_723_000, -5].map(clockOf)).toEqual(['0:00', '0:00', '0:42', '12:05', '1:02:03', '0:00']);
});

test('a reload does not set the clock back, a move does', () => {
  expect([seenSince('m', 3, 1000), seenSince('m', 3, 9000), seenSince('other', 3, 9500)]).toEqual([1000, 1000, 9500]);
  expect(seenSince('m', 4, 9900)).toBe(9900);
});

test('people are away who came before; bots, and those for whom a bot plays, are not', () => {
  const chair = { kind: 'human', yours: false, joined: true, online: true };
  const chairs = [
    { yours: true, online: false },
    { online: false },
    {},
    { kind: 'bot', online: false },
    { online: false, level: 'normal' },
    { joined: false, online: false },
  ];
  const info = { status: { over: false }, chairs: chairs.map((one, seat) => ({ seat, ...chair, ...one })) } as unknown as Info;
  expect(awayFrom(info)).toEqual([1]);
  expect(awayFrom({ ...info, status: { ...info.status, over: true } })).toEqual([]);
});
