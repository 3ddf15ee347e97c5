import type { Component } from 'svelte';
import type { Staging } from '../lib/stage.svelte';
import type { GameWords, Lesson, TableProps } from '../lib/types';
import { needWords } from '../lib/words.svelte';
import * as plain from './plain/words';
import PlainTable from './plain/Table.svelte';

/** What the page knows of one game: how it looks and how its events read, with the deck in play. */
export interface GameTable {
  Table: Component<TableProps>;
  words: GameWords;
  lessons: Lesson[];
  /** What lies behind the table, drawn from what is to be seen on it. */
  Ground?: Component<{ view: unknown }> | undefined;
  /** The scene of what has just happened, if it is worth one. */
  moment?: Staging | undefined;
  /** How what a seat has kept secret looks at the end, from its own last view; without it, words say it. */
  Secret?: Component<{ view: unknown; material: unknown }> | undefined;
  material: unknown;
}

/** The words of a game, or a function that makes them from the deck in play. */
type WordsFile = GameWords | { words: (material: unknown) => GameWords };

// A game is a folder here, named by its id; there is no other list. A folder's table and words have the
// types of their game, and are given nothing but that game's JSON.
const tables = import.meta.glob<{ default: Component<TableProps> }>('./*/Table.svelte');
const words = import.meta.glob<WordsFile>('./*/words.ts');
const secrets = import.meta.glob<{ default: Component<{ view: unknown; material: unknown }> }>('./*/Secret.svelte');
const grounds = import.meta.glob<{ default: Component<{ view: unknown }> }>('./*/Ground.svelte');
const moments = import.meta.glob<{ moment: Staging }>('./*/moments.ts');
const lessons = import.meta.glob<{ lessons: Lesson[] }>('./*/lessons.ts');

/** Loads what the table of a game is made of; null for a game without a folder. */
async function partsOf(id: string) {
  const table = tables[`./${id}/Table.svelte`];
  const says = words[`./${id}/words.ts`];
  if (!table || !says) return null;
  return Promise.all([
    table(),
    says(),
    lessons[`./${id}/lessons.ts`]?.(),
    secrets[`./${id}/Secret.svelte`]?.(),
    grounds[`./${id}/Ground.svelte`]?.(),
    moments[`./${id}/moments.ts`]?.(),
    ...[id, 'tables', 'lessons'].map(needWords),
  ]);
}

/** Loads a game's table ahead: it will be shown soon. What cannot be loaded now is loaded again when it is shown. */
export const loadAhead = (id: string): void => void partsOf(id).catch(() => {});

/** The table of a game for a match with this deck. A game without a folder is still playable: it gets a plain table in the engine's English. */
export async function gameTable(id: string, told: unknown): Promise<GameTable> {
  const [parts, material] = await Promise.all([partsOf(id), told]);
  if (!parts) return { Table: PlainTable, words: plain, lessons: [], material };
  const [component, own, taught, secret, ground, staged] = parts;
  return {
    Table: component.default,
    words: 'words' in own ? own.words(material) : own,
    lessons: taught?.lessons ?? [],
    Secret: secret?.default,
    Ground: ground?.default,
    moment: staged?.moment,
    material,
  };
}
