import type { Finding } from '../../findings/finding.ts';
import { cut } from '../../recognise/text.ts';
import { aKind, say } from '../../say.ts';
import type { Row } from '../../sheets/cell.ts';
import type { SheetMap } from '../record.ts';
import { sheetFinding } from '../sheet-finding.ts';

/** Maximum length of the text of a row in findings. */
export const LONGEST_TEXT = 200;

/**
 * A row of a sheet that is not one of its records. `stops`: nothing below it is read. `continues`: a record above it may
 * go on below it.
 */
export interface OddRow {
  readonly finding: Finding;
  readonly stops: boolean;
  readonly continues: boolean;
  /** An example row of a template, which nobody filled in. */
  readonly isExample?: true;
}

/** Why a row is not a record: a name of the messages about rows that are skipped. */
type SkipReason = keyof ReturnType<typeof say>['skipped'];

export function skipRow(map: SheetMap, row: Row, value: string, why: SkipReason, continues: boolean): OddRow {
  const message = say().skipped[why]({ aKind: aKind(map.kind.name) });
  return {
    stops: false,
    continues,
    finding: sheetFinding(map, row, 'row-skipped', { value: cut(value, LONGEST_TEXT), message }),
  };
}
