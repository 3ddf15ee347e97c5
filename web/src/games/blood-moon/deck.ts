// The deck that It's ALIVE!!! and The Inner Circle share, as the server sends it, and how it looks. There are no rules in here.
import { createContext } from 'svelte';
import type { Deck as DeckFile, Part } from '../../api/games/its-alive';
import { bodyNames, isBody, type Paint } from '../../art/rig';
import type { Translate } from '../../lib/types';
import * as icons from '../shared/icons/types';
import { look, type Look } from '../shared/look';

export type { DeckFile, Part };
export const parts: Part[] = ['head', 'torso', 'arm', 'leg'];

/** The types we have words for. */
const worded = ['fire', 'stone', 'wood', 'light', 'ice', 'air', 'metal', 'shadow', 'cake'] as const;
type Worded = (typeof worded)[number];

/** The pictures we have, by their names in the set. */
const pictures: Record<string, string> = {
  flame: icons.fire,
  rock: icons.stone,
  oak: icons.wood,
  sun: icons.light,
  'ice-cube': icons.ice,
  whirlwind: icons.air,
  anvil: icons.metal,
  'shadow-grasp': icons.shadow,
  'cake-slice': icons.cake,
};

export class Deck {
  private readonly looks: Record<string, Look>;
  private readonly paints: Record<string, Paint>;

  constructor(private readonly file: DeckFile) {
    const types = Object.entries(file.types);
    this.looks = Object.fromEntries(
      types.map(([kind, { name, colour, icon }]) => [kind, look(name, colour, pictures[icon] ?? this.pictureOf(kind))]),
    );
    const free = bodyNames.filter((body) => !(body in file.types));
    this.paints = Object.fromEntries(
      types.map(([kind], index) => [
        kind,
        { body: isBody(kind) ? kind : (free[index % free.length] ?? 'stone'), colour: this.look(kind).colour },
      ]),
    );
  }

  /** What its golems are drawn with: our types have bodies of their own, others get one of ours each, in turn. */
  paint(kind: string): Paint {
    return this.paints[kind] ?? { body: 'stone', colour: this.look(kind).colour };
  }

  /** The types of the ring, clockwise. */
  get ring(): string[] {
    return this.file.ring;
  }

  /** The type across the ring; null for one outside it. */
  opposite(kind: string): string | null {
    const { ring } = this.file;
    const at = ring.indexOf(kind);
    return at < 0 ? null : (ring[(at + ring.length / 2) % ring.length] ?? null);
  }

  /** The types without an opposite. */
  get aside(): string[] {
    return this.file.aside;
  }

  /** The faces of the die that call for a part. */
  faces(part: Part): number[] {
    return this.file.parts[part].faces;
  }

  /** What a face of the die calls for; nothing where it is special. */
  partAt(face: number): Part | undefined {
    return parts.find((part) => this.faces(part).includes(face));
  }

  /** How far a pawn walks for a part. */
  steps(part: Part): number[] {
    return this.file.parts[part].steps;
  }

  look(kind: string): Look {
    return this.looks[kind] ?? look(kind, '');
  }

  /** The name of a type: in the reader's language if the deck uses our name for it, else the deck's own name. */
  typeName(kind: string, t: Translate): string {
    return this.isWorded(kind) ? t(`type.${kind}`) : (this.file.types[kind]?.name ?? kind);
  }

  /** `fire arm` in words; a back is just `a card with an arm on its back`. */
  cardName(card: string, t: Translate): string {
    const { kind, part } = read(card);
    if (kind === null) return t('card.back', { part: t(`part.a.${part}`) });
    return t('card.body', { of: this.ofType(kind, t), part: t(`part.${part}`) });
  }

  /** `the fire arm`; a back is as in `cardName`. */
  theCard(card: string, t: Translate): string {
    const { kind, part } = read(card);
    return kind === null ? this.cardName(card, t) : t(`card.the.${part}`, { of: this.ofType(kind, t) });
  }

  /** `fire`, before or after the part: `de feu`. */
  private ofType(kind: string, t: Translate): string {
    return this.isWorded(kind) ? t(`type.of.${kind}`) : t('type.of', { type: this.typeName(kind, t) });
  }

  /** The icon for a type whose own icon we do not have. */
  private pictureOf(kind: string): string | undefined {
    return this.isWorded(kind) ? icons[kind] : undefined;
  }

  private isWorded(kind: string): kind is Worded {
    return worded.some((one) => one === kind) && this.file.types[kind]?.name.toLowerCase() === kind;
  }
}

/** A card's type and part: `fire.arm` is both, a back such as `arm` only the part. */
export function read(card: string): { kind: string | null; part: Part } {
  const [kind, part] = card.split('.');
  return part ? { kind: kind!, part: part as Part } : { kind: null, part: kind as Part };
}

/** The deck of the table around. */
export const [deckInPlay, playWith] = createContext<Deck>();
