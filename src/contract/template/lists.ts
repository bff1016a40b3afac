import type { Language } from '../../language/languages.ts';
import type { Dropdown, SheetData } from '../../sheets/workbook-data.ts';
import { FAMILY_NAMES, type FamilyName, projectTypeOf } from '../family.ts';
import type { Field } from '../field.ts';
import { knownValues } from '../list.ts';
import { hasManyValues, type TemplateColumn } from './columns.ts';
import { countryLabels } from './countries.ts';
import { TEXTS } from './text.ts';

/** The last row of another sheet whose keys dropdowns offer. */
export const LAST_KEY_ROW = 5000;

/** The values that a column offers, and how other values are treated. */
export interface ColumnList extends Pick<Dropdown, 'others' | 'message'> {
  readonly name: string;
  readonly values: readonly string[];
}

/** The list of a field in a template; undefined if the field allows any text. */
export function listOf(
  field: Field,
  language: Language,
  family: FamilyName | undefined,
): ColumnList | undefined {
  const { value, path } = field;
  const { yes, no, dropdown: message } = TEXTS[language];
  if (path === 'projectType') return { name: 'projectType', values: projectTypes(family), others: 'accept' };
  if (value.type === 'country') return { name: 'country', values: countryLabels(language), others: 'accept' };
  if (value.type === 'boolean' || value.type === 'flag')
    return { name: `${yes} | ${no}`, values: [yes, no], others: 'accept' };
  if (value.type !== 'choice') return undefined;
  const { list } = value;
  const values = { name: list.name, values: knownValues(list) };
  if (hasManyValues(field)) return { ...values, others: 'accept' };
  return list.complete
    ? { ...values, others: 'reject', message: message.reject }
    : { ...values, others: 'ask', message: message.ask };
}

const projectTypes = (family: FamilyName | undefined): readonly string[] =>
  family === undefined ? FAMILY_NAMES : [projectTypeOf(family, {}) ?? family];

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
    const list = listOf(field, this.#language, this.#family);
    if (!list) return undefined;
    const { name, values, ...how } = list;
    if (!this.#columns.has(name)) this.#columns.set(name, values);
    const column = [...this.#columns.keys()].indexOf(name);
    return {
      sheet: TEXTS[this.#language].listsSheet,
      column,
      firstRow: 2,
      lastRow: values.length + 1,
      ...how,
    };
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
}
