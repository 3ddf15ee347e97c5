// Shape before colour: without colours, no two golems, no two seats and no two states look alike.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { bodies, colours, golem } from '../../scripts/rig.mjs';
import { launch, visitor } from '../lib/browser.mjs';
import { bots, openMatch, waitForTurn } from '../lib/play.mjs';
import { Server } from '../lib/server.mjs';

/** Of all points that either of two pictures covers, so many differ by at least a quarter of all greys. */
const LEAST = 0.15;
/** The same for two states of one thing, which lies within what surrounds it. */
const LEAST_OF_A_STATE = 0.02;

let browser, page, server;
before(async () => {
  [browser, server] = await Promise.all([launch(), Server.start()]);
  page = await browser.newPage();
});
after(() => Promise.all([browser?.close(), server?.stop()]));

/** How much each pair of pictures differs without colour, the most alike first. */
const compare = (pictures) =>
  page.evaluate(async (all) => {
    const greys = await Promise.all(
      all.map(async ([name, svg]) => {
        const image = new Image();
        image.src = svg.startsWith('<') ? `data:image/svg+xml,${encodeURIComponent(svg)}` : svg;
        await image.decode();
        const context = new OffscreenCanvas(96, 144).getContext('2d');
        // What is not covered is white.
        context.fillStyle = '#fff';
        context.fillRect(0, 0, 96, 144);
        context.filter = 'grayscale(1)';
        context.drawImage(image, 0, 0, 96, 144);
        const { data } = context.getImageData(0, 0, 96, 144);
        return [name, data.filter((_, at) => at % 4 === 0)];
      }),
    );
    return greys
      .flatMap(([one, a], at) =>
        greys.slice(at + 1).map(([other, b]) => {
          const covered = [...a.keys()].filter((point) => a[point] < 255 || b[point] < 255);
          const differ = covered.filter((point) => Math.abs(a[point] - b[point]) >= 64);
          return { pair: `${one} and ${other}`, differ: differ.length / covered.length };
        }),
      )
      .sort((a, b) => a.differ - b.differ);
  }, pictures);

function assertApart(pairs, count) {
  assert.equal(pairs.length, (count * (count - 1)) / 2);
  const alike = pairs.filter(({ differ }) => differ < LEAST).map(({ pair, differ }) => `${pair} differ in ${Math.round(differ * 100)} %`);
  assert.deepEqual(alike, []);
}

const picture = (marks) => `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="144" viewBox="0 0 96 144">${marks}</svg>`;

test('the measure knows what is alike', async () => {
  const [one, other] = [golem('stone', '#777777', 48, 140, 134), golem('stone', '#777777', 49, 140, 134)].map(picture);
  const [same, moved] = await compare([
    ['one', one],
    ['itself', one],
    ['the same a step aside', other],
  ]);
  assert.equal(same.differ, 0);
  assert.ok(moved.differ < LEAST, `a step aside differs in ${moved.differ}`);
});

test('no two of the nine bodies look alike without colour', async () => {
  assertApart(await compare(bodies.map((body) => [body, picture(golem(body, colours[body], 48, 140, 134))])), 9);
});

test('nor if all are of one colour', async () => {
  assertApart(await compare(bodies.map((body) => [body, picture(golem(body, '#c0c0c0', 48, 140, 134))])), 9);
});

test('no two of the six seat marks look alike without colour', async () => {
  const source = readFileSync(join(import.meta.dirname, '../../src/lib/seats.svelte.ts'), 'utf8');
  const shapes = /const shapes = \[(.*)\];/.exec(source)[1].match(/[^', ]/g);
  const mark = (shape) =>
    picture(`<text x="48" y="100" font-family="system-ui, sans-serif" font-size="80" text-anchor="middle">${shape}</text>`);
  assertApart(await compare(shapes.map((shape) => [shape, mark(shape)])), 6);
});

/** States of a table: the class that marks it, what has the class, and where it is looked at. */
const states = [
  ['offered', '.pick.offered', ''],
  ['armed', '.pick.offered', ''],
  ['turn', '.panel.turn', ' > header'],
];

for (const game of ['its-alive', 'inner-circle', 'capek', 'duel', 'golem-it']) {
  test(`${game}: what can be chosen, what is pointed at and whose turn it is are seen without colour`, { timeout: 120_000 }, async () => {
    const { page: table, close } = await visitor(browser, server, { motion: 'reduce' });
    await openMatch(table, { game, seats: 2, variant: null, chairs: bots(2) });
    await waitForTurn(table);
    const seen = [];
    for (const [state, selector, within] of states) {
      const one = table.locator(`[data-table] ${selector}:visible`).first();
      // Both players of a duel write at the same time.
      if (state === 'turn' && game === 'duel') continue;
      await one.evaluate((node, name) => (node.dataset.looked = name), state);
      const { x, y, width, height } = await table.locator(`[data-looked=${state}]${within}`).boundingBox();
      // What surrounds a thing may be a part of how it looks.
      const clip = { x: Math.max(0, x - 8), y: Math.max(0, y - 8), width: width + 16, height: height + 16 };
      const look = async (is) => {
        await table.locator(`[data-looked=${state}]`).evaluate(
          (node, [name, on]) => {
            node.classList.toggle(name, on);
            for (const tag of node.querySelectorAll('.now')) tag.style.visibility = on ? '' : 'hidden';
          },
          [state, is],
        );
        return `data:image/png;base64,${(await table.screenshot({ clip })).toString('base64')}`;
      };
      const pictures = [
        [state, await look(true)],
        [`not ${state}`, await look(false)],
      ];
      await look(true);
      const [{ differ }] = await compare(pictures);
      assert.ok(differ >= LEAST_OF_A_STATE, `${state} differs in ${(differ * 100).toFixed(1)} %`);
      seen.push(state);
    }
    assert.deepEqual(seen, game === 'duel' ? ['offered', 'armed'] : ['offered', 'armed', 'turn']);
    await close();
  });
}
