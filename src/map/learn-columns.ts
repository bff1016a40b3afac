import type { Body, Json, KindSpec } from '../contract/kind.ts';
import { wordKey } from '../records/mapped.ts';
import type { Row } from '../sheets/cell.ts';
import {
  type Agreement,
  agreement,
  type CellLeaf,
  type CellSetting,
  comparedText,
  leavesOf,
  type WordPair,
} from './learn-cell.ts';

/** Number of different values that prove what a column is. */
const MIN_PROVING_VALUES = 3;
/** If some of these values are unknown words: number of them that trace understands by itself. */
const MIN_KNOWN_WORDS = 2;
/** A column and a field are no longer compared if the rows that differ exceed those that agree by this number. */
const SLACK_ROWS = 10;
/** Number of rows after which only a few fields may still be candidates for a column. */
const EARLY_ROWS = 50;
const MAX_FIELDS_LEFT = 20;
const MOST_COLUMNS = 300;
const MOST_WORDS = 500;
const LONGEST_TEXT = 1000;

/** The field that a column has, as the rows of a run prove. */
export interface LearnedColumn {
  readonly index: number;
  readonly target: string;
  /** Number of rows that prove it. */
  readonly rows: number;
  readonly setting: CellSetting;
}

/** A column that is not learned: the rows contradict each other, or prove too little. */
export interface ColumnDoubt {
  readonly index: number;
  readonly target: string;
  /** Number of rows that agree, and number of rows that do not. */
  readonly rows: number;
  readonly others: number;
  readonly why: 'contradiction' | 'several' | 'words' | 'few';
}

/** A word with its values. It is learned if it has only one. */
export interface WordCount {
  readonly word: string;
  /** Number of rows by value. */
  readonly values: ReadonlyMap<string, number>;
}

/** A column and a field that may be the same. */
interface Pair {
  /** Rows in which both have the same value. */
  equal: number;
  /** Rows with words that are not known yet, which may stand for the value of the field. */
  worded: number;
  /** Up to `MIN_PROVING_VALUES` different values that the column and the field have in common. */
  readonly known: Set<string>;
  /** Up to `MIN_PROVING_VALUES` different values of the field in rows with such words. */
  readonly values: Set<string>;
  /** The settings with which all numbers or dates so far are the values of the field; undefined before the first one. */
  settings: Map<string, CellSetting> | undefined;
  readonly words: Map<string, { readonly word: string; readonly values: Map<string, number> }>;
}

interface ColumnState {
  /** Number of rows in which the column has a value. */
  filled: number;
  readonly pairs: Map<string, Pair>;
}

/** Compares the columns of an export with the records of a run, row by row, in bounded memory. */
export class ColumnLearner {
  readonly #kind: KindSpec;
  readonly #columns: ColumnState[] = [];
  /** Number of rows in which a field has a value. */
  readonly #given = new Map<string, number>();
  /** Number of rows without a record: the export is not the one that the input of the run was made from. */
  rowsWithout = 0;

  constructor(kind: KindSpec) {
    this.#kind = kind;
  }

  /** Adds a row and the record that has its key. */
  add({ cells }: Row, body: Body): void {
    const leaves = new Map(leavesOf(this.#kind, body).map((leaf) => [leaf.target, leaf]));
    for (const target of leaves.keys()) this.#given.set(target, (this.#given.get(target) ?? 0) + 1);
    for (let index = 0; index < Math.min(cells.length, MOST_COLUMNS); index++) {
      const cell = cells[index] ?? null;
      const text = comparedText(cell, LONGEST_TEXT);
      if (text === '') continue;
      this.#columns[index] ??= { filled: 0, pairs: new Map() };
      const column = this.#columns[index]!;
      column.filled++;
      const compared = column.filled <= SLACK_ROWS ? leaves.keys() : column.pairs.keys();
      for (const target of compared) {
        const leaf = leaves.get(target);
        if (leaf) countAgreement(column, leaf, agreement(this.#kind, leaf, cell, text));
      }
      prune(column);
    }
  }

  /** The columns whose field is proven, and those for which a field is only likely. */
  columns(): { readonly learned: LearnedColumn[]; readonly doubts: ColumnDoubt[] } {
    const proven: LearnedColumn[] = [];
    const doubts: ColumnDoubt[] = [];
    for (const [index, column] of this.#columns.entries())
      for (const [target, pair] of column?.pairs ?? []) {
        const state = this.#stateOf(column!, target, pair);
        const rows = pair.equal + pair.worded;
        if (state === 'proven') proven.push({ index, target, rows, setting: settingOf(pair) });
        else if (state !== undefined) {
          const others = column!.filled - rows + conflictingRows(pair);
          doubts.push({ index, target, rows: rows - conflictingRows(pair), others, why: state });
        }
      }
    const isAlone = ({ index, target }: LearnedColumn) =>
      proven.every((one) => (one.index === index) === (one.target === target));
    const learned = proven.filter(isAlone);
    for (const { index, target, rows } of proven.filter((one) => !isAlone(one)))
      doubts.push({ index, target, rows, others: 0, why: 'several' });
    const isKnown = new Set(learned.map(({ index }) => index));
    return { learned, doubts: doubts.filter(({ index }) => !isKnown.has(index)) };
  }

  /** The words of a column for the values of this field. */
  words(index: number, target: string): WordCount[] {
    return [...(this.#columns[index]?.pairs.get(target)?.words.values() ?? [])];
  }

  #stateOf(
    { filled }: ColumnState,
    target: string,
    pair: Pair,
  ): 'proven' | Exclude<ColumnDoubt['why'], 'several'> | undefined {
    const rows = pair.equal + pair.worded;
    const conflicts = conflictingRows(pair);
    const known = pair.known.size;
    const different = new Set([...pair.known, ...pair.values]).size;
    const others = filled - rows + conflicts;
    // A column that has the values of a field in less than half of the records with that field is another column.
    if (different < 2 || rows * 2 < this.#given.get(target)!) return undefined;
    if (others > 0)
      return different >= MIN_PROVING_VALUES && known > 0 && rows - conflicts > others * 2
        ? 'contradiction'
        : undefined;
    if (known >= MIN_PROVING_VALUES) return 'proven';
    if (pair.words.size === 0) return 'few';
    if (pair.worded < pair.words.size * 2) return undefined;
    return known >= MIN_KNOWN_WORDS && different >= MIN_PROVING_VALUES ? 'proven' : 'words';
  }
}

function countAgreement(column: ColumnState, { target, value }: CellLeaf, agreed: Agreement): void {
  if (agreed.is === 'other') return;
  let pair = column.pairs.get(target);
  if (!pair) {
    // In the rows before, the column had values but the field had none, so they count as different.
    pair = {
      ...{ equal: 0, worded: 0, settings: undefined },
      ...{ known: new Set(), values: new Set(), words: new Map() },
    };
    column.pairs.set(target, pair);
  }
  if (agreed.is === 'equal') {
    if (agreed.settings && !keepSettings(pair, agreed.settings)) return;
    pair.equal++;
    if (pair.known.size < MIN_PROVING_VALUES && !isTrivial(value)) pair.known.add(JSON.stringify(value));
  } else {
    pair.worded++;
    for (const one of agreed.words)
      if (pair.values.size < MIN_PROVING_VALUES) pair.values.add(JSON.stringify(one.value));
  }
  for (const one of agreed.words ?? []) countWord(pair, one);
}

/** Zero is the same in all units, and with both decimal marks. */
const isTrivial = (value: Json): boolean => value === 0;

/** Keeps only the settings that also fit this value. Returns false, and changes nothing, if none would be left. */
function keepSettings(pair: Pair, settings: readonly CellSetting[]): boolean {
  const own = new Map(settings.map((one) => [JSON.stringify(one), one]));
  const kept =
    pair.settings === undefined ? own : new Map([...pair.settings].filter(([key]) => own.has(key)));
  if (kept.size === 0) return false;
  pair.settings = kept;
  return true;
}

/** The parts that all remaining settings have in common. */
function settingOf({ settings }: Pair): CellSetting {
  const [first, ...more] = settings?.values() ?? [];
  if (first === undefined) return {};
  const same = Object.entries(first).filter(([name, value]) =>
    more.every((one) => one[name as keyof CellSetting] === value),
  );
  return Object.fromEntries(same);
}

function countWord(pair: Pair, { word, value }: WordPair): void {
  const key = wordKey(word);
  let known = pair.words.get(key);
  if (!known) {
    if (pair.words.size >= MOST_WORDS) return;
    known = { word, values: new Map() };
    pair.words.set(key, known);
  }
  if (known.values.size < MAX_FIELDS_LEFT || known.values.has(value))
    known.values.set(value, (known.values.get(value) ?? 0) + 1);
}

/** Number of rows in which a word has another value than in most rows with that word. */
function conflictingRows({ words }: Pair): number {
  let rows = 0;
  for (const { values } of words.values()) {
    const counts = [...values.values()];
    rows += counts.reduce((sum, one) => sum + one, 0) - Math.max(...counts);
  }
  return rows;
}

/** Forgets the fields that the column certainly is not. */
function prune({ filled, pairs }: ColumnState): void {
  if (filled < SLACK_ROWS) return;
  for (const [target, { equal, worded, words }] of pairs) {
    const agreed = equal + worded;
    const isText =
      words.size >= MOST_WORDS || (equal === 0 && worded > EARLY_ROWS && words.size * 2 > worded);
    if (filled - agreed > agreed + SLACK_ROWS || isText) pairs.delete(target);
  }
  if (filled >= EARLY_ROWS && pairs.size > MAX_FIELDS_LEFT) pairs.clear();
}
