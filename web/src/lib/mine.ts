import { levelName, namesOf } from './names';
import type { Game, Info, Key } from './types';

/** The seats of the reader in a match. */
export const mineOf = (match: Info): number[] =>
  match.chairs.filter((chair) => chair.yours && chair.kind === 'human').map((chair) => chair.seat);

/** The seats in which the reader still plays: not those they have resigned from. */
export const playsIn = (match: Info): number[] => (match.status.over ? [] : mineOf(match).filter((seat) => !match.chairs[seat]?.resigned));

/** What it means to resign from a match: the key of a text. */
export function resigningMeans({ chairs }: Info): Key {
  if (chairs.length === 2) return 'resign.two';
  const others = chairs.some((chair) => chair.kind === 'human' && !chair.yours && !chair.resigned);
  return others ? 'resign.more' : 'resign.alone';
}

/** The seats whose players have sat down and are away, while the match goes on without a bot in their place. */
export const awayFrom = ({ chairs, status }: Info): number[] =>
  chairs
    .filter(({ kind, yours, joined, online, level }) => !status.over && kind === 'human' && joined && !yours && !online && !level)
    .map((chair) => chair.seat);

/** Whether a match waits for the reader. */
export const waits = (match: Info): boolean => playsIn(match).some((seat) => match.status.to_act.includes(seat));

/** Whether a match is played under the rules that the program has; others can only be downloaded. */
export const isCurrent = (match: Info, game: Game | undefined): boolean => match.rules === game?.rules_version;

/** The winning seats; none if everybody shares the end or loses. A match without scores ended by resignation, and the only player left has won. */
export function winners({ chairs, status: { over, scores = [], winners } }: Info): number[] {
  if (over && scores.length === 0) {
    const left = chairs.filter((chair) => !chair.resigned).map((chair) => chair.seat);
    return left.length === 1 && chairs.length > 1 ? left : [];
  }
  // Matches that an earlier program ended do not say who won.
  const best = winners ?? scores.flatMap((score, seat) => (score === Math.max(...scores) ? [seat] : []));
  return best.length < scores.length || (scores.length === 1 && scores[0]! > 0) ? best : [];
}

/** Whether everybody shares the end of a match. */
export const isDrawn = ({ status: { scores = [], winners } }: Info): boolean =>
  scores.length > 1 && (winners ? winners.length === scores.length : scores.every((score) => score > 0 && score === scores[0]));

export type Outcome = 'won' | 'lost' | 'drawn' | 'resigned';

/** How a match ended for the reader; null while it goes on, for who watched, and where several of the reader's seats played each other. */
export function outcome(match: Info): Outcome | null {
  const [own, ...others] = mineOf(match);
  const { over, scores = [] } = match.status;
  if (!over || own === undefined || others.length > 0) return null;
  if (match.chairs[own]?.resigned) return 'resigned';
  const best = winners(match);
  if (best.includes(own)) return 'won';
  if (scores.length === 0) return null;
  return isDrawn(match) ? 'drawn' : 'lost';
}

/** Whether the reader has won a match of a game that bots played in. The tutorial, which everyone wins, does not count. */
export const hasBeatenBots = (matches: Info[], game: string): boolean =>
  matches.some(
    (match) => match.game === game && !match.tutorial && outcome(match) === 'won' && match.chairs.some((chair) => chair.kind === 'bot'),
  );

export interface Tally {
  name: string;
  won: number;
  drawn: number;
  lost: number;
}

/** How the reader fared, by what `keys` calls each match; most played first. Tutorials do not count. */
function tally(matches: Info[], keys: (match: Info) => string[]): Tally[] {
  const found = new Map<string, Tally>();
  for (const match of matches) {
    const result = match.tutorial ? null : outcome(match);
    if (!result) continue;
    for (const name of new Set(keys(match))) {
      const one = found.get(name) ?? { name, won: 0, drawn: 0, lost: 0 };
      one[result === 'resigned' ? 'lost' : result] += 1;
      found.set(name, one);
    }
  }
  const played = (one: Tally): number => one.won + one.drawn + one.lost;
  return [...found.values()].sort((a, b) => played(b) - played(a));
}

export const byGame = (matches: Info[]): Tally[] => tally(matches, (match) => [match.game]);

/** Bots are told apart by how well they play, people and programs by their names. */
export const byOpponent = (matches: Info[], bot: (level: string) => string): Tally[] =>
  tally(matches, (match) => {
    const names = namesOf(match.chairs);
    return match.chairs
      .filter((chair) => !chair.yours)
      .map((chair) => (chair.kind === 'bot' && !chair.program ? bot(levelName(chair.level ?? '')) : (names[chair.seat] ?? '')));
  });
