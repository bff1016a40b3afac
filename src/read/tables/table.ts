/** What stands in a cell of a table; null is an empty cell. */
export type CellValue = string | number | boolean | null;

export interface Column {
  /**
   * Stable name for machines: the dotted path of the answer below its grain, with the grain before it (`step.supplier.city`);
   * at the highest grain the path alone.
   */
  readonly name: string;
  /** For people, with the unit: `climateChange (kg CO2 eq)`. */
  readonly heading: string;
  /** What its cells hold as a rule: a cell of an answer with another type comes as text. */
  readonly type: 'text' | 'number' | 'boolean' | 'link';
  readonly unit?: string;
  /** The leaves of the contract that it shows, as `readFields` spells them; none for what is worked out. */
  readonly covers: readonly string[];
}

export type Row = readonly CellValue[];

/** How an answer becomes rows. The columns and their order depend on the contract and the options alone. */
export interface Table<Answer> {
  /** Its grain. */
  readonly name: string;
  readonly columns: readonly Column[];
  /** In the order of the answer, each as long as `columns`. Any JSON will do: a broken answer gives emptier rows. */
  rows(answer: Answer): Iterable<Row>;
}
