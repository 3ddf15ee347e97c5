/**
 * What the reader has touched, or points at, without having chosen it yet: the table shows what would come of it. A finger chooses with a
 * second touch; a mouse points before it clicks, and the keyboard's focus points, too.
 */
class Touched {
  /** The choice as JSON. */
  key = $state<string | null>(null);
  /** What would come of it, in a sentence. */
  text = $state('');
  /** A finger has touched it, and may leave it at that: a second touch chooses it. */
  armed = $state(false);
  /** Chooses it. */
  private act: (() => void) | null = null;

  /** Whether this choice is pointed at. */
  at(choice: unknown): boolean {
    return this.key !== null && this.key === JSON.stringify(choice);
  }

  /** The choice that is pointed at. */
  get choice(): unknown {
    return this.key === null ? null : (JSON.parse(this.key) as unknown);
  }

  point(choice: unknown, text: string): void {
    if (this.armed) return;
    [this.key, this.text] = [JSON.stringify(choice), text];
  }

  /** The pointer is gone; what was touched with a finger stays. */
  leave(choice: unknown): void {
    if (!this.armed && this.at(choice)) this.clear();
  }

  arm(choice: unknown, text: string, act: () => void): void {
    [this.key, this.text, this.armed, this.act] = [JSON.stringify(choice), text, true, act];
  }

  /** Chooses what was touched. */
  confirm(): void {
    const act = this.act;
    this.clear();
    act?.();
  }

  clear(): void {
    [this.key, this.text, this.armed, this.act] = [null, '', false, null];
  }
}

export const touched = new Touched();
