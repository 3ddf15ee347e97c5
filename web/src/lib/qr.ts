// QR codes (ISO/IEC 18004) of short texts: bytes, error correction level M, versions 1 to 20. An invitation has about a hundred characters.

type Grid<T> = T[][];

/** By version: the error correction codewords of each block at level M, and the number of blocks. */
const CHECKS = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];

/** A product in the field of 256 elements, modulo x⁸ + x⁴ + x³ + x² + 1. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> bit) & 1) * a);
  return product;
}

/** The Reed–Solomon codewords of a block: the remainder of its polynomial by (x − 1)(x − 2)(x − 4)… */
export function checksOf(block: number[], number: number): number[] {
  let divisor = [1];
  for (let i = 0, root = 1; i < number; i++, root = times(root, 2))
    divisor = [...divisor, 0].map((factor, at) => factor ^ times(divisor[at - 1] ?? 0, root));
  const rest = [...block, ...Array<number>(number).fill(0)];
  block.forEach((_, at) => {
    const lead = rest[at]!;
    divisor.forEach((factor, i) => (rest[at + i]! ^= times(factor, lead)));
  });
  return rest.slice(block.length);
}

/** A number followed by its remainder: what protects the format and the version. */
function protectedBits(value: number, generator: number, length: number): number {
  let rest = value << length;
  for (let bit = 31 - Math.clz32(rest); bit >= length; bit--) if ((rest >> bit) & 1) rest ^= generator << (bit - length);
  return (value << length) | rest;
}

/** Where the centres of the alignment patterns are, in both directions. */
function alignments(version: number): number[] {
  if (version === 1) return [];
  const number = Math.floor(version / 7) + 2;
  const last = version * 4 + 10;
  const step = Math.ceil((last - 6) / (number - 1) / 2) * 2;
  return [6, ...Array.from({ length: number - 1 }, (_, index) => last - step * (number - 2 - index))];
}

/** The text with its length, padded and interleaved with its error correction. */
function codewords(bytes: Uint8Array, version: number, total: number): number[] {
  const [checks, blocks] = [CHECKS[version - 1]!, BLOCKS[version - 1]!];
  const data = total - checks * blocks;
  const bits: number[] = [];
  const put = (value: number, length: number): void => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, data * 8 - bits.length));
  put(0, -bits.length & 7);
  for (let pad = 0xec; bits.length < data * 8; pad ^= 0xec ^ 0x11) put(pad, 8);
  const words = Array.from({ length: data }, (_, at) => parseInt(bits.slice(at * 8, at * 8 + 8).join(''), 2));
  // The last blocks are one longer where the division leaves a remainder.
  const short = Math.floor(data / blocks);
  const sizes = Array.from({ length: blocks }, (_, block) => short + Number(block >= blocks - (data % blocks)));
  const parts = sizes.map((size) => words.splice(0, size));
  const ends = parts.map((part) => checksOf(part, checks));
  const across = (lists: number[][], length: number): number[] =>
    Array.from({ length }, (_, at) => lists.flatMap((one) => one.slice(at, at + 1))).flat();
  return [...across(parts, short + 1), ...across(ends, checks)];
}

const MASKS: ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

/** How hard a code is to read: runs, blocks, what looks like a finder, and more dark than light or less. */
function penalty(code: Grid<boolean>): number {
  let sum = 0;
  const lines = [...code, ...code.map((_, x) => code.map((row) => row[x]!))].map((line) => line.map(Number).join(''));
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    for (const finder of ['10111010000', '00001011101'])
      for (let at = line.indexOf(finder); at >= 0; at = line.indexOf(finder, at + 1)) sum += 40;
  }
  code.forEach((row, y) =>
    row.forEach((dark, x) => {
      if (y > 0 && x > 0 && [row[x - 1], code[y - 1]![x], code[y - 1]![x - 1]].every((other) => other === dark)) sum += 3;
    }),
  );
  const dark = code.flat().filter(Boolean).length / code.length ** 2;
  return sum + Math.floor(Math.abs(dark * 20 - 10)) * 10;
}

/** What every code of a version has; null where its text goes. The places of the format are kept free with some mask. */
function frame(version: number, mask: number): Grid<boolean | null> {
  const size = version * 4 + 17;
  const modules = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
  const set = (x: number, y: number, dark: boolean): void => {
    if (x >= 0 && y >= 0 && x < size && y < size) modules[y]![x] = dark;
  };
  const both = (a: number, b: number, dark: boolean): void => {
    set(a, b, dark);
    set(b, a, dark);
  };
  const square = (x: number, y: number, radius: number, light: number[]): void => {
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++) set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  for (let at = 0; at < size; at++) both(6, at, at % 2 === 0);
  const centres = alignments(version);
  const last = centres.length - 1;
  centres.forEach((x, i) =>
    centres.forEach((y, j) => {
      if (!((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0))) square(x, y, 2, [1]);
    }),
  );
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(x, y, 4, [2, 4]);
  if (version >= 7) {
    const bits = protectedBits(version, 0x1f25, 12);
    for (let bit = 0; bit < 18; bit++) both(size - 11 + (bit % 3), Math.floor(bit / 3), ((bits >> bit) & 1) === 1);
  }
  // Level M is 0.
  const bits = protectedBits(mask, 0x537, 10) ^ 0x5412;
  for (let bit = 0; bit < 15; bit++) {
    const dark = ((bits >> bit) & 1) === 1;
    if (bit < 8) set(8, bit + Number(bit > 5), dark);
    else set(bit === 8 ? 7 : 14 - bit, 8, dark);
    if (bit < 8) set(size - 1 - bit, 8, dark);
    else set(8, size - 15 + bit, dark);
  }
  set(8, size - 8, true);
  return modules;
}

/** The free places of a code, in the order in which its bits go there: columns in pairs, from the right, up and down in turn. */
function path(modules: Grid<boolean | null>): [x: number, y: number][] {
  const size = modules.length;
  const places: [number, number][] = [];
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let at = 0; at < size; at++)
      for (const x of [right, right - 1]) {
        const y = up ? size - 1 - at : at;
        if (modules[y]![x] === null) places.push([x, y]);
      }
  }
  return places;
}

/** The modules of a QR code, row by row, true where they are dark; null if the text is too long. The mask is the one that is read best. */
export function qr(text: string, wanted?: number): Grid<boolean> | null {
  const bytes = new TextEncoder().encode(text);
  for (let version = 1; version <= CHECKS.length; version++) {
    const places = path(frame(version, 0));
    const total = Math.floor(places.length / 8);
    const room = total - CHECKS[version - 1]! * BLOCKS[version - 1]!;
    if (room * 8 < 4 + (version < 10 ? 8 : 16) + bytes.length * 8) continue;
    const words = codewords(bytes, version, total);
    const codes = MASKS.map((flips, mask) => {
      const modules = frame(version, mask);
      places.forEach(([x, y], at) => {
        const bit = ((words[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
        modules[y]![x] = (bit === 1) !== (flips(x, y) === 0);
      });
      return modules as Grid<boolean>;
    });
    const costs = codes.map(penalty);
    return codes[wanted ?? costs.indexOf(Math.min(...costs))]!;
  }
  return null;
}
