import type { ReadField } from '../../contract/read-shape.ts';
import type { Language } from '../../contract/v2/study-lists.ts';
import { headingOf } from './headings.ts';
import { isByLanguage, type ObjectShape, type RecordShape } from './shape.ts';
import type { CellValue, ExportColumn } from './table.ts';
import { cellOf, fieldOf, isObject, readable, valueAt } from './value.ts';

/** A column, and how its cell is computed from the item of a row. */
export interface ReadColumn extends ExportColumn {
  cell(item: unknown): CellValue;
}

/** Names of fields with a web address; the contract declares them as text. */
const LINKS: readonly string[] = ['picture', 'link', 'links', 'showcaseLinks', 'qrCode', 'web', 'pictogram'];
/** The end of the names of fields with a date. */
const DATE = /(?:At|Date)$/;

interface Named {
  readonly name: string;
  readonly type?: ExportColumn['type'];
  readonly unit?: string | undefined;
  readonly names?: ExportColumn['names'];
}

/** A column. Its heading is the name and the unit, in the language of this process. */
export function columnOf(
  { name, type = 'text', unit, names }: Named,
  cell: ReadColumn['cell'] = () => null,
): ReadColumn {
  const optional = { ...(unit !== undefined && { unit }), ...(names !== undefined && { names }) };
  return { name, heading: headingOf(name, unit), type, ...optional, cell };
}

export interface Naming {
  /** The prefix of each name, joined with a dot; empty for no prefix. */
  readonly prefix: string;
  readonly languages: readonly Language[];
  /** Paths, relative to the item, of lists that have their own table. */
  readonly tables: readonly string[];
}

/** The columns of an item, in the order of the contract. */
export function columnsOf(shape: ObjectShape, naming: Naming): ReadColumn[] {
  return columnsBelow(shape, [], naming);
}

function columnsBelow(shape: ObjectShape, path: readonly string[], naming: Naming): ReadColumn[] {
  const named = [...shape.children].flatMap(([name, child]) => columnsAt(child, [...path, name], naming));
  const branded = [...shape.branded.keys()].map((beginning) => brandColumn(shape, path, beginning, naming));
  return [...named, ...branded];
}

function columnsAt(shape: RecordShape, path: readonly string[], naming: Naming): ReadColumn[] {
  if (isByLanguage(shape)) return languageColumns(path, naming);
  if (shape.type === 'object') return columnsBelow(shape, path, naming);
  const name = nameOf(path, naming);
  if (shape.type === 'leaf') {
    const type = typeOf(path.at(-1)!, shape.field);
    return [columnOf({ name, type, unit: shape.field.unit }, (item) => cellOf(valueAt(item, path), type))];
  }
  if (naming.tables.includes(path.join('.'))) return [];
  return listColumns(shape.item!, path, name);
}

/**
 * The columns of a list: one with the items as text, and one for each number with a unit, with the sum over all items.
 */
function listColumns(item: RecordShape, path: readonly string[], name: string): ReadColumn[] {
  const type = LINKS.includes(path.at(-1)!) ? 'link' : 'text';
  const text = (one: (item: unknown) => string) => (record: unknown) => {
    const list = valueAt(record, path);
    return Array.isArray(list) ? list.map(one).join('; ') : null;
  };
  if (item.type !== 'object') return [columnOf({ name, type }, text(readable))];
  const describe = describer(item);
  const sums = [...item.children].flatMap(([part, child]) => {
    if (child.type !== 'leaf' || child.field.type !== 'number' || child.field.unit === undefined) return [];
    const sum = { name: `${name}.${part}`, type: 'number', unit: child.field.unit } as const;
    return [columnOf(sum, (record) => sumOf(valueAt(record, path), part))];
  });
  return [columnOf({ name, type }, text(describe)), ...sums];
}

const NAME_FIELDS = ['name', 'link', 'type'];

/**
 * Returns a function that describes an item: its name, then its other fields in parentheses, such as `SA8000
 * (VALIDATED, visible)`.
 */
function describer(item: ObjectShape): (inner: unknown) => string {
  const names = [...item.children.keys()];
  const nameField = NAME_FIELDS.find((name) => names.includes(name)) ?? names[0]!;
  return (inner) => {
    if (!isObject(inner)) return readable(inner);
    const parts = names.flatMap((name) => {
      const text = name === nameField ? '' : partText(name, item.children.get(name)!, fieldOf(inner, name));
      return text === '' ? [] : [text];
    });
    const first = readable(fieldOf(inner, nameField));
    return parts.length === 0 ? first : `${first} (${parts.join(', ')})`.trimStart();
  };
}

function partText(name: string, shape: RecordShape, value: unknown): string {
  if (typeof value === 'boolean') {
    const what = name.replace(/^is(?=[A-Z])/, '');
    return `${value ? '' : 'not '}${what === name ? name : what.toLowerCase()}`;
  }
  const text = readable(value);
  const unit = shape.type === 'leaf' ? shape.field.unit : undefined;
  return text !== '' && unit !== undefined ? `${text} ${unit}` : text;
}

/** The sum of the numbers in a field of a list's items; null without a list, and if no item has one. */
function sumOf(list: unknown, name: string): number | null {
  if (!Array.isArray(list)) return null;
  const numbers = list.map((item) => fieldOf(item, name)).filter((value) => typeof value === 'number');
  if (numbers.length === 0 && list.length > 0) return null;
  return Number(numbers.reduce((sum, value) => sum + value, 0).toPrecision(12));
}

function languageColumns(path: readonly string[], naming: Naming): ReadColumn[] {
  const name = nameOf(path, naming);
  return naming.languages.map((language) =>
    columnOf({ name: `${name}.${language}` }, (item) => cellOf(valueAt(item, [...path, language]), 'text')),
  );
}

/** The column for fields named after a brand, `category_<brand>`. If an item has several, the cell names each brand. */
function brandColumn(
  shape: ObjectShape,
  path: readonly string[],
  beginning: string,
  naming: Naming,
): ReadColumn {
  const name = nameOf([...path, `${beginning}brand`], naming);
  return columnOf({ name }, (item) => {
    const inner = valueAt(item, path);
    if (!isObject(inner)) return null;
    const words = Object.entries(inner).filter(
      ([key, value]) => key.startsWith(beginning) && !shape.children.has(key) && value !== null,
    );
    if (words.length === 0) return null;
    if (words.length === 1) return readable(words[0]![1]);
    return words.map(([key, word]) => `${key.slice(beginning.length)}: ${readable(word)}`).join('; ');
  });
}

const nameOf = (path: readonly string[], { prefix }: Naming): string =>
  [...(prefix === '' ? [] : [prefix]), ...path].join('.');

function typeOf(name: string, { type }: ReadField): ExportColumn['type'] {
  if (type === 'number' || type === 'boolean') return type;
  if (DATE.test(name)) return 'date';
  return LINKS.includes(name) ? 'link' : 'text';
}

/** The fields at all leaves of a shape. */
export function leavesOf(shape: RecordShape): ReadField[] {
  if (shape.type === 'leaf') return [shape.field];
  if (shape.type === 'array') return leavesOf(shape.item!);
  return [...[...shape.children.values()].flatMap(leavesOf), ...shape.branded.values()];
}
