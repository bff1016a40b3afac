import { codeOf } from '../xlsx/named-formats.ts';
import { formatCache, type NumberFormat } from '../xlsx/number-format.ts';

/** Maximum number of characters in all style sheets; the rest is ignored. */
const STYLE_CHARACTERS = 2_000_000;

/** Maximum number of characters of a declaration, of a selector and of a `class` attribute that are read. */
const MAX_DECLARATION = 2000;

/** The number formats that Excel writes into pages (`mso-number-format`), in style sheets and `style` attributes. */
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

  /** The number format of a cell from its `style` or `class`; undefined if the page has none. */
  formatOf(style: string | undefined, classes: string | undefined): NumberFormat | undefined {
    const own = style === undefined ? undefined : formatIn(style);
    const code = own ?? this.ofClasses(classes);
    if (code === undefined) return undefined;
    return this.parsed(code);
  }

  private ofClasses(names: string | undefined): string | undefined {
    if (names === undefined || this.classes.size === 0) return undefined;
    let found: string | undefined;
    for (const name of names.slice(0, MAX_DECLARATION).split(/\s+/)) found = this.classes.get(name) ?? found;
    return found;
  }
}

/** Adds the format of a rule such as `.xl1 {mso-number-format:"\@"` for each of its classes. */
function addClasses(rule: string, classes: Map<string, string>): void {
  const at = rule.indexOf('{');
  if (at === -1) return;
  const code = formatIn(rule.slice(at + 1));
  if (code === undefined) return;
  for (const [, name] of rule.slice(Math.max(0, at - MAX_DECLARATION), at).matchAll(/\.([\w-]+)/g))
    classes.set(name!, code);
}

/** The format code in declarations such as `mso-number-format:"\@"`. */
function formatIn(declarations: string): string | undefined {
  const start = declarations.toLowerCase().lastIndexOf('mso-number-format');
  if (start === -1) return undefined;
  const text = declarations.slice(start, start + MAX_DECLARATION);
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
