// What is said about the end of a game inside a match.
import { beforeAll, describe, expect, test } from 'vitest';
import { gameTable } from '../src/games';
import type { GameWords, Seen } from '../src/lib/types';
import { needWords, t } from '../src/lib/words.svelte';
import { fixture } from './fixture';

const names = ['You', 'Marl', 'Adobe'];
const wordsOf = async (game: string): Promise<GameWords> => (await gameTable(game, fixture(game).deck)).words;

beforeAll(async () => {
  await Promise.all(['common', 'tables', 'its-alive', 'inner-circle', 'golem-it'].map(needWords));
});

describe('the end of a game inside a match', () => {
  test('inner-circle: who gained most has won, and the standings are those after the next stake', async () => {
    const view = (game: number, coins: number[]) => ({
      variant: 'match',
      match: { game },
      players: coins.map((one) => ({ coins: one, in: one > 0 })),
    });
    const last: Seen = {
      event: 9,
      seat: 1,
      glimpse: { type: 'play', seat: 1, card: 'fire.leg', steps: 5, to: 'air', completes: false, victory: null },
      text: '',
    };
    const words = await wordsOf('inner-circle');
    const end = words.gameEnd?.(view(1, [20, 20, 20]), view(2, [10, 30, 10]), [last], t, names);
    expect(end).toMatchObject({ winners: ['Marl'], title: 'Game 1 is over' });
    expect(end?.why).toMatch(/Marl plays the fire leg .* Won by Marl\./);
    expect(end?.standings[1]).toMatchObject({ seat: 1, points: 30, text: '30 coins' });
    expect(words.gameEnd?.(view(1, [20, 20, 20]), view(1, [20, 20, 20]), [last], t, names)).toBeNull();
  });

  test('golem-it: in the game for two the lowest malus wins', async () => {
    const words = await wordsOf('golem-it');
    const view = (variant: string, game: number, scores: number[]) => ({ variant, game, games: 4, phase: 'turn', scores });
    const last: Seen = {
      event: 9,
      seat: 0,
      glimpse: { seat: 0, action: { type: 'pass', return: 2 }, points: 0, place: 1, leads: null },
      text: '',
    };
    expect(words.gameEnd?.(view('two-player', 1, [0, 0]), view('two-player', 2, [0, 12]), [last], t, names)?.winners).toEqual(['You']);
    expect(words.gameEnd?.(view('tournament', 1, [0, 0, 0]), view('tournament', 2, [1, 4, 2]), [last], t, names)?.winners).toEqual([
      'Marl',
    ]);
  });
});
