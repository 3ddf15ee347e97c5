import type { Action, Choice, Game, Glimpse, View } from '../../api/games/inner-circle';
import type { Aim, GameEnd, GameWords, Info, Scene, Seen, Translate } from '../../lib/types';
import type { Sound } from '../../lib/sound';
import type english from '../../words/en/inner-circle.json';
import { Deck, read, type DeckFile } from '../blood-moon/deck';
import { list } from '../shared/list';
import { sayIn } from '../shared/say';
import * as story from './story';

declare module '../../lib/types' {
  interface Areas {
    'inner-circle': typeof english;
  }
}

const name = (names: string[], seat: number): string => names[seat] ?? String(seat + 1);
const say = sayIn('inner-circle');
type Play = Extract<Glimpse, { type: 'play' }>;

/** What is said with a deck in play. */
export function words(material: DeckFile) {
  const deck = new Deck(material);

  const cards = (some: string[], t: Translate): string =>
    list(
      some.map((card) => deck.theCard(card, t)),
      t,
    );

  function choice(choice: Choice, t: Translate, names: string[]): string {
    switch (choice.type) {
      case 'play':
      case 'discard':
      case 'give':
        return say(t, `choice.${choice.type}`, { card: deck.cardName(choice.card, t) });
      case 'steps':
        if (choice.steps === 0) return say(t, 'choice.steps.stay');
        return say(t, choice.steps < 0 ? 'choice.steps.back' : 'choice.steps', { n: Math.abs(choice.steps) });
      case 'from':
        return say(t, 'choice.from', { name: name(names, choice.from) });
      case 'part':
        return say(t, 'choice.part', { part: t(`part.a.${choice.part}`) });
      case 'refill':
        return say(t, choice.count ? 'choice.refill' : 'choice.refill.none', { n: choice.count });
      default:
        return say(t, `choice.${choice.type}`);
    }
  }

  const typeOf = (card: string, t: Translate): string => deck.typeName(read(card).kind ?? '', t);

  /** How a card that was played has won the game. */
  function won({ seat, card, victory }: Play, t: Translate, names: string[]): string {
    const { symbol, last_card } = victory!;
    const said = [];
    if (symbol !== null) {
      const owner = name(names, symbol);
      const key = owner === t('you') ? 'won.symbol.you' : 'won.symbol';
      said.push(say(t, key, { name: owner, type: typeOf(card, t) }));
    }
    if (last_card !== null) said.push(say(t, 'won.last', { name: name(names, seat) }));
    return said.join(' ');
  }

  function glimpse(glimpse: Glimpse, t: Translate, names: string[]): string {
    const who = 'seat' in glimpse ? name(names, glimpse.seat) : '';
    const seen = (card: string | null): string => (card ? deck.theCard(card, t) : '');
    const from = 'from' in glimpse ? name(names, glimpse.from) : '';
    const you = from === t('you') ? '.you' : '';
    switch (glimpse.type) {
      case 'deal':
        return glimpse.symbol
          ? say(t, 'glimpse.deal.own', { cards: cards(glimpse.hand, t), type: deck.typeName(glimpse.symbol, t) })
          : say(t, 'glimpse.deal');
      case 'taken':
        return say(t, `glimpse.taken${you}`, { name: who, from, card: seen(glimpse.card) });
      case 'play': {
        const played = say(t, glimpse.steps && glimpse.to ? 'glimpse.play' : 'glimpse.play.stay', {
          name: who,
          card: seen(glimpse.card),
          n: Math.abs(glimpse.steps),
          type: glimpse.to ? deck.typeName(glimpse.to, t) : '',
        });
        if (!glimpse.completes && !glimpse.victory) return played;
        const whole = glimpse.completes ? ` ${say(t, 'glimpse.complete', { type: typeOf(glimpse.card, t) })}` : '';
        return played + whole + (glimpse.victory ? ` ${won(glimpse, t, names)}` : '');
      }
      case 'draw':
        return say(t, glimpse.discard ? 'glimpse.draw.discard' : 'glimpse.draw', {
          name: who,
          discard: seen(glimpse.discard),
          card: seen(glimpse.card),
        });
      case 'take':
        return say(t, `${glimpse.give ? 'glimpse.take.give' : 'glimpse.take'}${you}`, {
          name: who,
          from,
          part: t(`part.a.${glimpse.part}`),
          card: seen(glimpse.give),
        });
      case 'refill':
        return say(t, glimpse.cards.length ? 'glimpse.refill' : 'glimpse.refill.none', { name: who, cards: cards(glimpse.cards, t) });
      default:
        return say(t, `glimpse.${glimpse.type}`, { name: who });
    }
  }

  const prompt = (text: string, t: Translate, scene?: Scene<Game>): string =>
    scene ? story.prompt(deck, text, scene, t) : t.orElse(`inner-circle.prompt.${text}`, text);
  const aim = (t: Translate, scene: Scene<Game>): Aim => story.goal(deck, scene, t);
  const gameEnd = (before: View | null, after: View, events: Seen<Game>[], t: Translate, names: string[]): GameEnd | null =>
    story.gameEnd(before, after, events, names, t, (seen) => glimpse(seen.glimpse, t, names));

  /** Everything but what ends something has its place on the table. */
  const shown = (choice: Choice): boolean => !['stop', 'pass'].includes(choice.type) && !(choice.type === 'refill' && choice.count === 0);

  function summary(view: View, t: Translate, names: string[]): string {
    const golems = Object.entries(view.golems).map(([kind, parts]) =>
      say(t, 'summary.golem', { type: deck.typeName(kind, t), n: parts.length }),
    );
    const seats = view.players.flatMap((player, seat) =>
      player.in
        ? [
            say(t, 'summary.seat', {
              name: name(names, seat),
              cards: say(t, 'summary.cards', { n: player.hand.length }),
              pawn: player.pawn ? say(t, 'summary.pawn', { type: deck.typeName(player.pawn, t) }) : say(t, 'summary.nowhere'),
            }),
          ]
        : [],
    );
    const turn = say(t, 'summary.turn', { name: name(names, view.turn) });
    return [turn, say(t, 'summary.golems', { golems: list(golems, t) }), ...seats].join(' ');
  }

  /** The card that won the last game, or that its rounds ran out; in a match also who has the most coins. */
  function ending(view: View, scores: number[], t: Translate, names: string[], options: Info['options'], events: Seen<Game>[]): string {
    const most = Math.max(...scores);
    const winners: number[] = view.winners ?? scores.flatMap((score, seat) => (score === most ? [seat] : []));
    const who = list(
      winners.map((seat) => name(names, seat)),
      t,
    );
    const last = events.at(-1)?.glimpse;
    const laid =
      last?.type === 'play' && last.victory
        ? `${say(t, 'ending.laid', { name: name(names, last.seat), card: deck.theCard(last.card, t) })} ${won(last, t, names)}`
        : say(t, 'ending.limit', { n: Number(options.round_limit) });
    if (view.variant === 'single')
      return last?.type === 'play' && last.victory ? laid : `${laid} ${say(t, 'ending.fewest', { names: who })}`;
    return `${laid} ${say(t, 'ending.match', { names: who, coins: say(t, 'coins', { n: most }) })}`;
  }

  const secrets = (views: View[], t: Translate) =>
    views.flatMap(({ players }, seat) => {
      const symbol = players[seat]?.symbol;
      return symbol ? [{ seat, text: say(t, 'secret', { type: deck.typeName(symbol, t) }) }] : [];
    });

  function against({ glimpse }: Seen<Game>, seat: number, t: Translate, names: string[]): string | null {
    if (glimpse.type !== 'taken' || glimpse.from !== seat) return null;
    return say(t, 'against.taken', { name: name(names, glimpse.seat), card: deck.theCard(glimpse.card, t) });
  }

  /** A rival with one card, or a golem that is nobody's yet for all the viewer knows and lacks one part. */
  function warns(before: View, after: View, seat: number, t: Translate, names: string[]): string | null {
    if (before.match.game !== after.match.game || after.phase === 'over') return null;
    const rival = after.players.findIndex(
      ({ hand }, other) => other !== seat && hand.length === 1 && before.players[other]!.hand.length > 1,
    );
    if (rival >= 0) return say(t, 'warns.card', { name: name(names, rival) });
    const grown = Object.entries(after.golems).find(
      ([kind, parts]) => parts.length === 5 && before.golems[kind]?.length !== 5 && kind !== after.players[seat]?.symbol,
    );
    return grown ? say(t, 'warns.golem', { type: deck.typeName(grown[0], t) }) : null;
  }

  /** A whole action in words, for hints: what is drawn is not known yet. */
  function action(action: Action, _seat: number, _view: View, t: Translate, names: string[]): string {
    switch (action.type) {
      case 'play': {
        const { steps } = action;
        const card = deck.theCard(action.card, t);
        return say(t, steps ? (steps < 0 ? 'action.play.back' : 'action.play') : 'action.play.stay', { card, n: Math.abs(steps) });
      }
      case 'draw':
        return action.discard ? say(t, 'action.draw', { card: deck.theCard(action.discard, t) }) : choice({ type: 'draw' }, t, names);
      case 'take': {
        const args = { part: t(`part.a.${action.part}`), name: name(names, action.from) };
        return action.give ? say(t, 'action.give', { ...args, card: deck.theCard(action.give, t) }) : say(t, 'action.take', args);
      }
      default:
        return choice(action, t, names);
    }
  }

  /**
   * Choices that follow from an earlier one, and what ends a turn that has nothing else to offer. Not a stop: that no card in hand fits is
   * the player's secret.
   */
  const forced = (choice: Choice, chosen: Choice[]): boolean =>
    ['pass', 'refill'].includes(choice.type) || (chosen.length > 0 && ['from', 'part', 'steps'].includes(choice.type));
  const isDeal = (glimpse: Glimpse): boolean => glimpse.type === 'deal';

  const sound = (glimpse: Glimpse): Sound => (glimpse.type === 'play' && glimpse.steps !== 0 ? 'step' : 'card');

  const measure = (view: View, t: Translate) =>
    view.variant === 'match'
      ? { what: say(t, 'measure.coins'), seats: view.players.map(({ coins }) => coins) }
      : { what: say(t, 'measure.cards'), seats: view.players.map(({ hand }) => hand.length) };

  const said = {
    measure,
    sound,
    choice,
    glimpse,
    prompt,
    forced,
    isDeal,
    aim,
    gameEnd,
    shown,
    summary,
    ending,
    secrets,
    against,
    warns,
    action,
  } satisfies GameWords<Game>;
  return { ...said, deck };
}
