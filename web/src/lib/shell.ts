/** What the service worker keeps. It is written into the first line of `sw.js`. */
export interface Shell {
  /** Made of the files: it changes with any of them. */
  version: string;
  /** Addresses from the folder of `sw.js`. */
  files: string[];
}

/**
 * What the page asks the service worker for: to forget what older versions have kept, whether a file belongs to its version, or to take over
 * from the version before it, even if other windows still show that one.
 */
export type Ask = 'clean' | { has: string } | { takeOver: 'now' | 'if alone' };
