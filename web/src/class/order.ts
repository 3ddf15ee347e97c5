/** The list with one of its things moved to another place; places beyond the ends are the ends. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const thing = list[from];
  if (thing === undefined) return [...list];
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(Math.max(0, Math.min(rest.length, to)), 0, thing);
}

/**
 * Where a thing belongs that is dragged to a height: `middles` are those of all places, the dragged thing's own included. It takes another
 * place only when its middle has passed the one that lies there, so that a small tremble changes nothing.
 */
export function placeAt(middles: readonly number[], from: number, height: number): number {
  const before = middles.filter((middle, index) => index < from && height < middle).length;
  const after = middles.filter((middle, index) => index > from && height > middle).length;
  return from - before + after;
}
