import type { Ask } from './shell';
import { isSite } from './site';

/** Whether a newer version of the page waits. It is never put in place by itself: that would end what the reader is doing. */
class Update {
  ready = $state(false);
}
export const update = new Update();

/** How often a page that stays open looks for a newer version, in milliseconds. */
const OFTEN = 60 * 60 * 1000;

let registration: ServiceWorkerRegistration | null = null;
let taking = false;

const tell = (worker: ServiceWorker, ask: Ask, ports: MessagePort[] = []): void => worker.postMessage(ask, ports);

/** Whether this page is of the version that a service worker brings: then its first script is among the files. */
function isThisPage(worker: ServiceWorker): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]');
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = (event: MessageEvent<boolean>) => {
      port1.close();
      resolve(event.data);
    };
    tell(worker, { has: script?.src ?? '' }, [port2]);
  });
}

/**
 * Has the page kept for times without a network, if the browser can: it wants https or localhost. It waits until everything else is there, so as
 * not to be in its way.
 */
export function keepPage(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const start = (): void => void setTimeout(() => void register().catch(() => {}), 1000);
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}

async function register(): Promise<void> {
  const { serviceWorker } = navigator;
  let controlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (taking) location.reload();
    // The first one only begins its work; any other was called by another window.
    else if (controlled && serviceWorker.controller) void look(serviceWorker.controller);
    controlled = true;
  });
  const found = await serviceWorker.register(isSite ? new URL('sw.js', document.baseURI) : '/sw.js');
  registration = found;
  found.addEventListener('updatefound', () => follow(found.installing));
  follow(found.installing);
  if (found.waiting) void look(found.waiting);
  found.active?.postMessage('clean' satisfies Ask);
  let last = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - last < OFTEN) return;
    last = Date.now();
    found.update().catch(() => {});
  });
}

function follow(worker: ServiceWorker | null): void {
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed' && registration?.active) void look(worker);
  });
}

/** A page that came from the network may be the new version already: then only what is kept has to follow. */
async function look(worker: ServiceWorker): Promise<void> {
  if (!(await isThisPage(worker))) update.ready = true;
  else if (worker === registration?.waiting) tell(worker, { takeOver: 'if alone' });
}

/** Starts the page anew, with the version that waits. */
export function takeUpdate(): void {
  if (!registration?.waiting) return location.reload();
  taking = true;
  tell(registration.waiting, { takeOver: 'now' });
}
