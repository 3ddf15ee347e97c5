import { expect } from 'vitest';
import type { Moment } from '../src/lib/stage.svelte';

/** What a scene may take, in ms. */
const longest = 1500;

/** A scene that can be played: not too long, of transform and opacity alone, and with nothing over the table that does not move. */
export function expectScene({ scene: { beats, sounds: heard = [] }, title, light }: Moment): void {
  expect(beats.length).toBeGreaterThan(0);
  for (const { how, at, lasts } of beats) {
    expect(at + lasts).toBeLessThanOrEqual(longest);
    for (const frame of how) expect(['transform', 'opacity', 'offset']).toEqual(expect.arrayContaining(Object.keys(frame)));
  }
  // That there are such sounds is a matter of types.
  for (const { at } of heard) expect(at).toBeLessThan(longest);
  const moved = beats.map(({ what }) => what);
  if (title !== undefined) expect(moved).toContain('.staged .title');
  if (light !== undefined) expect(moved).toContain('.staged .light');
}
