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
  if (slot.kind === 'if') slot[part === 'else' ? 'otherwise' : 'then'] = { order: card };
  else if (card !== null) slot.order = card;
  else if (slot.kind === 'loop') delete slot.order;
}

const filledParts = (slot: Slot): Part[] => PARTS[slot.kind].filter((part) => cardAt(slot, part) !== null);

/** A program that is being put together: what it holds, what is left in the hand, and where the next card would go. */
export class Draft {
  slots = $state<Slot[]>([]);

  constructor(
    readonly hand: Record<string, number>,
    readonly bonuses: string[],
    readonly most: number,
  ) {}

  left(card: string): number {
    const used = this.slots.flatMap((slot) => filledParts(slot).map((part) => cardAt(slot, part)));
    return (this.hand[card] ?? 0) - used.filter((one) => one === card).length;
  }

  bonusLeft(id: string): boolean {
    return this.bonuses.includes(id) && !this.slots.some((slot) => bonusOf(slot) === id);
  }

  get full(): boolean {
    return this.slots.length >= this.most;
  }

  /** The place inside a bonus card that waits for a card, else a new slot; null if there is neither. */
  get next(): Spot | null {
    const waiting = this.slots.findIndex((slot) => filledParts(slot).length === 0);
    if (waiting >= 0) return { slot: waiting, part: PARTS[this.slots[waiting]!.kind][0]! };
    return this.full ? null : { slot: this.slots.length, part: 'order' };
  }

  put(card: string, spot: Spot | null = this.next): void {
    if (!spot || this.left(card) <= 0) return;
    const slot = this.slots[spot.slot];
    if (slot) setCard(slot, spot.part, card);
    else if (!this.full) this.slots.push({ kind: 'order', order: card });
  }

  putBonus(id: string): void {
    const slot = bonusSlot(id);
    if (!slot || !this.bonusLeft(id) || this.full) return;
    // A branch that is left empty holds nothing.
    this.slots.push(slot.kind === 'if' ? { ...slot, then: { order: null }, otherwise: { order: null } } : slot);
  }

  /** Takes a card back, or the whole slot if it is empty or holds only that card. */
  take({ slot: at, part }: Spot): void {
    const slot = this.slots[at];
    if (slot && slot.kind !== 'order' && cardAt(slot, part) !== null) setCard(slot, part, null);
    else this.slots.splice(at, 1);
  }

  undo(): void {
    const slot = this.slots.at(-1);
    if (slot) this.take({ slot: this.slots.length - 1, part: filledParts(slot).at(-1) ?? 'order' });
  }

  /** The slots that are finished, up to the first that is not: what they do can be shown already. */
  get finished(): string[] {
    const open = this.slots.findIndex((slot) => filledParts(slot).length === 0);
    return (open < 0 ? this.slots : this.slots.slice(0, open)).map(writeSlot);
  }

  get text(): string[] {
    return this.slots.map(writeSlot);
  }
}
