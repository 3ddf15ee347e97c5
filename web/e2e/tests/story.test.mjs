// What a table tells: who one is, what wins, what is at stake, and how games end.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible, fitsTheScreen, launch, visitor } from '../lib/browser.mjs';
import { bots, chooseByChance, dice, openMatch, playToTheEnd, playUntil, waitForTurn } from '../lib/play.mjs';
import { Server } from '../lib/server.mjs';

let server, browser;
before(async () => ([server, browser] = await Promise.all([Server.start(), launch()])));
after(() => Promise.all([browser?.close(), server?.stop()]));

const wins = {
  'its-alive': [/Fill all six places/, /sur 6/],
  'inner-circle': [/You win when you play your last card/, /en main/],
  capek: [/of 14 markers, 0 of 6 sets/, /marqueur sur 14, 0 série sur 6/],
  duel: [/destroy the other golem/, /Énergie/],
  'golem-it': [/Points are debt/, /à écouler/],
};
const plans = {
  'its-alive': [3, 'standard'],
  'inner-circle': [3, 'single'],
  capek: [2, 'standard'],
  duel: [2, 'standard'],
  'golem-it': [3, 'standard'],
};

for (const [at, { language, phone }] of [
  { language: 'en', phone: false },
  { language: 'fr', phone: true },
].entries()) {
  test(
    `every table calls the reader ${['You', 'Vous'][at]}, says what wins and how far they are (${phone ? 'phone' : 'desktop'})`,
    { timeout: 180_000 },
    async () => {
      const { page, problems, close } = await visitor(browser, server, { language, phone });
      for (const [game, [seats, variant]] of Object.entries(plans)) {
        await openMatch(page, { game, seats, variant, chairs: bots(seats) });
        await waitForTurn(page);
        await page.locator('button.state').click();
        const told = [await page.locator('button.state').innerText(), await page.locator('.aim').innerText()].join(' ');
        assert.match(told, wins[game][at], game);
        await page.locator('.aim button').click();
        await page
          .locator('[data-table] .panel h3', { hasText: ['You', 'Vous'][at] })
          .first()
          .waitFor();
        // Each bot has a face beside its name.
        assert.equal(await page.locator('[data-table] .panel h3 svg').count(), seats - 1, game);
        await accessible(page, game);
        await fitsTheScreen(page, game);
      }
      assert.deepEqual(problems, []);
      await close();
    },
  );
}

test('the first roll says that a torso comes first', { timeout: 180_000 }, async () => {
  const { page, close } = await visitor(browser, server);
  await openMatch(page, { game: 'its-alive', seats: 2, variant: 'standard', options: { first: 0 }, chairs: bots(2) });
  await waitForTurn(page);
  assert.match(await page.locator('.prompt').innerText(), /You need a torso first \(3\/4\)/);
  await close();
});

test('a rematch moves everyone on, and all keep their names, colours and shapes', { timeout: 240_000 }, async () => {
  const { page, close } = await visitor(browser, server);
  const looks = () =>
    page
      .locator('[data-table] .panel h3')
      .evaluateAll((all) => all.map((one) => `${one.innerText.trim().replace(/\s+/g, ' ')} ${one.querySelector('.mark').style.color}`));
  await openMatch(page, { game: 'duel', seats: 2, variant: 'standard', options: { energy: 2, lives: 1 }, chairs: bots(2) });
  await waitForTurn(page);
  const before = await looks();
  assert.match(before[0], /^● You/);
  await playToTheEnd(page, 1);
  const address = page.url();
  await page.getByRole('button', { name: 'Rematch' }).click();
  await page.waitForURL((url) => url.href !== address);
  await waitForTurn(page);
  assert.deepEqual(await looks(), before.reverse());
  await close();
});

for (const phone of [false, true]) {
  test(
    `a game inside a match ends with a card: who won, why, and the standings (${phone ? 'phone' : 'desktop'})`,
    { timeout: 240_000 },
    async () => {
      const { page, problems, close } = await visitor(browser, server, { phone });
      await openMatch(page, { game: 'inner-circle', seats: 2, variant: 'match', options: { round_limit: 20 }, chairs: bots(2) });
      const roll = dice(3);
      const card = page.locator('[data-game-end]');
      for (let count = 0; count < 400 && (await card.count()) === 0; count++) await chooseByChance(page, roll);
      assert.match(await card.locator('h2').innerText(), /Game 1 is over/);
      assert.match(await card.innerText(), /Won by/);
      assert.equal(await card.locator('li').count(), 2);
      await accessible(page, 'the end of a game');
      await fitsTheScreen(page, 'the end of a game');
      await card.getByRole('button', { name: 'Continue' }).click();
      await card.waitFor({ state: 'detached' });
      assert.deepEqual(problems, []);
      await close();
    },
  );
}

test('the result of a duel waits until its last round was watched', { timeout: 180_000 }, async () => {
  const { page, problems, close } = await visitor(browser, server, { pace: 'quick' });
  await openMatch(page, { game: 'duel', seats: 2, variant: 'standard', options: { energy: 2, lives: 1 }, chairs: bots(2) });
  await page.locator(`[data-choice='"S"']`).click();
  await page.locator(`[data-choice='"done"']`).click();
  const stepper = page.getByRole('group', { name: 'The last round, beat by beat' });
  await stepper.getByRole('button', { name: 'Pause' }).click();
  assert.equal(await page.locator('[data-over]').count(), 0);
  await stepper.getByRole('button', { name: 'Skip to the end' }).click();
  await page.locator('[data-over]').waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test('a card is stolen and taken with one click on it', { timeout: 240_000 }, async () => {
  const { page, problems, close } = await visitor(browser, server);
  const back = page.locator('[data-table] .backs [data-act]');
  await playUntil(page, { game: 'inner-circle', seats: 2, variant: 'single', options: { first: 0 }, chairs: bots(2) }, 7, back);
  const version = await page.locator('[data-version]').getAttribute('data-version');
  await back.first().click();
  // It is taken, or what has to be given for it is asked.
  await page.waitForFunction(
    (was) => document.querySelector('[data-version]')?.dataset.version !== was || document.querySelector('.so-far'),
    version,
  );
  assert.deepEqual(problems, []);
  await close();
});

test('a card that is pointed at shows where it leads', { timeout: 180_000 }, async () => {
  const { page, close } = await visitor(browser, server);
  await openMatch(page, { game: 'inner-circle', seats: 2, variant: 'single', options: { first: 0 }, chairs: bots(2) });
  await waitForTurn(page);
  await page.locator('.hand [data-choice*="play"]').first().hover();
  await page.locator('.ring .landing').first().waitFor();
  await page.mouse.move(0, 0);
  await page.locator('.ring .landing').waitFor({ state: 'detached' });
  await close();
});

test('nothing is heard until it is asked for', { timeout: 180_000 }, async () => {
  const { page, context, problems, close } = await visitor(browser, server);
  await context.addInitScript(() => {
    globalThis.heard = 0;
    for (const { prototype } of [AudioScheduledSourceNode, AudioBufferSourceNode]) {
      const { start } = prototype;
      prototype.start = function (...when) {
        globalThis.heard++;
        return start.apply(this, when);
      };
    }
  });
  await openMatch(page, { game: 'its-alive', seats: 2, variant: 'standard', options: { first: 0 }, chairs: bots(2) });
  await chooseByChance(page, dice(1));
  await waitForTurn(page);
  assert.equal(await page.evaluate(() => globalThis.heard), 0);
  await page.getByLabel('More', { exact: true }).click();
  await page.getByLabel('Sound').check();
  await page.waitForFunction(() => globalThis.heard > 0);
  const before = await page.evaluate(() => globalThis.heard);
  await page.keyboard.press('Escape');
  await chooseByChance(page, dice(1));
  await page.waitForFunction((was) => globalThis.heard > was, before);
  assert.deepEqual(problems, []);
  await close();
});
