// Lessons: each one comes when it matters in a match that was played, and not in every situation.
import { describe, expect, test } from 'vitest';
import type { Lesson, Scene } from '../src/lib/types';
import english from '../src/words/en/lessons.json';
import { fixture } from './fixture';

const files = import.meta.glob<{ lessons: Lesson[] }>('../src/games/*/lessons.ts', { eager: true });
const all = Object.entries(files).map(([path, { lessons }]) => ({ game: path.split('/').at(-2)!, lessons }));
/** What a match without options of its own has. */
const options: Record<string, Scene['options']> = { 'inner-circle': { cake: 'stops' }, 'golem-it': { start_points: 3 } };

describe.each(all)('$game', ({ game, lessons }) => {
  const { frames } = fixture(game);
  // Nobody happens to hold cake in these matches: let it take the place of air.
  const sweet = JSON.parse(JSON.stringify(frames).replaceAll('"air.', '"cake.')) as typeof frames;
  const scenes = [...frames, ...sweet].map(({ seat, view, step, chosen }): Scene => ({
    view,
    seat,
    step,
    chosen,
    names: [],
    options: options[game] ?? {},
  }));

  test.each(lessons)('$id', ({ when }) => {
    const times = scenes.filter(when).length;
    expect(times).toBeGreaterThan(0);
    expect(times).toBeLessThan(scenes.length);
  });

  test('a spectator is taught nothing that belongs to a seat, and nothing breaks', () => {
    for (const scene of scenes) for (const { when } of lessons) expect(typeof when({ ...scene, seat: null, step: null })).toBe('boolean');
  });
});

test('every lesson has an id of its own, and every text is used', () => {
  const lessons = all.flatMap((one) => one.lessons);
  expect(new Set(lessons.map(({ id }) => id)).size).toBe(lessons.length);
  expect(lessons.map(({ text }) => text).sort()).toEqual(Object.keys(english).sort());
});
