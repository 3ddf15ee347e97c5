import type { MatchInfo } from '../api/types';
import { Trouble } from './codes';
import type { Kept } from './messages';

/** A match as it lies in the database, without its events. */
export interface Row {
  id: string;
  row: Kept['match'];
  info: MatchInfo;
  /** How many events there are. */
  version: number;
  /** Whether it is on the reader's list. */
  listed: boolean;
  /** When it was written last, in milliseconds since 1970. */
  updated: number;
  /** The tab that plays it: no other one may write to it until it is over. */
  owner?: string;
}

/** What changes together, or not at all. */
export interface Change {
  keep: Kept[];
  notes: Record<string, string | null>;
}

/** Where matches are kept. All of it fails with a `Trouble`, and then nothing has changed. */
export interface Keeper {
  /** Whether anything outlives the page. */
  readonly lasting: boolean;
  /** Writes as the tab `owner`. Refused with `here/elsewhere` if another tab plays one of the matches. */
  write: (change: Change, owner: string) => Promise<void>;
  /** A whole match; null if there is none. A match that goes on is the tab's from then on. */
  load: (id: string, owner: string) => Promise<{ row: Row; events: string[] } | null>;
  list: () => Promise<Row[]>;
  /** Puts a match on the reader's list, or takes it off. */
  setListed: (id: string, listed: boolean) => Promise<boolean>;
  /** Deletes matches that were taken off the list before this time. */
  purge: (before: number) => Promise<void>;
  notes: () => Promise<Record<string, string>>;
}

/** What becomes of a row. Fails if another tab plays the match, or if events are missing in between. */
function rowAfter(old: Row | undefined, kept: Kept, owner: string): Row {
  const { match, info, from, events } = kept;
  if (old ? !old.info.status.over && old.owner !== owner : from > 0) throw new Trouble('here/elsewhere', match.id, 409);
  if (old && from > old.version) throw new Trouble('store/not-stored', `event ${from} comes after ${old.version}`);
  return {
    id: match.id,
    row: match,
    info,
    version: Math.max(old?.version ?? 0, from + events.length),
    listed: old?.listed ?? true,
    updated: Date.now(),
    owner,
  };
}

/** Keeps matches as long as the page is open: for browsers that refuse to store anything, as some do in private windows. */
export class InMemory implements Keeper {
  readonly lasting = false;
  private readonly rows = new Map<string, Row>();
  private readonly events = new Map<string, string[]>();
  private readonly texts = new Map<string, string>();

  write({ keep, notes }: Change, owner: string): Promise<void> {
    for (const kept of keep) {
      const { id } = kept.match;
      this.rows.set(id, rowAfter(this.rows.get(id), kept, owner));
      this.events.set(id, [...(this.events.get(id) ?? []).slice(0, kept.from), ...kept.events]);
    }
    for (const [key, text] of Object.entries(notes)) {
      if (text === null) this.texts.delete(key);
      else this.texts.set(key, text);
    }
    return Promise.resolve();
  }

  load(id: string): ReturnType<Keeper['load']> {
    const row = this.rows.get(id);
    return Promise.resolve(row ? { row, events: this.events.get(id) ?? [] } : null);
  }

  list(): Promise<Row[]> {
    return Promise.resolve([...this.rows.values()]);
  }

  setListed(id: string, listed: boolean): Promise<boolean> {
    const row = this.rows.get(id);
    if (row) this.rows.set(id, { ...row, listed, updated: Date.now() });
    return Promise.resolve(row !== undefined);
  }

  purge(before: number): Promise<void> {
    for (const { id, listed, updated } of this.rows.values()) {
      if (listed || updated >= before) continue;
      this.rows.delete(id);
      this.events.delete(id);
    }
    return Promise.resolve();
  }

  notes(): Promise<Record<string, string>> {
    return Promise.resolve(Object.fromEntries(this.texts));
  }
}

const result = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no reason'));
  });

/** The events of a match, in order. */
const eventsOf = (id: string): IDBKeyRange => IDBKeyRange.bound([id, 0], [id, Infinity]);

/** Keeps matches in the browser's database. */
export class InDatabase implements Keeper {
  readonly lasting = true;

  private constructor(
    private database: IDBDatabase,
    private readonly factory: IDBFactory,
  ) {
    this.watch();
  }

  /** Opens the database. Fails if the browser refuses to have one. */
  static async open(factory: IDBFactory): Promise<InDatabase> {
    return new InDatabase(await connect(factory), factory);
  }

  private watch(): void {
    // A later page with another version of the database must not have to wait for this one.
    this.database.onversionchange = () => this.database.close();
  }

  /** Carries something out as one transaction, and waits until it is complete. */
  private async within<T>(mode: IDBTransactionMode, work: (stores: Stores) => Promise<T>): Promise<T> {
    let transaction: IDBTransaction;
    try {
      transaction = this.database.transaction(['matches', 'events', 'notes'], mode);
    } catch {
      // The connection was closed, by the browser or for a later page: once more.
      this.database = await connect(this.factory).catch(refuse);
      this.watch();
      transaction = this.database.transaction(['matches', 'events', 'notes'], mode);
    }
    const complete = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('aborted'));
    });
    // It is waited for below, unless the work fails before.
    complete.catch(() => {});
    try {
      const done = await work({
        matches: transaction.objectStore('matches'),
        events: transaction.objectStore('events'),
        notes: transaction.objectStore('notes'),
      });
      await complete;
      return done;
    } catch (thrown) {
      try {
        transaction.abort();
      } catch {
        // It has aborted by itself.
      }
      return refuse(thrown);
    }
  }

  write({ keep, notes }: Change, owner: string): Promise<void> {
    return this.within('readwrite', async (stores) => {
      for (const kept of keep) {
        const old = await result(stores.matches.get(kept.match.id) as IDBRequest<Row | undefined>);
        stores.matches.put(rowAfter(old, kept, owner));
        for (const [index, text] of kept.events.entries()) stores.events.put(text, [kept.match.id, kept.from + index]);
      }
      for (const [key, text] of Object.entries(notes)) {
        if (text === null) stores.notes.delete(key);
        else stores.notes.put(text, key);
      }
    });
  }

  async load(id: string, owner: string): ReturnType<Keeper['load']> {
    const read = async (stores: Stores, claim: boolean) => {
      const row = await result(stores.matches.get(id) as IDBRequest<Row | undefined>);
      if (!row) return null;
      if (claim && !row.info.status.over && row.owner !== owner) stores.matches.put({ ...row, owner });
      return { row, events: await result(stores.events.getAll(eventsOf(id)) as IDBRequest<string[]>) };
    };
    // A full disk must not keep anybody from looking at a match.
    return this.within('readwrite', (stores) => read(stores, true)).catch(() => this.within('readonly', (stores) => read(stores, false)));
  }

  list(): Promise<Row[]> {
    return this.within('readonly', ({ matches }) => result(matches.getAll() as IDBRequest<Row[]>));
  }

  setListed(id: string, listed: boolean): Promise<boolean> {
    return this.within('readwrite', async ({ matches }) => {
      const row = await result(matches.get(id) as IDBRequest<Row | undefined>);
      if (row) matches.put({ ...row, listed, updated: Date.now() });
      return row !== undefined;
    });
  }

  purge(before: number): Promise<void> {
    return this.within('readwrite', async ({ matches, events }) => {
      for (const { id, listed, updated } of await result(matches.getAll() as IDBRequest<Row[]>)) {
        if (listed || updated >= before) continue;
        matches.delete(id);
        events.delete(eventsOf(id));
      }
    });
  }

  notes(): Promise<Record<string, string>> {
    return this.within('readonly', async ({ notes }) => {
      const [keys, texts] = await Promise.all([result(notes.getAllKeys()), result(notes.getAll() as IDBRequest<string[]>)]);
      return Object.fromEntries(keys.map((key, index) => [String(key), texts[index] ?? '']));
    });
  }
}

interface Stores {
  matches: IDBObjectStore;
  events: IDBObjectStore;
  notes: IDBObjectStore;
}

/** Nothing was stored, for whatever reason. */
function refuse(thrown: unknown): never {
  if (thrown instanceof Trouble) throw thrown;
  throw new Trouble('store/not-stored', thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown));
}

function connect(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open('golemry', 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore('matches', { keyPath: 'id' });
    request.result.createObjectStore('events');
    request.result.createObjectStore('notes');
  };
  return result(request);
}

/** The browser's database, or memory if it refuses. */
export async function openKeeper(factory: IDBFactory | undefined): Promise<Keeper> {
  try {
    if (!factory) throw new Trouble('store/not-stored', 'no database');
    return await InDatabase.open(factory);
  } catch {
    return new InMemory();
  }
}
