import { escapeXml } from '../xml-out.ts';

/**
 * XML in UTF-8 with each byte as one character, so that XML that is not edited stays byte-identical. Search only for
 * ASCII in it.
 */
export type RawXml = string;

/** A tag of a part, and its offsets in the part. */
export interface Tag {
  /** The name without its prefix. */
  readonly name: string;
  /** The namespace prefix with its colon, such as `x:`; empty if there is none. */
  readonly prefix: string;
  readonly kind: 'open' | 'close' | 'empty';
  readonly start: number;
  readonly end: number;
  /** The whole tag as XML. */
  readonly text: RawXml;
  /** Number of elements that contain the tag; 0 for the root. */
  readonly depth: number;
}

const TOKEN =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[[\s\S]*?\]\]>|<(\/?)([^\s/>"'=<!?][^\s/>"'=<]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>/g;

/** The tags of a part, in order. Comments, processing instructions and CDATA sections are skipped. */
export function* tagsOf(xml: RawXml, from = 0): Generator<Tag> {
  const token = new RegExp(TOKEN);
  token.lastIndex = from;
  let depth = 0;
  for (let found = token.exec(xml); found !== null; found = token.exec(xml)) {
    const [text, slash, qualified, rest] = found;
    if (qualified === undefined) continue;
    const colon = qualified.indexOf(':') + 1;
    const kind = slash === '/' ? 'close' : rest!.endsWith('/') ? 'empty' : 'open';
    if (kind === 'close') depth--;
    const place = { start: found.index, end: token.lastIndex, text, depth };
    yield { name: qualified.slice(colon), prefix: qualified.slice(0, colon), kind, ...place };
    if (kind === 'open') depth++;
  }
}

/** Stands for everything before the tail of a sheet: the open root, and the open element of the rows. */
const BEFORE_TAIL = '<r><s>';

/** The tags in the tail of a sheet, which starts with the closing tag of its rows. */
export function* tailTags(tail: RawXml): Generator<Tag> {
  const before = BEFORE_TAIL.length;
  for (const tag of tagsOf(BEFORE_TAIL + tail)) {
    if (tag.start >= before) yield { ...tag, start: tag.start - before, end: tag.end - before };
  }
}

const patterns = new Map<string, RegExp>();

function attributeOf(name: string): RegExp {
  const known = patterns.get(name);
  if (known) return known;
  const pattern = new RegExp(`(\\s${name}\\s*=\\s*)("[^"]*"|'[^']*')`);
  patterns.set(name, pattern);
  return pattern;
}

/** The value of an attribute, with entities; undefined if the tag does not have the attribute. */
export function attribute(tag: RawXml, name: string): RawXml | undefined {
  const [, , value] = attributeOf(name).exec(tag) ?? [];
  return value?.slice(1, -1);
}

/** The value of an attribute with any namespace prefix: `r:id` for the name `id`. */
export function prefixedAttribute(tag: RawXml, name: string): RawXml | undefined {
  return attribute(tag, `[\\w.-]+:${name}`);
}

/** The tag with an attribute set. */
export function withAttribute(tag: RawXml, name: string, value: RawXml): RawXml {
  const pattern = attributeOf(name);
  if (pattern.test(tag)) return tag.replace(pattern, (_, before: string) => `${before}"${value}"`);
  return tag.replace(/\s*(\/?>)$/, (end) => ` ${name}="${value}"${end.trim()}`);
}

/** Escapes a text for XML. Characters that XML forbids become spaces. */
export function rawText(text: string): RawXml {
  return raw(escapeXml(withoutControls(text)));
}

/** Converts a text to its bytes in UTF-8, each as one character. */
export const raw = (text: string): RawXml => Buffer.from(text, 'utf8').toString('latin1');

/** Converts XML text to an ordinary text: entities are resolved. */
export function plainText(xml: RawXml): string {
  const text = Buffer.from(xml, 'latin1').toString('utf8');
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (all, hex, decimal, name) => {
    if (name !== undefined) return NAMED_ENTITIES[name.toLowerCase()] ?? all;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}

const NAMED_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function withoutControls(text: string): string {
  return (text.isWellFormed() ? text : text.toWellFormed()).replace(CONTROL, ' ').replaceAll('\r', '');
}

/** Replaces pieces of a part; the edits must not overlap. */
export function withEdits(
  xml: RawXml,
  edits: readonly { readonly start: number; readonly end: number; readonly text: RawXml }[],
): RawXml {
  let result = '';
  let at = 0;
  for (const { start, end, text } of [...edits].sort((a, b) => a.start - b.start)) {
    result += xml.slice(at, start) + text;
    at = end;
  }
  return result + xml.slice(at);
}
