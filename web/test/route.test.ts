// Who answers what: the page itself, or the server it came from.
import { describe, expect, test } from 'vitest';
import { mergedMatches, mergedPuzzles } from '../src/local/merge';
import { passesOn, routeOf, type Situation } from '../src/local/route';

const page: Situation = { site: false, engine: true, solo: 'page', games: null };
const site: Situation = { site: true, engine: true, solo: 'page', games: null };
const onServer: Situation = { ...page, solo: 'server' };
const without: Situation = { ...page, engine: false };

const solo = { game: 'duel', chairs: [{ kind: 'you' }, { kind: 'bot', level: 'easy' }] };
const friends = { game: 'duel', chairs: [{ kind: 'you' }, { kind: 'friend' }] };
const programs = { game: 'duel', chairs: [{ kind: 'you' }, { kind: 'program', name: 'greedy' }] };
const said = (situation: Situation, method: string, path: string, body?: unknown): string => {
  const { sides, merged } = routeOf(method, path, body, situation);
  return sides.join(merged ? ' and ' : ', else ') || 'nobody';
};

describe('with a server', () => {
  test.each([
    ['GET', '/me', undefined, 'server, else here'],
    ['GET', '/games', undefined, 'server, else here'],
    ['GET', '/rules/duel?lang=fr', undefined, 'server, else here'],
    ['POST', '/matches', solo, 'here, else server'],
    ['POST', '/matches', friends, 'server'],
    ['POST', '/matches', programs, 'server'],
    ['POST', '/matches', { record: {} }, 'here'],
    ['POST', '/matches', { record: {}, chairs: friends.chairs }, 'server'],
    ['GET', '/matches?mine', undefined, 'server and here'],
    ['GET', '/matches/here-x', undefined, 'here'],
    ['POST', '/matches/here-x/seats/0/resign', undefined, 'here'],
    ['GET', '/matches/abcdef/review', undefined, 'server'],
    ['POST', '/tutorials/duel', undefined, 'here, else server'],
    ['GET', '/tutorials/duel', undefined, 'here, else server'],
    ['GET', '/puzzles', undefined, 'server and here'],
    ['POST', '/puzzles/look-first/run', {}, 'here, else server'],
    ['POST', '/boards/check', {}, 'here, else server'],
    ['POST', '/boards', {}, 'server, else here'],
    ['GET', '/boards/abc', undefined, 'server, else here'],
    ['PUT', '/boards/abc/listing', {}, 'server'],
    ['POST', '/classes/find', {}, 'server'],
  ])('%s %s %o: %s', (method, path, body, expected) => {
    expect(said(page, method, path, body)).toBe(expected);
  });

  test('a host who wants solo matches on the server has them there; without a network they are played here', () => {
    expect(said(onServer, 'POST', '/matches', solo)).toBe('server, else here');
    expect(said(onServer, 'POST', '/tutorials/duel')).toBe('server, else here');
    expect(said(onServer, 'GET', '/matches/here-x')).toBe('here');
  });

  test('games that the module does not have run on the server', () => {
    const known = { ...page, games: ['capek'] };
    expect(said(known, 'POST', '/matches', solo)).toBe('server');
    expect(said(known, 'POST', '/tutorials/duel')).toBe('server');
    expect(said({ ...page, games: ['duel'] }, 'POST', '/matches', solo)).toBe('here, else server');
  });

  test('without a module everything is the server’s, but for what was kept here', () => {
    expect(said(without, 'POST', '/matches', solo)).toBe('server');
    expect(said(without, 'GET', '/puzzles')).toBe('server');
    expect(said(without, 'GET', '/matches?mine')).toBe('server and here');
  });
});

describe('a page of files alone', () => {
  test.each([
    ['GET', '/games', undefined],
    ['POST', '/matches', solo],
    ['GET', '/matches?mine', undefined],
    ['GET', '/puzzles', undefined],
    ['POST', '/boards', {}],
    ['GET', '/boards', undefined],
    ['GET', '/rules/duel?lang=en', undefined],
    ['PUT', '/me', { name: 'Ada' }],
  ])('%s %s is answered here', (method, path, body) => {
    expect(said(site, method, path, body)).toBe('here');
  });

  test.each([
    ['POST', '/matches', friends],
    ['POST', '/matches', { record: {}, chairs: friends.chairs }],
    ['GET', '/matches/abcdef', undefined],
    ['POST', '/matches/abcdef/join', {}],
    ['PUT', '/boards/abc/listing', {}],
    ['POST', '/classes/find', {}],
  ])('%s %s needs a server', (method, path, body) => {
    expect(said(site, method, path, body)).toBe('nobody');
  });
});

test('the other side is asked only where the first one cannot know', () => {
  expect(passesOn('here', 'engine/load')).toBe(true);
  expect(passesOn('here', 'setup/game')).toBe(true);
  expect(passesOn('here', 'engine/protocol'), 'reloading helps').toBe(false);
  expect(passesOn('here', 'setup/option')).toBe(false);
  expect(passesOn('here', 'store/not-stored')).toBe(false);
  expect(passesOn('server', 'offline')).toBe(true);
  expect(passesOn('server', 'limit/rate')).toBe(false);
});

describe('what both sides say', () => {
  test('matches come in one list, the newest first', () => {
    const lists = [[3, 1], [2]].map((all) => ({ matches: all.map((created) => ({ created })) }));
    expect(mergedMatches(lists as never).map(({ created }) => created)).toEqual([3, 2, 1]);
  });

  test('a puzzle counts as well as it was ever solved', () => {
    const list = (best: (number | null)[], solved: boolean, streak: number) => ({
      puzzles: best.map((one, index) => ({ id: `p${index}`, best: one })),
      daily: { id: 'p0', day: 5, solved, streak },
    });
    const merged = mergedPuzzles([list([null, 4, 6], false, 2), list([3, null, 5], true, 1)] as never);
    expect(merged.puzzles.map(({ best }) => best)).toEqual([3, 4, 5]);
    expect(merged.daily).toMatchObject({ solved: true, streak: 2 });
  });
});
