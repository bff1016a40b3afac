const REDACTED = '[redacted]';

/** A token shorter than this may be a normal word, so it is replaced only where it is a separate word. */
const SHORT_TOKEN = 6;

/** A token shorter than this may occur in any text, so it is replaced only where a token is expected. */
const SHORTEST_TOKEN = 3;

/** Matches the position after the words that precede a token in a header or a message. */
const BEFORE_TOKEN = '(?<=(?:bearer|token|authorization)["\'\\s:=]{1,4})';

/** Pieces of base64 shorter than this are not replaced: they do not reveal the token, and occur in any text. */
const SHORTEST_BASE64 = 3;

/** How many layers of escapes are decoded: a proxy may encode a URL again, and a log may put that into JSON. */
const MAX_LAYERS = 3;

/** The HTML names of ASCII characters. */
const HTML_NAMES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", sol: '/', bsol: '\\', equals: '=', plus: '+' },
  ...{ percnt: '%', num: '#', excl: '!', dollar: '$', lpar: '(', rpar: ')', ast: '*', midast: '*' },
  ...{ comma: ',', period: '.', colon: ':', semi: ';', quest: '?', commat: '@', hat: '^', lowbar: '_' },
  ...{ underbar: '_', grave: '`', diacriticalgrave: '`', verbar: '|', vert: '|', verticalline: '|' },
  ...{ lsqb: '[', lbrack: '[', rsqb: ']', rbrack: ']', lcub: '{', lbrace: '{', rcub: '}', rbrace: '}' },
};

/** Matches one escape. Each alternative has a distinct start or is short, so that a match never backtracks far. */
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
const PARTS_AT_ONCE = 1 << 12;

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

interface Span {
  readonly start: number;
  readonly end: number;
}

/** A form in which the token may occur. */
interface Form {
  readonly text: string;
  /**
   * Number of characters next to the form that encode a part of the token: a group of base64 may also contain
   * other text.
   */
  readonly before?: number;
  readonly after?: number;
}

/**
 * Returns a function that replaces each secret in a text with `[redacted]`: as it is, in hex and in base64 (also inside a
 * longer text, as in `Basic ...`), each also with the escapes of URLs, HTML, XML and JSON, up to three layers. Ignores
 * case.
 */
export function redactor(...secrets: readonly (string | null)[]): (text: string) => string {
  const all = secrets
    .filter((secret) => secret !== null && secret !== '')
    .map((secret) => redactorOf(secret!));
  return (text) => all.reduce((redacted, redact) => redact(redacted), text);
}

function redactorOf(token: string): (text: string) => string {
  const all: Form[] = [
    ...plainForms(token).map((text) => ({ text })),
    { text: Buffer.from(token).toString('hex') },
    ...base64(token),
    ...base64(`Bearer ${token}`),
  ];
  const forms = new Map(all.map((form) => [form.text.toLowerCase(), form]));
  const texts = all.map(({ text }) => text).sort((a, b) => b.length - a.length);
  const words = [...new Set(texts)].map((text) =>
    Math.min(token.length, text.length) < SHORT_TOKEN
      ? `${token.length < SHORTEST_TOKEN && text === token ? BEFORE_TOKEN : '(?<![A-Za-z0-9])'}${escaped(text)}(?![A-Za-z0-9])`
      : escaped(text),
  );
  const pattern = new RegExp(words.join('|'), 'gi');
  const spansOf = (text: string): Span[] => {
    // Almost no text contains a token.
    if (text.search(pattern) < 0) return [];
    return Array.from(text.matchAll(pattern), ({ index, 0: found }) => {
      const { before = 0, after = 0 } = forms.get(found.toLowerCase()) ?? {};
      return {
        start: index - (before > 0 && isBase64(text[index - 1]) ? before : 0),
        end: index + found.length + (after > 0 && isBase64(text[index + found.length]) ? after : 0),
      };
    });
  };
  return (text) => withoutSpans(text, spansIn(text, spansOf));
}

/** The token and, if it looks escaped, its decoded forms. */
function plainForms(token: string): string[] {
  const forms = [token];
  for (let layer = unescaped(token); layer && forms.length <= MAX_LAYERS; layer = unescaped(layer.text))
    forms.push(layer.text);
  return forms;
}

const isBase64 = (sign: string | undefined): boolean => sign !== undefined && /[A-Za-z0-9+/_-]/.test(sign);

/** The spans that `spansOf` finds in a text and in its decoded forms. */
function spansIn(text: string, spansOf: (text: string) => Span[]): Span[] {
  const spans = spansOf(text);
  const layers: Unescaped[] = [];
  for (let layer = unescaped(text); layer && layers.length < MAX_LAYERS; layer = unescaped(layer.text)) {
    layers.push(layer);
    for (const found of spansOf(layer.text))
      spans.push(layers.reduceRight((span, { placeOf }) => placeOf(span.start, span.end), found));
  }
  return spans;
}

function withoutSpans(text: string, spans: Span[]): string {
  if (spans.length === 0) return text;
  let kept = '';
  let from = 0;
  for (const { start, end } of spans.sort((one, other) => one.start - other.start)) {
    // Overlapping and adjacent spans are joined.
    if (start >= from) kept += text.slice(from, start) + REDACTED;
    from = Math.max(from, end);
  }
  return kept + text.slice(from);
}

/**
 * The characters of any base64 that contains the text. There are three forms, because the text may begin at the first,
 * second or third byte of a group; each in both alphabets.
 */
function base64(text: string): Form[] {
  return [0, 1, 2]
    .flatMap((shift) => {
      const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(text, 'utf8')]);
      const whole = Math.floor((bytes.length * 8) / 6);
      return (['base64', 'base64url'] as const).map((alphabet) => ({
        text: bytes.toString(alphabet).slice([0, 2, 3][shift]!, whole),
        before: shift === 0 ? 0 : 1,
        after: bytes.length % 3 === 0 ? 0 : 1,
      }));
    })
    .filter((form) => form.text.length >= SHORTEST_BASE64);
}

/** Returns a copy of the value in which every text is redacted. */
export function redactAll<T>(value: T, redact: (text: string) => string): T {
  if (typeof value === 'string') return redact(value) as T;
  if (Array.isArray(value)) return value.map((item) => redactAll(item, redact)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, name === 'type' ? item : redactAll(item, redact)]),
  ) as T;
}

/** A text with one layer of escapes decoded: `%2F`, `&#47;`, `&#x2f;`, `&sol;`, `\u002f` and `\/` all mean a slash. */
interface Unescaped {
  readonly text: string;
  /**
   * The position in the escaped text of a part of `text`, from `start` up to `end` (exclusive). Escapes are not split.
   */
  placeOf(start: number, end: number): { readonly start: number; readonly end: number };
}

/**
 * Decodes one layer of escapes; null if there are none. Only ASCII characters are decoded, because a token contains
 * only those.
 */
function unescaped(text: string): Unescaped | null {
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
    if (parts.length < PARTS_AT_ONCE) continue;
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
  if (named !== undefined) return HTML_NAMES[named.toLowerCase()] ?? null;
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
