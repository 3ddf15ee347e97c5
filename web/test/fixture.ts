import { readFileSync } from 'node:fs';
import type { Note } from '../src/api/games/duel';
import type { Own, Seen, Step } from '../src/lib/types';

/** Views, steps and events of whole matches of a game, as the engine wrote them. */
export interface Fixture<G extends Own = Own> {
  deck: G['material'];
  /** Moments at which a seat has something to choose. */
  frames: { name: string; seat: number; view: G['view']; chosen: G['choice'][]; step: Step<G>; news: Seen<G>[] }[];
  choices: G['choice'][];
  prompts: string[];
  glimpses: G['glimpse'][];
  notes: Note[];
  /** The ends of matches; of the first seat's also everything it saw. */
  ends: { name: string; seat: number | null; view: G['view']; scores: number[]; news: Seen<G>[]; seen: Seen<G>[] }[];
}

export function fixture<G extends Own = Own>(game: string): Fixture<G> {
  return JSON.parse(readFileSync(new URL(`./fixtures/${game}.json`, import.meta.url), 'utf8')) as Fixture<G>;
}
