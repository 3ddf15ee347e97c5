import { base } from './base';
import { Trouble } from './codes';
import type { Answer } from './desk';
import type { Offer } from './engine';
import type { Carrier, HereLine } from './line';
import type { ToPage, ToWorker } from './messages';
import { local } from './state.svelte';

/** The page's side of the worker that plays server. */
class Client implements Carrier {
  /** The games that the module has; null while it is not loaded. */
  games: readonly string[] | null = null;
  private worker: Worker | null = null;
  private next = 1;
  private readonly waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (why: Trouble) => void }>();
  private readonly lines = new Map<number, HereLine>();
  offer: Offer | null = null;

  request(method: string, path: string, body: unknown): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const id = this.next++;
      this.waiting.set(id, { resolve, reject });
      // A proxy of Svelte's cannot be handed over.
      this.post({ kind: 'request', id, method, path, body: body === undefined ? undefined : JSON.parse(JSON.stringify(body)) });
    });
  }

  connect(line: HereLine): number {
    const socket = this.next++;
    this.lines.set(socket, line);
    this.post({ kind: 'connect', socket, match: line.match });
    return socket;
  }

  send(socket: number, text: string): void {
    this.post({ kind: 'frame', socket, text });
  }

  disconnect(socket: number): void {
    this.lines.delete(socket);
    this.post({ kind: 'disconnect', socket });
  }

  private post(message: ToWorker): void {
    this.worker ??= this.start();
    this.worker.postMessage(message);
  }

  private start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<ToPage>) => this.heard(data);
    worker.onerror = () => this.lost(worker);
    worker.postMessage({ kind: 'start', base: base(), offer: this.offer } satisfies ToWorker);
    return worker;
  }

  /** The worker could not be loaded, or has failed. The next message starts another one. */
  private lost(worker: Worker): void {
    worker.terminate();
    if (this.worker === worker) this.worker = null;
    local.loading = null;
    for (const { reject } of this.waiting.values()) reject(new Trouble('engine/load'));
    this.waiting.clear();
    for (const line of this.lines.values()) line.closed();
    this.lines.clear();
  }

  private heard(message: ToPage): void {
    switch (message.kind) {
      case 'answer':
        this.waiting.get(message.id)?.resolve(message);
        this.waiting.delete(message.id);
        break;
      case 'open':
        this.lines.get(message.socket)?.opened();
        break;
      case 'frame':
        this.lines.get(message.socket)?.onmessage?.({ data: message.text });
        break;
      case 'closed': {
        const line = this.lines.get(message.socket);
        this.lines.delete(message.socket);
        line?.closed();
        break;
      }
      case 'loading':
        local.loading = message.share;
        break;
      case 'games':
        this.games = message.games;
        break;
      case 'unkept':
        local.unkept = true;
    }
  }
}

export const client = new Client();
