import { Refused } from './api';
import type { Step } from './types';

/** What a walk needs of the server. */
export interface Builder {
  /** The step after these choices. */
  build: (choices: unknown[]) => Promise<Step>;
  play: (action: unknown) => Promise<void>;
  /** Plays the action that these choices make; the step that comes next if they do not make one yet. */
  decide: (choices: unknown[]) => Promise<Step | null>;
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
  /** Which of the choices so far were made for the player, because there was no other. */
  made = $state.raw<number[]>([]);
  /** Why the last attempt failed. */
  refusal = $state.raw<Refused | null>(null);
  /** What was chosen has been sent to be played. It stays in sight until the table shows what came of it. */
  private sent = false;
  /** The latest question; an answer to an older one is not heard. */
  private turn = 0;
  /** Choices that are on their way to become an action. */
  private pending: Promise<unknown> | null = null;
  /** The first step of this decision, if it came with the news. */
  private first: Step | null = null;

  constructor(
    private readonly builder: Builder,
    private readonly careful: () => boolean = () => false,
  ) {}

  /** Whether a choice may be made for the player where it is the only one: nothing secret, nothing that ends a turn. */
  forced: (choice: unknown, chosen: unknown[]) => boolean = () => false;

  /** Whether the player may choose this now, of what is on offer: a tutorial wants one thing at a time. */
  allows: (choices: unknown[]) => boolean = () => true;

  /** The action that waits to be confirmed. */
  get ready(): unknown {
    return this.step?.action ?? null;
  }

  /** Starts, or continues where it was if the table still allows that. `first` is the first step, if it is known. */
  async begin(first: Step | null = null): Promise<void> {
    this.first = first;
    if (this.pending) {
      // Choices are on their way. Only the answer says whether they have become an action: nothing must be played twice.
      const turn = this.turn;
      await this.pending;
      if (turn !== this.turn) return;
    }
    this.settle();
    this.first = first;
    const kept = this.chosen;
    if (!(await this.look(kept)) && kept.length > 0) await this.look([]);
    await this.follow();
  }

  choose(choice: unknown): Promise<void> {
    return this.chooseAll([choice]);
  }

  /** Makes several choices in a row; where one of them is not on offer, none. */
  async chooseAll(choices: unknown[]): Promise<void> {
    if (this.busy || !this.step || this.ready !== null || !this.allows(choices)) return;
    this.refusal = null;
    if (await this.go([...this.chosen, ...choices])) await this.follow();
  }

  /**
   * Makes these choices instead of those so far; if they are not on offer in this order, nothing changes. A choice that followed by itself
   * goes together with the one it followed from.
   */
  async rewrite(choices: unknown[]): Promise<void> {
    if (this.busy || !this.step) return;
    this.refusal = null;
    const other = choices.findIndex((choice, index) => JSON.stringify(choice) !== JSON.stringify(this.chosen[index]));
    const from = other < 0 ? choices.length : other;
    const cause = this.chosen.findLastIndex((_, index) => index < from && !this.made.includes(index));
    await this.look(this.made.includes(from) ? this.chosen.slice(0, Math.max(cause, 0)) : choices);
  }

  /** Takes the last choice of the player back. */
  async undo(): Promise<void> {
    if (this.chosen.length > 0) await this.rewrite(this.chosen.slice(0, -1));
  }

  /** Shows why something failed. That choices are no longer on offer, or that the connection is gone, needs no message. */
  private complain(refused: Refused): boolean {
    const { code } = refused.error ?? { code: '' };
    if (code.startsWith('build/') || code === 'offline') return false;
    this.refusal = refused;
    return true;
  }

  /** Makes choices that have no alternative, and plays what is complete. */
  private async follow(): Promise<void> {
    for (let only = this.only; only !== undefined; only = this.only) {
      const made = [...this.made, this.chosen.length];
      if (!(await this.go([...this.chosen, only]))) return;
      this.made = made;
    }
    if (this.ready !== null && !this.careful()) await this.confirm();
  }

  /** The choice that there is no alternative to, where it may be made for the player. */
  private get only(): unknown {
    const [offer, ...others] = this.step?.choices ?? [];
    return offer && others.length === 0 && this.forced(offer.choice, this.chosen) ? offer.choice : undefined;
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
    this.sent = true;
    try {
      await this.builder.play(action);
      if (turn === this.turn) this.step = null;
    } catch (thrown) {
      if (turn !== this.turn) return;
      this.sent = false;
      this.busy = false;
      this.refusal = thrown as Refused;
      await this.look([]);
    } finally {
      if (turn === this.turn) this.busy = false;
    }
  }

  /** The table changes: what was sent has become part of it, and what it offered before is not on offer until an answer says so. */
  settle(): void {
    if (this.sent) this.leave();
    else if (this.pending) this.step = null;
  }

  /** The decision is over, one way or another. */
  leave(): void {
    this.turn++;
    this.sent = false;
    this.first = null;
    this.chosen = [];
    this.made = [];
    this.step = null;
    this.busy = false;
  }

  /** Goes on to these choices. If they make an action, it is played at once, unless it is to be confirmed; then nothing is left to do. */
  private async go(choices: unknown[]): Promise<boolean> {
    if (this.careful()) return this.look(choices);
    const turn = ++this.turn;
    this.busy = true;
    const asked = this.builder.decide(choices);
    this.pending = asked.catch(() => null);
    try {
      const step = await asked;
      if (turn !== this.turn) return false;
      this.take(choices, step);
      this.sent = step === null;
      return step !== null;
    } catch (thrown) {
      if (turn !== this.turn) return false;
      this.busy = false;
      const refused = thrown as Refused;
      if (this.complain(refused)) await this.look([]);
      return false;
    } finally {
      this.pending = null;
      if (turn === this.turn) this.busy = false;
    }
  }

  private take(choices: unknown[], step: Step | null): void {
    this.chosen = choices;
    this.made = this.made.filter((index) => index < choices.length);
    this.step = step;
  }

  private async look(choices: unknown[]): Promise<boolean> {
    if (choices.length === 0 && this.first) {
      this.turn++;
      this.busy = false;
      this.take(choices, this.first);
      return true;
    }
    const turn = ++this.turn;
    this.busy = true;
    try {
      const step = await this.builder.build(choices);
      if (turn !== this.turn) return false;
      this.take(choices, step);
      return true;
    } catch (thrown) {
      if (turn !== this.turn) return false;
      this.complain(thrown as Refused);
      return false;
    } finally {
      if (turn === this.turn) this.busy = false;
    }
  }
}
