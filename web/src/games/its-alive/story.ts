import type { Action, Game } from '../../api/games/its-alive';
import type { Aim, Scene, Translate } from '../../lib/types';
import { parts, type Deck } from '../blood-moon/deck';
import { list } from '../shared/list';
import { prospectOf } from '../shared/offers';
import { rolling } from '../shared/rolling.svelte';
import { sayIn } from '../shared/say';
import { cardsOf } from './golem';

const say = sayIn('its-alive');

/** The rolls with which a theft succeeds, as text: `4–6`. */
const luckyRolls = (lowest: number): string => (lowest === 6 ? '6' : `${lowest}–6`);

/** What the faces of the die call for, from 1 to 6. */
export const legendOf = (deck: Deck, t: Translate): string =>
  [...parts.map((part) => `${deck.faces(part).join(' ')} ${t(`part.${part}`)}`), `6 ${say(t, 'die.special')}`].sort().join(' · ');

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

/** What would come of an action, where it is not plain: what it does to a golem is for the engine to say. */
export function foretell(
  deck: Deck,
  action: Action,
  { step, view, names }: Pick<Scene<Game>, 'step' | 'view' | 'names'>,
  t: Translate,
): string | undefined {
  const card = view.drawn ? deck.cardName(view.drawn, t) : '';
  const told = prospectOf(step, action);
  const cards = (all: string[]): string =>
    list(
      all.map((one) => deck.cardName(one, t)),
      t,
    );
  switch (action.type) {
    case 'place': {
      if (!told) return undefined;
      if (told.comes === null) return say(t, 'foretold.opposed', { cards: cards(told.goes) });
      const driven = told.goes.filter((one) => one !== action.replaces);
      return [
        action.replaces
          ? say(t, 'foretold.replaces', { card, other: deck.cardName(action.replaces, t) })
          : say(t, 'foretold.adds', { card, n: told.parts }),
        ...(driven.length > 0 ? [say(t, 'foretold.drives', { cards: cards(driven) })] : []),
      ].join(' ');
    }
    case 'discard':
      return say(t, 'foretold.discard', { card });
    case 'lose':
      return [
        say(t, 'foretold.lose', { card: deck.cardName(action.card, t) }),
        ...(told && told.goes.length > 1 ? [say(t, 'foretold.collapse')] : []),
      ].join(' ');
    case 'discard-symbol':
      return say(t, 'foretold.discard-symbol', { type: deck.typeName(action.symbol, t) });
    case 'draw':
      return action.part && say(t, 'choice.draw.part', { part: t(`part.a.${action.part}`) });
    case 'draw-symbol':
      return say(t, 'foretold.draw-symbol');
    case 'steal':
      return (
        told &&
        say(t, told.goes.length > 1 ? 'foretold.topple' : 'foretold.steal', {
          name: names[action.from] ?? '',
          card: deck.cardName(action.card, t),
          rolls: luckyRolls(told.roll ?? 6),
        })
      );
    default:
      return undefined;
  }
}

/** What wins, and how far the viewer is. */
export function goal({ view, seat }: Scene<Game>, t: Translate): Aim {
  const golem = seat === null ? undefined : view.players[seat]?.golem;
  return { goal: say(t, 'goal'), progress: golem ? say(t, 'progress', { n: cardsOf(golem).length }) : '' };
}
