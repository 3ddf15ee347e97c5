import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fits, parse } from '../src/lib/router.svelte';

describe('patterns', () => {
  test('a plain path', () => {
    expect(fits('/puzzles', '/puzzles')).toEqual({});
    expect(fits('/puzzles', '/puzzles/')).toEqual({});
    expect(fits('/', '/')).toEqual({});
  });

  test('named parts, decoded', () => {
    expect(fits('/puzzles/:id', '/puzzles/first-steps')).toEqual({ id: 'first-steps' });
    expect(fits('/m/:id', '/m/a%20b')).toEqual({ id: 'a b' });
    expect(fits('/m/:id', '/m/100%')).toEqual({ id: '100%' });
  });

  test('another path, one too long, one too short, an empty part', () => {
    expect(fits('/puzzles', '/boards')).toBeNull();
    expect(fits('/m/:id', '/m/1/2')).toBeNull();
    expect(fits('/m/:id', '/m')).toBeNull();
    expect(fits('/m/:id', '/m//')).toBeNull();
  });
});

test('an address in parts; what is not ours is the front page', () => {
  expect(parse('/replay/x?event=3&seat=0#GI-8')).toEqual({ path: '/replay/x', search: '?event=3&seat=0', hash: '#GI-8' });
  expect(parse('/rules')).toEqual({ path: '/rules', search: '', hash: '' });
  expect(parse('/boards#a?b#c')).toEqual({ path: '/boards', search: '', hash: '#a?b#c' });
  for (const other of ['', 'GI-8', '?x=/rules', '//']) expect(parse(other).search).toBe('');
  expect(parse('GI-8').path).toBe('/');
});

/** A browser's address bar, as far as the router needs it. */
async function browserAt(start: string, site: boolean) {
  const url = new URL(start);
  const listeners: Record<string, (event: unknown) => void> = {};
  const shown: string[] = [];
  const location = {
    get origin() {
      return url.origin;
    },
    get href() {
      return url.href;
    },
    get pathname() {
      return url.pathname;
    },
    get search() {
      return url.search;
    },
    get hash() {
      return url.hash;
    },
    reload: vi.fn(),
  };
  const put = (_: unknown, __: string, href: string): void => {
    url.href = new URL(href, url).href;
  };
  vi.stubGlobal('location', location);
  vi.stubGlobal('history', { pushState: vi.fn(put), replaceState: vi.fn(put) });
  vi.stubGlobal('scrollTo', vi.fn());
  vi.stubGlobal('addEventListener', (kind: string, listener: (event: unknown) => void) => (listeners[kind] = listener));
  vi.stubGlobal('document', {
    querySelector: () => (site ? {} : null),
    getElementById: (id: string) => ({ scrollIntoView: () => shown.push(id), focus: () => {} }),
  });
  vi.resetModules();
  const router = await import('../src/lib/router.svelte');
  router.startRouter();
  /** Clicks a link; whether the browser itself has to follow it. */
  const click = (href: string, more: object = {}): boolean => {
    const target = new URL(href, url);
    const { origin, pathname, search, hash } = target;
    const link = { origin, pathname, search, hash, target: '', hasAttribute: () => false, getAttribute: () => href, ...more };
    let left = true;
    listeners.click?.({ target: { closest: () => link }, button: 0, preventDefault: () => (left = false) });
    return left;
  };
  const enter = (href: string): void => {
    put(null, '', href);
    listeners.hashchange?.({});
  };
  const where = (): string => `${router.place.path}|${router.place.query}|${router.place.hash}`;
  return { router, url, click, enter, where, shown, location };
}
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('with a server', () => {
  test('an address is a path', async () => {
    const { router, where, url, click } = await browserAt('https://golems.example/rules/golem-it?lang=fr#GI-8', false);
    expect(where()).toBe('/rules/golem-it|lang=fr|GI-8');
    expect(router.to('/rules/capek#CK-3')).toBe('/rules/capek#CK-3');
    expect(router.to('#GI-9')).toBe('#GI-9');
    expect(router.linkTo('/m/x#1.secret')).toBe('https://golems.example/m/x#1.secret');
    expect(click('/m/x?a=1')).toBe(false);
    expect(url.href).toBe('https://golems.example/m/x?a=1');
    router.go('/boards/old#draft');
    expect(where()).toBe('/boards/old||draft');
    router.forgetHash();
    expect(url.href).toBe('https://golems.example/boards/old');
  });

  test('the browser follows links to parts of the page, to the interface and elsewhere', async () => {
    const { click, enter, where } = await browserAt('https://golems.example/rules/golem-it', false);
    for (const href of ['#GI-8', '/rules/golem-it#GI-8', '/api', '/api/matches/x/record', 'https://else.example/']) {
      expect(click(href), href).toBe(true);
    }
    expect(click('/m/x', { target: '_blank' })).toBe(true);
    enter('#GI-8');
    expect(where()).toBe('/rules/golem-it||GI-8');
  });
});

describe('in a copy of plain files, under any path', () => {
  const base = 'https://somebody.example/golems/index.html';

  test('an address stands behind the #', async () => {
    const { router, where, url, click, enter } = await browserAt(`${base}#/replay/here-x?event=3#GI-8`, true);
    expect(where()).toBe('/replay/here-x|event=3|GI-8');
    expect(router.to('/rules/capek#CK-3')).toBe('#/rules/capek#CK-3');
    expect(router.to('#GI-9')).toBe('#/replay/here-x?event=3#GI-9');
    expect(router.linkTo('/puzzles/smash')).toBe(`${base}#/puzzles/smash`);
    expect(click('#/m/here-y?a=1')).toBe(false);
    expect(url.href).toBe(`${base}#/m/here-y?a=1`);
    router.go('/boards#draft');
    router.forgetHash();
    expect([where(), url.href]).toEqual(['/boards||', `${base}#/boards`]);
    router.rewrite('/replay/here-x?event=4');
    expect(url.href).toBe(`${base}#/replay/here-x?event=4`);
    enter('#/rules');
    expect(where()).toBe('/rules||');
  });

  test('without an address it is the front page', async () => {
    const { router, where, url } = await browserAt('https://somebody.example/golems/', true);
    expect(where()).toBe('/||');
    router.go('/');
    expect(url.href).toBe('https://somebody.example/golems/');
  });

  test('a link to a part of the page shows it, and files are left to the browser', async () => {
    const { click, shown, url, where } = await browserAt(`${base}#/rules/golem-it`, true);
    expect(click('#main')).toBe(false);
    expect(shown).toEqual(['main']);
    expect(url.href).toBe(`${base}#/rules/golem-it`);
    expect(click('#/rules/golem-it#GI-8')).toBe(false);
    expect(where()).toBe('/rules/golem-it||GI-8');
    // The same once more, after the reader has scrolled on.
    expect(click('#/rules/golem-it#GI-8')).toBe(false);
    expect(shown).toEqual(['main', 'GI-8']);
    expect(click('README.txt')).toBe(true);
  });

  test('a fresh start is one even where only the part behind the # changes', async () => {
    const { router, url, location } = await browserAt(`${base}#/boards/x/edit`, true);
    router.restartAt('/boards');
    expect(url.href).toBe(`${base}#/boards`);
    expect(location.reload).toHaveBeenCalledOnce();
  });
});

test('every link inside the page goes through `to`, and nobody else reads or writes the address bar', () => {
  const root = join(import.meta.dirname, '../src');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(svelte|ts)$/.test(file));
  expect(sources.length).toBeGreaterThan(100);
  const strays = sources
    .filter((file) => file !== join('lib', 'router.svelte.ts'))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .filter((line) =>
          /href=["{]["'`]?\/|<a [^>]*\{href\}|history\.(push|replace)State|location\.(assign|pathname|hash|search)\b/.test(line),
        )
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(strays).toEqual([]);
});
