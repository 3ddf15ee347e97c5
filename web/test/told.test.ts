// What is told: every event from itself alone, what was done to the viewer, who is about to win, and how it ended.
import { readdirSync } from 'node:fs';
import { render } from 'svelte/server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Game as Capek } from '../src/api/games/capek';
import type { Game as Duel, Note } from '../src/api/games/duel';
import type { Game as GolemIt } from '../src/api/games/golem-it';
import type { Game as InnerCircle } from '../src/api/games/inner-circle';
import type { Game as ItsAlive } from '../src/api/games/its-alive';
import { gameTable } from '../src/games';
import type { GameWords, Own, Seen } from '../src/lib/types';
import { needWords, speak, type Language } from '../src/lib/words.svelte';
import Log from '../src/parts/Log.svelte';
import { fixture } from './fixture';
import { expectReadable, strict } from './strict';

const games = readdirSync(new URL('./fixtures', import.meta.url)).map((file) => file.replace('.json', ''));
const languages: Language[] = ['en', 'fr'];
const options = { outrage_limit: 25, steal_from: 4, hand_limit: 3, round_limit: 100 };
const others = ['Marl', 'Adobe', 'Terra', 'Slip', 'Kaolin'];
/** The names at a table, for the one at the first seat. */
const namesIn = (game: string, language: Language): string[] => [strict(language, game)('you'), ...others];

const wordsOf = async <G extends Own>(game: string): Promise<Required<GameWords<G>>> =>
  (await gameTable(game, fixture(game).deck)).words as unknown as Required<GameWords<G>>;
const seen = <G extends Own>(glimpse: G['glimpse'], seat: number | null = null): Seen<G> => ({ event: 0, seat, glimpse, text: '' });

beforeAll(async () => {
  await Promise.all(['common', 'tables', ...games].map(needWords));
});

afterAll(() => vi.unstubAllGlobals());

describe.each(games)('%s', (game) => {
  const matches = fixture(game).ends.filter((end) => end.seen.length > 0);

  test.each(languages)('every event of whole matches has its sentence in %s, spoken to the reader', async (language) => {
    const [words, t] = [await wordsOf(game), strict(language, game)];
    const names = namesIn(game, language);
    expect(matches.length).toBeGreaterThan(0);
    for (const match of matches) {
      for (const { glimpse } of match.seen) {
        const line = words.glimpse(glimpse, t, names);
        expectReadable(line);
        expect(line).toMatch(/[.!?»”]$/);
        expect(line).not.toMatch(/\b[dD]e [AEIOU]|\bà vous\b|\b[Yy]ou you\b|\bvous vous\b(?! arr)|\b[Yy]ou \w+[^su]s\b(?! to)/);
      }
    }
  });

  test.each(languages)('the log after any event is the beginning of the log at the end, in %s', async (language) => {
    vi.stubGlobal('document', { documentElement: {} });
    vi.stubGlobal('localStorage', { setItem: () => {} });
    await speak(language);
    const words = await wordsOf(game);
    const names = namesIn(game, language);
    const lines = (list: Seen[]): string[] => {
      const { body } = render(Log, { props: { list, words, scene: { names } } });
      return [...body.matchAll(/<li(?: class="svelte-[^"]*")?>([^<]+)<\/li>/g)].map(([, line]) => line!);
    };
    for (const match of matches) {
      // The log shows the last 200 events. Without the engine's English nothing is left to fall back to.
      const list = match.seen.slice(0, 150).map((one) => ({ ...one, text: '' }));
      const whole = lines(list);
      expect(whole.length).toBe(list.length);
      for (let n = 0; n < list.length; n++) expect(lines(list.slice(0, n))).toEqual(whole.slice(0, n));
    }
  });

  test.each(languages)('every end says why in %s, and never that it is solved', async (language) => {
    const [words, t] = [await wordsOf(game), strict(language, game)];
    for (const { view, scores, seen: list } of matches) {
      const why = words.ending(view, scores, t, namesIn(game, language), options, list);
      expectReadable(why);
      expect(why).not.toMatch(/[Ss]olved|[Rr]ésolu/);
    }
  });
});

describe('its-alive', () => {
  const t = strict('en', 'its-alive');
  const names = ['You', 'Marl', 'Adobe'];
  type Roll = Extract<ItsAlive['glimpse'], { type: 'roll' }>;
  const roll = (more: Partial<Roll>): Seen<ItsAlive> =>
    seen({ type: 'roll', seat: 1, face: 2, outcome: 'offers', theft: null, card: null, lost: [], ...more });
  const told = async (one: Seen<ItsAlive>): Promise<string> => (await wordsOf<ItsAlive>('its-alive')).glimpse(one.glimpse, t, names);

  test('a roll says what came of it', async () => {
    expect(await told(roll({ outcome: 'no-torso' }))).toBe('The die shows 2, an arm: without a torso it is lost.');
    expect(await told(roll({ outcome: 'no-card' }))).toBe('The die shows 2, an arm: there is none to draw.');
    expect(await told(roll({ outcome: 'failed', seat: 0 }))).toMatch(/the theft fails, and you lose a part/);
    expect(await told(roll({ outcome: 'alive', face: 6 }))).toMatch(/Marl wakes the golem: it’s alive!/);
    const collapse = roll({ outcome: 'changes', card: 'ice.arm', lost: ['fire.head', 'fire.torso', 'fire.arm'] });
    expect(await told(collapse)).toBe('The die shows 2: the complete golem must take the ice arm. The golem of Marl falls apart.');
    const replaced = roll({ outcome: 'changes', card: 'ice.arm', lost: ['fire.arm'] });
    expect(await told(replaced)).toMatch(/the ice arm\. Lost: the fire arm\./);
  });

  test('a card that is placed is named, with what it replaces and drives out', async () => {
    const place = seen<ItsAlive>({
      type: 'action',
      seat: 1,
      action: { type: 'place', replaces: 'fire.torso' },
      card: null,
      symbol: null,
      drawn: 'ice.torso',
      lost: ['fire.head', 'fire.torso'],
    });
    expect(await told(place)).toBe('Marl puts the ice torso in place of the fire torso. Lost: the fire head.');
  });

  test('a stolen card is not said to be drawn', async () => {
    const words = await wordsOf<ItsAlive>('its-alive');
    const frame = fixture<ItsAlive>('its-alive').frames.find(
      ({ view, step }) =>
        view.drawn !== null && view.phase === 'place' && step.choices.some(({ choice }) => 'do' in choice && choice.do.type === 'place'),
    )!;
    const asked = (back: 'end' | null): string =>
      words.prompt(frame.step.prompt, t, { ...frame, view: { ...frame.view, back }, names, options });
    expect(asked(null)).toMatch(/^You drew the /);
    expect(asked('end')).toMatch(/^You stole the /);
  });

  test('a theft from the viewer is told, and a golem that needs a part or a six', async () => {
    const words = await wordsOf<ItsAlive>('its-alive');
    const theft = roll({ outcome: 'stolen', face: 5, theft: { from: 0, card: 'fire.torso' }, lost: ['fire.torso', 'fire.leg'] });
    expect(words.against(theft, 0, t, names)).toBe('Marl stole the fire torso from you. Your golem falls apart.');
    expect(words.against(theft, 2, t, names)).toBeNull();
    expect(words.against(roll({ outcome: 'failed', theft: { from: 0, card: 'fire.torso' } }), 0, t, names)).toBeNull();
    const golem = { head: 'fire.head', torso: 'fire.torso', arms: ['fire.arm', 'fire.arm'], legs: ['fire.leg'] };
    const { view } = fixture<ItsAlive>('its-alive').ends[0]!;
    const having = (legs: string[]) => ({ ...view, players: view.players.with(1, { ...view.players[1]!, golem: { ...golem, legs } }) });
    const [four, five, six] = [having([]), having(['fire.leg']), having(['fire.leg', 'ice.leg'])];
    expect(words.warns(five, six, 0, t, names)).toBe('Marl has a complete golem: a six wakes it.');
    expect(words.warns(four, five, 0, t, names)).toBe('Marl needs one more part.');
    expect(words.warns(six, six, 0, t, names)).toBeNull();
    expect(words.warns(five, six, 1, t, names)).toBeNull();
  });

  test('symbols in hand are revealed', async () => {
    const words = await wordsOf<ItsAlive>('its-alive');
    const { view } = fixture<ItsAlive>('its-alive').ends[0]!;
    const views = [['fire', 'ice'], []].map((hand) => ({ ...view, hand }));
    expect(words.secrets(views, t, names)).toEqual([{ seat: 0, text: 'Symbols in hand: Fire and Ice' }]);
  });
});

describe('inner-circle', () => {
  const t = strict('en', 'inner-circle');
  const names = ['You', 'Marl', 'Adobe'];
  const { view } = fixture<InnerCircle>('inner-circle').ends.find((end) => end.name === 'single')!;
  const play = (victory: { symbol: number | null; last_card: number | null } | null): Seen<InnerCircle> =>
    seen({ type: 'play', seat: 1, card: 'ice.arm', steps: 2, to: 'metal', completes: true, victory }, 1);

  test('the end says which card won, and for whom', async () => {
    const words = await wordsOf<InnerCircle>('inner-circle');
    const why = (list: Seen<InnerCircle>[]): string => words.ending({ ...view, winners: [0] }, [2, 0, 0], t, names, options, list);
    expect(why([play({ symbol: 0, last_card: null })])).toBe('Marl laid the ice arm. Ice was your secret golem.');
    expect(why([play({ symbol: 2, last_card: null })])).toBe('Marl laid the ice arm. Ice was the secret golem of Adobe.');
    expect(why([play({ symbol: null, last_card: 1 })])).toBe('Marl laid the ice arm. Marl has no card left in hand.');
    expect(why([seen({ type: 'pass', seat: 1 }, 1)])).toBe('Nobody won within 100 rounds. Fewest cards: You.');
    expect(words.glimpse(play(null).glimpse, t, names)).toBe('Marl plays the ice arm and moves 2 steps to Metal. Ice is complete.');
  });

  test('a card that is taken from the viewer is told, a last card is announced, secrets are revealed', async () => {
    const words = await wordsOf<InnerCircle>('inner-circle');
    const taken = seen<InnerCircle>({ type: 'taken', seat: 1, from: 0, card: 'ice.arm' });
    expect(words.against(taken, 0, t, names)).toBe('Marl took the ice arm from your hand.');
    expect(words.against(taken, 2, t, names)).toBeNull();
    const holding = (cards: number, parts: string[] = []) => ({
      ...view,
      phase: 'play' as const,
      players: view.players.with(1, { ...view.players[1]!, hand: Array<string>(cards).fill('arm') }),
      golems: { ...view.golems, ice: parts },
    });
    expect(words.warns(holding(2), holding(1), 0, t, names)).toBe('Marl holds one card.');
    expect(words.warns(holding(1), holding(1), 0, t, names)).toBeNull();
    const five = ['ice.head', 'ice.torso', 'ice.arm', 'ice.arm', 'ice.leg'];
    expect(words.warns(holding(3, five.slice(1)), holding(3, five), 2, t, names)).toMatch(/^Ice needs one more part/);
    const views = names.map((_, seat) => ({ ...view, players: view.players.with(seat, { ...view.players[seat]!, symbol: 'fire' }) }));
    expect(words.secrets(views, t, names)[1]).toEqual({ seat: 1, text: 'Secret golem: Fire' });
  });

  test('French takes a card from you, not “to you”, and elides', async () => {
    const words = await wordsOf<InnerCircle>('inner-circle');
    const french = strict('fr', 'inner-circle');
    const asks = { type: 'take', part: 'torso', give: null } as const;
    expect(words.glimpse({ ...asks, seat: 1, from: 0 }, french, ['Vous', 'Marl', 'Adobe'])).toBe('Marl vous prend un torse.');
    const gets = { type: 'taken', seat: 0, card: 'wood.torso' } as const;
    expect(words.glimpse({ ...gets, from: 2 }, french, ['Vous', 'Marl', 'Adobe'])).toBe('Vous recevez le torse de bois d’Adobe.');
  });
});

describe('capek', () => {
  const t = strict('en', 'capek');
  const names = ['You', 'Adobe'];
  const { view } = fixture<Capek>('capek').ends[0]!;
  type Body = Capek['view']['players'][0]['body'];
  const whole = Object.keys(view.players[0].body);
  /** A golem with so many active parts. */
  const golem = (active: number): Body => Object.fromEntries(whole.map((id, index) => [id, { field: 9, set: index < active }]));
  const having = (yours: number, theirs: number, outrage = 3): Capek['view'] => ({
    ...view,
    outrage,
    players: [
      { ...view.players[0], body: golem(yours) },
      { ...view.players[1], body: golem(theirs) },
    ],
  });

  test('the end says which part or whose outrage decided', async () => {
    const words = await wordsOf<Capek>('capek');
    const last = seen<Capek>({ seat: 1, action: { type: 'end' }, effect: { outrage: null, active: ['head'] } }, 1);
    const won = words.ending(having(3, 6), [1, 2], t, names, options, [last]);
    expect(won).toBe('Adobe completed the last of 6 parts: head. Active parts: 3 of 6 for you and 6 of 6 for Adobe.');
    const lost = words.ending({ ...having(3, 4, 25), turn: 1 }, [0, 0], t, names, options, [last]);
    expect(lost).toMatch(/^Adobe brought the town’s outrage to 25: .* both lose\. Active parts: 3 of 6 for you and 4 of 6 for Adobe\.$/);
  });

  test('a rival who needs one more part is announced, hands are revealed, the journal has French', async () => {
    const words = await wordsOf<Capek>('capek');
    expect(words.warns(having(0, 4), having(0, 5), 0, t, names)).toBe('Adobe needs one more active part.');
    expect(words.warns(having(0, 5), having(0, 5), 0, t, names)).toBeNull();
    expect(words.warns(having(4, 0), having(5, 0), 0, t, names)).toBeNull();
    const views = [0, 1].map(() => ({ ...view, players: view.players.map((player) => ({ ...player, hand: ['steam-3'] })) }));
    const revealed = words.secrets(views as Capek['view'][], t, names);
    expect(revealed[0]).toEqual({ seat: 0, text: 'Hand: Steam Engine 3' });
    const french = strict('fr', 'capek');
    const { card, engineer } = fixture<Capek>('capek').deck;
    for (const { journal } of [...card, ...engineer]) expectReadable(french.orElse(`capek.journal.${journal}`, ''));
  });
});

describe('duel', () => {
  const t = strict('en', 'duel');
  const names = ['You', 'Marl'];
  const { view } = fixture<Duel>('duel').ends.find((end) => end.name === 'standard')!;
  const carried = (lives: number, ...notes: Note[]): Seen<Duel> => {
    const golems = [lives, 3].map((left) => ({ at: 'a1', facing: 'n' as const, lives: left, carrying: false, delivered: 0 }));
    return seen({ seat: 0, programs: [['S'], ['A']], rounds: [[{ golems, barrels: [], slots: [0, 0], notes }]] }, 0);
  };
  const blow: Note = { note: 'struck', seat: 1, cell: 'b2', hit: 'life' };
  const having = (lives: number) => ({ ...view, golems: view.golems.with(0, { ...view.golems[0]!, lives }) });

  test('the end says which blow, or what the energy left', async () => {
    const words = await wordsOf<Duel>('duel');
    const end = carried(0, blow, { note: 'destroyed', seat: 0 });
    expect(words.ending(having(0), [0, 2], t, names, options, [end])).toBe('Marl struck your golem on b2 and took its last life.');
    const drowned = carried(0, { note: 'splashed', seat: 0, cell: 'c3' }, { note: 'destroyed', seat: 0 });
    expect(words.ending(having(0), [0, 2], t, names, options, [drowned])).toBe('Marl wins: your golem has lost its last life.');
    const puzzle = fixture<Duel>('duel').ends.find((one) => one.view.puzzle)!;
    expect(words.ending(puzzle.view, [1], t, names, options, [])).toMatch(/^The goal is met: /);
  });

  test('a round says what it cost', async () => {
    const words = await wordsOf<Duel>('duel');
    expect(words.glimpse(carried(2, blow).glimpse, t, names)).toBe('The programs run. You: Stand. Marl: Attack. You lose 1 life.');
  });

  test('a hit on the viewer is told, and the last life announced', async () => {
    const words = await wordsOf<Duel>('duel');
    expect(words.against(carried(2, blow), 0, t, names)).toBe('Marl struck your golem on b2. 2 lives left.');
    expect(words.against(carried(2, blow), 1, t, names)).toBeNull();
    expect(words.against(carried(2, { ...blow, hit: 'carrier' }), 0, t, names)).toBe('Marl struck the barrel from your hands.');
    expect(words.against(carried(3, { ...blow, hit: 'defence' }), 0, t, names)).toBeNull();
    expect(words.warns(having(2), having(1), 0, t, names)).toBe('Your golem has one life left.');
    expect(words.warns(having(1), having(1), 0, t, names)).toBeNull();
  });
});

describe('golem-it', () => {
  const t = strict('en', 'golem-it');
  const names = ['You', 'Marl', 'Adobe', 'Terra'];
  const { view } = fixture<GolemIt>('golem-it').ends.find((end) => end.name === 'standard')!;
  const having = (cards: number, points: number): GolemIt['view'] => ({
    ...view,
    phase: 'turn',
    players: view.players.with(2, { ...view.players[2]!, cards, points, place: null }),
  });

  test('the end says who was rid of everything, and how', async () => {
    const words = await wordsOf<GolemIt>('golem-it');
    const why = (action: Extract<GolemIt['glimpse'], { action: unknown }>['action']): string =>
      words.ending(view, [0, 2, 0, 0], t, names, options, [seen({ seat: 1, action, points: 0, place: 1, leads: null }, 1)]);
    expect(why({ type: 'play', value: 9, cards: ['m9'] })).toBe('Marl got rid of everything: mint 9 came last, and no points were left.');
    expect(why({ type: 'pass', return: 2 })).toBe('Marl gave the last points back, with no cards in hand.');
  });

  test('a rival with one card is announced, and hands are revealed', async () => {
    const words = await wordsOf<GolemIt>('golem-it');
    expect(words.warns(having(3, 2), having(1, 2), 0, t, names)).toBe('Adobe holds one card and 2 points.');
    expect(words.warns(having(1, 2), having(0, 2), 0, t, names)).toBe('Adobe has no card left, only points to give back.');
    expect(words.warns(having(1, 2), having(1, 1), 0, t, names)).toBeNull();
    expect(words.warns(having(3, 2), having(1, 2), 2, t, names)).toBeNull();
    const views = names.map((_, seat) => ({ ...view, hand: seat === 3 ? ['m9', 'p2'] : [] }));
    expect(words.secrets(views, t, names)).toEqual([{ seat: 3, text: 'Hand: mint 9 and purple 2' }]);
  });

  test('magic and the lead are told', async () => {
    const words = await wordsOf<GolemIt>('golem-it');
    const play = { type: 'play', value: 15, cards: ['p5'] } as const;
    const line = words.glimpse({ seat: 1, action: { ...play, cards: ['p5'] }, points: 2, place: null, leads: null }, t, names);
    expect(line).toBe('Marl plays purple 5, worth 15 with 2 points of magic.');
    const pass = words.glimpse({ seat: 1, action: { type: 'pass', return: 0 }, points: 0, place: null, leads: 0 }, t, names);
    expect(pass).toBe('Marl passes. You lead the next round.');
  });
});
