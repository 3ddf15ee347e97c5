import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Cost, RoundView, TableView, TournamentView, WhyView } from '../src/api/tournaments';
import { needWords, speak, t } from '../src/lib/words.svelte';
import { forget, known, remember, tournamentOf } from '../src/tournaments/mine';
import { crosstable, nowOf, ranked, RESULTS, tablesOf, type Now } from '../src/tournaments/now';
import { inPoints, placeName, points, sayProblem, sayRest, sayResult, sayWhy } from '../src/tournaments/words';

const store = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => store.get(key) ?? null,
  setItem: (key: string, value: string) => void store.set(key, value),
});
vi.stubGlobal('document', { documentElement: {} });

beforeAll(async () => {
  await needWords('common');
  await needWords('tournaments');
});
afterEach(async () => {
  store.clear();
  await speak('en');
});

const cost: Cost = { byes: 0, meetings: 0, gap: 0, small: 0, chairs: 0, repeats: 0 };
const why = (more: Partial<WhyView> = {}): WhyView => ({ text: '', points: [1, 1], first: [0, 1], met: [], cost, ...more });
const table = (chairs: number[], more: Partial<TableView> = {}): TableView => ({
  match: `m${chairs.join('-')}`,
  chairs,
  stand_ins: chairs.map(() => null),
  why: why(),
  over: false,
  resigned: chairs.map(() => false),
  corrected: false,
  ...more,
});
const player = (name: string, more = {}): TournamentView['players'][number] => ({
  name,
  kind: 'person',
  status: 'playing',
  removed: false,
  missed: 0,
  given: 0,
  ...more,
});
/** A view; what is undefined is left out, as the server does. */
type More = { [key in keyof TournamentView]?: TournamentView[key] | undefined };
const view = (more: More = {}): TournamentView =>
  Object.fromEntries(Object.entries({ ...evening, ...more }).filter(([, value]) => value !== undefined)) as unknown as TournamentView;
const evening: TournamentView = {
  code: 'K7MPQ2',
  name: 'Evening',
  opened: 0,
  game: 'duel',
  seats: 2,
  variant: 'beginner',
  options: {},
  format: 'swiss',
  smaller: false,
  duplicate: true,
  late: 'nothing',
  tie_breaks: [],
  planned: 3,
  round: 1,
  stage: 'playing',
  host: false,
  you: 0,
  players: { 0: player('Ada'), 1: player('Ben'), 2: player('Cleo'), 3: player('Dan') },
  current: {
    round: 1,
    began: 0,
    ready: true,
    over: false,
    sealed: true,
    tables: { 1: table([1, 0]), 2: table([2, 3]) },
    rests: [],
    cost,
    method: 'exact',
  },
  standings: [],
  results: 0,
};
const kind = (more: More): Now['kind'] => nowOf(view(more)).kind;
const round = (more: Partial<RoundView>): RoundView => ({ ...evening.current!, ...more });

describe('where do I play now?', () => {
  test('at my table, against those who sit there', () => {
    expect(nowOf(view())).toMatchObject({ kind: 'play', chair: 1, opponents: [1], table: { number: 1, match: 'm1-0' } });
  });

  test('nowhere any more once my table has a result; the others are counted', () => {
    const tables = { 1: table([1, 0], { over: true, places: [2, 1] }), 2: table([2, 3]) };
    expect(nowOf(view({ current: round({ tables }) }))).toMatchObject({ kind: 'played', chair: 1, left: 1 });
  });

  test('nowhere, with the reason', () => {
    const away = (more: object): More => ({ players: { ...view().players, 0: player('Ada', more) } });
    const without = { current: round({ tables: { 2: table([2, 3]) } }) };
    expect(kind({ stage: 'entering', round: 0, current: undefined })).toBe('entered');
    expect(kind({ stage: 'entering', round: 0, current: undefined, you: undefined })).toBe('enter');
    expect(kind({ you: undefined })).toBe('enter');
    expect(kind({ you: undefined, format: 'round-robin' })).toBe('watch');
    expect(kind({ ...without, ...away({ status: 'paused' }) })).toBe('paused');
    expect(kind({ ...without, ...away({ status: 'left', removed: true }) })).toBe('removed');
    expect(nowOf(view({ ...without, ...away({ status: 'left' }) }))).toEqual({ kind: 'left', back: true });
    expect(nowOf(view({ ...without, ...away({ status: 'left' }), format: 'knock-out' }))).toEqual({ kind: 'left', back: false });
    expect(kind(without)).toBe('late');
    expect(kind({ ...without, format: 'knock-out' })).toBe('out');
    expect(kind({ stage: 'between' })).toBe('between');
    const rests = [{ player: 0, reason: 'bye' as const, text: '', points: 1 }];
    expect(nowOf(view({ current: round({ tables: { 2: table([2, 3]) }, rests }) }))).toMatchObject({ kind: 'rest', left: 1 });
  });

  test('not while a bot sits in for me, or after I have left', () => {
    const tables = { 1: table([1, 0], { stand_ins: [null, 'normal'] }) };
    const self = player('Ada', { stand_in: 'normal' });
    expect(kind({ current: round({ tables }), players: { ...view().players, 0: self } })).toBe('paused');
    expect(kind({ players: { ...view().players, 0: player('Ada', { status: 'left' }) } })).toBe('left');
  });

  test('at the end everybody hears their place', () => {
    const standings = [{ place: 1, player: 2, points: 3, breaks: [] }].concat([{ place: 2, player: 0, points: 2, breaks: [] }]);
    expect(nowOf(view({ stage: 'over', standings }))).toEqual({ kind: 'over', place: 2 });
    expect(nowOf(view({ stage: 'over', standings, you: undefined }))).toEqual({ kind: 'over', place: null });
  });

  test('not before the tables are set up', () => {
    expect(nowOf(view({ current: round({ ready: false }) }))).toMatchObject({ kind: 'play', ready: false });
  });
});

test('tables stand in the order of their numbers', () => {
  const tables = { 10: table([0, 1]), 9: table([2, 3]) };
  expect(tablesOf({ tables }).map(({ number }) => number)).toEqual([9, 10]);
  expect(tablesOf(undefined)).toEqual([]);
});

test('places are 1 plus the number of those who did better', () => {
  expect([ranked([3, 1, 1]), ranked([2, 2, 2]), ranked([1, 4, 2])]).toEqual([
    [3, 1, 1],
    [1, 1, 1],
    [1, 3, 2],
  ]);
  for (const { places } of RESULTS) if (places) expect(ranked([...places])).toEqual(places);
});

test('a crosstable stands in the order of the standings', () => {
  const cross = { 0: { 2: [1, 0.5] }, 2: { 0: [0, 0.5] } };
  expect(crosstable([2, 0, 1], cross)).toEqual([
    [null, [0, 0.5], null],
    [[1, 0.5], null, null],
    [null, null, null],
  ]);
});

describe('points', () => {
  test('are written as people do', () => {
    expect([0, 0.5, 1, 1.5, 1 / 3, 2 + 2 / 3, 1 / 6].map(points)).toEqual(['0', '½', '1', '1½', '⅓', '2⅔', '⅙']);
    expect(points(1.4567)).toBe('1.46');
    expect(points(0.99999999)).toBe('1');
  });

  test.each(['en', 'fr'] as const)('half a point is one in %s', async (language) => {
    await speak(language);
    expect([0.5, 1, 2].map((n) => inPoints(n, t))).toEqual(['½ point', '1 point', '2 points']);
  });

  test('places have endings', async () => {
    expect([1, 2, 3, 4, 11, 22].map((n) => placeName(n, t))).toEqual(['1st', '2nd', '3rd', '4th', '11th', '22nd']);
    await speak('fr');
    expect([1, 2, 11].map((n) => placeName(n, t))).toEqual(['1er', '2e', '11e']);
  });
});

describe('why a table was made', () => {
  const names = ['Ben', 'Ada'];

  test('comes from the data, in the language of the reader', async () => {
    expect(sayWhy('swiss', why({ points: [2, 2], first: [1, 3] }), names, t)).toEqual([
      'Both had 2 points.',
      'They had not met before.',
      'Ben has the first chair. Had it before: Ben once, Ada 3 times.',
    ]);
    await speak('fr');
    expect(sayWhy('swiss', why({ points: [2, 2], first: [1, 3] }), names, t)).toEqual([
      'Tous deux avaient 2 points.',
      'Ils ne s’étaient pas encore rencontrés.',
      'Ben a la première chaise. Déjà eue : Ben une fois, Ada 3 fois.',
    ]);
  });

  test('names gaps and rematches', () => {
    const met = [{ chair: 0, other: 1, times: 1 }];
    expect(sayWhy('swiss', why({ points: [1.5, 1], met }), names, t).slice(0, 2)).toEqual([
      'They are close in points: Ben 1½ points and Ada 1 point.',
      'Ben and Ada had met once: in this round, fewer rematches were not possible.',
    ]);
    expect(
      sayWhy('rotation', why({ points: [0, 0, 0], first: [0, 0, 0], met: [{ chair: 0, other: 2, times: 2 }] }), ['A', 'B', 'C'], t),
    ).toEqual([
      'All had 0 points.',
      'A and C had met twice: the search found no better tables.',
      'A has the first chair. Had it before: never.',
    ]);
  });

  test('every format has words in both languages', async () => {
    for (const language of ['en', 'fr'] as const) {
      await speak(language);
      for (const format of ['swiss', 'round-robin', 'knock-out', 'rotation'] as const) {
        const said = [
          ...sayWhy(format, why(), names, t),
          sayRest({ player: 0, reason: 'bye', text: '', points: 1 }, { format, players: {} }, t),
          sayProblem({ reason: 'rounds', players: 5, rounds: 9, fewest: 1, most: 5, text: '' }, format, t),
          sayProblem({ reason: 'field', players: 5, seats: 4, smaller: true, fewer: 4, more: 6, text: '' }, format, t),
          sayProblem({ reason: 'too_few', players: 1, text: '' }, format, t),
        ];
        for (const one of said) expect(one, one).not.toMatch(/tournament\.|[{}|]/);
      }
    }
  });
});

test('how a table ended, from one chair', () => {
  const ended = (places: number[] | null): ((chair: number) => string) => {
    const one = { over: true, ...(places ? { places } : {}), chairs: (places ?? [0, 0]).map((_, chair) => chair) };
    return (chair) => sayResult(one, chair, t);
  };
  expect([ended([1, 2])(0), ended([1, 2])(1), ended([1, 1])(0), ended(null)(0)]).toEqual(['you won', 'you lost', 'a draw', 'all lost']);
  expect([ended([1, 1, 3])(0), ended([1, 1, 3])(2), ended([2, 1, 3])(0)]).toEqual(['you share the win', 'you came 3rd', 'you came 2nd']);
});

describe('what this browser remembers', () => {
  const one = { code: 'K7MPQ2', name: 'Evening', host: false, plays: true, over: false };

  test('the latest comes first, and a match leads back', () => {
    remember(one, 'm1');
    remember({ ...one, code: 'B2B2B2' }, null);
    remember(one, 'm2');
    expect(known().map(({ code }) => code)).toEqual(['K7MPQ2', 'B2B2B2']);
    expect(tournamentOf('m1')?.code).toBe('K7MPQ2');
    expect(tournamentOf('m3')).toBeNull();
    forget('K7MPQ2');
    expect(tournamentOf('m1')).toBeNull();
  });

  test('not everything for ever, and nothing that cannot be read', () => {
    for (let n = 0; n < 30; n++) remember({ ...one, code: `C${n}` }, null);
    expect(known()).toHaveLength(20);
    store.set('tournaments', '{"not":"a list"}');
    expect(known()).toEqual([]);
    store.set('tournaments', 'nonsense');
    expect(known()).toEqual([]);
  });
});
