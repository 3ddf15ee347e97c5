// What the server says and is told. Written by `GOLEMRY_BLESS=1 cargo test -p golemry-server typescript`: do not edit.

/** What kind of error it is: programs decide by it. */
export const codes = [
  'action/illegal',
  'action/malformed',
  'action/over',
  'action/turn',
  'bot/budget',
  'bot/unavailable',
  'bot/unknown',
  'build/malformed',
  'build/not-offered',
  'internal',
  'limit/busy',
  'limit/hint',
  'limit/matches',
  'limit/openings',
  'limit/rate',
  'limit/size',
  'limit/sockets',
  'limit/solves',
  'limit/storage',
  'match/chair',
  'match/host',
  'match/not-over',
  'match/present',
  'match/seat',
  'match/secret',
  'match/stand-in',
  'match/unknown',
  'match/version',
  'puzzle/too-large',
  'puzzle/unknown',
  'record/commitment',
  'record/event',
  'record/format',
  'record/malformed',
  'record/rules',
  'record/scores',
  'record/seed',
  'request/bots',
  'request/chairs',
  'request/event',
  'request/hello',
  'request/host',
  'request/id',
  'request/malformed',
  'request/method',
  'request/name',
  'request/no-match',
  'request/offset',
  'request/origin',
  'request/path',
  'request/protocol',
  'request/seat',
  'request/slow',
  'request/takeover',
  'request/too-long',
  'request/unknown-command',
  'setup/game',
  'setup/material',
  'setup/option',
  'setup/position',
  'setup/seats',
  'setup/variant',
  'store/not-stored',
] as const;
export type Code = (typeof codes)[number];

/** How a program for a puzzle fails. */
export const failures = [
  'unfinished',
  'spoilt',
  'idle',
  'over',
] as const;
export type Failure = (typeof failures)[number];

/**
 * What can be played.
 */
export type Games = { 
/**
 * Every game.
 */
games: Array<Game>, };

/**
 * A game, and what can be set up.
 */
export type Game = { 
/**
 * The name used in addresses.
 */
id: string, 
/**
 * The name people say.
 */
name: string, 
/**
 * What playing it is like, in one sentence.
 */
tagline: string, 
/**
 * Goes up when the same events would lead to another state.
 */
rules_version: number, 
/**
 * The fewest and the most seats any variant takes.
 */
seats: [number, number], 
/**
 * The seats taken when nobody says how many.
 */
default_seats: number, 
/**
 * The variants, the usual one first.
 */
variants: Array<Variant>, 
/**
 * The options, each valid in the variants it names.
 */
options: Array<OptionSpec>, 
/**
 * What data file of one's own the game takes.
 */
material: Material | null, 
/**
 * The bots of each variant, weakest first.
 */
levels: { [key in string]: Array<Level> }, };

/**
 * One way to play a game.
 */
export type Variant = { 
/**
 * The name used in addresses.
 */
id: string, 
/**
 * The fewest and the most seats.
 */
seats: [number, number], 
/**
 * What is different about it, in one sentence.
 */
summary: string, };

/**
 * A named setting of a game.
 */
export type OptionSpec = { 
/**
 * The name used in requests.
 */
name: string, 
/**
 * What values it takes.
 */
type: OptionType, 
/**
 * The least whole number.
 */
min?: number, 
/**
 * The greatest whole number.
 */
max?: number, 
/**
 * The numbers or words allowed.
 */
values?: Array<OptionValue>, 
/**
 * The names that come with the game, each after the variant it is for.
 */
names?: Array<[string, string]>, 
/**
 * The value where none is given; `null` where the game decides.
 */
default: OptionValue | null, 
/**
 * Variants with another default.
 */
defaults_by_variant?: Array<[string, OptionValue]>, 
/**
 * The variants that have it; all where it is left out.
 */
only_in?: Array<string>, 
/**
 * What it does, in one sentence.
 */
meaning: string, };

/**
 * What values an option takes.
 */
export type OptionType = "seat" | "whole" | "number" | "flag" | "choice" | "name";

/**
 * The value of an option.
 */
export type OptionValue = number | boolean | string;

/**
 * A kind of data file of one's own.
 */
export type Material = "deck" | "board";

/**
 * How well a bot plays.
 */
export type Level = "random" | "easy" | "normal" | "hard" | "perfect";

/**
 * Where a match stands.
 */
export type Status = { 
/**
 * The seats that have a decision to make.
 */
to_act: Array<number>, 
/**
 * Whether it is over.
 */
over: boolean, 
/**
 * The scores, once it is.
 */
scores?: Array<number>, };

/**
 * Why something was refused; nothing was changed.
 */
export type WireError = { 
/**
 * What kind: programs decide by it.
 */
code: Code, 
/**
 * The clause of the rules that is broken.
 */
clause?: string, 
/**
 * The game's name for the case.
 */
reason?: string, 
/**
 * The same in words.
 */
message: string, 
/**
 * The number under which the log tells more, where the fault is ours.
 */
request?: string, };

/**
 * One step of building an action.
 */
export type BuildStep = { 
/**
 * What is asked, in a few words; empty when the action is complete.
 */
prompt: string, 
/**
 * What can be chosen; nothing when the action is complete.
 */
choices: Array<Offer>, 
/**
 * The action that the choices make, or `null`.
 */
action: unknown, };

/**
 * A choice with its label and price.
 */
export type Offer = { 
/**
 * The choice, to be sent back.
 */
choice: unknown, 
/**
 * The same in words.
 */
label: string, 
/**
 * What it costs, where it costs something.
 */
cost?: Cost, };

/**
 * A price.
 */
export type Cost = { 
/**
 * How many.
 */
amount: number, 
/**
 * Of what.
 */
unit: string, };

/**
 * The player behind this browser.
 */
export type Me = { 
/**
 * What they call themselves, once they have said it.
 */
name: string | null, };

/**
 * A name.
 */
export type Named = { 
/**
 * 1 to 30 characters that can be seen.
 */
name: string, };

/**
 * A table to be set up.
 */
export type OpenMatch = { 
/**
 * The game's id.
 */
game: string, 
/**
 * The number of seats; the game's own where it is left out.
 */
seats?: number, 
/**
 * The variant; the first that fits the seats where it is left out.
 */
variant?: string, 
/**
 * Options by name.
 */
options: Record<string, OptionValue>, 
/**
 * A deck of one's own, for games that take one.
 */
deck?: unknown, 
/**
 * A board of one's own, for games that take one.
 */
board?: unknown, 
/**
 * Who sits where, one for each seat.
 */
chairs: Array<WantedChair>, 
/**
 * Seconds after which a bot decides for a player who is gone; never where it is left out.
 */
takeover_seconds: number | null, };

/**
 * Who is to sit somewhere.
 */
export type WantedChair = { "kind": "you", } | { "kind": "bot", 
/**
 * How well it plays.
 */
level: Level, } | { "kind": "friend", 
/**
 * What to call them until they say their name.
 */
name?: string, };

/**
 * The id of a match.
 */
export type MatchId = { 
/**
 * The id.
 */
id: string, };

/**
 * A seat somebody wants to take.
 */
export type Join = { 
/**
 * Which.
 */
seat: number, 
/**
 * The secret from the link.
 */
secret: string, 
/**
 * What to be called.
 */
name?: string, };

/**
 * A bot that is to decide for a seat, or `null` to give the seat back.
 */
export type StandIn = { 
/**
 * How well it plays.
 */
level: Level | null, };

/**
 * What the requester may know of a match.
 */
export type MatchInfo = { 
/**
 * Its id.
 */
id: string, 
/**
 * The game's id.
 */
game: string, 
/**
 * The edition of the rules it is played under. A match of another edition than the game's can be listed and downloaded, but not
 * replayed or continued.
 */
rules: number, 
/**
 * The number of seats.
 */
seats: number, 
/**
 * The variant.
 */
variant: string, 
/**
 * Every option that has a value.
 */
options: Record<string, OptionValue>, 
/**
 * Whether it is played with a deck or board of somebody's own.
 */
material: boolean, 
/**
 * Who sits where.
 */
chairs: Array<ChairInfo>, 
/**
 * Whether the requester opened it.
 */
host: boolean, 
/**
 * Seconds after which a bot decides for a player who is gone.
 */
takeover_seconds: number | null, 
/**
 * Where it stands. Neither over nor anybody's turn for a match of another edition whose result was not written down at the time.
 */
status: Status, 
/**
 * How many events there were.
 */
version: number, 
/**
 * The SHA-256 of seed and salt.
 */
commitment: string, 
/**
 * When it was opened, in milliseconds since 1970.
 */
created: number, 
/**
 * What chance was drawn from, once it is over.
 */
seed?: string, 
/**
 * What was hashed with the seed, once it is over.
 */
salt?: string, 
/**
 * The match that was played after it.
 */
next?: string, };

/**
 * What is known of a chair.
 */
export type ChairInfo = { 
/**
 * The seat.
 */
seat: number, 
/**
 * Whose it is.
 */
kind: ChairKind, 
/**
 * The bot that decides there now: always for a bot, and for a person for whom one stands in.
 */
level?: Level, 
/**
 * The occupant's display name.
 */
name: string | null, 
/**
 * Whether somebody has sat down.
 */
joined: boolean, 
/**
 * Whether they are there now. Lists do not know.
 */
online: boolean, 
/**
 * Whether the requester sits here.
 */
yours: boolean, 
/**
 * The secret of the seat's link, for the host, while nobody has sat down.
 */
secret?: string, 
/**
 * Who came to this seat and who lost it since the match was opened, oldest first.
 */
changes: Array<SeatChange>, };

/**
 * Whose a chair is.
 */
export type ChairKind = "human" | "bot";

/**
 * A person came to a seat, or left it for good. Everyone sees these.
 */
export type SeatChange = { 
/**
 * What happened: `joined`, `left` (the player gave the seat up) or `removed` (the host made a new link while they were away).
 */
kind: 'joined' | 'left' | 'removed', 
/**
 * The person's display name at the time.
 */
name: string | null, 
/**
 * How many events the match had.
 */
version: number, 
/**
 * When, in milliseconds since 1970.
 */
at: number, };

/**
 * Several matches.
 */
export type Matches = { 
/**
 * The newest first.
 */
matches: Array<MatchInfo>, };

/**
 * What one viewer knew at some point of a match that is over.
 */
export type Replayed = { 
/**
 * How many events there were in all.
 */
events: number, 
/**
 * How many had happened.
 */
event: number, 
/**
 * What the viewer knew.
 */
view: unknown, 
/**
 * What the viewer had seen.
 */
seen: SeenEvent[], };

/**
 * An event as one viewer saw it.
 */
export type SeenEvent = { 
/**
 * Its number, from 0.
 */
event: number, 
/**
 * Whose decision it was; `null` for chance.
 */
seat: number | null, 
/**
 * What was seen, in the game's own form.
 */
glimpse: unknown, 
/**
 * The same in the game's notation.
 */
text: string, };

/**
 * Rules for players.
 */
export type Rules = { 
/**
 * The text, in Markdown.
 */
markdown: string, 
/**
 * The language it is in: the one asked for, or English.
 */
lang: string, };

/**
 * A program for a puzzle.
 */
export type PuzzleProgram = { 
/**
 * Slots, or slots for each round.
 */
program: string[] | string[][], };

/**
 * How a program for a puzzle went.
 */
export type PuzzleRun = { 
/**
 * Whether it solves the puzzle.
 */
solved: boolean, 
/**
 * The slots it took.
 */
cards: number, 
/**
 * The fewest there can be.
 */
par: number, 
/**
 * The fewest this player ever took.
 */
best: number | null, 
/**
 * Everything that happened, beat by beat.
 */
beats: unknown[], 
/**
 * What went wrong, where something did.
 */
why?: string, 
/**
 * The same for pages: `reason` is `unfinished`, `spoilt`, `idle` or `over`; all but the first have `round`, `slot`,
 * `beat` and its `notes`.
 */
failure?: unknown, };

/**
 * A board of one's own: as an object or as the text of a file.
 */
export type BoardToCheck = { 
/**
 * As an object.
 */
board?: unknown, 
/**
 * As the text of a file.
 */
toml?: string, };

/**
 * What a client says.
 */
export type ClientMessage = { "type": "hello", 
/**
 * The version of the protocol.
 */
protocol: number, 
/**
 * The client's number for it.
 */
id: number, 
/**
 * How many events it knows; `null` where it knows nothing.
 */
version: number | null, } | { "type": "build", id: number, seat: number, choices: unknown[], } | { "type": "play", id: number, seat: number, version: number, action: unknown, } | { "type": "check", id: number, seat: number, action: unknown, } | { "type": "hint", id: number, seat: number, } | { "type": "ping", id?: number, };

/**
 * What the server says.
 */
export type ServerMessage = { "type": "table", version: number, info: MatchInfo, views: Array<ViewOf>, seen: SeenEvent[], } | { "type": "events", from: number, version: number, seen: Array<SeenBy>, views: Array<ViewOf>, status: Status, } | { "type": "info", info: MatchInfo, } | { "type": "step", id: number, prompt: string, choices: Offer[], action: unknown, } | { "type": "ack", id: number, version: number, } | { "type": "reject", id: number | null, error: WireError, } | { "type": "hint", id: number, action: unknown, value?: number, level: Level, } | { "type": "pong", id?: number, };

/**
 * What one viewer knows.
 */
export type ViewOf = { 
/**
 * Whose eyes; `null` for a spectator's.
 */
seat: number | null, 
/**
 * In the game's own form.
 */
view: unknown, };

/**
 * What one viewer saw happen.
 */
export type SeenBy = { 
/**
 * Whose eyes; `null` for a spectator's.
 */
seat: number | null, 
/**
 * What happened.
 */
list: SeenEvent[], };
