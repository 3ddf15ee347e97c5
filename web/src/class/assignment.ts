/** The id of a board in what was pasted: a link to it, to its editor, or the id alone. */
export const boardIn = (text: string): string | null =>
  /(?:^|\/boards\/)([A-Za-z0-9]{12})(?:\/edit)?\/?(?:[?#].*)?$/.exec(text.trim())?.[1] ?? null;

const two = (n: number): string => String(n).padStart(2, '0');

/** A moment for a field that takes day and time of this device's place. */
export function toField(at: number | null): string {
  if (!at) return '';
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** What such a field says; null if it is empty. */
export function fromField(text: string): number | null {
  const at = text ? new Date(text).getTime() : NaN;
  return Number.isNaN(at) ? null : at;
}
