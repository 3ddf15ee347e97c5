import { api } from './api';
import { go } from './router.svelte';
import type { ChairPlan, Game, Level, Variant } from './types';

/** The usual level of bots in a variant: `normal` if there is one, else the strongest one. */
export function usualLevel(game: Game, variant: string, wanted: Level = 'normal'): Level {
  const levels = game.levels[variant] ?? [];
  return levels.includes(wanted) ? wanted : (levels.at(-1) ?? 'random');
}

/** The variant to begin with: one game rather than a match of several, and with `guided` the one for beginners. */
export const firstVariant = (game: Game, guided: boolean): Variant | undefined =>
  game.variants.find(({ id }) => id === 'single' || (guided && id === 'beginner')) ?? game.variants[0];

/** Opens a match against bots with default settings, and goes there. With `guided`, against easy bots and with a coach. */
export async function playNow(game: Game, guided: boolean): Promise<void> {
  const variant = firstVariant(game, guided);
  if (!variant) return;
  const seats = Math.min(Math.max(game.default_seats, variant.seats[0]), variant.seats[1]);
  const level = usualLevel(game, variant.id, guided ? 'easy' : 'normal');
  const chairs = Array.from({ length: seats }, (_, seat): ChairPlan => (seat === 0 ? { kind: 'you' } : { kind: 'bot', level }));
  const { id } = await api.open({ game: game.id, seats, variant: variant.id, options: {}, chairs, takeover_seconds: null });
  go(`/m/${id}${guided ? '?guide' : ''}`);
}
