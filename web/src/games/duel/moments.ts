// The moments of a round that are staged, each at its beat: Table.svelte plays them while the round is watched, not when its event comes,
// which is before anything of it was seen.
import type { Frame } from '../../api/games/duel';
import type { Moment } from '../../lib/stage.svelte';
import type { Translate } from '../../lib/types';

const title = (at: number, lasts: number) => ({
  what: '.staged .title',
  how: [
    { transform: 'scale(0.4) rotate(-8deg)', opacity: 0 },
    { transform: 'scale(1.12) rotate(-4deg)', opacity: 1, offset: 0.2 },
    { transform: 'scale(1) rotate(-4deg)', opacity: 1, offset: 0.75 },
    { transform: 'scale(1) rotate(-4deg)', opacity: 0 },
  ],
  at,
  lasts,
});
const light = (at: number, lasts: number, most: number) => ({
  what: '.staged .light',
  how: [{ opacity: 0 }, { opacity: most, offset: 0.25 }, { opacity: 0 }],
  at,
  lasts,
});
/** The ground shakes under both. */
const shake = (at: number, lasts: number, far: number) => ({
  what: '.arena',
  how: [0, -1, 0.8, -0.5, 0.3, 0].map((way) => ({ transform: `translate(${way * far}px, ${way * far * 0.4}px)` })),
  at,
  lasts,
});

/** The scene of a beat: the blow that decides, a hit that costs a life, a fall into water. A blow lands when the fist does. */
export function momentOf({ notes, outcome }: Pick<Frame, 'notes' | 'outcome'>, t: Translate): Moment | null {
  const hit = notes.some((note) => note.note === 'struck' && note.hit === 'life');
  const wet = notes.some((note) => note.note === 'splashed' || note.note === 'carried');
  if (notes.some((note) => note.note === 'destroyed') && outcome)
    return {
      scene: {
        beats: [shake(340, 700, 9), light(340, 700, 0.8), title(340, 1100)],
        sounds: [
          { at: 340, sound: wet ? 'splash' : 'blow' },
          { at: 560, sound: 'fall' },
        ],
      },
      title: t('duel.scene.destroyed'),
      light: 'glow',
    };
  if (hit)
    return {
      scene: { beats: [shake(340, 420, 5), title(340, 700)], sounds: [{ at: 340, sound: 'blow' }] },
      title: t('duel.scene.hit'),
    };
  return wet ? { scene: { beats: [title(250, 750)], sounds: [{ at: 250, sound: 'splash' }] }, title: t('duel.scene.splash') } : null;
}
