import type { Args, Key, KeyUnder, Translate } from '../../lib/types';

/** Looks up a game's own texts: `say(t, 'goal')` is `t('duel.goal')`. */
export const sayIn =
  <Game extends string>(game: Game) =>
  (t: Translate, key: KeyUnder<Game>, args?: Args): string =>
    t(`${game}.${key}` as Key, args);
