import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Debian's browser, without windows if it is there; as root it needs to be told that it has no sandbox. */
export function launch() {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const debian = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync);
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? debian, args });
}

/**
 * A browser of somebody's own: its own cookies and settings. Whatever goes wrong in its pages (an exception, a message of the content
 * policy, a file that is missing) is kept in `problems`.
 */
export async function visitor(
  browser,
  server,
  {
    language = 'en',
    phone = false,
    scheme = 'light',
    pace = 'none',
    motion = 'no-preference',
    lessons = false,
    quiet = [],
    worker = false,
  } = {},
) {
  const context = await browser.newContext({
    baseURL: server.address,
    locale: language,
    colorScheme: scheme,
    reducedMotion: motion,
    viewport: phone ? { width: 360, height: 740 } : { width: 1280, height: 800 },
    hasTouch: phone,
    isMobile: phone,
    // It would answer for the server, whose replies tests look at and change.
    serviceWorkers: worker ? 'allow' : 'block',
  });
  await context.addInitScript((wanted) => localStorage.getItem('pace') ?? localStorage.setItem('pace', wanted), pace);
  // Lessons come when they matter, which would be in the way of tests that look for something else.
  if (!lessons) await context.addInitScript(() => localStorage.setItem('lessons', 'no'));
  await context.addInitScript(`globalThis.lookAtTable = ${lookAtTable}`);
  context.setDefaultTimeout(40_000);
  const page = await context.newPage();
  const problems = [];
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !quiet.some((known) => message.text().includes(known))) problems.push(`console: ${message.text()}`);
  });
  return { context, page, problems, close: () => context.close() };
}

/**
 * What a table waits for, read in one look inside the page, so that nothing can change between two questions: the `kind` is `over`,
 * `game` (one of a match is over), `curtain`, `choose`, or null while the page itself is busy. The `key` differs whenever the table, the choices made so far, the curtain
 * or a refusal do.
 */
function lookAtTable() {
  const text = (part) => document.querySelector(part)?.textContent ?? null;
  const offers = document.querySelectorAll('.choices button:not(:disabled), [data-table] button[data-choice]');
  const canChoose = [...offers].some((button) => button.checkVisibility());
  const over = document.querySelector('[data-over]') !== null;
  const game = text('[data-game-end] h2');
  const curtain = text('.curtain h2');
  const kind = over ? 'over' : game !== null ? 'game' : curtain !== null ? 'curtain' : canChoose ? 'choose' : null;
  const version = document.querySelector('[data-version]')?.dataset.version ?? null;
  return { kind, key: JSON.stringify([over, game, curtain, version, text('.so-far'), text('[role=alert]')]) };
}

/** Keeps what moves in any page of `context` from now on; `moved` tells what did. A thousandth of a second is no motion. */
export async function watchMotion(context) {
  await context.addInitScript(() => {
    globalThis.moved = [];
    const look = () => {
      for (const one of document.getAnimations()) {
        const { duration } = one.effect?.getComputedTiming() ?? {};
        if (one.playState === 'running' && Number(duration) > 1)
          globalThis.moved.push(
            `${one.animationName ?? one.transitionProperty ?? 'motion'} of ${one.effect.target?.outerHTML.slice(0, 80)}`,
          );
      }
      requestAnimationFrame(look);
    };
    look();
  });
  return (page) => page.evaluate(() => [...new Set(globalThis.moved)]);
}

/** No violation of WCAG A and AA that axe can find, on the page or in a part of it. */
export async function accessible(page, what, part = 'html') {
  // The content policy keeps foreign scripts out; the browser's own tools may still run one.
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(
    (inside) => globalThis.axe.run(inside, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }),
    part,
  );
  const told = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n    ${nodes
        .slice(0, 4)
        .map((node) => `${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`)
        .join('\n    ')}`,
  );
  assert.deepEqual(told, [], `${what}: ${told.join('\n  ')}`);
}

/**
 * Whoever speaks to their device says what they see: the name of every control contains its visible text. Says of how many controls that
 * was compared; those without a label of their own are named by their text.
 */
export async function calledAsSeen(page, what, part = 'html') {
  await page.evaluate(axeSource);
  const { violations, passes } = await page.evaluate(
    (inside) => globalThis.axe.run(inside, { runOnly: { type: 'rule', values: ['label-content-name-mismatch'] } }),
    part,
  );
  const nodes = (list) => list.flatMap((rule) => rule.nodes);
  assert.deepEqual(
    nodes(violations).map((node) => node.html.slice(0, 200)),
    [],
    `${what}: names that do not contain what is seen`,
  );
  return nodes(passes).length;
}

/** Nothing reaches beyond the side of the screen. */
export async function fitsTheScreen(page, what) {
  const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(content <= screen, `${what} is ${content} wide on a screen of ${screen}`);
}
