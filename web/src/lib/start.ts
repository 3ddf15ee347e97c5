import { api } from './api';
import { go } from './router.svelte';
import type { ChairPlan, Game, Level, Variant } from './types';

/** The levels of bots that a table has, weakest first. */
export const levelsOf = (game: Game, variant: string, seats: number): Level[] => game.levels[variant]?.[seats] ?? [];

/** The usual level of bots at a table: `normal` if there is one, else the strongest one. */
export function usualLevel(game: Game, variant: string, seats: number, wanted: Level = 'normal'): Level {
  const levels = levelsOf(game, variant, seats);
  return levels.includes(wanted) ? wanted : (levels.at(-1) ?? 'random');
}

/** The variant to begin with: one game rather than a match of several. */
export const firstVariant = (game: Game): Variant | undefined => game.variants.find(({ id }) => id === 'single') ?? game.variants[0];

/** Opens a game's tutorial, and goes there. */
export async function learn(game: string): Promise<void> {
  const { id } = await api.openTutorial(game);
  go(`/m/${id}`);
}

/** Opens a match against bots with default settings, and goes there. */
export async function playNow(game: Game): Promise<void> {
  const variant = firstVariant(game);
  if (!variant) return;
  const seats = Math.min(Math.max(game.default_seats, variant.seats[0]), variant.seats[1]);
  const level = usualLevel(game, variant.id, seats);
  const chairs = Array.from({ length: seats }, (_, seat): ChairPlan => (seat === 0 ? { kind: 'you' } : { kind: 'bot', level }));
  const { id } = await api.open({ game: game.id, seats, variant: variant.id, options: {}, chairs, takeover_seconds: null });
  go(`/m/${id}`);
}
