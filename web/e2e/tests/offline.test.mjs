// The page as an installed program: it opens without its server, a newer version waits, and a copy of plain files works anywhere.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { accessible, fitsTheScreen, launch, visitor } from '../lib/browser.mjs';
import { seaside } from '../lib/decks.mjs';
import { serveFiles, serveVersions } from '../lib/files.mjs';
import { bots, openMatch, waitForTurn } from '../lib/play.mjs';
import { program, Server } from '../lib/server.mjs';

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

/** Waits until everything is kept. */
const kept = (page) => page.evaluate(async () => void (await navigator.serviceWorker.ready));
const heading = (page) => page.locator('main h1').innerText();
/** Waits for something that the page has to ask for. */
async function eventually(page, question, wanted) {
  while (!(await page.evaluate(question, wanted))) await page.evaluate(() => new Promise(requestAnimationFrame));
}
/** The scripts and pictures of a page that were asked for and did not come. */
const offline = ['ERR_CONNECTION_REFUSED', 'ERR_INTERNET_DISCONNECTED', 'ERR_FAILED', 'status of 502'];

for (const phone of [true, false]) {
  test(`the page opens while the server is stopped, on a ${phone ? 'phone' : 'desktop'}`, { timeout: 180_000 }, async () => {
    const server = await Server.start();
    const { page, problems, close } = await visitor(browser, server, { phone, worker: true, quiet: offline });
    await page.goto('/');
    await kept(page);
    await server.kill();
    for (const address of ['/about', '/', '/m/unknown', '/rules/golem-it']) {
      await page.goto(address);
      await page.getByRole('main').waitFor();
      assert.equal(await page.evaluate(() => location.pathname), address);
    }
    await page.goto('/about');
    assert.match(await heading(page), /Golemry/);
    await fitsTheScreen(page, 'the page that was kept');
    // It is back: whatever is asked now is answered.
    await server.again();
    await page.goto('/rules/golem-it');
    await page.getByText('GI-8', { exact: true }).first().waitFor();
    assert.deepEqual(problems, []);
    await close();
    await server.stop();
  });
}

describe('a newer version', () => {
  let server, front;
  before(async () => {
    server = await Server.start();
    front = await serveVersions(server.address);
  });
  after(async () => {
    await front?.stop();
    await server?.stop();
  });

  /** The first script of the page on screen. */
  const script = (page) => page.evaluate(() => document.querySelector('script[type=module]').src);
  /** Asks for a newer version, as a page does that stays open, and waits until it has come. */
  const arrives = async (page) => {
    front.renewed = true;
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
    await eventually(page, async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting));
  };
  /** Waits until only one version is kept. */
  const cleaned = (page) =>
    eventually(page, async () => {
      const names = await caches.keys();
      const versions = names.filter((name) => !name.endsWith(' engine'));
      return versions.length === 1 && versions[0].endsWith(' new');
    });

  test('that arrives during a match waits until the reader wants it', { timeout: 180_000 }, async () => {
    front.renewed = false;
    const { page, problems, close } = await visitor(browser, front, { worker: true });
    await openMatch(page, { game: 'its-alive', seats: 2, variant: 'standard', chairs: bots(2) });
    await waitForTurn(page);
    await kept(page);
    await page.evaluate(() => (globalThis.untouched = true));
    await arrives(page);
    assert.equal(await page.locator('[data-update]').count(), 0);
    await page.locator('.brand').first().click();
    const news = page.locator('[data-update]');
    await news.waitFor();
    assert.equal(await page.evaluate(() => globalThis.untouched), true);
    assert.ok((await script(page)).includes(front.old));
    await accessible(page, 'news of a version');
    await news.getByRole('button').click();
    await page.waitForFunction((name) => document.querySelector('script[type=module]').src.includes(name), front.renamed);
    await cleaned(page);
    assert.equal(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), 1);
    await page.locator('main h1').waitFor();
    assert.equal(await news.count(), 0);
    assert.deepEqual(problems, []);
    await close();
  });

  test('is there at the next start, and nobody is asked', { timeout: 180_000 }, async () => {
    front.renewed = false;
    const { page, problems, close } = await visitor(browser, front, { worker: true });
    await page.goto('/about');
    await kept(page);
    front.renewed = true;
    await page.reload();
    await cleaned(page);
    assert.ok((await script(page)).includes(front.renamed));
    assert.equal(await page.locator('[data-update]').count(), 0);
    assert.deepEqual(problems, []);
    await close();
  });
});

describe('a copy of plain files', () => {
  const root = mkdtempSync(join(tmpdir(), 'golemry-site-'));
  const folder = join(root, 'site');
  let files;
  before(async () => {
    const deck = join(root, 'seaside.toml');
    writeFileSync(deck, asToml(seaside));
    execFileSync(program(), ['site', folder, '--deck', deck], { stdio: 'pipe' });
    files = await serveFiles(folder, '/some/where/');
  });
  after(async () => {
    await files?.stop();
    rmSync(root, { recursive: true, force: true });
  });
  const site = () => ({ address: `${files.address}/some/where/` });

  for (const phone of [true, false]) {
    test(`under a path, on a ${phone ? 'phone' : 'desktop'}`, { timeout: 180_000 }, async () => {
      const { page, problems, close } = await visitor(browser, site(), { phone, worker: true, quiet: [...offline, 'status of 404'] });
      await page.goto('#/about');
      await page.locator('main h1').waitFor();
      await page.getByRole('navigation').getByRole('link').first().click();
      await page.waitForFunction(() => location.hash === '#/');
      await page.goBack();
      await page.waitForFunction(() => location.hash === '#/about');
      assert.match(await heading(page), /Golemry/);
      await page.locator('.jump').focus();
      await page.keyboard.press('Enter');
      assert.equal(await page.evaluate(() => document.activeElement.id), 'main');
      assert.equal(await page.evaluate(() => location.hash), '#/about');
      await fitsTheScreen(page, 'a copy of plain files');
      await accessible(page, 'a copy of plain files');
      await kept(page);
      assert.deepEqual(problems, []);
      await close();
    });
  }

  const description = join(folder, 'engine/engine.json');
  const hasModule = () => existsSync(description) && JSON.parse(readFileSync(description, 'utf8')).module !== null;

  test('it asks no server for anything, and opens without a network', { timeout: 180_000 }, async (context) => {
    if (!hasModule()) return context.skip('this program brings no engine for the page');
    const { page, context: reader, problems, close } = await visitor(browser, site(), { worker: true, quiet: offline });
    await page.goto('');
    await page.locator('[data-deck=Seaside] button').first().waitFor();
    await page.goto('#/rules/golem-it#GI-8');
    await page.waitForFunction(() => {
      const box = document.getElementById('GI-8')?.getBoundingClientRect();
      return box && box.top >= 0 && box.top < innerHeight;
    });
    await kept(page);
    assert.deepEqual(
      files.asked.filter((path) => !path.startsWith('/some/where/') || path.startsWith('/some/where/api')),
      [],
    );
    await reader.setOffline(true);
    await page.goto('');
    await page.locator('[data-deck=Seaside] button').first().click();
    await waitForTurn(page);
    assert.deepEqual(problems, []);
    await close();
  });
});

/** A deck of e2e/lib/decks.mjs as a file. */
function asToml({ name, ring, aside = [], parts }) {
  const list = (names) => `[${names.map((one) => JSON.stringify(one)).join(', ')}]`;
  const counted = Object.entries(parts).map(
    ([part, values]) =>
      `${part} = { ${Object.entries(values)
        .map(([key, value]) => `${key} = ${JSON.stringify(value)}`)
        .join(', ')} }`,
  );
  return `name = ${JSON.stringify(name)}\nring = ${list(ring)}\naside = ${list(aside)}\n[parts]\n${counted.join('\n')}\n`;
}
