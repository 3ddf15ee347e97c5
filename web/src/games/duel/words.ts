import type { Own, Scene, Translate } from '../../lib/types';
import { programName } from './program';
import * as story from './story';

const name = (names: string[], seat: number, t: Translate): string => names[seat] ?? t(`duel.golem.${seat}`);
const say = (t: Translate, key: string, args?: Record<string, string | number>): string => t(`duel.${key}`, args);

export const choice = (choice: string, t: Translate): string => say(t, choice.length === 1 ? `order.${choice}` : `choice.${choice}`);

/** What happened in a beat, in words. */
export function note(note: Own, t: Translate, names: string[]): string {
  const detail = note.by ?? note.hit ?? note.why ?? (note.holds === undefined ? null : note.holds ? 'yes' : 'no');
  return say(t, `note.${note.note}${detail === null ? '' : `.${detail}`}`, {
    name: name(names, note.seat, t),
    cell: note.cell ?? '',
    from: note.from ?? '',
    to: note.to ?? '',
    facing: note.facing ? say(t, `facing.${note.facing}`) : '',
    condition: note.condition ? say(t, `condition.${note.condition}`) : '',
  });
}

export function glimpse(glimpse: Own, t: Translate, names: string[]): string {
  const who = name(names, glimpse.seat, t);
  if (glimpse.rolled) return say(t, 'glimpse.rolled', { name: who, bonus: say(t, `bonus.${glimpse.rolled}`) });
  if (glimpse.programs) {
    const programs = (glimpse.programs as (string[] | null)[]).flatMap((program, seat) =>
      program ? [say(t, 'glimpse.program', { name: name(names, seat, t), program: programName(program, t) })] : [],
    );
    return say(t, 'glimpse.carried', { programs: programs.join(' ') });
  }
  return glimpse.program
    ? say(t, 'glimpse.committed.own', { name: who, program: programName(glimpse.program, t) })
    : say(t, 'glimpse.committed', { name: who });
}

export const prompt = (text: string, t: Translate, scene?: Scene): string => (scene ? story.prompt(text, scene, t) : say(t, `prompt.${text}`));
export const aim = (t: Translate, scene: Scene): { goal: string; progress: string } => story.goal(scene, t);

/** Every card is on the table, and so is the end of a program. */
export const shown = (): boolean => true;

/** What a seat is after. */
export function goal(view: Own, seat: number, t: Translate): string {
  const text: string = Array.isArray(view.goal) ? view.goal[seat] : view.goal;
  const [kind, what] = text.split(' ');
  return say(t, `goal.${kind}`, kind === 'deliver' ? { n: Number(what) } : { cell: what ?? '' });
}

export function summary(view: Own, t: Translate, names: string[]): string {
  const seats = view.golems.map((golem: Own, seat: number) =>
    say(t, 'summary.seat', {
      name: name(names, seat, t),
      cell: golem.at,
      facing: say(t, `facing.${golem.facing}`),
      lives: say(t, 'lives', { n: golem.lives }),
    }),
  );
  return [`${say(t, 'energy', { n: view.energy })}.`, ...seats].join(' ');
}

export function ending(view: Own, scores: number[], t: Translate, names: string[]): string {
  if (view.puzzle) return say(t, scores[0] ? 'ending.solved' : 'ending.unsolved');
  const [red = 0, blue = 0] = scores;
  const lives: number[] = view.golems.map((golem: Own) => golem.lives);
  // The view does not say why; what lies on the board does.
  const met = (seat: number): boolean => {
    const [kind, what] = (Array.isArray(view.goal) ? view.goal[seat] : view.goal).split(' ');
    return (kind === 'reach' && view.golems[seat].at === what) || (kind === 'deliver' && view.delivered[seat] >= Number(what));
  };
  if (red === blue) {
    if (lives.every((one) => one === 0)) return say(t, 'ending.both.destroyed');
    return met(0) && met(1) ? say(t, 'ending.both.goal') : say(t, 'ending.draw', { lives: say(t, 'lives', { n: lives[0] ?? 0 }) });
  }
  const winner = red > blue ? 0 : 1;
  const more = lives[winner]! > lives[1 - winner]!;
  const why = lives[1 - winner] === 0 ? 'destroyed' : met(winner) || !more ? 'goal' : 'lives';
  return say(t, `ending.${why}`, { name: name(names, winner, t), n: lives[winner] ?? 0, to: lives[1 - winner] ?? 0 });
}

/** A whole action in words, for hints. */
export const action = (action: Own, seat: number, _view: Own, t: Translate, names: string[]): string =>
  glimpse({ seat, program: action.slots }, t, names);
