// A game of somebody's own, from examples/own-game: the whole page is there for it, on a phone and on a desktop.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { accessible, launch, visitor } from '../lib/browser.mjs';
import { bots, openMatch, playToTheEnd, waitForTurn } from '../lib/play.mjs';
import { ownGame, Server } from '../lib/server.mjs';

let server, browser;
before(async () => ([server, browser] = await Promise.all([Server.start(ownGame()), launch()])));
after(() => Promise.all([browser?.close(), server?.stop()]));

for (const phone of [true, false]) {
  describe(phone ? 'on a phone' : 'on a desktop', () => {
    test('Pig stands beside the five games, is played to its end, and can be looked at again', { timeout: 240_000 }, async () => {
      const { page, problems, close } = await visitor(browser, server, { phone });
      await page.goto('/');
      await page.getByText('Pig', { exact: true }).first().waitFor();
      await openMatch(page, { game: 'pig', seats: 2, chairs: bots(2) });
      await waitForTurn(page);
      await accessible(page, 'pig: table');
      await playToTheEnd(page, 1, { most: 2000 });
      const result = page.locator('[data-over]');
      assert.ok((await result.locator('h2').innerText()).length > 3);
      await result.getByRole('link', { name: 'Replay' }).click();
      await page.locator('input[type=range]').waitFor();
      assert.deepEqual(problems, []);
      await close();
    });
  });
}
