/** Opens a match by the API, as the browser of `page`, and goes to its table. */
export async function openMatch(page, plan) {
  await page.goto('/');
  // The page appears once the server knows this browser: who asks before that would be somebody else.
  await page.locator('main').waitFor();
  const id = await page.evaluate(
    async (wanted) => {
      const response = await fetch('/api/matches', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(wanted),
      });
      const reply = await response.json();
      if (!response.ok) throw new Error(JSON.stringify(reply));
      return reply.id;
    },
    { takeover_seconds: null, options: {}, ...plan },
  );
  await page.goto(`/m/${id}`);
  return id;
}

/** How often a page is looked at, in ms. To look at it in every frame would cost more than the page itself. */
const POLLING = 50;

/** Waits until there is something to choose, the curtain to lift, or the end; says which. */
export async function waitForTurn(page, polling = POLLING) {
  const look = () => {
    const state = globalThis.lookAtTable();
    return state.kind && state;
  };
  return (await page.waitForFunction(look, undefined, { polling })).jsonValue();
}

/** Waits until the page shows something else than it did at `key`. */
const waitForChange = (page, key, polling = POLLING) =>
  page.waitForFunction((was) => globalThis.lookAtTable().key !== was, key, { polling });

/** Does something and waits until the page shows that it happened. */
export async function change(page, act) {
  const { key } = await waitForTurn(page);
  await act();
  await waitForChange(page, key);
}

/** A generator of our own, so that a failure can be played again. */
export function dice(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** How long a click may wait for its button before we look whether the button is still there, and how often it is tried again. */
const PATIENCE = 2000;
const TRIES = 20;

/**
 * Makes one choice, by chance: on the table's picture if it has buttons, else in the list. Says what it met: `over`, `game` and `curtain` are
 * left as they are, `choose` means that the choice was made or that the table changed under our fingers.
 */
export async function chooseByChance(page, roll, polling = POLLING) {
  const { kind, key } = await waitForTurn(page, polling);
  if (kind !== 'choose') return kind;
  const onTable = page.locator('[data-table] button[data-choice]:visible');
  const listed = page.locator('.choices button:not(:disabled):visible');
  const unchanged = async () => (await page.evaluate(() => globalThis.lookAtTable())).key === key;
  // A bot may move at this very moment, or a card may still be leaving the hand: its button goes away, and there is another choice to make.
  const clicked = async () => {
    const [pictured, written] = [await onTable.count(), await listed.count()];
    const choices = pictured > 0 && (written === 0 || roll(2) === 0) ? onTable : listed;
    const choice = choices.nth(roll((choices === onTable ? pictured : written) || 1));
    return choice.click({ timeout: PATIENCE }).then(
      () => true,
      () => false,
    );
  };
  for (let tries = 0; (await unchanged()) && !(await clicked()); tries++)
    if (tries === TRIES) throw new Error(`nothing can be clicked at ${key}`);
  await waitForChange(page, key, polling);
  return kind;
}

/** The next player takes the screen. */
export async function liftCurtain(page) {
  await page.locator('.curtain button').click();
  await page.locator('[data-table]').waitFor();
}

/** On with the match, unless bots have ended it meanwhile: then its result lies there instead. */
const goOn = (page) =>
  page
    .locator('[data-game-end] button')
    .click({ timeout: PATIENCE })
    .catch(() => {});

/** Plays to the end; how many choices it took. */
export async function playToTheEnd(page, seed, { most = 600 } = {}) {
  const roll = dice(seed);
  for (let count = 0; count <= most; count++) {
    const met = await chooseByChance(page, roll);
    if (met === 'over') return count;
    if (met === 'curtain') await liftCurtain(page);
    else if (met === 'game') await goOn(page);
  }
  throw new Error(`no end after ${most} choices`);
}

/** Opens a match and plays by chance until `wanted` is on the table; a match that ends too early is followed by another. */
export async function playUntil(page, plan, seed, wanted) {
  const roll = dice(seed);
  for (let matches = 0; matches < 20; matches++) {
    await openMatch(page, plan);
    while ((await waitForTurn(page)).kind !== 'over') {
      if ((await wanted.count()) > 0) return;
      await chooseByChance(page, roll);
    }
  }
  throw new Error('twenty matches ended without it');
}

export const bots = (seats, level = 'easy') => [{ kind: 'you' }, ...Array.from({ length: seats - 1 }, () => ({ kind: 'bot', level }))];
