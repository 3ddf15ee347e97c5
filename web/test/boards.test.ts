import { expect, test } from 'vitest';
import { boards } from '../scripts/boards.mjs';
import drawn from '../src/games/duel/boards.json';

test('the pictures of boards show the boards that come with the game', () => {
  expect(Object.keys(drawn).length).toBeGreaterThan(10);
  expect(drawn).toEqual(boards());
});
