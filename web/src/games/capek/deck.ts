// The deck the game comes with, as far as cards are shown; test/capek.test.ts compares it with data/decks/capek.toml. The engine alone
// decides by it: a deck of one's own is shown by its names, without these figures.
import type { Translate } from '../../lib/types';
import * as icons from '../shared/icons/sciences';

export interface CardFace {
  science: string;
  number: string;
  gold: number;
  field: number;
  outrage: number;
  /** How many cards an Engineer stands for. */
  counts?: number;
}

export interface BodyFace {
  field: number;
  set: number;
  sciences: string[];
}

/** Gold, field and outrage of the six cards of each science. */
const figures: [number, number, number][] = [
  [1, 3, 4],
  [1, 2, 2],
  [2, 2, 1],
  [2, 1, 0],
  [3, 1, -1],
  [3, 1, -3],
];
const engineers: [number, number][] = [
  [2, 1],
  [3, 2],
  [3, 2],
];

export const bodies: Record<string, BodyFace> = {
  head: { field: 3, set: 4, sciences: ['brain', 'aether'] },
  torso: { field: 3, set: 3, sciences: ['ventilation', 'parts'] },
  'right-arm': { field: 2, set: 4, sciences: ['parts', 'organ'] },
  'left-arm': { field: 2, set: 3, sciences: ['organ', 'steam'] },
  'right-leg': { field: 3, set: 2, sciences: ['steam', 'aether'] },
  'left-leg': { field: 1, set: 4, sciences: ['ventilation', 'brain'] },
};

/** How a science looks: the icon and the name tell it, too. */
const looks: Record<string, { colour: string; on: string; icon: string }> = {
  parts: { colour: '#f0c94a', on: '#2b221b', icon: icons.parts },
  organ: { colour: '#c2452d', on: '#fff', icon: icons.organ },
  steam: { colour: '#6f6a66', on: '#fff', icon: icons.steam },
  ventilation: { colour: '#1b6ca8', on: '#fff', icon: icons.ventilation },
  aether: { colour: '#7a4fa3', on: '#fff', icon: icons.aether },
  brain: { colour: '#0f7a5a', on: '#fff', icon: icons.brain },
  engineer: { colour: '#2b221b', on: '#ffe9b8', icon: icons.engineer },
};
export const look = (science: string) =>
  looks[science] ?? { colour: '#b08968', on: '#2b221b', icon: '<circle cx="256" cy="256" r="150" fill="currentColor"/>' };

/** What is printed on a card; undefined for one of another deck. */
export function face(card: string): CardFace | undefined {
  const [, science = '', number = ''] = /^(.*)-(\d+)$/.exec(card) ?? [];
  const index = Number(number) - 1;
  if (science === 'engineer') {
    const found = engineers[index];
    return found && { science, number, gold: 2, field: 2, outrage: found[0], counts: found[1] };
  }
  const found = looks[science] && figures[index];
  return found && { science, number, gold: found[0], field: found[1], outrage: found[2] };
}

export const scienceName = (science: string, t: Translate): string => (looks[science] ? t(`capek.science.${science}`) : science);
export const bodyName = (body: string, t: Translate): string => (bodies[body] ? t(`capek.body.${body}`) : body);

export function cardName(card: string, t: Translate): string {
  const seen = face(card);
  if (!seen) return card;
  if (seen.science === 'engineer') return t('capek.engineer', { n: seen.number });
  return t('capek.card', { science: t(`capek.science.${seen.science}`), n: seen.number });
}

export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');

/** A card with everything on it, for who cannot see it. */
export function fullName(card: string, t: Translate): string {
  const seen = face(card);
  if (!seen) return card;
  const { gold, field, outrage, counts } = seen;
  const args = { card: cardName(card, t), gold, field, outrage: signed(outrage), counts: counts ?? 1 };
  return t(counts ? 'capek.engineer.full' : 'capek.card.full', args);
}
