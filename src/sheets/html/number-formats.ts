import { codeOf } from '../xlsx/named-formats.ts';
import { formatCache, type NumberFormat } from '../xlsx/number-format.ts';

/** Maximum number of characters of style sheets: the reader ignores the rest. */
const STYLE_CHARACTERS = 2_000_000;

/** Maximum length of a declaration. */
const DECLARATION = 2000;

/** The formats of a page that Excel would give its cells (`mso-number-format`), by classes and in attributes. */
export class NumberFormats {
  private characters = 0;
  private readonly classes = new Map<string, string>();
  private readonly parsed = formatCache();

  /** Adds the rules of a style sheet. */
  read(sheet: string): void {
    const left = Math.max(0, STYLE_CHARACTERS - this.characters);
    this.characters += sheet.length;
    for (const rule of sheet.slice(0, left).split('}')) addClasses(rule, this.classes);
  }

  /** The format of a cell; undefined if the page gives none. */
  of(style: string | undefined, classes: string | undefined): NumberFormat | undefined {
    const own = style === undefined ? undefined : formatIn(style);
    const code = own ?? this.ofClasses(classes);
    if (code === undefined) return undefined;
    return this.parsed(code);
  }

  private ofClasses(names: string | undefined): string | undefined {
    if (names === undefined || this.classes.size === 0) return undefined;
    let found: string | undefined;
    for (const name of names.slice(0, DECLARATION).split(/\s+/)) found = this.classes.get(name) ?? found;
    return found;
  }
}

/** Adds the classes of a rule (`.xl1 {mso-number-format:"\@"`), if it has a format. */
function addClasses(rule: string, classes: Map<string, string>): void {
  const at = rule.indexOf('{');
  if (at === -1) return;
  const code = formatIn(rule.slice(at + 1));
  if (code === undefined) return;
  for (const [, name] of rule.slice(Math.max(0, at - DECLARATION), at).matchAll(/\.([\w-]+)/g))
    classes.set(name!, code);
}

/** The format code in declarations such as `mso-number-format:"\@"`. */
function formatIn(declarations: string): string | undefined {
  const start = declarations.toLowerCase().lastIndexOf('mso-number-format');
  if (start === -1) return undefined;
  const text = declarations.slice(start, start + DECLARATION);
  const [, quoted, single, bare] =
    /^mso-number-format\s*:\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^;"']*))/is.exec(text) ?? [];
  const code = (quoted ?? single ?? bare)?.trim();
  if (code === undefined || code === '') return undefined;
  // Excel escapes characters as in CSS: `\@`, `0\.00`, `\0022REF\0022`.
  const plain = code.replace(
    /\\(?:([0-9a-f]{4})\s?|(.))/gi,
    (_, hex: string | undefined, character: string) =>
      hex === undefined ? character : String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return codeOf(plain);
}
