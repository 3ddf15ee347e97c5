// Puzzles and boards of the duel.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible, fitsTheScreen, launch, visitor } from '../lib/browser.mjs';
import { openMatch, playToTheEnd } from '../lib/play.mjs';
import { Server } from '../lib/server.mjs';

let server, browser;
before(async () => ([server, browser] = await Promise.all([Server.start(undefined, ['--gallery']), launch()])));
after(() => Promise.all([browser?.close(), server?.stop()]));

const card = (page, name) => page.getByRole('button', { name: new RegExp(`^${name},`) });
const button = (page, name) => page.getByRole('button', { name, exact: true });
const program = (page, count) => page.getByRole('list', { name: `Program: ${count} of` });

/** Lays cards by clicks and runs them; the verdict. */
async function run(page, cards) {
  for (const name of cards) await card(page, name).click();
  await button(page, 'Run').click();
  const verdict = page.locator('dialog[data-solved]');
  await verdict.waitFor();
  return verdict;
}

/** Nothing scrolls, and these parts lie inside the screen. */
async function onOneScreen(page, what, parts) {
  const problems = await page.evaluate((wanted) => {
    const root = document.documentElement;
    const found = [];
    if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) found.push(`${root.scrollWidth} × ${root.scrollHeight} scrolls`);
    for (const part of wanted) {
      const box = document.querySelector(part)?.getBoundingClientRect();
      const inside = box && box.width > 0 && box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
      if (!inside) found.push(`${part}: ${JSON.stringify(box)}`);
    }
    return found;
  }, parts);
  assert.deepEqual(problems, [], `${what} at ${JSON.stringify(page.viewportSize())}`);
}

/** Whatever can be touched is large enough for a finger. */
async function touchable(page, what) {
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('main button:not(:disabled), main summary, dialog[open] button, dialog[open] a')]
      .filter((one) => one.checkVisibility())
      .map((one) => [one.textContent.trim() || one.ariaLabel, one.getBoundingClientRect()])
      .filter(([, box]) => box.height < 39.5 || box.width < 39.5)
      .map(([name, box]) => `${name}: ${box.width} × ${box.height}`),
  );
  assert.deepEqual(small, [], what);
}

const BENCH = ['[data-part=goal]', '[data-part=board] svg', '[data-part=slots]', '[data-part=cards]', '[data-part=run]'];

for (const [width, height] of [
  [360, 640],
  [390, 844],
  [820, 1180],
  [1280, 720],
  [844, 390],
]) {
  test(`a puzzle is one screen at ${width} × ${height}, and so is its verdict`, { timeout: 180_000 }, async () => {
    const touch = width !== 1280;
    const context = await browser.newContext({
      baseURL: server.address,
      locale: 'en',
      reducedMotion: 'reduce',
      viewport: { width, height },
      hasTouch: touch,
      isMobile: touch,
    });
    context.setDefaultTimeout(40_000);
    const page = await context.newPage();
    // One with few cards, one with a LOOP and IFs, one of several rounds.
    const { puzzles } = await (await context.request.get('/api/puzzles')).json();
    const long = puzzles.find((puzzle) => puzzle.rounds > 1);
    for (const id of ['smash', 'look-first', long.id]) {
      await page.goto(`/puzzles/${id}`);
      await page.locator('[data-part=run]').waitFor();
      await onOneScreen(page, id, BENCH);
      const pieces = page.locator('[data-part=cards] button:not([aria-disabled=true])');
      await pieces.last().click();
      await pieces.first().click();
      await onOneScreen(page, `${id}, with cards`, BENCH);
      if (touch) await touchable(page, id);
    }
    await page.goto('/puzzles/smash');
    const failed = await run(page, ['Forward', 'Attack', 'Forward']);
    // Where it went wrong and why can be read without scrolling.
    assert.match(await failed.innerText(), /It goes wrong in slot 1:[^]*barrel/);
    assert.ok(await failed.evaluate((one) => one.scrollHeight <= one.clientHeight), 'the reason does not scroll');
    await onOneScreen(page, 'a failure', ['dialog[data-solved=false]', '[data-part=board] svg', '[data-part=slots]']);
    if (touch) await touchable(page, 'a failure');
    await button(page, 'Look at it').click();
    await page.locator('[data-part=slots] [data-now]').waitFor();
    await onOneScreen(page, 'watching', ['[data-part=board] svg', '[data-part=slots] [data-now]', '.transport']);
    if (touch) await touchable(page, 'watching');
    await button(page, 'Change the program').click();
    await button(page, 'Clear').click();
    await run(page, ['Attack', 'Forward', 'Forward']);
    await onOneScreen(page, 'solved', ['dialog[data-solved=true]', '[data-part=board] svg', '[data-part=slots]']);
    await context.close();
  });
}

test('the sheet for pupils prints on one page, in both languages', async () => {
  for (const sheet of ['pupil-sheet', 'pupil-sheet-fr']) {
    const page = await browser.newPage();
    await page.goto(new URL(`../../../docs/${sheet}.html`, import.meta.url).href);
    assert.ok(await page.locator('tr[data-card]').first().isVisible());
    const pdf = await page.pdf({ preferCSSPageSize: true });
    assert.equal(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length, 1, sheet);
    await accessible(page, sheet);
    await page.close();
  }
});

test('a puzzle is solved by clicks, steps both ways, and progress is kept', { timeout: 180_000 }, async () => {
  const { page, problems, close } = await visitor(browser, server);
  await page.goto('/puzzles');
  await page
    .getByRole('link', { name: /First steps/ })
    .last()
    .click();
  const failed = await run(page, ['Forward']);
  await failed.getByText('The program is over, and the goal is not met').waitFor();
  await accessible(page, 'a failed puzzle');
  await button(page, 'Try again').click();
  const par = Number(/par (\d+)/i.exec(await page.locator('[data-part=goal]').innerText())[1]);
  const solved = await run(page, Array(par - 1).fill('Forward'));
  assert.equal(await solved.getAttribute('data-solved'), 'true');
  // It is said once, and there is nobody to play again with.
  const text = await solved.innerText();
  assert.equal(text.match(/Solved/g).length, 1);
  assert.doesNotMatch(text, /Rematch|shuffle/);
  assert.match(text, /★★★/);
  await accessible(page, 'a solved puzzle');
  await page.keyboard.press('Escape');
  await button(page, 'One beat back').click();
  await page.locator('dialog[data-solved]').waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowRight');
  await page.locator('dialog[open][data-solved=true]').waitFor();
  await page.getByRole('link', { name: 'Next puzzle' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('first-steps'));
  await page.goto('/puzzles');
  await page.getByText('1 of 40 solved').waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test('a program is put together by dragging, by keys and by taps, and its way is shown', { timeout: 180_000 }, async () => {
  const { page, problems, close } = await visitor(browser, server);
  await page.goto('/puzzles/first-steps');
  await card(page, 'Forward').waitFor();
  const [from, to] = await Promise.all([card(page, 'Forward').boundingBox(), page.locator('[data-drop=new]').boundingBox()]);
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
  await page.mouse.up();
  await program(page, 1).waitFor();
  await page.mouse.move(1, 1);
  await page.locator('[data-ghost="a1 a2"]').waitFor();
  await page.locator('body').press('f');
  await program(page, 2).waitFor();
  await page.locator('[data-ghost="a1 a2 a3"]').waitFor();
  await page.locator('body').press('u');
  await program(page, 1).waitFor();
  await page.getByRole('button', { name: 'Slot 1: Forward. Take it back' }).click();
  await program(page, 0).waitFor();
  await page.locator('[data-ghost]').waitFor({ state: 'detached' });
  await page.locator('body').press('1');
  await program(page, 1).waitFor();
  await page.locator('body').press('Enter');
  await page.locator('dialog[data-solved]').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('dialog[data-solved]').waitFor({ state: 'detached' });
  await button(page, 'Run').waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test('a LOOP holds an action, and a program that is refused names its clause', { timeout: 180_000 }, async () => {
  const { page, close } = await visitor(browser, server, { quiet: ['status of 4'] });
  await page.goto('/puzzles/look-first');
  await card(page, 'Forward').click();
  await button(page, 'Run').click();
  await page.getByRole('alert').getByText('GD-21').waitFor();
  await accessible(page, 'a refused program');
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: /^LOOP 2/ }).click();
  await card(page, 'Forward').click();
  await program(page, 2).waitFor();
  await page.getByRole('button', { name: 'LOOP 2: Forward. Take it back' }).click();
  await program(page, 2).waitFor();
  await close();
});

test('a program that fails says where, and a card that is used up says why', { timeout: 180_000 }, async () => {
  const { page, problems, close } = await visitor(browser, server, { quiet: ['status of 4'] });
  await page.goto('/puzzles/smash');
  const verdict = await run(page, ['Forward', 'Attack', 'Forward']);
  await verdict.getByText('It goes wrong in slot 1').waitFor();
  await verdict.getByText('a barrel is on a2').waitFor();
  await button(page, 'Look at it').click();
  await page.getByText('round 1, beat 1').waitFor();
  await button(page, 'Change the program').click();
  await card(page, 'Attack').click({ force: true });
  await page.getByRole('alert').getByText('GD-2', { exact: true }).waitFor();
  await button(page, 'Clear').click();
  await button(page, 'Run').click();
  await page.getByRole('alert').getByText('GD-6', { exact: true }).waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test('a puzzle that is played as a match ends without a rematch and without a shuffle', { timeout: 180_000 }, async () => {
  const { page, problems, close } = await visitor(browser, server);
  await openMatch(page, { game: 'duel', seats: 1, variant: 'puzzle', options: { board: 'smash' }, chairs: [{ kind: 'you' }] });
  await playToTheEnd(page, 7);
  const text = await page.locator('[data-over]').innerText();
  assert.doesNotMatch(text, /Rematch|shuffle/);
  assert.ok((text.match(/solved/gi) ?? []).length === 1, text);
  assert.deepEqual(problems, []);
  await close();
});

test('a board is painted, its goal chosen, judged by the solver, saved and played', { timeout: 180_000 }, async () => {
  const { page, problems, close } = await visitor(browser, server);
  await page.goto('/boards');
  await page.locator('[data-cell=b2]').click();
  await button(page, 'Water').click();
  await page.locator('[data-cell=c2]').click();
  await page.getByRole('combobox', { name: 'Goal' }).selectOption('deliver');
  await page.getByRole('combobox', { name: 'Goal' }).selectOption('reach');
  await page.locator('[data-cell=a3]').click();
  await page.getByRole('button', { name: '⚑ a3: tap another cell' }).waitFor();
  await button(page, 'Par: one less').click();
  await button(page, 'Check it').click();
  await page.getByText('It can be solved.').waitFor();
  await button(page, 'Set it').click();
  await page.getByText('Par should be').waitFor({ state: 'detached' });
  await page.getByText('It can be solved.').waitFor();
  await accessible(page, 'verdict');
  const saved = page.waitForEvent('download');
  await button(page, 'Download as a file').click();
  const file = await (await saved).path();
  await button(page, 'Play on it').click();
  await page.waitForURL(/\/boards\/\w{12}$/);
  const verdict = await run(page, ['Forward', 'Forward']);
  assert.equal(await verdict.getAttribute('data-solved'), 'true');
  await verdict.getByRole('link', { name: 'Edit' }).click();
  await page.waitForURL(/\/boards\/\w{12}\/edit$/);
  await page.locator('[data-cell=b2][aria-label*=wall]').waitFor();

  await page.goto('/boards');
  await button(page, 'Start over').click();
  await page.locator('[data-cell=b2][aria-label*=free]').waitFor();
  await page.getByLabel('Open a file').setInputFiles(file);
  await page.getByText('It can be solved.').waitFor();
  await page.getByRole('button', { name: '⚑ a3: tap another cell' }).waitFor();
  await page.locator('[data-cell=b2][aria-label*=wall]').waitFor();
  assert.deepEqual(problems, []);
  await close();
});

for (const phone of [false, true]) {
  test(
    `the workshop keeps a draft, and a short link opens the puzzle to play (${phone ? 'phone' : 'desktop'})`,
    { timeout: 180_000 },
    async () => {
      const { page, context, problems, close } = await visitor(browser, server, { phone });
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      // Without the system's share sheet, the link is copied.
      await context.addInitScript(() => delete Navigator.prototype.share);
      await page.goto('/boards');
      await button(page, 'Flag').click();
      await page.locator('[data-cell=a3]').click();
      const name = page.getByRole('textbox', { name: 'Name' });
      await name.fill('Château');
      await page.getByText('choose the hand of cards').click();
      await fitsTheScreen(page, 'the workshop');
      await accessible(page, 'the workshop');
      await page.getByText('As text').click();
      const written = page.getByRole('textbox', { name: 'Goal' });
      assert.equal(await written.inputValue(), 'reach a3');
      await written.fill('reach a4');
      await page.getByRole('button', { name: '⚑ a4: tap another cell' }).waitFor();
      await written.fill('reach a3');

      await page.reload();
      assert.equal(await name.inputValue(), 'Château');
      await button(page, 'Share a link to this board').click();
      await page.getByText('The link is on your clipboard.').waitFor();
      const link = await page.evaluate(() => navigator.clipboard.readText());
      assert.match(link, /\/boards\/\w{12}$/);
      const friend = await visitor(browser, server, { phone });
      await friend.page.goto(link);
      await friend.page.getByRole('heading', { name: 'Château' }).waitFor();
      await onOneScreen(friend.page, 'a shared puzzle', BENCH);
      await friend.page.getByLabel('About this puzzle').click();
      await friend.page.getByRole('link', { name: 'Edit' }).click();
      await friend.page.waitForFunction(() => document.querySelector('.fields input')?.value === 'Château');
      // A link of old, with the whole board in it, opens the puzzle as well; behind it lies the workshop.
      const old = btoa(encodeURIComponent(JSON.stringify({ name: 'Vieux pont', kind: 'puzzle', size: 4, goal: 'reach d4' })));
      await friend.page.goto('/puzzles');
      await friend.page.goto(`/boards#${old.replaceAll('=', '')}`);
      await friend.page.waitForURL(/\/boards\/\w{12}$/);
      await friend.page.getByRole('heading', { name: 'Vieux pont' }).waitFor();
      await friend.page.goBack();
      await friend.page.waitForFunction(() => document.querySelector('.fields input')?.value === 'Vieux pont');
      assert.deepEqual(friend.problems, []);
      await friend.close();
      await button(page, 'Start over').click();
      await page.waitForFunction(() => document.querySelector('.fields input')?.value === 'my-board');
      assert.deepEqual(problems, []);
      await close();
    },
  );
}

test('a board is published in the gallery and taken out again', { timeout: 180_000 }, async () => {
  const { page, problems, close } = await visitor(browser, server);
  await page.goto('/boards');
  await page.getByText('None yet.').waitFor();
  await button(page, 'Check it').click();
  await page.getByRole('textbox', { name: 'Title in the gallery' }).fill('A short walk');
  await button(page, 'Publish').click();
  const shown = page.locator('[data-gallery]').getByRole('link', { name: /A short walk/ });
  await shown.waitFor();
  await accessible(page, 'the gallery');
  await fitsTheScreen(page, 'the gallery');
  const friend = await visitor(browser, server, { phone: true });
  await friend.page.goto('/boards');
  await friend.page
    .locator('[data-gallery]')
    .getByRole('link', { name: /A short walk/ })
    .click();
  await friend.page.getByRole('heading', { name: 'A short walk' }).waitFor();
  await friend.page.locator('[data-part=run]').waitFor();
  await friend.close();
  await button(page, 'Take it out of the gallery').click();
  await shown.waitFor({ state: 'detached' });
  assert.deepEqual(problems, []);
  await close();
});

test('the puzzle of the day is marked, counts a streak, and leads to a result that can be shared', { timeout: 180_000 }, async () => {
  // Again with another visitor if the day changes meanwhile.
  for (let unchanged = false; !unchanged;) {
    const { page, context, problems, close } = await visitor(browser, server);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await context.addInitScript(() => delete Navigator.prototype.share);
    const daily = async () => (await (await context.request.get('/api/puzzles')).json()).daily;
    await page.goto('/puzzles');
    const { id, day } = await daily();
    await page.locator('a.today').waitFor();
    await page.locator('[data-daily]').click();
    await page.waitForURL(`**/puzzles/${id}`);
    await page.getByRole('heading', { name: /Puzzle of the day/ }).waitFor();
    // The solver knows a solution.
    const rounds = await page.evaluate(async (puzzle) => {
      const { toml } = await (await fetch(`/api/puzzles/${puzzle}`)).json();
      const headers = { 'content-type': 'application/json' };
      const checked = await (await fetch('/api/boards/check', { method: 'POST', headers, body: JSON.stringify({ toml }) })).json();
      return checked.solution.programs[0];
    }, id);
    await page.evaluate(
      async ([puzzle, program]) =>
        fetch(`/api/puzzles/${puzzle}/run`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ program }),
        }),
      [id, rounds],
    );
    await page.goto('/puzzles');
    const after = await daily();
    unchanged = after.day === day;
    if (unchanged) {
      assert.deepEqual([after.solved, after.streak], [true, 1]);
      await page.locator('[data-daily] [data-streak="1"]').waitFor();
      await page.getByText('1 day in a row.').waitFor();
      await accessible(page, 'the list of puzzles');
    }
    await page.goto('/puzzles/first-steps');
    const par = Number(/par (\d+)/i.exec(await page.locator('[data-part=goal]').innerText())[1]);
    await run(page, Array(par).fill('Forward'));
    await button(page, 'Share my result').click();
    await page.getByText('Your result is on your clipboard.').waitFor();
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /Golemry, First steps: ★★★ .*\/puzzles\/first-steps$/);
    assert.deepEqual(problems, []);
    await close();
  }
});

for (const phone of [false, true]) {
  test(
    `a board is picked by its picture, and a scenario tells its story (${phone ? 'phone' : 'desktop'})`,
    { timeout: 180_000 },
    async () => {
      const { page, problems, close } = await visitor(browser, server, { phone, language: phone ? 'fr' : 'en' });
      await page.goto('/play/duel');
      await page.locator('input[value=scenario]').check();
      await page.getByText('Options', { exact: true }).click();
      const thief = page.locator('.pictures button', { hasText: phone ? 'Le voleur' : 'The thief' });
      await thief.click();
      assert.equal(await thief.getAttribute('aria-pressed'), 'true');
      const story = phone ? /Le bleu ne veut que le rouge/ : /Blue only wants red/;
      await page.locator('.option .story').filter({ hasText: story }).waitFor();
      await accessible(page, 'setting up a scenario');
      await fitsTheScreen(page, 'setting up a scenario');
      await page.locator('form button.primary').click();
      await page.locator('[data-table] .notes p').filter({ hasText: story }).waitFor();
      assert.deepEqual(problems, []);
      await close();
    },
  );
}
