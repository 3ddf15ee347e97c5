import { describe, expect, it, vi } from 'vitest';
import type { Frame, Game, Note } from '../src/api/games/duel';
import { momentOf } from '../src/games/duel/moments';
import { LASTS, MOTIONS, posesOf, soundOf } from '../src/games/duel/poses';
import type { Translate } from '../src/lib/types';
import { fixture } from './fixture';

vi.stubGlobal('document', { documentElement: { dataset: {} } });
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {} }));
vi.stubGlobal('localStorage', { getItem: () => null });
const { LONGEST } = await import('../src/lib/stage.svelte');
const { isSound } = await import('../src/lib/sound');

const t = Object.assign((key: string) => key, { orElse: (key: string) => key }) as unknown as Translate;
const beat = (notes: Note[], outcome?: Frame['outcome']) => momentOf({ notes, ...(outcome ? { outcome } : {}) }, t);
const hit: Note = { note: 'struck', seat: 0, cell: 'b2', hit: 'life' };
const splash: Note = { note: 'splashed', seat: 1, cell: 'c3' };
const destroyed: Note = { note: 'destroyed', seat: 1 };

describe('the scenes of the duel', () => {
  it.each([
    ['a hit that costs a life', [hit], undefined, 'duel.scene.hit'],
    ['a fall into water', [splash], undefined, 'duel.scene.splash'],
    ['a golem that a stream carries', [{ note: 'carried', seat: 0, to: 'a1' }], undefined, 'duel.scene.splash'],
    ['the deciding blow', [hit, destroyed], { won: 0 }, 'duel.scene.destroyed'],
    ['the deciding fall', [splash, destroyed], { won: 0 }, 'duel.scene.destroyed'],
  ] as [string, Note[], Frame['outcome'] | undefined, string][])('show %s', (_, notes, outcome, title) => {
    const moment = beat(notes, outcome)!;
    expect(moment.title).toBe(title);
    const { beats, sounds = [] } = moment.scene;
    for (const { at, lasts } of beats) expect(at + lasts).toBeLessThanOrEqual(LONGEST);
    for (const { at, sound } of sounds) {
      expect(at).toBeLessThan(LONGEST);
      expect(isSound(sound), sound).toBe(true);
    }
    expect(sounds.length).toBeGreaterThan(0);
  });

  it.each([
    ['a blow into the air', { note: 'struck', seat: 0, cell: 'b2', hit: 'nothing' }],
    ['a blow that is parried', { note: 'struck', seat: 0, cell: 'b2', hit: 'defence' }],
    ['a step', { note: 'moved', seat: 0, from: 'a1', to: 'a2' }],
    ['a step that is blocked', { note: 'blocked', seat: 0, cell: 'a2', by: 'wall' }],
  ] as [string, Note][])('leave %s to its pose', (_, note) => {
    expect(beat([note])).toBeNull();
    expect(isSound(soundOf([note])!)).toBe(true);
  });

  it('come for the notes that cost a life, and for no others', () => {
    const { notes, ends } = fixture<Game>('duel');
    expect(notes.filter((note) => beat([note])).map(({ note }) => note)).toEqual(['splashed', 'struck']);
    const frames = ends.flatMap(({ seen }) => seen.flatMap(({ glimpse }) => ('rounds' in glimpse ? glimpse.rounds.flat() : [])));
    expect(frames.length).toBeGreaterThan(100);
    // Nobody loses a life in these matches.
    expect(frames.filter((frame) => momentOf(frame, t))).toEqual([]);
  });
});

describe('the poses of the duel', () => {
  it('follow from the notes of a beat', () => {
    expect(posesOf([hit])).toEqual({ 0: 'strike', 1: 'stagger' });
    expect(posesOf([{ ...hit, hit: 'defence' }])).toEqual({ 0: 'strike', 1: 'guard' });
    expect(posesOf([{ ...hit, hit: 'nothing' }])).toEqual({ 0: 'strike' });
    expect(posesOf([hit, { ...hit, seat: 1 }])).toEqual({ 0: 'strike', 1: 'strike' });
    expect(posesOf([splash])).toEqual({ 1: 'sink' });
    expect(posesOf([{ note: 'blocked', seat: 0, cell: 'a2', by: 'wall' }])).toEqual({ 0: 'bump' });
    expect(posesOf([])).toEqual({});
  });

  it('move by transform and opacity alone, and end before the next beat', () => {
    const keys = Object.values(MOTIONS).flatMap((motions) => motions.flatMap(({ how }) => how.flatMap((frame) => Object.keys(frame))));
    expect([...new Set(keys)].sort()).toEqual(['offset', 'opacity', 'transform']);
    expect(LASTS).toBeLessThan(1100);
  });
});
