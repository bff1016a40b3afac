import { columnLetters } from '../cell.ts';
import type { Archive } from '../xlsx/archive.ts';
import { relationsOf } from '../xlsx/relations.ts';
import type { DefinedName } from './defined-names.ts';
import { sourceOf } from './dropdowns.ts';
import { rawPart } from './parts.ts';
import { type ListRule, type Rule, rulesIn } from './sheet-rules.ts';
import { scanSheet } from './sheet-scanner.ts';
import { type MergedRange, surveyTail } from './sheet-survey.ts';
import { attribute, plainText, type RawXml, tagsOf } from './tags.ts';

/** Formulas that may read each sheet, and its dropdowns and merged cells, by the name of the sheet. */
export interface SheetReaders {
  /** The place of the first formula that may read the sheet: its cell, such as `Sums!B2`, or the defined name that has it. */
  readonly readers: ReadonlyMap<string, string>;
  readonly lists: ReadonlyMap<string, readonly ListRule[]>;
  readonly merges: ReadonlyMap<string, readonly MergedRange[]>;
}

/** Formulas that may read any sheet: they compute the name of a sheet, or have a range over several sheets. */
const ANY_SHEET_FORMULA =
  /\b(?:indirect|evaluate|textref|absref)\s*\(|:\s*(?:'|(?:[^':]|'')*'!|[\p{L}\p{N}_.\\]+\s*!)/iu;

/** Formulas that may refer to cells. `17*5` and `TODAY()` do not match; `3:3`, a whole row, does. */
const CELL_FORMULA = /:|\p{L}(?![\p{L}\p{N}_.]*\s*\()/u;

/** Defined names for printing and filtering: no value depends on their cells. */
const PRINT_OR_FILTER = /^_xlnm\.(?:_FilterDatabase|Print_Area|Print_Titles)$|\.wvu\./i;

/**
 * Finds the sheets that formulas may read: a sheet with a formula of its own, and each sheet whose name, or the name
 * of one of its tables, is in a formula. Defined names, conditional formats and computed dropdowns have formulas too.
 * Formulas are not parsed: the result may contain too many sheets, but never too few.
 */
export async function sheetReaders(
  archive: Archive,
  names: readonly DefinedName[],
  sheets: readonly { readonly name: string; readonly part: string }[],
): Promise<SheetReaders> {
  const readers = new Map<string, string>();
  const lists = new Map<string, readonly ListRule[]>();
  const merges = new Map<string, readonly MergedRange[]>();
  const words = new Map<string, readonly string[]>();
  for (const { name, part } of sheets)
    words.set(
      name,
      [name, ...(await tablesOf(archive, part))].map((word) => word.toLowerCase()),
    );
  const add = (formula: string, at: () => string, own?: string) => {
    if (readers.size === words.size) return;
    const isAnywhere = ANY_SHEET_FORMULA.test(formula);
    if (!isAnywhere && !CELL_FORMULA.test(formula)) return;
    const text = formula.replaceAll("''", "'").toLowerCase();
    for (const [sheet, known] of words)
      if (!readers.has(sheet) && (sheet === own || isAnywhere || known.some((word) => text.includes(word))))
        readers.set(sheet, at());
  };
  for (const { name, formula } of names) if (!PRINT_OR_FILTER.test(name)) add(formula, () => name);
  for (const { name, part } of sheets) {
    let formula = /(?!)/g;
    await scanSheet(archive, part, {
      head(xml, prefix) {
        formula = new RegExp(`<${prefix}f\\b([^>]*?)(?:/>|>([\\s\\S]*?)</${prefix}f\\s*>)`, 'g');
        return xml;
      },
      row(xml) {
        // A data table (what-if analysis) has its input cells in attributes.
        for (const { 1: attributes, 2: text = '', index } of xml.matchAll(formula))
          add(attributes + plainText(text), () => `${name}!${cellBefore(xml, index)}`, name);
        return '';
      },
      tail(xml) {
        const rules = rulesIn(xml);
        lists.set(name, rules.lists);
        merges.set(name, surveyTail(xml).merges);
        const computed = rules.lists.filter((rule) => sourceOf(rule.formula, name, names) === null);
        for (const rule of [...rules.formats, ...computed])
          add(rule.formula, () => `${name}!${firstCell(rule)}`, name);
        return '';
      },
    });
  }
  return { readers, lists, merges };
}

/** The names of the tables of a sheet. */
async function tablesOf(archive: Archive, part: string): Promise<string[]> {
  const names: string[] = [];
  for (const { kind, target } of await relationsOf(archive, part)) {
    if (kind !== 'table' || !archive.has(target)) continue;
    const table = [...tagsOf(await rawPart(archive, target))].find(({ name }) => name === 'table')?.text;
    for (const name of ['name', 'displayName']) names.push(plainText(attribute(table ?? '', name) ?? ''));
  }
  return names.filter((name) => name !== '');
}

/** The address of the cell whose formula begins at an index of a row. */
function cellBefore(row: RawXml, index: number): string {
  const tag = row.slice(row.lastIndexOf(' r=', index), index);
  return /^ r=["']([A-Z]+\d+)["']/.exec(tag)?.[1] ?? '';
}

const firstCell = ({ ranges: [range] }: Rule): string =>
  range === undefined ? '' : `${columnLetters(range.first.column)}${range.first.row}`;
