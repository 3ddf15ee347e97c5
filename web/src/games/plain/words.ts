import type { Own } from '../../lib/types';

// Nothing is known of the game: an empty text makes the shell fall back to the engine's English.
export const choice = (_choice: Own): string => '';
export const glimpse = (_glimpse: Own): string => '';
export const prompt = (text: string): string => text;
