import { formatCache, type NumberFormat } from '../xlsx/number-format.ts';

/** Names of formats that Excel writes instead of codes. */
const NAMED: Readonly<Record<string, string>> = {
  general: 'General',
  'general date': 'dd/mm/yyyy hh:mm',
  'short date': 'dd/mm/yyyy',
  'medium date': 'dd-mmm-yy',
  'long date': 'dd mmmm yyyy',
  'short time': 'h:mm',
  'medium time': 'h:mm AM/PM',
  'long time': 'h:mm:ss AM/PM',
  percent: '0.00%',
  fixed: '0.00',
  standard: '#,##0.00',
  scientific: '0.00E+00',
};

/** Characters of style sheets that are read; the rest is ignored. */
const STYLE_CHARACTERS = 2_000_000;

/** Maximum length of a declaration. */
const DECLARATION = 2000;

/** The formats of a page that Excel would give its cells (`mso-number-format`), by classes and in attributes. */
export class NumberFormats {
  private css = '';
  private classes: Map<string, string> | undefined;
  private readonly parsed = formatCache();

  /** Adds text of a style sheet. */
  add(text: string): void {
    if (this.css.length >= STYLE_CHARACTERS) return;
    this.css += text;
    this.classes = undefined;
  }

  /** The format of a cell; undefined if the page gives none. */
  of(style: string | undefined, classes: string | undefined): NumberFormat | undefined {
    const own = style === undefined ? undefined : formatIn(style);
    const code = own ?? this.ofClasses(classes);
    if (code === undefined) return undefined;
    return this.parsed(code);
  }

  private ofClasses(names: string | undefined): string | undefined {
    if (names === undefined || this.css === '') return undefined;
    this.classes ??= classesOf(this.css);
    let found: string | undefined;
    for (const name of names.slice(0, DECLARATION).split(/\s+/)) found = this.classes.get(name) ?? found;
    return found;
  }
}

function classesOf(css: string): Map<string, string> {
  const classes = new Map<string, string>();
  for (const rule of css.split('}')) {
    const at = rule.indexOf('{');
    if (at === -1) continue;
    const code = formatIn(rule.slice(at + 1));
    if (code === undefined) continue;
    for (const [, name] of rule.slice(Math.max(0, at - DECLARATION), at).matchAll(/\.([\w-]+)/g))
      classes.set(name!, code);
  }
  return classes;
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
  return NAMED[plain.toLowerCase()] ?? plain;
}
