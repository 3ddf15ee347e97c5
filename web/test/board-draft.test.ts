import { expect, test } from 'vitest';
import { fresh, fromLink, toLink } from '../src/lib/draft';

test('a draft survives a link, letters of any language included', () => {
  const draft = { ...fresh, name: 'Château d’eau', blue: { at: 'd4', facing: 's' as const }, walls: ['a2', 'b2'] };
  expect(toLink(draft)).toMatch(/^[\w-]+$/);
  expect(fromLink(toLink(draft))).toEqual(draft);
});

test('a broken link is nothing, and a field of another type is the usual one', () => {
  expect(fromLink('%%%')).toBeNull();
  expect(fromLink(btoa('[1'))).toBeNull();
  expect(fromLink(btoa(encodeURIComponent('{"size":"huge","walls":"b2","par":2}')))).toEqual({ ...fresh, par: 2 });
});
