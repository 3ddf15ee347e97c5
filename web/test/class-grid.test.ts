import { describe, expect, test } from 'vitest';
import type { Assignment, PupilRow, PuzzleResult, WrongProgram } from '../src/api/classroom';
import { CODE_LENGTH, spelled, tidyCode } from '../src/class/code';
import { cellOf, columnsOf, commonest, following, isStuck, pupilsOf } from '../src/class/grid';
import { plough } from '../src/class/path';

const result = (more: Partial<PuzzleResult>): PuzzleResult => ({
  tries: 1,
  at: 50,
  attempt: 1,
  program: 'F',
  ...more,
});
const pupil = (name: string, more: Partial<PupilRow> = {}): PupilRow => ({
  name,
  words: 'red apple',
  joined: 0,
  removed: false,
  active: 0,
  ...more,
});
const assignment = (place: number, tasks: string[], open = true): Assignment => ({
  place,
  title: `${place}`,
  tasks,
  hints: true,
  in_order: false,
  open,
});

describe('a code', () => {
  test('is read however it was typed', () => {
    for (const typed of ['kx7-m2p', ' KX7 M2P ', 'k x 7 m 2 p', 'kx7m2p!?', 'Kx7m2pQQ']) expect(tidyCode(typed)).toBe('KX7M2P');
    expect(tidyCode('é ü')).toBe('EU');
    expect(tidyCode('')).toBe('');
    expect(tidyCode('abcdefgh')).toHaveLength(CODE_LENGTH);
  });

  test('is shown in halves', () => {
    expect(spelled('KX7M2P')).toBe('KX7 M2P');
    expect(spelled('KX')).toBe('KX');
  });
});

describe('a cell of the grid', () => {
  test('says how somebody stands', () => {
    expect(cellOf(undefined)).toEqual({ state: 'new', tries: 0, cards: null, late: false });
    expect(cellOf(result({ tries: 3 }))).toEqual({ state: 'working', tries: 3, cards: null, late: false });
    expect(cellOf(result({ tries: 4 }), true).state).toBe('stuck');
    expect(cellOf(result({ tries: 2, best: 3, solved: 80 }), true)).toEqual({ state: 'solved', tries: 2, cards: 3, late: false });
    expect(cellOf(result({ best: 3, solved: 80 }), false, 79).late).toBe(true);
  });

  test('somebody is stuck from a moment on', () => {
    const one = pupil('Ada', { stuck: { since: 100, why: 'failing' } });
    expect([99, 100, 101].map((now) => isStuck(one, now))).toEqual([false, true, true]);
    expect(isStuck(pupil('Ada'), 100)).toBe(false);
  });
});

describe('the grid', () => {
  test('has the puzzles of what is open, in their order, each once', () => {
    const all = { 2: assignment(0, ['c', 'a']), 1: assignment(1, ['a', 'b']), 3: assignment(2, ['z'], false) };
    expect(columnsOf(all, null).map(({ task, number }) => `${number}${task}`)).toEqual(['1c', '2a', '2b']);
    expect(columnsOf(all, 3).map(({ task }) => task)).toEqual(['z']);
    expect(columnsOf({}, null)).toEqual([]);
  });

  test('has everybody who is there, by name', () => {
    const all = { 1: pupil('Noor'), 2: pupil('Ada'), 3: pupil('Bo', { removed: true }) };
    expect(pupilsOf(all).map(([seat, { name }]) => `${seat} ${name}`)).toEqual(['2 Ada', '1 Noor']);
  });

  test('what most pupils tried comes first', () => {
    const how = (pupils: number, count: number) => ({ pupils, count, attempt: 1, failed: {} }) as WrongProgram;
    expect(commonest({ F: how(1, 9), 'F F': how(3, 3), L: how(3, 5) }).map(([program]) => program)).toEqual(['L', 'F F', 'F']);
    expect(commonest(undefined)).toEqual([]);
  });

  test('after the last puzzle comes the first that is open', () => {
    const solved = (task: string): boolean => task === 'b';
    expect(following(['a', 'b', 'c'], 'a', solved)).toBe('c');
    expect(following(['a', 'b', 'c'], 'c', solved)).toBe('a');
    expect(following(['a', 'b'], 'a', solved)).toBe(null);
  });
});

describe('a path of stones', () => {
  test('goes there and back, so that each stone lies beside the one before', () => {
    const places = plough(7, 3);
    expect(places.map(({ column, row }) => `${row}${column}`)).toEqual(['00', '01', '02', '12', '11', '10', '20']);
    const far = places.slice(1).filter(({ column, row }, index) => {
      const before = places[index]!;
      return Math.abs(column - before.column) + Math.abs(row - before.row) !== 1;
    });
    expect(far).toEqual([]);
  });
});
