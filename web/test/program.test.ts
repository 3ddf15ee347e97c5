import { describe, expect, test } from 'vitest';
import { asked, fromChoices, readSlot } from '../src/games/duel/program';
import { aroundTable, keyed, offerOf, same } from '../src/games/shared/offers';

describe('a program', () => {
  test('is read from its texts', () => {
    expect(readSlot('F')).toEqual({ kind: 'order', order: 'F' });
    expect(readSlot('3(A)')).toEqual({ kind: 'loop', times: 3, order: 'A' });
    expect(readSlot('attack?(D:)')).toEqual({ kind: 'if', condition: 'attack', then: { order: 'D' }, otherwise: { order: null } });
    expect(readSlot('enemy?(2(A):F)')).toEqual({
      kind: 'if',
      condition: 'enemy',
      then: { order: 'A', times: 2 },
      otherwise: { order: 'F' },
    });
  });

  test('is put together from the cards chosen so far', () => {
    const texts = ['F', '2(A)', 'enemy?(2(A):F)', 'attack?(:3(B))'];
    const cards = ['F', 'LOOP 2', 'A', 'IF enemy?', 'LOOP 2', 'A', 'F', 'IF attack?', 'nothing', 'LOOP 3', 'B', 'done'];
    expect(fromChoices(cards)).toEqual(texts.map(readSlot));
  });

  test('may be unfinished', () => {
    expect(fromChoices([])).toEqual([]);
    expect(fromChoices(['S', 'LOOP 2'])).toEqual([
      { kind: 'order', order: 'S' },
      { kind: 'loop', times: 2 },
    ]);
    expect(fromChoices(['IF enemy?', 'A'])).toEqual([{ kind: 'if', condition: 'enemy', then: { order: 'A' } }]);
    expect(fromChoices(['IF enemy?', 'LOOP 2'])).toEqual([{ kind: 'if', condition: 'enemy' }]);
  });
});

describe('what is on offer', () => {
  test('is found whatever the order of its fields', () => {
    expect(same({ type: 'buy', price: 1 }, { price: 1, type: 'buy' })).toBe(true);
    expect(same({ part: null }, {})).toBe(false);
    expect(same([1, { a: 2 }], [1, { a: 2 }])).toBe(true);
    const step = { prompt: '', choices: [{ choice: { type: 'card', card: 'm3' }, label: 'm3' }], action: null };
    expect(offerOf(step, { card: 'm3', type: 'card' })?.label).toBe('m3');
    expect(offerOf(step, { card: 'm4', type: 'card' })).toBeUndefined();
    expect(offerOf(null, 'F')).toBeUndefined();
  });

  test('equal cards keep keys of their own', () => {
    expect(keyed(['m3', 'm3', 'p2'], (card) => card).map(({ key }) => key)).toEqual(['m3#1', 'm3#2', 'p2#1']);
  });

  test('the viewer sits first, the others clockwise', () => {
    expect(aroundTable(4, 2)).toEqual([2, 3, 0, 1]);
    expect(aroundTable(3, null)).toEqual([0, 1, 2]);
  });
});

describe('a card that cannot be laid is asked about', () => {
  const slots = (chosen: string[], card: string | null): string[] => asked(chosen, card, 'A').slots;

  test('with the program it would make', () => {
    expect(asked([], 'F', 'A')).toEqual({ type: 'program', slots: ['F'] });
    expect(slots(['F', 'LOOP 2'], 'R')).toEqual(['F', '2(R)']);
    expect(slots(['IF enemy?'], 'R')).toEqual(['enemy?(R:)']);
    expect(slots(['IF enemy?', 'nothing'], 'nothing')).toEqual(['enemy?(:)']);
  });

  test('a bonus card with an order in it', () => {
    expect(slots(['F'], 'LOOP 3')).toEqual(['F', '3(A)']);
    expect(slots([], 'IF attack?')).toEqual(['attack?(A:)']);
    expect(slots(['IF enemy?'], 'LOOP 2')).toEqual(['enemy?(2(A):)']);
    expect(slots(['LOOP 2'], 'LOOP 3')[0]).toBe('2(LOOP 3)');
    expect(slots(['IF enemy?', 'LOOP 2'], 'LOOP 3')[0]).toBe('enemy?(2(LOOP 3):A)');
  });

  test('and so is an end that comes too early, of which no engine makes a program', () => {
    expect(slots([], null)).toEqual([]);
    expect(slots(['LOOP 2'], null)).toEqual(['2()']);
    expect(slots(['IF enemy?', 'F'], null)).toEqual(['enemy?(F)']);
  });
});
