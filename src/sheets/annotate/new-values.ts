import { columnLetters } from '../cell.ts';
import type { Input } from '../input.ts';
import type { Limits } from '../source.ts';
import type { OutFile } from './archive-copy.ts';
import { refusalsOf } from './dropdowns.ts';
import { type AskedSheet, cellsRead, namesIn, type Readers } from './formula-reads.ts';
import { cellsOf, type RawCell, rowNumber, type SheetEditor } from './sheet-scanner.ts';
import { type MergedRange, rangesOf, surveyed } from './sheet-survey.ts';
import { tablesOf } from './structured-references.ts';
import { Styles } from './styles.ts';
import { attribute, edited, type RawXml, rawText } from './tags.ts';
import { WorkbookCopy } from './workbook-copy.ts';

/** A value for a cell; null empties it. */
export type NewValue = string | number | boolean | null;

/** The value of a cell, and the text that it has now. */
export interface CellChange {
  readonly from: string;
  readonly value: NewValue;
  /** Whether a unit is that of the number. */
  readonly isUnit?: (unit: string) => boolean;
}

/** Changes by row (from 1) and column (from 0). */
export type NewValues = ReadonlyMap<number, ReadonlyMap<number, CellChange>>;

/** The address of a cell that was not changed. */
export interface KeptCell {
  readonly sheet: string;
  readonly row: number;
  /** From 0. */
  readonly column: number;
  readonly why: 'formula' | 'merged' | 'missing' | 'read' | 'computed' | 'list' | 'computedList';
  /** The formula that may read any cell of the sheet, if that is why. */
  readonly formula?: string;
}

/**
 * Writes a copy of a workbook (.xlsx, .xlsm) with other values in some cells to `out`. All else is copied as it is. Cells
 * with a formula, cells that formulas read, cells whose list does not have the value, and cells that a merge covers, keep
 * what they have.
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
  const styles = stylesXml === undefined ? null : new Styles(stylesXml);
  const sheets: { name: string; part: string; values: NewValues }[] = [];
  const asked: AskedSheet[] = [];
  for (const { name } of copy.listed) {
    const own = values.get(name);
    const part = copy.partOf(name);
    if (part === undefined || !copy.isWorksheet(part)) continue;
    const cells = new Map([...(own ?? [])].map(([row, columns]) => [row, new Set(columns.keys())]));
    asked.push({ name, part, cells });
    if (own !== undefined) sheets.push({ name, part, values: own });
  }
  const kept: KeptCell[] = [];
  const named = { names: namesIn(copy.workbook), tables: await tablesOf(archive, asked) };
  const { read, lists, computing } =
    sheets.length === 0 ? NO_READERS : await cellsRead(archive, named, asked);
  const refused = await refusalsOf({ input, archive, limits, ...named }, lists, values);
  await copy.copyEntries(sheets, [stylesPart ?? ''], async (sheet, entry) => {
    const { merges } = await surveyed(archive, sheet.part);
    const edited = {
      ...sheet,
      read: read.get(sheet.name),
      refused: refused.get(sheet.name),
      computing: computing.get(sheet.name) ?? null,
    };
    await copy.writeEdited(sheet.part, entry, new ValueWriter(edited, merges, styles, kept));
  });
  if (stylesPart !== undefined && styles && styles.part() !== stylesXml) copy.set(stylesPart, styles.part());
  await copy.end();
  return kept;
}

const NO_READERS: Readers = { read: new Map(), lists: new Map(), computing: new Map() };

interface EditedSheet {
  readonly name: string;
  readonly values: NewValues;
  /** The cells that formulas read, by row. */
  readonly read: ReadonlyMap<number, ReadonlySet<number>> | undefined;
  /** The address of a formula that may read any cell of the sheet. */
  readonly computing: string | null;
  /** The cells whose list does not have the value, by row. */
  readonly refused: ReadonlyMap<number, ReadonlyMap<number, 'list' | 'computedList'>> | undefined;
}

/** Replaces the values of cells in the XML of a sheet. */
class ValueWriter implements SheetEditor {
  readonly #sheet: EditedSheet;
  readonly #merges: readonly MergedRange[];
  readonly #styles: Styles | null;
  readonly #kept: KeptCell[];
  #prefix = '';
  #rowBefore = 0;
  readonly #seen = new Set<number>();
  /** Cells that the formula of another cell fills. */
  readonly #spilled: MergedRange[] = [];
  /** Formulas that fill several cells. */
  #filling = /(?!)/g;

  constructor(sheet: EditedSheet, merges: readonly MergedRange[], styles: Styles | null, kept: KeptCell[]) {
    this.#sheet = sheet;
    this.#merges = merges;
    this.#styles = styles;
    this.#kept = kept;
  }

  head(xml: RawXml, prefix: string): RawXml {
    this.#prefix = prefix;
    this.#filling = new RegExp(`<${prefix}f\\s(?=[^>]*\\bt=["'](?:array|dataTable)["'])[^>]*>`, 'g');
    return xml;
  }

  row(xml: RawXml, tag: RawXml): RawXml {
    const prefix = this.#prefix;
    const row = rowNumber(xml, tag, prefix, this.#rowBefore);
    this.#rowBefore = row;
    for (const [formula] of xml.matchAll(this.#filling))
      this.#spilled.push(...rangesOf(attribute(formula, 'ref')));
    const values = this.#sheet.values.get(row);
    if (values === undefined) return xml;
    this.#seen.add(row);
    const cells = new Map(cellsOf(xml, prefix).map((cell) => [cell.column, cell]));
    const edits: { start: number; end: number; text: RawXml }[] = [];
    for (const [column, change] of values) {
      const cell = cells.get(column);
      const why = isIn(this.#merges, row, column)
        ? 'merged'
        : cell === undefined
          ? 'missing'
          : isIn(this.#spilled, row, column) ||
              new RegExp(`<${prefix}f[\\s/>]`).test(xml.slice(cell.start, cell.end))
            ? 'formula'
            : this.#sheet.read?.get(row)?.has(column)
              ? 'read'
              : this.#sheet.computing !== null
                ? 'computed'
                : (this.#sheet.refused?.get(row)?.get(column) ?? null);
      if (cell === undefined || why !== null)
        this.#kept.push({
          ...{ sheet: this.#sheet.name, row, column, why: why ?? 'missing' },
          ...(why === 'computed' && { formula: this.#sheet.computing! }),
        });
      else edits.push({ start: cell.start, end: cell.end, text: this.#cell(cell, row, change) });
    }
    return edited(xml, edits);
  }

  tail(xml: RawXml): RawXml {
    const { name, values } = this.#sheet;
    for (const [row, columns] of values)
      if (!this.#seen.has(row))
        for (const column of columns.keys())
          this.#kept.push({
            ...{ sheet: name, row, column },
            why: isIn(this.#merges, row, column) ? 'merged' : 'missing',
          });
    return xml;
  }

  #cell({ tag, column }: RawCell, row: number, { value, isUnit = () => false }: CellChange): RawXml {
    const p = this.#prefix;
    const own = attribute(tag, 's');
    const style =
      typeof value === 'number' && own !== undefined
        ? String(this.#styles?.ofNumber(Number(own), value, isUnit) ?? 0)
        : own;
    const start = `<${p}c r="${columnLetters(column)}${row}"${style === undefined ? '' : ` s="${style}"`}`;
    if (value === null) return `${start}/>`;
    if (typeof value === 'number') return `${start}><${p}v>${value}</${p}v></${p}c>`;
    if (typeof value === 'boolean') return `${start} t="b"><${p}v>${Number(value)}</${p}v></${p}c>`;
    const text = `<${p}t xml:space="preserve">${rawText(value)}</${p}t>`;
    return `${start} t="inlineStr"><${p}is>${text}</${p}is></${p}c>`;
  }
}

const isIn = (ranges: readonly MergedRange[], row: number, column: number): boolean =>
  ranges.some(
    ({ first, last }) =>
      row >= first.row && row <= last.row && column >= first.column && column <= last.column,
  );
