// Every page, in both languages, light and dark, wide and narrow: complete, accessible, light-weight, and usable with a keyboard alone.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible, calledAsSeen, fitsTheScreen, launch, visitor } from '../lib/browser.mjs';
import { bots, change, chooseByChance, dice, openMatch, waitForTurn } from '../lib/play.mjs';
import { Server } from '../lib/server.mjs';

let server, browser;
before(async () => ([server, browser] = await Promise.all([Server.start(), launch()])));
after(() => Promise.all([browser?.close(), server?.stop()]));

const addresses = [
  '/',
  '/play/duel',
  '/play/inner-circle',
  '/puzzles',
  '/puzzles/look-first',
  '/boards',
  '/matches',
  '/rules',
  '/rules/golem-it',
  '/about',
  '/no/such/page',
];
/** Waits until a page has got all it asks for and shows it. */
async function settled(page) {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.querySelector('main h1') && !document.querySelector('main > [role=status]'));
}

for (const scheme of ['light', 'dark']) {
  test(`axe finds nothing on any page (${scheme})`, { timeout: 180_000 }, async () => {
    const { page, problems, close } = await visitor(browser, server, { scheme, quiet: ['status of 404'] });
    for (const address of addresses) {
      await page.goto(address);
      await settled(page);
      if (address.startsWith('/play')) await page.getByText('Options', { exact: true }).click();
      await accessible(page, `${address} (${scheme})`);
    }
    await page.getByLabel('Settings').click();
    await accessible(page, `settings (${scheme})`);
    assert.deepEqual(problems, []);
    await close();
  });
}

for (const language of ['en', 'fr']) {
  test(`the name of a control contains its visible text (${language})`, { timeout: 180_000 }, async () => {
    const { page, problems, close } = await visitor(browser, server, { language, quiet: ['status of 404'] });
    let compared = 0;
    for (const address of addresses) {
      await page.goto(address);
      await settled(page);
      compared += await calledAsSeen(page, address);
    }
    const friend = [{ kind: 'you' }, { kind: 'friend' }, { kind: 'bot', level: 'easy' }];
    await openMatch(page, { game: 'golem-it', seats: 3, variant: 'standard', chairs: friend });
    await page.locator('#link-1').waitFor();
    compared += await calledAsSeen(page, 'seats with links');
    await openMatch(page, { game: 'golem-it', seats: 3, variant: 'standard', chairs: bots(3) });
    await waitForTurn(page);
    for (const part of ['.bar', '.foot']) compared += await calledAsSeen(page, `the ${part} of a table`, part);
    assert.ok(compared > 20, `only ${compared} controls were compared`);
    assert.deepEqual(problems, []);
    await close();
  });
}

test('every page fits a phone, and a game can be played on it', { timeout: 180_000 }, async () => {
  const { page, problems, close } = await visitor(browser, server, { phone: true, quiet: ['status of 404'] });
  for (const address of addresses) {
    await page.goto(address);
    await settled(page);
    await fitsTheScreen(page, address);
  }
  for (const [game, seats, variant] of [
    ['its-alive', 3, 'standard'],
    ['inner-circle', 4, 'match'],
    ['capek', 2, 'standard'],
    ['duel', 2, 'standard'],
    ['golem-it', 4, 'standard'],
  ]) {
    await openMatch(page, { game, seats, variant, chairs: bots(seats) });
    await waitForTurn(page);
    await fitsTheScreen(page, game);
    const roll = dice(5);
    for (let count = 0; count < 3; count++) await chooseByChance(page, roll);
    await fitsTheScreen(page, game);
    await accessible(page, `${game} on a phone`);
  }
  assert.deepEqual(problems, []);
  await close();
});

test('it is light or dark as the device is, unless the reader says otherwise', { timeout: 180_000 }, async () => {
  const ground = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const [light, dark] = ['rgb(250, 245, 234)', 'rgb(29, 24, 20)'];
  for (const [scheme, usual] of [
    ['light', light],
    ['dark', dark],
  ]) {
    const { page, close } = await visitor(browser, server, { scheme });
    await page.goto('/');
    await settled(page);
    assert.equal(await ground(page), usual, `the device is ${scheme}`);
    await page.getByLabel('Settings').click();
    for (const [wanted, shown] of [
      ['light', light],
      ['dark', dark],
      ['auto', usual],
    ]) {
      await page.getByLabel(/^Theme/).selectOption(wanted);
      assert.equal(await ground(page), shown, `${wanted} on a device that is ${scheme}`);
    }
    await close();
  }
});

test('French is complete, wherever the server speaks English', { timeout: 180_000 }, async () => {
  const { page, problems, close } = await visitor(browser, server, { language: 'fr' });
  await page.goto('/');
  await page.getByText('Cinq jeux de golems').waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'fr');
  // A new game, which has no options and no words of its own yet, is shown in English.
  const { games } = await page.evaluate(async () => (await fetch('/api/games')).json());
  for (const game of games.filter(({ options }) => options.length > 0)) {
    assert.equal(await page.getByText(game.tagline).count(), 0, `${game.id}: tagline`);
    await page.goto(`/play/${game.id}`);
    await page.locator('main form').waitFor();
    await page.getByText('Options', { exact: true }).click();
    const text = await page.locator('main').innerText();
    for (const { summary } of game.variants) assert.ok(!text.includes(summary), summary);
    for (const { meaning } of game.options) assert.ok(!text.includes(meaning), meaning);
    assert.doesNotMatch(text, /\b[a-z]+(-[a-z]+)*\.[a-z_]+\.[a-z]/i, 'no key without words');
    await page.goto(`/rules/${game.id}`);
    await page.getByText('Options', { exact: true }).waitFor();
    assert.match(await page.locator('main').innerText(), /joueurs|personnes|deux|créateurs/);
  }
  const { puzzles } = await page.evaluate(async () => (await fetch('/api/puzzles')).json());
  await page.goto('/puzzles');
  await page.locator('a.card').first().waitFor();
  const list = await page.locator('main').innerText();
  // A few names are the same in both languages.
  const english = puzzles.filter(({ name }) => list.split('\n').includes(name) && !['Parking'].includes(name));
  assert.deepEqual(
    english.map(({ name }) => name),
    [],
  );

  // Switching back changes what is on the screen, and is remembered.
  await page.getByLabel('Langue').selectOption('en');
  await page.getByRole('heading', { name: 'Puzzles' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Puzzles' }).waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test('a French table speaks French: prompt, log and choices', { timeout: 180_000 }, async () => {
  const { page, problems, close } = await visitor(browser, server, { language: 'fr' });
  await openMatch(page, { game: 'its-alive', seats: 2, variant: 'standard', options: { first: 0 }, chairs: bots(2) });
  const roll = dice(2);
  for (let count = 0; count < 6; count++) await chooseByChance(page, roll);
  const text = await page.locator('main').innerText();
  assert.doesNotMatch(text, /\b(rolls?|draws?|place it|what to do|torso|symbol of|your turn)\b/i);
  assert.deepEqual(problems, []);
  await close();
});

test('everything can be done with the keyboard alone', { timeout: 180_000 }, async () => {
  const { page, problems, close } = await visitor(browser, server);
  await page.goto('/');
  await page.getByRole('button', { name: /^Play now: Golem It/ }).waitFor();
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');
  for (let presses = 0; !(await focused()).startsWith('Play now: Golem It'); presses++) {
    assert.ok(presses < 80, 'the button can be reached with Tab');
    await page.keyboard.press('Tab');
  }
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  assert.notEqual(outline, 'none', 'where one is can be seen');
  await page.keyboard.press('Enter');
  await waitForTurn(page);
  const version = () => page.locator('[data-version]').getAttribute('data-version');
  const start = await version();
  for (let presses = 0; presses < 12 && (await version()) === start; presses++) {
    await change(page, () => page.keyboard.press('1'));
  }
  assert.notEqual(await version(), start, 'digits play');
  await page.keyboard.press('r');
  await page.locator('.rules').waitFor();
  await page.keyboard.press('l');
  await page.waitForFunction(() => document.activeElement?.id === 'log');
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await accessible(page, 'keys');
  await page.keyboard.press('Escape');
  assert.deepEqual(problems, []);
  await close();
});

test('undo takes a choice back', { timeout: 180_000 }, async () => {
  const { page, close } = await visitor(browser, server);
  await openMatch(page, { game: 'duel', seats: 2, variant: 'beginner', chairs: bots(2) });
  await waitForTurn(page);
  await page.keyboard.press('1');
  await page.locator('.so-far').waitFor();
  await page.keyboard.press('u');
  await page.locator('.so-far').waitFor({ state: 'detached' });
  await close();
});

test('a table weighs less than 250 kB, and asks nobody else for anything', { timeout: 180_000 }, async () => {
  for (const [game, seats, variant] of [
    ['its-alive', 2, 'standard'],
    ['inner-circle', 2, 'single'],
    ['capek', 2, 'standard'],
    ['duel', 2, 'standard'],
    ['golem-it', 3, 'standard'],
  ]) {
    const { page, context, close } = await visitor(browser, server);
    const id = await openMatch(page, { game, seats, variant, chairs: bots(seats) });
    const fresh = await context.newPage();
    const client = await context.newCDPSession(fresh);
    await client.send('Network.enable');
    await client.send('Network.setCacheDisabled', { cacheDisabled: true });
    let bytes = 0;
    const foreign = [];
    client.on('Network.loadingFinished', (event) => (bytes += event.encodedDataLength));
    client.on(
      'Network.requestWillBeSent',
      ({ request: { url } }) => url.startsWith(server.address) || url.startsWith('data:') || foreign.push(url),
    );
    await fresh.goto(`/m/${id}`);
    await waitForTurn(fresh);
    console.log(`    ${game}: ${(bytes / 1000).toFixed(1)} kB`);
    assert.ok(bytes > 20_000 && bytes < 250_000, `${game} weighs ${bytes} bytes`);
    assert.deepEqual(foreign, []);
    await close();
  }
});

test('what cannot be done says why, with the text of the clause', { timeout: 180_000 }, async () => {
  const { page, problems, close } = await visitor(browser, server);
  await openMatch(page, { game: 'inner-circle', seats: 2, variant: 'single', options: { first: 0 }, chairs: bots(2) });
  await waitForTurn(page);
  // Cards can be played, so none may be drawn (IC-8).
  await page.locator('[data-table] button.why').first().click({ force: true });
  const refusal = page.getByRole('alert');
  await refusal.getByText('If you can play a card, you must play at least one').waitFor();
  await accessible(page, 'a refusal');
  await refusal.getByRole('button', { name: 'Show IC-8 in the rules' }).click();
  await page.waitForFunction(() => document.activeElement?.id === 'IC-8');
  assert.deepEqual(problems, []);
  await close();
});
