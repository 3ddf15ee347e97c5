import type { Game, Prospect, View } from '../../api/games/inner-circle';
import type { Aim, GameEnd, Scene, Seen, Translate } from '../../lib/types';
import { read, type Deck } from '../blood-moon/deck';
import { list as sayList } from '../shared/list';
import { sayIn } from '../shared/say';

const say = sayIn('inner-circle');

export function prompt(deck: Deck, text: string, { view, seat, step }: Scene<Game>, t: Translate): string {
  const { pawn = null, hand = [] } = view.players[seat ?? 0] ?? {};
  if (text === 'a card to play') return pawn ? say(t, 'stake.play', { type: deck.typeName(pawn, t) }) : say(t, 'stake.enter');
  if (text === 'play on or stop' && step?.choices.length === 1) return say(t, 'stake.stop');
  if (text === 'play on or stop') return say(t, 'stake.on', { n: hand.length });
  if (text === 'how many cards you draw') return say(t, 'stake.refill', { n: hand.length });
  return t.orElse(`inner-circle.prompt.${text}`, text);
}

/** What would come of playing a card, in the ways that are still open: what the engine says, in words. */
export function foretell(deck: Deck, ways: Prospect[], t: Translate): string {
  const [way] = ways;
  if (way?.action.type !== 'play') return '';
  const type = deck.typeName(read(way.action.card).kind ?? '', t);
  if (way.wins) return say(t, way.wins.symbol === null ? 'foretold.last' : 'foretold.own', { type });
  const goes = [...new Set(ways.flatMap(({ action, pawn }) => (pawn && 'steps' in action && action.steps !== 0 ? [pawn] : [])))];
  const to = goes.map((kind) => deck.typeName(kind, t)).join(' / ');
  return [
    way.completes ? say(t, 'foretold.completes', { type }) : say(t, 'foretold.grows', { type, n: way.parts }),
    goes.length === 0 ? say(t, 'foretold.stays') : say(t, goes.length === 1 && way.goes_on ? 'foretold.on' : 'foretold.goes', { to }),
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
