import type { Field } from '../../contract/field.ts';
import { shownValue } from '../../contract/v3/shown-values.ts';
import { type Cell, columnLetters } from '../../sheets/cell.ts';
import type { Column } from './record.ts';
import { cellText, cleanText } from './text.ts';

/** Names that would reach into the prototype of a body. */
export const UNSAFE_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
/** What the service alone writes (interface 2.8), so that exports have it; brand products have a field for the last one. */
const READ_ONLY = /^(?:links(?:\.(?:qrcode|web))?|createdat|updatedat|hascommunicationpackage)$/;

/** Whether a head that no field has names what the service alone writes. */
export const isReadOnly = (head: string): boolean =>
  READ_ONLY.test(head.toLowerCase().replace(/[\s_-]/g, ''));

/** Items are numbered up to here; a higher number is a name. */
const MOST_ITEMS = 200;
const MOST_STEPS = 12;

/**
 * The column of a header that no field has and that is to be sent, as the dotted path that it spells: names as they are
 * written, numbers (from 1) as places in a list. Undefined when the header spells no path.
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
    const isPlace =
      at > 0 && /^[1-9]\d{0,2}$/.test(step) && Number(step) <= MOST_ITEMS && !fieldPath.endsWith('[]');
    if (isPlace) {
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
    shown: false,
    names: [],
    note: 'Not shown by the interface.',
  };
  return { index, letters: columnLetters(index), header, field, path };
}

/** What a name of the body is taken for: by its columns, and by what is below it. */
type Form = 'value' | 'object' | 'list';

/** Finds columns that make different things of one name of the body. */
export class Forms {
  readonly #forms = new Map<string, { form: Form; column: Column }>();

  /** The column that takes a name of this one's path for something else; undefined when there is none, and it is kept. */
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
