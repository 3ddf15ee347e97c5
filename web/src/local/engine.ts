import { Trouble } from './codes';

/** The version of the messages that this page exchanges with the module. */
export const PROTOCOL = 1;

/** What `engine/engine.json` says: which module and networks there are, and where solo matches are played. */
export interface Offer {
  protocol: number;
  module: string | null;
  why: string | null;
  solo: 'page' | 'server';
  networks: Record<string, string[]>;
  /** The module's list of games, so that a page of files can show it while the module is on its way. */
  games?: unknown;
}

async function get(address: string): Promise<Response> {
  const response = await fetch(address).catch(() => null);
  if (!response?.ok) throw new Trouble('engine/load', response ? `${response.status} ${address.split('/').at(-1)}` : '');
  return response;
}

/** Reads what there is; null if this page has no module at all. Fails while nothing can be fetched. */
export async function readOffer(base: string): Promise<Offer | null> {
  const response = await fetch(`${base}engine/engine.json`, { cache: 'no-cache' });
  // A server that knows nothing of modules answers with its own page, or not at all.
  if (!response.ok || !response.headers.get('content-type')?.includes('json')) return null;
  return (await response.json()) as Offer;
}

/** Loads and compiles the module. `arrived` hears which share of it has come, from 0 to 1. */
export async function loadModule(base: string, offer: Offer | null, arrived: (share: number) => void): Promise<WebAssembly.Module> {
  if (offer && offer.protocol !== PROTOCOL) throw new Trouble('engine/protocol', `${offer.protocol}, ${PROTOCOL}`);
  if (!offer?.module) throw new Trouble('engine/none', offer?.why ?? '');
  if (typeof WebAssembly !== 'object' || typeof DecompressionStream !== 'function') throw new Trouble('engine/browser');
  const response = await get(`${base}engine/${offer.module}`);
  const total = Number(response.headers.get('content-length'));
  let done = 0;
  const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, out) {
      done += chunk.length;
      if (total > 0) arrived(Math.min(1, done / total));
      out.enqueue(chunk);
    },
  });
  try {
    // Every file server can deliver a compressed file, but not every one says that it is: the page unpacks it itself.
    const plain = response.body!.pipeThrough(count).pipeThrough(new DecompressionStream('gzip'));
    return await WebAssembly.compileStreaming(new Response(plain, { headers: { 'content-type': 'application/wasm' } }));
  } catch (thrown) {
    throw new Trouble('engine/load', thrown instanceof Error ? thrown.message : String(thrown));
  }
}

/** Loads the networks of a game, each in base 64. */
export function loadNetworks(base: string, offer: Offer | null, game: string): Promise<string[]> {
  const files = offer?.networks[game] ?? [];
  const load = async (file: string): Promise<string> => {
    const response = await get(`${base}engine/${file}`).catch(() => {
      throw new Trouble('engine/network', file);
    });
    return inBase64(new Uint8Array(await response.arrayBuffer()));
  };
  return Promise.all(files.map(load));
}

function inBase64(bytes: Uint8Array): string {
  let text = '';
  // As many as a function takes arguments anywhere.
  const most = 0x2000;
  for (let at = 0; at < bytes.length; at += most) text += String.fromCharCode(...bytes.subarray(at, at + most));
  return btoa(text);
}
