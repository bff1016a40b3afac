import { command } from '../../advice.ts';
import type { Dropdown, SheetData } from '../../sheets/workbook-data.ts';
import { COUNTRY_CODES } from '../country-codes.ts';
import { FAMILY_NAMES } from '../family.ts';
import type { KindSpec } from '../kind.ts';
import { knownValues } from '../list.ts';
import { isMany, type TemplateColumn } from './columns.ts';

const LISTS_SHEET = 'Lists';
/** Dropdowns offer the keys of another sheet up to this row. */
const LAST_KEY_ROW = 5000;

/** The hidden sheet of values behind the dropdowns. Lists are added when a column needs them. */
export class DropdownLists {
  /** Flags to repeat in the command that prints a list. */
  readonly where: readonly string[];
  readonly #columns = new Map<string, readonly string[]>();

  constructor(where: readonly string[]) {
    this.where = where;
  }

  /** The dropdown of a column; undefined if the column allows any text. */
  dropdownOf({ field }: TemplateColumn): Dropdown | undefined {
    const { value, path } = field;
    if (path === 'projectType') return this.#dropdown('projectType', FAMILY_NAMES, 'accept');
    if (value.type === 'country') return this.#dropdown('country', [...COUNTRY_CODES], 'accept');
    if (value.type === 'boolean' || value.type === 'flag') {
      return this.#dropdown('yes or no', ['yes', 'no'], 'accept');
    }
    if (value.type !== 'choice') return undefined;
    const { list } = value;
    if (isMany(field)) return this.#dropdown(list.name, knownValues(list), 'accept');
    const others = list.complete ? 'reject' : 'ask';
    const message = list.complete
      ? `The service does not accept this value. See: ${command('taxonomy', 'list', list.name, ...this.where)}`
      : 'trace does not know this value, but the service may accept it. Keep it?';
    return this.#dropdown(list.name, knownValues(list), others, message);
  }

  sheet(): SheetData {
    const lists = [...this.#columns];
    const length = Math.max(0, ...lists.map(([, values]) => values.length));
    return {
      name: LISTS_SHEET,
      hidden: true,
      columns: lists.map(([header, values]) => ({
        header,
        format: 'text',
        width: Math.min(60, Math.max(12, ...values.map((value) => value.length))),
      })),
      rows: Array.from({ length }, (_, at) => lists.map(([, values]) => values[at] ?? null)),
    };
  }

  #dropdown(name: string, values: readonly string[], others: Dropdown['others'], message?: string): Dropdown {
    if (!this.#columns.has(name)) this.#columns.set(name, values);
    const column = [...this.#columns.keys()].indexOf(name);
    const place = { sheet: LISTS_SHEET, column, firstRow: 2, lastRow: values.length + 1 };
    return { ...place, others, ...(message === undefined ? {} : { message }) };
  }
}

/** A dropdown of the keys in another sheet of the workbook, for a column that refers to them. */
export function keysOf(sheet: string, target: KindSpec, columns: readonly TemplateColumn[]): Dropdown {
  const column = columns.findIndex(({ field }) => field.path === target.key[0]);
  return { sheet, column, firstRow: 2, lastRow: LAST_KEY_ROW, others: 'accept' };
}
