// Hints with reasons, and the review beside the replay.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible, fitsTheScreen, launch, visitor } from '../lib/browser.mjs';
import { bots, change, chooseByChance, dice, openMatch, playToTheEnd, waitForTurn } from '../lib/play.mjs';
import { Server } from '../lib/server.mjs';

let server, browser;
before(async () => ([server, browser] = await Promise.all([Server.start(), launch()])));
after(() => Promise.all([browser?.close(), server?.stop()]));

const plans = {
  'its-alive': [2, 'standard'],
  'inner-circle': [3, 'single'],
  capek: [2, 'standard'],
  duel: [2, 'standard'],
  'golem-it': [3, 'standard'],
};
const SHOTS = process.env.SHOTS;

for (const { language, phone } of [
  { language: 'en', phone: false },
  { language: 'fr', phone: true },
]) {
  const size = phone ? 'phone' : 'desktop';

  test(`a hint has options with reasons, and a click does one (${size}, ${language})`, { timeout: 240_000 }, async () => {
    const { page, problems, close } = await visitor(browser, server, { language, phone });
    for (const [game, [seats, variant]] of Object.entries(plans)) {
      await openMatch(page, { game, seats, variant, options: game === 'duel' ? {} : { first: 0 }, chairs: bots(seats) });
      // A hint is offered where there is a choice.
      const hint = page.getByRole('button', { name: language === 'fr' ? 'Indice' : 'Hint' });
      for (const roll = dice(2); (await waitForTurn(page)).kind === 'choose' && !(await hint.count());) await chooseByChance(page, roll);
      await hint.click();
      const options = page.locator('[data-hint]');
      await options.first().waitFor();
      const texts = await options.allInnerTexts();
      assert.ok(texts.length >= 1 && texts.length <= 3, `${game}: ${texts}`);
      // Words, and no key, no placeholder and no JSON.
      for (const text of texts) assert.doesNotMatch(text, /\.why\.|[{}]|undefined/, game);
      if (texts.length > 1) assert.match(texts[0], /\d+\s?%/, game);
      await fitsTheScreen(page, `${game}: a hint`);
      await accessible(page, `${game}: a hint`);
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/hint-${game}-${size}.png` });
      await change(page, () => options.first().click());
    }
    assert.deepEqual(problems, []);
    await close();
  });

  test(`after a match its review tells luck from play (${size}, ${language})`, { timeout: 300_000 }, async () => {
    const { page, problems, close } = await visitor(browser, server, { language, phone });
    await openMatch(page, { game: 'duel', seats: 2, variant: 'standard', options: { energy: 4, lives: 1 }, chairs: bots(2) });
    await playToTheEnd(page, 4);
    await page.getByRole('link', { name: language === 'fr' ? 'Analyse' : 'Review' }).click();
    const review = page.locator('[data-review=true]');
    await review.waitFor({ timeout: 120_000 });
    assert.equal(await review.locator('.players li').count(), 2);
    assert.match(
      await review.locator('.players li').first().innerText(),
      language === 'fr' ? /jeu \d+\s%.*chance/s : /played \d+\s%.*luck/s,
    );
    // The chart is scrubbed, and the replay follows.
    const scrub = review.locator('input[type=range]');
    await scrub.fill('1');
    await page.waitForURL(/event=1&/);
    await page.locator('[data-event="1"]').waitFor();
    await page.getByText(language === 'fr' ? /tour \d+ sur \d+|avant le premier tour/ : /turn \d+ of \d+|before the first turn/).waitFor();
    await accessible(page, 'a review');
    await fitsTheScreen(page, 'a review');
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/review-${size}.png`, fullPage: true });
    // A link to the moment brings the review along.
    await page.reload();
    await review.waitFor();
    assert.equal(await scrub.inputValue(), '1');
    assert.deepEqual(problems, []);
    await close();
  });
}
