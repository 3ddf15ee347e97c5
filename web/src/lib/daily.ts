/** The day in this reader's time zone, as `2026-11-16`. */
export const today = (now = new Date()): string =>
  `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}-${String(now.getDate()).padStart(2, '0')}`;

/** Which of `count` things a day has: the next one each day, so that none comes twice before all were there. */
export const ofTheDay = (day: string, count: number): number => Math.floor(Date.parse(day) / 86_400_000) % count;
