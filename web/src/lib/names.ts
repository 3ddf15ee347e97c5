import type { Chair, Game } from './types';
import { needWords, t } from './words.svelte';

/** What bots are called: kinds of clay. */
export const clays = ['Loam', 'Marl', 'Adobe', 'Terra', 'Slip', 'Kaolin'];

/** What tells occupants apart: people come before bots, by their names, and those who have not sat down last. */
const keyOf = ({ kind, name, level, program }: Chair): string => (kind === 'human' ? `0${name ?? '\uffff'}` : `1${level}${program ?? ''}`);

/**
 * The place of each seat's occupant at the table, by seat. A rematch moves everyone on by one seat, and places go with them: they are counted
 * from the occupant from whom the table, read round, comes first in the alphabet. With one person among bots, that is the person.
 */
export function placesOf(chairs: Chair[]): number[] {
  const keys = chairs.map(keyOf);
  const from = (start: number): string => [...keys.slice(start), ...keys.slice(0, start)].join('\n');
  const first = chairs.reduce((best, { seat }) => (from(seat) < from(best) ? seat : best), 0);
  return chairs.map(({ seat }) => (seat - first + chairs.length) % chairs.length);
}

/** How a chair is called: its player's name, a program's, a bot's, or its number while nobody has sat down. */
function nameOf(chair: Chair, place: number): string {
  if (chair.program) return t('chair.programName', { name: chair.program });
  if (chair.kind === 'bot') return clays[place % clays.length] ?? 'Clay';
  return withBot(chair, chair.name || t('chair.player', { n: chair.seat + 1 }));
}

/** The name of somebody who has resigned says that a bot plays on for them. */
export const withBot = (chair: Chair, name: string): string => (chair.resigned && chair.level ? t('chair.withBot', { name }) : name);

/** Which face belongs to a name; null for a person's. */
export function faceOf(name: string): number | null {
  const face = clays.indexOf(name.replace(/ \(\d\)$/, ''));
  return face < 0 ? null : face;
}

/** How the chairs of a table are called, each by a name of its own: two of the same name are told apart by their seats. */
export function namesOf(chairs: Chair[]): string[] {
  const places = placesOf(chairs);
  const names = chairs.map((chair) => nameOf(chair, places[chair.seat] ?? 0));
  return names.map((name, seat) => (names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${seat + 1})`));
}

/** The same for this browser: with one seat of our own, that one is called "You". */
export function namesHere(chairs: Chair[]): string[] {
  const [mine, ...others] = chairs.filter((chair) => chair.yours);
  const names = namesOf(chairs);
  return mine && others.length === 0 ? names.with(mine.seat, withBot(mine, t('you'))) : names;
}

export const levelName = (level: string): string => t.orElse(`level.${level}`, level);

/** Loads the translated names and descriptions of these games. */
export async function gameNames(games: Game[]): Promise<Game[]> {
  await Promise.all(games.map((game) => needWords(`setup/${game.id}`)));
  return games;
}

export const nameOfGame = (game: Game): string => t.orElse(`${game.id}.name`, game.name);
export const taglineOf = (game: Game): string => t.orElse(`${game.id}.tagline`, game.tagline);
