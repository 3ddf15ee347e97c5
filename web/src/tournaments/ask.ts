import type {
  ChangePlayer,
  ChangeTournament,
  Correct,
  Enter,
  Entered,
  OpenTournament,
  Sheet,
  TournamentCode,
  TournamentView,
} from '../api/tournaments';
import { call } from '../lib/api';

const at = (code: string): string => `/tournaments/${encodeURIComponent(code)}`;

/** What a page asks of tournaments. What happens in one comes over its socket (`socketOf`). */
export const ask = {
  open: (plan: OpenTournament) => call<TournamentCode>('POST', '/tournaments', plan),
  view: (code: string) => call<TournamentView>('GET', at(code)),
  sheet: (code: string) => call<Sheet>('GET', `${at(code)}/sheet`),
  change: (code: string, what: ChangeTournament) => call<object>('PATCH', at(code), what),
  remove: (code: string) => call<object>('DELETE', at(code)),
  enter: (code: string, who: Enter) => call<Entered>('POST', `${at(code)}/players`, who),
  player: (code: string, player: number, what: ChangePlayer) => call<object>('POST', `${at(code)}/players/${player}`, what),
  begin: (code: string) => call<object>('POST', `${at(code)}/rounds`),
  correct: (code: string, round: number, table: number, result: Correct) =>
    call<object>('PUT', `${at(code)}/rounds/${round}/tables/${table}`, result),
  end: (code: string) => call<object>('POST', `${at(code)}/end`),
};

/** The address of a tournament's socket. */
export const socketOf = (code: string): string => `${at(code)}/socket`;
