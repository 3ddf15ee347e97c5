import type { Action, Choice, Game, Glimpse, Note, View } from '../../api/games/duel';
import type { Aim, KeyUnder, Scene, Translate } from '../../lib/types';
import type english from '../../words/en/duel.json';
import { sayIn } from '../shared/say';
import { programName } from './program';
import * as story from './story';

declare module '../../lib/types' {
  interface Areas {
    duel: typeof english;
  }
}

const say = sayIn('duel');

/** What a golem is called without its player. */
export const colour = (seat: number, t: Translate): string => say(t, seat === 0 ? 'golem.0' : 'golem.1');
const name = (names: string[], seat: number, t: Translate): string => names[seat] ?? colour(seat, t);

export const choice = (choice: Choice, t: Translate): string =>
  t.orElse(choice.length === 1 ? `duel.order.${choice}` : `duel.choice.${choice}`, choice);

/** What happened in a beat, in words. */
export function note(note: Note, t: Translate, names: string[]): string {
  return say(t, `note.${noteKey(note)}`, {
    name: name(names, note.seat, t),
    cell: 'cell' in note ? note.cell : '',
    from: 'from' in note ? note.from : '',
    to: 'to' in note ? note.to : '',
    facing: 'facing' in note ? say(t, `facing.${note.facing}`) : '',
    condition: 'condition' in note ? say(t, `condition.${note.condition}`) : '',
  });
}

/** Some notes have several texts. */
function noteKey(note: Note): KeyUnder<'duel.note'> {
  switch (note.note) {
    case 'blocked':
      return `blocked.${note.by}`;
    case 'struck':
      return `struck.${note.hit}`;
    case 'took-nothing':
      return `took-nothing.${note.why}`;
    case 'tested':
      return note.holds ? 'tested.yes' : 'tested.no';
    default:
      return note.note;
  }
}

export function glimpse(glimpse: Glimpse, t: Translate, names: string[]): string {
  const who = name(names, glimpse.seat, t);
  if ('rolled' in glimpse) return say(t, 'glimpse.rolled', { name: who, bonus: say(t, `bonus.${glimpse.rolled}`) });
  if ('programs' in glimpse) {
    const programs = glimpse.programs.flatMap((program, seat) =>
      program ? [say(t, 'glimpse.program', { name: name(names, seat, t), program: programName(program, t) })] : [],
    );
    return say(t, 'glimpse.carried', { programs: programs.join(' ') });
  }
  return glimpse.program
    ? say(t, 'glimpse.committed.own', { name: who, program: programName(glimpse.program, t) })
    : say(t, 'glimpse.committed', { name: who });
}

export const prompt = (text: string, t: Translate, scene?: Scene<Game>): string =>
  scene ? story.prompt(text, scene, t) : t.orElse(`duel.prompt.${text}`, text);
export const measure = (view: View, t: Translate) => ({ what: say(t, 'measure'), seats: view.golems.map(({ lives }) => lives) });
export const aim = (t: Translate, scene: Scene<Game>): Aim => story.goal(scene, t);

/** Every card is on the table, and so is the end of a program. */
export const shown = (): boolean => true;

/** The goal of a seat as the rules write it: `reach c3`. */
const goalOf = (view: View, seat: number): string => (typeof view.goal === 'string' ? view.goal : view.goal[seat]!);

/** What a seat is after. */
export function goal(view: View, seat: number, t: Translate): string {
  const written = goalOf(view, seat);
  const [kind, what] = written.split(' ');
  return t.orElse(`duel.goal.${kind}`, written, kind === 'deliver' ? { n: Number(what) } : { cell: what ?? '' });
}

export function summary(view: View, t: Translate, names: string[]): string {
  const seats = view.golems.map((golem, seat) =>
    say(t, 'summary.seat', {
      name: name(names, seat, t),
      cell: golem.at,
      facing: say(t, `facing.${golem.facing}`),
      lives: say(t, 'lives', { n: golem.lives }),
    }),
  );
  return [`${energy(view, t)}.`, ...seats].join(' ');
}

/** How long the duel goes on: the energy left, or for ever. */
export const energy = (view: View, t: Translate): string =>
  view.energy === null ? say(t, 'endless') : say(t, 'energy', { n: view.energy });

export function ending(view: View, scores: number[], t: Translate, names: string[]): string {
  if (view.puzzle) return say(t, scores[0] ? 'ending.solved' : 'ending.unsolved');
  const [red = 0, blue = 0] = scores;
  const lives = view.golems.map((golem) => golem.lives);
  // The view does not say why, but the board shows it.
  const met = (seat: number): boolean => {
    const [kind, what] = goalOf(view, seat).split(' ');
    return (kind === 'reach' && view.golems[seat]!.at === what) || (kind === 'deliver' && view.delivered[seat]! >= Number(what));
  };
  const returned = view.repeated ? '.returned' : '';
  if (red === blue) {
    if (lives.every((one) => one === 0)) return say(t, 'ending.both.destroyed');
    return met(0) && met(1)
      ? say(t, 'ending.both.goal')
      : say(t, `ending.draw${returned}`, { lives: say(t, 'lives', { n: lives[0] ?? 0 }) });
  }
  const winner = red > blue ? 0 : 1;
  const more = lives[winner]! > lives[1 - winner]!;
  const why = lives[1 - winner] === 0 ? 'destroyed' : met(winner) || !more ? 'goal' : 'lives';
  return say(t, why === 'destroyed' ? 'ending.destroyed' : `ending.${why}${returned}`, {
    name: name(names, winner, t),
    n: lives[winner] ?? 0,
    to: lives[1 - winner] ?? 0,
  });
}

/** A whole action in words, for hints. */
export const action = (action: Action, seat: number, _view: View, t: Translate, names: string[]): string =>
  glimpse({ seat, program: action.slots }, t, names);
