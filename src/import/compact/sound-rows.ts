import { type FamilyName, familyOf, projectTypeOf } from '../../contract/family.ts';
import type { KindSpec } from '../../contract/kind.ts';
import type { Row } from '../../sheets/cell.ts';
import type { RowRecord } from '../input/read-context.ts';
import type { InputSettings } from '../input/settings.ts';
import type { SheetMap } from '../records/record.ts';
import type { CompactKind } from './compact-kinds.ts';
import { FamilyRows } from './family-rows.ts';

/** Maximum number of project types whose rules are compiled. */
const MOST_FAMILIES = 20;
/** If most rows are not sound, no more are tried. */
const MOST_MISSED = 1000;

/**
 * Reads the rows of a sheet that certainly have no finding, with only the values that the rules across records use. All
 * other rows are left to the readers and rules that decide exactly.
 */
export class SoundRows {
  readonly #map: SheetMap;
  readonly #kind: CompactKind;
  readonly #settings: InputSettings;
  /** The index of the cell with the project type; -1 if the kind has none. */
  readonly #projectType: number;
  readonly #families = new Map<string, FamilyRows | null>();
  #found = 0;
  #missed = 0;

  private constructor(map: SheetMap, kind: CompactKind, settings: InputSettings, projectType: number) {
    this.#map = map;
    this.#kind = kind;
    this.#settings = settings;
    this.#projectType = projectType;
  }

  /** Null if no row of the sheet is certain, because of its columns or of the settings. */
  static of(map: SheetMap, kind: CompactKind, settings: InputSettings): SoundRows | null {
    const { columns, layout, fills = [] } = map;
    if (layout || fills.length > 0 || map.width === undefined || map.kind.partial) return null;
    if (settings.batch !== null || columns.some(({ mapped }) => mapped !== undefined)) return null;
    if (new Set(columns.map(({ path }) => path)).size < columns.length) return null;
    const column = columns.find(({ path }) => path === 'projectType');
    if (isInFamilies(map.kind) !== (column !== undefined)) return null;
    return new SoundRows(map, kind, settings, column?.index ?? -1);
  }

  /** The record of a row without any finding; null if it may have one. */
  record(row: Row, sheetId: number): RowRecord | null {
    if (row.quote !== undefined || row.more !== undefined || this.#missed > 2 * this.#found + MOST_MISSED)
      return null;
    const record = this.#rowsWith(row)?.record(row, sheetId) ?? null;
    if (record) this.#found++;
    else this.#missed++;
    return record;
  }

  /** The record of a row that had no finding when it was read before; null if it must be read in full. */
  again(row: Row, sheetId: number): RowRecord | null {
    return this.#rowsWith(row)?.again(row, sheetId) ?? null;
  }

  /** The rows with the project type of a row. */
  #rowsWith(row: Row): FamilyRows | null {
    const own = this.#projectType < 0 ? '' : row.cells[this.#projectType];
    if (typeof own !== 'string') return null;
    let rows = this.#families.get(own);
    if (rows === undefined) {
      if (this.#families.size >= MOST_FAMILIES) return null;
      rows = this.#rowsOf(own);
      this.#families.set(own, rows);
    }
    return rows;
  }

  /** The rows with a project type, if it is exactly that of its family. */
  #rowsOf(own: string): FamilyRows | null {
    const { projectTypes } = this.#settings;
    let family: FamilyName | null = null;
    if (this.#projectType >= 0) {
      family = familyOf(own, projectTypes) ?? null;
      if (family === null || projectTypeOf(family, projectTypes) !== own) return null;
    }
    return FamilyRows.of(this.#map, this.#kind, family);
  }
}

const isInFamilies = ({ fields }: KindSpec): boolean => fields.some(({ path }) => path === 'projectType');
