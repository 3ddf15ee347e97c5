// The page's types are generated from the engine's. One `any` would let a renamed field slip through.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const source = new URL('../src/', import.meta.url);
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(ts|svelte)$/.test(file));
const comments = /\/\*[^]*?\*\/|<!--[^]*?-->|\/\/.*/g;
const anyType = /(?:[:<|&=,([]\s*|\b(?:as|extends|keyof)\s+)any\b(?!\s*\w)/;

test('nothing is of the type any', () => {
  expect(files.length).toBeGreaterThan(60);
  const found = files.filter((file) => anyType.test(readFileSync(new URL(file, source), 'utf8').replace(comments, '')));
  expect(found).toEqual([]);
});

test.each(['let one: any;', 'call<any>()', 'value as any', 'Record<string, any>', 'let some: any[] = []'])('%s would be found', (text) => {
  expect(text).toMatch(anyType);
});
