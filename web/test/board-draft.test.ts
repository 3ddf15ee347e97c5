import { expect, test } from 'vitest';
import type { Board } from '../src/api/workshop';
import { fresh, fromBoard, fromLink, toBoard, toLink } from '../src/lib/draft';

test('a draft survives a link, letters of any language included', () => {
  const draft = { ...fresh, name: 'Château d’eau', blue: { at: 'd4', facing: 's' as const }, walls: ['a2', 'b2'] };
  expect(toLink(draft)).toMatch(/^[\w-]+$/);
  expect(fromLink(toLink(draft))).toEqual(draft);
});

test('a broken link is nothing, and a field of another type is the usual one', () => {
  expect(fromLink('%%%')).toBeNull();
  expect(fromLink(btoa('[1'))).toBeNull();
  expect(fromLink(btoa(encodeURIComponent('{"size":"huge","walls":"b2","par":2}')))).toEqual({ ...fresh, par: 2 });
});

test('a draft becomes a board file and comes back from it', () => {
  const puzzle = {
    ...fresh,
    hint: 'Look left.',
    exact: true,
    use: ['loop' as const],
    blue: { at: 'c3', facing: 'w' as const },
    script: 'A 2(D)',
    ownCards: true,
    cards: { ...fresh.cards, T: 0 },
  };
  const scenario = {
    ...fresh,
    kind: 'scenario' as const,
    bonus: 'none' as const,
    goal: 'reach b3, survive',
    streams: [['a2', 'b2']],
    die: 'if if if if blank blank',
    energy: 7,
  };
  const standard = { ...fresh, kind: 'standard' as const, goal: 'destroy', symmetric: false, walls: ['b2'] };
  for (const draft of [puzzle, scenario, standard]) expect(fromBoard(toBoard(draft))).toEqual(draft);
  expect(toBoard(standard)).toEqual({ name: 'my-board', size: 4, lives: 3, walls: ['b2'], symmetric: false });
  expect(toBoard(scenario).goal).toEqual(['reach b3', 'survive']);
  expect(toBoard(puzzle).puzzle?.script).toEqual(['A', '2(D)']);
});

test('a board file that says little has the usual rest', () => {
  const board: Board = {
    name: 'plain',
    size: 6,
    golem: [
      { at: 'a1', facing: 'n' },
      { at: 'f6', facing: 's' },
    ],
  };
  expect(fromBoard(board)).toEqual({ ...fresh, name: 'plain', size: 6, kind: 'standard', goal: 'destroy' });
});
