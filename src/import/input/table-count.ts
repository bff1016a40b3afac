import { basename } from 'node:path';
import type { Body } from '../../contract/kind.ts';
import { allColumns, type SheetMap } from '../../records/record.ts';

/** What is remembered of a table of a file, a few kB. */
export interface Profile {
  readonly headers: readonly { readonly header: string; readonly letters: string }[];
  /** The number of records in which a field is filled, by its path; the items of a list count once. */
  readonly filled: Readonly<Record<string, number>>;
}

/** A table of the input, counted while it is read. */
export class TableCount {
  readonly file: string;
  readonly sheet: string;
  readonly kind: string;
  readonly headers: Profile['headers'];
  rows = 0;
  readonly #filled = new Map<string, number>();

  constructor(map: SheetMap) {
    this.file = map.file;
    this.sheet = map.sheet;
    this.kind = map.kind.name;
    this.headers = [...allColumns(map), ...(map.labels ?? [])].map(({ header, letters }) => ({
      header,
      letters,
    }));
  }

  add(body: Body): void {
    this.rows++;
    this.#count(body, '');
  }

  #count(body: Body, before: string): void {
    for (const [name, value] of Object.entries(body)) {
      if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) continue;
      const path = before + name;
      if (typeof value === 'object' && !Array.isArray(value)) this.#count(value, `${path}.`);
      else this.#filled.set(path, (this.#filled.get(path) ?? 0) + 1);
    }
  }

  get profile(): Profile {
    return { headers: this.headers, filled: Object.fromEntries(this.#filled) };
  }
}

/**
 * The name by which a table of one night is found in the next: file names and sheets often have a date or a number, such as
 * `export-2026-11-28.xlsx`.
 */
export const lastingName = ({ file, sheet }: Pick<TableCount, 'file' | 'sheet'>): string =>
  [basename(file), sheet].map((name) => name.toLowerCase().replace(/\d+(?:[\W_]*\d+)*/g, '#')).join(' ');
