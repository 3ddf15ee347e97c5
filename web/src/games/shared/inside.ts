/** Shifts something that would reach beyond the table back inside. Where it is laid out counts, not where an animation has brought it. */
export function keepInside(node: HTMLElement): void {
  const [table, panel] = [node.closest('[data-table]'), node.offsetParent];
  if (!table || !panel) return;
  const [outer, from] = [table.getBoundingClientRect(), panel.getBoundingClientRect()];
  const shift = (start: number, size: number, least: number, most: number): number => Math.max(least, Math.min(start, most - size)) - start;
  const x = shift(from.left + panel.clientLeft + node.offsetLeft, node.offsetWidth, outer.left, outer.right);
  const y = shift(from.top + panel.clientTop + node.offsetTop, node.offsetHeight, outer.top, outer.bottom);
  node.style.translate = `${x}px ${y}px`;
}
