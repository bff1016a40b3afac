import { codeOf } from '../xlsx/named-formats.ts';
import { formatOfCode, type NumberFormat } from '../xlsx/number-format.ts';

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
      if (found?.code !== undefined) return formatOfCode(codeOf(found.code));
      name = found?.parent;
    }
    return undefined;
  }
}
