/** How much outrage makes the town restless, brings torches, and is a revolt, as parts of the limit. */
const marks = [1 / 3, 2 / 3, 1];

/** How far the town has come: 0 is calm, 3 a revolt. */
export const stageOf = (outrage: number, limit: number): number => marks.filter((part) => outrage >= part * limit).length;
