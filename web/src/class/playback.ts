import type { Bout } from '../api/classroom';
import type { Frame, Note, View } from '../api/games/duel';
import type { Run } from '../api/workshop';

export type DuelShown = Bout;

/** The board after a beat, as it is drawn and told. */
export interface Shot {
  round: number;
  beat: number;
  slots: [number | null, number | null];
  notes: Note[];
  golems: Frame['golems'] | View['golems'];
  barrels: string[];
}

/** What can be played back: where it happens, every beat, and what each golem carries out, by seat and round. */
export interface Film {
  stage: View;
  shots: Shot[];
  /** The last program of a golem goes on for rounds without one of their own. */
  programs: string[][][];
}

/** A program as the server writes it: its slots for each round. */
export const readProgram = (text: string): string[][] => text.split('/').map((round) => round.trim().split(/\s+/).filter(Boolean));

/** A puzzle's program, carried out. */
export function filmOfRun(run: Run, program: string): Film | null {
  const stage = run.beats[0]?.view;
  if (!stage) return null;
  const shots = run.beats.map(({ round, beat, slots, notes, view }) => ({
    round,
    beat,
    slots,
    notes,
    golems: view.golems,
    barrels: view.barrels,
  }));
  const script = stage.puzzle?.script;
  return { stage: stage, shots: shots, programs: [readProgram(program), ...(script ? [[script]] : [])] };
}

/** A duel, round by round. Of a round that begins where the one before ended, the start is not shown again. */
export function filmOfDuel(bout: Bout): Film {
  const shots = bout.rounds.flatMap((round, index) =>
    round
      .map((frame, beat): Shot => ({
        round: index + 1,
        beat,
        slots: frame.slots,
        notes: frame.notes,
        golems: frame.golems,
        barrels: frame.barrels,
      }))
      .slice(index === 0 ? 0 : 1),
  );
  return { stage: bout.view, shots, programs: bout.programs.map((program) => readProgram(program)) };
}

/** How a duel ended: the seat that won, or null for a draw. */
export function winnerOf(bout: Bout): number | null {
  const outcome = bout.rounds.at(-1)?.at(-1)?.outcome;
  return outcome !== undefined && outcome !== 'draw' ? outcome.won : null;
}
