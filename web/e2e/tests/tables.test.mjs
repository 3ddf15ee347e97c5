// What hands do on the tables: carrying a card, the keyboard alone, a finger, and watching a round beat by beat.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible, fitsTheScreen, launch, visitor, watchMotion } from '../lib/browser.mjs';
import { bots, chooseByChance, dice, openMatch, waitForTurn } from '../lib/play.mjs';
import { Server } from '../lib/server.mjs';

let server, browser;
before(async () => ([server, browser] = await Promise.all([Server.start(), launch()])));
after(() => Promise.all([browser?.close(), server?.stop()]));

const golemIt = { game: 'golem-it', seats: 3, variant: 'standard', options: { first: 0 }, chairs: bots(3) };
const duel = { game: 'duel', seats: 2, variant: 'beginner', chairs: bots(2) };
const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];

test('what first matters is explained once, and can be switched off', { timeout: 180_000 }, async () => {
  const { page, problems, close } = await visitor(browser, server, { phone: true, pace: 'quick', lessons: true });
  const plan = { game: 'duel', seats: 2, variant: 'standard', options: { bonus: 'all' }, chairs: bots(2) };
  await openMatch(page, plan);
  const lesson = (id) => page.locator(`[data-lesson='${id}']`);
  await lesson('duel.loop').waitFor();
  assert.equal(await page.locator('[data-lesson]').count(), 1, 'one at a time');
  await accessible(page, 'a lesson', '[data-lesson]');
  await fitsTheScreen(page, 'a lesson');
  await lesson('duel.loop').getByRole('button', { name: 'Got it' }).click();
  await lesson('duel.if').waitFor();
  await page.reload();
  await lesson('duel.if').waitFor();
  assert.equal(await lesson('duel.loop').count(), 0, 'it was read');
  await page.getByLabel('More', { exact: true }).click();
  await page.getByLabel('Short lessons at the table').uncheck();
  await page.locator('[data-lesson]').waitFor({ state: 'detached' });
  assert.deepEqual(problems, []);
  await close();
});

test('a card is carried to the table, or carried nowhere and stays', { timeout: 180_000 }, async () => {
  const { page, problems, close } = await visitor(browser, server);
  await openMatch(page, golemIt);
  const card = page.locator('.fan [data-choice]').first();
  await card.waitFor();
  const hand = await page.locator('.fan .slot').count();
  await page.mouse.move(...middle(await card.boundingBox()));
  await page.mouse.down();
  await page.mouse.move(5, 5, { steps: 4 });
  await page.mouse.up();
  assert.equal(await page.locator('.fan .up').count(), 0);
  await page.mouse.move(...middle(await card.boundingBox()));
  await page.mouse.down();
  await page.mouse.move(...middle(await page.locator('[data-drop=table]').boundingBox()), { steps: 4 });
  await page.locator('.drop-over').waitFor();
  await page.mouse.up();
  await page.locator('.lay [data-choice]').waitFor();
  assert.equal(await page.locator('.fan .up').count(), 1);
  // It stays where it is in the hand; touched again, it is taken back.
  assert.equal(await page.locator('.fan .slot').count(), hand);
  await page.locator('.fan .up button').click();
  await page.locator('.fan .up').waitFor({ state: 'detached' });
  assert.deepEqual(problems, []);
  await close();
});

test('a program is written with the keyboard alone, and its round is watched beat by beat', { timeout: 180_000 }, async () => {
  const { page, problems, close } = await visitor(browser, server);
  await openMatch(page, duel);
  const forward = page.locator(`[data-choice='"F"']`);
  await forward.waitFor();
  await page.keyboard.press('Tab');
  await forward.focus();
  for (const slot of [1, 2]) {
    await page.keyboard.press('Enter');
    await page
      .locator('.slots .slot')
      .nth(slot - 1)
      .waitFor();
    // The focus stays on the card that was chosen.
    await page.waitForFunction(() => document.activeElement?.dataset.choice === '"F"');
  }
  await page.locator(`[data-choice='"done"']`).focus();
  await page.keyboard.press('Enter');

  const stepper = page.getByRole('group', { name: 'The last round, beat by beat' });
  await stepper.getByRole('button', { name: 'Watch the last round again' }).click();
  await stepper.getByRole('button', { name: 'Pause' }).click();
  // Whoever is quick pauses before the first beat, where there is nothing to go back to.
  const first = stepper.getByRole('button', { name: 'Back to the start' });
  if (await first.isEnabled()) await first.click();
  await stepper.getByText('Before the first beat').waitFor();
  const board = page.locator('svg.board');
  assert.match(await board.getAttribute('aria-label'), / on a1, facing north/);
  await stepper.getByRole('button', { name: 'One beat forward' }).click();
  await stepper.getByText('Beat 1 of').waitFor();
  await stepper.getByText('You move from a1 to a2').waitFor();
  assert.match(await board.getAttribute('aria-label'), / on a2, facing north/);
  await stepper.getByRole('button', { name: 'One beat back' }).click();
  await stepper.getByText('Before the first beat').waitFor();
  await stepper.getByRole('button', { name: 'Skip to the end' }).click();
  await stepper.getByRole('button', { name: 'Watch the last round again' }).waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test(
  'a card that cannot be laid says why, by mouse and by keyboard, and so does an end that comes too early',
  { timeout: 180_000 },
  async () => {
    const { page, problems, close } = await visitor(browser, server);
    await openMatch(page, duel);
    const right = page.locator(`[data-choice='"R"']`);
    await right.waitFor();
    // Nothing is written yet (GD-6).
    const refusal = page.getByRole('alert');
    await page.locator('.done button.why').click({ force: true });
    await refusal.getByText('GD-6', { exact: true }).waitFor();
    // There are two cards of that kind (GD-2).
    for (const slot of [1, 2]) {
      await right.click();
      await page
        .locator('.slots .slot')
        .nth(slot - 1)
        .waitFor();
    }
    const third = page.locator('.cards button.why[aria-label*="Turn right"]');
    await third.click({ force: true });
    await refusal.getByText('GD-2', { exact: true }).waitFor();
    await accessible(page, 'a card that cannot be laid');
    await refusal.getByRole('button', { name: 'Close' }).click();
    await refusal.waitFor({ state: 'detached' });
    await third.focus();
    await page.keyboard.press('Enter');
    await refusal.getByText('GD-2', { exact: true }).waitFor();
    assert.equal(await page.locator('.slots .slot').count(), 2, 'nothing was laid');
    assert.deepEqual(problems, []);
    await close();
  },
);

/** Writes a program of one card, which makes a round: the bot has written its own. */
async function playRound(page) {
  await page.locator(`[data-choice='"F"']`).click();
  await page.locator(`[data-choice='"done"']`).click();
}
const stepperOf = (page) => page.getByRole('group', { name: 'The last round, beat by beat' });
const again = { name: 'Watch the last round again' };

test('after a reload the last round is still there to be watched, and waits to be asked', { timeout: 180_000 }, async () => {
  const { page, problems, close } = await visitor(browser, server, { pace: 'quick' });
  await openMatch(page, duel);
  await playRound(page);
  await stepperOf(page).waitFor();
  await page.reload();
  await waitForTurn(page);
  await stepperOf(page).getByRole('button', again).waitFor();
  await stepperOf(page).getByRole('button', again).click();
  await stepperOf(page).getByRole('button', { name: 'Pause' }).waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test('a round plays by itself, and can be skipped with a key', { timeout: 180_000 }, async () => {
  const { page, context, problems, close } = await visitor(browser, server, { pace: 'quick' });
  const moved = await watchMotion(context);
  await openMatch(page, duel);
  await playRound(page);
  await stepperOf(page).getByRole('button', { name: 'Pause' }).waitFor();
  await stepperOf(page).getByText('Beat 1 of').waitFor();
  assert.notDeepEqual(await moved(page), [], 'the watch sees what moves');
  await page.locator('body').press('s');
  await stepperOf(page).getByRole('button', again).waitFor();
  // The next round plays again.
  await playRound(page);
  await stepperOf(page).getByRole('button', { name: 'Pause' }).waitFor();
  await stepperOf(page).getByRole('button', { name: 'Skip to the end' }).click();
  await stepperOf(page).getByRole('button', again).waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test('who asks the system for less motion sees none on any table', { timeout: 240_000 }, async () => {
  const { page, context, problems, close } = await visitor(browser, server, { pace: 'quick', motion: 'reduce' });
  const moved = await watchMotion(context);
  await openMatch(page, duel);
  await playRound(page);
  await stepperOf(page).getByRole('button', again).waitFor();
  assert.deepEqual(await moved(page), [], 'the duel');
  for (const [game, seats, variant] of [
    ['its-alive', 3, 'standard'],
    ['inner-circle', 3, 'single'],
    ['capek', 2, 'standard'],
    ['golem-it', 3, 'standard'],
  ]) {
    await openMatch(page, { game, seats, variant, chairs: bots(seats) });
    const roll = dice(6);
    for (let count = 0; count < 6; count++) await chooseByChance(page, roll);
    assert.deepEqual(await moved(page), [], game);
  }
  assert.deepEqual(problems, []);
  await close();
});

test('a finger that stays lifts a card, and one that taps chooses it', { timeout: 180_000 }, async () => {
  const { page, context, problems, close } = await visitor(browser, server, { phone: true });
  await openMatch(page, duel);
  const forward = page.locator(`[data-choice='"F"']`);
  await forward.waitFor();
  await fitsTheScreen(page, 'the duel');
  await page.locator('.writing').evaluate((part) => part.scrollIntoView({ block: 'center' }));
  const [from, to] = [middle(await forward.boundingBox()), middle(await page.locator('[data-drop=slots]').boundingBox())];
  const hand = await context.newCDPSession(page);
  const touch = (type, [x, y] = []) => hand.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] });
  await touch('touchStart', from);
  await page.locator('.dragged').waitFor();
  for (const part of [0.25, 0.5, 0.75, 1])
    await touch('touchMove', [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]);
  await page.locator('.drop-over').waitFor();
  await touch('touchEnd');
  await page.locator('.slots .slot').first().waitFor();
  await page.locator(`[data-choice='"L"']`).tap();
  await page.locator('.slots .slot').nth(1).waitFor();
  assert.deepEqual(problems, []);
  await close();
});
