import { cubicOut } from 'svelte/easing';
import { crossfade, scale } from 'svelte/transition';

/** Whether nothing should move: asked for by the shell, or by the reader's system. */
export function still(calm: boolean): boolean {
  return calm || (typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches);
}

/** How long a card takes over a distance, in ms. */
const duration = (distance: number): number => Math.min(520, 180 + distance * 0.5);

/**
 * Cards that leave one place and come to another fly there; those that come from nowhere grow. `calm` is asked each time, so that
 * skipping works at once.
 */
export function cardMotion(calm: () => boolean) {
  const time = (ms: number): number => (still(calm()) ? 0 : ms);
  const [send, receive] = crossfade({
    duration: (distance) => time(duration(distance)),
    easing: cubicOut,
    fallback: (node) => scale(node, { duration: time(200), start: 0.7 }),
  });
  return { send, receive, flip: () => ({ duration: (distance: number) => time(duration(distance)), easing: cubicOut }) };
}
