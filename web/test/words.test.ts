import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { codes as ownCodes } from '../src/api/types';
import { codes as classCodes } from '../src/api/classroom';
import { codes as tournamentCodes } from '../src/api/tournaments';
import { codes as workshopCodes } from '../src/api/workshop';
import { hereCodes } from '../src/local/codes';
import { fill, t } from '../src/lib/words.svelte';

const codes = [...ownCodes, ...workshopCodes, ...hereCodes];
const src = join(import.meta.dirname, '../src');
const words = join(src, 'words');

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const read = (file: string): Record<string, string> => JSON.parse(readFileSync(file, 'utf8'));
const areas = (language: string): string[] =>
  filesIn(join(words, language))
    .map((file) => relative(join(words, language), file))
    .sort();
const placeholders = (text: string): string[] => [...new Set([...text.matchAll(/\{(\w+)/g)].map((found) => found[1] ?? ''))].sort();

/** What the server says in English already: only other languages have words for it. A browser test compares them with the server. */
const translationsOnly = ['puzzles.json'];
const saidByServer = (key: string): boolean => /\.(name|tagline|summary|meaning)$|^capek\.journal\./.test(key);

describe('both languages are complete', () => {
  test('the same files', () => {
    expect(areas('fr').filter((area) => !translationsOnly.includes(area))).toEqual(areas('en'));
  });

  test.each(areas('en'))('%s has the same keys, with the same placeholders and no empty text', (area) => {
    const [english, french] = [read(join(words, 'en', area)), read(join(words, 'fr', area))];
    expect(Object.keys(english).filter((key) => !(key in french))).toEqual([]);
    expect(Object.keys(french).filter((key) => !(key in english) && !saidByServer(key))).toEqual([]);
    for (const [key, text] of Object.entries(english)) {
      expect(text.trim() && french[key]?.trim(), key).toBeTruthy();
      expect(placeholders(french[key] ?? ''), key).toEqual(placeholders(text));
    }
  });
});

describe('typography', () => {
  test.each(['en', 'fr'])('%s has typographic apostrophes only', (language) => {
    const straight = areas(language).flatMap((area) =>
      Object.entries(read(join(words, language, area))).filter(([, text]) => text.includes("'")),
    );
    expect(straight).toEqual([]);
  });
});

describe('code and words fit each other', () => {
  const known = new Set(
    ['en', 'fr'].flatMap((language) => areas(language).flatMap((area) => Object.keys(read(join(words, language, area))))),
  );
  const code = filesIn(src).filter((file) => /\.(svelte|ts)$/.test(file));
  const literal = new Set(
    code
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/'([\w?/-]+(?:\.[\w?/-]+)+)'|\bt\('(\w+)'/g)])
      .map((found) => found[1] ?? found[2]),
  );

  test('a key without a text is a mistake that the type check finds', () => {
    // @ts-expect-error: no such key
    expect(t('no.such.key')).toBe('no.such.key');
    // @ts-expect-error: one of the themes has no such name
    expect(t(`theme.${'green' as 'dark' | 'green'}`)).toBe('theme.green');
    expect(t.orElse('no.such.key', 'what the server said')).toBe('what the server said');
  });

  test('every key that is made of what the server says can have a text', () => {
    const starts = code.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bt\.orElse\(\s*`([\w?/.-]+)\$\{/g)].map((found) => found[1] ?? ''),
    );
    expect(starts.filter((start) => ![...known].some((key) => key.startsWith(start)))).toEqual([]);
  });

  test.each(['common', 'class', 'tournaments', 'open'])('no text of %s is without use', (area) => {
    const made = code.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/`([\w?/-]+\.[\w?/.-]*)\$\{/g)].map((found) => found[1] ?? ''),
    );
    const unused = Object.keys(read(join(words, `en/${area}.json`))).filter(
      (key) => !literal.has(key) && !made.some((start) => key.startsWith(start)),
    );
    expect(unused).toEqual([]);
  });
});

/** What only the engine, the laboratory, learners and those who check records can meet. */
const elsewhere = /^(record\/\w+|bot\/budget|token\/[a-z-]+|request\/(no-match|offset|too-long|unknown-command))$/;

describe('what the server refuses', () => {
  test.each(['en', 'fr'])('has words in %s', (language) => {
    const common = read(join(words, language, 'common.json'));
    expect(codes.filter((code) => !elsewhere.test(code) && !common[`error.${code}`])).toEqual([]);
    const known = codes.map((code) => `error.${code}`);
    expect(Object.keys(common).filter((key) => /^error\.\w+\//.test(key) && !known.includes(key))).toEqual([]);
  });

  test.each(
    ['en', 'fr'].flatMap((language) => [
      { language, area: 'class', codes: classCodes },
      { language, area: 'tournaments', codes: tournamentCodes },
    ]),
  )('has words in $language/$area, which other pages need not load', ({ language, area, codes }) => {
    const errors = Object.keys(read(join(words, language, `${area}.json`))).filter((key) => key.startsWith('error.'));
    expect(errors.sort()).toEqual(codes.map((code) => `error.${code}`).sort());
  });

  test.each(['en', 'fr'])('and how a puzzle fails has words in %s', (language) => {
    const types = readFileSync(new URL('../src/api/workshop.ts', import.meta.url), 'utf8');
    const failures = [...types.matchAll(/"reason": "(\w+)"/g)].map((found) => found[1]);
    expect(failures.length).toBe(4);
    const common = read(join(words, language, 'common.json'));
    expect(failures.filter((failure) => !common[`puzzle.failure.${failure}`])).toEqual([]);
  });
});

describe('the reader at the table', () => {
  // "of you", "à vous": a name that may be the reader's needs a text of its own there. Reasons, offers and warnings name rivals only.
  const stiff = /\b(?:of|de|à|emporte) \{(?:name|other|from)\}/;
  /** Cells of the duel's board. */
  const cells = /\{from\} (?:to|à) \{to\}/;
  const rivalsOnly = /\.(?:why|warns|choice|action)\./;
  const games = ['its-alive', 'inner-circle', 'capek', 'duel', 'golem-it'];

  test.each(['en', 'fr'].flatMap((language) => games.map((game) => [language, game] as const)))(
    'is addressed in %s, %s',
    (language, game) => {
      const texts = read(join(words, language, `${game}.json`));
      const wanting = Object.entries(texts).filter(
        ([key, text]) => stiff.test(text.replace(cells, '')) && !rivalsOnly.test(key) && !(`${key}.you` in texts),
      );
      expect(wanting).toEqual([]);
    },
  );

  test('takes the first form of a verb, and a small letter inside a sentence', () => {
    const text = '{name} {name|roll|rolls}, and {name} {name|win|wins}.';
    expect(fill(text, { name: 'You' }, 'en', 'You')).toBe('You roll, and you win.');
    expect(fill(text, { name: 'Marl' }, 'en', 'You')).toBe('Marl rolls, and Marl wins.');
  });
});

describe('placeholders', () => {
  test('French elides before a vowel', () => {
    const text = 'Le golem de {name} et {n} pas de {n}.';
    expect(fill(text, { name: 'Adobe', n: 8 }, 'fr')).toBe('Le golem d’Adobe et 8 pas de 8.');
    expect(fill(text, { name: 'Marl', n: 8 }, 'fr')).toBe('Le golem de Marl et 8 pas de 8.');
    expect(fill('of de {name}', { name: 'Adobe' }, 'en')).toBe('of de Adobe');
  });

  test('names are filled in, unknown ones stay to be seen', () => {
    expect(fill('{who} moves to {to}', { who: 'red' }, 'en')).toBe('red moves to {to}');
  });

  test('a plural follows its language: French says one for nothing, too', () => {
    const cards = '{n} {n|card|cards}';
    expect([0, 1, 2].map((n) => fill(cards, { n }, 'en'))).toEqual(['0 cards', '1 card', '2 cards']);
    expect([0, 1, 2].map((n) => fill(cards, { n }, 'fr'))).toEqual(['0 card', '1 card', '2 cards']);
  });
});
