import { describe, expect, test } from 'vitest';
import { Refused } from '../src/lib/api';
import type { Step } from '../src/lib/types';
import { type Builder, Walk } from '../src/lib/walk.svelte';

const offers = (...choices: string[]): Step => ({
  prompt: 'which',
  choices: choices.map((choice) => ({ choice, label: choice })),
  action: null,
});

/** A decision of two choices, `a` or `b` twice. */
function table(careful = false) {
  const played: string[] = [];
  const asked: string[] = [];
  const state = { refuse: null as Refused | null, offered: ['a', 'b'] };
  const builder: Builder = {
    build: async (choices) => {
      asked.push(choices.join(''));
      if (choices.some((choice) => !state.offered.includes(String(choice)))) throw new Refused({ code: 'build/not-offered', message: '' });
      return choices.length < 2 ? offers(...state.offered) : { prompt: '', choices: [], action: choices.join('') };
    },
    play: async (action) => {
      if (state.refuse) throw state.refuse;
      played.push(String(action));
    },
    decide: async (choices) => {
      const step = await builder.build(choices);
      if (step.action === null) return step;
      await builder.play(step.action);
      return null;
    },
  };
  const walk = new Walk(builder, () => careful);
  return { walk, played, asked, state };
}

describe('a walk', () => {
  test('offers step by step, and the last choice plays', async () => {
    const { walk, played } = table();
    await walk.begin();
    expect(walk.step?.choices.map((offer) => offer.choice)).toEqual(['a', 'b']);
    await walk.choose('a');
    expect([walk.chosen, played]).toEqual([['a'], []]);
    await walk.choose('b');
    expect(played).toEqual(['ab']);
    expect([walk.chosen, walk.step, walk.busy]).toEqual([['a', 'b'], null, false]);
    walk.settle();
    expect(walk.chosen).toEqual([]);
  });

  test('undo takes the last choice back, and at the start does nothing', async () => {
    const { walk, played } = table();
    await walk.begin();
    await walk.undo();
    await walk.choose('a');
    await walk.undo();
    expect(walk.chosen).toEqual([]);
    await walk.choose('b');
    await walk.choose('b');
    expect(played).toEqual(['bb']);
  });

  test('the careful are asked, and can still take it back', async () => {
    const { walk, played } = table(true);
    await walk.begin();
    await walk.choose('a');
    await walk.choose('a');
    expect([walk.ready, played]).toEqual(['aa', []]);
    await walk.choose('a');
    await walk.undo();
    expect([walk.ready, walk.chosen]).toEqual([null, ['a']]);
    await walk.choose('b');
    await walk.confirm();
    expect(played).toEqual(['ab']);
  });

  test('a refusal is kept to be shown, and the walk begins anew', async () => {
    const { walk, state } = table();
    state.refuse = new Refused({ code: 'match/version', message: 'the table has changed' });
    await walk.begin();
    await walk.choose('a');
    await walk.choose('b');
    expect(walk.refusal?.error.code).toBe('match/version');
    expect([walk.chosen, walk.step?.choices.length, walk.busy]).toEqual([[], 2, false]);
  });

  test('when something happens elsewhere it goes on where it was', async () => {
    const { walk } = table();
    await walk.begin();
    await walk.choose('a');
    await walk.begin();
    expect(walk.chosen).toEqual(['a']);
  });

  test('unless that is no longer on offer: then from the start, without a word', async () => {
    const { walk, state } = table();
    await walk.begin();
    await walk.choose('a');
    state.offered = ['b'];
    await walk.begin();
    expect([walk.chosen, walk.refusal]).toEqual([[], null]);
    expect(walk.step?.choices.map((offer) => offer.choice)).toEqual(['b']);
  });

  test('a choice without alternative is made for the player, and goes with the one before it', async () => {
    const { walk, state, played } = table(true);
    walk.forced = (_, chosen) => chosen.length > 0;
    await walk.begin();
    expect(walk.chosen).toEqual([]);
    state.offered = ['a'];
    await walk.choose('a');
    expect([walk.chosen, walk.made, walk.ready]).toEqual([['a', 'a'], [1], 'aa']);
    await walk.undo();
    expect([walk.chosen, walk.made, walk.ready]).toEqual([[], [], null]);
    expect(played).toEqual([]);
  });

  test('several choices are made in a row, or none of them', async () => {
    const { walk, played } = table();
    await walk.begin();
    await walk.chooseAll(['a', 'c']);
    expect([walk.chosen, played]).toEqual([[], []]);
    await walk.chooseAll(['a', 'b']);
    expect(played).toEqual(['ab']);
  });

  test('the first step may be known already', async () => {
    const { walk, asked } = table();
    await walk.begin(offers('a', 'b'));
    expect([walk.step?.choices.length, asked]).toEqual([2, []]);
    await walk.choose('a');
    await walk.undo();
    expect([walk.chosen, walk.step?.choices.length, asked]).toEqual([[], 2, ['a']]);
    // What a table notes about these choices stays true when somebody else moves.
    const { chosen } = walk;
    await walk.begin(offers('a', 'b'));
    expect(walk.chosen).toBe(chosen);
  });

  test('when something happens elsewhere while choices are on their way, they are kept, or played once', async () => {
    const { walk, played } = table();
    await walk.begin();
    let choosing = walk.choose('a');
    await Promise.all([choosing, walk.begin(offers('a', 'b'))]);
    expect([walk.chosen, walk.busy, played]).toEqual([['a'], false, []]);
    choosing = walk.choose('b');
    await Promise.all([choosing, walk.begin(offers('a', 'b'))]);
    expect([walk.chosen, walk.step?.choices.length, played]).toEqual([[], 2, ['ab']]);
  });

  test('a table that changes while choices are on their way offers nothing of the old one', async () => {
    const { walk, played } = table();
    await walk.begin(offers('a', 'b', 'c'));
    const choosing = walk.chooseAll(['a', 'b']);
    walk.settle();
    expect(walk.step).toBeNull();
    await Promise.all([choosing, walk.begin(offers('a'))]);
    expect([walk.step?.choices.length, played]).toEqual([1, ['ab']]);
  });

  test('an answer that comes too late is not heard', async () => {
    const { walk } = table();
    const begun = walk.begin();
    walk.leave();
    await begun;
    expect([walk.step, walk.busy]).toEqual([null, false]);
  });
});
