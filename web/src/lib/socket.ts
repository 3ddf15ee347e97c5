import { Refused } from './api';
import type { Wire } from '../local/line';
import type { FromServer, ToServer } from './types';

/** What a match hears from its socket. */
export interface Listener {
  /** A message that answers no request. */
  heard: (message: FromServer) => void;
  /** Whether the server can be reached at the moment. */
  connected: (is: boolean) => void;
  /** The number of the last event known, so that only the missing ones are sent; null for everything. */
  version: () => number | null;
  /** The server has turned this client away for good: the match does not exist, or no longer. */
  ended: (why: Refused) => void;
}

type Answer = Exclude<FromServer, { type: 'table' | 'events' | 'info' | 'elsewhere' }>;
/** A request without its id, which the socket assigns. */
type Question = Numberless<Exclude<ToServer, { type: 'hello' | 'ping' }>>;
type Numberless<Message> = Message extends unknown ? Omit<Message, 'id'> : never;

interface Waiting {
  resolve: (answer: Answer) => void;
  reject: (why: Refused) => void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const PING_EVERY = 20_000;
/** After this long without an answer a ping is sent; after as long without a pong the reader is told that the connection is stuck. */
const PATIENCE = 1000;
/** A connection stuck for this long is closed. */
const GIVE_UP = 8000;

const offline = (): Refused => new Refused({ code: 'offline', message: '' });

/**
 * The connection to a match. It reconnects with exponential backoff and asks for the events it has missed. A request that was
 * pending when the connection was lost fails with `offline`: the events that follow show whether it was carried out.
 */
export class Socket {
  private socket: Wire | null = null;
  private next = 1;
  private wait = FIRST_WAIT;
  private waiting = new Map<number, Waiting>();
  private again: ReturnType<typeof setTimeout> | undefined;
  private pinger: ReturnType<typeof setInterval> | undefined;
  private silent = false;
  /** Whether the reader was told that the connection is stuck. */
  private stuck = false;
  private closed = false;
  /** Whether to ask for the server that holds the match. Not after it could not be reached: then this one passes everything on. */
  private follows = true;

  constructor(
    private readonly address: string,
    private readonly listener: Listener,
    private readonly connect: (address: string) => Wire = (to) => new WebSocket(to) as Wire,
  ) {
    this.open();
  }

  private open(address = this.follows ? `${this.address}?follow` : this.address): void {
    clearTimeout(this.again);
    const socket = this.connect(address);
    this.socket = socket;
    socket.onopen = () => {
      this.send({ type: 'hello', protocol: 1, id: this.next++, version: this.listener.version() });
      this.pinger = setInterval(() => this.ping(), PING_EVERY);
    };
    socket.onmessage = (event) => {
      if (this.socket === socket) this.read(String(event.data));
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lost();
    };
  }

  private read(text: string): void {
    this.silent = false;
    this.setStuck(false);
    const message = JSON.parse(text) as FromServer;
    if (message.type === 'elsewhere') return this.move(message.url);
    if (message.type === 'table' || message.type === 'events') {
      this.wait = FIRST_WAIT;
      this.follows = true;
      this.listener.connected(true);
    }
    if ('id' in message && typeof message.id === 'number') {
      const waiting = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (waiting && message.type === 'reject') waiting.reject(new Refused(message.error));
      else if (waiting) waiting.resolve(message);
      else if (message.type === 'reject') this.refused(new Refused(message.error));
    } else if (message.type === 'reject') {
      this.refused(new Refused(message.error));
    } else if (message.type !== 'pong') {
      this.listener.heard(message);
    }
  }

  /** Goes to the server that holds the match. */
  private move(url: string): void {
    const old = this.socket;
    clearInterval(this.pinger);
    this.follows = false;
    this.open(url);
    old?.close();
  }

  /** A refusal that answers no request: of the greeting or of the whole connection. Rate limits pass; other refusals are final. */
  private refused(why: Refused): void {
    if (why.error.code === 'limit/rate' || why.error.code === 'limit/size') return;
    this.close();
    this.listener.ended(why);
  }

  private lost(): void {
    clearInterval(this.pinger);
    this.socket = null;
    this.stuck = false;
    this.failWaiting();
    this.listener.connected(false);
    if (this.closed) return;
    this.again = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  private failWaiting(): void {
    for (const { reject } of this.waiting.values()) reject(offline());
    this.waiting.clear();
  }

  /** A connection without any message since the last ping is dead, even if it was not closed. */
  private ping(): void {
    if (this.silent) return this.drop();
    this.silent = true;
    this.send({ type: 'ping' });
  }

  /** Checks a connection with a pending request. A hint may take its time, a ping may not. */
  private probe(): void {
    const socket = this.socket;
    this.silent = true;
    this.send({ type: 'ping' });
    const ifStill = (act: () => void) => () => {
      if (this.socket === socket && this.silent) act();
    };
    setTimeout(
      ifStill(() => this.setStuck(true)),
      PATIENCE,
    );
    setTimeout(
      ifStill(() => this.drop()),
      GIVE_UP,
    );
  }

  private setStuck(is: boolean): void {
    if (this.stuck === is) return;
    this.stuck = is;
    this.listener.connected(!is);
  }

  /** Closes the connection because it is dead or the browser is offline, and reconnects soon. */
  drop(): void {
    const dead = this.socket;
    if (!dead) return;
    this.lost();
    dead.close();
  }

  private send(message: ToServer): void {
    this.socket?.send(JSON.stringify(message));
  }

  /** Sends a request and returns the answer, or throws the refusal. */
  ask<T extends Answer>(question: Question): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.socket?.readyState !== 1) return reject(offline());
      const id = this.next++;
      this.waiting.set(id, { resolve: (answer) => resolve(answer as T), reject });
      this.send({ ...question, id });
      const socket = this.socket;
      setTimeout(() => {
        if (this.socket === socket && this.waiting.has(id)) this.probe();
      }, PATIENCE);
    });
  }

  /** Reconnects at once instead of waiting: the network is back, or the reader pressed the button. */
  hurry(): void {
    if (this.socket || this.closed) return;
    this.wait = FIRST_WAIT;
    this.open();
  }

  /** Resyncs on a new connection because what this client may see has changed. The reader does not notice. */
  restart(): void {
    if (this.closed) return;
    const old = this.socket;
    clearInterval(this.pinger);
    this.failWaiting();
    this.open();
    old?.close();
  }

  /** Tries again after it was turned away. */
  reopen(): void {
    this.closed = false;
    this.wait = FIRST_WAIT;
    if (!this.socket) this.open();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.again);
    clearInterval(this.pinger);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }
}
