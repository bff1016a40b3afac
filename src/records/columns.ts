import { columnPath, type Field, pathSteps } from '../contract/field.ts';
import type { KindSpec } from '../contract/kind.ts';
import type { FindingCode } from '../findings/catalogue.ts';
import { type Cell, columnLetters, type Row } from '../sheets/cell.ts';
import { headsOf, type Meaning } from './heads.ts';
import { Forms, passedThrough } from './passed-through.ts';
import type { Column, ReadOptions } from './record.ts';
import { cellText, cleanText, quoted } from './text.ts';
import { voteOf } from './votes.ts';

/** Reports about a head; without an index, about the row of heads as a whole. */
export type HeadNote = (
  code: FindingCode,
  message: string,
  about: { index?: number; value?: string; field?: string; suggestion?: string },
) => void;

/**
 * The columns that fill a body, from the row of heads and the rows below it. Columns that nobody knows, that have no
 * head, or that another column doubles are left out with a finding; those that start with `trace_` in silence. Where the
 * interface does not show the whole body, a column that no field has goes through, with a notice.
 */
export function mapColumns(
  kind: KindSpec,
  heads: Row,
  below: readonly Row[],
  options: ReadOptions,
  note: HeadNote,
): { columns: Column[]; width: number } {
  const width = heads.cells.findLastIndex((cell) => headText(cell) !== '') + 1;
  const found: { index: number; meaning: Meaning }[] = [];
  const unknown: number[] = [];
  for (let index = 0; index < width; index++) {
    const head = headText(heads.cells[index]);
    if (/^trace_/i.test(head)) continue;
    const meaning = head === '' ? undefined : headsOf(kind).meaning(head);
    if (meaning) found.push({ index, meaning });
    else unknown.push(index);
  }

  const taken = new Set(found.map(({ meaning }) => meaning.field));
  const passed: Column[] = [];
  for (const index of unknown) {
    const head = headText(heads.cells[index]);
    if (head === '') {
      if (!below.some(({ cells }) => headText(cells[index]) !== '')) continue;
      note('header-unknown', 'the column has no head; it is not sent', { index });
      continue;
    }
    const near = headsOf(kind).nearest(head, taken);
    const hint = near === undefined ? '' : `; the nearest field is ${near}`;
    const column = kind.openBody ? passedThrough(heads.cells[index], index) : undefined;
    if (column) {
      passed.push(column);
      note('header-not-shown', `the interface does not show ${quoted(head)}; it is sent as it is${hint}`, {
        index,
        value: head,
        field: column.path,
        ...(near === undefined ? {} : { suggestion: near }),
      });
      continue;
    }
    note('header-unknown', `no field of a ${kind.name} is called ${quoted(head)}${hint}`, {
      index,
      value: head,
      ...(near === undefined ? {} : { suggestion: near }),
    });
  }

  const zeroBased = zeroBasedArrays(found);
  const columns: Column[] = [];
  for (const { index, meaning } of found) {
    const column: Column = {
      index,
      letters: columnLetters(index),
      header: headText(heads.cells[index]),
      field: meaning.field,
      path: numberedPath(meaning, zeroBased),
      ...voteOf(meaning.field, index, below, options),
    };
    const double = columns.find((other) => collide(other, column));
    if (double) {
      const both = `${double.letters} (${quoted(double.header)}) and ${column.letters} (${quoted(column.header)})`;
      const [first, second] = [1, 2].map((number) => columnPath(meaning.field.path, number));
      note('header-duplicate', `columns ${both} both mean ${headPath(column.path)}`, {
        index,
        value: column.header,
        field: column.path,
        suggestion: first === second ? 'rename or remove one of them' : `number them: ${first}, ${second}`,
      });
    } else columns.push(column);
  }
  if (passed.length > 0) addPassed(columns, passed, note);
  noteMissing(kind, columns, note);
  return { columns, width };
}

/** Adds the columns that no field has, but for those that make something else of a name than another column does. */
function addPassed(columns: Column[], passed: readonly Column[], note: HeadNote): void {
  const forms = new Forms();
  for (const column of columns) forms.conflict(column);
  for (const column of passed) {
    const other = columns.find(({ path }) => path === column.path) ?? forms.conflict(column);
    if (!other) {
      columns.push(column);
      continue;
    }
    const both = `${other.letters} (${quoted(other.header)}) and ${column.letters} (${quoted(column.header)})`;
    note('header-conflict', `columns ${both} make different things of one name, or fill it twice`, {
      index: column.index,
      value: column.header,
      field: column.path,
      suggestion: 'rename or remove one of them',
    });
  }
  columns.sort((one, two) => one.index - two.index);
}

const headText = (cell: Cell | undefined): string => (cell == null ? '' : cleanText(cellText(cell)));

function noteMissing(kind: KindSpec, columns: readonly Column[], note: HeadNote): void {
  const given = new Set(columns.map((column) => column.field));
  for (const field of kind.fields) {
    if (field.required !== 'always' || given.has(field)) continue;
    // --family and --batch may fill these
    if (field.path === 'projectType' || field.path === kind.batchField) continue;
    const path = columnPath(field.path);
    note('header-missing', `every ${kind.name} needs ${path}, and no column has it`, {
      field: zeroPath(field),
      suggestion: [...new Set([path, ...field.names.slice(0, 1)])].join(' or '),
    });
  }
}

/** Two columns for one place, or one column for a place inside another's value. A list may spread over columns. */
function collide(one: Column, other: Column): boolean {
  if (one.path === other.path) return true;
  // A list may spread over columns: the whole in one, items in others.
  if (one.field === other.field && one.field.value.type !== 'open') return false;
  return one.path.startsWith(`${other.path}.`) || other.path.startsWith(`${one.path}.`);
}

/** The arrays whose items some head numbers from 0, as exports of JSON do. */
function zeroBasedArrays(found: readonly { meaning: Meaning }[]): ReadonlySet<string> {
  const zero = new Set<string>();
  for (const { meaning } of found) {
    arrayPrefixes(meaning.field).forEach((prefix, at) => {
      if (meaning.numbers[at] === 0) zero.add(prefix);
    });
  }
  return zero;
}

/** `composition[].certifications[]` gives `composition[]` and the whole. */
function arrayPrefixes(field: Field): string[] {
  const steps = field.path.split('.');
  return steps.flatMap((step, at) => (step.endsWith('[]') ? [steps.slice(0, at + 1).join('.')] : []));
}

function numberedPath({ field, numbers, below }: Meaning, zeroBased: ReadonlySet<string>): string {
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

/** A column's path as its head would number it, from 1. */
const headPath = (path: string): string =>
  path.replace(/\.(\d+)(?=\.|$)/g, (_, number: string) => `.${Number(number) + 1}`);

const zeroPath = (field: Field): string => numberedPath({ field, numbers: [], below: [] }, new Set());
