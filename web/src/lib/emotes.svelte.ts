import { SvelteMap } from 'svelte/reactivity';
import type { Emote } from '../api/types';

export type { Emote };

/** What can be called across the table, in the order of the picker. */
export const EMOTES: Emote[] = ['hello', 'luck', 'bravo', 'thanks', 'laugh', 'wow', 'ouch', 'think'];

/** How long one is seen, in ms. */
const SEEN = 4000;

/** What players have just called across the table, shown at their seats for a moment. Nobody keeps it. */
class Emotes {
  private readonly shown = new SvelteMap<number, Emote>();
  private timers = new Map<number, ReturnType<typeof setTimeout>>();
  /** The latest one, for readers who do not see the table. */
  latest = $state.raw<{ seat: number; emote: Emote } | null>(null);

  at(seat: number): Emote | null {
    return this.shown.get(seat) ?? null;
  }

  show(seat: number, emote: Emote): void {
    this.shown.set(seat, emote);
    this.latest = { seat, emote };
    clearTimeout(this.timers.get(seat));
    this.timers.set(
      seat,
      setTimeout(() => this.forget(seat), SEEN),
    );
  }

  /** Nothing is left of another table's. */
  clear(): void {
    for (const seat of this.shown.keys()) this.forget(seat);
    this.latest = null;
  }

  private forget(seat: number): void {
    clearTimeout(this.timers.get(seat));
    this.shown.delete(seat);
  }
}

export const emotes = new Emotes();
