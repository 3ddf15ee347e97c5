import type { Game } from '../../api/games/golem-it';
import type { Lesson } from '../../lib/types';

export const lessons: Lesson<Game>[] = [
  { id: 'golem-it.pool', when: ({ view }) => view.magic === 'pool' && view.to_beat !== null, text: 'lesson.golem-it.pool' },
  {
    // More than at the start: the magic of an earlier turn has come back.
    id: 'golem-it.debt',
    when: ({ view, seat, options }) => view.magic === 'pool' && (view.players[seat ?? -1]?.points ?? 0) > Number(options.start_points ?? 3),
    text: 'lesson.golem-it.debt',
  },
];
