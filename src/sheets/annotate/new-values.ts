import { columnLetters } from '../cell.ts';
import type { Input } from '../input.ts';
import type { Limits } from '../source.ts';
import type { OutFile } from './archive-copy.ts';
import { namesIn } from './defined-names.ts';
import { refusalsOf } from './dropdowns.ts';
import { sheetReaders } from './sheet-readers.ts';
import { cellsOf, type RawCell, rowNumber, type SheetEditor } from './sheet-scanner.ts';
import type { MergedRange } from './sheet-survey.ts';
import { BookStyles } from './styles.ts';
import { attribute, type RawXml, rawText, withEdits } from './tags.ts';
import { WorkbookCopy } from './workbook-copy.ts';

/** A value for a cell; null empties it. */
export type NewValue = string | number | boolean | null;

/** The old text of a cell, and its new value. */
export interface CellChange {
  readonly from: string;
  readonly value: NewValue;
  /** For a number: whether a unit that the format of the cell shows is the unit of the new value. */
  readonly isUnit?: (unit: string) => boolean;
}

/** Changes by row (from 1) and column (from 0). */
export type NewValues = ReadonlyMap<number, ReadonlyMap<number, CellChange>>;

/** A cell that keeps its value, and why. */
export interface KeptCell {
  readonly sheet: string;
  readonly row: number;
  /** From 0. */
  readonly column: number;
  readonly why: 'formula' | 'merged' | 'missing' | 'read' | 'list';
  /** If `why` is `read`: the cell or name of a formula that may read the sheet. */
  readonly formula?: string;
}

/**
 * Writes a copy of a workbook (.xlsx, .xlsm) with new values in some cells to `out`; everything else stays. A cell keeps its
 * value, and is returned, if a formula may read its sheet, if it has a formula, if its dropdown does not offer the new value,
 * if it is merged, or if the sheet does not have it.
 *
 * @throws Damage if the workbook cannot be edited
 */
export async function withNewValues(
  input: Input,
  limits: Limits,
  values: ReadonlyMap<string, NewValues>,
  out: OutFile,
): Promise<KeptCell[]> {
  const copy = await WorkbookCopy.open(input, limits, out);
  const { archive, related } = copy;
  const stylesPart = related.find(({ kind }) => kind === 'styles')?.target;
  const stylesXml = stylesPart === undefined ? undefined : await copy.existing(stylesPart);
  const styles = stylesXml === undefined ? null : new BookStyles(stylesXml);
  const sheets: { name: string; part: string; values: NewValues }[] = [];
  const all: { name: string; part: string }[] = [];
  for (const { name } of copy.listed) {
    const own = values.get(name);
    const part = copy.partOf(name);
    if (part === undefined || !copy.isWorksheet(part)) continue;
    all.push({ name, part });
    if (own !== undefined) sheets.push({ name, part, values: own });
  }
  const kept: KeptCell[] = [];
  const names = namesIn(copy.workbook);
  const { readers, lists, merges } = await sheetReaders(archive, names, sheets.length === 0 ? [] : all);
  const refused = await refusalsOf({ input, archive, limits, names }, lists, values);
  await copy.copyEntries(sheets, [stylesPart ?? ''], async (sheet, entry) => {
    const edited = {
      ...sheet,
      reader: readers.get(sheet.name),
      refused: refused.get(sheet.name),
      merges: merges.get(sheet.name) ?? [],
    };
    await copy.writeEdited(sheet.part, entry, new ValueWriter(edited, styles, kept));
  });
  if (stylesPart !== undefined && styles && styles.part() !== stylesXml) copy.set(stylesPart, styles.part());
  await copy.end();
  return kept;
}

interface EditedSheet {
  readonly name: string;
  readonly values: NewValues;
  /** The cell or name of a formula that may read the sheet, such as `Sums!B2`; undefined if there is none. */
  readonly reader: string | undefined;
  /** The columns of cells whose dropdown does not offer the new value, by row. */
  readonly refused: ReadonlyMap<number, ReadonlySet<number>> | undefined;
  readonly merges: readonly MergedRange[];
}

/** Replaces the values of cells in the XML of a sheet. */
class ValueWriter implements SheetEditor {
  readonly #sheet: EditedSheet;
  readonly #styles: BookStyles | null;
  readonly #kept: KeptCell[];
  #prefix = '';
  #rowBefore = 0;
  readonly #seen = new Set<number>();

  constructor(sheet: EditedSheet, styles: BookStyles | null, kept: KeptCell[]) {
    this.#sheet = sheet;
    this.#styles = styles;
    this.#kept = kept;
  }

  head(xml: RawXml, prefix: string): RawXml {
    this.#prefix = prefix;
    return xml;
  }

  row(xml: RawXml, tag: RawXml): RawXml {
    const prefix = this.#prefix;
    const row = rowNumber(xml, tag, prefix, this.#rowBefore);
    this.#rowBefore = row;
    const { reader } = this.#sheet;
    const values = this.#sheet.values.get(row);
    if (values === undefined) return xml;
    this.#seen.add(row);
    const cells = new Map(cellsOf(xml, prefix).map((cell) => [cell.column, cell]));
    const edits: { start: number; end: number; text: RawXml }[] = [];
    for (const [column, change] of values) {
      const cell = cells.get(column);
      const why = isMerged(this.#sheet.merges, row, column)
        ? 'merged'
        : cell === undefined
          ? 'missing'
          : new RegExp(`<${prefix}f[\\s/>]`).test(xml.slice(cell.start, cell.end))
            ? 'formula'
            : reader !== undefined
              ? 'read'
              : this.#sheet.refused?.get(row)?.has(column)
                ? 'list'
                : null;
      if (cell === undefined || why !== null)
        this.#kept.push({
          ...{ sheet: this.#sheet.name, row, column, why: why ?? 'missing' },
          ...(why === 'read' && { formula: reader! }),
        });
      else edits.push({ start: cell.start, end: cell.end, text: this.#cell(cell, row, change) });
    }
    return withEdits(xml, edits);
  }

  tail(xml: RawXml): RawXml {
    const { name, values } = this.#sheet;
    for (const [row, columns] of values)
      if (!this.#seen.has(row))
        for (const column of columns.keys())
          this.#kept.push({
            ...{ sheet: name, row, column },
            why: isMerged(this.#sheet.merges, row, column) ? 'merged' : 'missing',
          });
    return xml;
  }

  #cell({ tag, column }: RawCell, row: number, { value, isUnit = () => false }: CellChange): RawXml {
    const p = this.#prefix;
    const own = attribute(tag, 's');
    const style =
      typeof value === 'number' && own !== undefined
        ? String(this.#styles?.formatForNumber(Number(own), value, isUnit) ?? 0)
        : own;
    const start = `<${p}c r="${columnLetters(column)}${row}"${style === undefined ? '' : ` s="${style}"`}`;
    if (value === null) return `${start}/>`;
    if (typeof value === 'number') return `${start}><${p}v>${value}</${p}v></${p}c>`;
    if (typeof value === 'boolean') return `${start} t="b"><${p}v>${Number(value)}</${p}v></${p}c>`;
    const text = `<${p}t xml:space="preserve">${rawText(value)}</${p}t>`;
    return `${start} t="inlineStr"><${p}is>${text}</${p}is></${p}c>`;
  }
}

const isMerged = (ranges: readonly MergedRange[], row: number, column: number): boolean =>
  ranges.some(
    ({ first, last }) =>
      row >= first.row && row <= last.row && column >= first.column && column <= last.column,
  );
