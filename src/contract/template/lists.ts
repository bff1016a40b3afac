import type { Language } from '../../language/languages.ts';
import type { Dropdown, SheetData } from '../../sheets/workbook-data.ts';
import { FAMILY_NAMES, type FamilyName, projectTypeOf } from '../family.ts';
import type { KindSpec } from '../kind.ts';
import { knownValues } from '../list.ts';
import { isMany, type TemplateColumn } from './columns.ts';
import { countryLabels } from './countries.ts';
import { TEXTS } from './text/text.ts';

/** Dropdowns offer the keys of another sheet up to this row. */
const LAST_KEY_ROW = 5000;

/** The hidden sheet of values behind the dropdowns. Lists are added when a column needs them. */
export class DropdownLists {
  readonly #language: Language;
  readonly #family: FamilyName | undefined;
  readonly #columns = new Map<string, readonly string[]>();

  constructor(language: Language, family: FamilyName | undefined) {
    this.#language = language;
    this.#family = family;
  }

  /** The dropdown of a column; undefined if the column allows any text. */
  dropdownOf({ field }: TemplateColumn): Dropdown | undefined {
    const { value, path } = field;
    const { yes, no, dropdown: message } = TEXTS[this.#language];
    if (path === 'projectType') return this.#dropdown('projectType', this.#projectTypes(), 'accept');
    if (value.type === 'country') return this.#dropdown('country', countryLabels(this.#language), 'accept');
    if (value.type === 'boolean' || value.type === 'flag')
      return this.#dropdown(`${yes} | ${no}`, [yes, no], 'accept');
    if (value.type !== 'choice') return undefined;
    const { list } = value;
    if (isMany(field)) return this.#dropdown(list.name, knownValues(list), 'accept');
    return list.complete
      ? this.#dropdown(list.name, knownValues(list), 'reject', message.reject)
      : this.#dropdown(list.name, knownValues(list), 'ask', message.ask);
  }

  sheet(): SheetData {
    const lists = [...this.#columns];
    const length = Math.max(0, ...lists.map(([, values]) => values.length));
    return {
      name: TEXTS[this.#language].listsSheet,
      hidden: true,
      columns: lists.map(([header, values]) => ({
        header,
        format: 'text',
        width: Math.min(60, Math.max(12, ...values.map((value) => value.length))),
      })),
      rows: Array.from({ length }, (_, at) => lists.map(([, values]) => values[at] ?? null)),
    };
  }

  #projectTypes(): readonly string[] {
    return this.#family === undefined ? FAMILY_NAMES : [projectTypeOf(this.#family, {}) ?? this.#family];
  }

  #dropdown(name: string, values: readonly string[], others: Dropdown['others'], message?: string): Dropdown {
    if (!this.#columns.has(name)) this.#columns.set(name, values);
    const column = [...this.#columns.keys()].indexOf(name);
    const place = {
      sheet: TEXTS[this.#language].listsSheet,
      column,
      firstRow: 2,
      lastRow: values.length + 1,
    };
    return { ...place, others, ...(message === undefined ? {} : { message }) };
  }
}

/**
 * A dropdown of the keys in another sheet of the workbook, for a column that refers to them. `examples`: the number of
 * example rows in that sheet, which it does not offer.
 */
export function keysOf(
  sheet: string,
  target: KindSpec,
  columns: readonly TemplateColumn[],
  examples: number,
): Dropdown {
  const column = columns.findIndex(({ field }) => field.path === target.key[0]);
  return { sheet, column, firstRow: 2 + examples, lastRow: LAST_KEY_ROW, others: 'accept' };
}
