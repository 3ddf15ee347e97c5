const shapes = ['●', '▲', '■', '◆', '★', '✚'];
const nobody = (): number | null => null;

/**
 * How seats look: a colour and a shape each, so that neither is needed alone. Whoever sits at a table has the first look in every match,
 * whatever their seat is.
 */
class Seats {
  private own = $state.raw(nobody);

  /** Follows the reader's own seat at a table: null if they have none, or several. Returns what ends this. */
  follow(own: () => number | null): () => void {
    this.own = own;
    return () => {
      if (this.own === own) this.own = nobody;
    };
  }

  private look(seat: number): number {
    const own = this.own();
    if (own === null) return seat % shapes.length;
    return (seat === own ? 0 : seat === 0 ? own : seat) % shapes.length;
  }

  colour(seat: number): string {
    return `var(--seat-${this.look(seat)})`;
  }

  shape(seat: number): string {
    return shapes[this.look(seat)] ?? '●';
  }
}

export const seats = new Seats();
