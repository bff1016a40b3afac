import { formatOfCode, type NumberFormat } from '../xlsx/number-format.ts';

/** Names of formats that SpreadsheetML uses instead of codes. */
const NAMED: Readonly<Record<string, string>> = {
  'general date': 'dd/mm/yyyy hh:mm',
  'long date': 'dd mmmm yyyy',
  'medium date': 'dd-mmm-yy',
  'short date': 'dd/mm/yyyy',
  'long time': 'h:mm:ss AM/PM',
  'medium time': 'h:mm AM/PM',
  'short time': 'h:mm',
  percent: '0.00%',
  'general number': 'General',
  currency: '#,##0.00',
  'euro currency': '#,##0.00',
  fixed: '0.00',
  standard: '#,##0.00',
  scientific: '0.00E+00',
  'yes/no': 'General',
  'true/false': 'General',
  'on/off': 'General',
};

/** Maximum number of styles of a file. */
export const MAX_STYLES = 100_000;

/** The formats of a file by the names of its styles. */
export class Formats {
  private readonly styles = new Map<string, { code?: string; parent?: string }>();
  private readonly formats = new Map<string, NumberFormat | undefined>();

  get size(): number {
    return this.styles.size;
  }

  add(style: string, parent: string | undefined): void {
    this.styles.set(style, parent === undefined ? {} : { parent });
  }

  /** Sets the format of a style: a code or a name. */
  set(style: string, code: string): void {
    const found = this.styles.get(style);
    if (found !== undefined) found.code = code;
  }

  of(style: string | undefined): NumberFormat | undefined {
    if (style === undefined) return undefined;
    if (!this.formats.has(style)) this.formats.set(style, this.resolved(style));
    return this.formats.get(style);
  }

  private resolved(style: string): NumberFormat | undefined {
    const seen = new Set<string>();
    for (let name: string | undefined = style; name !== undefined && !seen.has(name); ) {
      seen.add(name);
      const found: { code?: string; parent?: string } | undefined = this.styles.get(name);
      if (found?.code !== undefined) return formatOfCode(NAMED[found.code.toLowerCase()] ?? found.code);
      name = found?.parent;
    }
    return undefined;
  }
}
