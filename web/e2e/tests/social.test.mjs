// People among themselves: resigning, calling across the table, and tidying one's list of matches.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible, fitsTheScreen, launch, visitor } from '../lib/browser.mjs';
import { bots, openMatch, waitForTurn } from '../lib/play.mjs';
import { Server } from '../lib/server.mjs';

let server, browser;
before(async () => ([server, browser] = await Promise.all([Server.start(), launch()])));
after(() => Promise.all([browser?.close(), server?.stop()]));

const human = [{ kind: 'you' }, { kind: 'friend' }];

/** Two people at a table. */
async function together(plan, looks = {}) {
  const [host, guest] = await Promise.all([visitor(browser, server), visitor(browser, server, looks)]);
  const id = await openMatch(host.page, plan);
  await guest.page.goto(await host.page.locator('input[id^=link-]').first().inputValue());
  await guest.page.locator('#join-name').fill('Bob');
  await guest.page.locator('#join-name').press('Enter');
  await guest.page.locator('[data-table]').waitFor();
  return { host, guest, id };
}

/** Keeps every call that a page shows from now on, since each is seen for a moment only; `called` waits for one. */
const watchCalls = (page) =>
  page.evaluate(() => {
    globalThis.calls = [];
    const note = (node) =>
      node.dataset?.emote && globalThis.calls.push(`${node.closest('[data-seat]').dataset.seat} ${node.dataset.emote}`);
    new MutationObserver((list) => list.forEach(({ addedNodes }) => addedNodes.forEach(note))).observe(document.body, {
      childList: true,
      subtree: true,
    });
  });
const called = (page, what) => page.waitForFunction((wanted) => globalThis.calls.includes(wanted), what);

const question = (page) => page.locator('[data-question]');

for (const { language, phone } of [
  { language: 'en', phone: false },
  { language: 'fr', phone: true },
]) {
  const words = {
    en: ['More', 'Resign', 'You have resigned', 'You resigned'],
    fr: ['Plus', 'Abandonner', 'Vous avez abandonné', 'Abandonnée'],
  }[language];
  test(
    `who resigns from a match of two has lost it, and the other has won (${language}, ${phone ? 'phone' : 'desktop'})`,
    { timeout: 180_000 },
    async () => {
      const { host, guest } = await together({ game: 'duel', seats: 2, variant: 'beginner', chairs: human }, { language, phone });
      const { page } = guest;
      await page.getByLabel(words[0], { exact: true }).click();
      await accessible(page, 'the menu of a table');
      await page.getByRole('button', { name: words[1] }).click();
      await question(page).waitFor();
      await accessible(page, 'the question');
      await fitsTheScreen(page, 'the question');
      // No is the first button: nothing has happened.
      await question(page).getByRole('button').first().click();
      await question(page).waitFor({ state: 'detached' });
      assert.equal(await page.locator('[data-over]').count(), 0);
      await page.getByLabel(words[0], { exact: true }).click();
      await page.getByRole('button', { name: words[1] }).click();
      await question(page).getByRole('button', { name: words[1] }).click();
      await page.locator('[data-over] h2', { hasText: words[2] }).waitFor();
      await accessible(page, 'the result of a resignation');
      await fitsTheScreen(page, 'the result of a resignation');

      await host.page.locator('[data-over] h2', { hasText: 'You have won!' }).waitFor();
      assert.match(await host.page.locator('[data-over]').innerText(), /Bob has resigned/);
      await page.goto('/matches');
      assert.match(await page.locator('[data-outcome=resigned]').innerText(), new RegExp(words[3]));
      assert.match(await page.locator('.statistics tbody tr').first().innerText(), /0\s+0\s+1/, 'it counts as lost');
      assert.deepEqual([...host.problems, ...guest.problems], []);
      await Promise.all([host.close(), guest.close()]);
    },
  );
}

test('with more players a bot plays on, and everyone sees it', { timeout: 180_000 }, async () => {
  const { host, guest } = await together({
    game: 'its-alive',
    seats: 3,
    variant: 'standard',
    chairs: [...human, { kind: 'bot', level: 'easy' }],
  });
  await guest.page.getByLabel('More', { exact: true }).click();
  await guest.page.getByRole('button', { name: 'Resign' }).click();
  await question(guest.page).getByRole('button', { name: 'Resign' }).click();
  await host.page.locator('[data-resigned]', { hasText: 'Bob has resigned. A bot (normal) plays on' }).waitFor();
  await host.page.locator('[data-table] .panel h3', { hasText: 'Bob (bot)' }).waitFor();
  await guest.page.locator('[data-resigned]', { hasText: 'You have resigned' }).waitFor();
  await accessible(guest.page, 'a table one has resigned from');
  await guest.page.getByLabel('More', { exact: true }).click();
  assert.equal(await guest.page.getByRole('button', { name: 'Resign' }).count(), 0, 'nobody resigns twice');
  assert.equal(await host.page.locator('[data-over]').count(), 0);
  await waitForTurn(host.page);
  assert.deepEqual([...host.problems, ...guest.problems], []);
  await Promise.all([host.close(), guest.close()]);
});

for (const phone of [false, true]) {
  test(`a match is given up and removed in the list, and put back (${phone ? 'phone' : 'desktop'})`, { timeout: 180_000 }, async () => {
    const { page, problems, close } = await visitor(browser, server, { phone });
    const plan = { game: 'duel', seats: 2, variant: 'standard', chairs: bots(2) };
    const [first, second] = [await openMatch(page, plan), await openMatch(page, plan)];
    await page.goto('/matches');
    const line = (id) => page.locator(`[data-match='${id}']`);
    await line(first)
      .getByRole('button', { name: /^Resign/ })
      .click();
    await question(page).getByRole('button', { name: 'Resign' }).click();
    await line(first).locator('[data-outcome=resigned]').waitFor();

    await line(second)
      .getByRole('button', { name: /^Remove/ })
      .click();
    assert.match(await question(page).innerText(), /You are still playing in it, so removing it means resigning/);
    await accessible(page, 'removing a match');
    await fitsTheScreen(page, 'removing a match');
    await question(page).getByRole('button', { name: 'Resign and remove' }).click();
    await line(second).waitFor({ state: 'detached' });
    await accessible(page, 'a list without a match');
    await page.locator('[data-removed]').getByRole('button').click();
    await line(second).locator('[data-outcome=resigned]').waitFor();

    await line(second)
      .getByRole('button', { name: /^Remove/ })
      .click();
    await question(page).getByRole('button', { name: 'Remove' }).click();
    await page.locator('[data-removed]').waitFor();
    await page.reload();
    await line(first).waitFor();
    assert.equal(await line(second).count(), 0, 'the server remembers');
    assert.deepEqual(problems, []);
    await close();
  });
}

for (const { language, phone } of [
  { language: 'en', phone: false },
  { language: 'fr', phone: true },
]) {
  const [open, bravo, mute] = {
    en: ['Say something', 'Well played!', 'Don’t show'],
    fr: ['Dire quelque chose', 'Bien joué !', 'Ne pas montrer'],
  }[language];
  test(
    `people call across the table, spectators see it, and who wants can mute it (${language}, ${phone ? 'phone' : 'desktop'})`,
    { timeout: 180_000 },
    async () => {
      const { host, guest, id } = await together({ game: 'duel', seats: 2, variant: 'beginner', chairs: human }, { language, phone });
      const eve = await visitor(browser, server);
      await eve.page.goto(`/m/${id}`);
      await eve.page.locator('[data-table]').waitFor();
      assert.equal(await eve.page.getByLabel('Say something').count(), 0, 'spectators are silent');

      const { page } = guest;
      await page.locator('summary').and(page.getByLabel(open)).click();
      // They lie over buttons of the table.
      await accessible(page, 'the emotes', 'details[open]');
      await fitsTheScreen(page, 'the emotes');
      await Promise.all([host, eve, guest].map((one) => watchCalls(one.page)));
      await page.getByRole('button', { name: bravo }).click();
      await Promise.all([host, eve, guest].map((one) => called(one.page, '1 bravo')));

      // Muted: Bob's own table shows nothing, and the next thing that Ada says is not seen there.
      await page.locator("[data-seat='1'] [data-emote]").waitFor({ state: 'detached' });
      await page.locator('summary').and(page.getByLabel(open)).click();
      await page.getByLabel(mute).check();
      await page.keyboard.press('Escape');
      await host.page.locator('summary').and(host.page.getByLabel('Say something')).click();
      await host.page.getByRole('button', { name: 'Hello!' }).click();
      await Promise.all([host, eve].map((one) => called(one.page, '0 hello')));
      assert.deepEqual(await page.evaluate(() => globalThis.calls), ['1 bravo']);
      assert.deepEqual([...host.problems, ...guest.problems, ...eve.problems], []);
      await Promise.all([host, guest, eve].map((one) => one.close()));
    },
  );
}

test('a seat looks the same on every screen, and who is away is seen there and waited for with a clock', { timeout: 180_000 }, async () => {
  const seats = { game: 'its-alive', seats: 3, variant: 'standard', options: { first: 1 }, takeover_seconds: 3600 };
  const { host, guest } = await together({ ...seats, chairs: [...human, { kind: 'bot', level: 'easy' }] });
  const looks = (page) =>
    page.locator('[data-table] [data-seat]').evaluateAll((panels) =>
      panels
        .map((panel) => {
          const mark = panel.querySelector('.mark');
          return `${panel.dataset.seat} ${mark.textContent} ${getComputedStyle(mark).color}`;
        })
        .sort(),
    );
  await host.page.locator('[data-table] [data-seat]').first().waitFor();
  assert.deepEqual(await looks(guest.page), await looks(host.page));
  const prompt = host.page.locator('.turn .prompt');
  await prompt.getByText(/^Waiting for Bob · \d:\d\d$/).waitFor();
  await guest.close();
  await prompt.getByText(/^Bob is away: a bot takes over soon · (59|60):\d\d$|^Bob is away: a bot takes over soon · 1:00:00$/).waitFor();
  await host.page.locator("[data-seat='1'] .mark[data-away]").waitFor();
  assert.equal(await host.page.locator("[data-seat='0'] .mark[data-away]").count(), 0);
  assert.deepEqual(host.problems, []);
  await host.close();
});

test('what is called appears at the seat of whoever called it, on the smallest screens', { timeout: 180_000 }, async () => {
  // The first and the last of six seats: the corners of the table.
  const chairs = [human[0], ...Array.from({ length: 4 }, () => ({ kind: 'bot', level: 'easy' })), human[1]];
  const { host, guest } = await together({ game: 'golem-it', seats: 6, variant: 'standard', chairs }, { language: 'fr' });
  for (const { page } of [host, guest]) await page.setViewportSize({ width: 360, height: 640 });
  const seen = ({ page }, seat) =>
    page.waitForFunction((whose) => {
      const call = document.querySelector(`[data-seat='${whose}'] [data-emote]`);
      if (!call || call.getAnimations().some((one) => one.playState === 'running')) return null;
      const [box, from] = [call.getBoundingClientRect(), call.closest('[data-seat]').getBoundingClientRect()];
      const inside = box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
      // A seat that reaches beyond the table is met at the table's edge.
      const table = call.closest('[data-table]').getBoundingClientRect();
      const [left, right] = [Math.min(from.left, table.right), Math.max(from.right, table.left)];
      const [top, bottom] = [Math.min(from.top, table.bottom), Math.max(from.bottom, table.top)];
      const near = box.left <= right + 8 && box.right >= left - 8 && box.top <= bottom + 8 && box.bottom >= top - 8;
      return { inside, near };
    }, seat);
  for (const [who, seat, open, luck] of [
    [host, 0, 'Say something', 'Good luck!'],
    [guest, 5, 'Dire quelque chose', 'Bonne chance !'],
  ]) {
    const { page } = who;
    await page.locator('summary').and(page.getByLabel(open)).click();
    const shown = [host, guest].map((one) => seen(one, seat));
    await page.getByRole('button', { name: luck }).click();
    for (const one of shown) assert.deepEqual(await (await one).jsonValue(), { inside: true, near: true }, `seat ${seat}`);
  }
  assert.deepEqual([...host.problems, ...guest.problems], []);
  await Promise.all([host.close(), guest.close()]);
});

for (const phone of [false, true]) {
  test(
    `a duel shows where the program leads, and how many cards everyone has (${phone ? 'phone' : 'desktop'})`,
    { timeout: 180_000 },
    async () => {
      const { page, problems, close } = await visitor(browser, server, { phone });
      await openMatch(page, { game: 'duel', seats: 2, variant: 'beginner', chairs: bots(2) });
      await waitForTurn(page);
      const ghost = (cells, facing) => page.locator(`[data-ghost='${cells}'][data-facing=${facing}]`);
      const card = (choice) => page.locator(`[data-table] button[data-choice='"${choice}"']`);
      assert.deepEqual(await page.locator('[data-cards]').allInnerTexts(), ['18 cards', '18 cards']);
      assert.equal(await page.locator('[data-ghost]').count(), 0, 'nothing is laid yet');
      await card('F').focus();
      await ghost('a1 a2', 'n').waitFor();
      await card('F').click();
      await page.locator('[data-cards]', { hasText: '17 cards' }).waitFor();
      await card('R').click();
      await ghost('a1 a2', 'e').waitFor();
      await card('F').focus();
      await ghost('a1 a2 b2', 'e').waitFor();
      await accessible(page, 'a ghost');
      await fitsTheScreen(page, 'a ghost');
      assert.deepEqual(problems, []);
      await close();
    },
  );
}

test('a golem that is destroyed falls apart', { timeout: 180_000 }, async () => {
  const { page, problems, close } = await visitor(browser, server);
  const board = {
    name: 'face-to-face',
    size: 4,
    golem: [
      { at: 'a1', facing: 'n' },
      { at: 'a2', facing: 's' },
    ],
  };
  await openMatch(page, {
    game: 'duel',
    seats: 2,
    variant: 'scenario',
    options: { lives: 1 },
    board,
    chairs: [{ kind: 'you' }, { kind: 'you' }],
  });
  for (const choice of ['A', 'S']) {
    await page.locator('.curtain button').click();
    await page.locator(`[data-table] button[data-choice='"${choice}"']`).click();
    await page.locator(`[data-table] button[data-choice='"done"']`).click();
  }
  await page.locator('[data-over]').waitFor();
  assert.equal(await page.locator('.golem.gone').count(), 1);
  const parts = await page.locator('.golem.gone .shoulders').evaluate((node) => getComputedStyle(node).transform);
  assert.notEqual(parts, 'none', 'it lies in pieces');
  assert.deepEqual(problems, []);
  await close();
});
