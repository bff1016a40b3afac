import type { ReadField } from '../../contract/read-shape.ts';
import type { Language } from '../../contract/v2/study-lists.ts';
import { isByLanguage, type ObjectShape, type Shape } from './shape.ts';
import type { CellValue, Column } from './table.ts';
import { cellOf, fieldOf, isObject, reach, readable } from './value.ts';

/** A column with how its cell comes out of what one row stands for. */
export interface Reading extends Column {
  cell(item: unknown): CellValue;
}

/** Which names hold an address that can be clicked; their types in the contract say no more than text. */
const LINKS: readonly string[] = ['picture', 'link', 'links', 'showcaseLinks', 'qrCode', 'web', 'pictogram'];

/** The group that holds the impacts needs no mention in a heading: it is what people know by their own names. */
const UNSAID = /^(results|impacts)\./;

export const shortName = (path: string): string => path.replace(UNSAID, '');

interface Named {
  readonly name: string;
  readonly type?: Column['type'];
  readonly unit?: string | undefined;
  readonly covers?: readonly string[];
}

/** A column, its heading made from name and unit. */
export function reading({ name, type = 'text', unit, covers = [] }: Named, cell: Reading['cell']): Reading {
  const heading = shortName(name) + (unit === undefined ? '' : ` (${unit})`);
  return { name, heading, type, ...(unit !== undefined && { unit }), covers, cell };
}

export interface Naming {
  /** Stands before each name with a dot; empty for none. */
  readonly prefix: string;
  readonly languages: readonly Language[];
  /** Names, from the item down, of lists that are tables of their own. */
  readonly tables: readonly string[];
}

/** The columns of an item, in the order of the contract. */
export function columnsOf(shape: ObjectShape, naming: Naming): Reading[] {
  return below(shape, [], naming);
}

function below(shape: ObjectShape, path: readonly string[], naming: Naming): Reading[] {
  const named = [...shape.children].flatMap(([name, child]) => columnsAt(child, [...path, name], naming));
  const branded = [...shape.branded].map(([beginning, field]) =>
    brandColumn(shape, path, beginning, field, naming),
  );
  return [...named, ...branded];
}

function columnsAt(shape: Shape, path: readonly string[], naming: Naming): Reading[] {
  if (isByLanguage(shape)) return languageColumns(shape, path, naming);
  if (shape.is === 'object') return below(shape, path, naming);
  const name = nameOf(path, naming);
  if (shape.is === 'leaf') {
    const type = typeOf(path.at(-1)!, shape.field);
    return [
      reading({ name, type, unit: shape.field.unit, covers: [shape.field.path] }, (item) =>
        cellOf(reach(item, path), type),
      ),
    ];
  }
  if (naming.tables.includes(path.join('.'))) return [];
  return listColumns(shape.item!, path, name);
}

/** A list in one text, and the sums of what it measures. */
function listColumns(item: Shape, path: readonly string[], name: string): Reading[] {
  const type = LINKS.includes(path.at(-1)!) ? 'link' : 'text';
  const text = (one: (held: unknown) => string) => (answer: unknown) => {
    const list = reach(answer, path);
    return Array.isArray(list) ? list.map(one).join('; ') : null;
  };
  const covers = leavesOf(item).map((field) => field.path);
  if (item.is !== 'object') return [reading({ name, type, covers }, text(readable))];
  const describe = describer(item);
  const sums = [...item.children].flatMap(([part, child]) => {
    if (child.is !== 'leaf' || child.field.type !== 'number' || child.field.unit === undefined) return [];
    const sum = { name: `${name}.${part}`, type: 'number', unit: child.field.unit } as const;
    return [reading({ ...sum, covers: [child.field.path] }, (answer) => sumOf(reach(answer, path), part))];
  });
  return [reading({ name, type, covers }, text(describe)), ...sums];
}

const HEADS = ['name', 'link', 'type'];

/** `SA8000 (VALIDATED, visible)`: what names an item, and the rest of it in brackets. */
function describer(item: ObjectShape): (held: unknown) => string {
  const names = [...item.children.keys()];
  const head = HEADS.find((name) => names.includes(name)) ?? names[0]!;
  return (held) => {
    if (!isObject(held)) return readable(held);
    const parts = names.flatMap((name) => {
      const text = name === head ? '' : partText(name, item.children.get(name)!, fieldOf(held, name));
      return text === '' ? [] : [text];
    });
    const first = readable(fieldOf(held, head));
    return parts.length === 0 ? first : `${first} (${parts.join(', ')})`.trimStart();
  };
}

function partText(name: string, shape: Shape, value: unknown): string {
  if (typeof value === 'boolean') {
    const what = name.replace(/^is(?=[A-Z])/, '');
    return `${value ? '' : 'not '}${what === name ? name : what.toLowerCase()}`;
  }
  const text = readable(value);
  const unit = shape.is === 'leaf' ? shape.field.unit : undefined;
  return text !== '' && unit !== undefined ? `${text} ${unit}` : text;
}

/** Null without a list; what is no number counts for nothing. */
function sumOf(list: unknown, name: string): number | null {
  if (!Array.isArray(list)) return null;
  const numbers = list.map((item) => fieldOf(item, name)).filter((value) => typeof value === 'number');
  return Number(numbers.reduce((sum, value) => sum + value, 0).toPrecision(12));
}

function languageColumns(shape: Shape, path: readonly string[], naming: Naming): Reading[] {
  const name = nameOf(path, naming);
  return naming.languages.map((language) => {
    const covers = leavesOf(shape).flatMap((field) =>
      field.byLanguage || field.path.endsWith(`.${language}`) ? [field.path] : [],
    );
    const texts = [...path, language];
    return reading({ name: `${name}.${language}`, covers }, (item) => cellOf(reach(item, texts), 'text'));
  });
}

/** The brand's own word has one column under every brand; with more brands in one item each is said. */
function brandColumn(
  shape: ObjectShape,
  path: readonly string[],
  beginning: string,
  field: ReadField,
  naming: Naming,
): Reading {
  const name = nameOf([...path, `${beginning}brand`], naming);
  return reading({ name, covers: [field.path] }, (item) => {
    const held = reach(item, path);
    if (!isObject(held)) return null;
    const words = Object.entries(held).filter(
      ([key, value]) => key.startsWith(beginning) && !shape.children.has(key) && value !== null,
    );
    if (words.length === 0) return null;
    if (words.length === 1) return readable(words[0]![1]);
    return words.map(([key, word]) => `${key.slice(beginning.length)}: ${readable(word)}`).join('; ');
  });
}

const nameOf = (path: readonly string[], { prefix }: Naming): string =>
  [...(prefix === '' ? [] : [prefix]), ...path].join('.');

function typeOf(name: string, { type }: ReadField): Column['type'] {
  if (type === 'number' || type === 'boolean') return type;
  return LINKS.includes(name) ? 'link' : 'text';
}

/** Every leaf below. */
export function leavesOf(shape: Shape): ReadField[] {
  if (shape.is === 'leaf') return [shape.field];
  if (shape.is === 'array') return leavesOf(shape.item!);
  return [...[...shape.children.values()].flatMap(leavesOf), ...shape.branded.values()];
}
