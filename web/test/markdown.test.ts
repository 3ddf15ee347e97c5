import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { clauseOf, markdown, spans, type Block } from '../src/lib/markdown';

const games = join(import.meta.dirname, '../../crates/games');
const rules = (page: string): string => readFileSync(join(games, page), 'utf8');
/** Every rules page, with the translations. */
const pages = readdirSync(games).flatMap((game) =>
  readdirSync(join(games, game))
    .filter((file) => file.startsWith('rules'))
    .map((file) => `${game}/${file}`),
);
const text = (blocks: Block[]): string => JSON.stringify(blocks);

describe('spans', () => {
  test('bold, italic, code, clause and link', () => {
    expect(spans('**GI-8** a *b* `c` **d** [e](/f)')).toEqual([
      { kind: 'clause', clause: 'GI-8' },
      { kind: 'text', text: ' a ' },
      { kind: 'em', inside: [{ kind: 'text', text: 'b' }] },
      { kind: 'text', text: ' ' },
      { kind: 'code', text: 'c' },
      { kind: 'text', text: ' ' },
      { kind: 'strong', inside: [{ kind: 'text', text: 'd' }] },
      { kind: 'text', text: ' ' },
      { kind: 'link', to: '/f', inside: [{ kind: 'text', text: 'e' }] },
    ]);
  });

  test('an address that a browser would run is no link, and markup is text', () => {
    expect(spans('[x](javascript:alert)')).toEqual([{ kind: 'text', text: 'x' }]);
    expect(spans('<script>x</script>')).toEqual([{ kind: 'text', text: '<script>x</script>' }]);
  });
});

describe('blocks', () => {
  test('headings, paragraphs, lists, tables and code', () => {
    const kinds = markdown('# A\n\nb\nc\n\n- d\n  e\n- f\n\n1. g\n\n| h | i |\n| --- | --- |\n| 1 | 2 |\n\n```\n x\n```\n').map(
      (block) => block.kind,
    );
    expect(kinds).toEqual(['heading', 'paragraph', 'list', 'list', 'table', 'code']);
  });

  test('a file without an end of line ends, too', () => {
    expect(markdown('- a')).toHaveLength(1);
    expect(markdown('```\nx')).toEqual([{ kind: 'code', text: 'x' }]);
  });
});

describe('our rules', () => {
  test.each(pages)('%s: every clause is found, none is empty', (page) => {
    const source = rules(page);
    const blocks = markdown(source);
    const clauses = [...source.matchAll(/^\*\*([A-Z]{2}-\d+)\*\*/gm)].map((found) => found[1] ?? '');
    expect(clauses).not.toEqual([]);
    for (const clause of clauses) expect(text(clauseOf(blocks, clause)).length, clause).toBeGreaterThan(60);
  });

  test('a clause that stands in a list is found with the list', () => {
    expect(text(clauseOf(markdown(rules('golem-it/rules.md')), 'GI-5'))).toContain('discard');
  });

  test('a clause ends before the next', () => {
    const found = text(clauseOf(markdown(rules('golem-it/rules.md')), 'GI-7'));
    expect(found).toContain('purple');
    expect(found).not.toContain('A leader may play any number');
  });
});
