import { describe, expect, test } from 'vitest';
import { moved, placeAt } from '../src/class/order';

describe('a list that is put in order', () => {
  test('a thing goes up, down, and no further than the ends', () => {
    const list = ['a', 'b', 'c', 'd'];
    expect(moved(list, 2, 0)).toEqual(['c', 'a', 'b', 'd']);
    expect(moved(list, 0, 2)).toEqual(['b', 'c', 'a', 'd']);
    expect(moved(list, 1, 99)).toEqual(['a', 'c', 'd', 'b']);
    expect(moved(list, 1, -3)).toEqual(['b', 'a', 'c', 'd']);
    expect(moved(list, 7, 0)).toEqual(list);
    expect(list).toEqual(['a', 'b', 'c', 'd']);
  });

  test('a dragged thing takes a place when it has passed the middle of what lies there', () => {
    const middles = [10, 30, 50, 70];
    expect(placeAt(middles, 1, 31)).toBe(1);
    expect(placeAt(middles, 1, 49)).toBe(1);
    expect(placeAt(middles, 1, 51)).toBe(2);
    expect(placeAt(middles, 1, 500)).toBe(3);
    expect(placeAt(middles, 2, 29)).toBe(1);
    expect(placeAt(middles, 3, -5)).toBe(0);
  });
});
