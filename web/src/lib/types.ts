// What the server says and what a table is given. Views, choices, actions and glimpses are the game's own JSON: the shell passes
// them on unread, only the game's table and words know their form.

/** JSON of a game that the shell does not look into. */
export type Own = any;

/** A price of a choice. */
export interface Cost {
  amount: number;
  unit: string;
}

/** One choice of a walk. */
export interface Offer {
  choice: Own;
  /** The engine's English; pages say it in their own words through `words.choice`. */
  label: string;
  cost?: Cost;
}

/** What is asked next; with an action the walk is at its end. */
export interface Step {
  prompt: string;
  choices: Offer[];
  action?: Own | null;
}

/** An event as a viewer saw it. */
export interface Seen {
  /** Its number, from 0. */
  event: number;
  /** Who did it; null for chance. */
  seat: number | null;
  glimpse: Own;
  /** The engine's English. */
  text: string;
}

/** What a game's `Table.svelte` is given. */
export interface TableProps {
  /** The game's view, as the viewer may know it. */
  view: Own;
  /** Whose eyes; null for a spectator. */
  seat: number | null;
  /** The names at the table, by seat. */
  names: string[];
  /** What can be chosen now; null where the viewer is not to act. */
  step: Step | null;
  /** The choices made so far in this walk. */
  chosen: Own[];
  /** Chooses one of `step.choices`. */
  choose: (choice: Own) => void;
  /** Asks about an action that is not on offer: the shell shows the clause that forbids it. */
  ask: (action: Own) => void;
  /** What was set up, as far as the table shows it: a limit, a size. */
  options?: Record<string, OptionValue>;
  /** Whether a deck or board of one's own is played with, which the table knows only by the names in the view. */
  material?: boolean;
  /** What has just happened, oldest first, for animations; empty on the first look. */
  news: Seen[];
  /** All that was seen so far, oldest first: on the first look, what was before it. */
  seen?: Seen[];
  /** Told when something begins and ends that plays by itself and takes its time: a replay waits for it. */
  moving?: (is: boolean) => void;
  /** Nothing should move: reduced motion, a replay that is scrubbed, or animations that were skipped. */
  calm: boolean;
}

/** A translated text by its key. */
export type Translate = (key: string, args?: Record<string, string | number>) => string;

/** What a game's `words.ts` exports: its choices, events and prompts said in the reader's language. */
export interface GameWords {
  choice: (choice: Own, t: Translate, names: string[]) => string;
  glimpse: (glimpse: Own, t: Translate, names: string[]) => string;
  prompt: (text: string, t: Translate) => string;
  /** A whole action, as `seat` would do it in this view: for hints. */
  action?: (action: Own, seat: number, view: Own, t: Translate, names: string[]) => string;
  /** Whether the table itself has a button for this choice; the shell then lists it only for the keyboard and screen readers. */
  shown?: (choice: Own) => boolean;
  /** The table in a few sentences, for who cannot see it. */
  summary?: (view: Own, t: Translate, names: string[]) => string;
  /** How the result came about, a sentence or two, from the last view and what was set up. */
  ending?: (view: Own, scores: number[], t: Translate, names: string[], options?: Record<string, OptionValue>) => string;
}

/** What can be set up, as the engine's `games` lists it. */
export interface Game {
  id: string;
  name: string;
  tagline: string;
  rules_version: number;
  seats: [number, number];
  default_seats: number;
  variants: Variant[];
  options: OptionSpec[];
  material: 'deck' | 'board' | null;
  /** The bot levels of each variant, weakest first. */
  levels: Record<string, string[]>;
}

export interface Variant {
  id: string;
  seats: [number, number];
  summary: string;
}

export type OptionValue = number | boolean | string;

export interface OptionSpec {
  name: string;
  type: 'seat' | 'whole' | 'number' | 'flag' | 'choice' | 'name';
  min?: number;
  max?: number;
  values?: (number | string)[];
  /** Names that come with the game, each after the variant it is for. */
  names?: [string, string][];
  default: OptionValue | null;
  defaults_by_variant?: [string, OptionValue][];
  only_in?: string[];
  meaning: string;
}

/** Where a match stands. */
export interface Status {
  to_act: number[];
  over: boolean;
  scores?: number[];
}

export interface Chair {
  seat: number;
  kind: 'human' | 'bot';
  /** The bot that decides there now: always a bot's own, and of one that stands in for a person. */
  level?: string;
  name: string | null;
  joined: boolean;
  online: boolean;
  yours: boolean;
  /** Of open seats, told to the host only. */
  secret?: string;
}

/** A match as the server describes it to this browser. */
export interface Info {
  id: string;
  game: string;
  seats: number;
  variant: string;
  options: Record<string, OptionValue>;
  material: boolean;
  chairs: Chair[];
  host: boolean;
  takeover_seconds: number | null;
  status: Status;
  version: number;
  commitment: string;
  created: number;
  seed?: string;
  salt?: string;
  /** The rematch, once there is one. */
  next?: string;
}

export interface WireError {
  code: string;
  clause?: string;
  reason?: string;
  message: string;
  request?: string;
}

/** What a viewer of this browser sees; seat null is a spectator. */
export interface SeatView {
  seat: number | null;
  view: Own;
}

export interface SeatSeen {
  seat: number | null;
  list: Seen[];
}

/** What comes over the socket. */
export type FromServer =
  | { type: 'table'; version: number; info: Info; views: SeatView[]; seen: Seen[] }
  | { type: 'events'; from: number; version: number; seen: SeatSeen[]; views: SeatView[]; status: Status }
  | { type: 'info'; info: Info }
  | { type: 'step'; id: number; prompt: string; choices: Offer[]; action: Own | null }
  | { type: 'ack'; id: number; version: number }
  | { type: 'hint'; id: number; action: Own; value?: number }
  | { type: 'reject'; id?: number; error: WireError }
  | { type: 'pong' };
