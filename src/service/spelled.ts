/** A text with one layer of escapes decoded: `%2F`, `&#47;`, `&#x2f;`, `&sol;`, `\u002f` and `\/` all mean a slash. */
export interface Unescaped {
  readonly text: string;
  /**
   * The position in the escaped text of a part of `text`, from `start` up to `end` (exclusive). Escapes are not split.
   */
  placeOf(start: number, end: number): { readonly start: number; readonly end: number };
}

/** The HTML names of ASCII characters. */
const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", sol: '/', bsol: '\\', equals: '=', plus: '+' },
  ...{ percnt: '%', num: '#', excl: '!', dollar: '$', lpar: '(', rpar: ')', ast: '*', midast: '*' },
  ...{ comma: ',', period: '.', colon: ':', semi: ';', quest: '?', commat: '@', hat: '^', lowbar: '_' },
  ...{ underbar: '_', grave: '`', diacriticalgrave: '`', verbar: '|', vert: '|', verticalline: '|' },
  ...{ lsqb: '[', lbrack: '[', rsqb: ']', rbrack: ']', lcub: '{', lbrace: '{', rcub: '}', rbrace: '}' },
};

/** Each alternative has a distinct start or is short, so that a match never backtracks far. */
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

/**
 * Number of parts that are joined at once. A text that consists of escapes would otherwise be kept as single
 * characters.
 */
const PARTS = 1 << 12;

/**
 * Decodes one layer of escapes; null if there are none. Only ASCII characters are decoded, because a token contains no
 * others.
 */
export function unescaped(text: string): Unescaped | null {
  if (!/[%&\\]/.test(text)) return null;
  // For each escape: its end in the decoded text, and by how many characters the text is shorter up to there.
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
  /** The position in the escaped text of a boundary in the decoded text: after every escape before it. */
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

/** An ascending list of numbers in a typed array. */
class Numbers {
  #values = new Uint32Array(64);
  size = 0;

  push(value: number): void {
    if (this.size === this.#values.length) {
      const more = new Uint32Array(2 * this.size);
      more.set(this.#values);
      this.#values = more;
    }
    this.#values[this.size++] = value;
  }

  at(index: number): number {
    return this.#values[index]!;
  }

  /** The index of the last number that is at most `most`; -1 if there is none. */
  lastUpTo(most: number): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#values[middle]! <= most) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
