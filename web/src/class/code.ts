/** How long a code is. */
export const CODE_LENGTH = 6;

/** A code as it is shown: capital letters and digits alone, whatever was typed between them, and no more than there are. */
export const tidyCode = (typed: string): string =>
  typed
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, CODE_LENGTH);

/** A code in two halves, to be read aloud. */
export const spelled = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`.trim();
