// The staged moments of It's ALIVE!!! and The Inner Circle: which events have a scene, and that each is short and can be heard.
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Game as InnerCircle } from '../src/api/games/inner-circle';
import type { Game as ItsAlive, WrittenGolem } from '../src/api/games/its-alive';
import { moment as ofInnerCircle } from '../src/games/inner-circle/moments';
import { stormOf } from '../src/games/its-alive/golem';
import { moment as ofItsAlive } from '../src/games/its-alive/moments';
import type { Moment } from '../src/lib/stage.svelte';
import type { Own, Seen } from '../src/lib/types';
import { needWords } from '../src/lib/words.svelte';
import { fixture } from './fixture';
import { strict } from './strict';

const names = ['Marl', 'Adobe', 'Terra', 'Slip', 'Kaolin', 'Chalk'];
const seen = <G extends Own>(glimpse: G['glimpse']): Seen<G> => ({ event: 0, seat: 0, glimpse, text: '' });

// The stage can be heard, so it asks what the reader likes.
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {} }));
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });
vi.stubGlobal('document', { documentElement: { dataset: {} } });
const { lengthOf, LONGEST } = await import('../src/lib/stage.svelte');

beforeAll(async () => {
  await Promise.all(['common', 'tables', 'its-alive', 'inner-circle'].map(needWords));
});

/** A scene is as long as its beats, none of which is cut off; all sounds are heard before it ends. */
function expectStaged(moment: Moment | null): Moment {
  expect(moment).not.toBeNull();
  const { beats, sounds = [] } = moment!.scene;
  expect(beats.length).toBeGreaterThan(0);
  for (const { at, lasts } of beats) expect(at + lasts).toBeLessThanOrEqual(LONGEST);
  expect(sounds.length).toBeGreaterThan(0);
  for (const { at } of sounds) expect(at).toBeLessThan(lengthOf(moment!.scene));
  return moment!;
}

describe('its-alive', () => {
  const { deck, ends } = fixture<ItsAlive>('its-alive');
  const t = strict('en', 'its-alive');
  const none: WrittenGolem = { head: null, torso: null, arms: [], legs: [] };
  const some: WrittenGolem = { ...none, torso: 'fire.torso', arms: ['stone.arm'] };
  const whole: WrittenGolem = { head: 'fire.head', torso: 'fire.torso', arms: ['fire.arm', 'wood.arm'], legs: ['cake.leg', 'fire.leg'] };
  const view = (...golems: WrittenGolem[]): ItsAlive['view'] => {
    const last = ends[0]!.view;
    return { ...last, players: golems.map((golem) => ({ ...last.players[0]!, golem })) };
  };
  const staged = (glimpse: ItsAlive['glimpse'], before: ItsAlive['view'], after: ItsAlive['view']): Moment | null =>
    ofItsAlive({ before, after, seen: seen(glimpse), seat: 0, names, options: {}, material: deck, t });
  type Roll = Extract<ItsAlive['glimpse'], { type: 'roll' }>;
  const roll = (more: Partial<Roll>): Roll => ({
    type: 'roll',
    seat: 0,
    face: 3,
    outcome: 'offers',
    theft: null,
    card: null,
    lost: [],
    ...more,
  });
  const does = (action: ItsAlive['action'], drawn: string | null, lost: string[] = []): ItsAlive['glimpse'] => ({
    type: 'action',
    seat: 0,
    action,
    card: null,
    symbol: null,
    drawn,
    lost,
  });
  const place: ItsAlive['action'] = { type: 'place', replaces: null };

  test('a golem wakes with lightning once the die lies, and its words are large', () => {
    const { title, light, scene } = expectStaged(staged(roll({ face: 6, outcome: 'alive' }), view(whole, none), view(whole, none)));
    expect([title, light]).toEqual(['It’s ALIVE!', 'lightning']);
    for (const what of ['.staged .title', '.staged .light'])
      expect(scene.beats.find((beat) => beat.what === what)!.at).toBeGreaterThan(600);
    expect(scene.sounds!.map(({ sound }) => sound)).toEqual(['thunder', 'wake']);
  });

  test('a whole golem that gets no six sleeps on; other rolls are no scene', () => {
    expect(expectStaged(staged(roll({ outcome: 'changes' }), view(whole, none), view(whole, none))).title).toBe('Not yet …');
    expect(staged(roll({}), view(some, whole), view(some, whole))).toBeNull();
    expect(staged(roll({ outcome: 'failed', theft: { from: 1, card: 'fire.arm' } }), view(whole, whole), view(whole, whole))).toBeNull();
  });

  test('a theft tears at its victim, and sounds like a fall where the golem falls', () => {
    const stolen = (card: string, lost: string[], left: WrittenGolem): Moment =>
      expectStaged(staged(roll({ face: 5, outcome: 'stolen', theft: { from: 1, card }, lost }), view(none, some), view(none, left)));
    const arm = stolen('stone.arm', ['stone.arm'], { ...some, arms: [] });
    expect(arm.scene.beats.some(({ what }) => what.startsWith(`[data-seat='1']`))).toBe(true);
    expect(arm.scene.sounds!.map(({ sound }) => sound)).toEqual(['tear']);
    const torso = stolen('fire.torso', ['fire.torso', 'stone.arm'], none);
    expect(torso.scene.sounds!.map(({ sound }) => sound)).toEqual(['tear', 'fall']);
  });

  test('a part that is laid is sewn on at its own seam, a torso at all of them', () => {
    const arm = expectStaged(staged(does(place, 'wood.arm'), view(some), view({ ...some, arms: ['stone.arm', 'wood.arm'] })));
    expect(arm.scene.beats[0]!.what).toContain(`[data-seam='arm-right']`);
    // Nothing lies over the table meanwhile.
    expect([arm.title, arm.light]).toEqual([undefined, undefined]);
    const torso = expectStaged(staged(does(place, 'fire.torso'), view(none), view({ ...none, torso: 'fire.torso' })));
    expect(torso.scene.beats[0]!.what).toMatch(/\[data-seam\]$/);
  });

  test('the torso shakes off what is opposed to it, and a golem without one falls', () => {
    const opposed = expectStaged(staged(does(place, 'ice.arm', ['stone.arm', 'ice.arm']), view(some), view({ ...some, arms: [] })));
    expect(opposed.scene.beats.map(({ what }) => what)).toEqual([`[data-seat='0'] .golem .torso`]);
    const lose = does({ type: 'lose', card: 'fire.torso' }, null, ['fire.torso', 'stone.arm']);
    expect(expectStaged(staged(lose, view(some), view(none))).scene.sounds!.map(({ sound }) => sound)).toEqual(['fall']);
    expect(staged(does({ type: 'lose', card: 'stone.arm' }, null, ['stone.arm']), view(some), view({ ...some, arms: [] }))).toBeNull();
  });

  test('of whole matches, few events are scenes, and all of those fit', () => {
    const matches = ends.filter((end) => end.seen.length > 0);
    let count = 0;
    for (const { view: after, seen: all } of matches) {
      const scenes = all.flatMap(({ glimpse }) => staged(glimpse, view(...after.players.map(() => none)), after) ?? []);
      scenes.forEach(expectStaged);
      count += scenes.length;
      expect(scenes.length).toBeLessThan(all.length / 3);
    }
    expect(count).toBeGreaterThan(0);
  });

  test('the storm stands as high as the golem nearest to completion', () => {
    expect([view(none, none), view(some, none), view(some, whole)].map(stormOf)).toEqual([0, 2, 6]);
  });
});

describe('inner-circle', () => {
  const { deck, ends, glimpses } = fixture<InnerCircle>('inner-circle');
  const { view } = ends[0]!;
  const staged = (glimpse: InnerCircle['glimpse'], language: 'en' | 'fr' = 'en'): Moment | null =>
    ofInnerCircle({
      before: view,
      after: view,
      seen: seen(glimpse),
      seat: 0,
      names,
      options: {},
      material: deck,
      t: strict(language, 'inner-circle'),
    });
  type Play = Extract<InnerCircle['glimpse'], { type: 'play' }>;
  const play = (more: Partial<Play>): Play => ({
    type: 'play',
    seat: 1,
    card: 'fire.leg',
    steps: 5,
    to: 'ice',
    completes: false,
    victory: null,
    ...more,
  });

  test('a whole golem rises, in both languages, and a secret that has won is turned over', () => {
    expect(expectStaged(staged(play({ completes: true }))).title).toBe('Fire rises!');
    expect(expectStaged(staged(play({ completes: true }), 'fr')).title).toMatch(/^Feu s’éveille.!$/);
    const won = expectStaged(staged(play({ completes: true, victory: { symbol: 2, last_card: null } })));
    expect(won.scene.beats.map(({ what }) => what)).toContain(`[data-seat='2'] .turned`);
  });

  test('the last card is a scene, any other card is none', () => {
    expect(expectStaged(staged(play({ victory: { symbol: null, last_card: 1 } }))).title).toBe('The last card!');
    expect(staged(play({}))).toBeNull();
  });

  test('nothing else is staged', () => {
    const others = glimpses.filter((one) => one.type !== 'play');
    expect(others.length).toBeGreaterThan(0);
    expect(others.map((one) => staged(one))).toEqual(others.map(() => null));
  });
});
