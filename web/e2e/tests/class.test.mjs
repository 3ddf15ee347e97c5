// A whole lesson: a teacher, three pupils (one of them on a phone), and the wall.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { accessible, fitsTheScreen, launch } from '../lib/browser.mjs';
import { Server } from '../lib/server.mjs';

let server, browser;
before(async () => ([server, browser] = await Promise.all([Server.start(), launch()])));
after(() => Promise.all([browser?.close(), server?.stop()]));

/** A device of its own, at the size of a phone, a laptop or a wall. */
async function device(kind, language = 'en') {
  const phone = kind === 'phone';
  const viewport = { phone: { width: 390, height: 844 }, laptop: { width: 1280, height: 720 }, wall: { width: 1920, height: 1080 } }[kind];
  const context = await browser.newContext({
    baseURL: server.address,
    locale: language,
    viewport,
    hasTouch: phone,
    isMobile: phone,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await context.addInitScript(() => localStorage.setItem('pace', 'none'));
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4/.test(message.text())) problems.push(message.text());
  });
  return { context, page, problems };
}

/** These parts lie inside the screen at this moment, and the page is no larger than it. */
async function seen(page, what, ...parts) {
  const problems = await page.evaluate((wanted) => {
    const root = document.documentElement;
    const found = [];
    if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) found.push(`${root.scrollWidth} × ${root.scrollHeight} scrolls`);
    for (const part of wanted) {
      const all = [...document.querySelectorAll(part)].filter((one) => one.checkVisibility());
      if (all.length === 0) found.push(`${part}: nothing`);
      for (const one of all) {
        const box = one.getBoundingClientRect();
        const inside =
          box.width > 0 && box.left >= -0.5 && box.top >= -0.5 && box.right <= innerWidth + 0.5 && box.bottom <= innerHeight + 0.5;
        if (!inside) found.push(`${part}: ${JSON.stringify(box)}`);
      }
    }
    return found;
  }, parts);
  assert.deepEqual(problems, [], `${what} at ${JSON.stringify(page.viewportSize())}`);
}

const button = (page, name) => page.getByRole('button', { name, exact: true });
const card = (page, name) => page.locator('[data-part=cards]').getByRole('button', { name: new RegExp(`^${name}`) });

/** A pupil joins with the code; the two words. */
async function join(page, code, name) {
  await page.goto('/class');
  await page.locator('#class-code').fill(`${code.slice(0, 3).toLowerCase()} ${code.slice(3)}`);
  await page.locator('#class-name').fill(name);
  await button(page, 'Join').click();
  await page.locator('[data-words]').waitFor();
  const words = (await page.locator('[data-words] span').allInnerTexts()).join(' ');
  await seen(page, 'the two words', '[data-words]');
  await button(page, 'I have written them down').click();
  await page.locator('[data-room]').waitFor();
  return words;
}

/** Lays cards at the bench of a puzzle and runs them. */
async function run(page, cards) {
  for (const name of cards) await card(page, name).click();
  await button(page, 'Run').click();
  const verdict = page.locator('dialog[data-solved]');
  await verdict.waitFor();
  return verdict;
}

const cell = (page, seat, task, state) => page.locator(`[data-cell="${seat} ${task}"][data-state=${state}]`);

test('a lesson', { timeout: 180_000 }, async () => {
  const [teacher, wall, ada, bo, noor] = await Promise.all(['laptop', 'wall', 'laptop', 'laptop', 'phone'].map((kind) => device(kind)));
  const desk = teacher.page;

  // The teacher opens a class with one button.
  await desk.goto('/class');
  await desk.locator('#class-code').waitFor();
  await accessible(desk, 'the door');
  await desk.getByRole('textbox', { name: 'Name of the class' }).fill('Class 5b');
  await button(desk, 'Open a class').click();
  await desk.locator('[data-invite]').waitFor();
  const code = await desk.locator('[data-code]').getAttribute('data-code');
  assert.match(code, /^[A-Z0-9]{6}$/);
  await seen(desk, 'the code', '[data-code]', '[data-invite] [data-qr]');
  await accessible(desk, 'the invitation', '[data-invite]');

  // The link for another browser is copied, and seen nowhere.
  await button(desk, 'Copy a link for the computer at the wall').click();
  await desk.getByText('It shows the wall and can change nothing').waitFor();
  const wallLink = await desk.evaluate(() => navigator.clipboard.readText());
  assert.ok(!(await desk.locator('body').innerText()).includes(new URL(wallLink).hash.slice(1)));
  await desk.keyboard.press('Escape');
  await wall.page.goto(wallLink);
  await wall.page.locator('[data-wall=code]').waitFor();
  assert.equal(new URL(wall.page.url()).hash, '', 'the secret leaves the address bar');
  await seen(wall.page, 'the code on the wall', '[data-wall] .code', '[data-qr]');
  const high = await wall.page.locator('[data-wall] .code').evaluate((one) => one.getBoundingClientRect().height);
  assert.ok(high > 150, `the code on the wall is ${high} px high`);

  // Three pupils come in, one by the link of the QR code.
  const words = await join(ada.page, code, 'Ada');
  await Promise.all([join(bo.page, code, 'Bo'), noor.page.goto(`/class/${code}`)]);
  await noor.page.locator('#class-name').fill('Noor');
  await button(noor.page, 'Join').tap();
  await accessible(noor.page, 'the two words');
  await button(noor.page, 'I have written them down').tap();
  await noor.page.getByText('Nothing to do yet').waitFor();
  await wall.page.getByText('3 pupils').waitFor();

  // Ada's laptop is lost: she comes back on another one, with her two words and no others.
  const other = await device('laptop');
  await other.page.goto(`/class/${code}`);
  await button(other.page, 'I have been here before').click();
  await other.page.locator('#class-words').fill('no such');
  await button(other.page, 'Come back').click();
  await other.page.getByRole('alert').getByText('Nobody in this class has these two words').waitFor();
  await other.page.locator('#class-words').fill(words.toUpperCase());
  await button(other.page, 'Come back').click();
  await other.page.locator('[data-room]').waitFor();
  assert.match(await other.page.locator('h1').innerText(), /^Ada/);
  await ada.context.close();

  // Puzzles: a chapter with one tap, then an assignment that is put in order with the keyboard.
  await desk.getByRole('tab', { name: 'Puzzles' }).click();
  await button(desk, 'New assignment').click();
  const editor = desk.locator('[data-editor]');
  for (const name of ['Mind the nose', 'Reverse gear', 'First steps']) await editor.getByRole('button', { name, exact: true }).click();
  await editor.getByRole('button', { name: 'Move First steps, number 3' }).focus();
  await desk.keyboard.press('Home');
  await editor.getByText('First steps is number 1 of 3 now.').waitFor({ state: 'attached' });
  const [from, to] = await Promise.all(
    [3, 2].map((n) => editor.getByRole('button', { name: new RegExp(`^Move .* number ${n}$`) }).boundingBox()),
  );
  await desk.mouse.move(from.x + 10, from.y + 15);
  await desk.mouse.down();
  await desk.mouse.move(to.x + 10, to.y + 2, { steps: 6 });
  await desk.mouse.up();
  await editor.getByText('Reverse gear is number 2 of 3 now.').waitFor({ state: 'attached' });
  await accessible(desk, 'the editor', '[data-editor]');
  // A board of somebody's own comes in by its link.
  const { toml } = await (await desk.request.get('/api/puzzles/parking')).json();
  const board = await (
    await desk.request.post('/api/boards', { data: { toml: toml.replace(/^title = .*$/m, 'title = "Our own"') } })
  ).json();
  const link = editor.getByLabel('A board of your own, by its link');
  await link.fill(`${server.address}/boards`);
  await button(editor, 'Add').click();
  await editor.getByText('That is no link to a board.').waitFor();
  await link.fill(`${server.address}/boards/${board.id}`);
  await button(editor, 'Add').click();
  await editor.getByRole('button', { name: /^Move .*, number 4$/ }).waitFor();
  await button(editor, 'Save').click();
  await desk.locator('[data-assignment]').getByText('First steps · Reverse gear · Mind the nose · Our own').waitFor();
  await accessible(desk, 'the assignments');

  // Everybody has it at once. One solves a puzzle, one fails.
  const stones = noor.page.locator('[data-stone]');
  await stones.first().waitFor();
  assert.deepEqual(
    await stones.evaluateAll((all) => all.map((one) => one.dataset.stone)),
    await other.page.locator('[data-stone]').evaluateAll((all) => all.map((one) => one.dataset.stone)),
  );
  const [task, second] = await stones.evaluateAll((all) => all.map((one) => one.dataset.stone));
  await accessible(noor.page, 'the room');
  await fitsTheScreen(noor.page, 'the room');
  await stones.first().tap();
  await desk.getByRole('tab', { name: 'Pupils' }).click();
  const failed = await run(noor.page, ['Forward']);
  assert.match(await failed.innerText(), /The program is over, and the goal is not met/);
  await seen(noor.page, 'a failure', 'dialog[data-solved=false] p', '[data-part=board] svg');
  await other.page.goto(`/class/${code}/p/${task}`);
  await bo.page.goto(`/class/${code}/p/${task}`);
  await run(other.page, ['Forward', 'Forward']);
  const wrong = await run(bo.page, ['Forward']);
  // The reason is on the screen of a laptop, too.
  await seen(bo.page, 'a failure', 'dialog[data-solved=false] p', '[data-part=board] svg');
  assert.ok(await wrong.evaluate((one) => one.scrollHeight <= one.clientHeight));

  // The grid shows it by itself, and tells the states apart by their shapes.
  const seats = await desk
    .locator('[data-pupil]')
    .evaluateAll((rows) => rows.map((row) => [row.querySelector('b').textContent, row.dataset.pupil]));
  const seat = Object.fromEntries(seats);
  await cell(desk, seat.Ada, task, 'solved').waitFor();
  await cell(desk, seat.Noor, task, 'working').waitFor();
  await cell(desk, seat.Bo, task, 'working').waitFor();
  await cell(desk, seat.Bo, second, 'new').waitFor();
  assert.match(await cell(desk, seat.Ada, task, 'solved').getAttribute('aria-label'), /^Ada, First steps: solved with 2 slots, 1 try$/);
  const shapes = await desk.locator('.cell svg').evaluateAll((all) => all.map((one) => one.innerHTML.replaceAll(/<!--.*?-->/g, '')));
  assert.equal(new Set(shapes).size, 3);
  await seen(desk, 'the desk', '[data-grid] thead', '.remote', 'aside h2', '.freeze');
  await accessible(desk, 'the grid');

  // A wrong program, with its beat and its reason, goes from the grid to the wall; nobody is named there.
  await desk.locator(`[data-task="${task}"]`).click();
  await desk.locator('aside').getByText('2 pupils').waitFor();
  await desk.locator('aside [data-beat]').waitFor();
  await accessible(desk, 'wrong programs', 'aside');
  await cell(desk, seat.Noor, task, 'working').click();
  await desk.locator('aside .attempts button').first().waitFor();
  await seen(desk, 'an attempt', 'aside .board svg', 'aside .transport');
  await button(desk, 'On the wall').click();
  await wall.page.locator('[data-wall=programs] [data-beat="0"]').waitFor();
  await cell(desk, seat.Ada, task, 'solved').click();
  await button(desk, 'Beside it').click();
  await wall.page.locator('.films.pair').waitFor();
  await desk.locator('.remote').getByRole('button', { name: 'One beat forward' }).click();
  await wall.page.locator('[data-wall=programs] [data-beat="1"]').first().waitFor();
  await seen(wall.page, 'two programs', '[data-wall] h1', '[data-wall] .board svg', '[data-wall] .told', '[data-wall] .punched');
  assert.doesNotMatch(await wall.page.locator('body').innerText(), /Ada|Bo|Noor/);
  await accessible(wall.page, 'the wall');

  // All screens stand still, and go on.
  await button(desk, 'Freeze screens').click();
  const still = noor.page.locator('dialog[data-frozen=true]');
  await still.getByText('Eyes to the front').waitFor();
  await noor.page.keyboard.press('Escape');
  await seen(noor.page, 'a screen that stands still', 'dialog[data-frozen=true] h2');
  await bo.page.locator('dialog[data-frozen=true]').waitFor();
  await accessible(noor.page, 'a screen that stands still', 'dialog[data-frozen=true]');
  await button(desk, 'Let them go on').click();
  await noor.page.locator('dialog[data-frozen=false]').waitFor({ state: 'hidden' });
  await button(noor.page, 'Try again').tap();

  // A real name is seen at the desk, and nowhere else.
  await desk.locator(`[data-pupil="${seat.Bo}"] .pupil`).click();
  await desk.locator('#pupil-real').fill('Boris Beispiel');
  await desk.locator('#pupil-real').press('Tab');
  await desk.locator(`[data-pupil="${seat.Bo}"]`).getByText('Boris Beispiel').waitFor();
  await desk.locator('#pupil-name').fill('Bobo');
  await button(desk, 'Rename').click();
  await desk.locator(`[data-pupil="${seat.Bo}"]`).getByText('Bobo').waitFor();
  await accessible(desk, 'a pupil', 'aside');

  // The league: golems are written at the bench, tried, watched, entered.
  await desk.getByRole('tab', { name: 'League' }).click();
  await desk.getByRole('switch', { name: 'The league is closed' }).click();
  for (const [{ page }, cards] of [
    [noor, ['LOOP 3', 'Forward', 'Attack', 'Turn right']],
    [other, ['Attack', 'Forward', 'Turn left']],
  ]) {
    await page.goto(`/class/${code}/golem`);
    for (const name of cards) await card(page, name).click();
    await button(page, 'Try it').click();
    await page.locator('[data-spar]').first().waitFor();
    await fitsTheScreen(page, 'the bench of the league');
    if (page === noor.page) await accessible(page, 'the bench of the league');
    await page.locator('[data-spar]').first().click();
    await page.locator('[data-beat]').waitFor();
    await seen(page, 'a duel', '.film .board svg', '.film .transport');
    await page.getByRole('button', { name: 'All duels' }).click();
    await page.locator('[data-enter]').click();
    await page.getByText('It plays in the next round.').waitFor();
  }
  await desk.getByText('2 golems entered').waitFor();
  await button(desk, 'Play a round').click();
  await desk.locator('[data-cross]').waitFor();
  await accessible(desk, 'the league');
  await desk.locator('[data-bout]').first().click();
  await desk.locator('aside [data-beat]').waitFor();
  await desk.locator('aside').getByRole('button', { name: 'One beat forward' }).click();
  await desk.locator('aside [data-beat="1"]').waitFor();
  await seen(desk, 'a duel of the round', 'aside .board svg', 'aside .transport');
  await desk.locator('.table').getByRole('button', { name: 'On the wall' }).click();
  await wall.page.locator('[data-standings]').first().waitFor();
  await wall.page.getByText(`Golem ${seat.Noor}`, { exact: true }).waitFor();
  await seen(wall.page, 'the standings', '[data-standings]', '[data-standings] tbody tr');
  assert.doesNotMatch(await wall.page.locator('body').innerText(), /Ada|Bobo|Noor/);
  await noor.page.getByText(/^Round 1: place \d+ of \d+$/).waitFor();

  // The grid for a spreadsheet.
  const menu = desk.locator('.prefs summary');
  await menu.click();
  await accessible(desk, 'the menu', '.prefs');
  const saved = desk.waitForEvent('download');
  await desk.getByRole('link', { name: 'Download the grid (CSV)' }).click();
  const csv = readFileSync(await (await saved).path(), 'utf8');
  assert.match(csv, /Noor/);
  assert.doesNotMatch(csv, /Beispiel/);

  // One button deletes everything, and there is an hour to take it back.
  await button(desk, 'Delete the class').click();
  await desk.getByText('You have an hour to take it back').waitFor();
  await accessible(desk, 'the question', 'dialog[open]');
  await desk.locator('dialog[open]').getByRole('button', { name: 'Delete the class' }).click();
  await desk.locator('[data-gone]').waitFor();
  await noor.page.getByText('You are not in this class any more').waitFor();
  // Whoever comes back to it meanwhile finds the way, too.
  await desk.reload();
  await button(desk, 'Take it back').click();
  await desk.locator('[data-gone]').waitFor({ state: 'detached' });
  await noor.page.goto(`/class/${code}`);
  await noor.page.locator('[data-stone]').first().waitFor();

  for (const { problems } of [teacher, wall, other, bo, noor]) assert.deepEqual(problems, []);
  await Promise.all([teacher, wall, other, bo, noor].map(({ context }) => context.close()));
});

test('in French', { timeout: 120_000 }, async () => {
  const [teacher, pupil] = await Promise.all([device('laptop', 'fr'), device('phone', 'fr')]);
  await teacher.page.goto('/');
  await teacher.page.getByRole('link', { name: 'Ouvrir une classe' }).click();
  await button(teacher.page, 'Ouvrir une classe').click();
  const code = await teacher.page.locator('[data-code]').getAttribute('data-code');
  await teacher.page.keyboard.press('Escape');
  await teacher.page.getByRole('tab', { name: 'Énigmes' }).click();
  await teacher.page.getByRole('button', { name: '+ Chapitre 1' }).click();
  await teacher.page.locator('[data-assignment]').waitFor();
  await pupil.page.goto(`/class/${code}`);
  await pupil.page.locator('.names button').first().tap();
  await button(pupil.page, 'Rejoindre').tap();
  await button(pupil.page, 'Je les ai notés').tap();
  await pupil.page.getByText('Premiers pas').waitFor();
  for (const [page, what] of [
    [teacher.page, 'les énigmes'],
    [pupil.page, 'la classe'],
  ]) {
    await accessible(page, what);
    await fitsTheScreen(page, what);
    // A key without its words would be seen as it is.
    assert.doesNotMatch(await page.locator('body').innerText(), /\bclass\.\w+/);
  }
  for (const { problems, context } of [teacher, pupil]) {
    assert.deepEqual(problems, []);
    await context.close();
  }
});
