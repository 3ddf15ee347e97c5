// Hints as the engine gives them (crates/golemry/tests/hints.txt), said by the page.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { gameTable } from '../src/games';
import { realChoice, sayOptions } from '../src/lib/say';
import type { GameWords, HintOption, Step } from '../src/lib/types';
import { needWords, type Language } from '../src/lib/words.svelte';
import { fixture } from './fixture';
import { expectReadable, strict } from './strict';

const names = ['You', 'Marl', 'Adobe', 'Terra', 'Slip', 'Kaolin'];
const languages: Language[] = ['en', 'fr'];
const hints = readFileSync(new URL('../../crates/golemry/tests/hints.txt', import.meta.url), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, game = '', reply = ''] = /^(\S+) hint (.*)$/.exec(line) ?? [];
    return game ? [{ game, options: (JSON.parse(reply) as { options: HintOption[] }).options }] : [];
  });
const games = [...new Set(hints.map(({ game }) => game))];

beforeAll(async () => {
  await Promise.all(['common', 'tables', ...games].map(needWords));
});

describe.each(games)('%s', (game) => {
  const own = hints.filter((hint) => hint.game === game);
  const { deck, frames } = fixture(game);

  test.each(languages)('two options never have the same words in %s', async (language) => {
    const words = (await gameTable(game, deck)).words as Required<GameWords>;
    const t = strict(language, game);
    expect(own.length).toBeGreaterThan(0);
    for (const { options } of own) {
      const said = options.map(({ action }) => words.action(action, 0, frames[0]!.view, t, names));
      said.forEach(expectReadable);
      expect(new Set(said).size, said.join(' | ')).toBe(said.length);
    }
  });
});

test('some hints show what is clearly worse, and some a mix', () => {
  expect(hints.some(({ options }) => options.length > 1 && options[0]!.share === null)).toBe(true);
  expect(hints.some(({ options }) => options.length > 1 && options[0]!.share !== null)).toBe(true);
});

test('of two options that read the same, the first is shown', () => {
  const words = { choice: () => '', glimpse: () => '', prompt: () => '', action: () => 'the same' } satisfies GameWords;
  const option: HintOption = { action: 1, notation: '', chance: 0.5, share: null, as_good: 0, gain: null, risk: null, text: '' };
  const scene = { view: null, seat: 0, names, options: {}, step: null, chosen: [] };
  expect(sayOptions(words, [option, { ...option, action: 2 }], scene).map((one) => one.option.action)).toEqual([1]);
});

test('a sole option is no real choice', () => {
  const step = (n: number): Step => ({ prompt: '', action: null, choices: Array.from({ length: n }, () => ({ choice: 0, label: '' })) });
  expect([null, step(0), step(1), step(2)].map(realChoice)).toEqual([false, false, false, true]);
});
