// What a server saves when solo matches run in the page: `node e2e/saved.mjs`. One reader plays a match of each game against the strongest
// bots that search, at a server that plays and at one that leaves it to the page, and both servers' processor time is printed.
import { readFileSync } from 'node:fs';
import { launch, visitor } from './lib/browser.mjs';
import { chooseByChance, dice, waitForTurn } from './lib/play.mjs';
import { Server } from './lib/server.mjs';

const GAMES = ['its-alive', 'inner-circle', 'capek', 'duel', 'golem-it'];
const DECISIONS = Number(process.env.DECISIONS ?? 12);
/** Ticks of a second in /proc. */
const TICKS = 100;

/** The processor time that a process has used, in ms. */
function spent({ pid }) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
}

const browser = await launch();
for (const solo of ['server', 'page']) {
  const server = await Server.start(undefined, ['--solo', solo]);
  const { page, close } = await visitor(browser, server);
  let total = 0;
  for (const [index, game] of GAMES.entries()) {
    await page.goto(`/play/${game}`);
    await page.locator('main form').waitFor();
    const seats = await page.locator('.chairs select').count();
    for (let seat = 1; seat < seats; seat++) await page.locator(`#chair-${seat}`).selectOption('bot:hard');
    const before = spent(server.process);
    await page.getByRole('button', { name: 'Open the table' }).click();
    await waitForTurn(page);
    const roll = dice(index + 1);
    for (let count = 0; count < DECISIONS; count++) if ((await chooseByChance(page, roll)) !== 'choose') break;
    await waitForTurn(page);
    const used = spent(server.process) - before;
    total += used;
    console.log(`solo on the ${solo}: ${game.padEnd(12)} ${Math.round(used)} ms of the server's processor`);
  }
  console.log(`solo on the ${solo}: ${Math.round(total)} ms for all`);
  await close();
  await server.stop();
}
await browser.close();
