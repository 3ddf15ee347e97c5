// The deck as the server sends it, and how it looks. There are no rules in here: the engine decides.
import { createContext } from 'svelte';
import type { CardEntry, Deck as DeckFile } from '../../api/games/capek';
import type { KeyUnder, Translate } from '../../lib/types';
import * as icons from '../shared/icons/sciences';
import { list } from '../shared/list';
import { look, type Look } from '../shared/look';

export type { DeckFile };

export interface BodyFace {
  field: number;
  /** The sets it takes; one is enough. */
  sets: { science: string; size: number }[];
}

export interface CardFace extends Pick<CardEntry, 'gold' | 'field' | 'outrage'> {
  /** Null for an Engineer. */
  science: string | null;
  /** What distinguishes it from other cards of its science. */
  mark: string;
  /** How many cards an Engineer stands for. */
  counts?: number;
}

/** The sciences we have words and pictures for: the name is the one in the deck of the game, so that another one's stay its own. */
type Known = KeyUnder<'capek.science'>;
const known: Record<Known, { name: string; icon: string }> = {
  parts: { name: 'Parts Machining', icon: icons.parts },
  organ: { name: 'Organ Replacement', icon: icons.organ },
  steam: { name: 'Steam Engine', icon: icons.steam },
  ventilation: { name: 'Ventilation Systems Integration', icon: icons.ventilation },
  aether: { name: 'Aetheric Sublimation', icon: icons.aether },
  brain: { name: 'Brain Surgery', icon: icons.brain },
};

const isNamed = (science: string): science is Known => science in known;

/** The body cards we have words for, which together make a figure. */
export const figure = ['head', 'right-arm', 'torso', 'left-arm', 'right-leg', 'left-leg'];

/** Decks name colours by words; these are their shades on the page. */
const shades: Record<string, string> = {
  yellow: '#f0c94a',
  red: '#c2452d',
  grey: '#6f6a66',
  gray: '#6f6a66',
  blue: '#1b6ca8',
  violet: '#7a4fa3',
  purple: '#7a4fa3',
  green: '#0f7a5a',
  brown: '#7b4a2a',
  gold: '#d9a520',
  orange: '#d9772b',
  pink: '#d88aa8',
  turquoise: '#3fa7a0',
  silver: '#b8b8b8',
  white: '#f4f1ea',
  black: '#26232b',
};

const engineers: Look = { colour: '#2b221b', on: '#ffe9b8', icon: icons.engineer };

export class Deck {
  private readonly sciences: Map<string, { name: string; look: Look }>;
  private readonly bodies: Map<string, BodyFace>;
  private readonly cards: Map<string, CardFace>;

  constructor(file: DeckFile) {
    this.sciences = new Map(
      file.science.map(({ id, name, colour }) => [
        id,
        { name, look: look(name, shades[colour.toLowerCase()] ?? colour, isNamed(id) ? known[id].icon : undefined) },
      ]),
    );
    this.bodies = new Map(
      file.body.map(({ id, field, set, sciences }) => [
        id,
        { field, sets: sciences.map((science, index) => ({ science, size: typeof set === 'number' ? set : set[index]! })) },
      ]),
    );
    this.cards = new Map([
      ...file.card.map((card): [string, CardFace] => [card.id, { ...card, mark: mark(card.id, card.science) }]),
      ...file.engineer.map((card): [string, CardFace] => [card.id, { ...card, science: null, mark: mark(card.id, 'engineer') }]),
    ]);
  }

  /** What is printed on a card. */
  card(id: string): CardFace {
    return here(this.cards, id);
  }

  /** The parts of a golem, as the deck lists them. */
  get parts(): string[] {
    return [...this.bodies.keys()];
  }

  body(id: string): BodyFace {
    return here(this.bodies, id);
  }

  /** The sets a body card takes, in words: `4 from Brain Surgery or Aetheric Sublimation`, `1 from Clay or 3 from Word`. */
  setsOf(id: string, t: Translate): string {
    const { sets } = this.body(id);
    const sizes = [...new Set(sets.map(({ size }) => size))];
    const groups = sizes.map((n) => {
      const sciences = sets.filter(({ size }) => size === n).map(({ science }) => this.scienceName(science, t));
      return t('capek.body.set', { n, sciences: list(sciences, t, 'capek.or') });
    });
    return list(groups, t, 'capek.or');
  }

  /** How a science looks; null is for Engineers. */
  look(science: string | null): Look {
    return science === null ? engineers : (this.sciences.get(science)?.look ?? look(science, ''));
  }

  /** The name of a science: in the reader's language if the deck uses the standard name, else the deck's own name. */
  scienceName(science: string, t: Translate): string {
    return this.isKnown(science) ? t(`capek.science.${science}`) : (this.sciences.get(science)?.name ?? science);
  }

  /** A name short enough for a card. */
  shortName(science: string | null, t: Translate): string {
    if (science === null) return t('capek.short.engineer');
    return this.isKnown(science) ? t(`capek.short.${science}`) : this.scienceName(science, t);
  }

  bodyName(body: string, t: Translate): string {
    return figure.includes(body) ? t.orElse(`capek.body.${body}`, body) : body;
  }

  cardName(card: string, t: Translate): string {
    const { science, mark: n } = this.card(card);
    return science === null ? t('capek.engineer', { n }) : t('capek.card', { science: this.scienceName(science, t), n });
  }

  /** A card with everything on it, for screen readers. */
  fullName(card: string, t: Translate): string {
    const { gold, field, outrage, counts } = this.card(card);
    const args = { card: this.cardName(card, t), gold, field, outrage: signed(outrage), counts: counts ?? 1 };
    return t(counts ? 'capek.engineer.full' : 'capek.card.full', args);
  }

  private isKnown(science: string): science is Known {
    return isNamed(science) && known[science].name === this.sciences.get(science)?.name;
  }
}

function here<T>(things: Map<string, T>, id: string): T {
  const thing = things.get(id);
  if (thing === undefined) throw new Error(`the deck has no ${id}`);
  return thing;
}

/** `steam-3` is the 3 of its science; any other id is its own mark. */
const mark = (id: string, science: string): string => (id.startsWith(`${science}-`) ? id.slice(science.length + 1) : id);

export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');

/** The deck of the table around. */
export const [deckInPlay, playWith] = createContext<Deck>();
