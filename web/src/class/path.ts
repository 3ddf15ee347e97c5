/** Where the stones of a path lie: it goes there and back like a plough, so that each stone lies beside the one before it. */
export function plough(stones: number, columns: number): { column: number; row: number }[] {
  return Array.from({ length: stones }, (_, index) => {
    const row = Math.floor(index / columns);
    const along = index % columns;
    return { row, column: row % 2 === 0 ? along : columns - 1 - along };
  });
}
