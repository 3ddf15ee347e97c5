import type { Wire } from '../local/line';

type Message =
  | { type: 'all'; now: number; value: unknown }
  | { type: 'change'; now: number; patch: unknown }
  | { type: 'still'; now: number }
  | { type: 'gone' };

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
/** The server says something every ten seconds at least: a line without a word for this long is dead. */
const SILENCE = 25_000;

function toServer(path: string): Wire {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}/api${path}`) as Wire;
}

/**
 * What the server shows of something that others change, such as a class: a value that follows them by itself. After a lost connection it
 * comes back, and until then the last value stays.
 */
export class Live<T> {
  /** Null until the server has been heard. */
  value = $state.raw<T | null>(null);
  /** `gone`: there is nothing to see, or no longer. */
  state = $state<'connecting' | 'open' | 'gone'>('connecting');
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  private ahead = 0;
  private socket: Wire | null = null;
  private wait = FIRST_WAIT;
  private again: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  private readonly hurry = () => {
    if (!this.socket && !this.closed) this.open();
  };

  /** Shows what lies at a path such as `/classes/abc/desk`. */
  constructor(
    private readonly path: string,
    private readonly connect: (path: string) => Wire = toServer,
  ) {
    addEventListener('online', this.hurry);
    this.open();
  }

  /** The server's time in milliseconds since 1970: the clocks of a classroom differ by minutes. */
  now(): number {
    return Date.now() + this.ahead;
  }

  close(): void {
    this.closed = true;
    removeEventListener('online', this.hurry);
    clearTimeout(this.again);
    clearTimeout(this.silence);
    this.socket?.close();
    this.socket = null;
  }

  private open(): void {
    clearTimeout(this.again);
    const socket = this.connect(this.path);
    this.socket = socket;
    this.listen();
    socket.onmessage = (event) => {
      if (this.socket === socket) this.hear(JSON.parse(String(event.data)) as Message);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lost();
    };
  }

  private hear(message: Message): void {
    this.listen();
    if (message.type === 'gone') {
      this.state = 'gone';
      this.close();
      return;
    }
    this.ahead = message.now - Date.now();
    if (message.type === 'all') this.value = message.value as T;
    if (message.type === 'change') this.value = merged(this.value, message.patch) as T;
    this.wait = FIRST_WAIT;
    this.state = 'open';
  }

  /** Waits for the next message. */
  private listen(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      const dead = this.socket;
      this.lost();
      dead?.close();
    }, SILENCE);
  }

  private lost(): void {
    clearTimeout(this.silence);
    this.socket = null;
    if (this.closed) return;
    this.state = 'connecting';
    this.again = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }
}

/** A value after a JSON merge patch (RFC 7396). What the patch does not name stays the same object. */
export function merged(value: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const fields: Record<string, unknown> = isObject(value) ? { ...value } : {};
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) delete fields[key];
    else fields[key] = merged(fields[key], change);
  }
  return fields;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
