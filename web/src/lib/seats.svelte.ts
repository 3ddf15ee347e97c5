const shapes = ['●', '▲', '■', '◆', '★', '✚'];

/**
 * How seats look: a colour and a shape each, so that neither is needed alone. Whoever sits at a table has the first look in every match,
 * whatever their seat is.
 */
class Seats {
  /** The reader's own seat; null where they have none, or several. */
  own = $state<number | null>(null);

  private look(seat: number): number {
    if (this.own === null) return seat % shapes.length;
    return (seat === this.own ? 0 : seat === 0 ? this.own : seat) % shapes.length;
  }

  colour(seat: number): string {
    return `var(--seat-${this.look(seat)})`;
  }

  shape(seat: number): string {
    return shapes[this.look(seat)] ?? '●';
  }
}

export const seats = new Seats();
