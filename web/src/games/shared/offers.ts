import type { Offer } from '../../lib/types';

/** Whether two pieces of JSON are the same; the order of fields means nothing. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const others = new Map(Object.entries(b));
  const fields = Object.entries(a);
  return fields.length === others.size && fields.every(([key, value]) => others.has(key) && same(value, others.get(key)));
}

/** The offer of exactly this choice, if there is one: whatever it belongs to becomes a button. */
export function offerOf<Choice>(step: { choices: Offer<Choice>[] } | null, choice: NoInfer<Choice>): Offer<Choice> | undefined {
  return step?.choices.find((offer) => same(offer.choice, choice));
}

/** What the engine says that an action which is still possible would lead to. */
export function prospectOf<Prospect extends { action: unknown }>(
  step: { preview?: Prospect[] } | null,
  action: NoInfer<Prospect['action']>,
): Prospect | undefined {
  return step?.preview?.find((one) => same(one.action, action));
}

/** Things that may occur twice, each with a key that is stable while others come and go. */
export function keyed<T>(things: T[], name: (thing: T) => string): { key: string; thing: T }[] {
  const met = new Map<string, number>();
  return things.map((thing) => {
    const count = (met.get(name(thing)) ?? 0) + 1;
    met.set(name(thing), count);
    return { key: `${name(thing)}#${count}`, thing };
  });
}

/** The seats of a table, beginning with the viewer's own and going clockwise. */
export function aroundTable(seats: number, own: number | null): number[] {
  return Array.from({ length: seats }, (_, index) => (index + (own ?? 0)) % seats);
}
