import type { Game } from '../../api/games/duel';
import type { Aim, Scene, Translate } from '../../lib/types';
import { sayIn } from '../shared/say';
import { fromChoices } from './program';
import { energy, goal as sayGoal } from './words';

const say = sayIn('duel');

export function prompt(text: string, { view, chosen }: Scene<Game>, t: Translate): string {
  const all = view.puzzle?.slots ?? 4;
  const next = fromChoices(chosen).length + 1;
  if (text === 'the next slot') return next > all ? say(t, 'stake.full') : say(t, 'stake.slot', { n: next, all });
  return t.orElse(`duel.prompt.${text}`, text);
}

export function goal({ view, seat }: Scene<Game>, t: Translate): Aim {
  const own = seat ?? 0;
  return {
    goal: say(t, 'goal', { goal: sayGoal(view, own, t) }),
    progress: view.puzzle
      ? say(t, 'rounds', { n: view.energy ?? 0 })
      : say(t, 'progress', { energy: energy(view, t), lives: say(t, 'lives', { n: view.golems[own]?.lives ?? 0 }) }),
  };
}
