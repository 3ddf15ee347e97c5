import type { MatchInfo } from '../api/types';
import { Trouble, troubleOf } from './codes';
import type { Keeper, Row } from './keeper';
import { errorBody, type Reply, type Talk, type ToPage } from './messages';
import { PROTOCOL } from './engine';
import { isHere } from './base';
import type { Thinking } from './thinking';

/** What the desk works with. A test hands in its own. */
export interface Tools {
  /** A fresh instance of the module, which is loaded first if it has to be. */
  engine: () => Promise<Talk>;
  keeper: () => Promise<Keeper>;
  /** Makes what searches; the function hears each thought. */
  thinking: (done: (job: number, thought: unknown) => void) => Thinking;
  /** The networks of a game, in base 64. */
  networks: (game: string) => Promise<string[]>;
  post: (message: ToPage) => void;
  /** Tells other tabs that this one plays a match now. */
  announce: (match: string, owner: string) => void;
  /** The time and fresh random digits, for the module has neither. */
  stamp: () => { at: number; entropy: string };
  wait: (ms: number) => Promise<void>;
}

export interface Answer {
  status: number;
  body: unknown;
}

/** So many matches stay in the module's memory although nobody looks at them. */
const SPARE = 4;
/** A match that has brought the module down so often, with nothing kept in between, is not tried again. */
const MOST_FAILURES = 3;
/** A match that nobody lists any more is deleted after this time, as on a server. */
const UNLISTED_FOR = 60 * 60 * 1000;
/** How long bots wait after a failed write, and how long a review at most until it says how far it is. */
const RETRY_AFTER = 2000;
const REVIEW_AFTER = 250;

const ok = (body: unknown, status = 200): Answer => ({ status, body });

/**
 * Stands between the page and the module: hands messages over one after the other, writes what the module says before anyone hears of it, loads
 * what it needs, and replaces it when it fails. What happens to sockets here is what a server does when it restarts: they are closed, and the
 * page comes back by itself.
 */
export class Desk {
  private readonly owner: string;
  private readonly thinking: Thinking;
  private house: Talk | null = null;
  private store: Promise<Keeper> | null = null;
  private line: Promise<unknown> = Promise.resolve();
  private readonly sockets = new Map<number, string>();
  /** The match that each job is for, where that is known. */
  private readonly jobs = new Map<number, string | null>();
  private readonly waiting = new Map<number, (() => void)[]>();
  /** Matches in the module's memory, the one used last at the end. */
  private readonly loaded = new Set<string>();
  private readonly failures = new Map<string, number>();
  private readonly networks = new Map<string, Promise<string[]>>();
  /** The socket that is being opened: its match is loaded for it, and it hears what is wrong with that. */
  private opening: number | null = null;
  /** The games whose networks the instance has. */
  private readonly taught = new Set<string>();
  /** The games whose networks the thinker has. */
  private readonly told = new Set<string>();

  constructor(private readonly tools: Tools) {
    this.owner = tools.stamp().entropy.slice(0, 16);
    this.thinking = tools.thinking((job, thought) => void this.thought(job, thought));
  }

  // What the page asks

  async request(method: string, path: string, body: unknown): Promise<Answer> {
    try {
      const own = await this.answerAlone(method, path);
      if (own) return own;
      const match = /^\/matches\/(here-[^/?]+)/.exec(path)?.[1] ?? null;
      await this.bringNetworks(method, path, body, match);
      const message = { do: 'request', method, path, body };
      let reply = await this.inLine(() => this.ask(message, match));
      const waited = reply.wait !== undefined;
      while (reply.wait !== undefined) {
        await this.thoughtOf(reply.wait);
        reply = await this.inLine(() => this.ask(message, match));
      }
      if (!waited && path.endsWith('/review') && (reply.body as { review?: unknown } | null)?.review === null)
        await this.tools.wait(REVIEW_AFTER);
      return { status: reply.status ?? 200, body: reply.body ?? null };
    } catch (thrown) {
      const trouble = troubleOf(thrown);
      const old = trouble.code === 'record/rules' && method === 'GET' ? await this.oldInfo(path) : null;
      return old ?? { status: trouble.status, body: errorBody({ code: trouble.code, message: trouble.message }) };
    }
  }

  connect(socket: number, match: string): Promise<void> {
    this.sockets.set(socket, match);
    return this.inLine(async () => {
      this.opening = socket;
      try {
        if ((this.failures.get(match) ?? 0) >= MOST_FAILURES)
          throw new Trouble('here/damaged', 'the game fails at it again and again', 409);
        // The page says hello as soon as the socket is open: the match is loaded before.
        const reply = await this.ask({ do: 'connect', socket, match }, match);
        if ((reply.status ?? 200) >= 400) throw refusalIn(reply);
        this.tools.post({ kind: 'open', socket });
      } catch (thrown) {
        const trouble = troubleOf(thrown);
        this.opening = null;
        // What may work the next time is tried again; the page waits longer from time to time.
        if (['engine/failed', 'engine/load', 'store/not-stored'].includes(trouble.code)) this.close(match);
        else this.turnAway(socket, trouble);
      } finally {
        this.opening = null;
      }
    });
  }

  frame(socket: number, text: string): Promise<void> {
    return this.inLine(async () => {
      const match = this.sockets.get(socket);
      if (match === undefined) return;
      try {
        const reply = await this.ask({ do: 'frame', socket, text }, match);
        if ((reply.status ?? 200) >= 400) throw refusalIn(reply);
      } catch (thrown) {
        const trouble = troubleOf(thrown);
        if (trouble.code === 'here/elsewhere') return;
        const id = (JSON.parse(text) as { id?: number }).id;
        if (id !== undefined && this.sockets.has(socket)) this.say(socket, { type: 'reject', id, error: errorOf(trouble) });
        this.close(match);
      }
    });
  }

  disconnect(socket: number): Promise<void> {
    const match = this.sockets.get(socket);
    this.sockets.delete(socket);
    return this.inLine(async () => {
      if (!match || !this.house) return;
      await this.ask({ do: 'disconnect', socket }, match).catch(() => {});
      this.forgetSome();
    });
  }

  /** Another tab plays this match now. */
  taken(match: string, owner: string): Promise<void> {
    return owner === this.owner ? Promise.resolve() : this.inLine(() => this.kickOut(match));
  }

  // What the worker knows without the module

  private async answerAlone(method: string, path: string): Promise<Answer | null> {
    if (path === '/matches?mine') {
      const keeper = await this.keeper();
      const rows = (await keeper.list()).filter(({ listed }) => listed);
      return ok({ matches: rows.map(({ info }) => info).sort((a, b) => b.created - a.created) });
    }
    // Boards of other players are on servers.
    if (method === 'GET' && /^\/boards(\?|$)/.test(path)) return ok({ open: false, boards: [], next: null });
    const [, id = '', what] = /^\/matches\/(here-[^/?]+)\/(listing|kept)$/.exec(path) ?? [];
    if (!what) return null;
    if (what === 'listing') {
      const found = await (await this.keeper()).setListed(id, method === 'PUT');
      if (!found) throw new Trouble('match/unknown', id, 404);
      return ok(null, 204);
    }
    const row = (await (await this.keeper()).list()).find((one) => one.id === id);
    if (!row) throw new Trouble('match/unknown', id, 404);
    return ok({ kept: row, events: (await (await this.keeper()).load(id, this.owner))?.events ?? [] });
  }

  /** What is known of a match of another edition, which the module does not load. */
  private async oldInfo(path: string): Promise<Answer | null> {
    const id = /^\/matches\/(here-[^/?]+)$/.exec(path)?.[1];
    const row = id && (await (await this.keeper()).list().catch(() => [])).find((one) => one.id === id);
    return row ? ok(row.info) : null;
  }

  private keeper(): Promise<Keeper> {
    this.store ??= this.tools.keeper().then(async (keeper) => {
      if (!keeper.lasting) this.tools.post({ kind: 'unkept' });
      await keeper.purge(Date.now() - UNLISTED_FOR).catch(() => {});
      return keeper;
    });
    return this.store;
  }

  // One message after the other

  private inLine<T>(work: () => Promise<T>): Promise<T> {
    const done = this.line.then(work);
    this.line = done.catch(() => {});
    return done;
  }

  /** The running instance, or a new one that has been told what it should know. */
  private async open(): Promise<Talk> {
    if (this.house) return this.house;
    const house = await this.tools.engine();
    const { protocol } = house.talk({ do: 'hello' });
    if (protocol !== PROTOCOL) throw new Trouble('engine/protocol', `${protocol}, ${PROTOCOL}`);
    house.talk({ do: 'notes', notes: await (await this.keeper()).notes() });
    for (const game of this.networks.keys()) await this.teach(house, game);
    const { body } = house.talk({ do: 'request', method: 'GET', path: '/games', ...this.tools.stamp() });
    const games = (body as { games?: { id: string }[] } | null)?.games;
    if (games) this.tools.post({ kind: 'games', games: games.map(({ id }) => id) });
    this.house = house;
    return house;
  }

  /** Hands a message over, with all that follows from it. `match` is the one it is about, if any. */
  private async ask(message: object, match: string | null): Promise<Reply> {
    for (let loads = 0; ; loads++) {
      const reply = this.talk(await this.open(), { ...message, ...this.tools.stamp() }, match);
      if (reply.need === undefined) {
        await this.keepAndDeliver(reply, match);
        return reply;
      }
      if (loads > 1) throw new Trouble('engine/failed', `${reply.need} is needed again`, 500);
      await this.load(reply.need);
    }
  }

  private talk(house: Talk, message: object, match: string | null): Reply {
    try {
      const reply = house.talk(message);
      if (match !== null && this.loaded.delete(match)) this.loaded.add(match);
      return reply;
    } catch (thrown) {
      if (match !== null) this.failures.set(match, (this.failures.get(match) ?? 0) + 1);
      this.replace();
      throw new Trouble('engine/failed', thrown instanceof Error ? thrown.message : String(thrown), 500);
    }
  }

  /** What happened is written before anyone hears of it. */
  private async keepAndDeliver(reply: Reply, match: string | null): Promise<void> {
    this.stop(reply.stop);
    const { keep = [], notes = {} } = reply;
    if (keep.length > 0 || Object.keys(notes).length > 0) {
      try {
        await (await this.keeper()).write({ keep, notes }, this.owner);
      } catch (thrown) {
        await this.takeBack(
          keep.map((kept) => kept.match.id),
          Object.keys(notes).length > 0,
        );
        const trouble = troubleOf(thrown);
        if (trouble.code === 'here/elsewhere') for (const kept of keep) await this.kickOut(kept.match.id);
        throw trouble;
      }
      for (const kept of keep) {
        this.failures.delete(kept.match.id);
        this.loaded.delete(kept.match.id);
        this.loaded.add(kept.match.id);
      }
    }
    for (const [socket, text] of reply.frames ?? []) if (this.sockets.has(socket)) this.tools.post({ kind: 'frame', socket, text });
    const jobs = reply.jobs ?? [];
    for (const { job } of jobs) this.jobs.set(job, keep[0]?.match.id ?? match);
    this.thinking.give(jobs.filter(({ kind }) => kind !== 'wake'));
    for (const { job, kind } of jobs) if (kind === 'wake') void this.thought(job, { answer: null });
  }

  /** The module forgets what could not be written. */
  private async takeBack(matches: string[], notes: boolean): Promise<void> {
    for (const match of matches) this.drop(match);
    if (notes && this.house) this.talk(this.house, { do: 'notes', notes: await (await this.keeper()).notes().catch(() => ({})) }, null);
  }

  private drop(match: string): void {
    this.loaded.delete(match);
    if (this.house) this.stop(this.talk(this.house, { do: 'drop', match }, null).stop);
  }

  private async load(id: string): Promise<void> {
    const found = isHere(id) ? await (await this.keeper()).load(id, this.owner) : null;
    if (!found) throw new Trouble('match/unknown', id, 404);
    const { row, events } = found;
    if (events.length !== row.version) throw new Trouble('here/damaged', `${events.length} of ${row.version} events are there`, 409);
    if (!row.info.status.over) this.tools.announce(id, this.owner);
    if (hasMaster(row.info)) await this.teach(await this.open(), row.info.game);
    const reply = this.hand(await this.open(), { ...row.row, events }, id);
    if ((reply.status ?? 200) >= 400) {
      const { code, message } = errorOf(refusalIn(reply));
      throw new Trouble(code === 'record/rules' ? code : 'here/damaged', message, 409);
    }
    this.loaded.add(id);
    await this.keepAndDeliver(reply, id);
  }

  private hand(house: Talk, kept: object, id: string): Reply {
    try {
      return this.talk(house, { do: 'load', match: kept, ...this.tools.stamp() }, null);
    } catch (thrown) {
      throw new Trouble('here/damaged', `${id}: ${troubleOf(thrown).message}`, 409);
    }
  }

  /** The instance has failed, and its memory with it: all that was acknowledged is in the database. */
  private replace(): void {
    this.house = null;
    this.loaded.clear();
    this.taught.clear();
    this.thinking.clear();
    this.stop([...this.jobs.keys()]);
    for (const match of new Set(this.sockets.values())) this.close(match);
  }

  /** Matches that nobody looks at leave the module's memory; they come back when somebody does. */
  private forgetSome(): void {
    const watched = new Set(this.sockets.values());
    const spare = [...this.loaded].filter((id) => !watched.has(id));
    for (const id of spare.slice(0, Math.max(0, spare.length - SPARE))) this.drop(id);
  }

  // Sockets

  private say(socket: number, message: object): void {
    this.tools.post({ kind: 'frame', socket, text: JSON.stringify(message) });
  }

  /** Refuses a socket for good. */
  private turnAway(socket: number, trouble: Trouble): void {
    if (!this.sockets.delete(socket)) return;
    this.say(socket, { type: 'reject', id: null, error: errorOf(trouble) });
    this.tools.post({ kind: 'closed', socket });
  }

  /** Closes the sockets of a match. The page opens them again and asks for what it has missed. */
  private close(match: string): void {
    for (const [socket, of] of this.sockets) {
      if (of !== match || socket === this.opening) continue;
      this.sockets.delete(socket);
      this.tools.post({ kind: 'closed', socket });
    }
  }

  /** Another tab plays: this one forgets the match, since what it knows grows old. */
  private kickOut(match: string): Promise<void> {
    if (this.loaded.has(match)) this.drop(match);
    for (const [socket, of] of this.sockets) if (of === match) this.turnAway(socket, new Trouble('here/elsewhere', match, 409));
    return Promise.resolve();
  }

  // Thoughts

  private stop(jobs: number[] = []): void {
    if (jobs.length === 0) return;
    this.thinking.stop(jobs);
    for (const job of jobs) this.settle(job);
  }

  private settle(job: number): void {
    this.jobs.delete(job);
    for (const go of this.waiting.get(job) ?? []) go();
    this.waiting.delete(job);
  }

  private thoughtOf(job: number): Promise<void> {
    if (!this.jobs.has(job)) return Promise.resolve();
    return new Promise((go) => this.waiting.set(job, [...(this.waiting.get(job) ?? []), go]));
  }

  private thought(job: number, thought: unknown): Promise<void> {
    return this.inLine(async () => {
      const match = this.jobs.get(job);
      if (match === undefined) return;
      try {
        await this.ask({ do: 'thought', job, thought }, match);
      } catch (thrown) {
        // The match was taken back to what is stored. Its table comes back after a while, and its bots think again.
        if (match !== null && troubleOf(thrown).code === 'store/not-stored')
          void this.tools.wait(RETRY_AFTER).then(() => this.close(match));
      } finally {
        this.settle(job);
      }
    });
  }

  // Networks

  /** A master sits down: its networks come first. */
  private async bringNetworks(method: string, path: string, body: unknown, match: string | null): Promise<void> {
    const again = path.endsWith('/again');
    if (method !== 'POST' || !(again || /"level":"master"/.test(JSON.stringify(body ?? null)))) return;
    const { game, record } = body as { game?: string; record?: { game?: string } };
    const row = match && (await (await this.keeper()).list()).find((one: Row) => one.id === match);
    if (again && !(row && row.info.chairs.some(({ level }) => level === 'master'))) return;
    const wanted = game ?? record?.game ?? (row ? row.info.game : undefined);
    if (wanted && (path === '/matches' || path.endsWith('/bot') || again))
      await this.inLine(async () => this.teach(await this.open(), wanted));
  }

  private async teach(house: Talk, game: string): Promise<void> {
    const loading = this.networks.get(game) ?? this.tools.networks(game);
    this.networks.set(game, loading);
    const networks = await loading.catch((thrown) => {
      this.networks.delete(game);
      throw thrown;
    });
    for (const bytes64 of this.taught.has(game) ? [] : networks) house.talk({ do: 'network', game, bytes64 });
    this.taught.add(game);
    for (const bytes64 of this.told.has(game) ? [] : networks) this.thinking.network(game, bytes64);
    this.told.add(game);
  }
}

const errorOf = ({ code, message }: Trouble): { code: string; message: string } => ({ code, message });

const hasMaster = (info: MatchInfo): boolean => !info.status.over && info.chairs.some(({ level }) => level === 'master');

/** The refusal that a reply with an error holds. */
function refusalIn({ status = 500, body }: Reply): Trouble {
  const { code = 'engine/failed', message = '' } = (body as { error?: Partial<{ code: string; message: string }> } | null)?.error ?? {};
  return new Trouble(code, message, status);
}
