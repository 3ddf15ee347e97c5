/** The stars of a solution: three at par, two with one slot more, one for any other. */
export const starsOf = (slots: number, par: number): number => Math.max(1, 3 - Math.max(0, slots - par));

/** The same to be read: `★★☆`. */
export const stars = (slots: number, par: number): string => '★'.repeat(starsOf(slots, par)) + '☆'.repeat(3 - starsOf(slots, par));
