// Screenshots of every page, for people to look at: wide and narrow, light and dark.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch, visitor } from './lib/browser.mjs';
import { clay, seaside } from './lib/decks.mjs';
import { bots, chooseByChance, dice, openMatch, playToTheEnd, waitForTurn } from './lib/play.mjs';
import { Server } from './lib/server.mjs';

const folder = join(import.meta.dirname, 'shots');
mkdirSync(folder, { recursive: true });
const [server, browser] = await Promise.all([Server.start(), launch()]);
const pages = { home: '/', setup: '/play/inner-circle', puzzles: '/puzzles', puzzle: '/puzzles/look-first', boards: '/boards', matches: '/matches', rules: '/rules/duel', about: '/about' };
const tables = [
  ['its-alive', 3, 'standard'],
  ['inner-circle', 4, 'match'],
  ['capek', 2, 'standard'],
  ['duel', 2, 'standard'],
  ['golem-it', 4, 'standard'],
  ['its-alive', 2, 'standard', seaside],
  ['inner-circle', 4, 'single', seaside],
  ['capek', 2, 'standard', clay],
];

for (const phone of [false, true]) {
  for (const scheme of ['light', 'dark']) {
    const { page, problems, close } = await visitor(browser, server, { phone, scheme });
    const shot = async (name) => {
      await page.waitForTimeout(500);
      await page.screenshot({ path: join(folder, `${name}-${phone ? 'phone' : 'wide'}-${scheme}.png`), fullPage: true });
    };
    for (const [game, seats, variant, deck] of tables) {
      await openMatch(page, { game, seats, variant, chairs: bots(seats), ...(deck ? { deck } : {}) });
      const roll = dice(4);
      for (let count = 0; count < 8; count++) await chooseByChance(page, roll);
      await waitForTurn(page);
      await shot(deck ? `${game}-own` : game);
    }
    await openMatch(page, { game: 'duel', seats: 2, variant: 'beginner', options: { energy: 3 }, chairs: bots(2) });
    await playToTheEnd(page, 2);
    await shot('result');
    await page.getByRole('link', { name: 'Replay' }).click();
    await page.locator('input[type=range]').waitFor();
    await shot('replay');
    for (const [name, address] of Object.entries(pages)) {
      await page.goto(address);
      await page.locator('main h1').first().waitFor();
      await shot(name);
    }
    if (problems.length) console.log(problems.join('\n'));
    await close();
  }
}
await Promise.all([browser.close(), server.stop()]);
console.log(folder);
