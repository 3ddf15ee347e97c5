// How long a reader waits for the first table of a site of plain files: `node e2e/cold.mjs`. The line carries 10 Mbit/s, and the page runs at
// a quarter of the speed. Aims: 1.5 s from a cold start, 0.5 s from the second start on. GOLEMRY_SITE names a folder other than a fresh one.
import { launch, visitor } from './lib/browser.mjs';
import { Site } from './lib/site.mjs';

const RATE = 10_000_000 / 8;
const SLOWER = 4;
const RUNS = 5;

const site = await Site.start({ rate: RATE });
const browser = await launch();
const middle = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];

/**
 * Opens the page and presses "Play now" as soon as it is there, from within: a tool that asks from outside waits for the slow page, too.
 * Says when the button and when the table were there, in ms after the start of the page.
 */
async function start(context) {
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.addInitScript(() => {
    globalThis.times = {};
    const look = () => {
      const button = [...document.querySelectorAll("[data-game='golem-it'] button")].at(-1);
      if (button && !globalThis.times.home) {
        globalThis.times.home = performance.now();
        // Once it is drawn.
        requestAnimationFrame(() => requestAnimationFrame(() => button.click()));
      }
      if (globalThis.lookAtTable?.().kind === 'choose') globalThis.times.table ??= performance.now();
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
  });
  await page.goto(site.address, { waitUntil: 'commit' });
  await page.waitForFunction(() => globalThis.times.table, undefined, { polling: 250 });
  const times = await page.evaluate(() => globalThis.times);
  await page.close();
  return times;
}

const found = { cold: [], second: [] };
for (let run = 0; run < RUNS; run++) {
  const { context, close } = await visitor(browser, site);
  found.cold.push(await start(context));
  found.second.push(await start(context));
  await close();
}
for (const [name, list] of Object.entries(found)) {
  const [home, table] = ['home', 'table'].map((what) => middle(list.map((one) => one[what])));
  const all = list.map((one) => Math.round(one.table)).join(' ');
  console.log(`${name.padEnd(7)} page ${Math.round(home)} ms, first table ${Math.round(table)} ms (middle of ${RUNS}: ${all})`);
}
await browser.close();
await site.stop();
