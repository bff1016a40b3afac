/** The tables of a study. Each is named after what one row describes. */
export const GRAINS = ['study', 'component', 'material', 'step', 'packaging', 'claim', 'impact'] as const;

export type Grain = (typeof GRAINS)[number];

/** The value of a cell; null for an empty cell. */
export type CellValue = string | number | boolean | null;

export interface ExportColumn {
  /**
   * A stable name for programs: the grain and the path below it (`step.supplier.city`). In the table of the record
   * itself, only the path.
   */
  readonly name: string;
  /** The name for people, with the unit, in their language: `climateChange (kg CO2 eq)`. */
  readonly heading: string;
  /** The type of most cells. A value of another type becomes text. */
  readonly type: 'text' | 'number' | 'boolean' | 'link' | 'date';
  readonly unit?: string;
  /** What its cells name: fields of the contract, units, or `true` and `false`. Workbooks say them in words. */
  readonly names?: 'field' | 'unit' | 'value';
}

export type ExportRow = readonly CellValue[];

/**
 * A table of an export: its columns, and a function that converts a record to rows. The columns and their order depend
 * only on the contract and the options.
 */
export interface Table<Source> {
  /** The name of its grain. */
  readonly name: string;
  /** The name for people, in their language; by default the name. */
  readonly heading?: string;
  readonly columns: readonly ExportColumn[];
  /**
   * The rows, as long as `columns`, in the order of the record. Accepts any JSON: malformed values give empty cells.
   */
  rows(record: Source): Iterable<ExportRow>;
}
