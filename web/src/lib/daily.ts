/** A day that is counted from 1970, as `2026-11-16`. */
export const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);
