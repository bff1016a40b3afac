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
  /** The cell may have a formula, which the value replaces: the formula has no result. */
  readonly replacesFormula?: boolean;
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
 * How values that a person gave are written: into blank cells, too, and whatever dropdowns offer. Sheets that formulas
 * may read are changed, and reported to `onRead` with such a formula: their results are those of the old values.
 */
export interface AnswerWriting {
  onRead(sheet: string, formula: string): void;
}

/**
 * Writes a copy of a workbook (.xlsx, .xlsm) with new values in some cells to `out`; everything else stays. A cell keeps its
 * value, and is returned, if a formula may read its sheet, if it has a formula, if its dropdown does not offer the new value,
 * if it is merged, or if the sheet does not have it. `answers`: see `AnswerWriting`.
 *
 * @throws Damage if the workbook cannot be edited
 */
export async function withNewValues(
  input: Input,
  limits: Limits,
  values: ReadonlyMap<string, NewValues>,
  out: OutFile,
  answers?: AnswerWriting,
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
  const refused = answers ? null : await refusalsOf({ input, archive, limits, names }, lists, values);
  let hasFewerFormulas = false;
  await copy.copyEntries(sheets, [stylesPart ?? '', ...copy.calculationParts()], async (sheet, entry) => {
    const reader = readers.get(sheet.name);
    if (answers && reader !== undefined) answers.onRead(sheet.name, reader);
    const edited = {
      ...sheet,
      reader: answers ? undefined : reader,
      refused: refused?.get(sheet.name),
      merges: merges.get(sheet.name) ?? [],
      addsCells: answers !== undefined,
    };
    const writer = new ValueWriter(edited, styles, kept);
    await copy.writeEdited(sheet.part, entry, writer);
    hasFewerFormulas ||= writer.hasReplacedFormula;
  });
  if (hasFewerFormulas) copy.dropCalculationOrder();
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
  /** Whether rows get cells that they lack. */
  readonly addsCells: boolean;
}

/** Replaces the values of cells in the XML of a sheet. */
class ValueWriter implements SheetEditor {
  readonly #sheet: EditedSheet;
  readonly #styles: BookStyles | null;
  readonly #kept: KeptCell[];
  #prefix = '';
  #rowBefore = 0;
  readonly #seen = new Set<number>();
  hasReplacedFormula = false;

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
    for (const [column, change] of [...values].sort(([one], [other]) => one - other)) {
      const cell = cells.get(column);
      // A formula with a range is also the formula of other cells.
      const formula = cell && new RegExp(`<${prefix}f\\b[^>]*>`).exec(xml.slice(cell.start, cell.end))?.[0];
      const isReplaced = formula !== undefined && change.replacesFormula === true && !/\sref=/.test(formula);
      const next = cell ?? [...cells.values()].find((other) => other.column > column);
      // Before a cell without an address, a new cell would move it.
      const canAdd = this.#sheet.addsCells && (!next || attribute(next.tag, 'r') !== undefined);
      const why = isMerged(this.#sheet.merges, row, column)
        ? 'merged'
        : cell === undefined
          ? canAdd
            ? null
            : 'missing'
          : formula !== undefined && !isReplaced
            ? 'formula'
            : reader !== undefined
              ? 'read'
              : this.#sheet.refused?.get(row)?.has(column)
                ? 'list'
                : null;
      if (why !== null)
        this.#kept.push({
          ...{ sheet: this.#sheet.name, row, column, why },
          ...(why === 'read' && { formula: reader! }),
        });
      else if (cell === undefined) {
        const end = xml.lastIndexOf('</');
        const start = next?.start ?? (end > 0 ? end : xml.length);
        edits.push({ start, end: start, text: this.#cell({ tag: '', column }, row, change) });
      } else {
        this.hasReplacedFormula ||= isReplaced;
        edits.push({ start: cell.start, end: cell.end, text: this.#cell(cell, row, change) });
      }
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

  #cell(
    { tag, column }: Pick<RawCell, 'tag' | 'column'>,
    row: number,
    { value, isUnit = () => false }: CellChange,
  ): RawXml {
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
