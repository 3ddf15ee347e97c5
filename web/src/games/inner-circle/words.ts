import type { Action, Choice, Game, Glimpse, View } from '../../api/games/inner-circle';
import type { Aim, GameEnd, GameWords, Scene, Seen, Translate } from '../../lib/types';
import type { Sound } from '../../lib/sound';
import type english from '../../words/en/inner-circle.json';
import { Deck, type DeckFile } from '../blood-moon/deck';
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

/** What is said with a deck in play. */
export function words(material: DeckFile) {
  const deck = new Deck(material);

  const cards = (some: string[], t: Translate): string =>
    list(
      some.map((card) => deck.cardName(card, t)),
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

  function glimpse(glimpse: Glimpse, t: Translate, names: string[]): string {
    const who = 'seat' in glimpse ? name(names, glimpse.seat) : '';
    const seen = (card: string | null): string => (card ? deck.cardName(card, t) : '');
    switch (glimpse.type) {
      case 'deal':
        return glimpse.symbol
          ? say(t, 'glimpse.deal.own', { cards: cards(glimpse.hand, t), type: deck.typeName(glimpse.symbol, t) })
          : say(t, 'glimpse.deal');
      case 'taken':
        return say(t, 'glimpse.taken', { name: who, from: name(names, glimpse.from), card: seen(glimpse.card) });
      case 'play':
        return say(t, glimpse.steps ? 'glimpse.play' : 'glimpse.play.stay', {
          name: who,
          card: seen(glimpse.card),
          n: Math.abs(glimpse.steps),
        });
      case 'draw':
        return say(t, glimpse.discard ? 'glimpse.draw.discard' : 'glimpse.draw', {
          name: who,
          discard: seen(glimpse.discard),
          card: seen(glimpse.card),
        });
      case 'take':
        return say(t, glimpse.give ? 'glimpse.take.give' : 'glimpse.take', {
          name: who,
          from: name(names, glimpse.from),
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

  function ending(view: View, scores: number[], t: Translate, names: string[]): string {
    const most = Math.max(...scores);
    const winners: number[] = view.winners ?? scores.flatMap((score, seat) => (score === most ? [seat] : []));
    const who = list(
      winners.map((seat) => name(names, seat)),
      t,
    );
    if (who === t('you')) return say(t, `ending.${view.variant}.you`);
    return say(t, `ending.${view.variant}`, { names: who, n: winners.length });
  }

  /** A whole action in words, for hints: what is drawn is not known yet. */
  const action = (action: Action, seat: number, _view: View, t: Translate, names: string[]): string =>
    action.type === 'draw' || action.type === 'refill' ? choice(action, t, names) : glimpse({ seat, ...action }, t, names);

  /** Choices that follow from an earlier one, and what ends a turn that has nothing else to offer. */
  const forced = (choice: Choice, chosen: Choice[]): boolean =>
    ['pass', 'stop', 'refill'].includes(choice.type) || (chosen.length > 0 && ['from', 'part', 'steps'].includes(choice.type));
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
    action,
  } satisfies GameWords<Game>;
  return { ...said, deck };
}
