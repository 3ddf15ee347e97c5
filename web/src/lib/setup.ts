import type { ChairPlan, Game, Level, OptionSpec, OptionValue, Variant } from './types';

/** The options a variant has. */
export const optionsOf = (game: Game, variant: string): OptionSpec[] =>
  game.options.filter((option) => !option.only_in?.length || option.only_in.includes(variant));

/** The default of an option; null if the game decides. */
export const defaultOf = (option: OptionSpec, variant: string): OptionValue | null =>
  option.defaults_by_variant?.find(([id]) => id === variant)?.[1] ?? option.default;

/** The built-in names that fit a variant. */
export const namesOf = (option: OptionSpec, variant: string): string[] =>
  (option.type === 'name' ? option.names : []).filter(([id]) => id === variant).map(([, name]) => name);

/** The number of seats nearest to the one wanted that a variant takes. */
export const seatsFor = (variant: Variant, wanted: number): number => Math.min(Math.max(wanted, variant.seats[0]), variant.seats[1]);

/** One plan for each seat: existing ones stay, new ones are bots of this level. */
export function chairsFor(seats: number, chairs: ChairPlan[], levels: Level[], usual: Level): ChairPlan[] {
  return Array.from({ length: seats }, (_, seat) => {
    const chair = chairs[seat] ?? (seat === 0 ? { kind: 'you' } : { kind: 'bot', level: usual });
    return chair.kind === 'bot' && !levels.includes(chair.level) ? { kind: 'bot', level: usual } : chair;
  });
}
