/** The die of the table: until it lies, nothing gives its face away. */
class Rolling {
  /** Whether it still tumbles. */
  now = $state(false);
  /** How long it tumbles, in ms. */
  lasts = $state(0);
  private end: ReturnType<typeof setTimeout> | undefined;

  start(lasts: number): void {
    this.stop();
    [this.now, this.lasts] = [true, lasts];
    this.end = setTimeout(() => this.stop(), lasts);
  }

  stop(): void {
    clearTimeout(this.end);
    this.now = false;
  }
}

export const rolling = new Rolling();
