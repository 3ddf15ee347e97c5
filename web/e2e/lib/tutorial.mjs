/** Opens a game's tutorial by the API, as the browser of `page`, and goes there. */
export async function openTutorial(page, game) {
  await page.goto('/');
  await page.locator('main').waitFor();
  const id = await page.evaluate(async (wanted) => (await (await fetch(`/api/tutorials/${wanted}`, { method: 'POST' })).json()).id, game);
  await page.goto(`/m/${id}`);
  return id;
}

/**
 * What a tutorial wants, read in one look inside the page: `read`, `choose` or `over`. Null while it waits, while the page is busy, and while
 * what is lit up is not in sight or lies under the panel. The `key` differs from step to step.
 */
function lookAtTutorial() {
  const panel = document.querySelector('[data-tutorial]');
  const { tutorial: kind, lit } = panel?.dataset ?? {};
  if (kind === 'over') return { kind, key: kind };
  if (kind !== 'read' && kind !== 'choose') return null;
  const version = document.querySelector('[data-version]')?.dataset.version;
  const key = JSON.stringify([version, panel.querySelector('h2').textContent, document.querySelector('.so-far')?.textContent, lit]);
  const all = lit ? [...document.querySelectorAll(lit)].filter((one) => one.checkVisibility() && !one.disabled) : [];
  const onTable = all.filter((one) => one.closest('[data-table]'));
  // One of several choices is enough; a part is in sight if its middle is, or its upper edge if it is taller than the room for it.
  const seen = (onTable.length ? onTable : all).some((one) => {
    const box = one.getBoundingClientRect();
    const heights = [box.top + box.height / 2, box.top + 12];
    return heights.some((y) => {
      const there = document.elementFromPoint(box.left + box.width / 2, y);
      return there !== null && (one.contains(there) || there.contains(one)) && !panel.contains(there);
    });
  });
  return seen ? { kind, key, lit } : null;
}

/** Waits for a step other than the one with this key. */
export async function nextStep(page, key = '') {
  await page.evaluate(`globalThis.lookAtTutorial = ${lookAtTutorial}`);
  const state = await page.waitForFunction((was) => {
    const state = globalThis.lookAtTutorial();
    return state && state.key !== was ? state : null;
  }, key);
  return state.jsonValue();
}

/** Does what a step wants: reads on, or clicks something that is lit up. */
export async function follow(page, { kind, lit }, { keyboard = false } = {}) {
  if (kind === 'read' && keyboard) {
    await page.waitForFunction(() => document.activeElement?.matches('[data-tutorial] .primary'));
    return page.keyboard.press('Enter');
  }
  if (kind === 'read') return page.locator('[data-tutorial] .primary').click();
  const onTable = page.locator('[data-table]').locator(lit);
  const target = ((await onTable.count()) ? onTable : page.locator(lit)).first();
  if (keyboard) return target.press('Enter');
  return target.click();
}

/** Follows a tutorial to its end; how many steps that took. */
export async function followToTheEnd(page, options) {
  let step = await nextStep(page);
  for (let count = 1; count < 100; count++) {
    await follow(page, step, options);
    step = await nextStep(page, step.key);
    if (step.kind === 'over') return count;
  }
  throw new Error('no end after 100 steps');
}
