import type { Board, Variant } from '../api/workshop';
import { openTable } from './start';
import type { ChairPlan } from './types';

/** Opens a match on a board of one's own, against a bot. */
export async function playOn(board: Board, variant: Variant): Promise<void> {
  const chairs: ChairPlan[] = [{ kind: 'you' }, { kind: 'bot', level: 'normal' }];
  await openTable({ game: 'duel', seats: 2, variant, options: {}, board, chairs, takeover_seconds: null });
}
