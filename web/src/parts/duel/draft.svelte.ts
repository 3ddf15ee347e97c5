import { bonusOf, bonusSlot, writeSlot, type Slot } from '../../games/duel/program';

/** Where a card can go: a slot, and which of its places. */
export interface Spot {
  slot: number;
  part: Part;
}
type Part = 'order' | 'inner' | 'then' | 'else';

const PARTS: Record<Slot['kind'], Part[]> = { order: ['order'], loop: ['inner'], if: ['then', 'else'] };

/** The card in a place of a slot; null if there is none. */
export function cardAt(slot: Slot, part: Part): string | null {
  if (slot.kind !== 'if') return slot.order ?? null;
  return (part === 'else' ? slot.otherwise : slot.then)?.order ?? null;
}

function setCard(slot: Slot, part: Part, card: string | null): void {
  if (slot.kind === 'if') {
    const at = part === 'else' ? 'otherwise' : 'then';
    // A LOOP that lies there holds the card.
    const times = slot[at]?.times;
    slot[at] = { order: card, ...(times && card !== null ? { times } : {}) };
  } else if (card !== null) slot.order = card;
  else if (slot.kind === 'loop') delete slot.order;
}

/** How often the LOOP in a branch repeats its card; none, if there is no LOOP. */
export const loopAt = (slot: Slot, part: Part): number | undefined =>
  slot.kind === 'if' ? (part === 'else' ? slot.otherwise : slot.then)?.times : undefined;

/** The bonus cards of a slot: its own, and a LOOP in a branch. */
const bonusesOf = (slot: Slot): (string | null)[] => [
  bonusOf(slot),
  ...PARTS[slot.kind].map((part) => (loopAt(slot, part) ? `LOOP ${loopAt(slot, part)}` : null)),
];

const filledParts = (slot: Slot): Part[] => PARTS[slot.kind].filter((part) => cardAt(slot, part) !== null);

/** A program that is being put together: what it holds, what is left in the hand, and where the next card would go. */
export class Draft {
  slots = $state<Slot[]>([]);
  /** The empty place that was chosen for the next card. */
  private chosen = $state<Spot | null>(null);

  constructor(
    readonly hand: Record<string, number>,
    readonly bonuses: string[],
    readonly most: number,
    /** Whether a LOOP may be part of an IF. */
    readonly nests = false,
  ) {}

  /** The next card goes here, and not where it would go by itself; the same place again takes that back. */
  aim(spot: Spot): void {
    this.chosen = this.isAim(spot) ? null : spot;
  }

  isAim = (spot: Spot): boolean => this.chosen?.slot === spot.slot && this.chosen.part === spot.part;

  left(card: string): number {
    const used = this.slots.flatMap((slot) => filledParts(slot).map((part) => cardAt(slot, part)));
    return (this.hand[card] ?? 0) - used.filter((one) => one === card).length;
  }

  bonusLeft(id: string): boolean {
    return this.bonuses.includes(id) && !this.slots.some((slot) => bonusesOf(slot).includes(id));
  }

  get full(): boolean {
    return this.slots.length >= this.most;
  }

  /** The place that was chosen, else one inside a bonus card that waits for a card, else a new slot; null if there is none. */
  get next(): Spot | null {
    const aimed = this.chosen && this.slots[this.chosen.slot];
    if (this.chosen && aimed && cardAt(aimed, this.chosen.part) === null) return this.chosen;
    for (const [slot, one] of this.slots.entries()) {
      const open = PARTS[one.kind].find((part) => loopAt(one, part) && cardAt(one, part) === null);
      if (open) return { slot, part: open };
    }
    const waiting = this.slots.findIndex((slot) => filledParts(slot).length === 0);
    if (waiting >= 0) return { slot: waiting, part: PARTS[this.slots[waiting]!.kind][0]! };
    return this.full ? null : { slot: this.slots.length, part: 'order' };
  }

  put(card: string, spot: Spot | null = this.next): void {
    if (!spot || this.left(card) <= 0) return;
    const slot = this.slots[spot.slot];
    this.chosen = null;
    if (slot) setCard(slot, spot.part, card);
    else if (!this.full) this.slots.push({ kind: 'order', order: card });
  }

  /** Where a bonus card can go: into a branch, if it is a LOOP and that is allowed, else a new slot. */
  placeOf(id: string, spot: Spot | null = this.chosen): Spot | null {
    if (!this.bonusLeft(id)) return null;
    const branch = spot && this.slots[spot.slot];
    const holds = branch && branch.kind === 'if' && (spot.part === 'then' || spot.part === 'else') && cardAt(branch, spot.part) === null;
    if (this.nests && holds && id.startsWith('LOOP')) return spot;
    return this.full ? null : { slot: this.slots.length, part: 'order' };
  }

  putBonus(id: string, at: Spot | null = this.chosen): void {
    const slot = bonusSlot(id);
    const place = this.placeOf(id, at);
    if (!slot || !place) return;
    this.chosen = null;
    const branch = this.slots[place.slot];
    if (branch?.kind === 'if' && slot.kind === 'loop') {
      branch[place.part === 'else' ? 'otherwise' : 'then'] = { order: null, times: slot.times };
      return;
    }
    // A branch that is left empty holds nothing.
    this.slots.push(slot.kind === 'if' ? { ...slot, then: { order: null }, otherwise: { order: null } } : slot);
  }

  /** Takes a card back, or the whole slot if it is empty or holds only that card. */
  take({ slot: at, part }: Spot): void {
    const slot = this.slots[at];
    this.chosen = null;
    if (slot && slot.kind !== 'order' && (cardAt(slot, part) !== null || loopAt(slot, part))) setCard(slot, part, null);
    else this.slots.splice(at, 1);
  }

  undo(): void {
    const slot = this.slots.at(-1);
    if (slot) this.take({ slot: this.slots.length - 1, part: filledParts(slot).at(-1) ?? 'order' });
  }

  /** The slots that are finished, up to the first that is not: what they do can be shown already. */
  get finished(): string[] {
    const waits = (slot: Slot, part: Part): boolean => loopAt(slot, part) !== undefined && cardAt(slot, part) === null;
    const open = this.slots.findIndex((slot) => filledParts(slot).length === 0 || PARTS[slot.kind].some((part) => waits(slot, part)));
    return (open < 0 ? this.slots : this.slots.slice(0, open)).map(writeSlot);
  }

  get text(): string[] {
    return this.slots.map(writeSlot);
  }
}
