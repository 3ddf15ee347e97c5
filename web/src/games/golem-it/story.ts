import type { Game, View } from '../../api/games/golem-it';
import type { Aim, GameEnd, Scene, Seen, Translate } from '../../lib/types';
import { list as sayList } from '../shared/list';
import { sayIn } from '../shared/say';

const say = sayIn('golem-it');

export function prompt(text: string, { view, names }: Scene<Game>, t: Translate): string {
  const beat = view.to_beat;
  if (beat && ['play a card or pass', 'play a card', 'pass'].includes(text)) {
    const args = { n: beat.count, value: beat.value, name: names[beat.seat] ?? '' };
    return say(t, text === 'pass' ? 'stake.pass' : 'stake.beat', args);
  }
  if (text === 'play a card' || text === 'play a card or pass') return say(t, 'stake.lead');
  if (text === 'what they are worth' && view.magic === 'pool') return say(t, 'stake.value');
  return t.orElse(`golem-it.prompt.${text}`, text);
}

export function goal({ view, seat }: Scene<Game>, t: Translate): Aim {
  const own = seat === null ? null : view.players[seat];
  return { goal: say(t, 'goal'), progress: own ? say(t, 'progress', { cards: own.cards, points: own.points }) : '' };
}

/** The end of a game inside a match: who was rid of everything first, and the standings. */
export function gameEnd(
  before: View | null,
  after: View,
  list: Seen<Game>[],
  names: string[],
  t: Translate,
  sayEvent: (seen: Seen<Game>) => string,
): GameEnd | null {
  if (before && (before.game === after.game || before.phase === 'deal')) return null;
  const last = list.findLast(({ seat }) => seat !== null);
  const malus = after.variant === 'two-player';
  const gains: number[] = after.scores.map((score, seat) => score - (before?.scores[seat] ?? 0));
  const best = malus ? Math.min(...gains) : Math.max(...gains);
  const winners = gains.flatMap((gain, seat) => (gain === best ? [names[seat] ?? ''] : []));
  return {
    title: say(t, 'end.title', { n: after.game - 1, games: after.games }),
    winners,
    why: [...(last ? [sayEvent(last)] : []), ...(winners.length > 0 ? [say(t, 'end.won', { names: sayList(winners, t) })] : [])].join(' '),
    standings: after.scores.map((score, seat) => ({
      seat,
      points: malus ? -score : score,
      text: say(t, malus ? 'malus' : 'score', { n: score }),
    })),
  };
}
