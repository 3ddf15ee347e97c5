/** Whether the page is nothing but files: then there is no server to ask, now or later. */
export const isSite = (): boolean => typeof document !== 'undefined' && document.querySelector('meta[name="golemry-site"]') !== null;

/** The address that the page's own files lie under, with a slash at its end. */
export const base = (): string => new URL(isSite() ? '.' : '/', document.baseURI).href;

/** The id of a match that is played in the page. */
export const isHere = (id: string): boolean => id.startsWith('here-');
