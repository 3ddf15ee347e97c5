// What a table is given, and what the server says. Views, choices, actions, glimpses and decks are the game's own JSON: the shell passes them
// on unread, only the game's table and words know their types.
import type * as api from '../api/types';

export type { Game, Games, Level, Matches, MatchId, Me, OptionSpec, OptionValue, Puzzles, Rules, Status, Variant, WireError } from '../api/types';

/** The types of a game's own JSON. `api/games` has each game's, generated from the engine's; to the shell they are unknown. */
export interface Own {
  view: unknown;
  action: unknown;
  choice: unknown;
  glimpse: unknown;
  material: unknown;
}

/** A match as the server describes it to this browser. */
export type Info = api.MatchInfo;
export type Chair = api.ChairInfo;

/** A match to be opened, and who sits on a chair of it. */
export type MatchPlan = api.OpenMatch;
export type ChairPlan = api.WantedChair;

/** What is asked next; with an action the walk is at its end. */
export type Step<G extends Own = Own> = api.BuildStep<G['choice'], G['action']>;
/** One choice of a walk. Its label is the engine's English; pages say it in their own words through `words.choice`. */
export type Offer<Choice = unknown> = api.Offer<Choice>;
/** An event as a viewer saw it; its text is the engine's English. */
export type Seen<G extends Own = Own> = Omit<api.SeenEvent, 'glimpse'> & { glimpse: G['glimpse'] };
/** What one viewer knew at some point of a finished match. */
export type Replayed = api.Replayed;
/** How a program for a puzzle went. */
export type PuzzleRun = api.PuzzleRun;

/** What goes over the socket, there and back. */
export type ToServer = api.ClientMessage;
export type FromServer = api.ServerMessage;

/** What a game's `Table.svelte` is given. */
export interface TableProps<G extends Own = Own> {
  /** The game's view, as the viewer may know it. */
  view: G['view'];
  /** Whose eyes; null for a spectator. */
  seat: number | null;
  /** The names at the table, by seat. */
  names: string[];
  /** What can be chosen now; null if the viewer is not to act. */
  step: Step<G> | null;
  /** The choices made so far in this walk. */
  chosen: G['choice'][];
  /** Chooses one of `step.choices`. */
  choose: (choice: G['choice']) => void;
  /** Asks about an action that is not on offer: the shell shows the clause that forbids it. */
  ask: (action: G['action']) => void;
  /** What was set up, defaults filled in. */
  options: Info['options'];
  /** The deck in play, as its file says it; null for games without one. */
  material: G['material'];
  /** What has just happened, oldest first, for animations; empty on the first look. */
  news: Seen<G>[];
  /** Everything seen so far, oldest first. */
  seen?: Seen<G>[];
  /** Called when an animation that takes its time begins and ends: a replay waits for it. */
  moving?: (is: boolean) => void;
  /** No animations: reduced motion, scrubbing in a replay, or skipped animations. */
  calm: boolean;
}

/** A translated text by its key. */
export type Translate = (key: string, args?: Record<string, string | number>) => string;

/** What a game's `words.ts` exports, or makes of the deck in play: its choices, events and prompts said in the reader's language. */
export interface GameWords<G extends Own = Own> {
  choice: (choice: G['choice'], t: Translate, names: string[]) => string;
  glimpse: (glimpse: G['glimpse'], t: Translate, names: string[]) => string;
  prompt: (text: string, t: Translate) => string;
  /** A whole action, as `seat` would do it in this view: for hints. */
  action?: (action: G['action'], seat: number, view: G['view'], t: Translate, names: string[]) => string;
  /** Whether the table itself has a button for this choice; the shell then lists it only for the keyboard and screen readers. */
  shown?: (choice: G['choice']) => boolean;
  /** The table in a few sentences, for screen readers. */
  summary?: (view: G['view'], t: Translate, names: string[]) => string;
  /** How the result came about, a sentence or two, from the last view and what was set up. */
  ending?: (view: G['view'], scores: number[], t: Translate, names: string[], options: Info['options']) => string;
}
