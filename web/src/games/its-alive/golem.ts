import type { View, WrittenGolem } from '../../api/games/its-alive';

/** How long the die tumbles, in ms: nothing gives its face away before it lies. */
export const LIES = 700;

/** The card at each place of a body. */
export function placesOf({ head, torso, arms, legs }: WrittenGolem): Record<string, string | null> {
  return {
    head,
    torso,
    'arm-left': arms[0] ?? null,
    'arm-right': arms[1] ?? null,
    'leg-left': legs[0] ?? null,
    'leg-right': legs[1] ?? null,
  };
}

/** The cards of a golem, head first. */
export const cardsOf = (golem: WrittenGolem): string[] => Object.values(placesOf(golem)).filter((card) => card !== null);

/** How high the storm stands, from 0 to 6: with the parts of the golem nearest to completion. */
export const stormOf = ({ players }: View): number => Math.max(...players.map(({ golem }) => cardsOf(golem).length));
