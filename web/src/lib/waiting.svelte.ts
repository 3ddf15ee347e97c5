import type { Match } from './match.svelte';
import { awayFrom } from './mine';
import { t } from './words.svelte';

const SECOND = 1000;

/** A time as clocks show it: `0:42`, `12:05`, `1:02:03`. */
export function clockOf(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / SECOND));
  const two = (n: number): string => String(n).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** When this browser first saw a match at this version. It is remembered, so that a reload does not set the clock back. */
export function seenSince(id: string, version: number, now: number): number {
  const [known, since] = (localStorage.getItem(`since.${id}`) ?? '').split(' ').map(Number);
  if (known === version && since) return since;
  localStorage.setItem(`since.${id}`, `${version} ${now}`);
  return now;
}

/** Whom the table waits for, for how long, and who of them is away. The server sends no times: this browser counts from when it heard. */
export class Waiting {
  private now = $state(Date.now());
  private since = $state(Date.now());
  /** Since when each seat is away. */
  private left = $state.raw<Record<number, number>>({});

  /** To be made while a component is; it ends with it. */
  constructor(private readonly match: Match) {
    $effect(() => {
      if (match.info) this.since = seenSince(match.id, match.info.version, Date.now());
    });
    $effect(() => {
      const away = match.info ? awayFrom(match.info) : [];
      const before = this.left;
      if (away.join() !== Object.keys(before).join())
        this.left = Object.fromEntries(away.map((seat) => [seat, before[seat] ?? Date.now()]));
    });
    $effect(() => {
      if (this.people.length === 0) return;
      this.now = Date.now();
      const ticks = setInterval(() => (this.now = Date.now()), SECOND);
      return () => clearInterval(ticks);
    });
  }

  /** The people who are to act elsewhere: bots take no time worth a clock. */
  private get people(): number[] {
    const { info, status } = this.match;
    return status.to_act.filter((seat) => {
      const chair = info?.chairs[seat];
      return chair?.kind === 'human' && !chair.yours && !chair.level;
    });
  }

  private get away(): number[] {
    return this.people.filter((seat) => seat in this.left);
  }

  private names(seats: number[]): string {
    return seats.map((seat) => this.match.names[seat]).join(', ');
  }

  get text(): string {
    if (this.away.length === 0) return t('match.waitsFor', { names: this.names(this.match.status.to_act) });
    return t(this.takeover === null ? 'match.away' : 'match.awayBot', { names: this.names(this.away), n: this.away.length });
  }

  /** How long they have been waited for; counts down if a bot will take over. Empty while only bots are to act. */
  get clock(): string {
    if (this.people.length === 0) return '';
    return clockOf(this.takeover === null ? this.now - this.since : this.takeover - this.now);
  }

  /** When a bot takes over for the first of those who are away. */
  private get takeover(): number | null {
    const seconds = this.match.info?.takeover_seconds ?? null;
    if (seconds === null || this.away.length === 0) return null;
    return Math.min(...this.away.map((seat) => this.left[seat] ?? 0)) + seconds * SECOND;
  }
}
