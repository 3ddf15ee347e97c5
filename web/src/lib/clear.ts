/** A rectangle on the screen, as `getBoundingClientRect` gives it. */
export type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

/** Where something may lie: its distances from the sides of the stage, and the height that it may have. */
export interface Room {
  left: number;
  right: number;
  bottom: number;
  height: number;
}

/** Less than this is no room for a sheet with two options: it then lies over the hand after all. */
const LEAST = 130;

/** Room on the stage for a sheet that leaves the hand in sight: above a hand that is wide, beside one that stands at a side. */
export function roomBeside(stage: Box, hand: Box | null): Room {
  const all = { left: 0, right: 0, bottom: 0, height: stage.bottom - stage.top };
  if (!hand) return all;
  if (hand.right - hand.left < (stage.right - stage.left) / 2) {
    const [left, right] = [hand.left - stage.left, stage.right - hand.right];
    return left > right ? { ...all, right: stage.right - hand.left } : { ...all, left: hand.right - stage.left };
  }
  const height = hand.top - stage.top;
  return height < LEAST ? all : { ...all, bottom: stage.bottom - hand.top, height };
}
