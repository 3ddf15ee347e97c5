// How golems hold themselves in a beat: what its notes look like on the board. Motions are those of a golem that looks up.
import type { Note } from '../../api/games/duel';
import type { Sound } from '../../lib/sound';

export type Pose = 'strike' | 'guard' | 'stagger' | 'sink' | 'bump';

/** Something of a golem that moves (a selector within it), and how. */
interface Motion {
  what: string;
  how: Keyframe[];
}

export const LASTS = 720;
/** By seat. A golem that strikes and is hit in the same beat is seen striking. */
export function posesOf(notes: Note[]): Partial<Record<number, Pose>> {
  const poses: Partial<Record<number, Pose>> = {};
  for (const note of notes) {
    if (note.note === 'struck' && note.hit === 'life') poses[1 - note.seat] ??= 'stagger';
    if (note.note === 'struck' && note.hit === 'defence') poses[1 - note.seat] = 'guard';
    if (note.note === 'blocked') poses[note.seat] ??= 'bump';
    if (note.note === 'struck') poses[note.seat] = 'strike';
    if (note.note === 'splashed' || note.note === 'carried') poses[note.seat] = 'sink';
  }
  return poses;
}

/** What a beat without a scene sounds like. */
export function soundOf(notes: Note[]): Sound | null {
  if (notes.some((note) => note.note === 'struck')) return 'block';
  if (notes.some((note) => note.note === 'blocked')) return 'rivet';
  return notes.some((note) => note.note === 'moved' || note.note === 'turned') ? 'step' : null;
}

const rest = { transform: 'none' };
/** Drawn back first, then out and home again. */
export const MOTIONS: Record<Pose, Motion[]> = {
  strike: [
    {
      what: '.lunge',
      how: [rest, { transform: 'translateY(9px) rotate(5deg)', offset: 0.3 }, { transform: 'translateY(-20px)', offset: 0.5 }, rest],
    },
    {
      what: '.fist.right',
      how: [
        rest,
        { transform: 'translate(5px, 20px)', offset: 0.3 },
        { transform: 'translate(-22px, -30px) scale(1.25)', offset: 0.5 },
        rest,
      ],
    },
  ],
  guard: [
    { what: '.lunge', how: [rest, { transform: 'translateY(6px)', offset: 0.5 }, rest] },
    {
      what: '.fist.left',
      how: [rest, { transform: 'translate(20px, -8px)', offset: 0.3 }, { transform: 'translate(20px, -8px)', offset: 0.75 }, rest],
    },
    {
      what: '.fist.right',
      how: [rest, { transform: 'translate(-20px, -8px)', offset: 0.3 }, { transform: 'translate(-20px, -8px)', offset: 0.75 }, rest],
    },
  ],
  stagger: [
    {
      what: '.lunge',
      how: [
        { transform: 'none', offset: 0.4 },
        { transform: 'translateY(18px) rotate(-14deg)', offset: 0.55 },
        { transform: 'translateY(10px) rotate(10deg)', offset: 0.75 },
        rest,
      ],
    },
  ],
  sink: [{ what: '.lunge', how: [rest, { transform: 'scale(0.55) rotate(40deg)', opacity: 0.35, offset: 0.5 }, rest] }],
  bump: [
    { what: '.lunge', how: [rest, { transform: 'translateY(-11px)', offset: 0.35 }, { transform: 'translateY(4px)', offset: 0.55 }, rest] },
  ],
};
