import { inflateSync } from 'node:zlib';

/** A picture of a code as modules: whether each is dark, without the margin. */
export interface Modules {
  readonly size: number;
  readonly margin: number;
  dark(x: number, y: number): boolean;
}

/** The modules in a PNG that draws each as a square of pixels; at most 8 bits per channel with a palette. */
export function modulesInPng(png: Uint8Array): Modules {
  const bytes = Buffer.from(png);
  expectSignature(bytes);
  let at = 8;
  const data: Buffer[] = [];
  let head = { width: 0, height: 0, depth: 8, color: 0 };
  let palette: Buffer = Buffer.alloc(0);
  while (at < bytes.length) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR')
      head = { width: body.readUInt32BE(0), height: body.readUInt32BE(4), depth: body[8]!, color: body[9]! };
    if (type === 'PLTE') palette = Buffer.from(body);
    if (type === 'IDAT') data.push(Buffer.from(body));
    at += 12 + length;
  }
  const raw = inflateSync(Buffer.concat(data));
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[head.color]!;
  const stride = Math.ceil((head.width * channels * head.depth) / 8);
  const light = (x: number, y: number): boolean => {
    const row = y * (stride + 1);
    if (raw[row] !== 0) throw new Error('a filtered row');
    const bit = x * channels * head.depth;
    const byte = raw[row + 1 + Math.floor(bit / 8)]!;
    const value = (byte >> (8 - head.depth - (bit % 8))) & (2 ** head.depth - 1);
    return head.color === 3 ? palette[value * 3]! > 127 : value > 2 ** (head.depth - 1) - 1;
  };
  return cropped(head.width, (x, y) => !light(x, y));
}

/** The modules in an SVG that draws each dark area as a path of straight lines, by the even-odd rule. */
export function modulesInSvg(svg: string): Modules {
  const [, left, top, width] = /viewBox="(-?\d+) (-?\d+) (\d+) \d+"/.exec(svg)!.map(Number) as number[];
  const [, path] = / d="([^"]+)"/.exec(svg)!;
  const lines = verticalLines(path!);
  // A point is inside if the number of vertical lines to the right of it is odd.
  const isInside = (px: number, py: number) =>
    lines.filter(({ x, from, to }) => x > px && from < py && py < to).length % 2 === 1;
  return cropped(width!, (x, y) => isInside(x + left! + 0.5, y + top! + 0.5));
}

/** The vertical lines of a path of `M`, `L` and `Z`. */
function verticalLines(path: string): { readonly x: number; readonly from: number; readonly to: number }[] {
  return path
    .split('M')
    .slice(1)
    .flatMap((shape) => {
      if (!/^[\d. ]+(L[\d. ]+)*Z$/.test(shape)) throw new Error(`${shape} in a path`);
      const points = shape
        .slice(0, -1)
        .split('L')
        .map((point) => point.split(' ').map(Number) as [number, number]);
      return points.flatMap(([x, y], at) => {
        const [nextX, nextY] = points[(at + 1) % points.length]!;
        return x === nextX ? [{ x, from: Math.min(y, nextY), to: Math.max(y, nextY) }] : [];
      });
    });
}

function expectSignature(bytes: Buffer): void {
  if (!bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) throw new Error('no PNG');
}

function cropped(side: number, dark: (x: number, y: number) => boolean): Modules {
  let edge = 0;
  while (edge < side && !dark(edge, edge)) edge++;
  let corner = edge;
  while (corner < side && dark(corner, edge)) corner++;
  const module = (corner - edge) / 7;
  return {
    size: (side - 2 * edge) / module,
    margin: edge / module,
    dark: (x, y) => dark(edge + Math.floor((x + 0.5) * module), edge + Math.floor((y + 0.5) * module)),
  };
}
