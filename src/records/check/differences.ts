import { type Body, type Json, type KindSpec, uncomparedFields } from '../../contract/kind.ts';
import { fieldText, originText } from '../../findings/finding.ts';
import { cut } from '../../recognise/text.ts';
import { numberText, say } from '../../say.ts';
import { type AddressedRecord, columnsOf } from './record-index.ts';

/** Maximum number of fields that are named, and of characters of a value. */
const MOST_NAMED = 3;
const VALUE_CHARACTERS = 60;

interface Compared {
  readonly record: AddressedRecord;
  readonly body: Body;
}

/**
 * The fields in which two records differ, with both values and their cells. Undefined if there are none.
 *
 * @param except top-level fields that are not compared
 */
export function differencesOf(own: Compared, other: Compared, except: readonly string[]): string | undefined {
  const [mine, theirs] = [leavesOf(own.body), leavesOf(other.body)];
  const paths = [...new Set([...mine.keys(), ...theirs.keys()])].filter(
    (path) => !except.includes(path.split('.')[0]!) && mine.get(path) !== theirs.get(path),
  );
  if (paths.length === 0) return undefined;
  const { difference, differIn, differInMore } = say().across;
  const fields = paths
    .slice(0, MOST_NAMED)
    .map((path) =>
      difference({
        field: fieldText(path),
        own: valueText(mine.get(path)),
        cell: cellOf(own.record, own.record, path),
        other: valueText(theirs.get(path)),
        otherCell: cellOf(other.record, own.record, path),
      }),
    )
    .join(', ');
  const more = paths.length - MOST_NAMED;
  return more > 0 ? differInMore({ fields, count: more, number: numberText(more) }) : differIn({ fields });
}

/** The fields that are not content of a record, such as its batch, and so are not compared. */
export const notComparedIn = (kind: KindSpec | undefined): readonly string[] =>
  kind === undefined ? [] : uncomparedFields(kind);

/** The fields in which records with the same reference may differ (`sharedRef`). */
export const mayDifferIn = (kind: KindSpec | undefined): readonly string[] =>
  kind === undefined ? [] : [...(kind.sharedRef?.mayDiffer ?? []), kind.batchField];

function leavesOf(body: Body): Map<string, Json> {
  const leaves = new Map<string, Json>();
  const add = (path: string, value: Json | undefined) => {
    if (value === null || value === undefined) return;
    if (typeof value !== 'object') leaves.set(path, value);
    else
      for (const [name, one] of Object.entries(value))
        add(path === '' ? name : `${path}.${name}`, one as Json);
  };
  add('', body);
  return leaves;
}

function valueText(value: Json | undefined): string {
  if (value === undefined) return say().across.blank();
  if (typeof value === 'number') return numberText(value);
  return typeof value === 'string' ? `"${cut(value, VALUE_CHARACTERS)}"` : String(value);
}

/** The cell of a field, with the file and sheet only if they differ from those of `from`. */
function cellOf(record: AddressedRecord, from: AddressedRecord, path: string): string {
  const { file, sheet, row } = record;
  const column = columnFor(path, columnsOf(record));
  return file === from.file && sheet === from.sheet
    ? `${column}${row}`
    : originText({ file, sheet, row, column });
}

/** The column of a path, else the column of the nearest list or group around it. */
function columnFor(path: string, columns: Readonly<Record<string, string>>): string {
  for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
    const column = columns[path.slice(0, end)];
    if (column !== undefined) return column;
  }
  return 'A';
}
