import type { OpenTable } from '../api/types';
import { ask } from './ask';

/** How often the list is asked for while somebody looks at it, in ms. */
const EVERY = 3000;

/** The open tables of this server, as long as the component that made this is there and the page is looked at. */
export class Tables {
  list = $state.raw<OpenTable[] | null>(null);
  /** The time, for clocks. */
  now = $state(Date.now());
  private timer: ReturnType<typeof setInterval> | undefined;
  private asked = 0;

  constructor() {
    void this.look();
    this.timer = setInterval(() => {
      this.now = Date.now();
      if (!document.hidden && this.now - this.asked >= EVERY) void this.look();
    }, 1000);
  }

  async look(): Promise<void> {
    this.asked = Date.now();
    try {
      this.list = (await ask.tables()).tables;
    } catch {
      // The list stays as it is until the server can be reached again.
    }
  }

  close(): void {
    clearInterval(this.timer);
  }
}
