// What is said about the end of a game inside a match, and of what an action would lead to.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Game as InnerCircle } from '../src/api/games/inner-circle';
import type { Game as ItsAlive } from '../src/api/games/its-alive';
import { gameTable } from '../src/games';
import { foretell as foretellCard } from '../src/games/inner-circle/story';
import * as innerCircle from '../src/games/inner-circle/words';
import { foretell as foretellAction } from '../src/games/its-alive/story';
import * as itsAlive from '../src/games/its-alive/words';
import type { GameWords, Scene, Seen } from '../src/lib/types';
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

describe('what would come of an action is said from what the engine foretells', () => {
  test('its-alive: a place, a loss and a theft', () => {
    const { deck: file, frames } = fixture<ItsAlive>('its-alive');
    const { deck } = itsAlive.words(file);
    const said = frames.flatMap((frame) =>
      (frame.step.preview ?? []).map(({ action }) => foretellAction(deck, action, { ...frame, names }, t) ?? ''),
    );
    expect(said.length).toBeGreaterThan(10);
    expect(said.filter((text) => !/^\w.*\.$/.test(text) || text.includes('{'))).toEqual([]);
    const scene = (preview: ItsAlive['preview'], drawn: string) =>
      ({ step: { prompt: '', choices: [], action: null, preview }, view: { drawn }, names }) as unknown as Scene<ItsAlive>;
    const place = { type: 'place', replaces: 'stone.leg' } as const;
    const told = { action: place, roll: null, seat: 0, parts: 5 };
    const both = scene([{ ...told, comes: null, goes: ['stone.leg', 'ice.leg'] }], 'ice.leg');
    expect(foretellAction(deck, place, both, t)).toBe('Opposed to your torso, so both are lost: stone leg and ice leg.');
    const torso = { type: 'place', replaces: 'cake.torso' } as const;
    const driven = scene([{ ...told, action: torso, comes: 'fire.torso', goes: ['cake.torso', 'ice.arm'] }], 'fire.torso');
    expect(foretellAction(deck, torso, driven, t)).toMatch(/cake torso is lost\. Opposed .*: ice arm\./);
  });

  test('inner-circle: a card, where it leads and whether it wins', () => {
    const { deck: file, frames } = fixture<InnerCircle>('inner-circle');
    const { deck } = innerCircle.words(file);
    const ways = frames.flatMap(({ step }) => step.preview ?? []);
    expect(ways.length).toBeGreaterThan(10);
    expect(ways.map((way) => foretellCard(deck, [way], t)).filter((text) => !/^[A-Z].*[.!]$/.test(text) || text.includes('{'))).toEqual([]);
    const way = {
      action: { type: 'play', card: 'fire.arm', steps: 2 },
      parts: 5,
      completes: false,
      wins: null,
      pawn: 'wood',
      goes_on: true,
    } as const;
    expect(foretellCard(deck, [way], t)).toMatch(/5 of 6 parts\. Your pawn goes to Wood, where you can play on\./);
    expect(foretellCard(deck, [{ ...way, wins: { symbol: 0, last_card: null } }], t)).toMatch(/your secret golem, is complete: you win!/);
  });
});

describe('a sole choice is made for the player unless it tells others what they cannot see', () => {
  test('inner-circle: a stop is not, what follows from an earlier choice is', () => {
    const { forced } = innerCircle.words(fixture<InnerCircle>('inner-circle').deck);
    expect(forced({ type: 'stop' }, [])).toBe(false);
    expect(forced({ type: 'steps', steps: 2 }, [{ type: 'play', card: 'fire.arm' }])).toBe(true);
    expect(forced({ type: 'pass' }, [])).toBe(true);
  });

  test('its-alive: a drawn card is not discarded while symbols are held, a stolen one is', () => {
    const { deck, frames } = fixture<ItsAlive>('its-alive');
    const { forced } = itsAlive.words(deck);
    const view = (hand: string[], back: 'end' | null) => ({ ...frames[0]!.view, hand, back });
    expect(forced({ do: { type: 'discard' } }, [], view(['ice'], null))).toBe(false);
    expect(forced({ do: { type: 'discard' } }, [], view([], null))).toBe(true);
    expect(forced({ do: { type: 'discard' } }, [], view(['ice'], 'end'))).toBe(true);
  });
});
