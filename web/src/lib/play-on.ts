import type { Board, Variant } from '../api/workshop';
import { api } from './api';
import { go } from './router.svelte';
import type { ChairPlan } from './types';

/** Opens a match on a board of one's own, against a bot. */
export async function playOn(board: Board, variant: Variant): Promise<void> {
  const chairs: ChairPlan[] = [{ kind: 'you' }, { kind: 'bot', level: 'normal' }];
  const { id } = await api.open({ game: 'duel', seats: 2, variant, options: {}, board, chairs, takeover_seconds: null });
  go(`/m/${id}`);
}
