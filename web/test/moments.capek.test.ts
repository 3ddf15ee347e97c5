import { describe, expect, it } from 'vitest';
import type { Game, Glimpse, View } from '../src/api/games/capek';
import { moment } from '../src/games/capek/moments';
import type { Moment } from '../src/lib/stage.svelte';
import { fixture } from './fixture';
import { expectScene } from './scene';
import { strict } from './strict';

const { deck: material, ends } = fixture<Game>('capek');
const { view } = ends[0]!;
const parts = material.body.map(({ id }) => id);
/** A table with so much outrage, and with these parts of the second golem active. */
const having = (outrage: number, active: string[] = []): View => {
  const body = Object.fromEntries(material.body.map(({ id, field }) => [id, { field, set: active.includes(id) }]));
  return { ...view, turn: 1, outrage, players: [view.players[0], { ...view.players[1], body }] };
};
const effect = (outrage: number | null, active: string[] = []): Glimpse => ({
  seat: 1,
  action: { type: 'end' },
  effect: { outrage, active },
});

function staged(before: View, after: View, glimpse: Glimpse): Moment | null {
  const seen = { event: 0, seat: 1, glimpse, text: '' };
  const t = strict('en', 'capek');
  const found = moment({ before, after, seen, seat: 0, names: ['You', 'Marl'], options: { outrage_limit: 24 }, material, t });
  if (found) expectScene(found);
  return found;
}

describe('the scenes of Capek', () => {
  it('a part that becomes active is riveted on where it lies', () => {
    const found = staged(having(3), having(3, ['head']), effect(null, ['head']));
    expect(found?.title).toBeUndefined();
    expect(found?.scene.beats.map(({ what }) => what)).toEqual(["[data-seat='1'] [data-limb='head']"]);
    expect(found?.scene.sounds?.map(({ sound }) => sound)).toContain('rivet');
  });

  it.each([
    [7, 8, 'The town is restless'],
    [8, 9, undefined],
    [15, 16, 'Torches and pitchforks!'],
    [7, 16, 'Torches and pitchforks!'],
    [20, 24, 'The town revolts!'],
    [9, 7, undefined],
  ])('outrage from %i to %i of 24', (from, to, title) => {
    const found = staged(having(from), having(to), effect(to));
    expect(found?.title).toBe(title);
    expect(found === null).toBe(title === undefined);
  });

  it('a part and a mark in one event are one scene', () => {
    const found = staged(having(7), having(8, ['torso']), effect(8, ['torso']));
    expect(found?.title).toBe('The town is restless');
    expect(found?.scene.beats[0]?.what).toBe("[data-seat='1'] [data-limb='torso']");
  });

  it('a golem rises with its last part, whatever the town thinks', () => {
    const rest = parts.slice(1);
    const found = staged(having(7, rest), having(8, parts), effect(8, [parts[0]!]));
    expect(found).toMatchObject({ title: 'The golem rises!', light: 'glow' });
    expect(staged(having(3, rest.slice(1)), having(3, rest), effect(null, [rest[0]!]))?.title).toBeUndefined();
  });

  it('nothing else has a scene', () => {
    expect(staged(having(3), having(3), effect(null))).toBeNull();
    expect(staged(having(3), having(3), { first: 0 })).toBeNull();
    expect(staged(having(3), having(2), { shuffled: 20, effect: { outrage: 2, active: [] } })).toBeNull();
  });
});
