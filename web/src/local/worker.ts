// The worker that plays server: it has the module and the database. All it does by itself is in `desk.ts`; here is what a browser hands in.
import { Desk } from './desk';
import { loadModule, loadNetworks, type Offer } from './engine';
import { startInstance } from './instance';
import { openKeeper } from './keeper';
import type { Start, ToPage, ToWorker } from './messages';
import { Thinking, type ThinkerPort } from './thinking';

const scope = self as unknown as { postMessage: (message: ToPage) => void; onmessage: (event: { data: ToWorker }) => void };

let [base, offer]: [string, Offer | null] = ['', null];
let module: Promise<WebAssembly.Module> | null = null;
/** The same, once it is there: a thinker is started on the spot. */
let compiled: WebAssembly.Module | null = null;

async function engine() {
  let told = 0;
  module ??= loadModule(base, offer, (share) => {
    // Not for every packet.
    if (share - told < 0.02 && share < 1) return;
    told = share;
    scope.postMessage({ kind: 'loading', share });
  });
  try {
    compiled = await module;
  } catch (thrown) {
    // Another attempt loads it again.
    module = null;
    throw thrown;
  } finally {
    scope.postMessage({ kind: 'loading', share: null });
  }
  return startInstance(compiled);
}

function thinker(): ThinkerPort {
  const worker = new Worker(new URL('./thinker.ts', import.meta.url), { type: 'module' });
  worker.postMessage({ kind: 'start', module: compiled });
  return worker as ThinkerPort;
}

const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('golemry') : null;

const desk = new Desk({
  engine,
  keeper: () => openKeeper(globalThis.indexedDB),
  thinking: (done) => new Thinking(thinker, done),
  networks: (game) => loadNetworks(base, offer, game),
  post: (message) => scope.postMessage(message),
  announce: (match, owner) => channel?.postMessage({ match, owner }),
  stamp: () => ({ at: Date.now(), entropy: digits(32) }),
  wait: (ms) => new Promise((go) => setTimeout(go, ms)),
});

/** Random bytes in hexadecimal digits. */
function digits(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

if (channel) channel.onmessage = ({ data }: MessageEvent<{ match: string; owner: string }>) => void desk.taken(data.match, data.owner);

function begin(start: Start): void {
  ({ base, offer } = start);
}

scope.onmessage = ({ data }) => {
  switch (data.kind) {
    case 'start':
      return begin(data);
    case 'request':
      return void desk
        .request(data.method, data.path, data.body)
        .then(({ status, body }) => scope.postMessage({ kind: 'answer', id: data.id, status, body }));
    case 'connect':
      return void desk.connect(data.socket, data.match);
    case 'frame':
      return void desk.frame(data.socket, data.text);
    case 'disconnect':
      return void desk.disconnect(data.socket);
  }
};
