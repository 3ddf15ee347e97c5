import type { MatchInfo } from '../api/types';
import type { WireTrouble } from './codes';
import type { Offer } from './engine';

/** What the module says of a match that has changed. Its row is the module's own. */
export interface Kept {
  match: { id: string };
  info: MatchInfo;
  /** The number of the first of these events. */
  from: number;
  events: string[];
}

/** A search for the thinker. The rest of it is the module's own. */
export interface Job {
  job: number;
  /** `wake` is nothing to think about: a bot that does not search waits for its turn. */
  kind?: unknown;
}

/** The module's reply to any message. */
export interface Reply {
  protocol?: number;
  status?: number;
  body?: unknown;
  /** The match that has to be loaded before this can be answered. */
  need?: string;
  /** The job that has to be done before this can be answered. */
  wait?: number;
  keep?: Kept[];
  /** Notes to write; null deletes one. */
  notes?: Record<string, string | null>;
  frames?: [socket: number, text: string][];
  jobs?: Job[];
  /** Jobs that nobody waits for any more. */
  stop?: number[];
}

/** An instance of the module. Throws when it fails, and is of no use then. */
export interface Talk {
  talk: (message: object) => Reply;
}

/** Where the page's files are, and what there is of the module. */
export interface Start {
  kind: 'start';
  base: string;
  offer: Offer | null;
}

/** From the page to the worker. */
export type ToWorker =
  | Start
  | { kind: 'request'; id: number; method: string; path: string; body: unknown }
  | { kind: 'connect'; socket: number; match: string }
  | { kind: 'frame'; socket: number; text: string }
  | { kind: 'disconnect'; socket: number };

/** From the worker to the page. */
export type ToPage =
  | { kind: 'answer'; id: number; status: number; body: unknown }
  | { kind: 'open'; socket: number }
  | { kind: 'frame'; socket: number; text: string }
  | { kind: 'closed'; socket: number }
  /** The share of the module that has arrived; null once it runs, or cannot. */
  | { kind: 'loading'; share: number | null }
  /** The games that the module has. */
  | { kind: 'games'; games: string[] }
  /** Matches are kept in memory alone: the browser refuses to store anything. */
  | { kind: 'unkept' };

/** From the worker to the thinker. */
export type ToThinker =
  { kind: 'start'; module: WebAssembly.Module } | { kind: 'network'; game: string; bytes64: string } | { kind: 'job'; job: Job };

/** From the thinker to the worker; without a thought if the instance failed. */
export interface FromThinker {
  job: number;
  thought?: unknown;
  failed?: true;
}

export const errorBody = (error: WireTrouble): { error: WireTrouble } => ({ error });
