// The desk between page, module and database: what is written before anyone hears of it, and what happens when something fails.
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { MatchInfo } from '../src/api/types';
import { Trouble } from '../src/local/codes';
import { Desk, type Tools } from '../src/local/desk';
import { InDatabase, InMemory, type Change, type Keeper } from '../src/local/keeper';
import type { FromThinker, Kept, Reply, ToPage, ToThinker } from '../src/local/messages';
import { Thinking, type ThinkerPort } from '../src/local/thinking';

const info = (id: string, over = false, level = 'easy'): MatchInfo =>
  ({
    id,
    game: 'duel',
    created: Number(id.slice('here-'.length)),
    status: { to_act: [0], over },
    chairs: [{ seat: 1, kind: 'bot', level }],
  }) as unknown as MatchInfo;

/** A game of one's own: each `play` is an event, and every table hears of it. */
class House {
  static all: House[] = [];
  matches = new Map<string, { events: string[]; over: boolean }>();
  sockets = new Map<number, string>();
  said: Record<string, unknown>[] = [];
  notes: Record<string, string> = {};
  /** What the next message of a kind brings. */
  replies: Partial<Record<string, () => Reply>> = {};
  constructor() {
    House.all.push(this);
  }
  talk(message: object): Reply {
    const said = message as Record<string, unknown> & { do: string };
    this.said.push(said);
    const special = this.replies[said.do];
    if (special) return special();
    switch (said.do) {
      case 'hello':
        return { protocol: 1 };
      case 'notes':
        this.notes = said.notes as Record<string, string>;
        return {};
      case 'load': {
        const kept = said.match as { id: string; events: string[] };
        if (kept.events.includes('broken')) return { status: 409, body: { error: { code: 'record/event', message: 'event 1 is broken' } } };
        this.matches.set(kept.id, { events: [...kept.events], over: false });
        return {};
      }
      case 'drop':
        this.matches.delete(said.match as string);
        for (const [socket, match] of this.sockets) if (match === said.match) this.sockets.delete(socket);
        return {};
      case 'connect':
        if (!this.matches.has(said.match as string)) return { need: said.match as string };
        this.sockets.set(said.socket as number, said.match as string);
        return {};
      case 'frame':
        return this.frame(said.socket as number, said.text as string);
      case 'request':
        return this.request(said.path as string, said.body);
    }
    return {};
  }
  frame(socket: number, text: string): Reply {
    const id = this.sockets.get(socket)!;
    const match = this.matches.get(id)!;
    const from = match.events.length;
    match.events.push(text);
    return { keep: [this.kept(id, from)], frames: [[socket, `ack ${match.events.length}`]] };
  }
  kept(id: string, from: number): Kept {
    const { events, over } = this.matches.get(id)!;
    return { match: { id }, info: info(id, over), from, events: events.slice(from) };
  }
  request(path: string, body: unknown): Reply {
    const id = (body as { id?: string } | undefined)?.id;
    if (path === '/matches' && id) {
      this.matches.set(id, { events: ['deal'], over: false });
      return { status: 201, body: { id }, keep: [this.kept(id, 0)] };
    }
    const match = /^\/matches\/(here-\d+)/.exec(path)?.[1];
    if (match && !this.matches.has(match)) return { need: match };
    return { status: 200, body: { path } };
  }
}

/** A thinker that says what it thinks when the test wants it. */
class Thinker implements ThinkerPort {
  static all: Thinker[] = [];
  heard: ToThinker[] = [];
  ended = false;
  onmessage: ThinkerPort['onmessage'] = null;
  onerror: ThinkerPort['onerror'] = null;
  constructor() {
    Thinker.all.push(this);
  }
  postMessage(message: ToThinker): void {
    this.heard.push(message);
  }
  says(data: FromThinker): void {
    this.onmessage?.({ data });
  }
  terminate(): void {
    this.ended = true;
  }
}

vi.stubGlobal('IDBKeyRange', IDBKeyRange);

let factory: IDBFactory;
let posted: ToPage[];
let order: string[];

beforeEach(() => {
  factory = new IDBFactory();
  [posted, order] = [[], []];
  [House.all, Thinker.all] = [[], []];
});

const announced: [Desk | null, ((match: string, owner: string) => void)[]] = [null, []];

/** A tab of the browser: its own worker, and the database that all of them share. */
function tab(more: Partial<Tools> = {}): Desk {
  let stamps = 0;
  const name = Math.random().toString(16).slice(2).padEnd(32, '0');
  return new Desk({
    engine: () => Promise.resolve(new House()),
    keeper: () => InDatabase.open(factory),
    thinking: (done) => new Thinking(() => new Thinker(), done),
    networks: () => Promise.resolve([]),
    post: (message) => {
      posted.push(message);
      order.push(message.kind === 'frame' ? message.text : message.kind);
    },
    announce: (match, owner) => announced[1].forEach((tell) => tell(match, owner)),
    stamp: () => ({ at: 1, entropy: `${name}${stamps++}` }),
    wait: () => Promise.resolve(),
    ...more,
  });
}
const house = (): House => House.all.at(-1)!;
const open = (desk: Desk, id = 'here-1') => desk.request('POST', '/matches', { id });
const closed = () => posted.filter(({ kind }) => kind === 'closed').length;

/** A database whose writes fail as long as `full` says so, and that says when it writes. */
async function moody(full: () => boolean): Promise<Keeper> {
  const keeper = await InDatabase.open(factory);
  return {
    lasting: true,
    load: (id, owner) => keeper.load(id, owner),
    list: () => keeper.list(),
    setListed: (id, listed) => keeper.setListed(id, listed),
    purge: (before) => keeper.purge(before),
    notes: () => keeper.notes(),
    async write(change: Change, owner: string) {
      if (full()) throw new Trouble('store/not-stored', 'QuotaExceededError');
      await keeper.write(change, owner);
      order.push('written');
    },
  };
}

describe('keeping', () => {
  test('what happens is written before anyone hears of it', async () => {
    const desk = tab({ keeper: () => moody(() => false) });
    const reply = open(desk).then((answer) => (order.push('answered'), answer));
    expect(await reply).toEqual({ status: 201, body: { id: 'here-1' } });
    await desk.connect(5, 'here-1');
    await desk.frame(5, '{"type":"play","id":3}');
    expect(order.filter((one) => one !== 'games')).toEqual(['written', 'answered', 'open', 'written', 'ack 2']);
    expect((await (await InDatabase.open(factory)).load('here-1', 'x'))?.events).toEqual(['deal', '{"type":"play","id":3}']);
  });

  test('a play that cannot be written is refused, and the table goes on from what is stored', async () => {
    let full = false;
    const desk = tab({ keeper: () => moody(() => full) });
    await open(desk);
    await desk.connect(5, 'here-1');
    full = true;
    await desk.frame(5, '{"type":"play","id":3}');
    expect(house().said.at(-1)).toMatchObject({ do: 'drop', match: 'here-1' });
    const frame = posted.findLast(({ kind }) => kind === 'frame') as Extract<ToPage, { kind: 'frame' }>;
    expect(JSON.parse(frame.text)).toMatchObject({ type: 'reject', id: 3, error: { code: 'store/not-stored' } });
    expect(closed(), 'the page comes back by itself').toBe(1);
    full = false;
    await desk.connect(6, 'here-1');
    expect(house().matches.get('here-1')?.events).toEqual(['deal']);
    await desk.frame(6, '{"type":"play","id":4}');
    expect(order.at(-1)).toBe('ack 2');
  });

  test('a match that cannot be written is not opened', async () => {
    const desk = tab({ keeper: () => moody(() => true) });
    expect(await open(desk)).toMatchObject({ status: 503, body: { error: { code: 'store/not-stored' } } });
    expect(house().matches.size).toBe(0);
    expect(await desk.request('GET', '/matches?mine', undefined)).toEqual({ status: 200, body: { matches: [] } });
  });

  test('a browser that stores nothing keeps matches while the page is open, and says so once', async () => {
    const desk = tab({ keeper: () => Promise.resolve(new InMemory()) });
    await open(desk);
    await open(desk, 'here-2');
    expect(posted.filter(({ kind }) => kind === 'unkept')).toHaveLength(1);
    const { body } = await desk.request('GET', '/matches?mine', undefined);
    expect((body as { matches: MatchInfo[] }).matches.map(({ id }) => id)).toEqual(['here-2', 'here-1']);
  });

  test('notes are written with what they belong to, and every instance is told them', async () => {
    const desk = tab();
    await open(desk);
    house().replies.request = () => ({ body: {}, notes: { 'puzzle:look-first': '7', me: null } });
    await desk.request('POST', '/puzzles/look-first/run', {});
    await open(tab());
    expect(house().notes).toEqual({ 'puzzle:look-first': '7' });
  });

  test('a match off the list is not listed, can be put back, and is deleted in the end', async () => {
    const desk = tab();
    await open(desk);
    expect((await desk.request('DELETE', '/matches/here-1/listing', undefined)).status).toBe(204);
    expect((await desk.request('GET', '/matches?mine', undefined)).body).toEqual({ matches: [] });
    await desk.request('PUT', '/matches/here-1/listing', undefined);
    expect((await desk.request('GET', '/matches?mine', undefined)).body).toMatchObject({ matches: [{ id: 'here-1' }] });
    await desk.request('DELETE', '/matches/here-1/listing', undefined);
    const keeper = await InDatabase.open(factory);
    await keeper.purge(Date.now() + 1);
    expect(await keeper.load('here-1', 'x')).toBeNull();
  });
});

describe('loading', () => {
  test('a match is loaded when it is needed', async () => {
    await open(tab());
    const later = tab();
    await later.connect(1, 'here-1');
    expect(order.at(-1)).toBe('open');
    expect(house().said.map(({ do: what }) => what)).toEqual(['hello', 'notes', 'request', 'connect', 'load', 'connect']);
  });

  test('one that does not exist is unknown', async () => {
    expect(await tab().request('GET', '/matches/here-9', undefined)).toMatchObject({
      status: 404,
      body: { error: { code: 'match/unknown' } },
    });
  });

  test('a damaged one says why, can be downloaded, and leaves the others alone', async () => {
    const keeper = await InDatabase.open(factory);
    const broken: Kept = { match: { id: 'here-1' }, info: info('here-1'), from: 0, events: ['deal', 'broken'] };
    await keeper.write(
      { keep: [broken, { ...broken, match: { id: 'here-2' }, info: info('here-2'), events: ['deal'] }], notes: {} },
      'old',
    );
    const desk = tab();
    expect(await desk.request('GET', '/matches/here-1', undefined)).toMatchObject({
      body: { error: { code: 'here/damaged', message: 'event 1 is broken' } },
    });
    await desk.connect(1, 'here-1');
    expect(posted.at(-1)).toMatchObject({ kind: 'closed', socket: 1 });
    expect((await desk.request('GET', '/matches/here-1/kept', undefined)).body).toMatchObject({ events: ['deal', 'broken'] });
    expect((await desk.request('GET', '/matches/here-2', undefined)).status).toBe(200);
  });

  test('events that are missing in between are damage', async () => {
    await open(tab());
    const database = await new Promise<IDBDatabase>((done) => {
      const request = factory.open('golemry', 1);
      request.onsuccess = () => done(request.result);
    });
    await new Promise<void>((done) => {
      const transaction = database.transaction('events', 'readwrite');
      transaction.objectStore('events').delete(['here-1', 0]);
      transaction.oncomplete = () => done();
    });
    expect(await tab().request('GET', '/matches/here-1', undefined)).toMatchObject({
      body: { error: { code: 'here/damaged', message: '0 of 1 events are there' } },
    });
  });

  test('a master needs its networks: without them nothing is opened', async () => {
    const plan = { id: 'here-1', game: 'duel', chairs: [{ kind: 'bot', level: 'master' }] };
    let there = false;
    const networks = () => (there ? Promise.resolve(['AAAA']) : Promise.reject(new Trouble('engine/network', 'two-seats.net')));
    const desk = tab({ networks });
    expect(await desk.request('POST', '/matches', plan)).toMatchObject({ body: { error: { code: 'engine/network' } } });
    there = true;
    expect((await desk.request('POST', '/matches', plan)).status).toBe(201);
    expect(house().said).toContainEqual({ do: 'network', game: 'duel', bytes64: 'AAAA' });
  });
});

describe('an instance that fails', () => {
  test('is replaced: tables come back, and nothing acknowledged is lost', async () => {
    const desk = tab();
    await open(desk);
    await desk.connect(1, 'here-1');
    await desk.frame(1, '{"type":"play","id":1}');
    house().replies.frame = () => {
      throw new WebAssembly.RuntimeError('unreachable');
    };
    await desk.frame(1, '{"type":"play","id":2}');
    expect(closed()).toBe(1);
    await desk.connect(2, 'here-1');
    expect(House.all).toHaveLength(2);
    expect(house().matches.get('here-1')?.events).toHaveLength(2);
    await desk.frame(2, '{"type":"play","id":3}');
    expect(order.at(-1)).toBe('ack 3');
  });

  test('is not started again and again for a match that it fails at', async () => {
    const desk = tab();
    await open(desk);
    for (let socket = 1; socket <= 3; socket++) {
      await desk.connect(socket, 'here-1');
      house().replies.frame = () => {
        throw new Error('unreachable');
      };
      await desk.frame(socket, '{"type":"play","id":1}');
    }
    await desk.connect(9, 'here-1');
    expect(order.at(-2)).toContain('here/damaged');
  });

  test('while it loads a match, that match is refused', async () => {
    await open(tab());
    const broken = new House();
    broken.replies.load = () => {
      throw new Error('unreachable');
    };
    const desk = tab({ engine: () => Promise.resolve(broken) });
    await desk.connect(1, 'here-1');
    expect(order.slice(-2)).toEqual([expect.stringContaining('here/damaged'), 'closed']);
  });

  test('of another protocol is not played with', async () => {
    const old = new House();
    old.replies.hello = () => ({ protocol: 2 });
    const desk = tab({ engine: () => Promise.resolve(old) });
    expect(await open(desk)).toMatchObject({ body: { error: { code: 'engine/protocol' } } });
  });
});

describe('two tabs', () => {
  test('the newer one takes the match over, the older one hears of it, and nothing is lost', async () => {
    const [older, newer] = [tab(), tab()];
    announced[1] = [(match, owner) => void older.taken(match, owner)];
    await open(older);
    await older.connect(1, 'here-1');
    await older.frame(1, '{"type":"play","id":1}');
    await newer.connect(2, 'here-1');
    await vi.waitFor(() => expect(order).toContainEqual(expect.stringContaining('here/elsewhere')));
    await newer.frame(2, '{"type":"play","id":2}');
    expect(order.at(-1)).toBe('ack 3');
    // And back again.
    announced[1] = [(match, owner) => void newer.taken(match, owner)];
    await older.connect(3, 'here-1');
    await older.frame(3, '{"type":"play","id":3}');
    expect(order).toContain('ack 4');
    announced[1] = [];
  });

  test('one that has not heard of it cannot write over what the other has played', async () => {
    const [older, newer] = [tab(), tab()];
    await open(older);
    await older.connect(1, 'here-1');
    await newer.connect(2, 'here-1');
    await newer.frame(2, '{"type":"play","id":2}');
    await older.frame(1, '{"type":"play","id":1}');
    expect(order.slice(-2)).toEqual([expect.stringContaining('here/elsewhere'), 'closed']);
    expect((await (await InDatabase.open(factory)).load('here-1', 'x'))?.events).toEqual(['deal', '{"type":"play","id":2}']);
  });
});

describe('thinking', () => {
  const think = (...jobs: number[]): Reply => ({ jobs: jobs.map((job) => ({ job })) });
  const jobsOf = (thinker: Thinker) => thinker.heard.flatMap((one) => (one.kind === 'job' ? [one.job.job] : []));

  async function seated(): Promise<Desk> {
    const desk = tab();
    await open(desk);
    house().replies.connect = () => (delete house().replies.connect, house().sockets.set(1, 'here-1'), think(7, 8));
    await desk.connect(1, 'here-1');
    return desk;
  }

  test('one search after the other, and each thought goes back', async () => {
    await seated();
    const [thinker] = Thinker.all as [Thinker];
    expect(jobsOf(thinker)).toEqual([7]);
    thinker.says({ job: 7, thought: { action: 'a' } });
    await vi.waitFor(() => expect(house().said.at(-1)).toMatchObject({ do: 'thought', job: 7, thought: { action: 'a' } }));
    expect(jobsOf(thinker)).toEqual([7, 8]);
  });

  test('a search that is stopped ends at once with its thinker, and the next one starts another', async () => {
    const desk = await seated();
    house().replies.frame = () => ({ stop: [7] });
    await desk.frame(1, '{"type":"play","id":1}');
    expect(Thinker.all.map(({ ended }) => ended)).toEqual([true, false]);
    expect(jobsOf(Thinker.all[1]!)).toEqual([8]);
    Thinker.all[0]!.says({ job: 7, thought: 'too late' });
    expect(house().said.filter(({ do: what }) => what === 'thought')).toEqual([]);
  });

  test('a bot that does not search has its turn without a thinker', async () => {
    const desk = tab();
    await open(desk);
    house().replies.frame = () => ({ jobs: [{ job: 4, kind: 'wake' }] });
    await desk.connect(1, 'here-1');
    await desk.frame(1, '{"type":"hello","id":1}');
    await vi.waitFor(() => expect(house().said.at(-1)).toMatchObject({ do: 'thought', job: 4, thought: { answer: null } }));
    expect(Thinker.all).toEqual([]);
  });

  test('one that waits is taken out of the line, and the thinker goes on', async () => {
    const desk = await seated();
    house().replies.frame = () => ({ stop: [8] });
    await desk.frame(1, '{"type":"play","id":1}');
    expect(Thinker.all.map(({ ended }) => ended)).toEqual([false]);
    Thinker.all[0]!.says({ job: 7, thought: 1 });
    expect(jobsOf(Thinker.all[0]!)).toEqual([7]);
  });

  test('a thinker that fails has no thought, and is replaced', async () => {
    await seated();
    Thinker.all[0]!.onerror?.('unreachable');
    await vi.waitFor(() => expect(house().said.at(-1)).toMatchObject({ do: 'thought', job: 7, thought: null }));
    expect(Thinker.all[0]!.ended).toBe(true);
    expect(jobsOf(Thinker.all[1]!)).toEqual([8]);
  });

  test('a request that needs a search is answered once it is done', async () => {
    const desk = tab();
    await open(desk);
    const replies: Reply[] = [
      { wait: 3, ...think(3) },
      { status: 200, body: 'checked' },
    ];
    house().replies.request = () => replies.shift()!;
    const answer = desk.request('POST', '/boards/check', {});
    await vi.waitFor(() => expect(Thinker.all).toHaveLength(1));
    Thinker.all[0]!.says({ job: 3, thought: {} });
    expect(await answer).toEqual({ status: 200, body: 'checked' });
  });

  test('networks go to every thinker', () => {
    const thinking = new Thinking(
      () => new Thinker(),
      () => {},
    );
    thinking.network('capek', 'AAAA');
    thinking.give([{ job: 1 }]);
    thinking.stop([1]);
    thinking.give([{ job: 2 }]);
    expect(Thinker.all.map(({ heard }) => heard.map(({ kind }) => kind))).toEqual([
      ['network', 'job'],
      ['network', 'job'],
    ]);
  });
});
