// Pictures for people to look at, in `shots/`: every table in its moments and every page, at five sizes, light and dark, and sheets with all
// pictures of a size. `npm run shots`, or with sizes, schemes and the beginnings of names: `npm run shots -- 390x844 dark its-alive`.
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch, visitor } from './lib/browser.mjs';
import { clay, seaside } from './lib/decks.mjs';
import { bots, chooseByChance, dice, openMatch, playToTheEnd, waitForTurn } from './lib/play.mjs';
import { screenOf, SIZES } from './lib/screen.mjs';
import { Server } from './lib/server.mjs';
import { follow, nextStep, openTutorial } from './lib/tutorial.mjs';

const wanted = process.argv.slice(2);
const among = (all) => (all.some((one) => wanted.includes(one)) ? all.filter((one) => wanted.includes(one)) : all);
const sizes = among([...SIZES, '1920x1080', '844x390']);
const schemes = among(['light', 'dark']);
const names = wanted.filter((one) => !sizes.includes(one) && !schemes.includes(one));
const isWanted = (name) => names.length === 0 || names.some((one) => name.startsWith(one));

const pages = {
  home: '/',
  setup: '/play/inner-circle',
  puzzles: '/puzzles',
  puzzle: '/puzzles/look-first',
  boards: '/boards',
  matches: '/matches',
  rules: '/rules/duel',
  about: '/about',
};
const games = { 'its-alive': 'standard', 'inner-circle': 'single', capek: 'standard', duel: 'standard', 'golem-it': 'standard' };
const short = {
  'its-alive': { round_limit: 20 },
  'inner-circle': { round_limit: 20 },
  duel: { energy: 4 },
  'golem-it': { turn_limit: 50 },
};

/** What there is to see: each is named, and brings the page to where it is looked at. */
const moments = [
  ...Object.entries(games).flatMap(([game, variant]) => {
    const fewest = game === 'golem-it' ? 3 : 2;
    const many = ['its-alive', 'inner-circle', 'golem-it'].includes(game) ? 6 : null;
    const table = (seats, moves, more) => async (page) => {
      await openMatch(page, { game, seats, variant, chairs: bots(seats), ...more });
      const roll = dice(4);
      for (let count = 0; count < moves; count++) await chooseByChance(page, roll);
      await waitForTurn(page);
    };
    const end = async (page) => {
      await openMatch(page, { game, seats: fewest, variant, options: short[game] ?? {}, chairs: bots(fewest) });
      await playToTheEnd(page, 2);
    };
    return [
      [`${game}-begin`, table(fewest, 0)],
      [`${game}-later`, table(fewest, 12)],
      ...(many ? [[`${game}-many`, table(many, 10)]] : []),
      ...(game === 'its-alive' || game === 'inner-circle' ? [[`${game}-own`, table(3, 8, { deck: seaside })]] : []),
      ...(game === 'capek' ? [[`${game}-own`, table(2, 8, { deck: clay })]] : []),
      [`${game}-end`, end],
      [`${game}-tutorial`, tutorial(game)],
    ];
  }),
  ['refusal', refusal],
  ['game-end', gameEnd],
  ['duel-ghost', ghost],
  ['question', question],
  ['replay', replay],
  ...Object.entries(pages).map(([name, address]) => [
    name,
    async (page) => {
      await page.goto(address);
      await page.locator('main h1').first().waitFor();
      return { fullPage: true };
    },
  ]),
];

/** A tutorial at its first success. */
function tutorial(game) {
  return async (page) => {
    await openTutorial(page, game);
    for (let step = await nextStep(page); step.kind !== 'over'; step = await nextStep(page, step.key)) {
      if (await page.locator('[data-tutorial] .success').count()) return;
      await follow(page, step);
    }
  };
}

async function refusal(page) {
  await openMatch(page, { game: 'inner-circle', seats: 2, variant: 'single', options: { first: 0 }, chairs: bots(2) });
  await waitForTurn(page);
  await page.locator('[data-table] button.why').first().click({ force: true });
  await page.getByRole('alert').waitFor();
}

async function gameEnd(page) {
  await openMatch(page, { game: 'inner-circle', seats: 2, variant: 'match', options: { round_limit: 20 }, chairs: bots(2) });
  const roll = dice(3);
  while ((await page.locator('[data-game-end]').count()) === 0) await chooseByChance(page, roll);
}

async function ghost(page) {
  await openMatch(page, { game: 'duel', seats: 2, variant: 'beginner', options: { energy: 3 }, chairs: bots(2) });
  await waitForTurn(page);
  for (const card of ['F', 'R']) await page.locator(`[data-table] button[data-choice='"${card}"']`).click();
  await page.locator('[data-ghost]').waitFor();
}

async function question(page) {
  await openMatch(page, { game: 'duel', seats: 2, variant: 'beginner', options: { energy: 3 }, chairs: bots(2) });
  await waitForTurn(page);
  await page.getByLabel('More', { exact: true }).click();
  await page.getByRole('button', { name: 'Resign' }).click();
}

async function replay(page) {
  const id = await openMatch(page, { game: 'its-alive', seats: 2, variant: 'standard', options: { round_limit: 20 }, chairs: bots(2) });
  await playToTheEnd(page, 2);
  await page.goto(`/replay/${id}`);
  await page.locator('input[type=range]').waitFor();
  await page.locator('[data-table]').waitFor();
}

const folder = join(import.meta.dirname, 'shots');
mkdirSync(folder, { recursive: true });
const [server, browser] = await Promise.all([Server.start(), launch()]);
for (const size of sizes) {
  const { width, height, touch } = screenOf(size);
  for (const scheme of schemes) {
    const { page, problems, close } = await visitor(browser, server, { phone: touch, scheme });
    await page.setViewportSize({ width, height });
    for (const [name, show] of moments.filter(([one]) => isWanted(one))) {
      const options = await show(page).catch((error) => console.log(`${name} ${size} ${scheme}: ${error.message.split('\n')[0]}`));
      await page.waitForTimeout(400);
      await page.screenshot({ path: join(folder, `${size}-${scheme}-${name}.png`), ...options });
    }
    if (problems.length) console.log(problems.join('\n'));
    await close();
    await sheet(size, scheme);
  }
}
await Promise.all([browser.close(), server.stop()]);
console.log(folder);

/** All pictures of a size beside each other, in one. */
async function sheet(size, scheme) {
  const { width, height } = screenOf(size);
  const wide = Math.round(width * Math.min(1, 430 / height));
  const page = await browser.newPage({ viewport: { width: 1880, height: 600 } });
  const pictures = readdirSync(folder).filter(
    (one) => one.startsWith(`${size}-${scheme}-`) && isWanted(one.slice(`${size}-${scheme}-`.length)),
  );
  await page.goto(`file://${folder}`);
  await page.setContent(
    `<body style="margin:0;display:flex;flex-wrap:wrap;gap:6px;background:#888;font:11px sans-serif">${pictures
      .map(
        (one) =>
          `<figure style="margin:0"><img src="file://${folder}/${one}" style="width:${wide}px;max-height:520px;object-fit:cover;object-position:top;display:block">${one}</figure>`,
      )
      .join('')}</body>`,
  );
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(folder, `sheet-${size}-${scheme}.png`), fullPage: true });
  await page.close();
}
