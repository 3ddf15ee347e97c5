import type { Chair, Game } from './types';
import { needWords, orElse, t } from './words.svelte';

/** What bots are called, by seat: kinds of clay. */
const clays = ['Loam', 'Marl', 'Adobe', 'Terra', 'Slip', 'Kaolin'];

/** How a chair is called: its player's name, a bot's, or its number while nobody has sat down. */
function nameOf(chair: Chair): string {
  if (chair.kind === 'bot') return clays[chair.seat % clays.length] ?? 'Clay';
  return chair.name || t('chair.player', { n: chair.seat + 1 });
}

/** How the chairs of a table are called, each by a name of its own: two of the same name are told apart by their seats. */
export function namesOf(chairs: Chair[]): string[] {
  const names = chairs.map(nameOf);
  return names.map((name, seat) => (names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${seat + 1})`));
}

export const levelName = (level: string): string => orElse(`level.${level}`, level);

/** Loads the translated names and descriptions of these games. */
export async function gameNames(games: Game[]): Promise<Game[]> {
  await Promise.all(games.map((game) => needWords(`setup/${game.id}`)));
  return games;
}

export const nameOfGame = (game: Game): string => orElse(`${game.id}.name`, game.name);
export const taglineOf = (game: Game): string => orElse(`${game.id}.tagline`, game.tagline);
