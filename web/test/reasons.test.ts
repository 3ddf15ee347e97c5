import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const src = join(import.meta.dirname, '../src');
// A new game has no words of its own yet: the page shows the engine's English.
const games = readdirSync(join(src, 'api/games'))
  .map((file) => file.replace('.ts', ''))
  .filter((game) => existsSync(join(src, `words/en/${game}.json`)));

/** The reasons of a game as its types say them: each name with its parameters, a seat being a name. */
function reasonsOf(game: string): Map<string, string[]> {
  const types = readFileSync(join(src, `api/games/${game}.ts`), 'utf8');
  const declared = /export type Reason = (.*);/.exec(types)?.[1] ?? '';
  const cases = [...declared.matchAll(/\{ "why": "(\w+)",?([^}]*)\}/g)];
  return new Map(
    cases.map(([, why = '', fields = '']) => [
      why,
      [...fields.matchAll(/(\w+): /g)].map(([, field = '']) => (field === 'seat' ? 'name' : field)),
    ]),
  );
}

describe.each(['en', 'fr'])('reasons of hints in %s', (language) => {
  test.each(games)('%s has words for each, with its own parameters', (game) => {
    const words: Record<string, string> = JSON.parse(readFileSync(join(src, `words/${language}/${game}.json`), 'utf8'));
    const reasons = reasonsOf(game);
    expect(reasons.size).toBeGreaterThan(8);
    for (const [why, parameters] of reasons) {
      const text = words[`${game}.why.${why}`];
      expect(text, why).toBeTruthy();
      const used = [...(text ?? '').matchAll(/\{(\w+)/g)].map(([, name = '']) => name);
      expect(
        used.filter((name) => !parameters.includes(name)),
        why,
      ).toEqual([]);
    }
    const known = Object.keys(words).filter((key) => key.startsWith(`${game}.why.`));
    expect(known.map((key) => key.split('.')[2]).sort()).toEqual([...reasons.keys()].sort());
  });
});
