// This browser's part in drawing the seed of a match together with the others and the server; docs/server.md says what that proves.
// crypto.subtle is missing where the page comes over plain HTTP, as in a local network: hence a library for the hashes.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Round } from '../api/types';
import type { Info, ToServer } from './types';

/** What this browser keeps of a round: secrets by seat, the server's commitment when we made ours, and all of them when we revealed. */
interface Kept {
  round: number;
  server: string;
  secrets: Record<number, string>;
  commitment?: string;
}

/** A step of ours, without its number. */
export type ShuffleStep = { [Kind in 'commit' | 'reveal']: Omit<Extract<ToServer, { type: Kind }>, 'id'> }['commit' | 'reveal'];

/** Who took part: everyone, some with us, some without us, nobody; or something does not fit. */
export type Verdict = 'everyone' | 'some' | 'withoutYou' | 'server' | 'broken';

const hash = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));
const partOf = (id: string, round: number, who: number | 'server', secret: string): string =>
  hash(`golemry part ${id} ${round} ${who} ${secret}`);

/** The hash of all commitments of a round. */
const allOf = (id: string, number: number, round: Round): string =>
  hash(
    `golemry shuffle ${id} ${number} ${round.server.commitment}${round.seats.map((part) => ` ${part.seat}:${part.commitment}`).join('')}`,
  );

const seedOf = (id: string, number: number, round: Round): string =>
  BigInt(
    `0x${hash(`golemry seed ${id} ${number} ${round.server.secret}${round.seats.map((part) => ` ${part.seat}:${part.secret}`).join('')}`).slice(0, 16)}`,
  ).toString();

const seatsOf = (info: Info): number[] => info.chairs.filter((chair) => chair.yours && chair.kind === 'human').map((chair) => chair.seat);

function kept(id: string): Kept | null {
  return JSON.parse(localStorage.getItem(`shuffle.${id}`) ?? 'null') as Kept | null;
}

const keep = (id: string, what: Kept): void => localStorage.setItem(`shuffle.${id}`, JSON.stringify(what));

/** What we have to say now. Nothing is revealed to a server that has changed its own commitment since we made ours. */
export function shuffleSteps(info: Info): ShuffleStep[] {
  const { id, shuffle } = info;
  const round = shuffle?.rounds.at(-1);
  if (!shuffle || !round || shuffle.stage === 'done') return [];
  const number = shuffle.rounds.length;
  const before = kept(id);
  const ours: Kept = before?.round === number ? before : { round: number, server: round.server.commitment, secrets: {} };
  if (ours.server !== round.server.commitment) return [];
  const barred = shuffle.rounds.slice(0, -1).flatMap(({ seats }) => seats.filter((part) => !part.secret).map((part) => part.seat));
  const steps: ShuffleStep[] = [];
  for (const seat of seatsOf(info).filter((seat) => !barred.includes(seat))) {
    const there = round.seats.find((part) => part.seat === seat);
    if (!round.closed) ours.secrets[seat] ??= bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
    const secret = ours.secrets[seat];
    if (secret === undefined) continue;
    const commitment = partOf(id, number, seat, secret);
    if (!round.closed && there?.commitment !== commitment) steps.push({ type: 'commit', seat, round: number, commitment });
    if (round.closed && there?.commitment === commitment && !there.secret) steps.push({ type: 'reveal', seat, round: number, secret });
  }
  if (round.closed) ours.commitment ??= allOf(id, number, round);
  keep(id, ours);
  return steps;
}

/** What can be said of the deal; null if there was no shuffle, or it is not over. Once the match is over, everything is checked. */
export function verdictOf(info: Info): Verdict | null {
  const { id, shuffle } = info;
  const round = shuffle?.rounds.at(-1);
  if (!shuffle || !round || shuffle.stage !== 'done') return null;
  const number = shuffle.rounds.length;
  const ours = kept(id);
  const same = ours?.round === number ? ours : null;
  const fits = (who: number | 'server', part: { commitment: string; secret?: string }): boolean =>
    part.secret !== undefined && partOf(id, number, who, part.secret) === part.commitment;
  const seatsFit = round.seats.every((part) => fits(part.seat, part) && (same?.secrets[part.seat] ?? part.secret) === part.secret);
  const asShown =
    (same?.commitment ?? allOf(id, number, round)) === allOf(id, number, round) &&
    (same?.server ?? round.server.commitment) === round.server.commitment;
  const seedFits = info.seed === undefined || (fits('server', round.server) && seedOf(id, number, round) === info.seed);
  if (!seatsFit || !asShown || !seedFits) return 'broken';
  const took = (seat: number): boolean => round.seats.some((part) => part.seat === seat);
  if (round.seats.length === 0) return 'server';
  if (info.chairs.every((chair) => chair.kind === 'bot' || took(chair.seat))) return 'everyone';
  return seatsOf(info).every(took) ? 'some' : 'withoutYou';
}
