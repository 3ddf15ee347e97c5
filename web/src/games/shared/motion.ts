import { cubicOut } from 'svelte/easing';
import type { TransitionConfig } from 'svelte/transition';

/** Whether nothing should move: asked for by the shell, or by the reader's system. */
export function still(calm: boolean): boolean {
  return calm || (typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches);
}

/** Whether fingers touch the table: what is small must be made larger for them. */
export function coarse(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches;
}

/** How long a card flies over a distance, in ms. */
const duration = (distance: number): number => Math.min(560, 200 + distance * 0.5);

/** Which card it is, and where else on the table it comes from or goes to: a pile, a player, a place. */
interface Moved {
  key: unknown;
  /** A selector within the table, where the card itself is not shown there. */
  by?: string | undefined;
}
type Move = (node: HTMLElement, moved: Moved) => () => TransitionConfig;

/** A layer of its own above the table while something moves. The style is set once, and taken back when the card has arrived. */
function lift(node: HTMLElement): void {
  const { style } = node;
  [style.willChange, style.zIndex] = ['transform, opacity', '5'];
  if (getComputedStyle(node).position === 'static') style.position = 'relative';
  node.addEventListener('introend', () => ([style.willChange, style.zIndex, style.position] = ['', '', '']), { once: true });
}

/**
 * The way between a card and another thing on the table, changing size as it goes; without another thing it just grows. Only transform and
 * opacity change: anything else (a place, a z-index, even an origin) would make the browser draw each frame on the main thread.
 */
function fly(node: HTMLElement, other: Element | null, shrinks: boolean): TransitionConfig {
  const [here, there] = [node.getBoundingClientRect(), (other ?? node).getBoundingClientRect()];
  const x = there.left + there.width / 2 - here.left - here.width / 2;
  const y = there.top + there.height / 2 - here.top - here.height / 2;
  const size = shrinks ? 0.5 : there.width / (here.width || 1);
  lift(node);
  return {
    duration: duration(Math.hypot(x, y)),
    easing: cubicOut,
    css: (shown, gone) => `transform: translate(${x * gone}px, ${y * gone}px) scale(${1 + (size - 1) * gone}); opacity: ${shown}`,
  };
}

/**
 * Cards that leave one place and come to another fly there. `calm` is asked each time, so that skipping works at once.
 */
export function cardMotion(calm: () => boolean) {
  // What has left or come in this moment and waits for its other half, by key.
  const [leaving, coming] = [new Map<unknown, HTMLElement>(), new Map<unknown, HTMLElement>()];
  const half =
    (own: Map<unknown, HTMLElement>, others: Map<unknown, HTMLElement>): Move =>
    (node, { key, by }) => {
      own.set(key, node);
      return () => {
        const other = others.get(key);
        others.delete(key);
        if (!other) own.delete(key);
        if (still(calm())) return { duration: 0 };
        return other ? fly(node, other, false) : fly(node, (by && node.closest('[data-table]')?.querySelector(by)) || null, true);
      };
    };
  return {
    send: half(leaving, coming),
    receive: half(coming, leaving),
    flip: () => ({ duration: (distance: number) => (still(calm()) ? 0 : duration(distance)), easing: cubicOut }),
  };
}
