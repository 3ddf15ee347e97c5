import type { Board, CardCounts } from '../api/workshop';
import type { BoardView } from './board';

export type Golem = BoardView['golems'][number];

/** A board as the workshop holds it: everything that its fields and tools have set. */
export interface BoardDraft {
  name: string;
  kind: 'standard' | 'scenario' | 'puzzle';
  size: number;
  walls: string[];
  water: string[];
  barrels: string[];
  streams: string[][];
  red: Golem;
  blue: Golem | null;
  goal: string;
  lives: number;
  rounds: number;
  slots: number;
  par: number;
  bonus: NonNullable<Board['bonus']>;
  script: string;
  die: string;
  cards: Required<CardCounts>;
  ownCards: boolean;
  /** Where golems take barrels from; empty where the file does not say so. */
  take: NonNullable<Board['take']> | '';
  /** Whether a board of the standard game has to be point-symmetric. */
  symmetric: boolean;
}

/** What a fresh workshop shows: a small puzzle that can be solved. */
export const fresh: BoardDraft = {
  name: 'my-board',
  kind: 'puzzle',
  size: 4,
  walls: [],
  water: [],
  barrels: [],
  streams: [],
  red: { at: 'a1', facing: 'n' },
  blue: null,
  goal: 'reach b3',
  lives: 3,
  rounds: 1,
  slots: 4,
  par: 4,
  bonus: 'none',
  script: '',
  die: '',
  cards: { F: 3, B: 3, L: 2, R: 2, S: 4, A: 2, D: 2, T: 1 },
  ownCards: false,
  take: '',
  symmetric: true,
};

const KEY = 'board-draft';

/** What is read may come from anywhere: a field of another type is the fresh one's. */
function filled(read: unknown): BoardDraft | null {
  if (typeof read !== 'object' || read === null) return null;
  const given = read as Record<string, unknown>;
  const fits = (key: keyof BoardDraft): boolean =>
    key === 'blue' || (typeof given[key] === typeof fresh[key] && Array.isArray(given[key]) === Array.isArray(fresh[key]));
  const keys = Object.keys(fresh) as (keyof BoardDraft)[];
  return { ...fresh, ...Object.fromEntries(keys.filter((key) => key in given && fits(key)).map((key) => [key, given[key]])) };
}

function parsed(text: string | null): BoardDraft | null {
  try {
    return text ? filled(JSON.parse(text)) : null;
  } catch {
    return null;
  }
}

/** A draft as it stands in a link, and back. */
export const toLink = (draft: BoardDraft): string =>
  btoa(encodeURIComponent(JSON.stringify(draft)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
export function fromLink(text: string): BoardDraft | null {
  try {
    return parsed(decodeURIComponent(atob(text.replaceAll('-', '+').replaceAll('_', '/'))));
  } catch {
    return null;
  }
}

/** The draft this browser keeps. */
export const kept = (): BoardDraft | null => parsed(localStorage.getItem(KEY));
export const keep = (draft: BoardDraft): void => localStorage.setItem(KEY, JSON.stringify(draft));
