import { isSite } from '../lib/site';

/** The address that the page's own files lie under, with a slash at its end. */
export const base = (): string => new URL(isSite ? '.' : '/', document.baseURI).href;

/** The id of a match that is played in the page. */
export const isHere = (id: string): boolean => id.startsWith('here-');
