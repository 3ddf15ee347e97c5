// Writes src/games/shared/icons/: the icons the tables use, and no others, so that the page stays small and its build needs no
// icon package. To change the list: `npm i --no-save @iconify-json/game-icons@1.2.4 && node scripts/icons.mjs`.
import { readFileSync, writeFileSync } from 'node:fs';

/** By file, our name of each icon, and its name in the set. */
const wanted = {
  // The types of golems, as crates/games/blood-moon/decks/blood-moon.toml names them.
  types: {
    fire: 'flame',
    stone: 'rock',
    wood: 'oak',
    light: 'sun',
    ice: 'ice-cube',
    air: 'whirlwind',
    metal: 'anvil',
    shadow: 'shadow-grasp',
    cake: 'cake-slice',
  },
  sciences: {
    parts: 'gears',
    organ: 'heart-organ',
    steam: 'steam',
    ventilation: 'windmill',
    aether: 'vial',
    brain: 'brain-dump',
    engineer: 'gear-hammer',
  },
  orders: { attack: 'fist', defence: 'shield', take: 'barrel', heart: 'hearts', energy: 'electric' },
  things: { coin: 'two-coins', outrage: 'pitchfork', magic: 'crystal-growth', trophy: 'trophy' },
};

const set = JSON.parse(readFileSync(new URL('../node_modules/@iconify-json/game-icons/icons.json', import.meta.url), 'utf8'));
for (const [file, icons] of Object.entries(wanted)) {
  const lines = Object.entries(icons).map(([ours, theirs]) => {
    const icon = set.icons[theirs];
    if (!icon) throw new Error(`the set has no icon ${theirs}`);
    return `export const ${ours} = '${icon.body}';`;
  });
  writeFileSync(
    new URL(`../src/games/shared/icons/${file}.ts`, import.meta.url),
    `// Made by scripts/icons.mjs from game-icons.net (CC BY 3.0, credited on the about page): bodies for a 512 × 512 viewBox.\n${lines.join('\n')}\n`,
  );
}
