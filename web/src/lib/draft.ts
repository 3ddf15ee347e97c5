import type { Board, CardCounts, Use } from '../api/workshop';
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
  hint: string;
  /** What a puzzle demands. */
  exact: boolean;
  allCards: boolean;
  use: Use[];
  noLifeLost: boolean;
  /** Energy of a board for two; 0 where the file does not say so. */
  energy: number;
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
  hint: '',
  exact: false,
  allCards: false,
  use: [],
  noLifeLost: false,
  energy: 0,
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

const NO_CARDS: Required<CardCounts> = { F: 0, B: 0, L: 0, R: 0, S: 0, A: 0, D: 0, T: 0 };
const listed = (text: string, separator: string | RegExp): string[] =>
  text
    .split(separator)
    .map((one) => one.trim())
    .filter(Boolean);

/** The goals of a draft: one for all, or one for each golem. */
export const goalsOf = (draft: BoardDraft): string[] => listed(draft.goal, ',');
/** The faces of its own die, or none. */
export const facesOf = (draft: BoardDraft): string[] => listed(draft.die, /[\s,]+/);
/** The slots of blue's program, or none. */
export const scriptOf = (draft: BoardDraft): string[] => listed(draft.script, /\s+/);
/** Where blue stands if it was not placed: in the far corner. */
export const opposite = (size: number): Golem => ({ at: `${String.fromCharCode(96 + size)}${size}`, facing: 's' });

/** The golems that a draft has, red first. */
export function golemsOf(draft: BoardDraft): Golem[] {
  if (draft.kind === 'puzzle') return draft.blue ? [draft.red, draft.blue] : [draft.red];
  return [draft.red, draft.blue ?? opposite(draft.size)];
}

/** The board file of a draft, as an object. Board files have no null: what is missing is left out. */
export function toBoard(draft: BoardDraft): Board {
  const { kind, name, size, walls, water, barrels, lives, red, blue } = draft;
  const board: Board = { name, size, lives };
  if (walls.length) board.walls = walls;
  if (water.length) board.water = water;
  if (barrels.length) board.barrels = barrels;
  if (draft.take) board.take = draft.take;
  // Where two play, golems in their corners need not be placed.
  if (kind === 'puzzle' || blue || red.at !== 'a1' || red.facing !== 'n') board.golem = golemsOf(draft);
  if (kind === 'standard' && !draft.symmetric) board.symmetric = false;
  const faces = facesOf(draft);
  if (kind !== 'puzzle' && faces.length) board.die = faces as NonNullable<Board['die']>;
  if (kind !== 'puzzle' && draft.energy) board.energy = draft.energy;
  if (kind === 'standard') return board;
  if (kind === 'scenario' && draft.streams.length) board.streams = draft.streams;
  const goals = goalsOf(draft);
  if (goals.length) board.goal = goals.length === 1 ? goals[0]! : (goals as [string, string]);
  if (draft.ownCards) board.cards = Object.fromEntries(Object.entries(draft.cards).filter(([, count]) => count > 0));
  if (kind !== 'puzzle') return board;
  board.bonus = draft.bonus;
  const { hint, par, rounds, slots, exact, allCards, use, noLifeLost } = draft;
  const puzzle = { title: name, hint, chapter: 1, par, rounds, slots, exact, all_cards: allCards, use, no_life_lost: noLifeLost };
  const script = blue ? scriptOf(draft) : [];
  board.puzzle = (script.length ? { ...puzzle, script } : puzzle) as NonNullable<Board['puzzle']>;
  return board;
}

/** The draft of a board that was read. */
export function fromBoard(board: Board): BoardDraft {
  const { puzzle } = board;
  const [red, blue] = board.golem ?? [];
  const scenario = board.goal !== undefined || board.cards !== undefined || board.streams !== undefined;
  const kind = puzzle ? 'puzzle' : scenario ? 'scenario' : 'standard';
  const far = opposite(board.size);
  const inCorner = kind !== 'puzzle' && blue?.at === far.at && blue.facing === far.facing;
  return {
    ...fresh,
    name: board.name,
    kind,
    size: board.size,
    walls: board.walls ?? [],
    water: board.water ?? [],
    barrels: board.barrels ?? [],
    streams: board.streams ?? [],
    red: red ?? fresh.red,
    blue: blue && !inCorner ? blue : null,
    goal: [board.goal ?? 'destroy'].flat().join(', '),
    lives: board.lives ?? fresh.lives,
    energy: board.energy ?? 0,
    bonus: board.bonus ?? 'none',
    die: (board.die ?? []).join(' '),
    cards: board.cards ? { ...NO_CARDS, ...board.cards } : fresh.cards,
    ownCards: board.cards !== undefined,
    take: board.take ?? '',
    symmetric: board.symmetric ?? true,
    ...(puzzle && {
      hint: puzzle.hint ?? '',
      par: puzzle.par ?? fresh.par,
      rounds: puzzle.rounds ?? 1,
      slots: puzzle.slots ?? fresh.slots,
      exact: puzzle.exact ?? false,
      allCards: puzzle.all_cards ?? false,
      use: puzzle.use ?? [],
      noLifeLost: puzzle.no_life_lost ?? false,
      script: (puzzle.script ?? []).join(' '),
    }),
  };
}
