/** Seconds after which bots take the empty seats of a listed table, where its host wants that. */
export const FILL = 60;
