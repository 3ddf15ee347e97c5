/** The code of the tournament that a match belongs to, as far as this browser remembers (tournaments/mine.ts); tables load no more of it. */
export function eveningOf(match: string): string | null {
  const found = localStorage.getItem('tournaments');
  if (!found?.includes(`"${match}"`)) return null;
  return (JSON.parse(found) as { code: string; matches: string[] }[]).find(({ matches }) => matches.includes(match))?.code ?? null;
}
