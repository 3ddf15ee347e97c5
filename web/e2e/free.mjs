// What blocks the page while a strong bot thinks in it: `node e2e/free.mjs`. Prints, for each game, the tasks above 50 ms on the page's own
// thread while nothing is drawn; what has happened is drawn in tasks of their own, see flights.mjs. Aim: none.
import { launch, visitor } from './lib/browser.mjs';
import { chooseByChance, dice, waitForTurn } from './lib/play.mjs';
import { Site } from './lib/site.mjs';

const GAMES = ['its-alive', 'inner-circle', 'capek', 'duel', 'golem-it'];
const DECISIONS = Number(process.env.DECISIONS ?? 8);

const [site, browser] = await Promise.all([Site.start(), launch()]);
for (const [index, game] of GAMES.entries()) {
  const { page, close } = await visitor(browser, site);
  await page.goto(`${site.address}#/play/${game}`);
  await page.locator('main form').waitFor();
  const seats = await page.locator('.chairs select').count();
  for (let seat = 1; seat < seats; seat++) await page.locator(`#chair-${seat}`).selectOption('bot:hard');
  await page.getByRole('button', { name: 'Open the table' }).click();
  await waitForTurn(page);
  await page.evaluate(() => {
    globalThis.tasks = [];
    globalThis.changes = [];
    const keep = (list) => globalThis.tasks.push(...list.getEntries().map(({ startTime, duration }) => [startTime, duration]));
    new PerformanceObserver(keep).observe({ entryTypes: ['longtask'] });
    const everything = { subtree: true, childList: true, attributes: true, characterData: true };
    new MutationObserver(() => globalThis.changes.push(performance.now())).observe(document.body, everything);
  });
  const roll = dice(index + 1);
  for (let count = 0; count < DECISIONS; count++) if ((await chooseByChance(page, roll)) !== 'choose') break;
  await waitForTurn(page);
  const { tasks, changes } = await page.evaluate(() => ({ tasks: globalThis.tasks, changes: globalThis.changes }));
  const idle = tasks.filter(([start, duration]) => !changes.some((at) => at > start - 100 && at < start + duration + 50));
  const told = idle.map(([, duration]) => `${Math.round(duration)} ms`).join(', ') || 'none';
  console.log(`${game.padEnd(12)} ${tasks.length - idle.length} long tasks while something was drawn; while a bot thought: ${told}`);
  await close();
}
await browser.close();
await site.stop();
