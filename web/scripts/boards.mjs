// Draws together what the duel's `boards` and `scenarios` look like, for the pictures beside their names:
// node scripts/boards.mjs > src/games/duel/boards.json. A test compares the two.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const duel = join(import.meta.dirname, '../../crates/games/duel');

/** Our board files are plain: `key = value` with strings, numbers and lists of them, and `[[golem]]` for each golem. */
function read(text) {
  const board = {};
  let into = board;
  for (const line of text.split('\n')) {
    if (line === '[[golem]]') (board.golem ??= []).push((into = {}));
    const found = /^(\w+) = (.*)$/.exec(line);
    if (found) into[found[1]] = JSON.parse(found[2]);
  }
  return board;
}

/** The part of a board that is drawn; golems that the file does not place stand in the corners (GD-1). */
export function boards() {
  const files = ['boards', 'scenarios'].flatMap((folder) => readdirSync(join(duel, folder)).map((file) => join(duel, folder, file)));
  const drawn = files.map((file) => {
    const { name, size, walls = [], water = [], barrels = [], streams = [], goal = 'destroy', golem } = read(readFileSync(file, 'utf8'));
    const corner = `${String.fromCharCode(96 + size)}${size}`;
    return [
      name,
      {
        size,
        walls,
        water,
        barrels,
        streams,
        goal,
        golems: golem ?? [
          { at: 'a1', facing: 'n' },
          { at: corner, facing: 's' },
        ],
      },
    ];
  });
  return Object.fromEntries(drawn.sort(([a], [b]) => a.localeCompare(b)));
}

if (process.argv[1] === import.meta.filename) console.log(JSON.stringify(boards(), null, 1));
