import { type Unescaped, unescaped } from './spelled.ts';

const REDACTED = '[redacted]';

/** A shorter token may be a word, so it is replaced only if it stands alone. */
const SHORT = 6;

/** A shorter token may occur in any text, so it is replaced only where a token is expected. */
const SHORTEST = 3;

/** What precedes a token in a header or a message. */
const BEFORE_TOKEN = '(?<=(?:bearer|token|authorization)["\'\\s:=]{1,4})';

/** Shorter pieces of base64 do not reveal the token, and occur in any text. */
const SHORTEST_BASE64 = 3;

/** How many layers of escapes are decoded: a proxy may encode a URL again, and a log may put that into JSON. */
const LAYERS = 3;

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

interface Span {
  readonly start: number;
  readonly end: number;
}

/** A form in which the token may occur. */
interface Form {
  readonly text: string;
  /** Number of characters next to it that encode a part of the token: a group of base64 may contain other text, too. */
  readonly before?: number;
  readonly after?: number;
}

/**
 * Returns a function that replaces the token in a text with `[redacted]`: as it is, in hex and in base64 (also inside a
 * longer text, as in `Basic ...`), each also with the escapes of URLs, HTML, XML and JSON, up to three layers. Ignores
 * case.
 */
export function redactor(token: string | null): (text: string) => string {
  if (token === null || token === '') return (text) => text;
  const all: Form[] = [
    ...plainForms(token).map((text) => ({ text })),
    { text: Buffer.from(token).toString('hex') },
    ...base64(token),
    ...base64(`Bearer ${token}`),
  ];
  const forms = new Map(all.map((form) => [form.text.toLowerCase(), form]));
  const texts = all.map(({ text }) => text).sort((a, b) => b.length - a.length);
  const words = [...new Set(texts)].map((text) =>
    Math.min(token.length, text.length) < SHORT
      ? `${token.length < SHORTEST && text === token ? BEFORE_TOKEN : '(?<![A-Za-z0-9])'}${escaped(text)}(?![A-Za-z0-9])`
      : escaped(text),
  );
  const pattern = new RegExp(words.join('|'), 'gi');
  const spansOf = (text: string): Span[] =>
    Array.from(text.matchAll(pattern), ({ index, 0: found }) => {
      const { before = 0, after = 0 } = forms.get(found.toLowerCase()) ?? {};
      return {
        start: index - (before > 0 && isBase64(text[index - 1]) ? before : 0),
        end: index + found.length + (after > 0 && isBase64(text[index + found.length]) ? after : 0),
      };
    });
  return (text) => withoutSpans(text, spansIn(text, spansOf));
}

/** The token and, if it looks escaped, its decoded forms. */
function plainForms(token: string): string[] {
  const forms = [token];
  for (let layer = unescaped(token); layer && forms.length <= LAYERS; layer = unescaped(layer.text))
    forms.push(layer.text);
  return forms;
}

const isBase64 = (sign: string | undefined): boolean => sign !== undefined && /[A-Za-z0-9+/_-]/.test(sign);

/** The spans that `spansOf` finds in a text and in its decoded forms. */
function spansIn(text: string, spansOf: (text: string) => Span[]): Span[] {
  const spans = spansOf(text);
  const layers: Unescaped[] = [];
  for (let layer = unescaped(text); layer && layers.length < LAYERS; layer = unescaped(layer.text)) {
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

/** The same value, with every text in it redacted. */
export function redactAll<T>(value: T, redact: (text: string) => string): T {
  if (typeof value === 'string') return redact(value) as T;
  if (Array.isArray(value)) return value.map((item) => redactAll(item, redact)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, name === 'type' ? item : redactAll(item, redact)]),
  ) as T;
}
