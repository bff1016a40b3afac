/** An element of a picture with its attributes and, for a text, its words. */
export interface Mark {
  readonly tag: string;
  readonly words: string;
  readonly own: Readonly<Record<string, string>>;
  number(name: string): number;
}

const MARK = /<(rect|text|circle|path|use|g|svg)\b((?:\s[\w:-]+="[^"]*")*)\s*\/?>(?:([^<]*)(?=<))?/g;

/** The marks of a picture, in order. */
export function marksOf(picture: string): Mark[] {
  return [...picture.matchAll(MARK)].map(([, tag = '', attributes = '', words = '']) => {
    const own = Object.fromEntries(
      [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    return {
      ...{ tag, words: words.replaceAll(/&(amp|lt|gt|quot|#39);/g, '&'), own },
      number(name) {
        if (!/^-?\d+(\.\d+)?$/.test(own[name] ?? '')) throw new Error(`${tag}: ${name} is "${own[name]}"`);
        return Number(own[name]);
      },
    };
  });
}

/** All points of an SVG path with absolute coordinates. */
export const pointsOf = (d: string): [number, number][] =>
  [...d.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
