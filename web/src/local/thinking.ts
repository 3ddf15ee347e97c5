import type { FromThinker, Job, ToThinker } from './messages';

/** A thinker: a worker, or what plays one in a test. */
export interface ThinkerPort {
  postMessage: (message: ToThinker) => void;
  onmessage: ((event: { data: FromThinker }) => void) | null;
  onerror: ((event: unknown) => void) | null;
  terminate: () => void;
}

/**
 * Has searches done by one thinker, in the order they were given. A search that is stopped while it runs ends with its thinker, since nothing
 * else interrupts a module; the next search gets a new one.
 */
export class Thinking {
  private thinker: ThinkerPort | null = null;
  private queue: Job[] = [];
  private running: number | null = null;
  private readonly networks: Extract<ToThinker, { kind: 'network' }>[] = [];

  constructor(
    private readonly start: () => ThinkerPort,
    /** Hears what a search has found; null if it failed. */
    private readonly done: (job: number, thought: unknown) => void,
  ) {}

  give(jobs: Job[]): void {
    this.queue.push(...jobs);
    this.next();
  }

  stop(jobs: number[]): void {
    this.queue = this.queue.filter(({ job }) => !jobs.includes(job));
    if (this.running !== null && jobs.includes(this.running)) this.end();
    this.next();
  }

  /** Forgets everything: the instance that gave the jobs is gone. */
  clear(): void {
    this.queue = [];
    if (this.running !== null) this.end();
  }

  /** Hands a network to this thinker and to all later ones. */
  network(game: string, bytes64: string): void {
    const message = { kind: 'network', game, bytes64 } as const;
    this.networks.push(message);
    this.thinker?.postMessage(message);
  }

  private end(): void {
    if (this.thinker) {
      this.thinker.onmessage = null;
      this.thinker.onerror = null;
      this.thinker.terminate();
    }
    this.thinker = null;
    this.running = null;
  }

  private next(): void {
    const job = this.running === null ? this.queue.shift() : undefined;
    if (!job) return;
    this.running = job.job;
    const thinker = (this.thinker ??= this.fresh());
    thinker.postMessage({ kind: 'job', job });
  }

  private fresh(): ThinkerPort {
    const thinker = this.start();
    for (const network of this.networks) thinker.postMessage(network);
    thinker.onmessage = ({ data }) => this.heard(data);
    thinker.onerror = () => this.running !== null && this.heard({ job: this.running, failed: true });
    return thinker;
  }

  private heard({ job, thought, failed }: FromThinker): void {
    if (job !== this.running) return;
    this.running = null;
    if (failed) this.end();
    this.done(job, failed ? null : thought);
    this.next();
  }
}
