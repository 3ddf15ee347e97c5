import type { Game, View } from '../../api/games/inner-circle';
import type { Aim, GameEnd, Scene, Seen, Translate } from '../../lib/types';
import { read, type Deck } from '../blood-moon/deck';
import { list as sayList } from '../shared/list';
import { sayIn } from '../shared/say';

const say = sayIn('inner-circle');

export function prompt(deck: Deck, text: string, { view, seat }: Scene<Game>, t: Translate): string {
  const { pawn = null, hand = [] } = view.players[seat ?? 0] ?? {};
  if (text === 'a card to play') return pawn ? say(t, 'stake.play', { type: deck.typeName(pawn, t) }) : say(t, 'stake.enter');
  if (text === 'play on or stop') return say(t, 'stake.on', { n: hand.length });
  if (text === 'how many cards you draw') return say(t, 'stake.refill', { n: hand.length });
  return t.orElse(`inner-circle.prompt.${text}`, text);
}

/** IC-4: a head, a torso, both arms and both legs lie there. */
function isComplete(cards: string[]): boolean {
  const count = (part: string): number => cards.filter((card) => read(card).part === part).length;
  return count('head') > 0 && count('torso') > 0 && count('arm') > 1 && count('leg') > 1;
}

/** How far a pawn may walk for a card (IC-3, IC-7). */
export function stepsOf(deck: Deck, card: string, options: Scene['options']): number[] {
  const { kind, part } = read(card);
  if (!deck.ring.includes(kind ?? '') && options.cake !== 'wild') return [0];
  const all = deck.steps(part).slice(0, part === 'torso' && options.torso_steps === 'three' ? 1 : undefined);
  return options.direction === 'either' ? all.flatMap((steps) => [steps, -steps]) : all;
}

/** The golem to which a card of the viewer's leads: with no step, its own. Null for a pawn that is not on the ring (IC-5 to IC-7). */
export function leadsTo(deck: Deck, card: string, steps: number, { view, seat }: Pick<Scene<Game>, 'view' | 'seat'>): string | null {
  const { ring } = deck;
  const kind = read(card).kind ?? '';
  if (steps === 0) return kind;
  const start = ring.indexOf(ring.includes(kind) ? kind : (view.players[seat ?? 0]?.pawn ?? ''));
  return start < 0 ? null : (ring[(start + steps + ring.length * Math.abs(steps)) % ring.length] ?? null);
}

/** What would come of playing a card, with these steps or with any it has. */
export function foretell(
  deck: Deck,
  card: string,
  scene: Pick<Scene<Game>, 'view' | 'seat' | 'options'>,
  t: Translate,
  steps?: number,
): string {
  const { view, seat } = scene;
  const own = view.players[seat ?? 0];
  const kind = read(card).kind ?? '';
  const [before, type] = [view.golems[kind] ?? [], deck.typeName(kind, t)];
  const completes = !isComplete(before) && isComplete([...before, card]);
  if (completes && own?.symbol === kind) return say(t, 'foretold.own', { type });
  if (own?.hand.length === 1) return say(t, 'foretold.last', { type });
  const ways = steps === undefined ? stepsOf(deck, card, scene.options) : [steps];
  const goes = [...new Set(ways.flatMap((way) => (way === 0 ? [] : (leadsTo(deck, card, way, scene) ?? []))))];
  const names = goes.map((to) => deck.typeName(to, t));
  const rest = own?.hand.toSpliced(own.hand.indexOf(card), 1) ?? [];
  const on = goes.length === 1 && rest.some((other) => read(other).kind === goes[0]);
  return [
    completes ? say(t, 'foretold.completes', { type }) : say(t, 'foretold.grows', { type, n: before.length + 1 }),
    names.length === 0 ? say(t, 'foretold.stays') : say(t, on ? 'foretold.on' : 'foretold.goes', { to: names.join(' / ') }),
  ].join(' ');
}

export function goal(deck: Deck, { view, seat }: Scene<Game>, t: Translate): Aim {
  const own = seat === null ? null : view.players[seat];
  if (!own?.symbol) return { goal: say(t, 'goal'), progress: '' };
  const type = deck.typeName(own.symbol, t);
  return {
    goal: say(t, 'goal.own', { type }),
    progress: say(t, 'progress', { n: own.hand.length, type, parts: view.golems[own.symbol]?.length ?? 0 }),
  };
}

/** The end of a game inside a match: what decided it, and what it brought everyone. */
export function gameEnd(
  before: View | null,
  after: View,
  list: Seen<Game>[],
  names: string[],
  t: Translate,
  sayEvent: (seen: Seen<Game>) => string,
): GameEnd | null {
  if (after.variant !== 'match' || (before && (before.match.game === after.match.game || before.match.game === 0))) return null;
  const last = list.findLast(({ seat }) => seat !== null);
  const gains: number[] = after.players.map((player, seat) => player.coins - (before?.players[seat]?.coins ?? 0));
  // Everyone who goes on pays the same for the next game, so the winners are those who have gained most.
  const most = Math.max(...gains);
  const winners = before ? gains.flatMap((gain, seat) => (gain === most ? [names[seat] ?? ''] : [])) : [];
  return {
    title: say(t, 'end.title', { n: after.match.game - 1 }),
    winners,
    why: [...(last ? [sayEvent(last)] : []), ...(winners.length > 0 ? [say(t, 'end.won', { names: sayList(winners, t) })] : [])].join(' '),
    standings: after.players.map((player, seat) => ({
      seat,
      points: player.coins,
      text: player.in ? say(t, 'end.coins', { n: player.coins }) : say(t, 'end.out'),
    })),
  };
}
