/** A text with one layer of escapes taken off: `%2F`, `&#47;`, `&#x2f;`, `&sol;`, `\u002f` and `\/` are all a slash. */
export interface Unescaped {
  readonly text: string;
  /** Where a piece of it, from `start` to before `end`, stands in the text that it was taken from; escapes are whole. */
  placeOf(start: number, end: number): { readonly start: number; readonly end: number };
}

/** Names that HTML has for signs of ASCII. */
const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", sol: '/', bsol: '\\', equals: '=', plus: '+' },
  ...{ percnt: '%', num: '#', excl: '!', dollar: '$', lpar: '(', rpar: ')', ast: '*', midast: '*' },
  ...{ comma: ',', period: '.', colon: ':', semi: ';', quest: '?', commat: '@', hat: '^', lowbar: '_' },
  ...{ underbar: '_', grave: '`', diacriticalgrave: '`', verbar: '|', vert: '|', verticalline: '|' },
  ...{ lsqb: '[', lbrack: '[', rsqb: ']', rbrack: ']', lcub: '{', lbrace: '{', rcub: '}', rbrace: '}' },
};

/** Each alternative starts with a sign that no other does, or ends within a few characters: one pass, no way back. */
const ESCAPE = new RegExp(
  [
    '%([0-9a-f]{2})',
    '%u([0-9a-f]{4})',
    '&#x([0-9a-f]{1,8});?',
    '&#(\\d{1,8});?',
    '&([a-z]{2,20});',
    '&(amp|lt|gt|quot)',
    '\\\\u([0-9a-f]{4})',
    '\\\\u\\{([0-9a-f]{1,8})\\}',
    '\\\\x([0-9a-f]{2})',
    '\\\\([\\\\/"\'])',
  ].join('|'),
  'gi',
);

/** So many parts are made one string at once: a text of escapes alone is not kept in parts of a character each. */
const PARTS = 1 << 12;

/** Takes a layer of escapes off; null where there is none. Only signs of ASCII: a token has no others. */
export function unescaped(text: string): Unescaped | null {
  if (!/[%&\\]/.test(text)) return null;
  // Places in the plain text behind each escape, and how many characters were saved up to there.
  const places = new Numbers();
  const saved = new Numbers();
  const pieces: string[] = [];
  let parts: string[] = [];
  let from = 0;
  let sum = 0;
  for (const match of text.matchAll(ESCAPE)) {
    const sign = signOf(match);
    if (sign === null) continue;
    parts.push(text.slice(from, match.index), sign);
    from = match.index + match[0].length;
    sum += match[0].length - 1;
    places.push(from - sum);
    saved.push(sum);
    if (parts.length < PARTS) continue;
    pieces.push(parts.join(''));
    parts = [];
  }
  if (places.size === 0) return null;
  /** Where a boundary of the plain text stands: behind every escape before it. */
  const boundary = (at: number) => {
    const last = places.lastUpTo(at);
    return last < 0 ? at : at + saved.at(last);
  };
  return {
    text: `${pieces.join('')}${parts.join('')}${text.slice(from)}`,
    placeOf: (start, end) => ({ start: boundary(start), end: boundary(end) }),
  };
}

function signOf(match: RegExpMatchArray): string | null {
  const [, percent, wide, hex, decimal, name, bare, json, braced, x, itself] = match;
  if (itself !== undefined) return itself;
  const named = name ?? bare;
  if (named !== undefined) return NAMED[named.toLowerCase()] ?? null;
  const digits = percent ?? wide ?? hex ?? json ?? braced ?? x;
  const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16);
  return code > 0x20 && code < 0x7f ? String.fromCharCode(code) : null;
}

/** Numbers that only grow, without an object each. */
class Numbers {
  #held = new Uint32Array(64);
  size = 0;

  push(value: number): void {
    if (this.size === this.#held.length) {
      const more = new Uint32Array(2 * this.size);
      more.set(this.#held);
      this.#held = more;
    }
    this.#held[this.size++] = value;
  }

  at(index: number): number {
    return this.#held[index]!;
  }

  /** The index of the last that is no more than `most`; -1 when all are. */
  lastUpTo(most: number): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#held[middle]! <= most) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
