// What flying cards cost: `node flights.mjs`. Plays moves of golem-it, reads the browser's trace, and prints how many animations the
// compositor could not run by itself, and the processor time of the main thread for each frame while something flies. It counts
// processor time and not the clock, so that other programs on the machine do not matter much; a processor four times slower needs four times as much.
import { launch, visitor } from './lib/browser.mjs';
import { bots, chooseByChance, dice, openMatch, waitForTurn } from './lib/play.mjs';
import { Server } from './lib/server.mjs';

const MOVES = Number(process.env.MOVES ?? 12);
const FRAME = 1000 / 60;

const [server, browser] = await Promise.all([Server.start(), launch()]);
try {
  const { page } = await visitor(browser, server, { pace: 'quick' });
  await openMatch(page, { game: 'golem-it', seats: 3, variant: 'standard', chairs: bots(3) });
  await waitForTurn(page);
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'blink.animations'] });
  const roll = dice(5);
  for (let move = 0; move < MOVES && (await chooseByChance(page, roll)) === 'choose'; move++);
  await waitForTurn(page);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  report(traceEvents);
} finally {
  await Promise.all([browser.close(), server.stop()]);
}

function report(events) {
  const renderer = events.find(({ name }) => name === 'Animation')?.pid;
  const thread = events.find(({ name, pid, args }) => name === 'thread_name' && pid === renderer && args.name === 'CrRendererMain')?.tid;
  const animations = new Map();
  for (const { name, pid, id2, id, ph, ts, args } of events) {
    if (name !== 'Animation' || pid !== renderer) continue;
    const key = id2?.local ?? id;
    const one = animations.get(key) ?? {};
    if (ph === 'b') one.from = ts;
    if (ph === 'e') one.to = ts;
    if (args?.data?.compositeFailed) one.failed = args.data.unsupportedProperties ?? args.data.compositeFailed;
    animations.set(key, one);
  }
  const flights = [...animations.values()].filter(({ from, to }) => from && to && to - from > 100_000);
  // Time during which at least one is under way.
  const spans = [];
  for (const { from, to } of flights.toSorted((a, b) => a.from - b.from)) {
    if (spans.length && from <= spans.at(-1)[1]) spans.at(-1)[1] = Math.max(spans.at(-1)[1], to);
    else spans.push([from, to]);
  }
  // The beginning of a flight is the move itself: the table is drawn anew. What comes after is the flying.
  const START = 80_000;
  const flying = spans.map(([from, to]) => [from + START, to]).filter(([from, to]) => to > from);
  const inside = (ts) => flying.some(([from, to]) => ts >= from && ts <= to);
  const tasks = events.filter(
    ({ name, pid, tid, ts }) => name === 'ThreadControllerImpl::RunTask' && pid === renderer && tid === thread && inside(ts),
  );
  const work = tasks.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000;
  const count = (wanted) =>
    events.filter(({ name, pid, tid, ts }) => name === wanted && pid === renderer && tid === thread && inside(ts)).length;
  const frames = flying.reduce((sum, [from, to]) => sum + (to - from), 0) / 1000 / FRAME;
  const failed = flights.filter((one) => one.failed);
  console.log(
    `${flights.length} animations, ${failed.length} of them on the main thread ${JSON.stringify([...new Set(failed.flatMap((one) => one.failed))])}`,
  );
  console.log(
    ['UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize', 'Commit']
      .map((name) => `${name} ${(count(name) / frames).toFixed(2)}`)
      .join(', '),
    'for each frame',
  );
  console.log(
    `${frames.toFixed(0)} frames, ${(work / frames).toFixed(2)} ms of the main thread each; at a quarter of the speed ${((4 * work) / frames).toFixed(2)} of ${FRAME.toFixed(1)} ms`,
  );
}
