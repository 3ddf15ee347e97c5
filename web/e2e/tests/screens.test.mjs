// Each game is one screen: a whole match at every size, looked at decision by decision. All numbers of seats: `npm run screens`.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { accessible, launch, visitor } from '../lib/browser.mjs';
import { bots, openMatch, playToTheEnd, waitForTurn } from '../lib/play.mjs';
import { assertFine, playOnScreen, problemsOfScreen, screenOf, SIZES } from '../lib/screen.mjs';
import { Server } from '../lib/server.mjs';

let server, browser;
before(async () => ([server, browser] = await Promise.all([Server.start(), launch()])));
after(() => Promise.all([browser?.close(), server?.stop()]));

// The more seats the tighter; the limits are as low as the options go.
const plans = [
  { game: 'its-alive', seats: 6, variant: 'standard', options: { round_limit: 20 } },
  { game: 'inner-circle', seats: 6, variant: 'single', options: { round_limit: 20 } },
  { game: 'capek', seats: 2, variant: 'standard', options: { turn_limit: 20, outrage_limit: 10 } },
  { game: 'duel', seats: 2, variant: 'standard', options: { energy: 4, lives: 2 } },
  { game: 'golem-it', seats: 6, variant: 'standard', options: { turn_limit: 50 } },
];

for (const plan of plans) {
  describe(plan.game, () => {
    for (const size of SIZES) {
      test(`is one screen of ${size} from the first decision to the end`, { timeout: 240_000 }, async () => {
        const { page, problems, close } = await visitor(browser, server, { phone: screenOf(size).touch });
        const played = await playOnScreen(page, { ...plan, chairs: bots(plan.seats) }, size);
        assertFine(played, `${plan.game} at ${size}`);
        assert.deepEqual(problems, []);
        await close();
      });
    }

    test('works on a phone held sideways, and with text twice as large', { timeout: 240_000 }, async () => {
      const { page, problems, close } = await visitor(browser, server, { phone: true });
      await page.setViewportSize({ width: 844, height: 390 });
      await openMatch(page, { ...plan, chairs: bots(plan.seats) });
      await waitForTurn(page);
      assert.deepEqual(await problemsOfScreen(page, true), [], 'sideways');
      await page.setViewportSize({ width: 820, height: 1180 });
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
      await waitForTurn(page);
      await accessible(page, `${plan.game}: large text`);
      const [content, screen] = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
      assert.ok(content <= screen, 'large text does not scroll the page');
      assert.deepEqual(problems, []);
      await close();
    });
  });
}

test('what lies over the table goes away again, and the table is where it was', { timeout: 120_000 }, async () => {
  const { page, problems, close } = await visitor(browser, server, { phone: true });
  await openMatch(page, { ...plans[3], chairs: bots(2) });
  await waitForTurn(page);
  const board = () => page.locator('[data-zone=board]').boundingBox();
  const before = await board();
  await page.locator('[data-tab=log]').tap();
  await page.locator('#log').waitFor();
  for (const name of ['Seats', 'Rules']) await page.getByRole('tab', { name }).tap();
  await page.locator('.side').getByRole('button', { name: 'Close' }).first().tap();
  await page.getByRole('button', { name: 'List' }).tap();
  await page.locator('#all-choices').waitFor();
  await page.getByRole('button', { name: 'List' }).tap();
  await page.locator('#all-choices').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Hint' }).tap();
  await page.locator('[data-hint]').first().waitFor();
  const [hint, hand] = [await page.locator('.hint').boundingBox(), await page.locator('[data-hand]').boundingBox()];
  assert.ok(hint.y >= 0 && hint.y + hint.height <= hand.y, 'the hand stays in sight while a hint is read');
  await page.locator('.hint').getByRole('button', { name: 'Close' }).tap();
  assert.deepEqual(await board(), before);
  await playToTheEnd(page, 2);
  await page.getByRole('button', { name: 'See the table' }).tap();
  await page.locator('[data-over]').waitFor({ state: 'detached' });
  assert.deepEqual(await problemsOfScreen(page, true), []);
  await page.getByRole('button', { name: 'The result' }).tap();
  await page.locator('[data-over]').waitFor();
  assert.deepEqual(problems, []);
  await close();
});
