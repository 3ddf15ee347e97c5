import { expect, test } from 'vitest';
import { dateOf } from '../src/lib/daily';
import { stars } from '../src/lib/stars';

test('a day that is counted from 1970 has a date', () => {
  expect([0, 20775].map(dateOf)).toEqual(['1970-01-01', '2026-11-18']);
});

test('stars: three at par, two with one slot more, then one', () => {
  expect([2, 3, 4, 5, 9].map((slots) => stars(slots, 3))).toEqual(['★★★', '★★★', '★★☆', '★☆☆', '★☆☆']);
});
