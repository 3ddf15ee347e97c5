import type { Game } from '../../api/games/inner-circle';
import type { Lesson } from '../../lib/types';

export const lessons: Lesson<Game>[] = [
  {
    id: 'inner-circle.cake',
    when: ({ view, seat, options }) =>
      options.cake === 'stops' && (view.players[seat ?? -1]?.hand.some((card) => card.startsWith('cake.')) ?? false),
    text: 'lesson.inner-circle.cake',
  },
  {
    id: 'inner-circle.discard',
    when: ({ step }) => step?.choices.some(({ choice }) => choice.type === 'discard') ?? false,
    text: 'lesson.inner-circle.discard',
  },
];
