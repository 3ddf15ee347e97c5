// The bodies of all golems: data that the page and the program both read. A body has four parts, each drawn in a frame of its own, and all
// bodies have the same joints, so that any part fits any other.
import data from '../../../data/bodies.json';
import type { Part } from '../api/games/its-alive';

export type { Part };
export type BodyName = keyof typeof data.bodies;
/** The bodies of the nine types; the others belong to one game. */
export type TypeName = Exclude<BodyName, 'boiler' | 'plate'>;

/** One part: what is filled with the body's colour, its darker and its lighter side, what has a colour of its own, and its lines of ink. */
export interface Drawing {
  body: string;
  shade?: string;
  light?: string;
  accent?: string;
  lines?: string;
  /** Middle and size of each. */
  eyes?: number[][];
}

/** Where a part lies in a whole body. */
export interface Place {
  name: string;
  part: Part;
  at: number[];
  /** Where it is fastened: around it the part turns. */
  joint: number[];
  mirrored?: boolean;
}

/** Colours to draw a body with. */
export interface Paint {
  body: BodyName;
  colour: string;
  /** Its second colour, if it is not the body's own. */
  accent?: string;
}

/** In the order in which silhouettes are given to types that have none; a game's own bodies are its own. */
export const bodyNames = Object.entries(data.bodies).flatMap(([name, body]) => ('of' in body ? [] : [name as TypeName]));
export const { frame, stitch, seams } = data.skeleton;
export const places = data.skeleton.places as Place[];

export const sizeOf = (part: Part): number[] => data.skeleton.parts[part];
export const isBody = (name: string): name is TypeName => (bodyNames as string[]).includes(name);
export function drawing(body: BodyName, part: Part): Drawing {
  return data.bodies[body].parts[part];
}

/** A body's own second colour; one without has a pale form of its first. */
export function accent({ body, colour, accent: own }: Paint): string {
  const { accent } = data.bodies[body] as { accent?: string };
  return own ?? accent ?? `color-mix(in srgb, ${colour} 45%, white)`;
}

/** The box of a part in a whole body, in percent of the whole: what lies there can be placed and touched as an element of its own. */
export function box({ part, at: [x = 0, y = 0] }: Place): { left: string; top: string; width: string; height: string } {
  const [left = 0, top = 0, width = 1, height = 1] = frame;
  const [wide = 0, high = 0] = sizeOf(part);
  const percent = (length: number, of: number): string => `${(length / of) * 100}%`;
  return { left: percent(x - left, width), top: percent(y - top, height), width: percent(wide, width), height: percent(high, height) };
}
