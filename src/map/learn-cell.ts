import { columnPath, type Field, pathSteps } from '../contract/field.ts';
import type { Body, Json, KindSpec } from '../contract/kind.ts';
import { type ClosedList, matchValue } from '../contract/list.ts';
import { parseComposition } from '../recognise/composition/parse.ts';
import { countryOf } from '../recognise/country.ts';
import { cellText, cleanText, round6 } from '../recognise/text.ts';
import { yesOrNo } from '../recognise/text-coercion.ts';
import { shippedResolver } from '../recognise/words/shipped.ts';
import { compositionField } from '../records/composition-column.ts';
import { parseDate } from '../records/date.ts';
import { type NumberMark, parseNumber, splitUnit, unitFactor } from '../records/number.ts';
import type { Cell } from '../sheets/cell.ts';
import { listOf } from './map-file/values.ts';
import { piecesOf } from './propose-separators.ts';

/** A value of a body, and the field as `columns` of a map file names it. */
export interface CellLeaf {
  readonly target: string;
  readonly field: Field;
  readonly value: Json;
}

/** Maximum number of values of a body, and of items of a list of objects. */
const MOST_LEAVES = 300;
const MOST_ITEMS = 20;

/** The values of a body that a column can have. */
export function leavesOf(kind: KindSpec, body: Body): CellLeaf[] {
  const leaves: CellLeaf[] = [];
  const whole = compositionField(kind);
  for (const field of whole ? [...kind.fields, whole] : kind.fields) {
    if (field.value.type === 'open' || field.path === 'projectType' || field.path === kind.batchField)
      continue;
    for (const { target, value } of valuesAt(body, field)) {
      if (leaves.length >= MOST_LEAVES) return leaves;
      leaves.push({ target, field, value });
    }
  }
  return leaves;
}

function* valuesAt(body: Body, { path }: Field): Generator<Pick<CellLeaf, 'target' | 'value'>> {
  const steps = pathSteps(path);
  const names = steps.map(({ name }) => name);
  const repeated = steps.findIndex(({ array }, at) => array && at < steps.length - 1);
  if (repeated < 0) {
    const value = valueBelow(body, names);
    if (isGiven(value)) yield { target: columnPath(path), value };
    return;
  }
  const items = valueBelow(body, names.slice(0, repeated + 1));
  if (!Array.isArray(items)) return;
  for (const [at, item] of items.slice(0, MOST_ITEMS).entries()) {
    const value = valueBelow(item, names.slice(repeated + 1));
    if (isGiven(value)) yield { target: columnPath(path, at + 1), value };
  }
}

function valueBelow(start: Json, names: readonly string[]): Json | undefined {
  let at: Json | undefined = start;
  for (const name of names) {
    if (typeof at !== 'object' || at === null || Array.isArray(at)) return undefined;
    at = Object.hasOwn(at, name) ? at[name] : undefined;
  }
  return at;
}

const isGiven = (value: Json | undefined): value is Json =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

/** A word of a cell and the value that the record has for it. */
export interface WordPair {
  readonly word: string;
  readonly value: string;
}

/** The settings with which a number or a date in a cell is read as the value of the record. */
export interface CellSetting {
  readonly decimal?: NumberMark;
  readonly dateOrder?: 'day-first' | 'month-first';
  readonly unit?: string;
}

/**
 * How a cell agrees with a value. `equal`: it is the value, if it is read with one of `settings`. `words`: it has words
 * that are not known yet. `other`: it is another value.
 */
export type Agreement =
  | { readonly is: 'equal'; readonly settings?: readonly CellSetting[]; readonly words?: readonly WordPair[] }
  | { readonly is: 'words'; readonly words: readonly WordPair[] }
  | { readonly is: 'other' };

const OTHER_VALUE: Agreement = { is: 'other' };
const EQUAL_VALUE: Agreement = { is: 'equal' };
const MARKS: readonly NumberMark[] = ['.', ','];
const ORDERS = ['day-first', 'month-first'] as const;

/** Units that the numbers of an export may have, by the unit of the field. */
const UNITS: Readonly<Record<string, readonly string[]>> = { g: ['g', 'kg', 'mg', 't', 'lb', 'oz'] };

/** Compares a cell, whose cleaned text is `text`, with a value of a record. */
export function agreement(kind: KindSpec, { field, value }: CellLeaf, cell: Cell, text: string): Agreement {
  const list = listOf(kind, field);
  if (Array.isArray(value))
    return list && field.value.type === 'text'
      ? compareComposition(list, value, text)
      : compareList(kind, field, value, typeof cell === 'string' ? cell : text);
  if (field.value.type === 'number') return compareNumber(field.value, value, cell, text);
  if (field.value.type === 'date') return compareDate(value, cell, text);
  return compareText(kind, field, value, text);
}

function compareText(kind: KindSpec, field: Field, value: Json, text: string): Agreement {
  const list = listOf(kind, field);
  if (list && typeof value === 'string') return compareWord(knownIn(list, text), value, text);
  const { type } = field.value;
  if (type === 'country' && typeof value === 'string') {
    const reading = countryOf(text);
    return compareWord('code' in reading ? reading.code : undefined, value, text);
  }
  if (type === 'boolean' || type === 'flag') {
    const known = /^[01]$/.test(text) ? text === '1' : yesOrNo(text);
    const isYes = value === true || value === 1;
    return compareWord(known === undefined ? undefined : known ? 'yes' : 'no', isYes ? 'yes' : 'no', text);
  }
  return text === value ? EQUAL_VALUE : OTHER_VALUE;
}

function compareWord(known: string | undefined, value: string, word: string): Agreement {
  if (known === undefined) return { is: 'words', words: [{ word, value }] };
  return known === value ? EQUAL_VALUE : OTHER_VALUE;
}

/** The value of the list that a text certainly means: one of its spellings, or a shipped word for it. */
function knownIn(list: ClosedList, text: string): string | undefined {
  const value = matchValue(list, text);
  if (value !== undefined) return value;
  const reading = shippedResolver(list)(text);
  return 'value' in reading ? reading.value : undefined;
}

function compareList(kind: KindSpec, field: Field, values: readonly Json[], text: string): Agreement {
  const split = piecesOf(field, text);
  if (split.length !== values.length) return OTHER_VALUE;
  const words: WordPair[] = [];
  for (const [at, piece] of split.entries()) {
    const one = compareText(kind, field, values[at]!, piece);
    if (one.is === 'other') return OTHER_VALUE;
    words.push(...(one.words ?? []));
  }
  return words.length === 0 ? EQUAL_VALUE : { is: 'words', words };
}

function compareNumber(
  { unit }: { readonly unit?: string },
  value: Json,
  cell: Cell,
  text: string,
): Agreement {
  if (typeof value !== 'number') return OTHER_VALUE;
  const settings: CellSetting[] = [];
  for (const decimal of MARKS) {
    const read = numberIn(cell, text, decimal);
    if (read === undefined) continue;
    const units = read.unit === undefined ? (UNITS[unit ?? ''] ?? [undefined]) : [read.unit];
    for (const name of units) {
      const factors = factorsOf(unit, name);
      if (!factors.some((factor) => round6(read.number * factor) === round6(value))) continue;
      settings.push({ decimal, ...(read.unit === undefined && name !== undefined && { unit: name }) });
    }
  }
  return settings.length === 0 ? OTHER_VALUE : { is: 'equal', settings };
}

/**
 * The factors from the units of a column to that of the field. Percentages may be fractions in the export: in a
 * composition, the import finds that out by their total; elsewhere, each is an error (`percent-fraction`) until `units`
 * names the unit.
 */
function factorsOf(unit: string | undefined, name: string | undefined): readonly number[] {
  if (unit === '%') return [1, 100];
  if (unit === undefined || name === undefined) return [1];
  const factor = unitFactor(unit, name);
  return factor === undefined ? [] : [factor];
}

function numberIn(
  cell: Cell,
  text: string,
  decimal: NumberMark,
): { readonly number: number; readonly unit?: string } | undefined {
  if (typeof cell === 'number') return { number: cell };
  if (typeof cell === 'object' && cell?.type === 'percent') return { number: cell.value * 100, unit: '%' };
  const { number, unit } = splitUnit(text);
  const reading = parseNumber(number, decimal);
  if (!reading || !('value' in reading)) return undefined;
  return { number: reading.value, ...(unit !== undefined && { unit }) };
}

function compareDate(value: Json, cell: Cell, text: string): Agreement {
  if (typeof cell === 'object' && cell?.type === 'date')
    return cell.iso.slice(0, 10) === value ? EQUAL_VALUE : OTHER_VALUE;
  const settings = ORDERS.filter((order) => parseDate(text, order) === value).map((dateOrder) => ({
    dateOrder,
  }));
  return settings.length === 0 ? OTHER_VALUE : { is: 'equal', settings };
}

/**
 * Compares a cell with a whole composition. Its shares must be those of the record. A name in the cell means the
 * material with the same share, unless two materials have that share.
 */
function compareComposition(list: ClosedList, values: readonly Json[], text: string): Agreement {
  const composition = parseComposition(text, shippedResolver(list));
  if (composition.is !== 'blend' || composition.items.length !== values.length) return OTHER_VALUE;
  const left = values.map((one) => one as { readonly material?: Json; readonly percentage?: Json });
  const open: { readonly word: string; readonly percentage: number }[] = [];
  let known = 0;
  for (const { text: word, percentage, value } of composition.items) {
    if (value === undefined) {
      open.push({ word, percentage });
      continue;
    }
    const at = left.findIndex((one) => one.material === value && one.percentage === percentage);
    if (at < 0) return OTHER_VALUE;
    left.splice(at, 1);
    known++;
  }
  const words: WordPair[] = [];
  for (const { word, percentage } of open) {
    const same = left.filter((one) => one.percentage === percentage);
    const isOnly = open.filter((one) => one.percentage === percentage).length === 1;
    if (same.length === 0 || (isOnly && same.length > 1)) return OTHER_VALUE;
    const material = same[0]!.material;
    if (isOnly && word !== '' && typeof material === 'string') words.push({ word, value: material });
  }
  const isProof = known > 0 || new Set(open.map(({ percentage }) => percentage)).size > 1;
  return isProof ? { is: 'equal', words } : { is: 'words', words };
}

/** The text of a cell in the form in which it is compared with values. */
export const comparedText = (cell: Cell, longest: number): string =>
  cell === null ? '' : cleanText(cellText(cell).slice(0, longest));
