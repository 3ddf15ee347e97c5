// Every table, with views, steps and events of whole matches (see crates/registry/examples/fixtures.rs): it renders, everything on offer has
// a button, and everything that can be said is said in both languages.
import { readdirSync, readFileSync } from 'node:fs';
import { render } from 'svelte/server';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Game as Duel, Note } from '../src/api/games/duel';
import { gameTable } from '../src/games';
import { ending, note } from '../src/games/duel/words';
import { needWords, type Language } from '../src/lib/words.svelte';
import type { GameWords, Translate } from '../src/lib/types';
import { fixture } from './fixture';
import { dictionary, expectReadable, strict } from './strict';

/** Those with a table of their own. */
const games = readdirSync(new URL('./fixtures', import.meta.url)).map((file) => file.replace('.json', ''));
const languages: Language[] = ['en', 'fr'];
const names = ['Ada', 'Bertrand', 'Chloé', 'Dmitri', 'Eleanor', 'Farid'];
/** What tables ask of the set-up. */
const options = { outrage_limit: 25, steal_from: 4, hand_limit: 3, round_limit: 100 };
/** Whether a choice names a value, as bids of Golem It do. */
const hasValue = (choice: unknown): boolean => 'value' in Object(choice);
const hasSteps = (choice: unknown): choice is { steps: number } => typeof choice === 'object' && choice !== null && 'steps' in choice;
/** Whether both ways lead to the same golem of a ring of eight. */
const meet = (one: { steps: number }, other: unknown): boolean => hasSteps(other) && (one.steps - other.steps) % 8 === 0;

beforeAll(async () => {
  await Promise.all(['common', 'tables', ...games].map(needWords));
});

describe.each(games)('%s', (game) => {
  const { deck, frames, choices, prompts, glimpses, notes, ends } = fixture(game);

  describe.each(languages)('in %s', (language) => {
    const t = strict(language, game);
    let words: Required<GameWords> & { summary: (view: unknown, t: Translate, names: string[]) => string };
    beforeAll(async () => {
      words = (await gameTable(game, deck)).words as typeof words;
    });

    test('every choice and prompt has words', () => {
      expect(choices.length).toBeGreaterThan(10);
      for (const choice of choices) expectReadable(words.choice(choice, t, names));
      for (const prompt of prompts) expectReadable(words.prompt(prompt, t));
    });

    test('different choices of a step read differently', () => {
      for (const { step } of frames) {
        const said = step.choices.map(({ choice }) => words.choice(choice, t, names));
        expect(new Set(said).size, said.join(' | ')).toBe(said.length);
      }
    });

    test('every event has words', () => {
      for (const glimpse of glimpses) expectReadable(words.glimpse(glimpse, t, names));
      for (const one of notes) expectReadable(note(one, t, names));
    });

    test('every prompt says what is at stake, and every table what wins', () => {
      for (const { view, seat, step, chosen } of frames) {
        const scene = { view, seat, names, options, step, chosen };
        expectReadable(words.prompt(step.prompt, t, scene));
        const { what, seats } = words.measure(view, t);
        expectReadable(what);
        expect(seats.every(Number.isFinite), JSON.stringify(seats)).toBe(true);
        const { goal, progress } = words.aim(t, scene);
        expectReadable(goal);
        expectReadable(progress);
      }
      for (const { view } of ends) expectReadable(words.aim(t, { view, seat: null, names, options, step: null, chosen: [] }).goal);
    });

    test('the reader is spoken to', () => {
      const withReader = names.with(0, t('you'));
      const wrong =
        language === 'en'
          ? /\b[Yy]ou [a-z]+[^su]s\b(?! to)|\ba You\b|[a-z] You\b/
          : /(?<=^|[.!?:] )Vous (?!vous |ne |n’|:)[^ .]+(?<!ez|es)[ .]|[a-zé] Vous /;
      for (const glimpse of glimpses) expect(words.glimpse(glimpse, t, withReader)).not.toMatch(wrong);
      for (const one of notes) expect(note(one, t, withReader)).not.toMatch(wrong);
    });

    test('every table is described, and every end explained', () => {
      for (const { view } of [...frames, ...ends]) expectReadable(words.summary(view, t, names));
      for (const { view, scores, seen } of ends) expectReadable(words.ending(view, scores, t, names, options, seen));
    });

    test('every refusal has words', () => {
      // A reason is the name of its case in the list of refusals, in snake case.
      const refusals = readFileSync(new URL(`../../crates/games/${game}/src/illegal.rs`, import.meta.url), 'utf8');
      const cases = refusals.matchAll(/^ {8}([A-Z]\w*)(?: \{[^}]*\})?:(?!:)/gm);
      const found = [...cases].map(([, name]) => name!.replace(/(?!^)([A-Z])/g, '_$1').toLowerCase());
      expect(found.length).toBeGreaterThan(9);
      for (const reason of found) expectReadable(t.orElse(`${game}.reason.${reason}`, ''));
    });
  });

  test('every frame renders, and what is shown is a button', async () => {
    const { Table, words, material } = await gameTable(game, deck);
    expect(frames.length).toBeGreaterThan(8);
    const nothing = () => {};
    for (const { view, seat, step, chosen, news } of frames) {
      const props = { view, seat, names, step, chosen, choose: nothing, ask: nothing, options, material, news, calm: true };
      const html = render(Table, { props }).body;
      const buttons = new Set([...html.matchAll(/data-choice="([^"]*)"/g)].map(([, text]) => text!.replaceAll('&quot;', '"')));
      const shown = step.choices.map(({ choice }) => choice).filter((choice) => words.shown?.(choice));
      // The dial of Golem It shows one value at a time, the first one first.
      const first = shown.filter((choice, index) => !hasValue(choice) || index === shown.findIndex(hasValue));
      // Of two ways round the ring to the same golem, The Inner Circle lights one.
      const expected = first.filter((choice, index) => !hasSteps(choice) || !first.slice(0, index).some((other) => meet(choice, other)));
      for (const choice of expected) expect(buttons, JSON.stringify({ chosen, choice })).toContain(JSON.stringify(choice));
      // And nothing else can be clicked.
      const offered = step.choices.map(({ choice }) => JSON.stringify(choice));
      for (const button of buttons) expect(offered).toContain(button);
    }
    for (const { view, seat, news } of [...ends, ...frames]) {
      const props = { view, seat, names, step: null, chosen: [], choose: nothing, ask: nothing, options, material, news, calm: true };
      expect(render(Table, { props }).body).not.toContain('data-choice');
    }
  });
});

test.each(['tables', ...games])('%s: both languages say the same things', (area) => {
  const [en, fr] = [dictionary('en', area), dictionary('fr', area)];
  expect(
    Object.keys(fr)
      .filter((key) => !key.startsWith('capek.journal.'))
      .toSorted(),
  ).toEqual(Object.keys(en).toSorted());
  const holes = (text: string) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].toSorted();
  for (const key of Object.keys(en)) expect(holes(fr[key]!), key).toEqual(holes(en[key]!));
});

test('a spectator sees every table', async () => {
  for (const game of games) {
    const { deck, ends } = fixture(game);
    const { Table, material } = await gameTable(game, deck);
    const watched = ends.filter(({ seat }) => seat === null);
    expect(watched.length).toBeGreaterThan(0);
    for (const { view, news } of watched) {
      const props = {
        view,
        seat: null,
        names,
        step: null,
        chosen: [],
        choose: () => {},
        ask: () => {},
        options,
        material,
        news,
        calm: true,
      };
      expect(render(Table, { props }).body.length).toBeGreaterThan(500);
    }
  }
});

test('the notes of a beat all have words, also those that no match of the fixtures had', () => {
  const more: Note[] = [
    ...(['edge', 'wall', 'water', 'barrel', 'golem', 'same-cell', 'swap'] as const).map((by): Note => ({
      note: 'blocked',
      seat: 0,
      cell: 'a1',
      by,
    })),
    ...(['nothing', 'barrel', 'life', 'defence', 'carrier'] as const).map((hit): Note => ({ note: 'struck', seat: 1, cell: 'a1', hit })),
    ...(['none', 'hands-full', 'destroyed', 'both-took'] as const).map((why): Note => ({ note: 'took-nothing', seat: 0, cell: 'a1', why })),
    { note: 'carried', seat: 0, to: 'b1' },
    { note: 'landed', seat: 0, cell: 'b1' },
    { note: 'lost', seat: 0 },
  ];
  for (const language of languages) for (const one of more) expectReadable(note(one, strict(language, 'duel'), names));
});

test('a duel whose situation returned says so, whoever is ahead', () => {
  const { view } = fixture<Duel>('duel').ends.find((end) => end.view.repeated)!;
  for (const language of languages) {
    const t = strict(language, 'duel');
    const said = [
      [1, 1],
      [2, 0],
      [0, 2],
    ].map((scores, index) => {
      const golems = view.golems.map((golem, seat) => ({ ...golem, lives: index === 1 && seat === 1 ? 1 : 3 }));
      return ending({ ...view, golems }, scores, t, names, options, []);
    });
    said.forEach(expectReadable);
    expect(new Set(said).size).toBe(3);
    for (const one of said) expect(one).toMatch(/situation/);
  }
});
