import type { Game } from '../../api/games/golem-it';
import type { Beat, Staging } from '../../lib/stage.svelte';
import { lightBeat, titleBeat } from '../shared/beats';
import { sayIn } from '../shared/say';

const say = sayIn('golem-it');

/** Golems with magic grow to what they are worth, and the number with them. */
const swell: Beat[] = [
  {
    what: '.played [data-swells]',
    how: [
      { transform: 'scale(0.45)' },
      { transform: 'scale(1.35)', offset: 0.5 },
      { transform: 'scale(0.92)', offset: 0.75 },
      { transform: 'none' },
    ],
    at: 150,
    lasts: 750,
  },
  {
    what: '.seal',
    how: [{ transform: 'scale(1)' }, { transform: 'scale(1.25)', offset: 0.4 }, { transform: 'none' }],
    at: 500,
    lasts: 500,
  },
];

/** The light goes, and the words stand in it. */
const dark: Beat[] = [lightBeat(0.9, 1400), titleBeat(0, 1400, 0.25)];

/** Who has done it stands out. */
const leap = (seat: number): Beat => ({
  what: `[data-seat='${seat}']`,
  how: [{ transform: 'none' }, { transform: 'translateY(-0.5rem) scale(1.03)', offset: 0.4 }, { transform: 'none' }],
  at: 100,
  lasts: 700,
});

/** A play that wins by magic, the last card of a hand, somebody who has nothing left, and the end of a game. */
export const moment: Staging<Game> = ({ before, after, seen: { glimpse }, names, t }) => {
  if (!('action' in glimpse)) return null;
  const { seat, action, points, place } = glimpse;
  const dealt = after.game !== before.game && before.phase !== 'deal';
  if (after.phase === 'over' || dealt) {
    const title = place === null ? say(t, 'scene.over') : say(t, 'glimpse.out', { name: names[seat] ?? '' });
    return {
      scene: {
        beats: [leap(seat), ...dark],
        sounds: [
          { at: 0, sound: 'crystal' },
          { at: 200, sound: 'rise' },
        ],
      },
      title,
      light: 'dusk',
    };
  }
  if (place !== null) {
    const title = say(t, 'glimpse.out', { name: names[seat] ?? '' });
    return { scene: { beats: [leap(seat), ...dark], sounds: [{ at: 0, sound: 'rise' }] }, title, light: 'glow' };
  }
  if (action.type !== 'play') return null;
  if (before.players[seat]!.cards > 0 && after.players[seat]!.cards === 0) {
    return { scene: { beats: [leap(seat), ...dark], sounds: [{ at: 0, sound: 'crystal' }] }, title: say(t, 'scene.last'), light: 'glow' };
  }
  return points > 0 && before.to_beat ? { scene: { beats: swell, sounds: [{ at: 300, sound: 'crystal' }] } } : null;
};
