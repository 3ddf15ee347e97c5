// What this browser knows of classes and the server does not: which ones it has been in, and the real names that a teacher keeps here.

export interface Known {
  code: string;
  id: string;
  title: string;
  role: 'teacher' | 'pupil';
}

const KEY = 'classes';
const MOST = 12;

function read<T>(key: string, fallback: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as T | null) ?? fallback;
  } catch {
    return fallback;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without room in the store the page works all the same: it only forgets.
  }
}

/** The classes that were opened or joined here, the last one first. */
export function knownClasses(): Known[] {
  const all = read<unknown>(KEY, []);
  return Array.isArray(all) ? (all as Known[]).filter((one) => typeof one?.code === 'string' && typeof one.id === 'string') : [];
}

export function rememberClass(known: Known): void {
  write(KEY, [known, ...knownClasses().filter(({ id }) => id !== known.id)].slice(0, MOST));
}

export function forgetClass(id: string): void {
  write(
    KEY,
    knownClasses().filter((one) => one.id !== id),
  );
  localStorage.removeItem(namesKey(id));
}

const namesKey = (id: string): string => `class-names.${id}`;

/** The real names of a class by pupil. They never leave this browser. */
export const realNames = (id: string): Record<string, string> => read(namesKey(id), {});

export function keepRealName(id: string, seat: number, name: string): Record<string, string> {
  const names: Record<string, string> = { ...realNames(id), [seat]: name.trim() };
  if (!name.trim()) delete names[seat];
  write(namesKey(id), names);
  return names;
}
