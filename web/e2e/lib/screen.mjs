import assert from 'node:assert/strict';
import { dice, liftCurtain, openMatch, waitForTurn } from './play.mjs';

/** The screens that every table fits: small and large phones, a tablet, a desktop. */
export const SIZES = ['360x640', '390x844', '820x1180', '1280x720'];

/** The size in pixels, and whether fingers touch it. */
export function screenOf(size) {
  const [width, height] = size.split('x').map(Number);
  return { width, height, touch: width < 900 };
}

/**
 * What is wrong with the screen at this moment: the page scrolls, a part of the table (`data-zone`), something lit or the prompt lies
 * outside, is covered, or is too small for a finger. What lies in a strip (`.strip`) may be scrolled away, but not its strip.
 */
export function problemsOfScreen(page, touch) {
  return page.evaluate(
    (least) => {
      const found = [];
      const name = (one) => {
        const { zone, choice } = one.dataset;
        return (
          (zone ? `zone ${zone}` : choice ? `choice ${choice}` : one.className) + ` of ${one.closest('[data-seat]')?.dataset.seat ?? '–'}`
        );
      };
      const { scrollHeight, scrollWidth } = document.documentElement;
      if (scrollHeight > innerHeight || scrollWidth > innerWidth || scrollX || scrollY)
        found.push(`the page scrolls: ${scrollWidth} × ${scrollHeight} on ${innerWidth} × ${innerHeight}`);
      const outside = (one, within) => {
        const box = one.getBoundingClientRect();
        const slack = 1.5;
        const is =
          box.left < within.left - slack ||
          box.top < within.top - slack ||
          box.right > within.right + slack ||
          box.bottom > within.bottom + slack;
        return is && `${Math.round(box.left)},${Math.round(box.top)} to ${Math.round(box.right)},${Math.round(box.bottom)}`;
      };
      const viewport = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
      const stage = document.querySelector('.stage')?.getBoundingClientRect() ?? viewport;
      for (const one of document.querySelectorAll('[data-zone], .strip')) {
        const where = one.checkVisibility() && outside(one, one.closest('[data-table]') ? stage : viewport);
        if (where) found.push(`${name(one)} lies outside: ${where}`);
      }
      for (const one of document.querySelectorAll('.turn .prompt, .turn .ways')) {
        const where = outside(one, viewport);
        if (where) found.push(`${one.className} lies outside: ${where}`);
      }
      const over = document.querySelector('[data-over], [data-game-end], [data-halt], .side');
      for (const one of document.querySelectorAll('[data-table] :is([data-choice], [data-act]), .turn .choices button')) {
        if (over || !one.checkVisibility()) continue;
        const strip = one.closest('.strip, .choices');
        const box = one.getBoundingClientRect();
        const frame = (strip ?? document.documentElement).getBoundingClientRect();
        if (strip && (box.right > frame.right + 1 || box.left < frame.left - 1)) continue;
        const where = outside(one, strip ? viewport : stage);
        if (where && !(!strip && one.closest('.turn'))) found.push(`${name(one)} lies outside: ${where}`);
        if (least && Math.min(box.width, box.height) < least)
          found.push(`${name(one)} is ${Math.round(box.width)} × ${Math.round(box.height)}, too small for a finger`);
        const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        if (!where && hit && !one.contains(hit) && !hit.contains(one))
          found.push(`${name(one)} is covered by ${hit.className || hit.tagName}`);
      }
      // Where there is no place on the table for a choice, there is a button.
      return [...new Set(found)];
    },
    touch ? 39.5 : 0,
  );
}

/** The card at the end, with its reason, lies on the screen. */
export async function endOnScreen(page) {
  return page.evaluate(() => {
    const found = [];
    for (const part of ['[data-over] h2', '[data-over] section > p', '[data-over] .row button, [data-over] .row a']) {
      const one = document.querySelector(part);
      if (!one) {
        found.push(`${part} is missing`);
        continue;
      }
      const box = one.getBoundingClientRect();
      if (box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth) found.push(`${part} lies outside`);
    }
    return found;
  });
}

/**
 * Plays a whole match by touching the table, at one size of the screen, and looks at every decision. Says what was wrong, with how often,
 * and how many touches a decision took (the middle of all).
 */
export async function playOnScreen(page, plan, size, { seed = 1, most = 1500, picture } = {}) {
  const { width, height, touch } = screenOf(size);
  await page.setViewportSize({ width, height });
  const id = await openMatch(page, plan);
  const roll = dice(seed);
  const wrong = new Map();
  const note = (problems) => problems.forEach((one) => wrong.set(one, (wrong.get(one) ?? 0) + 1));
  const touches = [];
  let [count, version] = [0, null];
  for (let met = 0; ; met++) {
    if (met > most) throw new Error(`${plan.game} at ${size}: no end after ${most} choices`);
    const { kind, key } = await waitForTurn(page);
    if (kind === 'curtain') {
      await liftCurtain(page);
      continue;
    }
    if (kind === 'over') break;
    if (await page.locator('[data-game-end] button').count()) {
      await page.locator('[data-game-end] button').click();
      continue;
    }
    const problems = await problemsOfScreen(page, touch);
    if (problems.length && picture && wrong.size === 0) await page.screenshot({ path: picture });
    note(problems);
    const now = JSON.parse(key)[2];
    if (now !== version) {
      if (count) touches.push(count);
      [count, version] = [0, now];
    }
    const offers = page.locator('[data-table] [data-choice]:visible, .turn .choices button:not(:disabled):visible');
    const all = await offers.count();
    if (all === 0) continue;
    const one = offers.nth(roll(all));
    const act = async () => {
      count++;
      await (touch ? one.tap({ timeout: 3000 }) : one.click({ timeout: 3000 })).catch(() => {});
    };
    await act();
    // A finger touches twice what says first what would come of it.
    if (touch && (await page.locator('.turn [data-do]').count())) {
      count++;
      await page
        .locator('.turn [data-do]')
        .tap({ timeout: 3000 })
        .catch(() => {});
    }
    await page.waitForFunction((was) => globalThis.lookAtTable().key !== was, key, { timeout: 5000 }).catch(() => {});
  }
  await page.locator('[data-over]').waitFor();
  note(await endOnScreen(page));
  note(await problemsOfScreen(page, touch));
  touches.sort((a, b) => a - b);
  return { id, wrong, touches: touches[Math.floor(touches.length / 2)] ?? 0 };
}

/** Fails with everything that was wrong. */
export function assertFine({ wrong }, what) {
  assert.deepEqual(
    [...wrong].map(([problem, times]) => `${problem} (${times} ×)`),
    [],
    what,
  );
}
