import { awayFrom } from './mine';
import { placesOf } from './names';
import type { Info } from './types';

const shapes = ['●', '▲', '■', '◆', '★', '✚'];
const nothing = (): Info | null => null;

/**
 * How seats look: a colour and a shape each, so that neither is needed alone. They go with who sits there: a person looks the same on every
 * screen at a table, and at its rematches.
 */
class Seats {
  private table = $state.raw(nothing);
  private places = $derived(placesOf(this.table()?.chairs ?? []));
  private absent = $derived.by(() => {
    const table = this.table();
    return table ? awayFrom(table) : [];
  });

  /** Follows who sits at a table, and who is away from it. Returns what ends this. */
  follow(table: () => Info | null): () => void {
    this.table = table;
    return () => {
      if (this.table === table) this.table = nothing;
    };
  }

  colour(seat: number): string {
    return `var(--seat-${this.place(seat)})`;
  }

  shape(seat: number): string {
    return shapes[this.place(seat)] ?? '●';
  }

  isAway(seat: number): boolean {
    return this.absent.includes(seat);
  }

  /** The place of who sits there, from 0: whatever looks different for each player goes by it. */
  place(seat: number): number {
    return (this.places[seat] ?? seat) % shapes.length;
  }
}

export const seats = new Seats();
