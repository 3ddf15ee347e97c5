import type { Cost, Format, PlayerView, Problem, RestView, TableView, TieBreak, TournamentView, WhyView } from '../api/tournaments';
import { levelName } from '../lib/names';
import type { Translate } from '../lib/types';
import { language } from '../lib/words.svelte';
import { list } from '../games/shared/list';
import type english from '../words/en/tournaments.json';

declare module '../lib/types' {
  interface Areas {
    tournaments: typeof english;
  }
}

/** A code as it is shown and read aloud. The server reads small letters as well. */
export const spoken = (code: string): string => code.toUpperCase();

const FRACTIONS: [value: number, sign: string][] = [
  [1 / 2, '½'],
  [1 / 3, '⅓'],
  [2 / 3, '⅔'],
  [1 / 4, '¼'],
  [3 / 4, '¾'],
  [1 / 6, '⅙'],
  [5 / 6, '⅚'],
  [1 / 5, '⅕'],
  [2 / 5, '⅖'],
  [3 / 5, '⅗'],
  [4 / 5, '⅘'],
  [1 / 8, '⅛'],
  [3 / 8, '⅜'],
  [5 / 8, '⅝'],
  [7 / 8, '⅞'],
];

/** Points as people write them: `1½`. What has no sign of its own is rounded to hundredths. */
export function points(value: number): string {
  const whole = Math.floor(value + 1e-6);
  const rest = value - whole;
  if (rest < 1e-4) return String(whole);
  const sign = FRACTIONS.find(([fraction]) => Math.abs(fraction - rest) < 1e-4)?.[1];
  if (sign) return whole === 0 ? sign : `${whole}${sign}`;
  return value.toLocaleString(language(), { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** `1½ points`; half a point is one. */
export const inPoints = (value: number, t: Translate): string =>
  t('tournament.points', { points: points(value), n: value === 0.5 ? 1 : value });

const times = (n: number, t: Translate): string => (n <= 2 ? t(`tournament.times.${n as 0 | 1 | 2}`) : t('tournament.times', { n }));

/** What a player is called, with what plays for them. */
export function playerName(player: PlayerView | undefined, t: Translate): string {
  if (!player) return '?';
  return player.stand_in ? t('tournament.withBot', { name: player.name }) : player.name;
}

/** What kind of player it is, where it is not a person. */
export function kindOf(player: PlayerView, t: Translate): string {
  if (player.program) return t('tournament.aProgram');
  return player.kind === 'bot' && player.level ? t('chair.bot', { level: levelName(player.level) }) : '';
}

/** Why a table was made, in a few short sentences: points, meetings, chairs. `names` are by chair. */
export function sayWhy(format: Format, why: WhyView, names: string[], t: Translate): string[] {
  const [first = '', second = ''] = names;
  const chairs =
    names.length === 2
      ? t('tournament.why.chairsTwo', {
          first,
          second,
          firstTimes: times(why.first[0] ?? 0, t),
          secondTimes: times(why.first[1] ?? 0, t),
        })
      : t('tournament.why.chairs', { first, times: times(why.first[0] ?? 0, t) });
  if (format === 'round-robin') return [t('tournament.why.roundRobin'), chairs];
  if (format === 'knock-out') return [t('tournament.why.knockOut'), t('tournament.why.draw', { name: second })];
  return [sayGap(why, names, t), sayMeetings(why, names, t), chairs];
}

function sayGap(why: WhyView, names: string[], t: Translate): string {
  const [one = 0, ...others] = why.points;
  if (others.every((other) => other === one))
    return t(names.length === 2 ? 'tournament.why.bothPoints' : 'tournament.why.allPoints', { points: inPoints(one, t) });
  const each = names.map((name, chair) => t('tournament.why.has', { name, points: inPoints(why.points[chair] ?? 0, t) }));
  return t('tournament.why.near', { each: list(each, t, 'tournament.and') });
}

function sayMeetings(why: WhyView, names: string[], t: Translate): string {
  const two = names.length === 2;
  if (why.met.length === 0) return t(two ? 'tournament.why.neverMet' : 'tournament.why.noneMet');
  const pairs = why.met.map(({ chair, other, times: n }) =>
    t('tournament.why.met', { one: names[chair] ?? '', other: names[other] ?? '', times: times(n, t) }),
  );
  return t(two ? 'tournament.why.unavoidable' : 'tournament.why.searched', { pairs: list(pairs, t, 'tournament.and') });
}

/** Why somebody rests. */
export function sayRest(rest: RestView, { format, players }: Pick<TournamentView, 'format' | 'players'>, t: Translate): string {
  if (rest.reason === 'paused') return t('tournament.rest.paused');
  if (rest.reason === 'walkover') return t('tournament.rest.walkover', { name: playerName(players[rest.absent ?? -1], t) });
  return t(`tournament.rest.bye.${format}`);
}

/** Why the next round cannot begin. */
export function sayProblem(problem: Problem, format: Format, t: Translate): string {
  switch (problem.reason) {
    case 'too_few':
      return t('tournament.problem.tooFew', { n: problem.players });
    case 'field': {
      const sizes = problem.smaller
        ? t('tournament.or', { some: String(problem.seats - 1), last: String(problem.seats) })
        : String(problem.seats);
      const fit =
        problem.fewer === null ? String(problem.more) : t('tournament.or', { some: String(problem.fewer), last: String(problem.more) });
      return t('tournament.problem.field', { n: problem.players, sizes, fit });
    }
    case 'rounds': {
      const { players, rounds, fewest, most } = problem;
      const key = fewest === most ? 'tournament.problem.roundsExactly' : 'tournament.problem.rounds';
      return t(key, { format: t(`tournament.format.${format}`), n: players, rounds, fewest, most });
    }
    default:
      return problem.text;
  }
}

/** How a table ended, from the side of one chair. */
export function sayResult(table: Pick<TableView, 'over' | 'places' | 'chairs'>, chair: number, t: Translate): string {
  if (!table.over) return t('tournament.stillPlaying');
  if (!table.places) return t('tournament.allLost');
  const place = table.places[chair] ?? 0;
  const alone = table.places.filter((one) => one === place).length === 1;
  if (place === 1)
    return t(alone ? 'tournament.result.won' : table.chairs.length === 2 ? 'tournament.result.drawn' : 'tournament.result.shared');
  return table.chairs.length === 2 ? t('tournament.result.lost') : t('tournament.result.place', { place: placeName(place, t) });
}

/** `1st`, `2nd`, `23rd`; in French `1er`, `2e`. */
export function placeName(place: number, t: Translate): string {
  const ending = new Intl.PluralRules(language(), { type: 'ordinal' }).select(place);
  return t.orElse(`tournament.place.${ending}`, t('tournament.place.other', { n: place }), { n: place });
}

/** What decides between players with equal points, by its name, and what it means. */
export const tieBreak = (one: TieBreak, t: Translate): { name: string; means: string } => ({
  name: t(`tournament.break.${one}`),
  means: t(`tournament.break.${one}.means`),
});

/** What is wrong with a pairing, most important first; what is not wrong is left out. */
export const costs = (cost: Cost, t: Translate): { what: string; n: number }[] =>
  (['byes', 'meetings', 'gap', 'small', 'chairs', 'repeats'] as const).map((key) => ({ what: t(`tournament.cost.${key}`), n: cost[key] }));
