import { hash } from 'node:crypto';
import { isQuantity } from '../../contract/field.ts';
import { CATALOGUE } from '../../findings/catalogue.ts';
import type { Finding } from '../../findings/finding.ts';
import type { Row } from '../../sheets/cell.ts';
import type { Column, SheetMap } from '../records/record.ts';
import { cleanCell, cut, isFilled, quoted } from '../records/text.ts';

/** Maximum number of columns that the message names. */
const MOST_NAMED = 4;

/**
 * Finds rows with a quantity that are equal but for columns that are not read, such as sizes: they would be one record
 * with the quantity of one row.
 */
export class RepeatedQuantities {
  readonly #map: SheetMap;
  readonly #quantities: readonly Column[];
  readonly #aside: readonly number[];
  /** The first row of each content, with the hash of its other columns. */
  readonly #rows = new Map<string, { readonly row: number; readonly aside: string }>();

  /** The check of a sheet; undefined if it needs none. */
  static of(map: SheetMap): RepeatedQuantities | undefined {
    if (map.layout?.group || !map.unmapped?.length) return undefined;
    const quantities = map.columns.filter(({ field }) => isQuantity(field.value));
    return quantities.length > 0 ? new RepeatedQuantities(map, quantities) : undefined;
  }

  private constructor(map: SheetMap, quantities: readonly Column[]) {
    this.#map = map;
    this.#quantities = quantities;
    this.#aside = (map.unmapped ?? []).map(({ index }) => index);
  }

  /** The finding about the row, if it has the values of another one, and other texts in columns that are not read. */
  find(row: Row): Finding | undefined {
    const quantity = this.#quantities.find(({ index }) => isFilled(row.cells[index]));
    if (!quantity) return undefined;
    const content = digest(
      row,
      this.#map.columns.map(({ index }) => index),
    );
    const aside = digest(row, this.#aside);
    const first = this.#rows.get(content);
    if (!first) this.#rows.set(content, { row: row.row, aside });
    if (!first || first.aside === aside) return undefined;
    const { file, sheet, kind, unmapped = [] } = this.#map;
    const headers = unmapped.filter(({ index }) => isFilled(row.cells[index])).map(({ header }) => header);
    const named = headers.slice(0, MOST_NAMED).map((header) => quoted(cut(header, 40)));
    const more = headers.length > named.length ? ' and others' : '';
    return {
      code: 'row-unclear',
      severity: CATALOGUE['row-unclear'].severity,
      origin: {
        ...{ file, sheet, row: row.row, column: quantity.letters },
        ...(row.line !== undefined && { line: row.line }),
      },
      kind: kind.name,
      field: quantity.path,
      value: cut(cleanCell(row.cells[quantity.index]), 200),
      message: `the row repeats row ${first.row} but for columns that are not read (${named.join(', ')}${more}): its ${quoted(cut(quantity.header, 40))} may have to be added`,
      suggestion: `in a map file, list the columns of the key below groupBy, and ${quantity.path} below addUp, as the map command proposes; or remove the row`,
    };
  }
}

const digest = ({ cells }: Row, indexes: readonly number[]): string =>
  hash('md5', indexes.map((index) => cleanCell(cells[index])).join('\0'), 'base64');
