import { expect, test } from 'vitest';
import { ofTheDay, today } from '../src/lib/daily';

test('every day has the next one, and after the last comes the first', () => {
  expect(ofTheDay('2026-11-17', 40)).toBe((ofTheDay('2026-11-16', 40) + 1) % 40);
  const days = Array.from({ length: 40 }, (_, day) => today(new Date(2026, 0, 1 + day)));
  expect(new Set(days.map((day) => ofTheDay(day, 40))).size).toBe(40);
});
