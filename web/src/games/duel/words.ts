import type { Action, Choice, Frame, Game, Glimpse, Note, View } from '../../api/games/duel';
import type { Aim, Info, KeyUnder, Scene, Seen, Translate } from '../../lib/types';
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
type Struck = Extract<Note, { note: 'struck' }>;

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

/** The seat whose golem loses a life. */
function loserOf(note: Note): number | null {
  if (note.note === 'struck' && note.hit === 'life') return 1 - note.seat;
  return note.note === 'splashed' || note.note === 'carried' ? note.seat : null;
}

export function glimpse(glimpse: Glimpse, t: Translate, names: string[]): string {
  const who = name(names, glimpse.seat, t);
  if ('rolled' in glimpse) return say(t, 'glimpse.rolled', { name: who, bonus: say(t, `bonus.${glimpse.rolled}`) });
  if ('programs' in glimpse) {
    const programs = glimpse.programs.flatMap((program, seat) =>
      program ? [say(t, 'glimpse.program', { name: name(names, seat, t), program: programName(program, t) })] : [],
    );
    const notes = glimpse.rounds.flat().flatMap((frame) => frame.notes);
    const lost = glimpse.programs.flatMap((_, seat) => {
      const n = notes.filter((one) => loserOf(one) === seat).length;
      return n ? [say(t, 'glimpse.lost', { name: name(names, seat, t), lives: say(t, 'lives', { n }) })] : [];
    });
    const done = notes.filter((one) => one.note === 'delivered' || one.note === 'destroyed').map((one) => note(one, t, names));
    return [say(t, 'glimpse.carried', { programs: programs.join(' ') }), ...lost, ...done].join(' ');
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

/** The rounds that an event carried out, frame by frame. */
const framesOf = ({ glimpse }: Seen<Game>): Frame[] => ('rounds' in glimpse ? glimpse.rounds.flat() : []);

/** The blow, the goal, or the end of the energy. */
export function ending(
  view: View,
  scores: number[],
  t: Translate,
  names: string[],
  _options: Info['options'],
  events: Seen<Game>[],
): string {
  if (view.puzzle) return say(t, scores[0] ? 'ending.solved' : 'ending.unsolved', { goal: goal(view, 0, t) });
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
  const who = name(names, winner, t);
  if (lives[1 - winner] === 0) {
    const last = events.flatMap(framesOf).findLast(({ notes }) => notes.some(({ note }) => note === 'destroyed'))?.notes ?? [];
    const blow = last.find((one): one is Struck => one.note === 'struck' && one.hit === 'life' && one.seat === winner);
    const loser = name(names, 1 - winner, t);
    const you = loser === t('you') ? '.you' : '';
    return say(t, `ending.${blow ? 'struck' : 'destroyed'}${you}`, { name: who, other: loser, cell: blow?.cell ?? '' });
  }
  const more = lives[winner]! > lives[1 - winner]!;
  return say(t, `ending.${met(winner) || !more ? 'goal' : 'lives'}${returned}`, {
    name: who,
    goal: goal(view, winner, t),
    n: lives[winner] ?? 0,
    to: lives[1 - winner] ?? 0,
  });
}

/** The blows that have cost the viewer's golem a life or its barrel. */
export function against(seen: Seen<Game>, seat: number, t: Translate, names: string[]): string | null {
  const frames = framesOf(seen);
  const blows = frames
    .flatMap(({ notes }) => notes)
    .filter((one): one is Struck => one.note === 'struck' && one.seat !== seat && (one.hit === 'life' || one.hit === 'carrier'));
  const [first] = blows;
  if (!first) return null;
  const hits = blows.filter(({ hit }) => hit === 'life').length;
  const left = frames.at(-1)?.golems[seat]?.lives ?? 0;
  const args = { name: name(names, first.seat, t), cell: first.cell, lives: say(t, 'lives', { n: left }) };
  return say(t, hits ? 'against.struck' : 'against.barrel', args);
}

/** The viewer's golem has one life left, or the other one needs one more barrel. */
export function warns(before: View, after: View, seat: number, t: Translate, names: string[]): string | null {
  const [old, now] = [before, after].map(({ golems }) => golems[seat]?.lives ?? 0) as [number, number];
  if (after.golems.length > 1 && now === 1 && old > 1) return say(t, 'warns.life');
  const rival = 1 - seat;
  const [kind, what] = after.golems[rival] ? goalOf(after, rival).split(' ') : [];
  const delivered = after.delivered[rival] ?? 0;
  const near = kind === 'deliver' && delivered === Number(what) - 1 && delivered > (before.delivered[rival] ?? 0);
  return near ? say(t, 'warns.barrel', { name: name(names, rival, t) }) : null;
}

/** A whole action in words, for hints. */
export const action = (action: Action, _seat: number, _view: View, t: Translate): string => programName(action.slots, t);
