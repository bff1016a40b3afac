import { type Field, pathSteps } from '../contract/field.ts';
import { once } from '../contract/remembered.ts';
import { quoted } from '../recognise/text.ts';
import type { Meaning } from './headers.ts';
import type { Column } from './record.ts';
import { isOriginOfWhole } from './whole-origin.ts';

/** A column in a message: `F ("Poids")`. */
export const columnText = ({ letters, header }: Pick<Column, 'letters' | 'header'>): string =>
  letters === '' ? quoted(header) : `${letters} (${quoted(header)})`;

/** Whether two columns fill the same value, or one fills a part of the value of the other. */
export function collide(one: Pick<Column, 'field' | 'path'>, other: Pick<Column, 'field' | 'path'>): boolean {
  if (one.path === other.path) return true;
  if (isOriginOfWhole(one, other) || isOriginOfWhole(other, one)) return false;
  // A list may be in several columns: one with the whole list, the other ones with single items.
  if (one.field === other.field && one.field.value.type !== 'open') return false;
  return one.path.startsWith(`${other.path}.`) || other.path.startsWith(`${one.path}.`);
}

/** The arrays whose items the headers number from 0, like exports of JSON. */
export function zeroBasedArrays(found: readonly { meaning: Meaning }[]): ReadonlySet<string> {
  const zero = new Set<string>();
  for (const { meaning } of found) {
    arrayPrefixes(meaning.field).forEach((prefix, at) => {
      if (meaning.numbers[at] === 0) zero.add(prefix);
    });
  }
  return zero;
}

/**
 * The path of each array in a field: `composition[]` and `composition[].certifications[]` for the field
 * `composition[].certifications[]`.
 */
function arrayPrefixes(field: Field): string[] {
  const steps = field.path.split('.');
  return steps.flatMap((step, at) => (step.endsWith('[]') ? [steps.slice(0, at + 1).join('.')] : []));
}

/** The body path of a meaning, numbered from 0. */
export function numberedPath({ field, numbers, below }: Meaning, zeroBased: ReadonlySet<string>): string {
  const steps = pathSteps(field.path);
  const prefixes = arrayPrefixes(field);
  let at = 0;
  const named = steps.map((step, depth) => {
    if (!step.array) return step.name;
    const prefix = prefixes[at]!;
    const number = numbers[at];
    at += 1;
    if (number === undefined) return depth === steps.length - 1 ? step.name : `${step.name}.0`;
    return `${step.name}.${zeroBased.has(prefix) ? number : number - 1}`;
  });
  return [...named, ...below].join('.');
}

/** Formats the path of a column with items numbered from 1, like headers. */
export const headerPath = (path: string): string =>
  path.replace(/\.(\d+)(?=\.|$)/g, (_, number: string) => `.${Number(number) + 1}`);

/**
 * Finds the column that fills a path, whose items are numbered as in the columns. A group has its first column; an item
 * of a list in one cell has that column.
 */
export function columnByPath(columns: readonly Column[]): (path: string) => Column | undefined {
  const byPath = once(() => {
    const found = new Map<string, Column>();
    for (const column of columns)
      for (let end = column.path.length; end > 0; end = column.path.lastIndexOf('.', end - 1)) {
        const path = column.path.slice(0, end);
        if (!found.has(path)) found.set(path, column);
      }
    for (const column of columns) found.set(column.path, column);
    return found;
  });
  return (path) =>
    byPath().get(path) ??
    byPath().get(path.replace(/\.\d+$/, '')) ??
    columns.find((column) => isWholeList(column) && path.startsWith(`${column.path}.`));
}

const isWholeList = ({ field, path }: Column): boolean => field.path === `${path}[]`;

/** For a row whose blank items were dropped: `composition.0` in the body may be `composition.1` in the columns. */
export class ItemPaths {
  /** The path in the columns by the path in the body. Both end with the number of an item. */
  readonly byBody = new Map<string, string>();
  /** The path in the body, by the path in the columns. */
  readonly byColumn = new Map<string, string>();

  add(bodyPath: string, columnPath: string): void {
    this.byBody.set(bodyPath, columnPath);
    if (!this.byColumn.has(columnPath)) this.byColumn.set(columnPath, bodyPath);
  }
}

/** Replaces the longest prefix of the path that `to` contains. */
export function movedPath(path: string, to: ReadonlyMap<string, string>): string {
  for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
    const found = to.get(path.slice(0, end));
    if (found !== undefined) return found + path.slice(end);
  }
  return path;
}
