import { isSite } from '../lib/site';
import { base } from './base';
import { Trouble } from './codes';
import type { Answer } from './desk';
import { PROTOCOL, readOffer, type Offer } from './engine';
import { HereLine } from './line';
import type { Situation } from './route';

let offered: Promise<Offer | null> | null = null;

/** What there is of a module for this page; null if there is none, or nothing can be fetched. */
function offer(): Promise<Offer | null> {
  const asked = (offered ??= readOffer(base()));
  return asked.catch(() => {
    // Another time there may be a network.
    if (offered === asked) offered = null;
    return null;
  });
}

/** The worker and all it needs are loaded when something is to be played here. */
async function client() {
  const [{ client }, found] = await Promise.all([import('./client'), offer()]);
  client.offer ??= found;
  running = client;
  return client;
}
let running: { games: readonly string[] | null } | null = null;

/** What is known of who can answer. A request that the server answers anyway need not wait for it. */
export async function situation(atOnce = false): Promise<Situation> {
  const found = atOnce ? null : await offer();
  return { site: isSite, engine: Boolean(found?.module), solo: found?.solo ?? 'page', games: running?.games ?? null };
}

/** Whether anything was ever kept in this browser: else nobody needs to look. */
const PLAYED = 'played.here';

/** The list of games that a module has given before: it is shown again while the module starts. */
const LIST = 'games.here';

function listOf(module: string): unknown {
  try {
    const kept = JSON.parse(localStorage.getItem(LIST) ?? 'null') as { module: string; games: unknown } | null;
    return kept?.module === module ? kept.games : null;
  } catch {
    return null;
  }
}

/** Starts the worker and the module before anybody asks, where solo matches are played in the page: both will be needed soon. */
export async function warm(): Promise<void> {
  try {
    const found = await offer();
    if (found?.module && found.solo === 'page') await (await client()).request('GET', '/me', undefined);
  } catch {
    // Whoever plays asks again, and hears what is wrong.
  }
}

/** Asks the worker of this page. */
export async function fromHere(method: string, path: string, body: unknown): Promise<Answer> {
  const found = await offer();
  const list = path === '/games' && found?.module && found.protocol === PROTOCOL ? (found.games ?? listOf(found.module)) : null;
  if (list) return { status: 200, body: list };
  const alone = path.startsWith('/matches');
  if (path === '/matches?mine' && localStorage.getItem(PLAYED) === null) return { status: 200, body: { matches: [] } };
  // What is kept can be looked for without a module.
  if (!found?.module && !alone) throw new Trouble('engine/none', found?.why ?? '');
  const answer = await (await client()).request(method, path, body);
  if (method === 'POST' && answer.status < 400) remember(PLAYED, 'yes');
  if (path === '/games' && answer.status === 200) remember(LIST, JSON.stringify({ module: found?.module, games: answer.body }));
  return answer;
}

/** A full store only makes the page slower. */
function remember(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // As above.
  }
}

/** The socket of a match of this page. */
export const hereLine = (match: string): HereLine => new HereLine(match, client);
