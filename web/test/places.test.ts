import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contrast } from '../src/games/shared/look';

const file = (name: string): string => readFileSync(join(import.meta.dirname, '../src', name), 'utf8');
/** The colours that a rule names, each by day and by night. */
function colours(css: string, selector: string): Record<string, [string, string]> {
  const rule = css.slice(css.indexOf(`${selector} {`)).split('}')[0] ?? '';
  return Object.fromEntries(
    [...rule.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, day, night]) => [name, [day, night]]),
  );
}
const house = colours(file('theme.css'), ':root');
const places = ['its-alive', 'inner-circle', 'capek', 'duel', 'golem-it'];

describe.each(places)('the colours of %s', (place) => {
  const all = { ...house, ...colours(file('places.css'), `[data-place='${place}']`) };
  it.each([
    ['day', 0],
    ['night', 1],
  ] as const)('carry text by %s', (_, at) => {
    const seats = Object.keys(all).filter((name) => name.startsWith('seat-'));
    expect(seats).toHaveLength(6);
    const pairs = [
      ...['ink', 'muted', 'accent', 'good', 'bad', 'warn', ...seats].flatMap((text) => ['paper', 'card'].map((ground) => [text, ground])),
      ...['ink', 'muted', 'accent'].map((text) => [text, 'sunk']),
      ['accent-ink', 'accent'],
      ['ink', 'accent-soft'],
      ['accent', 'accent-soft'],
    ] as [string, string][];
    const faint = pairs
      .map(([text, ground]) => [text, ground, contrast(all[text]![at], all[ground]![at])] as const)
      .filter(([, , ratio]) => ratio < 4.5)
      .map(([text, ground, ratio]) => `${text} on ${ground}: ${ratio.toFixed(2)}`);
    expect(faint).toEqual([]);
  });
});

it('no two places look alike', () => {
  const grounds = places.map((place) => JSON.stringify(colours(file('places.css'), `[data-place='${place}']`).paper));
  expect(new Set(grounds).size).toBe(places.length);
});
