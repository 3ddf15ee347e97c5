/** What the service worker keeps. It is written into the first line of `sw.js`. */
export interface Shell {
  /** Made of the files: it changes with any of them. */
  version: string;
  /** Addresses from the folder of `sw.js`. */
  files: string[];
}

/** How the names of its caches begin. */
export const PREFIX = 'golemry-';

/** What the page asks the service worker for. */
export type Ask = 'take over' | 'take over if alone' | 'clean';
