import type { Game } from '../../api/games/capek';
import type { Aim, Scene, Translate } from '../../lib/types';
import { sayIn } from '../shared/say';
import { signed, type Deck } from './deck';

const say = sayIn('capek');

export function prompt(deck: Deck, text: string, { view, chosen, options }: Scene<Game>, t: Translate): string {
  const limit = Number(options.outrage_limit);
  const bought = chosen.find((one) => one.type === 'buy');
  if (text === 'keep it or use it' && bought) {
    const { field, outrage } = deck.card(bought.card);
    const after = Math.max(0, view.outrage + outrage);
    return say(t, 'stake.use', { card: deck.cardName(bought.card, t), n: field, change: signed(outrage), after, limit });
  }
  if (text === 'pay with' && bought) {
    const paid = chosen.filter((one) => one.type === 'card').reduce((gold, { card }) => gold + deck.card(card).gold, 0);
    return say(t, 'stake.pay', { paid, price: bought.price });
  }
  if (text === 'what to do') return say(t, 'stake.turn', { n: view.outrage, limit });
  return t.orElse(`capek.prompt.${text}`, text);
}

export function goal(deck: Deck, { view, seat, options }: Scene<Game>, t: Translate): Aim {
  const body = seat === null ? undefined : view.players[seat]?.body;
  const sum = (count: (id: string) => number): number => deck.parts.reduce((total, id) => total + count(id), 0);
  return {
    goal: say(t, 'goal', { n: deck.parts.length, limit: Number(options.outrage_limit) }),
    progress: body
      ? say(t, 'progress', {
          markers: sum((id) => body[id]?.field ?? 0),
          circles: sum((id) => deck.body(id).field),
          sets: sum((id) => (body[id]?.set ? 1 : 0)),
          all: deck.parts.length,
        })
      : '',
  };
}
