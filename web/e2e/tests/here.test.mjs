// The games in the page: a site of plain files, without a server, without a network, and with a browser that stores nothing.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { after, before, describe, test } from 'node:test';
import { accessible, launch, visitor } from '../lib/browser.mjs';
import { chooseByChance, dice, playToTheEnd, waitForTurn } from '../lib/play.mjs';
import { Server } from '../lib/server.mjs';
import { Site } from '../lib/site.mjs';

let site, browser;
before(async () => ([site, browser] = await Promise.all([Site.start(), launch()])));
after(() => Promise.all([browser?.close(), site?.stop()]));

const SIZES = [
  ['a phone', { phone: true }, { width: 390, height: 844 }],
  ['a desktop', {}, { width: 1280, height: 720 }],
];
const GAMES = ['its-alive', 'inner-circle', 'capek', 'duel', 'golem-it'];

/** Opens a table against bots of a level, as a reader does. */
async function setUp(page, game, { level = 'easy', options } = {}) {
  await page.goto(`${page.context().site.address}#/play/${game}`);
  await page.locator('main form').waitFor();
  const seats = await page.locator('.chairs select').count();
  for (let seat = 1; seat < seats; seat++) await page.locator(`#chair-${seat}`).selectOption(`bot:${level}`);
  if (options) await page.getByText('Options', { exact: true }).click();
  for (const [name, value] of Object.entries(options ?? {})) await page.locator(`#option-${name}`).fill(String(value));
  await page.getByRole('button', { name: 'Open the table' }).click();
  await waitForTurn(page);
  return new URL(page.url()).hash.split('/').at(-1);
}

/** A reader of a site. */
async function reader(at, size = SIZES[1], options = {}) {
  const one = await visitor(browser, at, { ...size[1], ...options });
  one.context.site = at;
  await one.page.setViewportSize(size[2]);
  return one;
}

/** Waits until the page can do without a network, and takes it away. */
async function goOffline(at, { page, context }) {
  await page.goto(at.address);
  await page.locator('[data-game]').first().waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.ready.then(() => true));
  await page.waitForFunction(async () => navigator.serviceWorker.controller !== null || (location.reload(), false), undefined, {
    polling: 1000,
  });
  await context.setOffline(true);
}

const version = async (page) => Number(await page.locator('[data-version]').getAttribute('data-version'));

/** Writes over an event that the page has kept. */
const spoil = (page, match, event) =>
  page.evaluate(
    ([id, text]) =>
      new Promise((done, failed) => {
        const request = indexedDB.open('golemry');
        request.onerror = () => failed(request.error);
        request.onsuccess = () => {
          const transaction = request.result.transaction('events', 'readwrite');
          transaction.objectStore('events').put(text, [id, 0]);
          transaction.oncomplete = () => (request.result.close(), done());
          transaction.onabort = () => failed(transaction.error);
        };
      }),
    [match, event],
  );

/** The worker with a line in front: what is done to the browser there, a page cannot do. */
function workerAfter(line) {
  const assets = join(site.folder, 'assets');
  const name = readdirSync(assets).find((one) => /^worker-.*\.js$/.test(one));
  return { [`assets/${name}`]: `${line}\n${readFileSync(join(assets, name), 'utf8')}` };
}

describe('without server and network', () => {
  // The screens themselves are tried elsewhere, at every size: here the sizes take turns.
  for (const [index, game] of GAMES.entries()) {
    const size = SIZES[index % SIZES.length];
    test(`${game} is played to its end on ${size[0]}, with a reload in the middle`, { timeout: 1_200_000 }, async () => {
      // Everything has its own site: it is taken away.
      const own = await Site.start();
      const one = await reader(own, size, { worker: true });
      const { page, problems, close } = one;
      await goOffline(own, one);
      await own.close();
      const asked = own.asked.length;
      await setUp(page, game);
      const roll = dice(index + 1);
      for (let count = 0; count < 3; count++) await chooseByChance(page, roll);
      await waitForTurn(page);
      const before = await version(page);
      await page.reload();
      await waitForTurn(page);
      assert.ok((await version(page)) >= before, 'what was played is there');
      await playToTheEnd(page, index + 1, { most: 1500 });
      await page.goto(`${own.address}#/matches`);
      await page.locator('[data-outcome]').waitFor();
      await page.getByRole('link', { name: 'Replay' }).click();
      await page.locator('input[type=range]').waitFor();
      assert.equal(own.asked.length, asked, 'nobody was asked for anything');
      assert.deepEqual(
        problems.filter((one) => !one.includes('net::ERR_')),
        [],
      );
      await close();
      await own.again();
      await own.stop();
    });
  }

  test('no request goes to a server of games', { timeout: 120_000 }, async () => {
    const { page, close } = await reader(site);
    await setUp(page, 'duel');
    assert.deepEqual(
      site.asked.filter((path) => path.includes('/api')),
      [],
    );
    await close();
  });

  test('a server is asked for nothing while somebody plays alone, from "Play now" to the rematch', { timeout: 240_000 }, async () => {
    const server = await Server.start();
    const { page, problems, close } = await visitor(browser, server);
    const module = page.context().waitForEvent('response', (response) => response.url().endsWith('.wasm.gz'));
    await page.goto('/');
    const button = page.locator("[data-game='golem-it'] button").last();
    await button.waitFor();
    await (await module).finished();
    const asked = [];
    await page.route('**/api/**', (route) => {
      asked.push(route.request().url());
      return route.abort();
    });
    await button.click();
    await waitForTurn(page);
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('[data-hint]').first().waitFor();
    await playToTheEnd(page, 1, { most: 1500 });
    const address = page.url();
    await page.getByRole('button', { name: 'Rematch' }).click();
    await page.waitForURL((url) => url.href !== address);
    await waitForTurn(page);
    assert.deepEqual(asked, []);
    assert.deepEqual(problems, []);
    await close();
    await server.stop();
  });

  test('friends are not offered, and the page says why; in French, too', { timeout: 120_000 }, async () => {
    for (const [language, text] of [
      ['en', /takes a server/],
      ['fr', /Il faut un serveur/],
    ]) {
      const { page, problems, close } = await reader(site, SIZES[1], { language });
      await page.goto(`${site.address}#/play/duel`);
      assert.match(await page.locator('[data-no-server]').innerText(), text);
      assert.equal(await page.locator('option[value=friend]').count(), 0);
      await accessible(page, `a table to set up (${language})`);
      await page.goto(`${site.address}#/matches`);
      await page.locator('.files').waitFor();
      await accessible(page, `matches (${language})`);
      assert.deepEqual(problems, []);
      await close();
    }
  });
});

test(
  'two tabs with one match: the newer one plays, the older one can take it back, and nothing is lost',
  { timeout: 180_000 },
  async () => {
    const { page, context, problems, close } = await reader(site);
    await setUp(page, 'golem-it');
    await chooseByChance(page, dice(1));
    await waitForTurn(page);
    const newer = await context.newPage();
    await newer.goto(page.url());
    await waitForTurn(newer);
    await page.getByText('This match is now open in another tab').waitFor();
    await accessible(page, 'a match that is open elsewhere');
    const roll = dice(2);
    const start = await version(newer);
    while ((await version(newer)) === start) await chooseByChance(newer, roll);
    await waitForTurn(newer);
    const played = await version(newer);
    await page.getByRole('button', { name: 'Play on here' }).click();
    await page.waitForFunction((least) => Number(document.querySelector('[data-version]')?.dataset.version) >= least, played);
    await newer.getByText('This match is now open in another tab').waitFor();
    await waitForTurn(page);
    const again = await version(page);
    while ((await version(page)) === again) await chooseByChance(page, roll);
    assert.deepEqual(problems, []);
    await close();
  },
);

test('a damaged match says so and can be saved; the others are as they were', { timeout: 180_000 }, async () => {
  const { page, close } = await reader(site);
  const sound = await setUp(page, 'duel');
  const broken = await setUp(page, 'golem-it');
  await page.goto(`${site.address}#/`);
  await spoil(page, broken, '{"this":"is nothing"}');
  await page.reload();
  await page.goto(`${site.address}#/m/${broken}`);
  await page.getByText('This match is damaged and cannot be opened').waitFor();
  await accessible(page, 'a damaged match');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download what is there' }).click();
  const kept = JSON.parse(readFileSync(await (await saved).path(), 'utf8'));
  assert.ok(kept.events.length > 0 && kept.kept.id === broken);
  await page.goto(`${site.address}#/m/${sound}`);
  await waitForTurn(page);
  await close();
});

test('a browser that stores nothing plays all the same, and says once that nothing is kept', { timeout: 180_000 }, async () => {
  const refusal = "Object.defineProperty(self, 'indexedDB', { value: { open() { throw new DOMException('', 'InvalidStateError'); } } });";
  const own = await Site.start({ answers: workerAfter(refusal) });
  const { page, problems, close } = await reader(own);
  await setUp(page, 'duel', { options: { energy: 4, lives: 1 } });
  await page.locator('[data-unkept]').waitFor();
  await accessible(page, 'a match that is not kept');
  await page.locator('[data-unkept] button').click();
  await playToTheEnd(page, 3);
  assert.equal(await page.locator('[data-unkept]').count(), 0);
  assert.deepEqual(problems, []);
  await close();
  await own.stop();
});

test('a full disk refuses a move, and the match goes on when there is room again', { timeout: 180_000 }, async () => {
  const full =
    "let full = false; new BroadcastChannel('full').onmessage = ({ data }) => (full = data); const put = IDBObjectStore.prototype.put; " +
    "IDBObjectStore.prototype.put = function (...given) { if (full) throw new DOMException('full', 'QuotaExceededError'); return put.apply(this, given); };";
  const own = await Site.start({ answers: workerAfter(full) });
  const { page, close } = await reader(own);
  await setUp(page, 'golem-it', { level: 'random' });
  const fill = (is) => page.evaluate((wanted) => new BroadcastChannel('full').postMessage(wanted), is);
  await fill(true);
  const start = await version(page);
  const refused = page.getByText(/This could not be saved/);
  const roll = dice(4);
  for (let count = 0; count < 10 && (await refused.count()) === 0; count++) {
    const { kind } = await waitForTurn(page);
    assert.equal(kind, 'choose');
    const offers = page.locator('[data-table] button[data-choice]:visible, .choices button:not(:disabled):visible');
    await offers
      .nth(roll(await offers.count()))
      .click({ timeout: 2000 })
      .catch(() => {});
    await page.waitForTimeout(300);
  }
  await refused.first().waitFor();
  assert.equal(await version(page), start, 'nothing has happened');
  await fill(false);
  await page.reload();
  await waitForTurn(page);
  assert.equal(await version(page), start, 'and nothing is lost');
  while ((await version(page)) === start) await chooseByChance(page, roll);
  await close();
  await own.stop();
});

/** A module that answers everything with one text. */
function moduleThatSays(text) {
  const length = (number) => (number < 128 ? [number] : [(number & 127) | 128, number >> 7]);
  const section = (id, ...bytes) => [id, ...length(bytes.length), ...bytes];
  const name = (one) => [one.length, ...Buffer.from(one)];
  const says = [...Buffer.from(text)];
  const constant = (number) => [4, 0, 0x41, number, 0x0b];
  return Buffer.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, 2, 0x60, 1, 0x7f, 1, 0x7f, 0x60, 0, 1, 0x7f),
    ...section(3, 3, 0, 1, 1),
    ...section(5, 1, 0, 1),
    ...section(7, 4, ...name('memory'), 2, 0, ...name('input'), 0, 0, ...name('call'), 0, 1, ...name('output'), 0, 2),
    // Input goes far behind what is said; numbers below 64 take one byte.
    ...section(10, 3, 6, 0, 0x41, ...[0x80, 0x80, 2], 0x0b, ...constant(says.length), ...constant(0)),
    ...section(11, 1, 0, 0x41, 0, 0x0b, ...length(says.length), ...says),
  ]);
}

test('an old module with a new page, or the reverse, asks to be reloaded', { timeout: 180_000 }, async () => {
  const offer = JSON.parse(readFileSync(join(site.folder, 'engine/engine.json'), 'utf8'));
  for (const [answers, isShown] of [
    [{ 'engine/engine.json': JSON.stringify({ ...offer, protocol: 2 }) }, false],
    // The games lie beside the module, which is asked only when a table is opened.
    [{ [`engine/${offer.module}`]: gzipSync(moduleThatSays('{"protocol":0}')) }, true],
  ]) {
    const own = await Site.start({ answers });
    const { page, close } = await reader(own);
    await page.goto(`${own.address}#/play/duel`);
    if (isShown) await page.getByRole('button', { name: 'Open the table' }).click();
    await page.getByText(/of different versions: reload the page/).waitFor();
    await close();
    await own.stop();
  }
});

test('a page without a module says why', { timeout: 120_000 }, async () => {
  const none = { protocol: 1, module: null, why: 'it is older than its sources', solo: 'page', networks: {} };
  const own = await Site.start({ answers: { 'engine/engine.json': JSON.stringify(none) } });
  const { page, close } = await reader(own);
  await page.goto(own.address);
  await page.getByText(/cannot be played in this page \(it is older than its sources\)/).waitFor();
  await close();
  await own.stop();
});

test('all matches go into one file and into another browser; a damaged one keeps no other out', { timeout: 240_000 }, async () => {
  const [from, into] = [await reader(site), await reader(site)];
  await setUp(from.page, 'duel', { options: { energy: 4, lives: 1 } });
  await playToTheEnd(from.page, 1);
  await setUp(from.page, 'golem-it');
  await chooseByChance(from.page, dice(1));
  await from.page.goto(`${site.address}#/matches`);
  const saved = from.page.waitForEvent('download');
  await from.page.getByRole('button', { name: 'Download the matches of this browser' }).click();
  const file = JSON.parse(readFileSync(await (await saved).path(), 'utf8'));
  assert.equal(file.records.length, 2);
  const damaged = { ...file.records[1], events: ['nothing', ...file.records[1].events] };
  const buffer = Buffer.from(JSON.stringify({ ...file, records: [file.records[0], damaged, file.records[1]] }));
  await into.page.goto(`${site.address}#/matches`);
  await into.page.locator('input[type=file]').setInputFiles({ name: 'matches.json', mimeType: 'application/json', buffer });
  await into.page.getByText('2 matches added.').waitFor();
  assert.match(await into.page.locator('[data-imported]').innerText(), /Match 2 of the file was not added: \S/);
  assert.equal(await into.page.locator('[data-match]').count(), 2);
  await accessible(into.page, 'matches that were added');
  await into.page.getByRole('link', { name: 'Continue' }).click();
  await waitForTurn(into.page);
  await into.page.goto(`${site.address}#/`);
  await into.page.locator('[data-continue] a').waitFor();
  await Promise.all([from.close(), into.close()]);
});
