// Programs as they are shown: read from their texts (`enemy?(A:F)`), or put together from the cards chosen so far.
import type { Action, Condition } from '../../api/games/duel';
import type { Translate } from '../../lib/types';

/** What a branch of an IF or the inside of a LOOP holds; undefined while it is still to be chosen. */
export interface Branch {
  /** An order's letter; null for nothing. */
  order: string | null;
  /** Where a LOOP stands in it. */
  times?: number;
}

export type Slot =
  | { kind: 'order'; order: string }
  | { kind: 'loop'; times: number; order?: string }
  | { kind: 'if'; condition: Condition; then?: Branch; otherwise?: Branch };

function readBranch(text: string): Branch {
  const loop = /^(\d)\((\w)\)$/.exec(text);
  if (loop) return { order: loop[2]!, times: Number(loop[1]) };
  return { order: text || null };
}

/** A slot from its text. */
export function readSlot(text: string): Slot {
  const loop = /^(\d)\((\w)\)$/.exec(text);
  if (loop) return { kind: 'loop', times: Number(loop[1]), order: loop[2]! };
  const test = /^(\w+)\?\((.*):(.*)\)$/.exec(text);
  if (test) return { kind: 'if', condition: test[1] as Condition, then: readBranch(test[2]!), otherwise: readBranch(test[3]!) };
  return { kind: 'order', order: text };
}

/** The slot that a bonus card begins; null for other cards. */
export function bonusSlot(card: string): Exclude<Slot, { kind: 'order' }> | null {
  const loop = /^LOOP (\d)$/.exec(card);
  if (loop) return { kind: 'loop', times: Number(loop[1]) };
  const test = /^IF (\w+)\?$/.exec(card);
  return test && { kind: 'if', condition: test[1] as Condition };
}

/** The bonus card that a slot is made with; null for an order. */
export const bonusOf = (slot: Slot): string | null =>
  slot.kind === 'order' ? null : slot.kind === 'loop' ? `LOOP ${slot.times}` : `IF ${slot.condition}?`;

/** The slots that the cards chosen so far make; the last one may be unfinished. */
export function fromChoices(chosen: string[]): Slot[] {
  const slots: Slot[] = [];
  let open: Slot | null = null;
  // The LOOP in a branch that waits for its order.
  let times: number | undefined;
  for (const choice of chosen) {
    const bonus = bonusSlot(choice);
    if (choice === 'done') continue;
    if (open?.kind === 'if') {
      if (bonus?.kind === 'loop' && !times) {
        times = bonus.times;
        continue;
      }
      const branch: Branch = { order: choice === 'nothing' ? null : choice, ...(times ? { times } : {}) };
      times = undefined;
      if (!open.then) open.then = branch;
      else {
        open.otherwise = branch;
        open = null;
      }
    } else if (open?.kind === 'loop') {
      open.order = choice;
      open = null;
    } else {
      open = bonus;
      slots.push(open ?? { kind: 'order', order: choice });
    }
  }
  return slots;
}

/** The cards so far without those of one slot. */
export function withoutSlot(chosen: string[], slot: number): string[] {
  return chosen.filter((_, index) => fromChoices(chosen.slice(0, index + 1)).length !== slot + 1);
}

/** The cards in the order they lie before a player. */
export const ORDERS = ['F', 'B', 'L', 'R', 'S', 'A', 'D', 'T'];
export const BONUSES = ['LOOP 2', 'LOOP 3', 'IF enemy?', 'IF attack?'];

const writeBranch = ({ order, times }: Branch): string => (times ? `${times}(${order ?? ''})` : (order ?? ''));

/** The text of a slot. That of an unfinished slot is refused by the engine. */
export function writeSlot(slot: Slot): string {
  if (slot.kind === 'order') return slot.order;
  if (slot.kind === 'loop') return `${slot.times}(${slot.order ?? ''})`;
  const { condition, then, otherwise } = slot;
  return `${condition}?(${then ? writeBranch(then) : ''}${otherwise ? `:${writeBranch(otherwise)}` : ''})`;
}

/**
 * The program that one more card would make, to ask what forbids it; without a card, the program that ending here would make. A bonus
 * card is asked about with an order in it, and an IF without an ELSE with nothing there.
 */
export function asked(chosen: string[], card: string | null, order: string): Action {
  const more = card === null ? [] : BONUSES.includes(card) ? [card, order] : [card];
  const slots = fromChoices([...chosen, ...more]);
  const last = slots.at(-1);
  if (card !== null && last?.kind === 'if') last.otherwise ??= { order: null };
  return { type: 'program', slots: slots.map(writeSlot) };
}

const order = (letter: string | null | undefined, t: Translate): string =>
  letter ? t.orElse(`duel.order.${letter}`, letter) : t('duel.choice.nothing');

function branchName(branch: Branch | undefined, t: Translate): string {
  if (!branch) return '…';
  return branch.times ? t('duel.slot.loop', { n: branch.times, order: order(branch.order, t) }) : order(branch.order, t);
}

/** A slot in words. */
export function slotName(slot: Slot, t: Translate): string {
  if (slot.kind === 'order') return order(slot.order, t);
  if (slot.kind === 'loop') return t('duel.slot.loop', { n: slot.times, order: slot.order ? order(slot.order, t) : '…' });
  return t('duel.slot.if', {
    condition: t(`duel.condition.${slot.condition}`),
    then: branchName(slot.then, t),
    else: branchName(slot.otherwise, t),
  });
}

/** A program in words. */
export const programName = (program: string[], t: Translate): string => program.map((text) => slotName(readSlot(text), t)).join(', ');
