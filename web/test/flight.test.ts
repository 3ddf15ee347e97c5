import { describe, expect, it } from 'vitest';
import { flown, things } from '../src/lib/flight';

/** A card on a table that is no more than places; it keeps what moves it. */
class Card {
  dataset: Record<string, string>;
  style: Record<string, string> = {};
  isConnected = true;
  inert = false;
  parentElement = { isConnected: true, append: () => {} };
  moves: Keyframe[][] = [];

  constructor(
    mark: string,
    public x: number,
  ) {
    this.dataset = { fly: mark };
  }
  getBoundingClientRect = () => ({ x: this.x, y: 0, width: 10, height: 10 });
  querySelectorAll = () => [];
  remove = () => {};
  animate(how: Keyframe[]) {
    this.moves.push(how);
    return {};
  }
}
const table = (...cards: Card[]) => ({ querySelectorAll: () => cards, querySelector: () => null }) as unknown as HTMLElement;
/** Lets everything fly that differs between two tables; which cards did. */
function flying(before: Card[], after: Card[]): Card[] {
  const lay = things(table(...before), 'fly');
  for (const card of before) card.isConnected = after.includes(card);
  const root = table(...after);
  flown(root, lay, things(root, 'fly'));
  return [...new Set([...before, ...after])].filter(({ moves }) => moves.length > 0);
}

describe('flights', () => {
  it('what lies where it lay does not move, what came, went or moved does', () => {
    const [stays, goes, comes] = [new Card('fire.arm', 0), new Card('ice.leg', 20), new Card('wood.head', 40)];
    expect(flying([stays, goes], [stays, comes])).toEqual([goes, comes]);
    const [was, is] = [new Card('fire.arm', 0), new Card('fire.arm', 30)];
    expect(flying([was], [is])).toEqual([is]);
    expect(is.moves[0]![0]!.transform).toContain('translate(-30px');
  });

  it('of two cards that are alike, the one that was stolen flies from where it was', () => {
    const [kept, stolen, carried] = [new Card('fire.arm', 0), new Card('fire.arm', 50), new Card('fire.arm', 90)];
    expect(flying([stolen, kept], [carried, kept])).toEqual([carried]);
    expect(carried.moves[0]![0]!.transform).toContain('translate(-40px');
  });

  it('of two cards that are alike, one can leave the table and another come', () => {
    const [kept, gone, added] = [new Card('m5', 0), new Card('m5', 10), new Card('m5', 20)];
    expect(flying([kept, gone], [kept])).toEqual([gone]);
    expect(flying([kept], [kept, added])).toEqual([added]);
  });
});
