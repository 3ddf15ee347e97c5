// Decks as the server tells them: what is shown of the game's own, and of somebody's.
import { render } from 'svelte/server';
import { beforeAll, expect, test } from 'vitest';
import type { Game as Capek } from '../src/api/games/capek';
import type { Game as InnerCircle } from '../src/api/games/inner-circle';
import type { Game as ItsAlive } from '../src/api/games/its-alive';
import { gameTable } from '../src/games';
import * as moon from '../src/games/blood-moon/deck';
import * as capek from '../src/games/capek/deck';
import { look } from '../src/games/shared/look';
import { needWords, t } from '../src/lib/words.svelte';
import { fixture } from './fixture';

const clay: capek.DeckFile = {
  science: [
    { id: 'clay', name: 'Clay', colour: 'brown' },
    { id: 'steam', name: 'Hot Air', colour: 'mauve' },
  ],
  body: [
    { id: 'mouth', field: 2, set: 2, sciences: ['clay', 'steam'] },
    { id: 'hand', field: 1, set: [1, 3], sciences: ['clay', 'steam'] },
  ],
  card: [
    { id: 'clay-6', science: 'clay', gold: 2, field: 9, outrage: -1, journal: '' },
    { id: 'thumbs', science: 'steam', gold: 1, field: 0, outrage: 3, journal: '' },
  ],
  engineer: [{ id: 'master', gold: 1, field: 1, outrage: -3, counts: 2, journal: '' }],
};

const seaside: moon.DeckFile = {
  name: 'Seaside',
  ring: ['sea', 'fire', 'salt', 'ice'],
  aside: [],
  parts: {
    head: { copies: 2, faces: [5], steps: [2] },
    torso: { copies: 2, faces: [1], steps: [1, 6] },
    arm: { copies: 2, faces: [2, 3], steps: [3] },
    leg: { copies: 2, faces: [4], steps: [4] },
  },
  types: {
    sea: { name: 'The Sea', colour: '#0072b2', icon: 'big-wave' },
    fire: { name: 'Inferno', colour: '#ff0000', icon: 'flame' },
    salt: { name: 'Salt', colour: '#999999', icon: 'rock-golem' },
    ice: { name: 'Ice', colour: '#56b4e9', icon: 'ice-cube' },
  },
};

beforeAll(async () => {
  await Promise.all(['common', 'tables', 'capek', 'its-alive', 'inner-circle'].map(needWords));
});

test('capek: the deck of the game has words, pictures and the figures it is told with', () => {
  const deck = new capek.Deck(fixture<Capek>('capek').deck);
  expect(deck.card('steam-1')).toMatchObject({ science: 'steam', mark: '1', gold: 1, field: 3, outrage: 4 });
  expect(deck.cardName('ventilation-2', t)).toBe('Ventilation 2');
  expect(deck.fullName('engineer-2', t)).toBe('Engineer 2: 2 gold, 2 markers, outrage +3, stands for 2 in any set');
  expect(deck.body('right-arm')).toEqual({
    field: 2,
    sets: [
      { science: 'organ', size: 4 },
      { science: 'parts', size: 4 },
    ],
  });
  expect(deck.setsOf('right-arm', t)).toBe('4 from Organ Replacement or Parts Machining');
  expect(deck.bodyName('right-arm', t)).toBe('right arm');
  expect(deck.look('steam').icon).toContain('<path');
});

test('capek: a deck of one’s own keeps its names, colours and figures', () => {
  const deck = new capek.Deck(clay);
  expect(deck.fullName('clay-6', t)).toBe('Clay 6: 2 gold, 9 markers, outrage −1');
  // A science that we know by its id has the name that the deck gives it.
  expect([deck.scienceName('steam', t), deck.shortName('steam', t)]).toEqual(['Hot Air', 'Hot Air']);
  expect(deck.cardName('thumbs', t)).toBe('Hot Air thumbs');
  expect(deck.cardName('master', t)).toBe('Engineer master');
  expect([deck.bodyName('mouth', t), deck.body('mouth').field]).toEqual(['mouth', 2]);
  // A number is the set size of every science, a list has one for each.
  expect([deck.setsOf('mouth', t), deck.setsOf('hand', t)]).toEqual(['2 from Clay or Hot Air', '1 from Clay or 3 from Hot Air']);
  expect(deck.look('clay').colour).toMatch(/^#/);
  expect(deck.look('steam').colour, 'no such shade: clay').toBe(look('', '').colour);
});

test('blood moon: the deck of the games is told, not known', () => {
  const deck = new moon.Deck(fixture<ItsAlive>('its-alive').deck);
  expect([deck.ring[0], deck.ring[4], deck.aside]).toEqual(['fire', 'ice', ['cake']]);
  expect([1, 2, 3, 4, 5, 6].map((face) => deck.partAt(face))).toEqual(['head', 'arm', 'torso', 'torso', 'leg', undefined]);
  expect(deck.steps('torso')).toEqual([3, 4]);
  expect(deck.cardName('fire.arm', t)).toBe('fire arm');
  for (const kind of [...deck.ring, ...deck.aside]) expect(deck.look(kind).icon, kind).toContain('<path');
});

test('blood moon: a deck of one’s own keeps its names, colours, faces and steps', () => {
  const deck = new moon.Deck(seaside);
  expect(deck.ring.map((kind) => deck.typeName(kind, t))).toEqual(['The Sea', 'Inferno', 'Salt', 'Ice']);
  expect([deck.look('fire').colour, deck.look('fire').icon]).toEqual(['#ff0000', expect.stringContaining('<path')]);
  expect(deck.look('sea').icon, 'no such picture: its first letters').toContain('>Th</text>');
  expect([1, 2, 3, 4, 5, 6].map((face) => deck.partAt(face))).toEqual(['torso', 'arm', 'arm', 'leg', 'head', undefined]);
  expect(deck.cardName('sea.head', t)).toBe('The Sea head');
});

test('the ring lies as the deck has it', async () => {
  const { Table, material } = await gameTable('inner-circle', seaside);
  const frame = fixture<InnerCircle>('inner-circle').frames.find(({ seat }) => seat === 0)!;
  const view = {
    ...frame.view,
    golems: {},
    players: frame.view.players.map((player) => ({ ...player, hand: [], pawn: null, symbol: null })),
  };
  const props = {
    view,
    seat: 0,
    names: [],
    step: null,
    chosen: [],
    choose: () => {},
    ask: () => {},
    options: {},
    material,
    news: [],
    calm: true,
  };
  const places = [...render(Table, { props }).body.matchAll(/data-place="(\w+)"/g)].map(([, kind]) => kind);
  expect(places).toEqual(seaside.ring);
});

test('what stands on a colour can be read, and a name cannot bring markup along', () => {
  expect([look('a', '#f0e442').on, look('a', '#0072b2').on]).toEqual(['#2b221b', '#ffffff']);
  expect(look('<b>&', '').icon).toContain('>b</text>');
  expect(look('x', 'url(//elsewhere)').colour).toBe(look('x', '').colour);
});
