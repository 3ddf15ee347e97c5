// People at one table: by link, on one screen, watching, leaving and coming back.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible, launch, visitor } from '../lib/browser.mjs';
import { bots, chooseByChance, dice, liftCurtain, openMatch, playToTheEnd, waitForTurn } from '../lib/play.mjs';
import { Server } from '../lib/server.mjs';

let server, browser;
before(async () => ([server, browser] = await Promise.all([Server.start(), launch()])));
after(() => Promise.all([browser?.close(), server?.stop()]));

test('two browsers play each other by link, and a third one watches', { timeout: 240_000 }, async () => {
  const [ada, bob, eve] = await Promise.all([visitor(browser, server), visitor(browser, server), visitor(browser, server)]);
  // The whole way through the page: choose the game, a friend, and send the link.
  await ada.page.goto('/play/duel');
  await ada.page.getByRole('radio', { name: /beginner/i }).check();
  await ada.page.locator('#chair-1').selectOption('friend');
  await ada.page.getByText('Options').click();
  await ada.page.getByRole('spinbutton', { name: 'Energy', exact: true }).fill('3');
  // Whoever invites others says who they are.
  await ada.page.getByRole('button', { name: 'Open the table' }).click();
  assert.ok(await ada.page.locator('#own-name').evaluate((field) => field.matches(':invalid:focus')), 'a name is asked for');
  await accessible(ada.page, 'asked for a name');
  await ada.page.locator('#own-name').fill('Ada');
  await ada.page.getByRole('button', { name: 'Open the table' }).click();
  const link = await ada.page.locator('#link-1').inputValue();
  assert.match(link, /\/m\/[^#]+#1\../);
  await ada.page
    .getByRole('button', { name: /^QR code for/ })
    .first()
    .click();
  await ada.page.locator('[data-qr]').first().waitFor();
  await accessible(ada.page, 'seats with links');
  assert.equal(await ada.page.locator('[data-undealt]').getAttribute('data-undealt'), 'gathering');
  assert.equal(await ada.page.locator('[data-table]').count(), 0, 'nothing is dealt before everyone has shuffled');

  await bob.page.goto(link);
  await bob.page.locator('#join-name').fill('Bob');
  await accessible(bob.page, 'join');
  await bob.page.locator('.chair', { hasText: 'Ada' }).waitFor();
  await bob.page.getByRole('button', { name: 'Sit down' }).click();
  await waitForTurn(bob.page);
  assert.ok(!bob.page.url().includes('#'), 'the secret does not stay in the address');
  // All are there: the drawer with the links makes room.
  await ada.page.locator('.side').waitFor({ state: 'detached' });
  await ada.page.locator('[data-tab=seats]').click();
  await ada.page.locator('.chairs').getByText('Bob', { exact: true }).waitFor();
  await ada.page.waitForFunction(() => document.title.includes('Your turn'));

  await eve.page.goto(await ada.page.locator('#watch-link').inputValue());
  await eve.page.getByText('You are watching').waitFor();
  assert.equal(await eve.page.locator('.choices button').count(), 0);
  await ada.page.locator('.side').getByRole('button', { name: 'Close' }).click();
  await accessible(eve.page, 'watching');

  await Promise.all([playToTheEnd(ada.page, 7), playToTheEnd(bob.page, 8)]);
  await eve.page.locator('[data-over]').waitFor();
  // Each browser has put something in, and checks at the end that the seed came of it.
  for (const { page } of [ada, bob, eve]) {
    await page.getByRole('button', { name: 'See the table' }).click();
    await page.locator('[data-tab=seats]').click();
    const shuffled = page.locator('details[data-shuffled="everyone"]');
    await shuffled.getByText('Everybody shuffled: nobody could steer the deal').click();
    await shuffled.getByText('Seed', { exact: true }).waitFor();
    assert.equal(await shuffled.locator('dt').count(), 4, 'the server, two players and the seed');
  }
  await accessible(ada.page, 'a shuffle');
  for (const { page } of [ada, bob]) {
    await page.locator('.side').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'The result' }).click();
  }

  // The rematch is the same table with the seats rotated: both find it.
  await ada.page.getByRole('button', { name: 'Rematch' }).click();
  await waitForTurn(ada.page);
  await bob.page.getByRole('link', { name: 'Go to the rematch' }).click();
  await waitForTurn(bob.page);
  assert.equal(bob.page.url(), ada.page.url());

  // A link that is used up lets nobody else in.
  await eve.page.goto(link);
  await eve.page.getByRole('button', { name: 'Sit down' }).click();
  await eve.page.getByRole('alert').waitFor();
  const refused = (text) => !text.includes('status of 4');
  assert.deepEqual([...ada.problems, ...bob.problems, ...eve.problems.filter(refused)], []);
  await Promise.all([ada, bob, eve].map((one) => one.close()));
});

test('a host renews a link, lets a bot take over, and gives the seat back', { timeout: 180_000 }, async () => {
  const { page, problems, close } = await visitor(browser, server);
  await openMatch(page, {
    game: 'golem-it',
    seats: 3,
    variant: 'standard',
    chairs: [{ kind: 'you' }, { kind: 'friend', name: 'Cleo' }, { kind: 'bot', level: 'easy' }],
  });
  const link = page.locator('#link-1');
  const first = await link.inputValue();
  await page.getByRole('button', { name: 'New link' }).click();
  await page.waitForFunction((old) => document.querySelector('#link-1')?.value !== old, first);
  await page.getByRole('button', { name: 'Let a bot take over' }).click();
  await page.getByText(/stands in/).waitFor();
  await page.getByRole('button', { name: 'Give the seat back' }).click();
  await page.getByText('not here yet').waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test('on one screen each hand is hidden before it is passed on', { timeout: 180_000 }, async () => {
  const { page, problems, close } = await visitor(browser, server);
  await openMatch(page, {
    game: 'inner-circle',
    seats: 2,
    variant: 'single',
    options: { round_limit: 20 },
    chairs: [{ kind: 'you' }, { kind: 'you' }],
  });
  const curtain = page.locator('.curtain');
  await curtain.waitFor();
  assert.equal(await page.locator('[data-table]').count(), 0, 'nothing is seen before the first player says so');
  await accessible(page, 'curtain');
  const whose = async () => (await curtain.locator('h2').innerText()).trim();
  const first = await whose();
  await liftCurtain(page);
  const roll = dice(3);
  while ((await chooseByChance(page, roll)) === 'choose');
  await curtain.waitFor();
  assert.notEqual(await whose(), first);
  assert.equal(await page.locator('[data-table], #log').count(), 0, 'neither table nor log is there behind the curtain');
  // A reload opens no curtain either.
  await page.reload();
  await curtain.waitFor();
  assert.equal(await page.locator('[data-table]').count(), 0);

  // Where both decide in secret, each has the screen in turn; at the end there is nothing left to hide.
  await openMatch(page, {
    game: 'duel',
    seats: 2,
    variant: 'beginner',
    options: { energy: 2 },
    chairs: [{ kind: 'you' }, { kind: 'you' }],
  });
  await playToTheEnd(page, 5);
  await page.getByRole('button', { name: 'See the table' }).click();
  await page
    .getByRole('button', { name: /See as/ })
    .first()
    .click();
  assert.deepEqual(problems, []);
  await close();
});

test('a lost network is shown at once, and play goes on when it is back', { timeout: 180_000 }, async () => {
  const { page, context, close } = await visitor(browser, server);
  await openMatch(page, { game: 'golem-it', seats: 3, variant: 'standard', chairs: bots(3) });
  await waitForTurn(page);
  await context.setOffline(true);
  await page.getByText('Connection lost').waitFor();
  await context.setOffline(false);
  await page.getByText('Connection lost').waitFor({ state: 'detached' });
  assert.equal(await chooseByChance(page, dice(1)), 'choose');
  await close();
});

test('a killed server, a reload and a second window: the table is as it was', { timeout: 180_000 }, async (t) => {
  const own = await Server.start();
  t.after(() => own.stop());
  const { page, context, close } = await visitor(browser, own);
  const id = await openMatch(page, { game: 'golem-it', seats: 3, variant: 'standard', chairs: bots(3) });
  const roll = dice(11);
  for (let count = 0; count < 4; count++) await chooseByChance(page, roll);
  await waitForTurn(page);
  // The table in words, without what is on offer: that comes and goes while somebody chooses.
  const table = () => page.locator('[data-table] > p.unseen').textContent();
  const before = await table();

  await own.kill();
  await page.getByText('Connection lost').waitFor();
  assert.equal(await table(), before, 'what was there stays to be seen');
  await own.again();
  await page.getByText('Connection lost').waitFor({ state: 'detached' });
  await waitForTurn(page);
  assert.equal(await table(), before);

  await page.reload();
  await waitForTurn(page);
  assert.equal(await table(), before);

  // What happens meanwhile, in another window, is told on coming back.
  const other = await context.newPage();
  await page.goto('/about');
  await other.goto(`/m/${id}`);
  await waitForTurn(other);
  const old = await page.evaluate((match) => localStorage.getItem(`seen.${match}`), id);
  const version = () => other.locator('[data-version]').getAttribute('data-version');
  for (const start = await version(); (await version()) === start;) await chooseByChance(other, roll);
  await waitForTurn(other);
  await other.close();
  await page.evaluate(([match, seen]) => localStorage.setItem(`seen.${match}`, seen), [id, old]);
  await page.goto(`/m/${id}`);
  await page.locator('[data-missed], [data-over]').first().waitFor();
  await close();
});
