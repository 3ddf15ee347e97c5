import type { Game, Glimpse, View } from '../../api/games/its-alive';
import type { Beat, Moment, Staging } from '../../lib/stage.svelte';
import type { Translate } from '../../lib/types';
import { lightBeat } from '../shared/beats';
import { sayIn } from '../shared/say';
import { cardsOf, LIES, placesOf } from './golem';

const say = sayIn('its-alive');
type Roll = Extract<Glimpse, { type: 'roll' }>;
type Decision = Extract<Glimpse, { type: 'action' }>;

const golemOf = (seat: number): string => `[data-seat='${seat}'] .golem`;
const shake = (far: number): Keyframe[] =>
  [0, -1, 1, -0.7, 0.7, -0.3, 0].map((part) => ({ transform: `translateX(${part * far}px) rotate(${part * 2}deg)` }));

/** Everything but the die and the golem it rolls for steps back. */
const hush = (seat: number, lasts: number): Beat[] => [
  {
    what: `[data-pile], .own .hand, .other:not(:has([data-seat='${seat}']))`,
    how: [{}, { opacity: 0.2, offset: 0.2 }, { opacity: 0.2 }],
    at: 0,
    lasts,
  },
  { what: '.bone', how: [{}, { transform: 'scale(1.5)', offset: 0.6 }, {}], at: 0, lasts: LIES + 200 },
];

/** The six: lightning, eyes, it throws its arms up and stands. */
const waking = (seat: number, t: Translate): Moment => ({
  title: say(t, 'alive'),
  light: 'lightning',
  scene: {
    beats: [
      ...hush(seat, 1500),
      {
        what: '.staged .light',
        how: [0, 0.9, 0.1, 0.6, 0].map((opacity) => ({ opacity })),
        at: LIES - 40,
        lasts: 620,
      },
      {
        what: '.staged .title',
        how: [
          { opacity: 0, transform: 'scale(4) rotate(-14deg)' },
          { opacity: 1, transform: 'scale(0.9) rotate(-3deg)', offset: 0.3 },
          { transform: 'scale(1.12) rotate(-5deg)', offset: 0.55 },
          { opacity: 1, transform: 'scale(1) rotate(-4deg)' },
        ],
        at: LIES + 40,
        lasts: 760,
      },
      { what: golemOf(seat), how: shake(9), at: LIES, lasts: 420 },
      {
        what: `${golemOf(seat)} .arm-left`,
        how: [{ transform: 'none' }, { transform: 'rotate(150deg)', offset: 0.6 }, {}],
        at: LIES + 80,
        lasts: 620,
      },
      {
        what: `${golemOf(seat)} .arm-right`,
        how: [{ transform: 'none' }, { transform: 'rotate(-150deg)', offset: 0.6 }, {}],
        at: LIES + 80,
        lasts: 620,
      },
      {
        what: `${golemOf(seat)} .head`,
        how: [{ transform: 'translateY(6px) rotate(-12deg)' }, { transform: 'rotate(6deg)', offset: 0.6 }, {}],
        at: LIES + 80,
        lasts: 620,
      },
    ],
    sounds: [
      { at: LIES - 40, sound: 'thunder' },
      { at: LIES + 200, sound: 'wake' },
    ],
  },
});

/** A whole golem, and no six. */
const sleepsOn = (seat: number, t: Translate): Moment => ({
  title: say(t, 'asleep'),
  light: 'dusk',
  scene: {
    beats: [
      ...hush(seat, 1300),
      {
        what: '.staged .light',
        how: [{ opacity: 0 }, { opacity: 0.8, offset: 0.3 }, { opacity: 0.8, offset: 0.8 }, { opacity: 0 }],
        at: 0,
        lasts: 1300,
      },
      {
        what: '.staged .title',
        how: [{ opacity: 0, transform: 'translateY(0.3em)' }, { opacity: 1, offset: 0.3 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }],
        at: LIES,
        lasts: 600,
      },
      { what: golemOf(seat), how: shake(3), at: LIES, lasts: 400 },
    ],
    sounds: [{ at: LIES, sound: 'block' }],
  },
});

/** Once the die lies, a limb is torn off; with a torso all the rest falls. */
const tearing = (victim: number, falls: boolean): Moment => ({
  light: 'dusk',
  scene: {
    beats: [
      { ...lightBeat(0.75, 800), at: LIES },
      { what: golemOf(victim), how: shake(11), at: LIES, lasts: 640 },
    ],
    sounds: [{ at: LIES, sound: 'tear' }, ...(falls ? [{ at: LIES + 350, sound: 'fall' } as const] : [])],
  },
});

/** A golem falls apart; its parts are seen falling where it is drawn. */
const collapsing = (seat: number): Moment => ({
  light: 'dusk',
  scene: {
    beats: [lightBeat(0.7, 1100), { what: `[data-seat='${seat}'] .whole`, how: shake(6), at: 0, lasts: 500 }],
    sounds: [{ at: 150, sound: 'fall' }],
  },
});

/** What has come is sewn on; a torso is sewn to all there is. */
const stitching = (seat: number, place: string): Moment => {
  const seam = place === 'torso' ? '[data-seam]' : `[data-seam='${place}']`;
  const sewn: Keyframe[] = [
    { opacity: 0, transform: 'scale(0.2)' },
    { opacity: 1, transform: 'scale(1.5)', offset: 0.6 },
    { transform: 'none' },
  ];
  return {
    scene: {
      beats: [
        { what: `${golemOf(seat)} ${seam}`, how: sewn, at: 400, lasts: 320 },
        { what: `${golemOf(seat)} .${place}`, how: [{}, { transform: 'scale(0.94)' }, {}], at: 480, lasts: 200 },
      ],
      sounds: [{ at: 440, sound: 'rivet' }],
    },
  };
};

/** The torso throws off what is opposed to it. */
const refusing = (seat: number): Moment => ({
  scene: {
    beats: [{ what: `${golemOf(seat)} .torso`, how: shake(7), at: 0, lasts: 480 }],
    sounds: [{ at: 0, sound: 'block' }],
  },
});

/** Whether a golem has lost its torso with these cards, and more. */
const falls = (before: View, after: View, seat: number, lost: string[]): boolean => {
  const { torso } = before.players[seat]!.golem;
  return torso !== null && lost.length > 1 && lost.includes(torso) && after.players[seat]!.golem.torso === null;
};

function ofRoll({ seat, outcome, theft, lost }: Roll, before: View, after: View, t: Translate): Moment | null {
  if (outcome === 'alive') return waking(seat, t);
  if (outcome === 'stolen' && theft) return tearing(theft.from, falls(before, after, theft.from, lost));
  if (!theft && cardsOf(before.players[seat]!.golem).length === 6) return sleepsOn(seat, t);
  return null;
}

function ofDecision({ seat, action, drawn, lost }: Decision, before: View, after: View): Moment | null {
  if (falls(before, after, seat, lost)) return collapsing(seat);
  if (action.type !== 'place' || !drawn) return null;
  // What is lost besides the card that is replaced was opposed (IA-15).
  if (lost.some((card) => card !== action.replaces)) return refusing(seat);
  const [was, is] = [before, after].map(({ players }) => placesOf(players[seat]!.golem));
  const place = Object.keys(is!).find((name) => is![name] === drawn && was![name] !== drawn);
  return place ? stitching(seat, place) : null;
}

export const moment: Staging<Game> = ({ before, after, seen: { glimpse }, t }) => {
  if (glimpse.type === 'roll') return ofRoll(glimpse, before, after, t);
  return glimpse.type === 'action' ? ofDecision(glimpse, before, after) : null;
};
