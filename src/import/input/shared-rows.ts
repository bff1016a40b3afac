import type { Finding } from '../../findings/finding.ts';
import { isFilled } from '../../recognise/text.ts';
import { mergedRange } from '../../records/layout/merged-cells.ts';
import type { SheetMap } from '../../records/record.ts';
import { isOfTable, UnmappedColumns } from '../../records/unmapped-columns.ts';
import type { Row } from '../../sheets/cell.ts';

/** Stands for a kind: rows that are in no table. */
const OUTSIDE = '';

/** A table with the columns that it reads, by their indexes. */
interface ReadTable {
  readonly map: SheetMap;
  readonly lastRow: number;
  readonly columns: readonly number[];
  /** The columns that only this table reads. */
  readonly own: readonly number[];
  /** Whether a row without values in them has no key of this table, or would lack a required value. */
  readonly needsOwn: boolean;
  /** The rows in which it has no record. */
  readonly blankRows: Set<number>;
}

/** The tables of a sheet that have the same header row, and so the same rows. */
export class SharedRows {
  /** Whether there are several tables. */
  readonly isShared: boolean;
  /** Whether rows without a record of a table are distinguished: else all rows are its own. */
  areApart = false;
  #tables: readonly ReadTable[] = [];
  readonly #sent: SheetMap[] = [];
  /** Undefined if all columns are read. */
  unmapped: UnmappedColumns | undefined;
  #isIgnoredListed = false;
  /** The last row of each kind, for templates that use the row above. Of a table without others: the last row that is not its own. */
  readonly #last = new Map<string, Row>();
  #row = 0;
  /** The tables that have a record in the row. */
  #withRecord: ReadonlySet<SheetMap> = new Set();

  constructor(tables: number) {
    this.isShared = tables > 1;
  }

  /** Adds a table. Call it before the first row. `isSent`: its columns without a field are reported. */
  add(map: SheetMap, lastRow: number, isSent: boolean): void {
    if (isSent) this.#sent.push(map);
    if (this.#sent.some(({ unmapped }) => unmapped?.length)) this.unmapped = new UnmappedColumns(this.#sent);
    if (!this.isShared && !map.layout?.rows) return;
    this.areApart = true;
    const tables = [...this.#tables, { map, lastRow }].map((one) => ({
      ...one,
      columns: columnsOf(one.map),
    }));
    this.#tables = tables.map((table) => {
      const others = new Set(tables.flatMap(({ columns }) => (columns === table.columns ? [] : columns)));
      const own = table.columns.filter((index) => !others.has(index));
      return { ...table, own, needsOwn: needsOwn(table.map, own), blankRows: new Set() };
    });
  }

  /** The last row above with a record of another kind, or the last one outside a table that has no other beside it. */
  above({ kind }: SheetMap): Row | undefined {
    const others = [...this.#last].flatMap(([name, row]) => (name === kind.name ? [] : [row]));
    return others.sort((one, other) => other.row - one.row)[0];
  }

  /** Whether a table has a record in a row. */
  hasRecord(map: SheetMap, row: Row): boolean {
    if (row.row !== this.#row) {
      this.#row = row.row;
      this.#withRecord = this.#tablesWith(row);
      for (const { kind } of this.#withRecord) this.#last.set(kind.name, row);
      const [only, ...others] = this.#tables;
      if (only && others.length === 0 && !isOfTable(only.map, row.cells)) this.#last.set(OUTSIDE, row);
    }
    return this.#withRecord.has(map);
  }

  /**
   * The tables with a value in the row. A table has no record if only columns that other tables read have one, and none
   * its key: a product without a component has the columns that name the product of a component. But each value is part
   * of a record.
   */
  #tablesWith({ row, cells }: Row): ReadonlySet<SheetMap> {
    const isFilledIn = (index: number) => isFilled(cells[index]);
    const tables = this.#tables.filter(
      ({ map, lastRow, columns }) => row <= lastRow && isOfTable(map, cells) && columns.some(isFilledIn),
    );
    const isPart = ({ map, own, needsOwn: isNeeded }: ReadTable) =>
      !map.layout?.rows && isNeeded && !own.some(isFilledIn);
    const found = tables.filter((table) => !isPart(table));
    for (const table of tables.filter(isPart)) {
      const isRead = (index: number) => found.some(({ columns }) => columns.includes(index));
      if (!table.columns.filter(isFilledIn).every(isRead)) found.push(table);
    }
    for (const { map, blankRows } of this.#tables)
      if (!found.some((one) => one.map === map)) blankRows.add(row);
    return new Set(found.map(({ map }) => map));
  }

  /** The merged cells of which a row below the first one has a record of the table: it lacks their value. */
  mergesIn(map: SheetMap, merges: readonly Finding[]): readonly Finding[] {
    const blankRows = this.#tables.find((table) => table.map === map)?.blankRows;
    if (!blankRows) return merges;
    return merges.filter((merged) => {
      const { first, last } = mergedRange(merged)!;
      for (let row = first + 1; row <= last; row++) if (!blankRows.has(row)) return true;
      return false;
    });
  }

  /** The columns that the user ignores. Empty if another table has listed them. */
  ignored(): ReturnType<UnmappedColumns['ignored']> {
    if (this.#isIgnoredListed) return [];
    this.#isIgnoredListed = true;
    return this.unmapped?.ignored() ?? [];
  }
}

const columnsOf = ({ columns, used = [] }: SheetMap): number[] =>
  [...columns, ...used].map(({ index }) => index);

/** Whether a record of a table needs a value in one of these columns: its key, or a required field if no column has the key. */
function needsOwn({ kind, columns }: SheetMap, own: readonly number[]): boolean {
  const keys = columns.filter(({ path }) => path === kind.key[0]);
  const needed = keys.length > 0 ? keys : columns.filter(({ field }) => field.required === 'always');
  return needed.some(({ index }) => own.includes(index));
}
