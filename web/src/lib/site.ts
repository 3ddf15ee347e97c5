/** Whether this page is a copy of plain files, as `golemry site` writes it: there is no server behind it. */
export const isSite = typeof document !== 'undefined' && document.querySelector('meta[name="golemry-site"]') !== null;
