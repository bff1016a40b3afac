import type { Field } from '../contract/field.ts';
import { shownValue } from '../contract/v3/shown-values.ts';
import { cellText, cleanText } from '../recognise/text.ts';
import { type Cell, columnLetters } from '../sheets/cell.ts';
import type { Column } from './record.ts';

/** Names that would modify the prototype of a body. */
export const UNSAFE_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
/**
 * Fields that only the service can write (interface 2.8). Exports contain them. The last one is also a field of
 * brand products.
 */
const READ_ONLY = /^(?:links(?:\.(?:qrcode|web))?|createdat|updatedat|hascommunicationpackage)$/;

/** Whether an unknown header names a field that only the service writes. */
export const isReadOnly = (header: string): boolean =>
  READ_ONLY.test(header.toLowerCase().replace(/[\s_-]/g, ''));

/** The highest item number. A higher number in a path is a name. */
const MOST_ITEMS = 200;
const MOST_STEPS = 12;

/**
 * The column for a header that is a dotted path of names and item numbers from 1, such as `address.floor` or
 * `tags.2.name`. Names stay as written. Undefined for other headers.
 */
export function extraColumn(cell: Cell | undefined, index: number): Column | undefined {
  const header = cell == null ? '' : cleanText(cellText(cell));
  if (header === '' || header.length > 200) return undefined;
  const steps = header.split('.').map((step) => step.trim());
  if (steps.length > MOST_STEPS || steps.some((step) => step === '' || UNSAFE_NAMES.has(step)))
    return undefined;
  let fieldPath = '';
  let path = '';
  for (const [at, step] of steps.entries()) {
    const isItem =
      at > 0 && /^[1-9]\d{0,2}$/.test(step) && Number(step) <= MOST_ITEMS && !fieldPath.endsWith('[]');
    if (isItem) {
      fieldPath += '[]';
      path += `.${Number(step) - 1}`;
    } else {
      const name = step.replace(/\[\]$/, '');
      fieldPath += `${at === 0 ? '' : '.'}${name}`;
      path += `${at === 0 ? '' : '.'}${name}`;
    }
  }
  const field: Field = {
    path: fieldPath,
    value: shownValue(steps.at(-1)!) ?? { type: 'open', scalar: true },
    documented: false,
    names: [],
    note: 'Not documented by the interface.',
  };
  return { index, letters: columnLetters(index), header, field, path };
}

/** What a name in the body contains according to a column: the column `tags.2` makes `tags` a list. */
type Form = 'value' | 'object' | 'list';

/** Detects columns that disagree whether a name in the body is a value, an object or a list. */
export class ColumnForms {
  readonly #forms = new Map<string, { form: Form; column: Column }>();

  /**
   * Returns the earlier column that conflicts with this one. If there is none, adds this column and returns
   * undefined.
   */
  conflict(column: Column): Column | undefined {
    const forms = formsOf(column);
    for (const [path, form] of forms) {
      const known = this.#forms.get(path);
      if (known && known.form !== form) return known.column;
    }
    for (const [path, form] of forms) if (!this.#forms.has(path)) this.#forms.set(path, { form, column });
    return undefined;
  }
}

function formsOf({ path, field }: Column): Map<string, Form> {
  const forms = new Map<string, Form>();
  const steps = path.split('.');
  for (let at = 0; at < steps.length; at++) {
    const next = steps[at + 1];
    const own = steps.slice(0, at + 1).join('.');
    if (next === undefined)
      forms.set(own, field.path.endsWith('[]') && !/^\d+$/.test(steps[at]!) ? 'list' : 'value');
    else forms.set(own, /^\d+$/.test(next) ? 'list' : 'object');
  }
  return forms;
}
