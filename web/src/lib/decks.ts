import { api } from './api';
import { go } from './router.svelte';
import { seatsFor } from './setup';
import { openTable, usualLevel } from './start';
import type { ChairPlan, Game, MatchPlan } from './types';

/** A deck or board that comes with a copy of the page (`golemry site --deck`). */
export interface SiteDeck {
  name: string;
  kind: 'deck' | 'board';
  /** The file, as it was written. */
  toml: string;
  /** Where it can be played. */
  tables: { game: string; variant: string; seats: number[] }[];
}

/** A game that a deck fits. */
export interface Offer {
  game: Game;
  /** A match against bots; null for a puzzle, which one plays alone. */
  plan: MatchPlan | null;
}

/** The decks and boards of this copy. */
export async function siteDecks(): Promise<SiteDeck[]> {
  const reply = await fetch(new URL('decks.json', document.baseURI), { cache: 'no-cache' });
  return reply.ok ? ((await reply.json()) as SiteDeck[]) : [];
}

/** What is offered with a deck. */
export function offersOf(deck: SiteDeck, games: Game[]): Offer[] {
  return games.flatMap((game): Offer[] => {
    const tables = deck.tables.filter((table) => table.game === game.id);
    // Variants stand in the order of the game, which begins with the usual one.
    const table = tables.find(({ seats }) => seats.some((n) => n > 1));
    const variant = game.variants.find(({ id }) => id === table?.variant);
    if (!table || !variant) return tables.length > 0 ? [{ game, plan: null }] : [];
    const usual = seatsFor(variant, game.default_seats);
    const seats = table.seats.includes(usual) ? usual : table.seats.find((n) => n > 1)!;
    const level = usualLevel(game, variant.id, seats);
    const chairs = Array.from({ length: seats }, (_, seat): ChairPlan => (seat === 0 ? { kind: 'you' } : { kind: 'bot', level }));
    const plan: MatchPlan = { game: game.id, seats, variant: variant.id, options: {}, chairs, takeover_seconds: null };
    return [{ game, plan: { ...plan, [deck.kind]: deck.toml } }];
  });
}

/** Opens a match with a deck or on a board, or the puzzle that the board is. */
export async function playWith(deck: SiteDeck, plan: MatchPlan | null): Promise<void> {
  if (plan) await openTable(plan);
  else go(`/boards/${(await api.storeBoard({ toml: deck.toml })).id}`);
}
