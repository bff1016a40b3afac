/** What a reader saw, so that the benchmark can compare readers: rows without the header, and characters of three columns. */
export class Seen {
  rows: number;
  chars = 0;

  /** Set `header` to 0 for a reader that leaves the header out. */
  constructor(header: 0 | 1 = 1) {
    this.rows = -header;
  }

  take(componentRef: unknown, category: unknown, supplierRef: unknown): void {
    if (this.rows++ < 0) return;
    this.chars +=
      (componentRef as string).length + (category as string).length + (supplierRef as string).length;
  }

  takeCells(cells: readonly unknown[]): void {
    this.take(cells[1], cells[9], cells[21]);
  }
}

/** Figures for the benchmark, beside those that it measures from outside; they replace its own of the same name. */
export function report(figures: Readonly<Record<string, number>>): void {
  Object.assign(globalThis, { benchFigures: { ...figures } });
}
