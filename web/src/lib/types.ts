// What a table is given, and what the server says. Views, choices, actions, glimpses and decks are the game's own JSON: the shell passes them
// on unread, only the game's table and words know their types.
import type * as api from '../api/types';
import type common from '../words/en/common.json';
import type taught from '../words/en/lessons.json';
import type tables from '../words/en/tables.json';
import type { Sound } from './sound';
import type { Moment } from './stage.svelte';

export type { Game, Games, Level, Matches, MatchId, Me, OptionSpec, OptionValue, Rules, Status, Variant, WireError } from '../api/types';

/** The types of a game's own JSON. `api/games` has each game's, generated from the engine's; to the shell they are unknown. */
export interface Own {
  view: unknown;
  action: unknown;
  choice: unknown;
  glimpse: unknown;
  reason: unknown;
  material: unknown;
  preview: unknown;
}

/** A match as the server describes it to this browser. */
export type Info = api.MatchInfo;
export type Chair = api.ChairInfo;

/** A match to be opened, and who sits on a chair of it. */
export type MatchPlan = api.OpenMatch;
export type ChairPlan = api.WantedChair;

/** What is asked next; with an action the walk is at its end. */
export interface Step<G extends Own = Own> extends Pick<api.BuildStep, 'prompt'> {
  choices: Offer<G['choice']>[];
  action: G['action'] | null;
  preview?: G['preview'];
}
/** One choice of a walk. Its label is the engine's English; pages say it in their own words through `words.choice`. */
export type Offer<Choice = unknown> = api.Offer<Choice>;
/** An event as a viewer saw it; its text is the engine's English. */
export type Seen<G extends Own = Own> = Omit<api.SeenEvent, 'glimpse'> & { glimpse: G['glimpse'] };
/** What one viewer knew at some point of a finished match. */
export type Replayed = api.Replayed;
/** What a match was decided by. */
export type Review = api.Review;
/** Something to do, and why. */
export type HintOption = api.HintOption;

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
  /** Makes several choices in a row: what a click on a card of somebody else's means. */
  chooseAll?: (choices: G['choice'][]) => void;
  /** Makes these choices instead of those so far: what a touch on something that was chosen earlier means. */
  rewrite?: (choices: G['choice'][]) => void;
  /** What these choices would lead to if nobody interfered, in the game's own form. */
  preview?: (choices: G['choice'][]) => Promise<G['preview'] | null>;
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
  /** Plays a moment that the table stages by itself, or lets a sound be heard; how long it takes, in ms. */
  act?: (what: Moment | Sound) => number;
  /** No animations: reduced motion, scrubbing in a replay, or skipped animations. */
  calm: boolean;
  /** How many times as fast as usual things move; once if nothing else is said. */
  rate?: number;
}

/** The words that code may ask for by their keys, by file. A game adds its own in its `words.ts`. */
export interface Areas {
  common: typeof common;
  lessons: typeof taught;
  tables: typeof tables;
}
/** A key that has a text. */
export type Key = { [area in keyof Areas]: keyof Areas[area] }[keyof Areas];
/** What can follow a prefix and a dot in a key: `KeyUnder<'theme'>` is `'auto' | 'light' | 'dark'`. */
export type KeyUnder<Prefix extends string> = Key extends infer K ? (K extends `${Prefix}.${infer rest}` ? rest : never) : never;

/** What fills the placeholders of a text. */
export type Args = Record<string, string | number>;

export interface Translate {
  /** The text of a key. */
  (key: Key, args?: Args): string;
  /** The text of a key that is made of what the server says; without one, something else to say, such as the server's English. */
  orElse: (key: string, other: string, args?: Args) => string;
}

/** The table as the reader sees it, for texts that depend on more than themselves. */
export interface Scene<G extends Own = Own> {
  view: G['view'];
  /** Whose eyes; null for a spectator. */
  seat: number | null;
  names: string[];
  options: Info['options'];
  /** What can be chosen now, and what was chosen so far. */
  step: Step<G> | null;
  chosen: G['choice'][];
}

/** What wins, and how far the viewer is. */
export interface Aim {
  goal: string;
  progress: string;
}

/** What was done to the reader, or is about to be. */
export interface Halt {
  /** Who did it, or is about to. */
  seat: number | null;
  text: string;
}

/** The end of one game of a match that goes on. */
export interface GameEnd {
  title: string;
  /** The names of those who won it. */
  winners: string[];
  /** What decided it, in a sentence or two. */
  why: string;
  /** Everyone's account afterwards; more points are better. */
  standings: { seat: number; points: number; text: string }[];
}

/** Something to know when it first matters; the tutorial leaves it out. A game's `lessons.ts` exports them, the most urgent first. */
export interface Lesson<G extends Own = Own> {
  /** Under this a browser remembers that it was read. */
  id: string;
  /** Whether it matters now that the reader is to act. */
  when: (scene: Scene<G>) => boolean;
  text: keyof Areas['lessons'];
}

/** What a game's `words.ts` exports, or makes of the deck in play: its choices, events and prompts said in the reader's language. */
export interface GameWords<G extends Own = Own> {
  choice: (choice: G['choice'], t: Translate, names: string[]) => string;
  /** An event in a sentence or two, from the event alone: a log must not change when the table does. */
  glimpse: (glimpse: G['glimpse'], t: Translate, names: string[]) => string;
  /** What is asked; with the table at hand, also what is at stake. */
  prompt: (text: string, t: Translate, scene?: Scene<G>) => string;
  /** Whether a choice may be made for the player if it is the only one, and if others learn nothing from how quickly it is made. */
  forced?: (choice: G['choice'], chosen: G['choice'][], view: G['view']) => boolean;
  /** What an event sounds like; a card, where it is left out. */
  sound?: (glimpse: G['glimpse']) => Sound;
  /** Whether an event deals a game of a match. */
  isDeal?: (glimpse: G['glimpse']) => boolean;
  /** What wins, and how far the viewer is. */
  aim?: (t: Translate, scene: Scene<G>) => Aim;
  /** One figure that tells how each seat stands, and what it counts: for the chart of a match. */
  measure?: (view: G['view'], t: Translate) => { what: string; seats: number[] };
  /** The end of a game inside a match, where these events, between these views, brought one; without a view before them, they did. */
  gameEnd?: (before: G['view'] | null, after: G['view'], list: Seen<G>[], t: Translate, names: string[]) => GameEnd | null;
  /** A whole action, as `seat` would do it in this view: for hints. */
  action?: (action: G['action'], seat: number, view: G['view'], t: Translate, names: string[]) => string;
  /** Whether the table itself has a button for this choice; the shell then lists it only for the keyboard and screen readers. */
  shown?: (choice: G['choice']) => boolean;
  /** The table in a few sentences, for screen readers. */
  summary?: (view: G['view'], t: Translate, names: string[]) => string;
  /** How the result came about, a sentence or two: what decided it, of everything seen. */
  ending?: (view: G['view'], scores: number[], t: Translate, names: string[], options: Info['options'], list: Seen<G>[]) => string;
  /** What was hidden until the end, a short line for each seat that has something to reveal, from every seat's own last view. */
  secrets?: (views: G['view'][], t: Translate, names: string[]) => { seat: number; text: string }[];
  /** Who did what to the viewer with this event; null if it was not done to them. */
  against?: (seen: Seen<G>, seat: number, t: Translate, names: string[]) => string | null;
  /** That a rival of the viewer is about to win now, and was not before. */
  warns?: (before: G['view'], after: G['view'], seat: number, t: Translate, names: string[]) => string | null;
}
