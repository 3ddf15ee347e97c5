import { expect, test } from 'vitest';
import { offersOf, type SiteDeck } from '../src/lib/decks';
import type { Game } from '../src/lib/types';

const games = [
  {
    id: 'ring',
    default_seats: 3,
    variants: [
      { id: 'standard', seats: [2, 6] },
      { id: 'match', seats: [2, 6] },
    ],
    levels: { standard: { 2: ['easy', 'normal'], 3: ['easy', 'normal'] }, match: {} },
  },
  { id: 'arena', default_seats: 2, variants: [{ id: 'puzzle', seats: [1, 1] }], levels: {} },
  { id: 'cave', default_seats: 4, variants: [{ id: 'standard', seats: [2, 4] }], levels: {} },
] as unknown as Game[];
const deck = (kind: SiteDeck['kind'], tables: SiteDeck['tables']): SiteDeck => ({ name: 'Clay', kind, toml: 'text', tables });

test('a deck is offered for each game that it fits, against bots', () => {
  const [offer, ...others] = offersOf(deck('deck', [{ game: 'ring', variant: 'standard', seats: [2, 3] }]), games);
  expect(others).toEqual([]);
  expect(offer?.game.id).toBe('ring');
  expect(offer?.plan).toMatchObject({ game: 'ring', variant: 'standard', seats: 3, deck: 'text' });
  expect(offer?.plan?.chairs).toEqual([{ kind: 'you' }, { kind: 'bot', level: 'normal' }, { kind: 'bot', level: 'normal' }]);
});

test('a deck with too few cards for the usual table is offered for a smaller one, or another variant', () => {
  const tables = [
    { game: 'ring', variant: 'standard', seats: [2] },
    { game: 'ring', variant: 'match', seats: [2] },
  ];
  expect(offersOf(deck('deck', tables), games)[0]?.plan).toMatchObject({ variant: 'standard', seats: 2 });
  expect(offersOf(deck('deck', tables.slice(1)), games)[0]?.plan).toMatchObject({ variant: 'match', seats: 2 });
});

test('a board for one is a puzzle', () => {
  const offers = offersOf(deck('board', [{ game: 'arena', variant: 'puzzle', seats: [1] }]), games);
  expect(offers.map(({ game, plan }) => [game.id, plan])).toEqual([['arena', null]]);
});
