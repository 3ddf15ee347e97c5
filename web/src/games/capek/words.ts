import type { Action, Choice, Game, Glimpse, PlayerView, View } from '../../api/games/capek';
import type { Aim, GameWords, Info, Scene, Translate } from '../../lib/types';
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
    if ('shuffled' in glimpse) return say(t, 'glimpse.shuffle', { n: glimpse.shuffled });
    const { seat, action } = glimpse;
    const who = name(names, seat);
    switch (action.type) {
      case 'buy': {
        const card = 'card' in glimpse ? deck.cardName(glimpse.card, t) : '';
        const bought = say(t, action.use ? 'glimpse.use' : 'glimpse.keep', { name: who, card, pay: cards(action.pay, t) });
        return 'journal' in glimpse && glimpse.journal ? `${bought} ${say(t, 'glimpse.journal', { line: glimpse.journal })}` : bought;
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
  function active(body: PlayerView['body']): { n: number; all: number } {
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

  /** What ended it, how far both golems had come, and how near the town was to losing its patience. */
  function ending(view: View, scores: number[], t: Translate, names: string[], options: Info['options']): string {
    const most = Math.max(...scores);
    const best = scores.indexOf(most);
    const limit = Number(options.outrage_limit);
    const golems = view.players.map((player, seat) => say(t, 'ending.golem', { name: name(names, seat), ...active(player.body) }));
    const parts = say(t, 'ending.golems', { golems: list(golems, t) });
    const outrage = say(t, 'ending.town', { n: view.outrage, limit });
    if (scores.some((score) => score !== most)) return `${say(t, 'ending.won', { name: name(names, best) })} ${parts} ${outrage}`;
    if (view.outrage >= limit) return `${say(t, 'ending.outrage', { name: name(names, view.turn), n: view.outrage, limit })} ${parts}`;
    return `${say(t, 'ending.turns', { n: view.turns })} ${parts} ${outrage}`;
  }

  /** A whole action in words, for hints. */
  function action(action: Action, seat: number, view: View, t: Translate, names: string[]): string {
    const card = action.type === 'buy' ? Object.entries(view.market).find(([price]) => Number(price) === action.price)?.[1] : undefined;
    return glimpse(card ? { seat, action, card } : { seat, action }, t, names);
  }

  /** Choices that follow from the decision already made. */
  const forced = (choice: Choice, chosen: Choice[]): boolean =>
    chosen.length > 0 && ['science', 'card', 'marker', 'enough'].includes(choice.type);

  const measure = (view: View, t: Translate) => ({
    what: say(t, 'measure'),
    seats: view.players.map(({ body }) => Object.values(body).reduce((sum, part) => sum + (part?.field ?? 0), 0)),
  });

  const said = { measure, choice, glimpse, prompt, forced, aim, shown, summary, ending, action } satisfies GameWords<Game>;
  return { ...said, deck, active, saySeat };
}
