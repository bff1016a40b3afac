import { promises } from 'node:fs';
import type { InputReading } from '../import/input/sources.ts';
import { unitFactor } from '../records/number.ts';
import { isWorkbook } from '../sheets/annotate/extension.ts';
import {
  type AnswerWriting,
  type CellChange,
  type KeptCell,
  type NewValue,
  type NewValues,
  withNewValues,
} from '../sheets/annotate/new-values.ts';
import { limitsOf, withInput, withPlainInput } from './copied-input.ts';

/** A new value of a cell of an input file; undefined if the cell keeps its own. */
export interface ChangedCell extends Omit<CellChange, 'value' | 'isUnit'> {
  readonly sheet: string;
  readonly row: number;
  /** From 0. */
  readonly column: number;
  readonly value: NewValue | undefined;
  /** The unit of the field, if the new value is a number. */
  readonly unit?: string;
}

/** A copy with new values. */
interface ChangedCopy {
  /** The cells that could not be changed, with the names of their sheets in the copy. */
  readonly kept: readonly KeptCell[];
  /** The name of each sheet in the copy, by its name in the file; empty if none differs. */
  readonly names: ReadonlyMap<string, string>;
  /** Whether formats and formulas are missing in the copy. */
  readonly hasOnlyValues?: boolean;
}

/**
 * Writes a copy of an input file with new values to `path`. `hash`: that of the file when it was read.
 *
 * @throws Damage if the file cannot be copied, or changed since it was read
 */
export const writeValues = (
  reading: InputReading,
  file: string,
  changes: readonly ChangedCell[],
  path: string,
  hash: string | undefined,
  answers?: AnswerWriting,
): Promise<ChangedCopy> =>
  withInput(reading, file, hash, async (input) => {
    const out = await promises.open(path, 'wx+', 0o600);
    try {
      const limits = limitsOf(reading);
      if (await isWorkbook(input, limits)) {
        const names = new Map<string, string>();
        return { kept: await withNewValues(input, limits, valuesOf(changes, names), out, answers), names };
      }
      return await withPlainInput(reading, file, true, async ({ input: plain, names, limits, source }) => ({
        kept: await withNewValues(plain, limits, valuesOf(changes, names), out, answers),
        names,
        hasOnlyValues: source.format !== 'csv',
      }));
    } finally {
      await out.close();
    }
  });

function valuesOf(
  changes: readonly ChangedCell[],
  names: ReadonlyMap<string, string>,
): Map<string, NewValues> {
  const sheets = new Map<string, Map<number, Map<number, CellChange>>>();
  for (const { sheet, row, column, value, unit, from, replacesFormula } of changes) {
    if (value === undefined) continue;
    const name = names.get(sheet) ?? sheet;
    const rows = sheets.get(name) ?? new Map<number, Map<number, CellChange>>();
    const cells = rows.get(row) ?? new Map<number, CellChange>();
    const isUnit = unit !== undefined && { isUnit: (shown: string) => unitFactor(unit, shown) === 1 };
    const change = { from, value, ...isUnit, ...(replacesFormula && { replacesFormula }) };
    sheets.set(name, rows.set(row, cells.set(column, change)));
  }
  return sheets;
}
