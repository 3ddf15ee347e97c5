import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The small golem of clay, as a file. */
export const clay = readFileSync(join(import.meta.dirname, '../../../crates/games/capek/decks/capek-tiny.toml'), 'utf8');

/** A ring of six, fire among them by another name; its die and its steps are others, and some of its looks are left out. */
export const seaside = {
  name: 'Seaside',
  ring: ['salt', 'ice', 'sea', 'sand', 'fire', 'sky'],
  aside: ['soup'],
  parts: {
    head: { copies: 1, faces: [5], steps: [2] },
    torso: { copies: 1, faces: [1], steps: [1, 6] },
    arm: { copies: 2, faces: [2, 3], steps: [3] },
    leg: { copies: 2, faces: [4] },
  },
  types: {
    sea: { name: 'The Sea', colour: '#0072b2', icon: 'big-wave' },
    fire: { name: 'Campfire', colour: '#ff5522', icon: 'flame' },
    sand: { name: 'Sand', colour: '#e8c872' },
    soup: { name: "Grandma's Soup", colour: '#7a1f3d' },
  },
};
