/** Opens a match by the API, as the browser of `page`, and goes to its table. */
export async function openMatch(page, plan) {
  await page.goto('/');
  // The page appears once the server knows this browser: who asks before that would be somebody else.
  await page.locator('main').waitFor();
  const id = await page.evaluate(async (wanted) => {
    const response = await fetch('/api/matches', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(wanted) });
    const reply = await response.json();
    if (!response.ok) throw new Error(JSON.stringify(reply));
    return reply.id;
  }, { takeover_seconds: null, options: {}, ...plan });
  await page.goto(`/m/${id}`);
  return id;
}

const over = '[data-over]';
const offers = '.choices button:not(:disabled):visible, [data-table] button[data-choice]:visible';
const listed = '.choices button:not(:disabled):visible';

/** Waits until there is something to choose, the curtain to lift, or the end. */
export async function waitForTurn(page) {
  await page.locator(`${over}, ${offers}, .curtain button`).first().waitFor();
}

/** A generator of our own, so that a failure can be played again. */
export function dice(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/**
 * Plays one choice, by chance: on the table's picture where it has buttons, else in the list. Clicks what a finger would, and returns
 * false at the end of the match.
 */
export async function chooseByChance(page, roll, prefer = () => true) {
  await waitForTurn(page);
  if (await page.locator(over).count()) return false;
  const curtain = page.locator('.curtain button');
  if (await curtain.count()) {
    await curtain.click();
    return true;
  }
  const before = await page.evaluate(() => [document.querySelector('[data-version]')?.dataset.version, document.querySelector('.so-far')?.textContent].join());
  const onTable = page.locator('[data-table] button[data-choice]:visible');
  const list = page.locator(listed);
  const [pictured, written] = [await onTable.count(), await list.count()];
  const picture = pictured > 0 && (written === 0 || roll(2) === 0);
  const choices = picture ? onTable : list;
  const texts = await choices.allInnerTexts();
  const liked = texts.flatMap((text, index) => (prefer(text) ? [index] : []));
  const index = liked.length ? liked[roll(liked.length)] : roll(texts.length);
  // The table may change in the very moment (a bot moves): then there is simply another choice to make.
  await choices.nth(index).click({ timeout: 3000 }).catch(() => {});
  await page
    .waitForFunction(
      (was) => document.querySelector('[data-over], .curtain') || [document.querySelector('[data-version]')?.dataset.version, document.querySelector('.so-far')?.textContent].join() !== was,
      before,
      { timeout: 5000 },
    )
    .catch(() => {});
  return true;
}

/** Plays to the end; how many choices it took. */
export async function playToTheEnd(page, seed, { most = 600, prefer } = {}) {
  const roll = dice(seed);
  let count = 0;
  while (await chooseByChance(page, roll, prefer)) {
    if (++count > most) throw new Error(`no end after ${most} choices`);
  }
  return count;
}

export const bots = (seats, level = 'easy') => [{ kind: 'you' }, ...Array.from({ length: seats - 1 }, () => ({ kind: 'bot', level }))];
