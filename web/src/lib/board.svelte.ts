import type { Own } from './types';

/** A board as it is drawn: the part of the duel's view that lies on the table. */
export interface BoardView {
  size: number;
  golems: { at: string; facing: string }[];
  walls: string[];
  water: string[];
  barrels: string[];
  streams: string[][];
  goal?: string | string[];
}

/** The cells of a board, row by row from the top, named as in chess. */
export function cellsOf(size: number): string[] {
  return Array.from({ length: size * size }, (_, index) => {
    const row = size - Math.floor(index / size);
    return `${String.fromCharCode(97 + (index % size))}${row}`;
  });
}

/** The cells that goals speak of: `reach c3`. */
export function goalCells(goal: BoardView['goal']): string[] {
  const goals = goal === undefined ? [] : Array.isArray(goal) ? goal : [goal];
  return goals.flatMap((text) => /^reach ([a-f][1-6])$/.exec(text ?? '')?.[1] ?? []);
}

/** A slot of a program while it is being put together. A place that waits for a card is null. */
export type Slot =
  | { kind: 'order'; card: string }
  | { kind: 'loop'; times: number; inner: string | null }
  | { kind: 'if'; condition: string; then: string | null; else: string | null };

/** Where a card can go: a slot, and which of its places. */
export interface Spot {
  slot: number;
  part: 'order' | 'inner' | 'then' | 'else';
}

/** The notation of a slot: `F`, `2(F)`, `enemy?(A:F)`. */
export function slotText(slot: Slot): string {
  if (slot.kind === 'order') return slot.card;
  if (slot.kind === 'loop') return `${slot.times}(${slot.inner ?? ''})`;
  return `${slot.condition}(${slot.then ?? ''}:${slot.else ?? ''})`;
}

/** The slot with `card` in it where it waits for one. */
export function filled(slot: Slot, card: string): Slot {
  if (slot.kind === 'loop') return { ...slot, inner: slot.inner ?? card };
  return slot.kind === 'if' && cardsIn(slot).length === 0 ? { ...slot, then: card } : slot;
}

/** Bonus cards, by the name they have in a walk. */
export const bonusCards: { id: string; slot: () => Slot }[] = [
  { id: 'LOOP 2', slot: () => ({ kind: 'loop', times: 2, inner: null }) },
  { id: 'LOOP 3', slot: () => ({ kind: 'loop', times: 3, inner: null }) },
  { id: 'IF enemy?', slot: () => ({ kind: 'if', condition: 'enemy?', then: null, else: null }) },
  { id: 'IF attack?', slot: () => ({ kind: 'if', condition: 'attack?', then: null, else: null }) },
];

export const bonusOf = (slot: Slot): string | null =>
  slot.kind === 'order' ? null : slot.kind === 'loop' ? `LOOP ${slot.times}` : `IF ${slot.condition}`;

/** The action cards in a slot. */
export function cardsIn(slot: Slot): string[] {
  const cards = slot.kind === 'order' ? [slot.card] : slot.kind === 'loop' ? [slot.inner] : [slot.then, slot.else];
  return cards.filter((card) => card !== null);
}

/** A program that is being put together: what it holds, what is left in the hand, and where the next card would go. */
export class Draft {
  slots = $state<Slot[]>([]);

  constructor(
    readonly hand: Record<string, number>,
    readonly bonuses: string[],
    readonly most: number,
  ) {}

  left(card: string): number {
    return (this.hand[card] ?? 0) - this.slots.flatMap(cardsIn).filter((used) => used === card).length;
  }

  bonusLeft(id: string): boolean {
    return this.bonuses.includes(id) && !this.slots.some((slot) => bonusOf(slot) === id);
  }

  get full(): boolean {
    return this.slots.length >= this.most;
  }

  /** The place inside a bonus card that waits for a card, else a new slot; null where there is none. */
  get next(): Spot | null {
    for (const [index, slot] of this.slots.entries()) {
      if (slot.kind === 'loop' && slot.inner === null) return { slot: index, part: 'inner' };
      if (slot.kind === 'if' && slot.then === null && slot.else === null) return { slot: index, part: 'then' };
    }
    return this.full ? null : { slot: this.slots.length, part: 'order' };
  }

  put(card: string, spot: Spot | null = this.next): void {
    if (!spot || this.left(card) <= 0) return;
    const slot = this.slots[spot.slot];
    if (slot?.kind === 'loop') slot.inner = card;
    else if (slot?.kind === 'if') slot[spot.part === 'else' ? 'else' : 'then'] = card;
    else if (slot) this.slots[spot.slot] = { kind: 'order', card };
    else if (!this.full) this.slots.push({ kind: 'order', card });
  }

  putBonus(id: string, at = this.slots.length): void {
    const bonus = bonusCards.find((one) => one.id === id);
    if (!bonus || !this.bonusLeft(id) || this.full) return;
    this.slots.splice(at, 0, bonus.slot());
  }

  take(spot: Spot): void {
    const slot = this.slots[spot.slot];
    if (slot?.kind === 'loop' && spot.part === 'inner' && slot.inner !== null) slot.inner = null;
    else if (slot?.kind === 'if' && spot.part === 'then' && slot.then !== null) slot.then = null;
    else if (slot?.kind === 'if' && spot.part === 'else' && slot.else !== null) slot.else = null;
    else this.slots.splice(spot.slot, 1);
  }

  undo(): void {
    const slot = this.slots.at(-1);
    if (!slot) return;
    const at = this.slots.length - 1;
    if (slot.kind === 'if' && slot.else !== null) slot.else = null;
    else if (slot.kind === 'if' && slot.then !== null) slot.then = null;
    else if (slot.kind === 'loop' && slot.inner !== null) slot.inner = null;
    else this.slots.splice(at, 1);
  }

  get text(): string[] {
    return this.slots.map(slotText);
  }
}

/** What the editor makes: a board file as JSON. Fields that are left out have the defaults of `docs/boards.md`. */
export interface BoardFile {
  name: string;
  size: number;
  walls?: string[];
  water?: string[];
  barrels?: string[];
  streams?: string[][];
  golem?: { at: string; facing: string }[];
  [field: string]: Own;
}
