import { cubicOut } from 'svelte/easing';
import { crossfade, type TransitionConfig } from 'svelte/transition';

/** Whether nothing should move: asked for by the shell, or by the reader's system. */
export function still(calm: boolean): boolean {
  return calm || (typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches);
}

/** How long a card flies over a distance, in ms. */
const duration = (distance: number): number => Math.min(560, 200 + distance * 0.5);

/** Which card it is, and where else on the table it comes from or goes to: a pile, a player, a place. */
interface Moved {
  key: unknown;
  /** A selector within the table, where the card itself is not shown there. */
  by?: string | undefined;
}
type Move = (node: Element, moved: Moved) => () => TransitionConfig;

/** The flight between a card and another thing on the table, growing on the way; without such a thing the card just grows. */
function fly(node: Element, by: string | undefined): TransitionConfig {
  const other = by ? node.closest('.room')?.querySelector(by) : null;
  const [here, there] = [node.getBoundingClientRect(), (other ?? node).getBoundingClientRect()];
  const x = there.left + there.width / 2 - here.left - here.width / 2;
  const y = there.top + there.height / 2 - here.top - here.height / 2;
  return {
    duration: duration(Math.hypot(x, y)),
    easing: cubicOut,
    css: (shown, gone) => `transform: translate(${x * gone}px, ${y * gone}px) scale(${1 - 0.5 * gone}); opacity: ${shown}; z-index: 5; position: relative`,
  };
}

/**
 * Cards that leave one place and come to another fly there. `calm` is asked each time, so that skipping works at once.
 */
export function cardMotion(calm: () => boolean) {
  const time = (ms: number): number => (still(calm()) ? 0 : ms);
  const [send, receive] = crossfade({
    duration: (distance) => time(duration(distance)),
    easing: cubicOut,
    fallback: (node, moved) => (still(calm()) ? { duration: 0 } : fly(node, (moved as Moved).by)),
  });
  return {
    send: send as unknown as Move,
    receive: receive as unknown as Move,
    flip: () => ({ duration: (distance: number) => time(duration(distance)), easing: cubicOut }),
  };
}
