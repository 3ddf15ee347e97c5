import type { Action, Game } from '../../api/games/its-alive';
import type { Aim, Scene, Translate } from '../../lib/types';
import { read, type Deck } from '../blood-moon/deck';
import { list } from '../shared/list';
import { rolling } from '../shared/rolling.svelte';
import { sayIn } from '../shared/say';
import { cardsOf } from './words';

const say = sayIn('its-alive');

/** The rolls with which a theft succeeds, as text: `4–6`. */
const luckyRolls = (lowest: number): string => (lowest === 6 ? '6' : `${lowest}–6`);

/** What is asked, and what depends on it. */
export function prompt(deck: Deck, text: string, { step, view, seat, options }: Scene<Game>, t: Translate): string {
  if (rolling.now && view.turn === seat) return say(t, 'stake.rolling');
  const rolls = luckyRolls(Number(options.steal_from));
  const offered = (type: string): boolean => step?.choices.some(({ choice }) => 'do' in choice && choice.do.type === type) ?? false;
  const canSteal = step?.choices.some(({ choice }) => 'steal' in choice) ?? false;
  const golem = view.players[seat ?? 0]?.golem;
  const theft = canSteal ? ` ${say(t, 'stake.steal', { rolls })}` : '';
  if (text === 'from whom' || text === 'which card') return say(t, `stake.${text}`, { rolls });
  if (offered('lose')) return say(t, 'stake.lose');
  if (offered('discard-symbol')) return say(t, 'stake.discard-symbol', { n: Number(options.hand_limit) });
  if (view.drawn) {
    const card = deck.theCard(view.drawn, t);
    if (view.phase === 'replace') return say(t, 'stake.replace', { card }) + theft;
    // Only after a theft does the turn go back somewhere.
    const got = view.back === null ? 'drawn' : 'stolen';
    return say(t, `stake.${got}.${offered('place') ? 'place' : 'useless'}`, { card }) + theft;
  }
  if (offered('roll')) {
    const whole = golem !== undefined && cardsOf(golem).length === 6;
    const goal = whole
      ? 'stake.roll.alive'
      : golem?.torso === null
        ? 'stake.roll.torso'
        : offered('stop')
          ? 'stake.roll.again'
          : 'stake.roll';
    return say(t, goal, { faces: deck.faces('torso').join('/') }) + theft;
  }
  if (view.rolled) {
    const part = deck.partAt(view.rolled);
    return (part ? say(t, offered('take') ? 'stake.take' : 'stake.draw', { part: t(`part.a.${part}`) }) : say(t, 'stake.six')) + theft;
  }
  if (offered('end')) return canSteal ? say(t, 'stake.end') + theft : say(t, 'stake.endOnly');
  return say(t, 'prompt.what to do');
}

/** The cards of the viewer's golem that an action costs. */
export function costs(deck: Deck, action: Action, { view, seat }: Pick<Scene<Game>, 'view' | 'seat'>): string[] {
  const golem = seat === null ? undefined : view.players[seat]?.golem;
  if (!golem) return [];
  if (action.type === 'lose') return action.card === golem.torso ? cardsOf(golem) : [action.card];
  if (action.type !== 'place' || !view.drawn) return [];
  const { kind, part } = read(view.drawn);
  const opposed =
    part === 'torso' ? cardsOf(golem).filter((card) => card !== golem.torso && deck.opposite(read(card).kind ?? '') === kind) : [];
  return [...(action.replaces ? [action.replaces] : []), ...opposed];
}

/** What would come of an action, where it is not plain. */
export function foretell(
  deck: Deck,
  action: Action,
  { view, seat, names, options }: Pick<Scene<Game>, 'view' | 'seat' | 'names' | 'options'>,
  t: Translate,
): string | undefined {
  const golem = view.players[seat ?? 0]?.golem;
  const card = view.drawn ? deck.cardName(view.drawn, t) : '';
  const sentences = (...all: string[]): string => all.filter(Boolean).join(' ');
  switch (action.type) {
    case 'place': {
      const driven = costs(deck, action, { view, seat }).filter((one) => one !== action.replaces);
      const cards = list(
        driven.map((one) => deck.cardName(one, t)),
        t,
      );
      const n = golem ? cardsOf(golem).length + 1 - driven.length : 0;
      return sentences(
        action.replaces
          ? say(t, 'foretold.replaces', { card, other: deck.cardName(action.replaces, t) })
          : say(t, 'foretold.adds', { card, n }),
        driven.length > 0 ? say(t, 'foretold.drives', { cards }) : '',
      );
    }
    case 'discard':
      return say(t, 'foretold.discard', { card });
    case 'lose':
      return sentences(
        say(t, 'foretold.lose', { card: deck.cardName(action.card, t) }),
        action.card === golem?.torso ? say(t, 'foretold.collapse') : '',
      );
    case 'discard-symbol':
      return say(t, 'foretold.discard-symbol', { type: deck.typeName(action.symbol, t) });
    case 'draw':
      return action.part && say(t, 'choice.draw.part', { part: t(`part.a.${action.part}`) });
    case 'draw-symbol':
      return say(t, 'foretold.draw-symbol');
    case 'steal':
      return say(t, read(action.card).part === 'torso' ? 'foretold.topple' : 'foretold.steal', {
        name: names[action.from] ?? '',
        card: deck.cardName(action.card, t),
        rolls: luckyRolls(Number(options.steal_from)),
      });
    default:
      return undefined;
  }
}

/** What wins, and how far the viewer is. */
export function goal({ view, seat }: Scene<Game>, t: Translate): Aim {
  const golem = seat === null ? undefined : view.players[seat]?.golem;
  return { goal: say(t, 'goal'), progress: golem ? say(t, 'progress', { n: cardsOf(golem).length }) : '' };
}
