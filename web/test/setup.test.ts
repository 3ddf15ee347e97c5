import { describe, expect, test } from 'vitest';
import { chairsFor, defaultOf, namesOf, optionsOf, seatsFor } from '../src/lib/setup';
import { firstVariant, tableNow, usualLevel } from '../src/lib/start';
import { namesOf as namesAt, placesOf } from '../src/lib/names';
import { needWords } from '../src/lib/words.svelte';
import type { Chair, Game, Info } from '../src/lib/types';

const game = {
  options: [
    { name: 'all', type: 'flag', default: false, meaning: '' },
    { name: 'some', type: 'whole', default: 1, defaults_by_variant: [['b', 2]], only_in: ['b'], meaning: '' },
    {
      name: 'board',
      type: 'name',
      default: 'open',
      names: [
        ['a', 'open'],
        ['b', 'pond'],
      ],
      meaning: '',
    },
  ],
  levels: { a: { 2: ['random', 'easy', 'normal', 'hard'] }, b: { 3: ['random', 'easy'] } },
} as unknown as Game;

describe('setting up', () => {
  test('options follow the variant', () => {
    expect(optionsOf(game, 'a').map((option) => option.name)).toEqual(['all', 'board']);
    const some = game.options[1]!;
    expect([defaultOf(some, 'a'), defaultOf(some, 'b')]).toEqual([1, 2]);
    expect(namesOf(game.options[2]!, 'b')).toEqual(['pond']);
  });

  test('seats stay within the variant', () => {
    const variant = { id: 'a', seats: [2, 4] as [number, number], summary: '' };
    expect([1, 3, 9].map((wanted) => seatsFor(variant, wanted))).toEqual([2, 3, 4]);
  });

  test('one begins with one game rather than a match', () => {
    const variants = (...ids: string[]): Game => ({ variants: ids.map((id) => ({ id, seats: [2, 2], summary: '' })) }) as unknown as Game;
    expect(firstVariant(variants('match', 'single'))?.id).toBe('single');
    expect(firstVariant(variants('standard', 'beginner'))?.id).toBe('standard');
  });

  test('chairs stay when the table grows, and a level that a variant lacks is replaced', () => {
    const chairs = chairsFor(3, [{ kind: 'friend' }, { kind: 'bot', level: 'hard' }], ['random', 'easy'], 'easy');
    expect(chairs).toEqual([{ kind: 'friend' }, { kind: 'bot', level: 'easy' }, { kind: 'bot', level: 'easy' }]);
    expect(chairsFor(1, [], ['easy'], 'easy')).toEqual([{ kind: 'you' }]);
    expect(chairsFor(1, [{ kind: 'program', name: 'greedy' }], ['easy'], 'easy')).toEqual([{ kind: 'program', name: 'greedy' }]);
  });

  test('the usual level is normal, or the best there is', () => {
    expect([usualLevel(game, 'a', 2), usualLevel(game, 'b', 3), usualLevel(game, 'c', 2)]).toEqual(['normal', 'easy', 'random']);
  });
});

describe('names', () => {
  const chair = (seat: number, name: string | null, kind: 'human' | 'bot' = 'human'): Chair => ({
    seat,
    kind,
    name,
    joined: true,
    online: true,
    yours: false,
    resigned: false,
    changes: [],
  });

  test('everyone at a table has a name of their own', () => {
    expect(namesAt([chair(0, 'Ada'), chair(1, 'Ada'), chair(2, 'Bob')])).toEqual(['Ada (1)', 'Ada (2)', 'Bob']);
    const bots = namesAt([0, 1, 2, 3, 4, 5].map((seat) => chair(seat, null, 'bot')));
    expect(new Set(bots).size).toBe(6);
  });

  test('programs are called what they are', async () => {
    await needWords('common');
    const programs = [0, 1].map((seat) => ({ ...chair(seat, null, 'bot'), program: 'greedy' }));
    expect(namesAt([...programs, chair(2, 'Ada')])).toEqual(['greedy (program) (1)', 'greedy (program) (2)', 'Ada']);
  });

  test('who moves on to another seat with a rematch keeps their place, and a bot its name', () => {
    const sat = [chair(0, 'Zoe'), chair(1, null, 'bot'), chair(2, 'Bob'), chair(3, null, 'bot')];
    const moved = (by: number): Chair[] => sat.map((_, seat) => ({ ...sat[(seat - by + 4) % 4]!, seat }));
    expect(placesOf(sat)).toEqual([2, 3, 0, 1]);
    for (const by of [1, 2, 3]) {
      const [places, names] = [placesOf(moved(by)), namesAt(moved(by))];
      expect(sat.map(({ seat }) => places[(seat + by) % 4])).toEqual(placesOf(sat));
      expect(sat.map(({ seat }) => names[(seat + by) % 4])).toEqual(namesAt(sat));
    }
    // Among bots a person comes first, wherever they sit; nobody's place changes while a bot stands in for them.
    const alone = [chair(0, null, 'bot'), chair(1, 'Ada'), chair(2, null, 'bot')];
    expect(placesOf(alone)).toEqual([2, 0, 1]);
    expect(placesOf(alone.with(1, { ...alone[1]!, level: 'easy', resigned: true }))).toEqual([2, 0, 1]);
  });
});

describe('"Play now" gets harder with the reader', () => {
  const levels = { 2: ['random', 'easy', 'normal'], 3: ['random', 'easy', 'normal'] };
  const duel = {
    id: 'duel',
    rules_version: 1,
    default_seats: 3,
    variants: [
      { id: 'standard', seats: [2, 3], summary: '' },
      { id: 'beginner', seats: [2, 2], summary: '' },
    ],
    levels: { standard: levels, beginner: levels },
  } as unknown as Game;
  const played = (won: boolean, other: 'bot' | 'human', more: Partial<Info> = {}): Info =>
    ({
      game: 'duel',
      rules: 1,
      seats: 2,
      variant: 'beginner',
      options: {},
      tutorial: false,
      chairs: [
        { seat: 0, kind: 'human', yours: true },
        { seat: 1, kind: other, yours: false },
      ],
      status: { to_act: [], over: true, scores: won ? [1, 0] : [0, 1] },
      ...more,
    }) as unknown as Info;
  const tutorial = played(true, 'bot', { tutorial: true, seats: 2, options: { lives: 2 } });
  const now = (...mine: Info[]): string => {
    const plan = tableNow(duel, mine)!;
    const bots = plan.chairs.flatMap((chair) => (chair.kind === 'bot' ? [chair.level] : []));
    return `${plan.variant} ${JSON.stringify(plan.options)} ${bots.join()}`;
  };

  test('a newcomer gets the simplest variant and easy bots', () => expect(now()).toBe('beginner {} easy'));
  test('the tutorial is followed by what it taught', () => expect(now(tutorial)).toBe('beginner {"lives":2} easy'));
  test('it stays so after a defeat, and after beating a friend', () => {
    expect(now(played(false, 'bot'), tutorial)).toBe('beginner {"lives":2} easy');
    expect(now(played(true, 'human'), tutorial)).toBe('beginner {"lives":2} easy');
  });
  test('whoever has beaten bots gets the usual table', () => expect(now(played(true, 'bot'), tutorial)).toBe('standard {} normal,normal'));
  test('other games and other editions of the rules do not count', () => {
    expect(now(played(true, 'bot', { game: 'capek' }))).toBe('beginner {} easy');
    expect(now({ ...tutorial, rules: 2 })).toBe('beginner {} easy');
  });
});
