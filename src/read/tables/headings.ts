import { remembered } from '../../contract/remembered.ts';
import { LANGUAGES } from '../../contract/v2/study-lists.ts';
import texts from '../../language/compiled/headings.js';
import { type Language, language } from '../../say.ts';
import type { CellValue, ExportColumn, ExportRow } from './table.ts';

/** The words of column headers in a language. */
export interface HeadingWords {
  /** How Excel in this language reads CSV. */
  readonly csv: { readonly separator: string; readonly decimal: string };
  /**
   * The words for each name in the path of a column: `supplier` and `city` of `step.supplier.city`. Without them, headers
   * are the names themselves.
   */
  readonly names?: Readonly<Record<string, string>>;
  /** `true` and `false` in words. */
  readonly values?: Readonly<Record<string, string>>;
  /** The units that are words. Other units, such as `kg CO2 eq`, are the same in all languages. */
  readonly units?: Readonly<Record<string, string>>;
}

/** The words of a language, from its `headings.yaml`. */
const wordsIn = remembered((chosen: Language): HeadingWords => JSON.parse(texts[chosen]), Infinity);

/** How Excel in a language reads CSV. */
export const csvMarks = (chosen: Language): HeadingWords['csv'] => wordsIn(chosen).csv;

/** Whether a language has words for the headers of columns. */
export const hasHeadings = (chosen: Language): boolean => wordsIn(chosen).names !== undefined;

/** Prefixes that a heading omits, because readers know impacts by their own names. */
const OMITTED_GROUPS = /^(results|impacts)\./;

/** The path of a column without the prefixes that headings omit. */
export const shortName = (path: string): string => path.replace(OMITTED_GROUPS, '');

/** The header of a column, by default in the language of this process: `climateChange (kg CO2 eq)`, `Étape – fournisseur – ville`. */
export function headingOf(name: string, unit?: string, chosen = language()): string {
  const { names, units } = wordsIn(chosen);
  const text = names === undefined ? shortName(name) : inWords(shortName(name).split('.'), names);
  return unit === undefined ? text : `${text} (${units?.[unit] ?? unit})`;
}

interface NamedTable {
  readonly name: string;
  readonly heading?: string;
  readonly columns: readonly ExportColumn[];
  rows(...record: never): Iterable<ExportRow>;
}

/**
 * The tables with their headers in a language.
 *
 * @param isWorded whether the names of tables, and cells that name fields and units, are in the language, too
 */
export const withHeadingsIn = <Table extends NamedTable>(
  tables: readonly Table[],
  chosen: Language,
  isWorded: boolean,
): Table[] =>
  tables.map((table) => {
    const columns = table.columns.map((column) => ({
      ...column,
      heading: headingOf(column.name, column.unit, chosen),
    }));
    if (!isWorded || !hasHeadings(chosen)) return { ...table, columns };
    const wordsOf = columns.map(({ names, type }) => {
      const what = names ?? (type === 'boolean' ? 'value' : undefined);
      return what && wordOf(what, chosen);
    });
    return {
      ...table,
      columns,
      heading: headingOf(table.name, undefined, chosen),
      *rows(...record: never) {
        for (const row of table.rows(...record)) yield row.map((cell, at) => wordsOf[at]?.(cell) ?? cell);
      },
    };
  });

const wordOf = (what: NonNullable<ExportColumn['names']>, chosen: Language) =>
  remembered((cell: CellValue): CellValue => {
    if (cell === null || typeof cell === 'number') return cell;
    const text = String(cell);
    if (what === 'field') return headingOf(text, undefined, chosen);
    const words = wordsIn(chosen);
    return (what === 'unit' ? words.units : words.values)?.[text] ?? cell;
  }, 1000);

function inWords(path: readonly string[], names: Readonly<Record<string, string>>): string {
  const last = path.at(-1)!;
  const isTranslation = path.length > 1 && (LANGUAGES as readonly string[]).includes(last);
  const parts = isTranslation ? path.slice(0, -1) : path;
  const text = parts.map((part) => names[part] ?? part).join(' – ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${isTranslation ? ` (${last})` : ''}`;
}
