import { fieldText } from '../../findings/finding.ts';
import { cleanCell } from '../../recognise/text.ts';
import { columnAt } from '../../sheets/cell.ts';
import type { Source } from '../../sheets/source.ts';

/** The headers of a sheet as a person wrote them, by the field of each column, such as `certifications.1.type`. */
export type ColumnHeaders = ReadonlyMap<string, string>;

/** The headers of each sheet by name, and of each of its tables by kind. */
export type SheetHeaders = ReadonlyMap<string, ReadonlyMap<string, ColumnHeaders>>;

/** Where the headers of a table are, and the column letters of each path. */
interface HeaderPlace {
  readonly sheet: string;
  readonly kind: string;
  readonly headerRow: number;
  readonly columns: Readonly<Record<string, string>>;
}

/** Maximum length of a header that a note quotes; longer headers are explanations rather than names. */
const LONGEST_HEADER = 60;

/** The headers that differ from the names of their fields. Reads each sheet up to its header row. */
export async function columnHeaders(
  source: Pick<Source, 'sheets'>,
  places: readonly HeaderPlace[],
): Promise<SheetHeaders> {
  const all = new Map<string, Map<string, ColumnHeaders>>();
  for (const { sheet, kind, headerRow, columns } of places) {
    const found = source.sheets.find(({ name }) => name === sheet);
    if (found === undefined || headerRow < 1) continue;
    for await (const batch of found.rows(() => {})) {
      const cells = batch.find(({ row }) => row === headerRow)?.cells;
      if (cells !== undefined) {
        const named = Object.entries(columns).map(
          ([path, letters]) => [fieldText(path), cleanCell(cells[columnAt(letters)])] as const,
        );
        const own = all.get(sheet) ?? new Map<string, ColumnHeaders>();
        all.set(sheet, own.set(kind, new Map(named.filter(isHeader))));
      }
      if ((batch.at(-1)?.row ?? 0) >= headerRow) break;
    }
  }
  return all;
}

/** The headers of the table of a finding; of the first table, if the finding is of no kind. */
export function headersFor(all: SheetHeaders, sheet: string, kind: string | undefined): ColumnHeaders {
  const own = all.get(sheet);
  return own?.get(kind ?? '') ?? own?.values().next().value ?? NO_HEADERS;
}

const NO_HEADERS: ColumnHeaders = new Map();

const isHeader = ([field, header]: readonly [string, string]): boolean =>
  header !== '' && header.length <= LONGEST_HEADER && header.toLowerCase() !== field.toLowerCase();

/** A name of a field that cannot be an ordinary word: it contains a dot, a capital letter or an underscore. */
const FIELD_NAME = /(?<![\p{L}\p{N}_."-])[a-z]+(?:[A-Z_.][\w]*(?:\.\w+)*)(?![\p{L}\p{N}_"])/gu;

/**
 * Replaces names of fields in a text about a cell by the headers of the sheet. `field`: the field of the finding; a name that
 * is also an ordinary word, such as `name`, is replaced only if the text begins with it.
 */
export function fieldNamesToHeaders(text: string, headers: ColumnHeaders, field = ''): string {
  if (headers.size === 0) return text;
  const own = fieldText(field);
  const header = headers.get(own);
  const isFirst = header !== undefined && text.startsWith(`${own} `);
  const rest = isFirst ? text.slice(own.length) : text;
  const group = own.slice(0, own.lastIndexOf('.') + 1);
  const named = rest.replace(FIELD_NAME, (name) => {
    // `list.0` has the header of `list`; `date_start` belongs to the certification in which the finding is.
    const one = headers.get(name) ?? headers.get(name.replace(/\.\d+$/, '')) ?? headers.get(group + name);
    return one === undefined ? name : `"${one}"`;
  });
  return isFirst ? `"${header}"${named}` : named;
}
