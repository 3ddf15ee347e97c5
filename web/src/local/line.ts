/** What `Socket` needs of a WebSocket. */
export interface Wire {
  readyState: number;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
  send: (text: string) => void;
  close: () => void;
}

/** What carries a line's messages: the page's side of the worker. */
export interface Carrier {
  connect: (line: HereLine) => number;
  send: (socket: number, text: string) => void;
  disconnect: (socket: number) => void;
}

/** The socket of a match that is played in this page: it looks like a WebSocket, and the worker is at its other end. */
export class HereLine implements Wire {
  readyState = 0;
  onopen: Wire['onopen'] = null;
  onmessage: Wire['onmessage'] = null;
  onclose: Wire['onclose'] = null;
  private socket: number | null = null;
  private carrier: Carrier | null = null;

  constructor(
    readonly match: string,
    carrier: () => Promise<Carrier>,
  ) {
    carrier().then(
      (found) => {
        if (this.readyState > 1) return;
        this.carrier = found;
        this.socket = found.connect(this);
      },
      () => this.closed(),
    );
  }

  send(text: string): void {
    // The other end is in this page: whether it still answers need not be asked.
    if (/^\{"type":"ping"/.test(text)) queueMicrotask(() => this.onmessage?.({ data: '{"type":"pong"}' }));
    else if (this.socket !== null) this.carrier?.send(this.socket, text);
  }

  close(): void {
    if (this.readyState > 1) return;
    if (this.socket !== null) this.carrier?.disconnect(this.socket);
    this.closed();
  }

  /** The other end has opened it. */
  opened(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  /** The other end has closed it. */
  closed(): void {
    if (this.readyState > 1) return;
    this.readyState = 3;
    this.onclose?.();
  }
}
