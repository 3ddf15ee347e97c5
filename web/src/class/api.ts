// The requests of a class. Every one is answered by the server: a class is where several devices meet.
import type {
  AssignmentId,
  AttemptRun,
  Attempts,
  Change,
  ChangeAssignment,
  ChangeLeague,
  ChangePupil,
  ChangeStage,
  Checked,
  Deleted,
  Files,
  Found,
  Joined,
  Language,
  Link,
  LinkFor,
  NewAssignment,
  OnStage,
  Opened,
  Role,
  Round,
  RoundId,
  Sparring,
  Task,
  Words,
} from '../api/classroom';
import type { Preview } from '../api/workshop';
import { call } from '../lib/api';
import type { DuelShown } from './playback';

const at = (id: string, rest = ''): string => `/classes/${encodeURIComponent(id)}${rest}`;

export const classes = {
  open: (title: string, language: Language) => call<Opened>('POST', '/classes', { title, language }),
  find: (code: string) => call<Found>('POST', '/classes/find', { code }),
  join: (code: string, name?: string) => call<Joined>('POST', '/classes/join', name ? { code, name } : { code }),
  comeBack: (code: string, words: string) => call<Joined>('POST', '/classes/return', { code, words }),
  enter: (id: string, secret: string) => call<object>('POST', at(id, '/enter'), { secret }),
  role: (id: string) => call<Role>('GET', at(id)),
  change: (id: string, change: Change) => call<object>('PUT', at(id), change),
  link: (id: string, purpose: LinkFor) => call<Link>('POST', at(id, '/links'), { for: purpose }),
  extend: (id: string) => call<object>('POST', at(id, '/extend')),
  delete: (id: string) => call<Deleted>('DELETE', at(id)),
  restore: (id: string) => call<object>('POST', at(id, '/restore')),
  changePupil: (id: string, seat: number, change: ChangePupil) => call<object>('PUT', at(id, `/pupils/${seat}`), change),
  newWords: (id: string, seat: number) => call<Words>('POST', at(id, `/pupils/${seat}/words`)),
  attempts: (id: string, seat: number, task: string) =>
    call<Attempts>('GET', at(id, `/pupils/${seat}/attempts?task=${encodeURIComponent(task)}`)),
  attempt: (id: string, number: number) => call<AttemptRun>('GET', at(id, `/attempts/${number}`)),
  assign: (id: string, assignment: NewAssignment) => call<AssignmentId>('POST', at(id, '/assignments'), assignment),
  changeAssignment: (id: string, assignment: number, change: ChangeAssignment) =>
    call<object>('PUT', at(id, `/assignments/${assignment}`), change),
  dropAssignment: (id: string, assignment: number) => call<object>('DELETE', at(id, `/assignments/${assignment}`)),
  task: (id: string, task: string) => call<Task>('GET', at(id, `/tasks/${encodeURIComponent(task)}`)),
  preview: (id: string, task: string, program: string[][]) =>
    call<Preview>('POST', at(id, `/tasks/${encodeURIComponent(task)}/preview`), { program }),
  submit: (id: string, task: string, program: string[][]) =>
    call<Checked>('POST', at(id, `/tasks/${encodeURIComponent(task)}/attempts`), { program, beats: true }),
  stage: (id: string, change: ChangeStage) => call<object>('PUT', at(id, '/stage'), change),
  onStage: (id: string) => call<OnStage>('GET', at(id, '/stage')),
  checkGolem: (id: string, program: string) => call<Sparring>('POST', at(id, '/league/check'), { program }),
  spar: (id: string, program: string, against: string, blue: boolean) =>
    call<DuelShown>('POST', at(id, '/league/spar'), { program, against, blue }),
  enterGolem: (id: string, program: string) => call<object>('POST', at(id, '/league/golem'), { program }),
  withdrawGolem: (id: string) => call<object>('DELETE', at(id, '/league/golem')),
  changeLeague: (id: string, change: ChangeLeague) => call<object>('PUT', at(id, '/league'), change),
  playRound: (id: string) => call<RoundId>('POST', at(id, '/league/rounds')),
  round: (id: string, round: number) => call<Round>('GET', at(id, `/league/rounds/${round}`)),
  bout: (id: string, round: number, red: number, blue: number) =>
    call<DuelShown>('GET', at(id, `/league/rounds/${round}/bouts/${red}/${blue}`)),
  files: (id: string, round: number) => call<Files>('GET', at(id, `/league/rounds/${round}/files`)),
  filesAddress: (id: string, round: number) => `/api${at(id, `/league/rounds/${round}/files.tar`)}`,
  csvAddress: (id: string) => `/api${at(id, '/grid.csv')}`,
};
