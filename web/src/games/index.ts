import type { Component } from 'svelte';
import type { GameWords, TableProps } from '../lib/types';
import { needWords } from '../lib/words.svelte';
import * as plain from './plain/words';
import PlainTable from './plain/Table.svelte';

/** What the page knows of one game: how it looks and how its events read. */
export interface GameTable {
  Table: Component<TableProps>;
  words: GameWords;
}

// A game is a folder here, named by its id; this list follows the folders, and there is no other.
const tables = import.meta.glob<{ default: Component<TableProps> }>('./*/Table.svelte');
const words = import.meta.glob<GameWords>('./*/words.ts');

/** The table of a game. One without a folder is still playable: it gets a plain one, in the engine's English. */
export async function gameTable(id: string): Promise<GameTable> {
  const table = tables[`./${id}/Table.svelte`];
  const says = words[`./${id}/words.ts`];
  if (!table || !says) return { Table: PlainTable, words: plain };
  const [component, own] = await Promise.all([table(), says(), needWords(id), needWords('tables')]);
  return { Table: component.default, words: own };
}
