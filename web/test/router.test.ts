import { describe, expect, test } from 'vitest';
import { fits } from '../src/lib/router.svelte';

describe('patterns', () => {
  test('a plain path', () => {
    expect(fits('/puzzles', '/puzzles')).toEqual({});
    expect(fits('/puzzles', '/puzzles/')).toEqual({});
    expect(fits('/', '/')).toEqual({});
  });

  test('named parts, decoded', () => {
    expect(fits('/puzzles/:id', '/puzzles/first-steps')).toEqual({ id: 'first-steps' });
    expect(fits('/m/:id', '/m/a%20b')).toEqual({ id: 'a b' });
  });

  test('another path, one too long, one too short, an empty part', () => {
    expect(fits('/puzzles', '/boards')).toBeNull();
    expect(fits('/m/:id', '/m/1/2')).toBeNull();
    expect(fits('/m/:id', '/m')).toBeNull();
    expect(fits('/m/:id', '/m//')).toBeNull();
  });
});
