import { describe, expect, it } from 'vitest';
import type { Game, Glimpse, View } from '../src/api/games/golem-it';
import { moment } from '../src/games/golem-it/moments';
import type { Moment } from '../src/lib/stage.svelte';
import { fixture } from './fixture';
import { expectScene } from './scene';
import { strict } from './strict';

const { view } = fixture<Game>('golem-it').ends[0]!;
/** A table where the second player holds so many cards. */
const holding = (cards: number, more: Partial<View> = {}): View => ({
  ...view,
  phase: 'turn',
  to_beat: { seat: 0, count: 1, value: 5 },
  players: view.players.map((player, seat) => ({ ...player, cards: seat === 1 ? cards : 4 })),
  ...more,
});
const play = (points: number, place: number | null = null): Glimpse => ({
  seat: 1,
  action: { type: 'play', value: 8 + points, cards: ['m8'] },
  points,
  place,
  leads: null,
});
const pass = (place: number | null = null): Glimpse => ({ seat: 1, action: { type: 'pass', return: 1 }, points: 0, place, leads: null });

function staged(before: View, after: View, glimpse: Glimpse): Moment | null {
  const seen = { event: 0, seat: 1, glimpse, text: '' };
  const t = strict('en', 'golem-it');
  const found = moment({ before, after, seen, seat: 0, names: ['You', 'Marl', 'Adobe'], options: {}, material: null, t });
  if (found) expectScene(found);
  return found;
}

describe('the scenes of Golem It', () => {
  it('cards that beat others by magic swell', () => {
    const found = staged(holding(5), holding(4), play(2));
    expect(found?.title).toBeUndefined();
    expect(found?.scene.beats[0]?.what).toBe('.played [data-swells]');
    expect(staged(holding(5), holding(4), play(0))).toBeNull();
    expect(staged(holding(5, { to_beat: null }), holding(4), play(2))).toBeNull();
  });

  it('the last card of a hand, and having nothing left', () => {
    expect(staged(holding(1), holding(0), play(2))?.title).toBe('The last card!');
    expect(staged(holding(1), holding(0), play(0, 1))?.title).toBe('Marl has nothing left!');
    expect(staged(holding(0), holding(0), pass(2))?.title).toBe('Marl has nothing left!');
    expect(staged(holding(0), holding(0), pass())).toBeNull();
  });

  it('the end of a game, in a match and of the match', () => {
    const out = staged(holding(1), holding(0, { phase: 'over' }), play(0, 1));
    expect(out).toMatchObject({ title: 'Marl has nothing left!', light: 'dusk' });
    expect(staged(holding(3), holding(3, { phase: 'over' }), pass())?.title).toBe('The game is over');
    expect(staged(holding(3, { game: 1 }), holding(9, { game: 2, phase: 'deal' }), pass())?.title).toBe('The game is over');
    expect(staged(holding(3, { game: 1, phase: 'deal' }), holding(9, { game: 2 }), pass())).toBeNull();
  });

  it('a deal has no scene', () => {
    expect(staged(holding(5), holding(5), { deal: 2 })).toBeNull();
  });
});
