// The service worker: it keeps the page, so that the page opens without a network. It is built into `sw.js`, whose first line says what to
// keep and which version that is (vite.config.ts writes it, `golemry site` adds to it). Whatever is under /api it never sees.
//
// A new version waits until no window shows the old one, or a reader asks for it (lib/update.svelte.ts). Files of the old one stay as long as
// a window may still need them.
import { PREFIX, type Ask, type Shell } from './lib/shell';

/** What a service worker has, as far as it is used here; the library of types for workers contradicts the one for pages. */
interface Later {
  waitUntil(work: Promise<unknown>): void;
}
interface Asked extends Later {
  request: Request;
  respondWith(reply: Promise<Response>): void;
}
interface Told extends Later {
  data: Ask;
}
interface Worker {
  shell: Shell;
  registration: { scope: string };
  clients: { claim(): Promise<void>; matchAll(which: object): Promise<unknown[]> };
  skipWaiting(): Promise<void>;
  addEventListener(kind: 'install' | 'activate', listener: (event: Later) => void): void;
  addEventListener(kind: 'message', listener: (event: Told) => void): void;
  addEventListener(kind: 'fetch', listener: (event: Asked) => void): void;
}
const worker = self as unknown as Worker;

/** The longest a reader waits for a network before the page that was kept is shown. */
const PATIENCE = 3000;
/** Replies of a proxy whose server does not answer. */
const GONE = [502, 503, 504];

const scope = new URL(worker.registration.scope);
const address = (file: string): string => new URL(file, scope).href;
const index = address('./');
const description = address('engine/engine.json');
const mine = PREFIX + worker.shell.version;
/** The module and networks have a cache of their own: they do not change with the page. */
const engine = `${PREFIX}engine`;

/** Named by their content: a copy is as good as the file. */
const isForever = (url: string): boolean => /\/(assets\/|engine\/.+\.(gz|net)$)/.test(url.slice(scope.href.length - 1));

worker.addEventListener('install', (event) => event.waitUntil(Promise.all([keepPage(), keepEngine()])));

/** Keeps all files of the page. Those that the last version had, too, are not fetched again. */
async function keepPage(): Promise<void> {
  const cache = await caches.open(mine);
  await Promise.all(
    worker.shell.files.map(async (file) => {
      const url = address(file);
      const known = isForever(url) ? await caches.match(url) : undefined;
      const reply = known ?? (await fetch(url, { cache: isForever(url) ? 'default' : 'no-cache' }));
      if (!reply.ok) throw new Error(`${file}: ${reply.status}`);
      await cache.put(url, reply);
    }),
  );
}

/** Keeps the engine's module, and then its description, which is thus never there without it. A page without an engine is a page. */
async function keepEngine(): Promise<void> {
  try {
    const reply = await fetch(description, { cache: 'no-cache' });
    if (reply.ok) await keepDescribed(reply);
  } catch {
    // The next time somebody asks for it.
  }
}

async function keepDescribed(reply: Response): Promise<void> {
  const { module } = (await reply.clone().json()) as { module: string | null };
  const cache = await caches.open(engine);
  if (module !== null) {
    const url = address(`engine/${module}`);
    if (!(await cache.match(url))) await cache.add(url);
  }
  await cache.put(description, reply);
  // An older module is of no use to anybody: whoever runs it has it in memory.
  for (const kept of await cache.keys()) {
    if (/\/engine\/engine-[^/]*\.gz$/.test(kept.url) && module !== null && !kept.url.endsWith(module)) await cache.delete(kept);
  }
}

worker.addEventListener('activate', (event) => event.waitUntil(clean().then(() => worker.clients.claim())));

/** Removes what older versions have kept, if no other window may still need it. */
async function clean(): Promise<void> {
  if (!(await isAlone())) return;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== mine && name !== engine).map((name) => caches.delete(name)));
}

async function isAlone(): Promise<boolean> {
  return (await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })).length <= 1;
}

worker.addEventListener('message', (event) => {
  if (event.data === 'take over') event.waitUntil(worker.skipWaiting());
  if (event.data === 'take over if alone') event.waitUntil(isAlone().then((alone) => (alone ? worker.skipWaiting() : undefined)));
  if (event.data === 'clean') event.waitUntil(clean());
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || !url.href.startsWith(scope.href)) return;
  const path = url.pathname.slice(scope.pathname.length);
  if (/^(api|health|ready)(\/|$)/.test(path)) return;
  if (request.mode === 'navigate') event.respondWith(open(request));
  else if (url.href === description) event.respondWith(describe(event));
  else if (isForever(url.href)) event.respondWith(lasting(url.href, request));
  else event.respondWith(fetch(request).catch(() => kept(url.href)));
});

async function kept(url: string): Promise<Response> {
  const cache = await caches.open(mine);
  return (await cache.match(url, { ignoreSearch: true })) ?? Response.error();
}

/** The page from the network, since that is the newest, or the one that was kept. */
async function open(request: Request): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), PATIENCE);
  try {
    const reply = await fetch(request, { signal: late.signal });
    if (!GONE.includes(reply.status)) return reply;
  } catch {
    // No network, or a very slow one.
  } finally {
    clearTimeout(timer);
  }
  return kept(index);
}

async function describe(event: Asked): Promise<Response> {
  try {
    const reply = await fetch(event.request);
    if (reply.ok) event.waitUntil(keepDescribed(reply.clone()).catch(() => {}));
    if (!GONE.includes(reply.status)) return reply;
  } catch {
    // The one that was kept, with its module.
  }
  return (await (await caches.open(engine)).match(description)) ?? Response.error();
}

/** A file that never changes: the copy if there is one. The engine's are kept when they are first fetched. */
async function lasting(url: string, request: Request): Promise<Response> {
  const found = await caches.match(url);
  if (found) return found;
  const reply = await fetch(request);
  if (reply.ok && url.startsWith(address('engine/'))) {
    const copy = reply.clone();
    // A full disk must not keep anybody from playing.
    await (await caches.open(engine)).put(url, copy).catch(() => {});
  }
  return reply;
}
