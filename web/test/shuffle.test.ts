// A browser's part in a shuffle: what it says when, and what it notices.
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Round } from '../src/api/types';
import { type ShuffleStep, shuffleSteps, verdictOf } from '../src/lib/shuffle';
import type { Chair, Info } from '../src/lib/types';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
});
beforeEach(() => kept.clear());

// printf 'golemry part abc 1 server 555…' | sha256sum, with 64 digits; the other values likewise.
const SECRETS = { server: '5'.repeat(64), other: 'b'.repeat(64) };

const chair = (seat: number): Chair => ({
  seat,
  kind: 'human',
  name: null,
  joined: true,
  online: true,
  yours: seat === 0,
  resigned: false,
  changes: [],
});

type Stage = NonNullable<Info['shuffle']>['stage'];
function info(stage: Stage, rounds: Round[], more: Partial<Info> = {}): Info {
  return {
    id: 'abc',
    game: 'g',
    rules: 1,
    seats: 2,
    variant: 'v',
    options: {},
    material: false,
    tutorial: false,
    chairs: [chair(0), chair(1)],
    host: true,
    takeover_seconds: null,
    status: { to_act: [], over: false },
    version: 0,
    commitment: '',
    created: 0,
    shuffle: { stage, rounds },
    ...more,
  };
}

async function sha256(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
const part = (round: number, who: number | string, secret: string): Promise<string> => sha256(`golemry part abc ${round} ${who} ${secret}`);

/** A round in which the server and the other have committed. */
async function begun(number = 1): Promise<Round> {
  return {
    server: { commitment: await part(number, 'server', SECRETS.server) },
    closed: false,
    seats: [{ seat: 1, commitment: await part(number, 1, SECRETS.other) }],
  };
}

/** The round after our commitment, closed. */
function closed(round: Round, step: ShuffleStep): Round {
  if (step.type !== 'commit') throw new Error('not a commitment');
  return { ...round, closed: true, seats: [{ seat: 0, commitment: step.commitment }, ...round.seats] };
}

/** A shuffle to its end: what is shown while the match goes on, and our secret. */
async function done() {
  const round = await begun();
  const after = closed(round, shuffleSteps(info('committing', [round]))[0]!);
  const [reveal] = shuffleSteps(info('revealing', [after]));
  if (reveal?.type !== 'reveal') throw new Error('nothing was revealed');
  const seats = after.seats.map((one) => ({ ...one, secret: one.seat === 0 ? reveal.secret : SECRETS.other }));
  return { round: { ...after, seats }, secret: reveal.secret };
}

describe('what is said', () => {
  test('a commitment first, the same after a reload, and the secret only when commitments are closed', async () => {
    const round = await begun();
    const [commit, ...others] = shuffleSteps(info('committing', [round]));
    expect(others).toEqual([]);
    expect(commit).toMatchObject({ type: 'commit', seat: 0, round: 1 });
    expect(shuffleSteps(info('committing', [round]))).toEqual([commit]);
    const after = closed(round, commit!);
    expect(shuffleSteps(info('committing', [{ ...after, closed: false }]))).toEqual([]);
    const [reveal] = shuffleSteps(info('revealing', [after]));
    if (reveal?.type !== 'reveal') throw new Error('nothing was revealed');
    expect(await part(1, 0, reveal.secret)).toBe(after.seats[0]?.commitment);
    const told = { ...after, seats: after.seats.map((one) => (one.seat === 0 ? { ...one, secret: reveal.secret } : one)) };
    expect(shuffleSteps(info('revealing', [told]))).toEqual([]);
  });

  test('nothing is revealed to a server that has changed its mind, or that closed without us', async () => {
    const round = await begun();
    const after = closed(round, shuffleSteps(info('committing', [round]))[0]!);
    expect(shuffleSteps(info('revealing', [{ ...after, server: { commitment: '0'.repeat(64) } }]))).toEqual([]);
    expect(shuffleSteps(info('revealing', [{ ...after, seats: after.seats.slice(1) }]))).toEqual([]);
    expect(shuffleSteps(info('revealing', [{ ...after, seats: [{ seat: 0, commitment: '1'.repeat(64) }] }]))).toEqual([]);
  });

  test('another round has another secret, unless ours was withheld in the last one', async () => {
    const round = await begun();
    const first = shuffleSteps(info('committing', [round]))[0]!;
    const after = closed(round, first);
    const revealed = { ...after, seats: after.seats.map((one) => (one.seat === 0 ? { ...one, secret: 'a' } : one)) };
    const [second] = shuffleSteps(info('committing', [revealed, await begun(2)]));
    expect(second).toMatchObject({ type: 'commit', round: 2 });
    expect(second).not.toEqual({ ...first, round: 2 });
    expect(shuffleSteps(info('committing', [after, await begun(2)]))).toEqual([]);
  });
});

describe('what is noticed', () => {
  test('everyone took part, while the match goes on and at its end', async () => {
    const { round, secret } = await done();
    expect(verdictOf(info('done', [round]))).toBe('everyone');
    const digits = (await sha256(`golemry seed abc 1 ${SECRETS.server} 0:${secret} 1:${SECRETS.other}`)).slice(0, 16);
    const over = { ...round, server: { ...round.server, secret: SECRETS.server } };
    const seed = BigInt(`0x${digits}`);
    expect(verdictOf(info('done', [over], { seed: seed.toString() }))).toBe('everyone');
    expect(verdictOf(info('done', [over], { seed: (seed + 1n).toString() }))).toBe('broken');
    expect(verdictOf(info('done', [round], { seed: seed.toString() })), 'the server keeps its secret').toBe('broken');
  });

  test('what was changed after it was shown', async () => {
    const { round } = await done();
    const other = { seat: 1, commitment: await part(1, 1, 'c'.repeat(64)), secret: 'c'.repeat(64) };
    expect(verdictOf(info('done', [{ ...round, seats: [round.seats[0]!, other] }]))).toBe('broken');
    expect(verdictOf(info('done', [{ ...round, server: { commitment: '0'.repeat(64) } }]))).toBe('broken');
    const mine = { seat: 0, commitment: await part(1, 0, 'c'.repeat(64)), secret: 'c'.repeat(64) };
    expect(verdictOf(info('done', [{ ...round, seats: [mine, round.seats[1]!] }]))).toBe('broken');
  });

  test('who was left out', async () => {
    const { round } = await done();
    kept.clear();
    expect(verdictOf(info('done', [{ ...round, seats: round.seats.slice(0, 1) }]))).toBe('some');
    expect(verdictOf(info('done', [{ ...round, seats: round.seats.slice(1) }]))).toBe('withoutYou');
    expect(verdictOf(info('done', [{ ...round, seats: [] }]))).toBe('server');
    expect(verdictOf(info('revealing', [round]))).toBe(null);
  });
});
