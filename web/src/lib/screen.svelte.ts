/** Whether one thing, such as a table, has the whole screen: then the header of the page makes room. */
export const screen = $state({ taken: false });
