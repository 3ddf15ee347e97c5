export function boards(): Record<string, unknown>;
