/** Whether nothing should move: asked for by the shell, or by the reader's system. */
export function still(calm: boolean): boolean {
  return calm || (typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches);
}

/** Whether fingers touch the table: what is small must be made larger for them. */
export function coarse(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches;
}
