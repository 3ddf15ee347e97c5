// Shape before colour: without colours, no two golems and no two seats look alike.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { bodies, colours, golem } from '../../scripts/rig.mjs';
import { launch } from '../lib/browser.mjs';

/** Of all points that either of two pictures covers, so many differ by at least a quarter of all greys. */
const LEAST = 0.15;

let browser, page;
before(async () => {
  browser = await launch();
  page = await browser.newPage();
});
after(() => browser?.close());

/** How much each pair of pictures differs without colour, the most alike first. */
const compare = (pictures) =>
  page.evaluate(async (all) => {
    const greys = await Promise.all(
      all.map(async ([name, svg]) => {
        const image = new Image();
        image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
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
