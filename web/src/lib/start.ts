import { api } from './api';
import { hasBeatenBots, isCurrent } from './mine';
import { go } from './router.svelte';
import { seatsFor } from './setup';
import type { ChairPlan, Game, Info, Level, MatchPlan, Variant } from './types';

/** The levels of bots that a table has, weakest first. */
export const levelsOf = (game: Game, variant: string, seats: number): Level[] => game.levels[variant]?.[seats] ?? [];

/** The usual level of bots at a table: `normal` if there is one, else the strongest one. */
export function usualLevel(game: Game, variant: string, seats: number, wanted: Level = 'normal'): Level {
  const levels = levelsOf(game, variant, seats);
  return levels.includes(wanted) ? wanted : (levels.at(-1) ?? 'random');
}

/** The variant to begin with: one game rather than a match of several. */
export const firstVariant = (game: Game): Variant | undefined => game.variants.find(({ id }) => id === 'single') ?? game.variants[0];

/** Goes to a match as soon as it is open. Its table is loaded meanwhile. */
async function goTo(game: string, opening: Promise<{ id: string }>): Promise<void> {
  // What cannot be loaded says so when it is shown.
  void Promise.all([import('../games').then(({ loadAhead }) => loadAhead(game)), import('../pages/MatchPage.svelte')]).catch(() => {});
  go(`/m/${(await opening).id}`);
}

/** Opens a match, and goes there; `first` is done before anybody sees it, such as listing it for others. */
export const openTable = (plan: MatchPlan, first: (match: string) => Promise<unknown> = () => Promise.resolve()): Promise<void> =>
  goTo(
    plan.game,
    api.open(plan).then(async (match) => {
      await first(match.id);
      return match;
    }),
  );

/** Opens a game's tutorial, and goes there. */
export const learn = (game: string): Promise<void> => goTo(game, api.openTutorial(game));

/**
 * The table that "Play now" opens. Until the reader has beaten bots at this game they are easy, and the table is that of the tutorial if the
 * reader has seen it, else the simplest one.
 */
export function tableNow(game: Game, mine: Info[]): MatchPlan | null {
  const beaten = hasBeatenBots(mine, game.id);
  const taught = beaten ? undefined : mine.find((match) => match.tutorial && isCurrent(match, game) && match.game === game.id);
  const simplest = beaten ? undefined : game.variants.find(({ id }) => id === (taught?.variant ?? 'beginner'));
  const variant = simplest ?? firstVariant(game);
  if (!variant) return null;
  const seats = seatsFor(variant, taught?.seats ?? game.default_seats);
  const level = usualLevel(game, variant.id, seats, beaten ? 'normal' : 'easy');
  const chairs = Array.from({ length: seats }, (_, seat): ChairPlan => (seat === 0 ? { kind: 'you' } : { kind: 'bot', level }));
  return { game: game.id, seats, variant: variant.id, options: taught?.options ?? {}, chairs, takeover_seconds: null };
}

/** Opens a match against bots, and goes there. `mine` is what the reader has played; it is asked for if it is not at hand. */
export async function playNow(game: Game, mine?: Info[]): Promise<void> {
  const plan = tableNow(game, mine ?? (await api.mine()).matches);
  if (plan) await openTable(plan);
}
