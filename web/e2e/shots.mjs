// Screenshots of every page, for people to look at: wide and narrow, light and dark.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch, visitor } from './lib/browser.mjs';
import { clay, seaside } from './lib/decks.mjs';
import { bots, chooseByChance, dice, openMatch, playToTheEnd, waitForTurn } from './lib/play.mjs';
import { Server } from './lib/server.mjs';
import { follow, nextStep, openTutorial } from './lib/tutorial.mjs';

const folder = join(import.meta.dirname, 'shots');
mkdirSync(folder, { recursive: true });
const [server, browser] = await Promise.all([Server.start(), launch()]);
const pages = {
  home: '/',
  setup: '/play/inner-circle',
  puzzles: '/puzzles',
  puzzle: '/puzzles/look-first',
  boards: '/boards',
  matches: '/matches',
  rules: '/rules/duel',
  about: '/about',
};
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
    // The states that matter: a refusal, the end of a game inside a match, a tutorial, watching, the end.
    await openMatch(page, { game: 'inner-circle', seats: 2, variant: 'single', options: { first: 0 }, chairs: bots(2) });
    await waitForTurn(page);
    await page.locator('[data-table] button.why').first().click({ force: true });
    await page.getByRole('alert').waitFor();
    await shot('refusal');
    const watched = await openMatch(page, {
      game: 'inner-circle',
      seats: 2,
      variant: 'match',
      options: { round_limit: 20 },
      chairs: bots(2),
    });
    const roll = dice(3);
    while ((await page.locator('[data-game-end]').count()) === 0) await chooseByChance(page, roll);
    await shot('game-end');
    const spectator = await visitor(browser, server, { phone, scheme });
    await spectator.page.goto(`/m/${watched}`);
    await spectator.page.locator('[data-table]').waitFor();
    await spectator.page.screenshot({ path: join(folder, `watching-${phone ? 'phone' : 'wide'}-${scheme}.png`), fullPage: true });
    await spectator.close();
    // A tutorial as it appears on the screen, with the panel where it is: its beginning, what is to be done, the first success and the end.
    for (const [game] of tables.slice(0, 5)) {
      await openTutorial(page, game);
      let step = await nextStep(page);
      const look = async (name) => {
        await page.waitForTimeout(500);
        await page.screenshot({ path: join(folder, `tutorial-${game}-${name}-${phone ? 'phone' : 'wide'}-${scheme}.png`) });
      };
      await look('1-begin');
      for (let chosen = false; step.kind !== 'over';) {
        if (!chosen && step.kind === 'choose') await look('2-choose');
        chosen ||= step.kind === 'choose';
        if (await page.locator('[data-tutorial] .success').count()) await look('3-success');
        await follow(page, step);
        step = await nextStep(page, step.key);
      }
      await look('4-end');
    }
    await openMatch(page, { game: 'duel', seats: 2, variant: 'scenario', options: { board: 'the-thief' }, chairs: bots(2) });
    await waitForTurn(page);
    await shot('scenario');
    await openMatch(page, { game: 'duel', seats: 2, variant: 'beginner', options: { energy: 3 }, chairs: bots(2) });
    await waitForTurn(page);
    for (const card of ['F', 'R']) await page.locator(`[data-table] button[data-choice='"${card}"']`).click();
    await page.locator('[data-ghost]').waitFor();
    await shot('ghost');
    await page.getByLabel('More', { exact: true }).click();
    await page.getByRole('button', { name: 'Resign' }).click();
    await shot('question');
    await page.locator('[data-question] button').first().click();
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
