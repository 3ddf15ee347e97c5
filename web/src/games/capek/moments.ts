import type { DeckFile } from './deck';
import type { Game } from '../../api/games/capek';
import type { Beat, Moment, Scene, Staging } from '../../lib/stage.svelte';
import { lightBeat, titleBeat } from '../shared/beats';
import { sayIn } from '../shared/say';

const say = sayIn('capek');
type Sounds = NonNullable<Scene['sounds']>;

/** How much outrage makes the town restless, brings torches, and is a revolt, as parts of the limit. */
const marks = [1 / 3, 2 / 3, 1];
/** How far the town has come: 0 is calm, 3 a revolt. */
export const stageOf = (outrage: number, limit: number): number => marks.filter((part) => outrage >= part * limit).length;
/** How the words name it. */
const stages = [null, 'scene.restless', 'scene.torches', 'scene.revolt'] as const;

/** A part lights up: it is riveted on, blow by blow. */
const rivet = (seat: number, part: string): Beat => ({
  what: `[data-seat='${seat}'] [data-limb='${part}']`,
  how: [
    { transform: 'scale(1)', opacity: 0.3 },
    { transform: 'scale(1.18)', opacity: 1, offset: 0.3 },
    { transform: 'scale(0.96)', offset: 0.5 },
    { transform: 'scale(1.08)', offset: 0.7 },
    { transform: 'none' },
  ],
  at: 0,
  lasts: 900,
});

/** The crowd comes out of the houses, and the sky is red. */
const crowd: Beat[] = [
  {
    what: '.outrage .track',
    how: [
      { transform: 'translateY(70%)' },
      { transform: 'translateY(-18%)', offset: 0.35 },
      { transform: 'none', offset: 0.6 },
      { transform: 'translateY(-10%)', offset: 0.8 },
      { transform: 'none' },
    ],
    at: 0,
    lasts: 1000,
  },
  { what: '.outrage .fire', how: [{ opacity: 0 }, { opacity: 1, offset: 0.4 }, { opacity: 0.6 }], at: 0, lasts: 1200 },
  lightBeat(0.8, 1300),
];
const title = titleBeat(100, 1400, 0.2);
const torches: Sounds = [
  { at: 0, sound: 'torch' },
  { at: 400, sound: 'torch' },
];

/** A golem that is complete gets up from its bench; seen from the other one, all its parts stir. */
function rises(seat: number): Beat[] {
  return [
    { what: `[data-seat='${seat}'] :is(.place, .strings)`, how: [{ opacity: 1 }, { opacity: 0 }, { opacity: 0 }], at: 0, lasts: 1500 },
    {
      what: `[data-seat='${seat}'] [data-golem] > svg`,
      how: [
        { transform: 'none' },
        { transform: 'rotate(98deg) scale(0.6)', offset: 0.45 },
        { transform: 'rotate(90deg) scale(0.6)', offset: 0.6 },
        { transform: 'rotate(90deg) scale(0.66)' },
      ],
      at: 0,
      lasts: 1500,
      easing: 'ease-in-out',
    },
    {
      what: `[data-seat='${seat}'] .line > [data-limb]`,
      how: [{ transform: 'none' }, { transform: 'translateY(-30%) scale(1.15)', offset: 0.5 }, { transform: 'none' }],
      at: 200,
      lasts: 900,
    },
    { what: '.staged .light', how: [{ opacity: 0 }, { opacity: 0.5, offset: 0.4 }, { opacity: 0 }], at: 0, lasts: 1500 },
    title,
  ];
}

const isWhole = (deck: DeckFile, body: Game['view']['players'][number]['body']): boolean =>
  deck.body.every(({ id, field }) => body[id]!.set && body[id]!.field >= field);

/** A part lights up, the town gathers, a golem is complete. */
export const moment: Staging<Game> = ({ before, after, seen: { glimpse }, options, material, t }): Moment | null => {
  if (!('effect' in glimpse)) return null;
  const seat = 'seat' in glimpse ? glimpse.seat : before.turn;
  const { active, outrage } = glimpse.effect;
  if (active.length > 0 && isWhole(material, after.players[seat]!.body)) {
    return {
      scene: {
        beats: rises(seat),
        sounds: [
          { at: 0, sound: 'rivet' },
          { at: 300, sound: 'wake' },
        ],
      },
      title: say(t, 'scene.woke'),
      light: 'glow',
    };
  }
  const limit = Number(options.outrage_limit);
  const stage = stageOf(outrage ?? 0, limit);
  const key = stage > stageOf(before.outrage, limit) ? stages[stage] : null;
  const rivets = active.map((part) => rivet(seat, part));
  const blows: Sounds = active.length > 0 ? [0, 270, 450].map((at) => ({ at, sound: 'rivet' })) : [];
  if (key) return { scene: { beats: [...rivets, ...crowd, title], sounds: [...blows, ...torches] }, title: say(t, key), light: 'dusk' };
  return rivets.length > 0 ? { scene: { beats: rivets, sounds: blows } } : null;
};
