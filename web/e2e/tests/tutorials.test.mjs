// Each tutorial from start to end, by following the spotlight alone.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { accessible, fitsTheScreen, launch, visitor, watchMotion } from '../lib/browser.mjs';
import { Server } from '../lib/server.mjs';
import { follow, followToTheEnd, nextStep, openTutorial } from '../lib/tutorial.mjs';

let server, browser;
before(async () => ([server, browser] = await Promise.all([Server.start(), launch()])));
after(() => Promise.all([browser?.close(), server?.stop()]));

const games = ['its-alive', 'inner-circle', 'capek', 'duel', 'golem-it'];
const tutorialOf = (game) => JSON.parse(readFileSync(join(import.meta.dirname, `../../../crates/games/${game}/tutorial.json`), 'utf8'));

for (const { language, phone, keyboard } of [
  { language: 'en', phone: false, keyboard: true },
  { language: 'fr', phone: true, keyboard: false },
]) {
  for (const game of games) {
    test(
      `${game}: following the spotlight wins (${language}, ${phone ? 'phone' : 'desktop, keyboard'})`,
      { timeout: 180_000 },
      async () => {
        const { page, problems, close } = await visitor(browser, server, { language, phone });
        await openTutorial(page, game);
        await nextStep(page);
        await accessible(page, `the tutorial of ${game}`);
        await fitsTheScreen(page, `the tutorial of ${game}`);
        const { steps, end, mistakes } = tutorialOf(game);
        const count = await followToTheEnd(page, { keyboard });
        assert.ok(count >= steps.filter(({ kind }) => kind !== 'opponent').length, `${count} steps`);
        const said = await page.locator('[data-tutorial]').innerText();
        for (const text of [end, ...mistakes.map(({ text }) => text)]) assert.ok(said.includes(text[language]), text[language]);
        await accessible(page, `the end of the tutorial of ${game}`);
        await fitsTheScreen(page, `the end of the tutorial of ${game}`);
        assert.deepEqual(problems, []);
        await close();
      },
    );
  }
}

test('anything else is not now, a reload goes on, and the end leads to a real game', { timeout: 180_000 }, async () => {
  const { page, context, problems, close } = await visitor(browser, server, { motion: 'reduce' });
  const moved = await watchMotion(context);
  await page.goto('/');
  await page.getByRole('button', { name: 'Learn in 3 minutes: Golem It' }).click();
  let step = await nextStep(page);
  await follow(page, step);
  step = await nextStep(page, step.key);
  const version = await page.locator('[data-version]').getAttribute('data-version');
  // The fours are wanted, not the 18.
  await page.locator(`[data-table] [data-choice='{"card":"m18"}']`).click();
  await page.locator('[data-tutorial]').getByText('First do the highlighted step').waitFor();
  assert.equal(await page.locator('[data-version]').getAttribute('data-version'), version);
  for (let count = 0; count < 3; count++) {
    await follow(page, step);
    step = await nextStep(page, step.key);
  }
  const text = await page.locator('#tutorial-text').innerText();
  await page.reload();
  await nextStep(page);
  assert.equal(await page.locator('#tutorial-text').innerText(), text);
  await followToTheEnd(page);
  assert.deepEqual(await moved(page), []);
  // It is in the list, and it does not count.
  await page.goto('/matches');
  await page.locator('[data-outcome=tutorial]').waitFor();
  assert.equal(await page.locator('.statistics').count(), 0);
  await page.goBack();
  await page.getByRole('button', { name: 'Play now' }).click();
  await page.waitForFunction(() => document.querySelector('[data-table]') && !document.querySelector('[data-tutorial]'));
  assert.deepEqual(problems, []);
  await close();
});
