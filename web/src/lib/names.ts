import type { Chair, Game } from './types';
import { needWords, orElse, t } from './words.svelte';

/** What bots are called, by seat: kinds of clay. */
const clays = ['Loam', 'Marl', 'Adobe', 'Terra', 'Slip', 'Kaolin'];

/** How a chair is called: its player's name, a bot's, or its number while nobody has sat down. */
export function nameOf(chair: Chair): string {
  if (chair.kind === 'bot') return clays[chair.seat % clays.length] ?? 'Clay';
  return chair.name || t('chair.player', { n: chair.seat + 1 });
}

export const levelName = (level: string): string => orElse(`level.${level}`, level);

/** Brings the words of these games along, in which other languages than English call and describe them. */
export async function gameNames(games: Game[]): Promise<Game[]> {
  await Promise.all(games.map((game) => needWords(`setup/${game.id}`)));
  return games;
}

export const nameOfGame = (game: Game): string => orElse(`${game.id}.name`, game.name);
export const taglineOf = (game: Game): string => orElse(`${game.id}.tagline`, game.tagline);
