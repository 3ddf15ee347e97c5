// Puzzles and boards of the duel.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible, fitsTheScreen, launch, visitor } from '../lib/browser.mjs';
import { waitForTurn } from '../lib/play.mjs';
import { Server } from '../lib/server.mjs';

let server, browser;
before(async () => ([server, browser] = await Promise.all([Server.start(), launch()])));
after(() => Promise.all([browser?.close(), server?.stop()]));

const solved = (page) => page.locator('[data-solved=true]').waitFor();

test('a puzzle is solved by clicks, steps both ways, and progress is kept', { timeout: 180_000 }, async () => {
  const { page, problems, close } = await visitor(browser, server);
  await page.goto('/puzzles');
  await page.getByRole('link', { name: /First steps/ }).click();
  const forward = page.getByRole('button', { name: /^Forward,/ });
  await forward.click();
  await page.getByRole('button', { name: 'Run' }).click();
  await page.locator('[data-solved=false]').waitFor();
  await page.locator('[data-solved=false]').getByText('The program is over, and the goal is not met').waitFor();
  for (let count = 0; count < 3 && (await forward.isEnabled()); count++) await forward.click();
  await page.getByRole('button', { name: 'Run' }).click();
  await page.locator('[data-solved]').waitFor();
  if (!(await page.locator('[data-solved=true]').count())) {
    // The shortest way takes as many steps as par says.
    await page.getByRole('button', { name: 'Clear' }).click();
    const par = Number(/par (\d+)/i.exec(await page.locator('main').innerText())[1]);
    for (let count = 0; count < par; count++) await forward.click();
    await page.getByRole('button', { name: 'Run' }).click();
  }
  await solved(page);
  await accessible(page, 'a solved puzzle');
  await page.getByRole('button', { name: 'One beat back' }).click();
  await page.locator('[data-solved]').waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowRight');
  await solved(page);
  await page.goto('/puzzles');
  await page.getByText('1 of 40 solved').waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test('a program is put together by dragging, and by keys', { timeout: 180_000 }, async () => {
  const { page, problems, close } = await visitor(browser, server);
  await page.goto('/puzzles/first-steps');
  const forward = page.getByRole('button', { name: /^Forward,/ });
  await forward.waitFor();
  const [from, to] = await Promise.all([forward.boundingBox(), page.locator('[data-drop=new]').boundingBox()]);
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
  await page.mouse.up();
  await page.getByText('Program: 1 of').waitFor();
  await page.locator('body').press('f');
  await page.getByText('Program: 2 of').waitFor();
  await page.locator('body').press('Backspace');
  await page.getByText('Program: 1 of').waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test('a LOOP holds an action, and a program that is refused names its clause', { timeout: 180_000 }, async () => {
  const { page, close } = await visitor(browser, server, { quiet: ['status of 4'] });
  await page.goto('/puzzles/look-first');
  await page.getByRole('button', { name: /^Forward,/ }).click();
  await page.getByRole('button', { name: 'Run' }).click();
  const refusal = page.getByRole('alert');
  await refusal.getByText('GD-21').waitFor();
  await page.getByRole('button', { name: /^LOOP 2/ }).click();
  await page.getByRole('button', { name: /^Forward,/ }).click();
  await page.getByText('Program: 2 of').waitFor();
  await close();
});

test('a program that fails says where, and a card that is used up says why', { timeout: 180_000 }, async () => {
  const { page, problems, close } = await visitor(browser, server, { quiet: ['status of 4'] });
  await page.goto('/puzzles/smash');
  const [forward, attack] = [/^Forward,/, /^Attack,/].map((name) => page.getByRole('button', { name }));
  for (const card of [forward, attack, forward]) await card.click();
  await page.getByRole('button', { name: 'Run' }).click();
  const verdict = page.locator('[data-solved=false]');
  await verdict.getByText('It goes wrong in slot 1').waitFor();
  await verdict.getByText('a barrel is on a2').waitFor();
  await accessible(page, 'a failed puzzle');
  await verdict.getByRole('button', { name: 'Show that beat' }).click();
  await page.getByText('round 1, beat 1').waitFor();
  await attack.click({ force: true });
  await page.getByRole('alert').getByText('GD-2', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByRole('alert').getByText('GD-6', { exact: true }).waitFor();
  await accessible(page, 'a refused program');
  assert.deepEqual(problems, []);
  await close();
});

test('a board is painted, judged by the solver, saved and played on', { timeout: 180_000 }, async () => {
  const { page, problems, close } = await visitor(browser, server);
  await page.goto('/boards');
  await page.locator('[data-cell=b2]').click();
  await page.getByRole('button', { name: 'Water' }).click();
  await page.locator('[data-cell=c2]').click();
  await page.getByRole('textbox', { name: 'Goal' }).fill('reach a3');
  await page.getByLabel('Par').fill('3');
  await page.getByRole('button', { name: 'Check it' }).click();
  await page.getByText('It can be solved.').waitFor();
  await page.getByRole('button', { name: 'Set it' }).click();
  await page.getByText('Par should be').waitFor({ state: 'detached' });
  await accessible(page, 'verdict');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as a file' }).click();
  const file = await (await saved).path();
  await page.getByRole('button', { name: 'Play on it' }).click();
  await waitForTurn(page);

  await page.goto('/boards');
  await page.getByLabel('Open a file').setInputFiles(file);
  await page.getByText('It can be solved.').waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Goal' }).inputValue(), 'reach a3');
  await page.locator('[data-cell=b2][aria-label*=wall]').waitFor();
  assert.deepEqual(problems, []);
  await close();
});

for (const phone of [false, true]) {
  test(
    `the workshop keeps a draft, plants a flag, and shares a board by link (${phone ? 'phone' : 'desktop'})`,
    { timeout: 180_000 },
    async () => {
      const { page, context, problems, close } = await visitor(browser, server, { phone });
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto('/boards');
      await page.getByRole('button', { name: 'Check it' }).click();
      await page.getByText('It can be solved.').waitFor();
      await page.getByRole('button', { name: 'Flag' }).click();
      await page.locator('[data-cell=a3]').click();
      assert.equal(await page.getByRole('textbox', { name: 'Goal' }).inputValue(), 'reach a3');
      await page.getByRole('textbox', { name: 'Name' }).fill('Château');
      await accessible(page, 'the workshop');

      // A reload and a match leave the draft as it was.
      await page.reload();
      assert.equal(await page.getByRole('textbox', { name: 'Goal' }).inputValue(), 'reach a3');
      await page.getByRole('button', { name: 'Check it' }).click();
      await page.getByRole('button', { name: 'Play on it' }).click();
      await waitForTurn(page);
      await page.getByRole('link', { name: 'Edit the board again' }).click();
      assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Château');

      await page.getByRole('button', { name: 'Copy a link to this board' }).click();
      await page.getByText('The link is on your clipboard.').waitFor();
      const link = await page.evaluate(() => navigator.clipboard.readText());
      const friend = await visitor(browser, server, { phone });
      await friend.page.goto(link);
      assert.equal(await friend.page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Château');
      await friend.close();
      await page.getByRole('button', { name: 'Start over' }).click();
      await page.waitForFunction(() => document.querySelector('.fields input')?.value === 'my-board');
      assert.deepEqual(problems, []);
      await close();
    },
  );
}

test('the puzzle of the day leads to a result that can be shared', { timeout: 180_000 }, async () => {
  const { page, context, problems, close } = await visitor(browser, server);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/puzzles');
  await page.locator('[data-daily]').click();
  await page.waitForURL(/\/puzzles\/.+/);
  await page.goto('/puzzles/first-steps');
  const forward = page.getByRole('button', { name: /^Forward,/ });
  await forward.waitFor();
  const par = Number(/par (\d+)/i.exec(await page.locator('main').innerText())[1]);
  for (let count = 0; count < par; count++) await forward.click();
  await page.getByRole('button', { name: 'Run' }).click();
  await solved(page);
  await page.getByRole('button', { name: 'Copy my result' }).click();
  await page.getByText('Your result is on your clipboard.').waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /Golemry, First steps: ★ .*\/puzzles\/first-steps$/);
  assert.deepEqual(problems, []);
  await close();
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
      await page.locator('[data-table] .tale').filter({ hasText: story }).waitFor();
      assert.deepEqual(problems, []);
      await close();
    },
  );
}
