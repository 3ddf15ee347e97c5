import type { Game, Glimpse } from '../../api/games/inner-circle';
import type { Beat, Moment, Staging } from '../../lib/stage.svelte';
import type { Translate } from '../../lib/types';
import { Deck, read, type DeckFile } from '../blood-moon/deck';
import { sayIn } from '../shared/say';

const say = sayIn('inner-circle');
type Play = Extract<Glimpse, { type: 'play' }>;

const glow = (at: number, lasts: number): Beat => ({
  what: '.staged .light',
  how: [{ opacity: 0 }, { opacity: 0.5, offset: 0.25 }, { opacity: 0.35, offset: 0.7 }, { opacity: 0 }],
  at,
  lasts,
});
const title = (at: number, lasts: number): Beat => ({
  what: '.staged .title',
  how: [
    { opacity: 0, transform: 'translateY(0.8em) scale(0.7)' },
    { opacity: 1, transform: 'scale(1.08)', offset: 0.25 },
    { opacity: 1, transform: 'none', offset: 0.85 },
    { opacity: 0 },
  ],
  at,
  lasts,
});
/** A secret golem that has won is turned over. */
const reveal = (seat: number): Beat => ({
  what: `[data-seat='${seat}'] .turned`,
  how: [{ transform: 'rotateY(180deg) scale(1.25)', opacity: 0 }, { transform: 'rotateY(0) scale(1.25)', opacity: 1, offset: 0.6 }, {}],
  at: 700,
  lasts: 760,
});

/** A golem is whole: its part comes, its stone glows, it rises and opens its eyes. */
function rising({ card, victory }: Play, material: DeckFile, t: Translate): Moment {
  const { kind } = read(card);
  return {
    title: say(t, 'rises', { type: new Deck(material).typeName(kind ?? '', t) }),
    light: 'glow',
    scene: {
      beats: [
        glow(300, 1150),
        title(420, 1040),
        {
          what: `.place:not([data-place='${kind}'])`,
          how: [{}, { opacity: 0.25, offset: 0.2 }, { opacity: 0.25, offset: 0.8 }, {}],
          at: 0,
          lasts: 1450,
        },
        {
          what: `[data-place='${kind}'] .golem`,
          how: [
            {},
            { transform: 'translateY(-34%) scale(1.9)', offset: 0.4 },
            { transform: 'translateY(-26%) scale(1.7)', offset: 0.75 },
            {},
          ],
          at: 380,
          lasts: 1080,
        },
        ...(victory?.symbol != null ? [reveal(victory.symbol)] : []),
      ],
      sounds: [{ at: 380, sound: 'rise' }, ...(victory ? [{ at: 760, sound: 'wake' } as const] : [])],
    },
  };
}

/** The hand is empty: that wins, too. */
const last = ({ seat, victory }: Play, t: Translate): Moment => ({
  title: say(t, 'last'),
  light: 'glow',
  scene: {
    beats: [
      glow(200, 1000),
      title(300, 1050),
      { what: `[data-seat='${seat}']`, how: [{}, { transform: 'scale(1.05)' }, {}], at: 200, lasts: 500 },
      ...(victory?.symbol != null ? [reveal(victory.symbol)] : []),
    ],
    sounds: [{ at: 300, sound: 'rise' }],
  },
});

export const moment: Staging<Game> = ({ seen: { glimpse }, material, t }) => {
  if (glimpse.type !== 'play') return null;
  if (glimpse.completes) return rising(glimpse, material, t);
  return glimpse.victory ? last(glimpse, t) : null;
};
