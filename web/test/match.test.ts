// A match in this browser: whose eyes, when the curtain falls, what is shown when.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Chair, Info, Status, ToServer } from '../src/lib/types';

/** The server's end of the line. */
class Line {
  static all: Line[] = [];
  readyState = 1;
  sent: ToServer[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor() {
    Line.all.push(this);
    queueMicrotask(() => this.onopen?.());
  }
  send(text: string): void {
    const message = JSON.parse(text) as ToServer;
    this.sent.push(message);
    if (message.type === 'build')
      this.says({ type: 'step', id: message.id, prompt: 'what', choices: [{ choice: 'a', label: 'a' }], action: null });
  }
  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  close(): void {}
}

const kept = new Map<string, string>();
vi.stubGlobal('WebSocket', Line);
vi.stubGlobal('location', { protocol: 'http:', host: 'table' });
vi.stubGlobal('document', { documentElement: { dataset: {} }, hidden: false, querySelector: () => null });
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {} }));
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
});
vi.stubGlobal('addEventListener', () => {});
vi.stubGlobal('removeEventListener', () => {});

const { Match } = await import('../src/lib/match.svelte');
const { settings } = await import('../src/lib/settings.svelte');

const line = (): Line => Line.all.at(-1)!;
const soon = (): Promise<void> => vi.advanceTimersByTimeAsync(0).then(() => {});
const chair = (seat: number, yours: boolean): Chair => ({
  seat,
  kind: yours ? 'human' : 'bot',
  name: yours ? `P${seat}` : null,
  joined: true,
  online: true,
  yours,
  resigned: false,
  changes: [],
});

function info(mine: number[], status: Status): Info {
  return {
    id: 'm',
    game: 'g',
    rules: 1,
    seats: 3,
    variant: 'v',
    options: {},
    material: false,
    tutorial: false,
    chairs: [0, 1, 2].map((seat) => chair(seat, mine.includes(seat))),
    host: true,
    takeover_seconds: null,
    status,
    version: 2,
    commitment: '',
    created: 0,
  };
}
const seen = (event: number, seat: number) => ({ event, seat, glimpse: {}, text: `event ${event}` });

/** What those of our seats that are to act can choose first. */
const steps = (mine: number[], to_act: number[]) =>
  to_act
    .filter((seat) => mine.includes(seat))
    .map((seat) => ({ seat, prompt: 'what', choices: [{ choice: 'a', label: 'a' }], action: null }));

/** A match with these seats of ours, after its first table. */
async function sit(mine: number[], to_act: number[], version = 2) {
  const match = new Match('m');
  await soon();
  const eyes: (number | null)[] = mine.length ? mine : [null];
  line().says({
    type: 'table',
    version,
    info: info(mine, { to_act, over: false }),
    views: eyes.map((seat) => ({ seat, view: `view of ${seat}` })),
    seen: [seen(0, 0)],
    also_seen: eyes.slice(1).map((seat) => ({ seat, list: [seen(0, 0)] })),
    steps: steps(mine, to_act),
  });
  await soon();
  return match;
}
function happens(from: number, seat: number, mine: number[], status: Status): void {
  const eyes: (number | null)[] = mine.length ? mine : [null];
  line().says({
    type: 'events',
    from,
    version: from + 1,
    status,
    seen: eyes.map((eye) => ({ seat: eye, list: [seen(from, seat)] })),
    views: eyes.map((eye) => ({ seat: eye, view: `view of ${eye} after ${from}` })),
    steps: steps(mine, status.to_act),
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  kept.clear();
  Line.all = [];
  settings.setPace('calm');
});
afterEach(() => vi.useRealTimers());

describe('alone with bots', () => {
  test('a walk begins when it is our turn', async () => {
    const match = await sit([0], [0]);
    expect([match.holder, match.curtain, match.myTurn, match.step?.prompt]).toEqual([0, null, true, 'what']);
  });

  test("bots' moves are shown one after another, and can be skipped", async () => {
    const match = await sit([0], [1]);
    happens(2, 1, [0], { to_act: [2], over: false });
    happens(3, 2, [0], { to_act: [1], over: false });
    happens(4, 1, [0], { to_act: [0], over: false });
    expect([match.view, match.waiting, match.myTurn]).toEqual(['view of 0 after 2', 2, false]);
    await vi.advanceTimersByTimeAsync(900);
    expect([match.view, match.waiting]).toEqual(['view of 0 after 3', 1]);
    match.skip();
    await soon();
    expect([match.view, match.waiting, match.myTurn]).toEqual(['view of 0 after 4', 0, true]);
    expect(match.step).not.toBeNull();
    expect(match.log.map(({ event }) => event)).toEqual([0, 2, 3, 4]);
  });

  test('whoever wants no motion waits for nothing', async () => {
    settings.setPace('none');
    const match = await sit([0], [1]);
    happens(2, 1, [0], { to_act: [2], over: false });
    happens(3, 2, [0], { to_act: [0], over: false });
    expect([match.view, match.waiting]).toEqual(['view of 0 after 3', 0]);
  });

  test('an event that comes twice stands in the log once', async () => {
    settings.setPace('none');
    const match = await sit([0], [1]);
    happens(2, 1, [0], { to_act: [1], over: false });
    happens(2, 1, [0], { to_act: [0], over: false });
    expect(match.log.map(({ event }) => event)).toEqual([0, 2]);
  });
});

describe('several on one screen', () => {
  test('nobody sees anything before the first one says so, and each change of player brings the curtain back', async () => {
    settings.setPace('none');
    const match = await sit([0, 1], [0]);
    // The log of the other pair of eyes came with the first table: nothing more is asked for.
    expect([Line.all.length, line().sent.length]).toEqual([1, 1]);
    happens(2, 2, [0, 1], { to_act: [0], over: false });
    expect([match.curtain, match.step]).toEqual([0, null]);
    match.liftCurtain();
    await soon();
    expect([match.holder, match.curtain, match.step?.prompt]).toEqual([0, null, 'what']);
    happens(3, 0, [0, 1], { to_act: [2], over: false });
    await soon();
    expect([match.holder, match.curtain, match.step]).toEqual([0, null, null]);
    happens(4, 2, [0, 1], { to_act: [1], over: false });
    await soon();
    expect([match.curtain, match.step]).toEqual([1, null]);
    match.liftCurtain();
    await soon();
    expect([match.holder, match.view]).toEqual([1, 'view of 1 after 4']);
  });

  test('when both decide in secret, each gets the screen in turn', async () => {
    settings.setPace('none');
    const match = await sit([0, 1], [0, 1]);
    happens(2, 2, [0, 1], { to_act: [0, 1], over: false });
    match.liftCurtain();
    await soon();
    expect(match.holder).toBe(0);
    happens(3, 0, [0, 1], { to_act: [1], over: false });
    await soon();
    expect(match.curtain).toBe(1);
  });
});

describe('watching and coming back', () => {
  test('a spectator has no turn', async () => {
    const match = await sit([], [0]);
    expect([match.holder, match.view, match.myTurn, match.step]).toEqual([null, 'view of null', false, null]);
  });

  test('what happened since the last visit is marked', async () => {
    kept.set('seen.m', '1');
    const match = await sit([0], [0], 5);
    expect(match.missedFrom).toBe(1);
    expect(kept.get('seen.m')).toBe('5');
    expect((await sit([0], [0], 5)).missedFrom).toBeNull();
  });

  test('when it is over there is nothing to choose, and nothing to hide', async () => {
    settings.setPace('none');
    const match = await sit([0], [0]);
    happens(2, 0, [0], { to_act: [], over: true, scores: [2, 0, 0] });
    await soon();
    expect([match.status.over, match.step, match.curtain]).toEqual([true, null, null]);
  });
});
