import type { Game } from '../../api/games/capek';
import type { Lesson } from '../../lib/types';

export const lessons: Lesson<Game>[] = [
  {
    id: 'capek.engineer',
    when: ({ view, seat }) =>
      [...Object.values(view.market), ...(view.players[seat ?? -1]?.hand ?? [])].some((card) => card?.startsWith('engineer-')),
    text: 'lesson.capek.engineer',
  },
];
