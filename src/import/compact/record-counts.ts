import { noTotals, type Totals } from '../push/outcome.ts';

/** The records of a sheet with the same kind, family and end. */
interface Count {
  readonly kind: string;
  readonly family: string;
  readonly ending: 'invalid' | 'not-attempted' | null;
  records: number;
}

/** Counts the records of a run by sheet, kind, family and end, in the order of the input. */
export class RecordCounts {
  readonly #counts = new Map<number, Map<string, Count>>();
  readonly #invalidSheets = new Set<number>();
  #last: { readonly sheetId: number; readonly count: Count } | undefined;

  add(sheetId: number, kind: string, family: string, ending: Count['ending']): void {
    const last = this.#last;
    const isSame =
      last?.sheetId === sheetId &&
      last.count.kind === kind &&
      last.count.family === family &&
      last.count.ending === ending;
    if (!isSame) this.#last = { sheetId, count: this.#of(sheetId, kind, family, ending) };
    this.#last!.count.records++;
  }

  invalidateSheet(sheetId: number): void {
    this.#invalidSheets.add(sheetId);
  }

  /** The totals of a check: valid records are not attempted. */
  totals(): Totals {
    const totals = noTotals();
    for (const { ending, records } of this.#all()) totals[ending ?? 'not-attempted'] += records;
    return totals;
  }

  /** The number of records whose kind is not selected. */
  notChosen(): number {
    let notChosen = 0;
    for (const { ending, records } of this.#all()) if (ending === 'not-attempted') notChosen += records;
    return notChosen;
  }

  /** The families of all records, also of kinds that are not selected. */
  allFamilies(): Set<string> {
    const all = [...this.#all()].map(({ family }) => family);
    return new Set(all.filter((family) => family !== ''));
  }

  /** The number of selected records of each kind and family. */
  families(): { kind: string; family: string; count: number }[] {
    const families = new Map<string, { kind: string; family: string; count: number }>();
    for (const { kind, family, ending, records } of this.#all()) {
      if (family === '' || ending === 'not-attempted') continue;
      const name = JSON.stringify([kind, family]);
      const known = families.get(name);
      if (known) known.count += records;
      else families.set(name, { kind, family, count: records });
    }
    return [...families.values()];
  }

  *#all(): Generator<Count> {
    for (const [sheetId, counts] of this.#counts)
      for (const count of counts.values())
        yield this.#invalidSheets.has(sheetId) ? { ...count, ending: 'invalid' } : count;
  }

  #of(sheetId: number, kind: string, family: string, ending: Count['ending']): Count {
    const counts = this.#counts.get(sheetId) ?? new Map<string, Count>();
    this.#counts.set(sheetId, counts);
    const name = JSON.stringify([kind, family, ending]);
    const count = counts.get(name) ?? { kind, family, ending, records: 0 };
    counts.set(name, count);
    return count;
  }
}
