import type { Action, Choice, Game, Glimpse, PlayerView, View } from '../../api/games/capek';
import type { Aim, Args, GameWords, Info, Scene, Seen, Translate } from '../../lib/types';
import type english from '../../words/en/capek.json';
import { list } from '../shared/list';
import { sayIn } from '../shared/say';
import { Deck, type DeckFile } from './deck';
import * as story from './story';

declare module '../../lib/types' {
  interface Areas {
    capek: typeof english;
  }
}

const name = (names: string[], seat: number): string => names[seat] ?? String(seat + 1);
const say = sayIn('capek');

/** So many of all. */
interface Count extends Args {
  n: number;
  all: number;
}

/** What is said with a deck in play. */
export function words(material: DeckFile) {
  const deck = new Deck(material);

  const cards = (some: string[], t: Translate): string =>
    list(
      some.map((card) => deck.cardName(card, t)),
      t,
    );

  function choice(choice: Choice, t: Translate): string {
    switch (choice.type) {
      case 'buy':
        return say(t, 'choice.buy', { card: deck.cardName(choice.card, t), price: choice.price });
      case 'research':
      case 'marker':
        return say(t, `choice.${choice.type}`, { body: deck.bodyName(choice.body, t) });
      case 'science':
        return say(t, 'choice.science', { science: deck.scienceName(choice.science, t) });
      case 'card':
        return say(t, 'choice.card', { card: deck.cardName(choice.card, t) });
      default:
        return say(t, `choice.${choice.type}`);
    }
  }

  function glimpse(glimpse: Glimpse, t: Translate, names: string[]): string {
    if ('first' in glimpse) return say(t, 'glimpse.first', { name: name(names, glimpse.first) });
    const told = 'shuffled' in glimpse ? say(t, 'glimpse.shuffle', { n: glimpse.shuffled }) : decision(glimpse, t, names);
    const { outrage, active } = glimpse.effect;
    const line = journal(glimpse, t);
    const effects = [
      ...(active.length ? [say(t, 'effect.active', { parts: bodies(active, t) })] : []),
      ...(outrage === null ? [] : [say(t, 'effect.outrage', { n: outrage })]),
      ...(line === null ? [] : [say(t, 'glimpse.journal', { line })]),
    ];
    return [told, ...effects].join(' ');
  }

  /** What is written about a card that is used. It is known by its text, so that a deck of one's own keeps its own. */
  const journal = (glimpse: Glimpse, t: Translate): string | null =>
    'journal' in glimpse && glimpse.journal ? t.orElse(`capek.journal.${glimpse.journal}`, glimpse.journal) : null;

  const bodies = (some: string[], t: Translate): string =>
    list(
      some.map((body) => deck.bodyName(body, t)),
      t,
    );

  function decision(glimpse: Extract<Glimpse, { action: Action }>, t: Translate, names: string[]): string {
    const { seat, action } = glimpse;
    const who = name(names, seat);
    switch (action.type) {
      case 'buy': {
        const card = 'card' in glimpse ? deck.cardName(glimpse.card, t) : '';
        return say(t, action.use ? 'glimpse.use' : 'glimpse.keep', { name: who, card, pay: cards(action.pay, t) });
      }
      case 'research':
        return say(t, 'glimpse.research', { name: who, body: deck.bodyName(action.body, t), cards: cards(action.cards, t) });
      case 'exchange':
        return say(t, 'glimpse.exchange', { name: who, card: deck.cardName(action.card, t) });
      default:
        return say(t, 'glimpse.end', { name: who });
    }
  }

  const prompt = (text: string, t: Translate, scene?: Scene<Game>): string =>
    scene ? story.prompt(deck, text, scene, t) : t.orElse(`capek.prompt.${text}`, text);
  const aim = (t: Translate, scene: Scene<Game>): Aim => story.goal(deck, scene, t);

  /** Everything has its place on the table, except the end of a turn and of a payment. */
  const shown = (choice: Choice): boolean => choice.type !== 'end' && choice.type !== 'enough';

  /** What is known of a player, in a sentence, and the cards that were seen. */
  function saySeat(view: View, seat: number, t: Translate, names: string[]): string {
    const { cards: n, body, known } = view.players[seat]!;
    const held = say(t, 'summary.seat', { name: name(names, seat), cards: say(t, 'cards', { n }), active: say(t, 'active', active(body)) });
    return known.length ? `${held} ${say(t, 'known', { cards: cards(known, t) })}` : held;
  }

  /** How many parts of a golem are active, and how many there are. */
  function active(body: PlayerView['body']): Count {
    const parts = Object.entries(body);
    return { n: parts.filter(([id, { field, set }]) => set && field >= deck.body(id).field).length, all: parts.length };
  }

  function summary(view: View, t: Translate, names: string[]): string {
    const sale = Object.entries(view.market).flatMap(([price, card]) =>
      card ? [`${deck.cardName(card, t)} (${say(t, 'price', { n: price })})`] : [],
    );
    const seats = view.players.map((_, seat) => saySeat(view, seat, t, names));
    const turn = say(t, 'summary.turn', { name: name(names, view.turn), outrage: view.outrage });
    return [turn, say(t, 'summary.market', { cards: list(sale, t) }), ...seats].join(' ');
  }

  /** What ended it: the last part, the town or the turns; and how far both golems had come. */
  function ending(view: View, scores: number[], t: Translate, names: string[], options: Info['options'], events: Seen<Game>[]): string {
    const limit = Number(options.outrage_limit);
    const golems = view.players.map((player, seat) => say(t, 'ending.golem', { name: name(names, seat), ...active(player.body) }));
    const parts = say(t, 'ending.golems', { golems: list(golems, t) });
    const most = Math.max(...scores);
    if (scores.some((score) => score !== most)) {
      const last = events.findLast(({ glimpse }) => 'effect' in glimpse && glimpse.effect.active.length > 0)?.glimpse;
      const body = last && 'effect' in last ? bodies(last.effect.active, t) : '';
      const args = { name: name(names, scores.indexOf(most)), body, all: deck.parts.length };
      return `${say(t, body ? 'ending.won' : 'ending.woke', args)} ${parts}`;
    }
    if (view.outrage >= limit) return `${say(t, 'ending.outrage', { name: name(names, view.turn), n: view.outrage })} ${parts}`;
    return `${say(t, 'ending.turns', { n: view.turns })} ${parts}`;
  }

  const secrets = (views: View[], t: Translate) =>
    views.flatMap(({ players }, seat) => {
      const hand = players[seat]?.hand;
      return hand?.length ? [{ seat, text: say(t, 'secret', { cards: cards(hand, t) }) }] : [];
    });

  function warns(before: View, after: View, seat: number, t: Translate, names: string[]): string | null {
    const rival = after.players.findIndex((_, other) => other !== seat);
    const [old, now] = [before, after].map(({ players }) => active(players[rival]!.body)) as [Count, Count];
    return now.n === now.all - 1 && old.n < now.n ? say(t, 'warns.part', { name: name(names, rival) }) : null;
  }

  /** A whole action in words, for hints. */
  function action(action: Action, _seat: number, view: View, t: Translate): string {
    const card = action.type === 'buy' ? Object.entries(view.market).find(([price]) => Number(price) === action.price)?.[1] : undefined;
    switch (action.type) {
      case 'buy': {
        const args = { card: card ? deck.cardName(card, t) : '', price: action.price, pay: cards(action.pay, t) };
        if (!action.use) return say(t, 'action.keep', args);
        const markers = Object.entries(action.use).map(([body, n]) => say(t, 'action.markers', { body: deck.bodyName(body, t), n }));
        return say(t, 'action.use', { ...args, markers: list(markers, t) });
      }
      case 'research': {
        const args = { body: deck.bodyName(action.body, t), science: deck.scienceName(action.science, t) };
        return say(t, 'action.research', { ...args, cards: cards(action.cards, t) });
      }
      case 'exchange':
        return say(t, 'action.exchange', { card: deck.cardName(action.card, t) });
      default:
        return choice(action, t);
    }
  }

  /** Choices that follow from the decision already made. */
  const forced = (choice: Choice, chosen: Choice[]): boolean =>
    chosen.length > 0 && ['science', 'card', 'marker', 'enough'].includes(choice.type);

  const measure = (view: View, t: Translate) => ({
    what: say(t, 'measure'),
    seats: view.players.map(({ body }) => Object.values(body).reduce((sum, part) => sum + (part?.field ?? 0), 0)),
  });

  const said = { measure, choice, glimpse, prompt, forced, aim, shown, summary, ending, secrets, warns, action } satisfies GameWords<Game>;
  return { ...said, deck, active, saySeat, journal };
}
