/** What can go wrong in the page itself. The module's own refusals have the codes of the server. */
export const hereCodes = [
  'engine/none',
  'engine/protocol',
  'engine/browser',
  'engine/load',
  'engine/network',
  'engine/failed',
  'here/elsewhere',
  'here/damaged',
  'here/file',
  'here/server',
  'here/gave-up',
] as const;
export type HereCode = (typeof hereCodes)[number];

/** A refusal, as the worker hands it over: it becomes a `Refused` on the page. */
export class Trouble extends Error {
  constructor(
    readonly code: string,
    message = '',
    readonly status = 503,
  ) {
    super(message);
  }
}

/** A refusal in the form of the server's HTTP interface. */
export interface WireTrouble {
  code: string;
  message: string;
}

/** A refusal of the module, as this page says it: there is no server that could be too busy. */
export const inThisPage = <E extends { code: string }>(error: E): E | (Omit<E, 'code'> & { code: HereCode }) =>
  error.code === 'limit/busy' ? { ...error, code: 'here/gave-up' } : error;

/** Anything thrown as a refusal. */
export const troubleOf = (thrown: unknown): Trouble =>
  thrown instanceof Trouble ? thrown : new Trouble('engine/failed', thrown instanceof Error ? thrown.message : String(thrown), 500);
