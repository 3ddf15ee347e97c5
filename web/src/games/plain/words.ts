// Nothing is known of the game: an empty text makes the shell fall back to the engine's English.
export const choice = (_choice: unknown): string => '';
export const glimpse = (_glimpse: unknown): string => '';
export const prompt = (text: string): string => text;
