// Each game, played through the page against bots, to its end.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { accessible, launch, visitor } from '../lib/browser.mjs';
import { bots, openMatch, playToTheEnd, waitForTurn } from '../lib/play.mjs';
import { Server } from '../lib/server.mjs';

let server, browser;
before(async () => ([server, browser] = await Promise.all([Server.start(), launch()])));
after(() => Promise.all([browser?.close(), server?.stop()]));

// Short matches: the limits are as low as the options go, so that chance cannot make them long.
const plans = [
  { game: 'its-alive', seats: 2, variant: 'standard', options: { round_limit: 20 } },
  { game: 'inner-circle', seats: 2, variant: 'single', options: { round_limit: 20 } },
  { game: 'capek', seats: 2, variant: 'standard', options: { turn_limit: 20, outrage_limit: 10 } },
  { game: 'duel', seats: 2, variant: 'standard', options: { energy: 4, lives: 2 } },
  { game: 'golem-it', seats: 3, variant: 'standard', options: { turn_limit: 50 } },
];

// A game that somebody has just written, at its usual table.
const { GOLEMRY_GAME: own } = process.env;

for (const [index, plan] of (own ? [{ game: own, seats: 2 }] : plans).entries()) {
  describe(plan.game, () => {
    test('is played to its end, explained, and can be looked at again', { timeout: 240_000 }, async () => {
      const { page, problems, close } = await visitor(browser, server);
      const id = await openMatch(page, { ...plan, chairs: bots(plan.seats) });
      await waitForTurn(page);
      await accessible(page, `${plan.game}: table`);
      await playToTheEnd(page, index + 1, { most: 900 });

      const result = page.locator('[data-over]');
      assert.ok((await result.locator('h2').innerText()).length > 3);
      await accessible(page, `${plan.game}: result`);
      // A new game has no words of its own for the page yet.
      if (!own) {
        assert.ok((await result.locator('section > p').first().innerText()).length > 10, 'the result is explained');
        await result.getByText('How it went').click();
        await result
          .locator('[data-chart] polyline')
          .nth(plan.seats - 1)
          .waitFor({ state: 'attached' });
        await accessible(page, `${plan.game}: chart`);
      }

      const record = await page.evaluate(async (match) => (await fetch(`/api/matches/${match}/record`)).json(), id);
      assert.equal(record.game, plan.game);
      assert.ok(record.seed !== undefined && record.salt && record.commitment);

      await result.getByRole('link', { name: 'Replay' }).click();
      await page.locator('input[type=range]').waitFor();
      await page.waitForFunction(() => document.querySelector('[data-table]')?.textContent.length > 10);
      await page.keyboard.press('Home');
      await page.locator('[data-event="0"]').waitFor();
      await page.getByText('before the first turn').waitFor();
      await page.keyboard.press('ArrowRight');
      await page.locator('[data-event="1"]').waitFor();
      await page.locator('.eyes select').selectOption('1');
      await page.waitForURL(/seat=1/);
      await accessible(page, `${plan.game}: replay`);
      assert.deepEqual(problems, []);
      await close();
    });
  });
}
