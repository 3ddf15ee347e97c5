import type { Action, Choice, Game, Glimpse, View, WrittenGolem } from '../../api/games/its-alive';
import type { Aim, GameWords, KeyUnder, Scene, Seen, Translate } from '../../lib/types';
import type { Sound } from '../../lib/sound';
import type english from '../../words/en/its-alive.json';
import { Deck, type DeckFile } from '../blood-moon/deck';
import { list } from '../shared/list';
import { sayIn } from '../shared/say';
import * as story from './story';

declare module '../../lib/types' {
  interface Areas {
    'its-alive': typeof english;
  }
}

const name = (names: string[], seat: number): string => names[seat] ?? String(seat + 1);
const say = sayIn('its-alive');

/** The cards of a golem, head first. */
export function cardsOf(golem: WrittenGolem): string[] {
  return [golem.head, golem.torso, ...golem.arms, ...golem.legs].filter((card) => card !== null);
}

/** What is said with a deck in play. */
export function words(material: DeckFile) {
  const deck = new Deck(material);

  /** What a face of the die calls for, in words. */
  const meaning = (face: number, t: Translate): string => say(t, `face.${deck.partAt(face) ?? 'special'}`);

  function choice(choice: Choice, t: Translate, names: string[]): string {
    if ('steal' in choice) return say(t, 'choice.steal', { type: deck.typeName(choice.steal, t) });
    if ('from' in choice) return say(t, 'choice.from', { name: name(names, choice.from) });
    if ('card' in choice) return say(t, 'choice.card', { card: deck.cardName(choice.card, t) });
    const action = choice.do;
    switch (action.type) {
      case 'draw':
        return action.part ? say(t, 'choice.draw.part', { part: t(`part.a.${action.part}`) }) : say(t, 'choice.draw');
      case 'place':
        return action.replaces ? say(t, 'choice.replace', { card: deck.cardName(action.replaces, t) }) : say(t, 'choice.place');
      case 'discard-symbol':
        return say(t, 'choice.discard-symbol', { type: deck.typeName(action.symbol, t) });
      case 'lose':
        return say(t, 'choice.lose', { card: deck.cardName(action.card, t) });
      default:
        return say(t, `choice.${action.type}`);
    }
  }

  /** What is seen of an event. After a decision, animation may bring a card by itself. */
  function glimpse(glimpse: Glimpse, t: Translate, names: string[]): string {
    const told = event(glimpse, t, names);
    const brought = glimpse.type === 'action' && glimpse.card && !['draw', 'take'].includes(glimpse.action.type) ? glimpse.card : null;
    return brought ? `${told} ${say(t, 'glimpse.taken', { card: deck.cardName(brought, t) })}` : told;
  }

  function event(glimpse: Glimpse, t: Translate, names: string[]): string {
    if (glimpse.type === 'first') return say(t, 'glimpse.first', { name: name(names, glimpse.seat) });
    if (glimpse.type === 'shuffle') return say(t, 'glimpse.shuffle');
    if (glimpse.type === 'roll') {
      const { face, card } = glimpse;
      return card
        ? say(t, 'glimpse.rolled', { face, card: deck.cardName(card, t) })
        : say(t, 'glimpse.roll', { face, meaning: meaning(face, t) });
    }
    const { seat, action, card, symbol } = glimpse;
    const args: Record<string, string> = { name: name(names, seat) };
    const key = (kind: KeyUnder<'its-alive.glimpse.action'>): string => say(t, `glimpse.action.${kind}`, args);
    switch (action.type) {
      case 'draw':
      case 'take':
        if (card) args.card = deck.cardName(card, t);
        return key(action.type);
      case 'draw-symbol':
        if (!symbol) return key('draw-symbol');
        args.type = deck.typeName(symbol, t);
        return key('draw-symbol.seen');
      case 'place':
        if (!action.replaces) return key('place');
        args.card = deck.cardName(action.replaces, t);
        return key('replace');
      case 'discard-symbol':
        args.type = deck.typeName(action.symbol, t);
        return key('discard-symbol');
      case 'steal':
        args.from = name(names, action.from);
        args.card = deck.cardName(action.card, t);
        return key('steal');
      case 'lose':
        args.card = deck.cardName(action.card, t);
        return key('lose');
      default:
        return key(action.type);
    }
  }

  const prompt = (text: string, t: Translate, scene?: Scene<Game>): string =>
    scene ? story.prompt(deck, text, scene, t) : t.orElse(`its-alive.prompt.${text}`, text);
  const tell = (events: Seen<Game>[], t: Translate, scene: Scene<Game>): string[] =>
    story.tell(deck, events, scene, t, (seen) => glimpse(seen.glimpse, t, scene.names));
  const aim = (t: Translate, scene: Scene<Game>): Aim => story.goal(scene, t);

  /** Everything but what ends something has its place on the table. */
  function shown(choice: Choice): boolean {
    return !('do' in choice && ['stop', 'decline', 'end'].includes(choice.do.type));
  }

  function summary(view: View, t: Translate, names: string[]): string {
    const golems = view.players.map((player, seat) => {
      const cards = cardsOf(player.golem).map((card) => deck.cardName(card, t));
      return cards.length
        ? say(t, 'summary.golem', { name: name(names, seat), cards: list(cards, t) })
        : say(t, 'summary.none', { name: name(names, seat) });
    });
    return [say(t, 'summary.turn', { name: name(names, view.turn) }), ...golems].join(' ');
  }

  function ending(view: View, _scores: number[], t: Translate, names: string[]): string {
    return view.winner === null ? say(t, 'ending.draw') : say(t, 'ending.won', { name: name(names, view.winner) });
  }

  /** A whole action in words, for hints: what is drawn is not known yet. */
  const action = (action: Action, seat: number, _view: View, t: Translate, names: string[]): string =>
    action.type === 'steal'
      ? glimpse({ type: 'action', seat, action, card: null, symbol: null }, t, names)
      : choice({ do: action }, t, names);

  /** Whom to steal from and what, and what happens to a card that has only one place to go. */
  const forced = (choice: Choice, chosen: Choice[]): boolean =>
    'do' in choice ? ['lose', 'discard', 'place'].includes(choice.do.type) : chosen.length > 0 && !('steal' in choice);

  const sound = (glimpse: Glimpse): Sound => (glimpse.type === 'roll' ? 'die' : 'card');

  const measure = (view: View, t: Translate) => ({
    what: say(t, 'measure'),
    seats: view.players.map(({ golem }) => cardsOf(golem).length),
  });

  const said = { measure, sound, choice, glimpse, prompt, forced, tell, aim, shown, summary, ending, action } satisfies GameWords<Game>;
  return { ...said, deck, meaning };
}
