import type { Failed, PublicGolem, RoundEntrant, TaskBrief } from '../api/classroom';
import type { Note } from '../api/games/duel';
import { programName } from '../games/duel/program';
import { note as noteText } from '../games/duel/words';
import { language, t } from '../lib/words.svelte';
import type english from '../words/en/class.json';
import { readProgram } from './playback';

declare module '../lib/types' {
  interface Areas {
    class: typeof english;
  }
}

/** What a puzzle is called: ours have a name in the reader's language. */
export const taskName = (task: TaskBrief | undefined): string =>
  task ? (task.puzzle ? t.orElse(`puzzles.${task.puzzle}.name`, task.name) : task.name) : '';

/** What a golem is called where nobody's name may be seen: by its pupil's number. */
export const golemName = ({ seat, sample }: Partial<PublicGolem>): string => sample ?? t('class.golem.n', { n: seat ?? 0 });

/** The same in a round as the teacher knows it. */
export const entrantName = ({ seat, name }: RoundEntrant): string => (seat === null || seat === undefined ? name : `${name} (${seat})`);

/** A program in words, for those who hear the page. */
export const programInWords = (program: string): string =>
  readProgram(program)
    .map((slots) => programName(slots, t))
    .join(' / ');

/** Why a program fails, in a sentence. */
export function sayFailed(failed: Failed, rounds = 1): string {
  const { reason, round, slot } = failed;
  if (reason === 'unfinished') return t('puzzle.failure.unfinished');
  const several = rounds > 1 ? '.round' : '';
  const text = t.orElse(`puzzle.failure.${reason}${several}`, failed.why, { round, slot });
  if (reason !== 'spoilt') return text;
  return `${text} ${(failed.notes as Note[]).map((one) => noteText(one, t, [])).join(' ')}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();
function format(kind: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language()} ${kind}`;
  let found = formats.get(key);
  if (!found) formats.set(key, (found = new Intl.DateTimeFormat(language(), options)));
  return found;
}

export const sayTime = (at: number): string => format('time', { hour: 'numeric', minute: '2-digit' }).format(at);
export const sayDay = (at: number): string => format('day', { day: 'numeric', month: 'long', year: 'numeric' }).format(at);
export const sayMoment = (at: number): string =>
  format('moment', { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' }).format(at);
