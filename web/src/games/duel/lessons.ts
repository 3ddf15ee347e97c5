import type { Game } from '../../api/games/duel';
import type { Lesson, Scene } from '../../lib/types';

const offers = (card: string) => (scene: Scene<Game>) => scene.step?.choices.some(({ choice }) => choice.startsWith(card)) ?? false;

export const lessons: Lesson<Game>[] = [
  { id: 'duel.loop', when: offers('LOOP'), text: 'lesson.duel.loop' },
  { id: 'duel.if', when: offers('IF'), text: 'lesson.duel.if' },
  {
    // After the first round the number has fallen for the first time.
    id: 'duel.energy',
    when: ({ view }) => view.energy !== null && view.variant !== 'puzzle' && view.round > 1,
    text: 'lesson.duel.energy',
  },
];
