import type { Beat } from '../../lib/stage.svelte';

/** The words of a scene come up, stand, and go. `up`: the share of the time until they stand. */
export const titleBeat = (at: number, lasts: number, up: number): Beat => ({
  what: '.staged .title',
  how: [
    { opacity: 0, transform: 'scale(0.6)' },
    { opacity: 1, transform: 'none', offset: up },
    { opacity: 1, offset: 0.85 },
    { opacity: 0 },
  ],
  at,
  lasts,
});

/** The light of a scene flares up and goes. */
export const lightBeat = (most: number, lasts: number): Beat => ({
  what: '.staged .light',
  how: [{ opacity: 0 }, { opacity: most, offset: 0.3 }, { opacity: 0 }],
  at: 0,
  lasts,
});
