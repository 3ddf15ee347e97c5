import type { Action, Choice, Game, Glimpse, View } from '../../api/games/its-alive';
import type { Aim, GameWords, Info, KeyUnder, Scene, Seen, Translate } from '../../lib/types';
import type { Sound } from '../../lib/sound';
import type english from '../../words/en/its-alive.json';
import { Deck, read, type DeckFile } from '../blood-moon/deck';
import { list } from '../shared/list';
import { sayIn } from '../shared/say';
import { cardsOf } from './golem';
import * as story from './story';

declare module '../../lib/types' {
  interface Areas {
    'its-alive': typeof english;
  }
}

const name = (names: string[], seat: number): string => names[seat] ?? String(seat + 1);
const say = sayIn('its-alive');
const isTorso = (card: string): boolean => read(card).part === 'torso';
type Decision = Extract<Glimpse, { type: 'action' }>;

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

  const the = (card: string | null, t: Translate): string => (card ? deck.theCard(card, t) : '');
  const all = (cards: string[], t: Translate): string =>
    list(
      cards.map((card) => deck.theCard(card, t)),
      t,
    );

  /** What a golem has lost with an event; all of it, if it has lost its torso without getting another. */
  function loss(lost: string[], gained: string | null, owner: string, t: Translate): string {
    if (lost.length === 0) return '';
    const falls = lost.length > 1 && lost.some(isTorso) && !(gained && isTorso(gained));
    if (!falls) return ` ${say(t, 'lost', { cards: all(lost, t) })}`;
    return ` ${owner === t('you') ? say(t, 'fallen.you') : say(t, 'fallen', { name: owner })}`;
  }

  function glimpse(glimpse: Glimpse, t: Translate, names: string[]): string {
    if (glimpse.type === 'first') return say(t, 'glimpse.first', { name: name(names, glimpse.seat) });
    if (glimpse.type === 'shuffle') return say(t, 'glimpse.shuffle');
    if (glimpse.type === 'roll') return roll(glimpse, t, names);
    const { seat, action, card, drawn, lost } = glimpse;
    const replaced = action.type === 'place' ? action.replaces : action.type === 'lose' ? action.card : null;
    // What is lost besides what the sentence names.
    const others = replaced ? lost.toSpliced(lost.indexOf(replaced), 1) : lost;
    const told = decision(glimpse, t, names);
    // After a decision, animation may bring a card by itself.
    const brought = card && !['draw', 'take'].includes(action.type) ? ` ${say(t, 'glimpse.taken', { card: the(card, t) })}` : '';
    const more = action.type === 'lose' && isTorso(action.card) ? lost : others;
    return `${told}${loss(more, card ?? drawn, name(names, seat), t)}${brought}`;
  }

  function roll(glimpse: Extract<Glimpse, { type: 'roll' }>, t: Translate, names: string[]): string {
    const { seat, face, outcome, theft, card, lost } = glimpse;
    const args = { name: name(names, seat), face, meaning: meaning(face, t), card: the(theft?.card ?? card, t) };
    if (outcome === 'changes') return say(t, card ? 'roll.changes.card' : 'roll.changes', args) + loss(lost, card, args.name, t);
    const told = say(t, `roll.${outcome}`, args);
    // The card that is stolen goes to the thief; what falls apart with a torso is lost.
    const fallen = theft && lost.length > 1 ? loss(lost, null, name(names, theft.from), t) : '';
    return told + (outcome === 'stolen' ? fallen : loss(lost, card, args.name, t));
  }

  function decision({ seat, action, card, symbol, drawn }: Decision, t: Translate, names: string[]): string {
    const args: Record<string, string> = { name: name(names, seat), card: the(drawn ?? card, t) };
    const key = (kind: KeyUnder<'its-alive.glimpse.action'>): string => say(t, `glimpse.action.${kind}`, args);
    switch (action.type) {
      case 'draw-symbol':
        if (!symbol) return key('draw-symbol');
        args.type = deck.typeName(symbol, t);
        return key('draw-symbol.seen');
      case 'place':
        if (!action.replaces) return key('place');
        args.old = the(action.replaces, t);
        return key('replace');
      case 'discard-symbol':
        args.type = deck.typeName(action.symbol, t);
        return key('discard-symbol');
      case 'steal':
        args.from = name(names, action.from);
        args.card = the(action.card, t);
        return key(args.from === t('you') ? 'steal.you' : 'steal');
      case 'lose':
        args.card = the(action.card, t);
        return key('lose');
      default:
        return key(action.type);
    }
  }

  const prompt = (text: string, t: Translate, scene?: Scene<Game>): string =>
    scene ? story.prompt(deck, text, scene, t) : t.orElse(`its-alive.prompt.${text}`, text);
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

  function ending(view: View, _scores: number[], t: Translate, names: string[], options: Info['options']): string {
    return view.winner === null
      ? say(t, 'ending.draw', { n: Number(options.round_limit) })
      : say(t, 'ending.won', { name: name(names, view.winner) });
  }

  const secrets = (views: View[], t: Translate) =>
    views.flatMap(({ hand }, seat) => {
      const types = list(hand?.map((type) => deck.typeName(type, t)) ?? [], t);
      return hand?.length ? [{ seat, text: say(t, 'secret', { types }) }] : [];
    });

  function against({ glimpse }: Seen<Game>, seat: number, t: Translate, names: string[]): string | null {
    if (glimpse.type !== 'roll' || glimpse.outcome !== 'stolen' || glimpse.theft?.from !== seat) return null;
    const robbed = say(t, 'against.stolen', { name: name(names, glimpse.seat), card: the(glimpse.theft.card, t) });
    return robbed + (glimpse.lost.length > 1 ? loss(glimpse.lost, null, t('you'), t) : '');
  }

  function warns(before: View, after: View, seat: number, t: Translate, names: string[]): string | null {
    for (const [rival, { golem }] of after.players.entries()) {
      const parts = cardsOf(golem).length;
      if (rival === seat || parts < 5 || parts <= cardsOf(before.players[rival]!.golem).length) continue;
      return say(t, parts === 6 ? 'warns.six' : 'warns.part', { name: name(names, rival) });
    }
    return null;
  }

  /** A whole action in words, for hints: what is drawn is not known yet. */
  function action(action: Action, _seat: number, view: View, t: Translate, names: string[]): string {
    const card = the(view.drawn, t);
    switch (action.type) {
      case 'steal':
        return say(t, 'action.steal', { card: the(action.card, t), name: name(names, action.from) });
      case 'place':
        return action.replaces ? say(t, 'action.replace', { card, old: the(action.replaces, t) }) : say(t, 'action.place', { card });
      case 'discard':
        return say(t, 'action.discard', { card });
      default:
        return choice({ do: action }, t, names);
    }
  }

  /**
   * Whom to steal from and what, and what happens to a card that has only one place to go. Not what becomes of a drawn card while symbols
   * are held: that none of them allows a theft is the player's secret.
   */
  const forced = (choice: Choice, chosen: Choice[], { hand, back }: View): boolean => {
    if (!('do' in choice)) return chosen.length > 0 && !('steal' in choice);
    return ['lose', 'place'].includes(choice.do.type) || (choice.do.type === 'discard' && (back !== null || !hand?.length));
  };

  const sound = (glimpse: Glimpse): Sound => (glimpse.type === 'roll' ? 'die' : 'card');

  const measure = (view: View, t: Translate) => ({
    what: say(t, 'measure'),
    seats: view.players.map(({ golem }) => cardsOf(golem).length),
  });

  const said = {
    measure,
    sound,
    choice,
    glimpse,
    prompt,
    forced,
    aim,
    shown,
    summary,
    ending,
    secrets,
    against,
    warns,
    action,
  } satisfies GameWords<Game>;
  return { ...said, deck, meaning };
}
