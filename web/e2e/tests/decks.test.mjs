// Decks of one's own: the table shows their names, figures and order, none of which the page knows beforehand.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible, fitsTheScreen, launch, visitor } from '../lib/browser.mjs';
import { clay, seaside } from '../lib/decks.mjs';
import { bots, chooseByChance, dice, openMatch, waitForTurn } from '../lib/play.mjs';
import { Server } from '../lib/server.mjs';

let server, browser;
before(async () => ([server, browser] = await Promise.all([Server.start(), launch()])));
after(() => Promise.all([browser?.close(), server?.stop()]));

const labels = (found) => found.evaluateAll((things) => things.map((thing) => thing.closest('[title]').title));

for (const phone of [false, true]) {
  const where = phone ? 'on a phone' : 'on a wide screen';

  test(`capek with a deck of clay, ${where}`, { timeout: 180_000 }, async () => {
    const { page, problems, close } = await visitor(browser, server, { phone });
    const id = await openMatch(page, { game: 'capek', seats: 2, variant: 'standard', options: { first: 0 }, deck: clay, chairs: bots(2) });
    await waitForTurn(page);
    const { card, engineer } = await page.evaluate(async (match) => (await fetch(`/api/matches/${match}/material`)).json(), id);
    assert.deepEqual([card.length, engineer.map(({ id: name }) => name)], [12, ['master', 'pupil']]);
    const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');
    const figures = ({ gold, field, outrage }) => `${gold} gold, ${field} marker${field === 1 ? '' : 's'}, outrage ${signed(outrage)}`;
    const printed = [
      ...card.map((one) => `${one.science === 'clay' ? 'Clay' : 'Word'} ${one.id.split('-')[1]}: ${figures(one)}`),
      ...engineer.map((one) => `Engineer ${one.id}: ${figures(one)}, stands for ${one.counts} in any set`),
    ];
    const tiles = await labels(page.locator('[data-table] .tile'));
    assert.ok(tiles.length > 4);
    for (const label of tiles)
      assert.ok(
        printed.some((one) => label.endsWith(one)),
        label,
      );
    const parts = await labels(page.locator('[data-table] .plate > [title]'));
    assert.match(parts[0], /mouth: 0 of 2 circles filled, a set of 2 from Clay or Word is missing$/);
    assert.match(parts[1], /hand: 0 of 1 circles filled, a set of 3 from Clay is missing$/);

    const roll = dice(3);
    for (let count = 0; count < 6; count++) await chooseByChance(page, roll);
    await fitsTheScreen(page, 'capek');
    await accessible(page, `capek ${where}`);
    assert.deepEqual(problems, []);
    await close();
  });

  test(`the inner circle with a ring of one's own, ${where}`, { timeout: 180_000 }, async () => {
    const { page, problems, close } = await visitor(browser, server, { phone });
    await openMatch(page, { game: 'inner-circle', seats: 2, variant: 'single', options: { first: 0 }, deck: seaside, chairs: bots(2) });
    await waitForTurn(page);
    // Clockwise from the top, as they lie on the screen.
    const around = await page.locator('.ring > .place').evaluateAll((places) => {
      const { x, y, width, height } = document.querySelector('.ring').getBoundingClientRect();
      const turn = (place) => {
        const box = place.getBoundingClientRect();
        const angle = Math.atan2(box.x + box.width / 2 - x - width / 2, y + height / 2 - box.y - box.height / 2);
        return Math.round((angle / (2 * Math.PI) + 1) * 360) % 360;
      };
      return places
        .toSorted((one, other) => turn(one) - turn(other))
        .map((place) => place.querySelector('.name').innerText.replace('♥', '').trim());
    });
    assert.deepEqual(around, ['Salt', 'Ice', 'The Sea', 'Sand', 'Campfire', 'Sky']);
    assert.match(await page.locator('.middle .outside').innerText(), /Grandma's Soup/);
    const walks = { head: '→2', torso: '→1/6', arm: '→3', leg: '→5' };
    for (const card of await page.locator('.hand .body-card').allInnerTexts()) {
      const [part] = Object.entries(walks).find(([word]) => card.includes(word));
      if (!card.includes('Soup')) assert.ok(card.includes(walks[part]), card);
    }
    const roll = dice(3);
    for (let count = 0; count < 4; count++) await chooseByChance(page, roll);
    await fitsTheScreen(page, 'inner-circle');
    await accessible(page, `inner-circle ${where}`);
    assert.deepEqual(problems, []);
    await close();
  });

  test(`it's alive with a die of one's own, ${where}`, { timeout: 180_000 }, async () => {
    const { page, problems, close } = await visitor(browser, server, { phone });
    await openMatch(page, { game: 'its-alive', seats: 2, variant: 'standard', options: { first: 0 }, deck: seaside, chairs: bots(2) });
    await waitForTurn(page);
    await page.getByRole('button', { name: 'A part must not touch a torso of the opposite type' }).click();
    const note = page.locator('[data-part=ring] [popover]');
    await note.getByText('1 torso · 2 3 arm · 4 leg · 5 head · 6 special').waitFor();
    await note.getByRole('img', { name: 'Salt – Sand, Ice – Campfire, The Sea – Sky' }).waitFor();
    await page.keyboard.press('Escape');
    await note.waitFor({ state: 'hidden' });
    const roll = dice(3);
    for (let count = 0; count < 6; count++) await chooseByChance(page, roll);
    await fitsTheScreen(page, 'its-alive');
    await accessible(page, `its-alive ${where}`);
    assert.deepEqual(problems, []);
    await close();
  });
}
