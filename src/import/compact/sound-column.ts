import type { Body, Json } from '../../contract/kind.ts';
import type { Cell } from '../../sheets/cell.ts';
import type { FieldCheck } from '../check/rule.ts';
import { UNREADABLE } from '../records/coercion.ts';
import { ColumnReader, keepable, ownText } from '../records/column-reader.ts';
import type { Column, SheetMap } from '../records/record.ts';
import { ofValue } from './hash.ts';

/** The value of a cell that has a finding, or may have one. */
export const DOUBTFUL: unique symbol = Symbol('doubtful');

/** Maximum length of a text that is remembered, and maximum number of texts. */
const LONGEST = 100;
const MOST = 1000;

interface Known {
  readonly value: Json;
  readonly hash: number;
}

/** Reads the cells of a column that have no finding. A text that was read before needs one lookup. */
export class SoundColumn {
  readonly index: number;
  readonly #reader: ColumnReader;
  readonly #seed: number;
  readonly #tests: NonNullable<FieldCheck['accepts']>[] = [];
  /** Whether a test needs the values of other columns. */
  #isDoubtful: boolean;
  #isNoted = false;
  readonly #known = new Map<string, Known>();
  /** The hash of the last value; 0 if records with the same shared reference may differ in it. */
  hash = 0;

  /** `seed`: of the hashes of its values, or 0. `isSimple`: whether its values can be tested without the others. */
  constructor(column: Column, { kind, columns }: SheetMap, seed: number, isSimple: boolean) {
    const note = () => {
      this.#isNoted = true;
    };
    this.index = column.index;
    this.#reader = new ColumnReader(column, kind, columns.length, note, () => true);
    this.#seed = seed;
    this.#isDoubtful = !isSimple;
  }

  /** Adds a check of the field of the column. */
  add({ field, accepts }: FieldCheck): void {
    if (!accepts) return;
    if (field.notBefore === undefined) this.#tests.push(accepts);
    else this.#isDoubtful = true;
  }

  read(cell: Exclude<Cell, null>, cells: readonly Cell[]): Json | undefined | typeof DOUBTFUL {
    if (typeof cell !== 'string' || this.#reader.isPlain) return this.#readNew(cell, cells);
    const known = this.#known.get(cell);
    if (known === undefined) return this.#readNew(cell, cells);
    this.hash = known.hash;
    return known.value;
  }

  #readNew(cell: Exclude<Cell, null>, cells: readonly Cell[]): Json | undefined | typeof DOUBTFUL {
    this.#isNoted = false;
    const value = this.#reader.read(cell, cells);
    if (this.#isNoted || value === UNREADABLE) return DOUBTFUL;
    if (value === undefined) return undefined;
    if (this.#isDoubtful || !this.#accepts(value)) return DOUBTFUL;
    this.hash = this.#seed === 0 ? 0 : ofValue(value, this.#seed);
    if (typeof cell === 'string' && !this.#reader.isPlain) this.#remember(cell, value);
    return value;
  }

  #accepts(value: Json): boolean {
    if (!Array.isArray(value)) return typeof value !== 'object' && this.#passes(value);
    for (const item of value) if (typeof item === 'object' || !this.#passes(item)) return false;
    return true;
  }

  #passes(value: Json): boolean {
    for (const accepts of this.#tests) if (!accepts(value, NO_GROUP)) return false;
    return true;
  }

  #remember(cell: string, value: Json): void {
    if (this.#known.size >= MOST || cell.length > LONGEST) return;
    const kept = keepable(value);
    if (kept === undefined || kept === UNREADABLE) return;
    this.#known.set(ownText(cell), { value: kept, hash: this.hash });
  }
}

const NO_GROUP: Body = {};
