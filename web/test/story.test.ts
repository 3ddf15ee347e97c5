// What the story says about a turn.
import { beforeAll, describe, expect, test } from 'vitest';
import { gameTable } from '../src/games';
import type { GameWords, Scene, Seen } from '../src/lib/types';
import { needWords, t } from '../src/lib/words.svelte';
import { fixture } from './fixture';

const names = ['You', 'Marl', 'Adobe'];
const wordsOf = async (game: string): Promise<GameWords> => (await gameTable(game, fixture(game).deck)).words;

beforeAll(async () => {
  await Promise.all(['common', 'tables', 'its-alive', 'inner-circle', 'golem-it'].map(needWords));
});

describe('its-alive', () => {
  const golem = (torso: string | null) => ({ head: null, torso, arms: [null, null], legs: [null, null] });
  const scene = (more: object, torso: string | null = null): Scene => ({
    view: { turn: 1, rolled: null, winner: null, players: [golem(torso), golem(null)].map((one) => ({ golem: one })), ...more },
    seat: 0,
    names,
    options: { steal_from: 4 },
    step: null,
    chosen: [],
  });
  const acts = (seat: number, action: object): Seen => ({ event: 0, seat, glimpse: { type: 'action', seat, action }, text: '' });
  const rolls = (face: number): Seen => ({ event: 1, seat: null, glimpse: { type: 'roll', face }, text: '' });
  const tell = async (list: Seen[], about: Scene): Promise<string> => ((await wordsOf('its-alive')).tell?.(list, t, about) ?? []).join(' ');

  test('a theft says whether it succeeded', async () => {
    const steal = acts(0, { type: 'steal', from: 1, card: 'fire.arm', symbol: 'fire' });
    expect(await tell([steal, rolls(4)], scene({}))).toMatch(/You try to steal from Marl: .* succeeds!/);
    expect(await tell([steal, rolls(3)], scene({}))).toMatch(/fails, and you lose a part/);
  });

  test('a roll that brings nothing says why', async () => {
    const roll = acts(0, { type: 'roll' });
    expect(await tell([roll, rolls(1)], scene({}))).toMatch(/without a torso it is lost/);
    expect(await tell([roll, rolls(1)], scene({}, 'fire.torso'))).toMatch(/there is none to draw/);
    expect(await tell([roll, rolls(1)], scene({ turn: 0, rolled: 1 }, 'fire.torso'))).toMatch(/The die shows 1: a head\./);
  });

  test('the six that wakes a golem is celebrated', async () => {
    expect(await tell([acts(0, { type: 'roll' }), rolls(6)], scene({ turn: 0, winner: 0 }))).toMatch(/alive!/);
    expect(await tell([acts(0, { type: 'roll' }), rolls(6)], scene({ turn: 0, rolled: 6 }))).not.toMatch(/alive/);
  });
});

describe('the end of a game inside a match', () => {
  test('inner-circle: who gained most has won, and the standings are those after the next stake', async () => {
    const view = (game: number, coins: number[]) => ({
      variant: 'match',
      match: { game },
      players: coins.map((one) => ({ coins: one, in: one > 0 })),
    });
    const last: Seen = { event: 9, seat: 1, glimpse: { type: 'play', seat: 1, card: 'fire.leg', steps: 5 }, text: '' };
    const words = await wordsOf('inner-circle');
    const end = words.gameEnd?.(view(1, [20, 20, 20]), view(2, [10, 30, 10]), [last], t, names);
    expect(end).toMatchObject({ winners: ['Marl'], title: 'Game 1 is over' });
    expect(end?.why).toMatch(/Marl plays fire leg .* Won by Marl\./);
    expect(end?.standings[1]).toMatchObject({ seat: 1, points: 30, text: '30 coins' });
    expect(words.gameEnd?.(view(1, [20, 20, 20]), view(1, [20, 20, 20]), [last], t, names)).toBeNull();
  });

  test('golem-it: in the game for two the lowest malus wins', async () => {
    const words = await wordsOf('golem-it');
    const view = (variant: string, game: number, scores: number[]) => ({ variant, game, games: 4, phase: 'turn', scores });
    const last: Seen = { event: 9, seat: 0, glimpse: { seat: 0, action: { type: 'pass', return: 2 } }, text: '' };
    expect(words.gameEnd?.(view('two-player', 1, [0, 0]), view('two-player', 2, [0, 12]), [last], t, names)?.winners).toEqual(['You']);
    expect(words.gameEnd?.(view('tournament', 1, [0, 0, 0]), view('tournament', 2, [1, 4, 2]), [last], t, names)?.winners).toEqual([
      'Marl',
    ]);
  });
});
