// Whole matches of every game at every size and number of seats, looked at decision by decision: `npm run screens`, or with games and sizes,
// `npm run screens -- duel 360x640`. Pictures of what is wrong lie in `screens/`.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch, visitor } from './lib/browser.mjs';
import { bots } from './lib/play.mjs';
import { playOnScreen, screenOf, SIZES } from './lib/screen.mjs';
import { Server } from './lib/server.mjs';

const all = (variant) => [2, 3, 4, 5, 6].map((seats) => [seats, variant]);
const plans = {
  'its-alive': all('standard'),
  'inner-circle': [...all('single'), [3, 'match']],
  capek: [[2, 'standard']],
  duel: [
    [2, 'standard'],
    [2, 'beginner'],
  ],
  'golem-it': [[2, 'two-player'], ...all('standard').slice(1)],
};
const short = {
  'its-alive': { round_limit: 20 },
  'inner-circle': { round_limit: 20 },
  capek: { turn_limit: 20, outrage_limit: 10 },
  duel: { energy: 4, lives: 2 },
  'golem-it': { turn_limit: 50 },
};
const wanted = process.argv.slice(2);
const games = Object.keys(plans).filter((game) => !wanted.some((one) => one in plans) || wanted.includes(game));
const given = wanted.filter((one) => /^\d+x\d+$/.test(one));
const sizes = given.length ? given : [...SIZES, '844x390'];
const seatsWanted = wanted.filter((one) => /^\d$/.test(one)).map(Number);

const folder = join(import.meta.dirname, 'screens');
mkdirSync(folder, { recursive: true });
const [server, browser] = await Promise.all([Server.start(), launch()]);
let failed = 0;
for (const game of games) {
  for (const [seats, variant] of plans[game]) {
    if (seatsWanted.length && !seatsWanted.includes(seats)) continue;
    for (const size of sizes) {
      const { page, problems, close } = await visitor(browser, server, { phone: screenOf(size).touch });
      const plan = { game, seats, variant, options: variant === 'beginner' ? { energy: 4 } : short[game], chairs: bots(seats) };
      const name = `${game} ${variant} ${seats} seats ${size}`;
      const picture = join(folder, `${game}-${variant}-${seats}-${size}.png`);
      try {
        const { wrong, touches } = await playOnScreen(page, plan, size, { picture });
        const all = [...wrong, ...problems.map((problem) => [problem, 1])];
        console.log(`${all.length ? 'WRONG' : 'fine '} ${name}: ${touches} touches a decision`);
        for (const [problem, times] of all.slice(0, 12)) console.log(`        ${times} × ${problem}`);
        failed += all.length ? 1 : 0;
      } catch (error) {
        await page.screenshot({ path: picture });
        console.log(`WRONG ${name}: ${error.message}`);
        failed++;
      }
      await close();
    }
  }
}
await Promise.all([browser.close(), server.stop()]);
console.log(failed ? `${failed} matches had something wrong` : 'all screens are fine');
process.exitCode = failed ? 1 : 0;
