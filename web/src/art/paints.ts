// Golems outside of any match: the nine bodies in the colours that the printed deck gives them. A test compares the two.
import { bodyNames, places, type Paint, type TypeName } from './rig';

const colours: Record<TypeName, string> = {
  stone: '#999999',
  fire: '#d55e00',
  wood: '#009e73',
  light: '#f0e442',
  ice: '#56b4e9',
  air: '#0072b2',
  metal: '#e69f00',
  shadow: '#000000',
  cake: '#cc79a7',
};

export const painted = (body: TypeName, colour = colours[body]): Paint => ({ body, colour });
/** A golem made of one thing, at every place. */
export const whole = (paint: Paint): Record<string, Paint> => Object.fromEntries(places.map(({ name }) => [name, paint]));
/** A golem of different parts, which begin with the given body, in turn. */
export const mixed = (first: number): Record<string, Paint> =>
  Object.fromEntries(places.map(({ name }, index) => [name, painted(bodyNames[(first + index * 2) % bodyNames.length]!)]));
/** The golem of a seat at any table: its colour, and a body that no other seat has. */
export const ofSeat = (seat: number, colour: string): Record<string, Paint> => whole({ body: bodyNames[seat % bodyNames.length]!, colour });
/** The head that stands for the house: the brand, the icons. */
export const house = painted('stone', '#c9713f');
