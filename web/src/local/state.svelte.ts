/** What readers should know of the games in the page. */
class Local {
  /** The share of the module that has arrived; null unless it is on its way. */
  loading = $state<number | null>(null);
  /** Matches here are not kept beyond this page, and the reader has not been told yet. */
  unkept = $state(false);
  /** Whether the server could be reached when it was asked last. */
  server = $state(true);
}
export const local = new Local();
