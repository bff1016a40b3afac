import { CATALOGUE, entryOf, type FindingCode } from '../../findings/catalogue.ts';
import { type Finding, fieldText } from '../../findings/finding.ts';
import { type Coercion, type Filled, UNREADABLE } from '../../recognise/coercion.ts';
import { isFilled } from '../../recognise/text.ts';
import type { FieldCheck } from '../../records/check/rule.ts';
import { addresses, bounds, closedLists } from '../../records/check/rules/values.ts';
import { coercionOf } from '../../records/field-coercion.ts';
import type { Column, SheetMap } from '../../records/record.ts';
import { say } from '../../say.ts';
import type { Cell, Row } from '../../sheets/cell.ts';

/** A column fits a field, or does not, if this share of its filled values does, and at least this number of them. */
const MIN_SHARE = 0.8;
const MIN_VALUES = 3;

/** Texts that are often only digits. */
const CODE_FIELDS = /(?:code|phone|ref|refs|references|order|lot|id|identifier|number)$/i;

type Fit = 'blank' | 'fits' | 'misfits';

/**
 * Finds pairs of columns whose values are probably swapped: most values do not fit their own field, but fit the field
 * of the other column. A text fits any field of texts, so such a column only has to fit the other field. Reports each
 * pair at both headers.
 *
 * @param rows the first rows with data
 */
export function swappedColumns(map: SheetMap, rows: readonly Row[]): Finding[] {
  const fields = map.columns
    .filter(({ mapping, field }) => !mapping?.unitColumn && !mapping?.names && field.value.type !== 'open')
    .map((column) => new ColumnValues(map, column, rows));
  const wrong = fields.filter((one) => !one.isFree && isMost(one.fitsIn(one), 'misfits'));
  const pairs = wrong.flatMap((one, at) => {
    const others = [...fields.filter(({ isFree }) => isFree), ...wrong.slice(at + 1)];
    const other = others.find((each) => areSwapped(one, each));
    return other ? [[one, other] as const] : [];
  });
  return pairs.flatMap(([one, other]) => {
    const [first, second] = one.column.index < other.column.index ? [one, other] : [other, one];
    return [first, second].map(({ column }) => findingAt(map, column, first.column, second.column));
  });
}

/** Whether the values of each column fit the field of the other. `one` has a type; its values do not fit it. */
function areSwapped(one: ColumnValues, other: ColumnValues): boolean {
  if (!isMost(other.fitsIn(one), 'fits')) return false;
  if (!other.isFree) return isMost(one.fitsIn(other), 'fits');
  const { value, path } = { value: one.column.field.value, path: other.column.field.path };
  if (value.type === 'boolean' || value.type === 'flag') return false;
  return value.type !== 'number' || !(other.isReference || CODE_FIELDS.test(path.replace('[]', '')));
}

function isMost(fits: readonly Fit[], wanted: Fit): boolean {
  const filled = fits.filter((fit) => fit !== 'blank');
  const count = filled.filter((fit) => fit === wanted).length;
  return count >= MIN_VALUES && count >= MIN_SHARE * filled.length;
}

/** The values of a column in the first rows, and what fits its field. */
class ColumnValues {
  readonly column: Column;
  readonly #cells: readonly Cell[];
  readonly #coercion: Coercion;
  readonly #checks: readonly FieldCheck[];

  constructor(map: SheetMap, column: Column, rows: readonly Row[]) {
    this.column = column;
    this.#cells = rows.map(({ cells }) => cells[column.index] ?? null);
    this.#coercion = coercionOf(column);
    // The checks of this field only.
    const kind = { ...map.kind, fields: [column.field] };
    const scope = { kind, family: null, collection: false };
    this.#checks = [closedLists, bounds, addresses].flatMap((rule) => rule(scope) as FieldCheck[]);
  }

  get isReference(): boolean {
    return this.column.field.value.type === 'reference';
  }

  /** Whether the field takes any text. */
  get isFree(): boolean {
    const { value } = this.column.field;
    return value.type === 'text' || (value.type === 'reference' && value.digits === undefined);
  }

  /** Whether each value fits the field of a column, this one or another. */
  fitsIn(other: ColumnValues): Fit[] {
    return this.#cells.map((cell) => {
      if (!isValue(cell)) return 'blank';
      // Any number could be the serial of a date, so in a date field of another column it counts as not fitting.
      const isSerial = other !== this && other.column.field.value.type === 'date' && !looksLikeDate(cell);
      return isSerial ? 'misfits' : other.#fitOf(cell);
    });
  }

  #fitOf(cell: Filled): Fit {
    const codes: FindingCode[] = [];
    const value = this.#coercion(cell, (code) => codes.push(code));
    if (value === undefined || codes.some((code) => entryOf(code).fitsNoField)) return 'blank';
    if (value === UNREADABLE) return codes.some((code) => entryOf(code).hasFieldType) ? 'fits' : 'misfits';
    const { field } = this.column;
    const digits = field.value.type === 'reference' ? field.value.digits : undefined;
    const fits = [value]
      .flat()
      .every(
        (one) =>
          this.#checks.every(({ accepts }) => accepts?.(one, {}) ?? true) &&
          (digits === undefined || (typeof one === 'string' && new RegExp(`^\\d{${digits}}$`).test(one))),
      );
    return fits ? 'fits' : 'misfits';
  }
}

const isValue = (cell: Cell): cell is Filled =>
  isFilled(cell) && !(typeof cell === 'object' && (cell?.type === 'error' || cell?.type === 'uncached'));

const looksLikeDate = (cell: Cell): boolean =>
  typeof cell === 'string' ? /\d\D+\d/.test(cell) : typeof cell === 'object' && cell?.type === 'date';

function findingAt(
  { file, sheet, headerRow, kind }: SheetMap,
  at: Column,
  one: Column,
  other: Column,
): Finding {
  const { problem, cure } = say().swapped;
  return {
    code: 'columns-swapped',
    severity: CATALOGUE['columns-swapped'].severity,
    origin: { file, sheet, row: headerRow, column: at.letters },
    kind: kind.name,
    field: at.path,
    value: at.header,
    message: problem({
      first: one.letters,
      firstField: fieldText(one.path),
      second: other.letters,
      secondField: fieldText(other.path),
    }),
    suggestion: cure(),
  };
}
