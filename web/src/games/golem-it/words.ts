import type { Action, Choice, Game, Glimpse, View } from '../../api/games/golem-it';
import type { Aim, GameEnd, Info, Scene, Seen, Translate } from '../../lib/types';
import type english from '../../words/en/golem-it.json';
import { list } from '../shared/list';
import { sayIn } from '../shared/say';
import * as story from './story';

declare module '../../lib/types' {
  interface Areas {
    'golem-it': typeof english;
  }
}

const name = (names: string[], seat: number): string => names[seat] ?? String(seat + 1);
const say = sayIn('golem-it');
type Decided = Extract<Glimpse, { action: Action }>;

/** A card as it is written: `m7`, or on the table `p5+2` with the points on it. */
export function read(card: string): { mint: boolean; number: number; points: number } {
  const [face = '', points] = card.split('+');
  return { mint: face.startsWith('m'), number: Number(face.slice(1)), points: Number(points ?? 0) };
}

export function cardName(card: string, t: Translate): string {
  const { mint, number, points } = read(card);
  const plain = say(t, mint ? 'card.m' : 'card.p', { n: number });
  return points ? say(t, 'card.points', { card: plain, n: points }) : plain;
}

export function choice(choice: Choice, t: Translate): string {
  if ('pass' in choice) return choice.pass === 0 ? say(t, 'choice.pass') : say(t, 'choice.pass.return', { n: choice.pass });
  if ('card' in choice) return say(t, 'choice.card', { card: cardName(choice.card, t) });
  return say(t, 'choice.value', { value: choice.value });
}

export function glimpse(glimpse: Glimpse, t: Translate, names: string[]): string {
  if ('first' in glimpse) return say(t, 'glimpse.first', { name: name(names, glimpse.first) });
  if ('deal' in glimpse) return say(t, 'glimpse.deal', { n: glimpse.deal });
  const { seat, place, leads } = glimpse;
  const after = [
    ...(place === null ? [] : [say(t, 'glimpse.out', { name: name(names, seat) })]),
    ...(leads === null ? [] : [say(t, 'glimpse.leads', { name: name(names, leads) })]),
  ];
  return [decision(glimpse, t, names), ...after].join(' ');
}

const cardNames = (cards: string[], t: Translate): string =>
  list(
    cards.map((card) => cardName(card, t)),
    t,
  );

function decision({ seat, action, points }: Decided, t: Translate, names: string[]): string {
  const who = name(names, seat);
  if (action.type === 'play') {
    const args = { name: who, cards: cardNames(action.cards, t), value: action.value, n: points };
    return say(t, points ? 'glimpse.play.points' : 'glimpse.play', args);
  }
  return say(t, action.return ? 'glimpse.pass.return' : 'glimpse.pass', { name: who, n: action.return });
}

export const prompt = (text: string, t: Translate, scene?: Scene<Game>): string =>
  scene ? story.prompt(text, scene, t) : t.orElse(`golem-it.prompt.${text}`, text);
export const aim = (t: Translate, scene: Scene<Game>): Aim => story.goal(scene, t);
export const gameEnd = (before: View | null, after: View, events: Seen<Game>[], t: Translate, names: string[]): GameEnd | null =>
  story.gameEnd(before, after, events, names, t, (seen) => glimpse(seen.glimpse, t, names));

export const measure = (view: View, t: Translate) => ({
  what: say(t, 'measure'),
  seats: view.players.map(({ cards, points }) => cards + points),
});

export const isDeal = (glimpse: Glimpse): boolean => 'deal' in glimpse;

/** A card, if no other goes with those that are raised. They are laid by the player alone: until then they can be taken back. */
export const forced = (choice: Choice, chosen: Choice[]): boolean => chosen.length > 0 && 'card' in choice;

/** Cards and values have their place on the table; a pass has none. */
export const shown = (choice: Choice): boolean => !('pass' in choice);

/** What all know of a seat, in a sentence. */
export function saySeat(view: View, seat: number, t: Translate, names: string[]): string {
  const { cards, points, table } = view.players[seat]!;
  const before = list(
    table.map((card) => cardName(card, t)),
    t,
  );
  const held = say(t, 'summary.seat', {
    name: name(names, seat),
    cards: say(t, 'cards', { n: cards }),
    points: say(t, 'points', { n: points }),
    table: table.length ? say(t, 'summary.table', { cards: before }) : '',
  });
  if (view.games === 1) return held;
  return `${held} (${say(t, view.variant === 'two-player' ? 'malus' : 'score', { n: view.scores[seat]! })})`;
}

export function summary(view: View, t: Translate, names: string[]): string {
  const beat = view.to_beat;
  const first = beat
    ? say(t, 'beat', { n: beat.count, value: beat.value, name: name(names, beat.seat) })
    : say(t, 'lead', { name: name(names, view.turn) });
  const seats = view.players.map((_, seat) => saySeat(view, seat, t, names));
  return [say(t, 'summary.turn', { name: name(names, view.turn) }), `${first}.`, ...seats].join(' ');
}

/** Who was rid of everything and with what; over several games, who has the best account. */
export function ending(
  view: View,
  scores: number[],
  t: Translate,
  names: string[],
  _options: Info['options'],
  events: Seen<Game>[],
): string {
  const most = Math.max(...scores);
  const best = scores.flatMap((score, seat) => (score === most ? [seat] : []));
  const winners = list(
    best.map((seat) => name(names, seat)),
    t,
  );
  const out = events.map(({ glimpse }) => glimpse).findLast((one): one is Decided => 'place' in one && one.place === 1);
  const how = out
    ? say(t, out.action.type === 'play' ? 'ending.played' : 'ending.returned', {
        name: name(names, out.seat),
        cards: out.action.type === 'play' ? cardNames(out.action.cards, t) : '',
      })
    : '';
  if (view.variant === 'tournament' || view.variant === 'two-player') {
    return say(t, `ending.${view.variant}`, { n: view.games, name: winners, score: view.scores[best[0]!]! });
  }
  if (best.length === scores.length) return say(t, 'ending.drawn');
  const won = how || say(t, 'ending.won', { name: winners });
  // With `play_on` every score is a place of its own.
  if (new Set(scores).size < scores.length) return won;
  const order = scores.map((_, seat) => seat).sort((one, other) => scores[other]! - scores[one]!);
  const places = list(
    order.map((seat) => name(names, seat)),
    t,
  );
  return `${won} ${say(t, 'ending.places', { order: places })}`;
}

export const secrets = (views: View[], t: Translate) =>
  views.flatMap(({ hand }, seat) => (hand?.length ? [{ seat, text: say(t, 'secret', { cards: cardNames(hand, t) }) }] : []));

/** A rival who holds one card, or nothing but points. */
export function warns(before: View, after: View, seat: number, t: Translate, names: string[]): string | null {
  if (before.game !== after.game || after.phase === 'over') return null;
  for (const [rival, { cards, points, place }] of after.players.entries()) {
    const old = before.players[rival]!.cards;
    if (rival === seat || place !== null || cards >= old) continue;
    if (cards === 1) return say(t, 'warns.card', { name: name(names, rival), n: points });
    if (cards === 0) return say(t, 'warns.points', { name: name(names, rival) });
  }
  return null;
}

/** A whole action in words, for hints. */
export const action = (action: Action, _seat: number, _view: View, t: Translate): string =>
  action.type === 'play'
    ? say(t, 'action.play', { cards: cardNames(action.cards, t), value: action.value })
    : choice({ pass: action.return }, t);
