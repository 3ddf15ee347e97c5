// The deck that It's ALIVE!!! and The Inner Circle share, as far as it is shown: names, colours and icons. No rule is in here.
import type { Translate } from '../../lib/types';
import * as icons from '../shared/icons/types';

export const parts = ['head', 'torso', 'arm', 'leg'] as const;
export type Part = (typeof parts)[number];

/** How a type looks. Colours are those of Okabe and Ito; the icon and the name tell it, too. */
export interface Look {
  colour: string;
  /** The icon on that colour. */
  on: string;
  icon: string;
}

const looks: Record<string, Look> = {
  fire: { colour: '#d55e00', on: '#fff', icon: icons.fire },
  stone: { colour: '#8b8680', on: '#fff', icon: icons.stone },
  wood: { colour: '#00845f', on: '#fff', icon: icons.wood },
  light: { colour: '#f0e442', on: '#2b221b', icon: icons.light },
  ice: { colour: '#7cc7f0', on: '#12303f', icon: icons.ice },
  air: { colour: '#0072b2', on: '#fff', icon: icons.air },
  metal: { colour: '#e69f00', on: '#2b221b', icon: icons.metal },
  shadow: { colour: '#33303c', on: '#fff', icon: icons.shadow },
  cake: { colour: '#cc79a7', on: '#2b0f20', icon: icons.cake },
};

/** The standard ring, clockwise; a deck of one's own may have another. */
export const ring = ['fire', 'stone', 'wood', 'light', 'ice', 'air', 'metal', 'shadow'];
export const aside = ['cake'];

/** What the faces of the die call for in the standard deck; 6 is special. */
export const faces: Record<number, Part | 'special'> = { 1: 'head', 2: 'arm', 3: 'torso', 4: 'torso', 5: 'leg', 6: 'special' };

/** How far a pawn walks for a part in the standard deck. */
export const steps: Record<Part, number[]> = { head: [1], torso: [3, 4], arm: [2], leg: [5] };

/** How a type looks; one of a deck of one's own is told by its name alone. */
export function look(kind: string): Look {
  return looks[kind] ?? { colour: '#b08968', on: '#2b221b', icon: '<circle cx="256" cy="256" r="150" fill="currentColor"/>' };
}

/** A card's type and part: `fire.arm` is both, a back such as `arm` only the part. */
export function read(card: string): { kind: string | null; part: Part } {
  const [kind, part] = card.split('.');
  return part ? { kind: kind!, part: part as Part } : { kind: null, part: kind as Part };
}

/** The name of a type in the reader's language; that of a deck of one's own as it is written. */
export function typeName(kind: string, t: Translate): string {
  return looks[kind] ? t(`type.${kind}`) : kind;
}

/** `fire arm` in words; a back is just `a card with an arm on its back`. */
export function cardName(card: string, t: Translate): string {
  const { kind, part } = read(card);
  if (kind === null) return t('card.back', { part: t(`part.a.${part}`) });
  const of = looks[kind] ? t(`type.of.${kind}`) : t('type.of', { type: kind });
  return t('card.body', { of, part: t(`part.${part}`) });
}
