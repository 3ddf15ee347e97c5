import { expect, it } from 'vitest';
import { mixed, ofSeat, painted } from '../src/art/paints';
import { bodyNames, places } from '../src/art/rig';
import { fixture } from './fixture';

it('golems outside of a match have the colours of the printed deck', () => {
  const { types } = fixture('its-alive').deck as { types: Record<string, { colour: string }> };
  expect(Object.fromEntries(bodyNames.map((body) => [body, painted(body).colour]))).toEqual(
    Object.fromEntries(Object.entries(types).map(([kind, { colour }]) => [kind, colour])),
  );
});

it('a mixed golem has a part at every place, no two from one body', () => {
  const parts = mixed(0);
  expect(Object.keys(parts)).toEqual(places.map(({ name }) => name));
  expect(new Set(Object.values(parts).map(({ body }) => body)).size).toBe(places.length);
});

it('no two seats have the same body', () => {
  expect(new Set(Array.from({ length: 6 }, (_, seat) => ofSeat(seat, 'red').head?.body)).size).toBe(6);
});
