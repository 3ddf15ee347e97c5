import { describe, expect, test } from 'vitest';
import { roomBeside, type Box } from '../src/lib/clear';

const box = (left: number, top: number, right: number, bottom: number): Box => ({ left, top, right, bottom });

describe('a hint leaves the hand in sight', () => {
  const phone = box(0, 40, 390, 700);

  test('it lies above a hand that is as wide as the stage', () => {
    expect(roomBeside(phone, box(5, 500, 385, 700))).toEqual({ left: 0, right: 0, bottom: 200, height: 460 });
  });

  test('it lies beside a hand that stands at a side', () => {
    const desktop = box(0, 40, 1280, 640);
    expect(roomBeside(desktop, box(900, 60, 1270, 600))).toEqual({ left: 0, right: 380, bottom: 0, height: 600 });
    expect(roomBeside(desktop, box(10, 60, 400, 600))).toEqual({ left: 400, right: 0, bottom: 0, height: 600 });
  });

  test('without a hand, or without room above it, it has the whole stage', () => {
    const all = { left: 0, right: 0, bottom: 0, height: 660 };
    expect(roomBeside(phone, null)).toEqual(all);
    expect(roomBeside(phone, box(0, 100, 390, 700))).toEqual(all);
  });
});
