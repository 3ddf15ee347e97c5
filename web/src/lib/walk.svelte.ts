import { Refused } from './api';
import type { Step } from './types';

/** What a walk needs of the server. */
export interface Builder {
  /** The step after these choices. */
  build: (choices: unknown[]) => Promise<Step>;
  play: (action: unknown) => Promise<void>;
}

/**
 * A decision that is being put together, choice by choice. The server says what each step offers, so there are no rules here. A choice
 * can be taken back until the last one plays the action; `careful` waits for a confirmation before that.
 */
export class Walk {
  chosen = $state.raw<unknown[]>([]);
  step = $state.raw<Step | null>(null);
  /** A request is pending: nothing can be chosen. */
  busy = $state(false);
  /** Why the last attempt failed. */
  refusal = $state.raw<Refused | null>(null);
  /** The latest question; an answer to an older one is not heard. */
  private turn = 0;

  constructor(
    private readonly builder: Builder,
    private readonly careful: () => boolean = () => false,
  ) {}

  /** The action that waits to be confirmed. */
  get ready(): unknown {
    return this.step?.action ?? null;
  }

  /** Starts, or continues where it was if the table still allows that. */
  async begin(): Promise<void> {
    const kept = this.chosen;
    if (!(await this.look(kept)) && kept.length > 0) await this.look([]);
  }

  async choose(choice: unknown): Promise<void> {
    if (this.busy || !this.step || this.ready !== null) return;
    this.refusal = null;
    if (!(await this.look([...this.chosen, choice]))) return;
    if (this.ready !== null && !this.careful()) await this.confirm();
  }

  /** Takes the last choice back. */
  async undo(): Promise<void> {
    if (this.busy || this.chosen.length === 0) return;
    this.refusal = null;
    await this.look(this.chosen.slice(0, -1));
  }

  async restart(): Promise<void> {
    if (this.busy) return;
    this.refusal = null;
    await this.look([]);
  }

  /** Plays the action that the choices make. */
  async confirm(): Promise<void> {
    if (this.ready !== null) await this.play(this.ready);
  }

  /** Plays an action that came from elsewhere, such as a hint. */
  async play(action: unknown): Promise<void> {
    if (this.busy) return;
    const turn = ++this.turn;
    this.busy = true;
    try {
      await this.builder.play(action);
      if (turn === this.turn) this.leave();
    } catch (thrown) {
      if (turn !== this.turn) return;
      this.busy = false;
      this.refusal = thrown as Refused;
      await this.look([]);
    } finally {
      if (turn === this.turn) this.busy = false;
    }
  }

  /** The decision is over, one way or another. */
  leave(): void {
    this.turn++;
    this.chosen = [];
    this.step = null;
    this.busy = false;
  }

  private async look(choices: unknown[]): Promise<boolean> {
    const turn = ++this.turn;
    this.busy = true;
    try {
      const step = await this.builder.build(choices);
      if (turn !== this.turn) return false;
      this.chosen = choices;
      this.step = step;
      return true;
    } catch (thrown) {
      if (turn !== this.turn) return false;
      // The choices are no longer on offer: start over without a message.
      const { code } = (thrown as Refused).error ?? { code: '' };
      if (!code.startsWith('build/') && code !== 'offline') this.refusal = thrown as Refused;
      return false;
    } finally {
      if (turn === this.turn) this.busy = false;
    }
  }
}
