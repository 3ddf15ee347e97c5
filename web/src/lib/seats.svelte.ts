const shapes = ['●', '▲', '■', '◆', '★', '✚'];
const nobody = (): number[] => [];

/** How seats look: a colour and a shape each, so that neither is needed alone. A seat looks the same on every screen at its table. */
class Seats {
  private absent = $state.raw(nobody);

  /** Follows who is away from a table. Returns what ends this. */
  follow(absent: () => number[]): () => void {
    this.absent = absent;
    return () => {
      if (this.absent === absent) this.absent = nobody;
    };
  }

  colour(seat: number): string {
    return `var(--seat-${seat % shapes.length})`;
  }

  shape(seat: number): string {
    return shapes[seat % shapes.length] ?? '●';
  }

  isAway(seat: number): boolean {
    return this.absent().includes(seat);
  }
}

export const seats = new Seats();
