import type { Game } from '../../api/games/its-alive';
import type { Lesson } from '../../lib/types';

export const lessons: Lesson<Game>[] = [
  { id: 'its-alive.cake', when: ({ view }) => view.drawn?.startsWith('cake.') ?? false, text: 'lesson.its-alive.cake' },
  {
    // A card is about to be drawn that may not fit.
    id: 'its-alive.discard',
    when: ({ view, seat }) => {
      const torso = view.players[seat ?? -1]?.golem.torso;
      return view.phase === 'roll' && !!torso && !torso.startsWith('cake.');
    },
    text: 'lesson.its-alive.discard',
  },
  {
    id: 'its-alive.known',
    when: ({ view }) => Object.values(view.piles).some(({ known }) => known.length > 0),
    text: 'lesson.its-alive.known',
  },
];
