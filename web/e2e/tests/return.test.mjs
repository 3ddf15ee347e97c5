// Coming back: matches to go on with, the list of one's matches, and how one fared.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible, fitsTheScreen, launch, visitor } from '../lib/browser.mjs';
import { bots, openMatch, playToTheEnd, waitForTurn } from '../lib/play.mjs';
import { Server } from '../lib/server.mjs';

let server, browser;
before(async () => ([server, browser] = await Promise.all([Server.start(), launch()])));
after(() => Promise.all([browser?.close(), server?.stop()]));

for (const phone of [false, true]) {
  test(
    `home goes on with a match, and the list knows how each one stands (${phone ? 'phone' : 'desktop'})`,
    { timeout: 240_000 },
    async () => {
      const { page, problems, close } = await visitor(browser, server, { phone });
      await page.goto('/');
      await page.getByRole('button', { name: /^Play now: Golem It/ }).waitFor();
      assert.equal(await page.locator('[data-continue]').count(), 0, 'a newcomer has nothing to go on with');

      await openMatch(page, { game: 'duel', seats: 2, variant: 'standard', options: { energy: 2, lives: 1 }, chairs: bots(2) });
      await playToTheEnd(page, 2);
      const open = await openMatch(page, { game: 'its-alive', seats: 2, variant: 'standard', options: { first: 0 }, chairs: bots(2) });
      await waitForTurn(page);
      await page.goto('/');
      const link = page.locator('[data-continue] a');
      assert.match(await link.innerText(), /with Marl\s+Your move/);
      await accessible(page, 'home with a match');
      await fitsTheScreen(page, 'home with a match');
      await link.click();
      await page.waitForURL(`**/m/${open}`);

      await page.goto('/matches');
      await page.locator('[data-outcome]').waitFor();
      assert.match(await page.locator('[data-outcome]').innerText(), /You won|You lost|A draw/);
      assert.match(await page.locator('.statistics').innerText(), /The Golem Duel/);
      assert.match(await page.locator('.statistics').innerText(), /Bot, easy/);
      await accessible(page, 'my matches');
      await fitsTheScreen(page, 'my matches');
      await page.getByLabel('State').selectOption({ label: 'Finished' });
      assert.equal(await page.locator('[data-match]').count(), 1);
      assert.deepEqual(problems, []);
      await close();
    },
  );
}

test('a newcomer is taught first, and then plays what was taught against an easy bot', { timeout: 240_000 }, async () => {
  // Matches that run in the page ask nobody.
  const asked = await Server.start(undefined, ['--solo', 'server']);
  const { page, problems, close } = await visitor(browser, asked, { phone: true });
  const buttons = (game) => page.locator(`[data-game='${game}'] :is(button, a)`);
  await page.goto('/');
  await buttons('duel').first().waitFor();
  assert.deepEqual(await buttons('duel').allInnerTexts(), ['Learn in 3 minutes', 'Play now', 'Set up a table', 'Rules']);
  await buttons('duel').first().click();
  await page.waitForURL('**/m/*');
  await page.goto('/');
  await buttons('duel').first().waitFor();
  assert.deepEqual(await buttons('duel').allInnerTexts(), ['Play now', 'Set up a table', 'Learn in 3 minutes', 'Rules']);
  assert.equal(await buttons('capek').first().innerText(), 'Learn in 3 minutes', 'each game is learned on its own');
  const opened = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/matches'));
  await buttons('duel').first().click();
  const plan = (await opened).postDataJSON();
  assert.deepEqual([plan.variant, plan.options.lives, plan.options.energy], ['beginner', 2, 5], 'the table of the tutorial');
  assert.deepEqual(plan.chairs, [{ kind: 'you' }, { kind: 'bot', level: 'easy' }]);
  await waitForTurn(page);
  assert.deepEqual(problems, []);
  await close();
  await asked.stop();
});

test('an invitation calls a friend what the host called them', { timeout: 180_000 }, async () => {
  const [host, friend] = [await visitor(browser, server), await visitor(browser, server, { language: 'fr', phone: true })];
  await openMatch(host.page, { game: 'duel', seats: 2, variant: 'standard', chairs: [{ kind: 'you' }, { kind: 'friend', name: 'Zoé' }] });
  const address = await host.page.locator('#link-1').inputValue();
  await friend.page.goto(address);
  await friend.page.getByRole('heading', { name: /^Zoé, on vous invite/ }).waitFor();
  // The name is filled in once the server has said who this browser is.
  await friend.page.waitForFunction(() => document.querySelector('#join-name')?.value === 'Zoé');
  await accessible(friend.page, 'an invitation');
  await Promise.all([host.close(), friend.close()]);
});
