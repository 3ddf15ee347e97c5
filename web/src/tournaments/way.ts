import { ask } from './ask';
import { known, remember, tournamentOf } from './mine';

/** The code of the tournament that a match belongs to. The server is asked about those that are still played. */
export async function findTournament(match: string): Promise<string | null> {
  const found = tournamentOf(match);
  if (found) return found.code;
  for (const one of known().filter(({ plays, over }) => plays && !over)) {
    const view = await ask.view(one.code).catch(() => null);
    if (!view || !Object.values(view.current?.tables ?? {}).some((table) => table.match === match)) continue;
    remember({ code: view.code, name: view.name, host: view.host, plays: true, over: view.stage === 'over' }, match);
    return view.code;
  }
  return null;
}
