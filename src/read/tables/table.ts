/** Null is an empty cell. */
export type CellValue = string | number | boolean | null;

export interface Column {
  /**
   * Stable name for machines: the grain and the path below it (`step.supplier.city`); at the highest grain the path alone.
   */
  readonly name: string;
  /** For people, with the unit: `climateChange (kg CO2 eq)`. */
  readonly heading: string;
  /** The usual type of its cells; a value of another type becomes text. */
  readonly type: 'text' | 'number' | 'boolean' | 'link';
  readonly unit?: string;
  /** The leaves of the contract that it shows, as `readFields` spells them; empty for computed columns. */
  readonly covers: readonly string[];
}

export type Row = readonly CellValue[];

/** How a record becomes rows. The columns and their order depend on the contract and the options alone. */
export interface Table<Source> {
  /** Its grain. */
  readonly name: string;
  readonly columns: readonly Column[];
  /** Rows as long as `columns`, in the order of the record. Any JSON is accepted: malformed values give empty cells. */
  rows(record: Source): Iterable<Row>;
}
