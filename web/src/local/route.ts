import { isHere } from './base';

/** Who can answer a request: the page itself, or the server it came from. */
export type Side = 'here' | 'server';

/** What is known when a request is made. */
export interface Situation {
  /** The page is nothing but files: there is no server. */
  site: boolean;
  /** Whether there is a module for this page. */
  engine: boolean;
  /** Where matches of one person are played: the host's switch. */
  solo: 'page' | 'server';
  /** The games that the module has; null while it is not loaded. */
  games: readonly string[] | null;
}

export interface Route {
  /** Who is asked, in this order, until one can answer. Nobody: it takes a server, and there is none. */
  sides: Side[];
  /** All of them are asked, and their replies are merged. */
  merged?: true;
}

/** What of a plan decides who plays it. */
interface Plan {
  game?: string;
  chairs?: { kind?: string }[];
  record?: unknown;
}

const here: Route = { sides: ['here'] };
const server: Route = { sides: ['server'] };
const serverFirst: Route = { sides: ['server', 'here'] };
const hereFirst: Route = { sides: ['here', 'server'] };
const nobody: Route = { sides: [] };

/** Whether a plan needs a server wherever solo matches are played: friends meet there, and programs run there. */
const needsServer = ({ chairs = [], record }: Plan): boolean =>
  record === undefined ? chairs.some(({ kind }) => kind === 'friend' || kind === 'program') : chairs.length > 0;

/** Requests that the server answers as long as it can be reached, whatever the module can do. */
export const startsAtServer = (path: string): boolean => /^\/(me|games|rules)(\/|\?|$)/.test(path);

/** Who answers a request. `path` is that of the HTTP interface, without `/api`. */
export function routeOf(method: string, path: string, body: unknown, situation: Situation): Route {
  const { site, engine, solo, games } = situation;
  const [, first = '', second = '', third = ''] = path.split(/[/?]/);
  const knows = (game: string | undefined): boolean => games === null || game === undefined || games.includes(game);
  // The page plays, and the server is the other choice; or the other way round.
  const alone = solo === 'page' ? hereFirst : serverFirst;

  if (first === 'matches' && isHere(second)) return here;
  if (first === 'matches' && path.includes('?mine')) return site ? here : { sides: ['server', 'here'], merged: true };
  if (first === 'matches' && !second) {
    const plan = (body ?? {}) as Plan;
    if (needsServer(plan)) return site ? nobody : server;
    // A record that comes back is the reader's own, whoever may play.
    if (plan.record !== undefined) return here;
    return site ? here : engine && knows(plan.game) ? alone : server;
  }
  // A class is where several devices meet.
  if (first === 'matches' || first === 'classes') return site ? nobody : server;
  if (site) return method !== 'GET' && first === 'boards' && third === 'listing' ? nobody : here;
  if (startsAtServer(path)) return serverFirst;
  if (!engine) return server;
  if (first === 'tutorials') return knows(second) ? alone : server;
  if (first === 'puzzles' && method === 'GET') return { sides: ['server', 'here'], merged: true };
  if (first === 'puzzles' || (first === 'boards' && second === 'check')) return alone;
  if (first === 'boards' && third !== 'listing') return serverFirst;
  return server;
}

/** What one side cannot do and another one may. An own refusal of a rule or a plan is final. */
export function passesOn(side: Side, code: string): boolean {
  if (side === 'server') return code === 'offline' || code === 'board/unknown';
  return ['engine/none', 'engine/browser', 'engine/load', 'engine/network', 'setup/game', 'request/path', 'board/unknown'].includes(code);
}
