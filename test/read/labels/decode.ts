/**
 * Reads an undamaged QR code from its modules, by ISO 18004 and without the library that draws it: format, mask, order
 * of the modules, blocks, segments. Versions 1 to 10; no error correction.
 */
export function decodeQr(size: number, dark: (x: number, y: number) => boolean): string {
  const version = (size - 17) / 4;
  if (!Number.isInteger(version) || version < 1 || version > 10)
    throw new Error(`no version of ${size} modules`);
  for (const [x, y] of [
    [0, 0],
    [size - 7, 0],
    [0, size - 7],
  ] as const)
    checkFinder(x, y, dark);
  const { level, mask } = formatOf(dark);
  const bits = modulesInOrder(size, version)
    .map(([x, y]) => dark(x, y) !== MASKS[mask]!(x, y))
    .map(Number);
  const words = Array.from({ length: Math.floor(bits.length / 8) }, (_, at) =>
    Number.parseInt(bits.slice(at * 8, at * 8 + 8).join(''), 2),
  );
  return segmentsOf(dataOf(words, version, level), version);
}

function checkFinder(left: number, top: number, dark: (x: number, y: number) => boolean): void {
  for (let y = 0; y < 7; y++)
    for (let x = 0; x < 7; x++) {
      const ring = Math.max(Math.abs(x - 3), Math.abs(y - 3));
      if (dark(left + x, top + y) !== (ring !== 2)) throw new Error('no finder pattern');
    }
}

/** The 15 bits next to the upper left finder pattern, without their correction. */
function formatOf(dark: (x: number, y: number) => boolean): { level: number; mask: number } {
  const places = [
    ...[0, 1, 2, 3, 4, 5, 7, 8].map((x) => [x, 8] as const),
    ...[7, 5, 4, 3, 2, 1, 0].map((y) => [8, y] as const),
  ];
  const format = Number.parseInt(places.map(([x, y]) => Number(dark(x, y))).join(''), 2) ^ 0b101010000010010;
  return { level: format >> 13, mask: (format >> 10) & 7 };
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Centres of the alignment patterns. */
const ALIGNED = [
  [],
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

function modulesInOrder(size: number, version: number): [number, number][] {
  const centres = ALIGNED[version]!;
  const isFunction = (x: number, y: number) =>
    (x < 9 && y < 9) ||
    (x >= size - 8 && y < 9) ||
    (x < 9 && y >= size - 8) ||
    x === 6 ||
    y === 6 ||
    (version >= 7 && ((x >= size - 11 && y < 6) || (y >= size - 11 && x < 6))) ||
    centres.some((cx) =>
      centres.some((cy) => {
        const atFinder =
          (cx === 6 && cy === 6) || (cx === 6 && cy === size - 7) || (cx === size - 7 && cy === 6);
        return !atFinder && Math.abs(x - cx) <= 2 && Math.abs(y - cy) <= 2;
      }),
    );
  const places: [number, number][] = [];
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right--;
    for (let step = 0; step < size; step++) {
      const y = up ? size - 1 - step : step;
      for (const x of [right, right - 1]) if (!isFunction(x, y)) places.push([x, y]);
    }
    up = !up;
  }
  return places;
}

/** By the two bits of the level (M, L, H, Q) and the version: error correction words per block, and blocks. */
const CORRECTION = [
  [0, 10, 16, 26, 18, 24, 16, 18, 22, 22, 26],
  [0, 7, 10, 15, 20, 26, 18, 20, 24, 30, 18],
  [0, 17, 28, 22, 16, 22, 28, 26, 26, 24, 28],
  [0, 13, 22, 18, 26, 18, 24, 18, 22, 20, 24],
];
const BLOCKS = [
  [0, 1, 1, 1, 2, 2, 4, 4, 4, 5, 5],
  [0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 4],
  [0, 1, 1, 2, 4, 4, 4, 5, 6, 8, 8],
  [0, 1, 1, 2, 2, 4, 4, 6, 6, 8, 8],
];

function dataOf(words: readonly number[], version: number, level: number): number[] {
  const blocks = BLOCKS[level]![version]!;
  const short = Math.floor(words.length / blocks) - CORRECTION[level]![version]!;
  const long = words.length % blocks;
  const parts = Array.from({ length: blocks }, (): number[] => []);
  let next = 0;
  for (let at = 0; at <= short; at++)
    for (const [block, part] of parts.entries())
      if (at < short || block >= blocks - long) part.push(words[next++]!);
  return parts.flat();
}

const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';

function segmentsOf(words: readonly number[], version: number): string {
  const bits = words.map((word) => word.toString(2).padStart(8, '0')).join('');
  let at = 0;
  const take = (count: number) => {
    at += count;
    return Number.parseInt(bits.slice(at - count, at), 2);
  };
  const wide = version >= 10;
  const bytes: number[] = [];
  const say = (text: string) => bytes.push(...Buffer.from(text, 'latin1'));
  while (at + 4 <= bits.length) {
    const mode = take(4);
    if (mode === 0) break;
    if (mode === 7) take(8);
    else if (mode === 4) {
      for (let left = take(wide ? 16 : 8); left > 0; left--) bytes.push(take(8));
    } else if (mode === 1) {
      let left = take(wide ? 12 : 10);
      for (; left >= 3; left -= 3) say(String(take(10)).padStart(3, '0'));
      if (left > 0) say(String(take(left === 2 ? 7 : 4)).padStart(left, '0'));
    } else if (mode === 2) {
      let left = take(wide ? 11 : 9);
      for (; left >= 2; left -= 2) {
        const pair = take(11);
        say(ALPHANUMERIC[Math.floor(pair / 45)]! + ALPHANUMERIC[pair % 45]!);
      }
      if (left === 1) say(ALPHANUMERIC[take(6)]!);
    } else throw new Error(`mode ${mode}`);
  }
  return Buffer.from(bytes).toString('utf8');
}
