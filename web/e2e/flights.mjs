// What movement costs: `node flights.mjs`, or with games, `node flights.mjs duel`. Plays moves of every game, reads the browser's trace,
// and prints for each how many frames a second a processor four times slower would show while something moves or the table is laid out
// anew, and what the long frames are made of. With `scenes` bots play a match, and only its staged moments are counted. It counts
// processor time and not the clock, so that other programs on the machine do not matter much.
import { launch, visitor } from './lib/browser.mjs';
import { bots, dice, openMatch, waitForTurn } from './lib/play.mjs';
import { Server } from './lib/server.mjs';

const MOVES = Number(process.env.MOVES ?? 12);
const SLOWER = 4;
/** The page is looked at this seldom, in ms, so that looking is not what is measured. */
const POLLING = 500;
const FRAME = 1_000_000 / 60;
/** Before a flight begins the table was laid out anew: that much of the time before counts as well. */
const BEFORE = 50_000;
/** The parts of a frame that a trace names. */
const PARTS = ['FunctionCall', 'UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize', 'Commit', 'MinorGC', 'MajorGC'];
const TABLES = { 'its-alive': 4, 'inner-circle': 3, capek: 2, duel: 2, 'golem-it': 4 };

/** How long a match is watched for its scenes, in ms. */
const WATCHED = Number(process.env.WATCHED ?? 60_000);

const scenes = process.argv.includes('scenes');
const named = Object.keys(TABLES).filter((game) => process.argv.includes(game));
const wanted = named.length ? named : Object.keys(TABLES);
const [server, browser] = await Promise.all([Server.start(), launch()]);
try {
  for (const game of wanted) {
    const { page, close } = await visitor(browser, server, { pace: scenes ? 'calm' : 'quick', phone: true });
    page.setDefaultTimeout(120_000);
    await (scenes ? watch : move)(page, game);
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
    report(game, traceEvents);
    await close();
  }
} finally {
  await Promise.all([browser.close(), server.stop()]);
}

function trace(page) {
  return browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'blink.animations', 'blink.user_timing'] });
}

/** Makes some moves. */
async function move(page, game) {
  await openMatch(page, { game, seats: TABLES[game], variant: null, chairs: bots(TABLES[game]) });
  await waitForTurn(page);
  await trace(page);
  const roll = dice(5);
  for (let move = 0; move < MOVES && (await waitForTurn(page, POLLING)).kind === 'choose'; move++) {
    // To find a place to click costs the page more than the click.
    await page.evaluate(
      (chance) => {
        const offers = document.querySelectorAll('[data-table] button[data-choice], .turn .choices button:not(:disabled)');
        offers[Math.floor(chance * offers.length)]?.click();
      },
      roll(1000) / 1000,
    );
    await page.waitForTimeout(POLLING);
  }
}

/** Watches bots, and marks in the trace when a scene begins and ends. */
async function watch(page, game) {
  const chairs = bots(TABLES[game] + 1, 'normal').slice(1);
  await openMatch(page, { game, seats: TABLES[game], variant: null, chairs });
  await page.locator('[data-table]').waitFor();
  await page.evaluate(() => {
    const look = ([{ target }]) => performance.mark('staged' in target.dataset ? 'scene begins' : 'scene ends');
    new MutationObserver(look).observe(document.body, { subtree: true, attributeFilter: ['data-staged'] });
  });
  await trace(page);
  await page
    .locator('[data-over]')
    .waitFor({ timeout: WATCHED })
    .catch(() => {});
}

/** From when to when scenes were shown. */
function scenesOf(events) {
  const marks = events.filter(({ name }) => name === 'scene begins' || name === 'scene ends').toSorted((a, b) => a.ts - b.ts);
  return marks.flatMap(({ name, ts }, at) => (name === 'scene begins' && marks[at + 1] ? [{ from: ts, to: marks[at + 1].ts }] : []));
}

function report(game, events) {
  const renderer = events.find(({ name }) => name === 'Animation')?.pid;
  const thread = events.find(({ name, pid, args }) => name === 'thread_name' && pid === renderer && args.name === 'CrRendererMain')?.tid;
  const ours = events.filter(({ pid, tid }) => pid === renderer && tid === thread);
  const animations = animationsOf(events, renderer);
  const shown = scenes ? scenesOf(events) : animations;
  if (!shown.length) return console.log(`${game}: nothing ${scenes ? 'was staged' : 'moved'}`);
  const moving = union(shown.map(({ from, to }) => [from - BEFORE, to]));
  const inside = ({ ts }) => moving.some(([from, to]) => ts >= from && ts <= to);
  const tasks = ours
    .filter((one) => one.name === 'ThreadControllerImpl::RunTask' && one.tdur && inside(one))
    .toSorted((a, b) => a.ts - b.ts);
  const stretches = busyStretches(tasks);
  const total = moving.reduce((sum, [from, to]) => sum + (to - from), 0) / FRAME;
  const missed = stretches.reduce((sum, { work }) => sum + Math.floor(work / FRAME), 0);
  const failed = animations.filter((one) => one.failed);
  const work = tasks.reduce((sum, { tdur }) => sum + tdur, 0) * SLOWER;
  const names = [...new Set(failed.map((one) => JSON.stringify(one.failed)))].join(' ');
  console.log(
    `${game}: ${scenes ? `${shown.length} scenes, ` : ''}${(60 * (1 - missed / total)).toFixed(1)} frames a second; ${total.toFixed(0)} frames, ${missed} missed; ` +
      `${(work / total / 1000).toFixed(1)} of ${(FRAME / 1000).toFixed(1)} ms each; ` +
      `${animations.length} animations, ${failed.length} on the main thread ${names}`,
  );
  for (const { from, to, work } of stretches
    .filter(({ work }) => work > FRAME)
    .toSorted((a, b) => b.work - a.work)
    .slice(0, 6))
    console.log(`  ${(work / 1000).toFixed(0)} ms: ${partsOf(ours, from, to)}`);
}

/** What moved for longer than a moment. The trace gives the name of a movement that is over to a later one. */
function animationsOf(events, renderer) {
  const [all, underWay] = [[], new Map()];
  for (const { name, pid, id2, id, ph, ts, args } of events.toSorted((a, b) => a.ts - b.ts)) {
    if (name !== 'Animation' || pid !== renderer) continue;
    const key = id2?.local ?? id;
    if (ph === 'b') underWay.set(key, { from: ts });
    const one = underWay.get(key);
    if (!one) continue;
    if (args?.data?.compositeFailed) one.failed = args.data.unsupportedProperties ?? args.data.compositeFailed;
    if (ph !== 'e') continue;
    all.push({ ...one, to: ts });
    underWay.delete(key);
  }
  return all.filter(({ from, to }) => to - from > 100_000);
}

function union(spans) {
  const all = [];
  for (const [from, to] of spans.toSorted(([a], [b]) => a - b)) {
    if (all.length && from <= all.at(-1)[1]) all.at(-1)[1] = Math.max(all.at(-1)[1], to);
    else all.push([from, to]);
  }
  return all;
}

/** The stretches in which a slower processor would not come to rest, with how long each lasts there. */
function busyStretches(tasks) {
  const stretches = [];
  let [began, until] = [0, 0];
  for (const { ts, dur, tdur } of tasks) {
    if (ts >= until || !stretches.length) {
      stretches.push({ from: ts, to: ts, work: 0 });
      [began, until] = [ts, ts];
    }
    until += SLOWER * tdur;
    const last = stretches.at(-1);
    last.to = ts + dur;
    last.work = until - began;
  }
  return stretches;
}

function partsOf(events, from, to) {
  const within = events.filter(({ ts, name, tdur }) => tdur && ts >= from && ts <= to && PARTS.includes(name));
  const sums = new Map();
  for (const { name, tdur, args } of within) {
    const called = name === 'FunctionCall' ? `script ${args?.data?.functionName || 'of ours'}` : name;
    sums.set(called, (sums.get(called) ?? 0) + SLOWER * tdur);
  }
  return [...sums]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 4)
    .map(([name, work]) => `${name} ${(work / 1000).toFixed(0)}`)
    .join(', ');
}
