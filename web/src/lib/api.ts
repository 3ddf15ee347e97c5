import type { ReviewSoFar, Tutorial } from '../api/types';
import type {
  BoardId,
  BoardToCheck,
  CheckedBoard,
  Gallery,
  Preview,
  Puzzle,
  PuzzleRun,
  Puzzles,
  Run,
  StoredBoard,
  WithBest,
} from '../api/workshop';
import { fromHere, situation } from '../local/ask';
import { isSite } from './site';
import { inThisPage, Trouble, type HereCode } from '../local/codes';
import { passesOn, routeOf, startsAtServer, type Side } from '../local/route';
import { local } from '../local/state.svelte';
import type { ChairPlan, Game, Games, Info, Level, Matches, MatchId, MatchPlan, Me, Replayed, Rules, WireError } from './types';
import { mergedMatches, mergedPuzzle, mergedPuzzles } from '../local/merge';
import { t } from './words.svelte';

/** An error of the server, or one of ours: it cannot be reached, or its answer cannot be read. */
type Failure = Omit<WireError, 'code'> & { code: WireError['code'] | HereCode | 'offline' | `http/${number}` };

/** The server, or the module in this page, refused a request or could not be reached. */
export class Refused extends Error {
  constructor(
    readonly error: Failure,
    readonly status = 0,
  ) {
    super(error.message);
  }
}

/** Errors whose English message has values that matter: it is shown after the translated text. */
const telling = /^(setup|bot|engine)\/|\/malformed$|^limit\/size$|^record\/|^here\/(damaged|file)$/;

/** An error in the reader's language if it is translated, else in the server's. Games have their own texts for refusals. */
export function explain(thrown: unknown, game = ''): string {
  if (!(thrown instanceof Refused)) return String(thrown);
  const { code, reason, message, request } = thrown.error;
  if (code === 'internal') return t('error.internal', { request: request ?? '–' });
  const refusal = t.orElse(`${game}.reason.${reason}`, '');
  if (refusal) return refusal;
  if (code.startsWith('http/')) return t('error.http', { status: code.slice('http/'.length) });
  const text = t.orElse(`error.${code}`, '');
  if (!text) return message || code;
  return `${text}${message && telling.test(code) ? ` (${message})` : ''}`;
}

/** A request, answered by the page itself or by the server: `routeOf` says by whom. */
export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const known = await situation(!isSite && startsAtServer(path));
  const route = routeOf(method, path, body, known);
  const ask = (side: Side): Promise<T> => (side === 'here' ? here<T>(method, path, body) : server<T>(method, path, body));
  if (route.merged) return merged(path, route.sides.map(ask)) as Promise<T>;
  let first: unknown = new Refused({ code: 'here/server', message: '' });
  for (const [index, side] of route.sides.entries()) {
    try {
      return await ask(side);
    } catch (thrown) {
      if (index === 0) first = thrown;
      if (!(thrown instanceof Refused) || !passesOn(side, thrown.error.code)) throw thrown;
    }
  }
  throw first;
}

/** What both sides say together. One that cannot answer has nothing to add. */
async function merged(path: string, asked: Promise<unknown>[]): Promise<unknown> {
  const replies = await Promise.allSettled(asked);
  const said = replies.flatMap((reply) => (reply.status === 'fulfilled' ? [reply.value] : []));
  if (said.length === 0) throw (replies[0] as PromiseRejectedResult).reason;
  if (path.startsWith('/matches')) return { matches: mergedMatches(said as Matches[]) };
  return path === '/puzzles' ? mergedPuzzles(said as Puzzles[]) : mergedPuzzle(said as WithBest<Puzzle>[]);
}

/** Asks the module in this page. */
async function here<T>(method: string, path: string, body: unknown): Promise<T> {
  let answer;
  try {
    answer = await fromHere(method, path, body);
  } catch (thrown) {
    if (thrown instanceof Trouble) throw new Refused({ code: thrown.code as Failure['code'], message: thrown.message }, thrown.status);
    throw thrown;
  }
  const { status, body: reply } = answer as { status: number; body: { error?: WireError } & T };
  if (status >= 400) throw new Refused(reply?.error ? inThisPage(reply.error) : { code: `http/${status}`, message: '' }, status);
  return reply ?? ({} as T);
}

async function server<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    local.server = false;
    throw new Refused({ code: 'offline', message: '' });
  }
  local.server = true;
  const text = await response.text();
  let reply: { error?: WireError } & T;
  try {
    reply = JSON.parse(text || '{}');
  } catch {
    throw new Refused({ code: `http/${response.status}`, message: text.slice(0, 200) }, response.status);
  }
  if (!response.ok) throw new Refused(reply.error ?? { code: `http/${response.status}`, message: response.statusText }, response.status);
  return reply;
}

/** What the server offers does not change while the page is open. */
let known: Promise<Games> | null = null;
function offered(): Promise<Games> {
  known ??= call<Games>('GET', '/games');
  known.catch(() => (known = null));
  return known;
}

export const games = (): Promise<Game[]> => offered().then((reply) => reply.games);

/** The names of the host's programs that can be asked to a table. */
export const programs = (): Promise<string[]> => offered().then((reply) => reply.programs ?? []);

/** The addresses of those pages that not every server has, such as `/puzzles`. */
export const mountedPages = (): Promise<string[]> => offered().then((reply) => reply.pages.map((page) => `/${page}`));

/** Where a puzzle comes from: the house's own, or players'. */
export type Shelf = 'puzzles' | 'boards';

export const api = {
  /** Makes this browser known to the server, if there is one. */
  greet: () => (isSite ? Promise.resolve(null) : server<Me>('GET', '/me')),
  me: () => call<Me>('GET', '/me'),
  rename: (name: string) => call<Me>('PUT', '/me', { name }),
  rules: (game: string, lang: string) => call<Rules>('GET', `/rules/${encodeURIComponent(game)}?lang=${lang}`),
  open: (plan: MatchPlan) => call<MatchId>('POST', '/matches', plan),
  tutorial: (game: string) => call<Tutorial>('GET', `/tutorials/${encodeURIComponent(game)}`),
  openTutorial: (game: string) => call<MatchId>('POST', `/tutorials/${encodeURIComponent(game)}`),
  match: (id: string) => call<Info>('GET', `/matches/${id}`),
  mine: () => call<Matches>('GET', '/matches?mine'),
  join: (id: string, seat: number, secret: string, name?: string) =>
    call<Info>('POST', `/matches/${id}/join`, name ? { seat, secret, name } : { seat, secret }),
  relink: (id: string, seat: number) => call<Info>('POST', `/matches/${id}/seats/${seat}/link`),
  bot: (id: string, seat: number, level: Level | null) => call<Info>('POST', `/matches/${id}/seats/${seat}/bot`, { level }),
  resign: (id: string, seat: number) => call<Info>('POST', `/matches/${id}/seats/${seat}/resign`),
  /** Takes a match off the reader's list, or puts it back. */
  list: (id: string, listed: boolean) => call<object>(listed ? 'PUT' : 'DELETE', `/matches/${id}/listing`),
  /** The deck in play; null if there is none. */
  material: (id: string) => call<unknown>('GET', `/matches/${id}/material`),
  /** Opens a match from the position of a decision of one that is over, against the same bots. */
  again: (id: string, event: number) => call<MatchId>('POST', `/matches/${id}/again`, { event }),
  rematch: (id: string) => call<MatchId>('POST', `/matches/${id}/rematch`),
  replay: (id: string, event: number, seat: number | null) =>
    call<Replayed>('GET', `/matches/${id}/replay?event=${event}&seat=${seat ?? ''}`),
  /** The review of a match that is over, or how far it is; each request brings it on. */
  review: (id: string) => call<ReviewSoFar>('GET', `/matches/${id}/review`),
  puzzles: () => call<Puzzles>('GET', '/puzzles'),
  puzzle: (id: string) => call<WithBest<Puzzle>>('GET', `/puzzles/${encodeURIComponent(id)}`),
  /** Runs a program for a puzzle of the shelf, or for a board of somebody's own. */
  run: (shelf: Shelf, id: string, program: string[][]) =>
    call<Run & Partial<PuzzleRun>>('POST', `/${shelf}/${encodeURIComponent(id)}/run`, { program }),
  /** Where a program leads, finished or not. */
  preview: (shelf: Shelf, id: string, program: string[][]) =>
    call<Preview>('POST', `/${shelf}/${encodeURIComponent(id)}/preview`, { program }),
  storeBoard: (board: BoardToCheck) => call<BoardId>('POST', '/boards', board),
  board: (id: string) => call<StoredBoard>('GET', `/boards/${encodeURIComponent(id)}`),
  gallery: (before: number | null) => call<Gallery>('GET', `/boards${before === null ? '' : `?before=${before}`}`),
  publish: (id: string, title: string) => call<object>('PUT', `/boards/${encodeURIComponent(id)}/listing`, { title }),
  withdraw: (id: string) => call<object>('DELETE', `/boards/${encodeURIComponent(id)}/listing`),
  checkBoard: (board: BoardToCheck) => call<CheckedBoard>('POST', '/boards/check', board),
  recordAddress: (id: string) => `/api/matches/${id}/record`,
  /** The record of a match that is over. */
  record: (id: string) => call<unknown>('GET', `/matches/${id}/record`),
  /** A match of this page as a record with its chairs, whether it is over or not. */
  exported: (id: string) => call<object>('GET', `/matches/${id}/export`),
  /** All that is kept of a match of this page, for one that cannot be loaded any more. */
  kept: (id: string) => call<object>('GET', `/matches/${id}/kept`),
  /** Opens a match from a record in this page. */
  imported: (record: unknown) => call<MatchId>('POST', '/matches', { record }),
  /** Opens a match from a record at the server, for these chairs. */
  goOnWith: (record: object, chairs: ChairPlan[]) => call<MatchId>('POST', '/matches', { record, chairs }),
};
