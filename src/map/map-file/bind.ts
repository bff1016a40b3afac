import type { KindSpec } from '../../contract/kind.ts';
import type { HeaderRow, MappedHeaders, ReadOptions, SheetMapping } from '../../records/record.ts';
import type { RecordNames } from '../../records/record-names.ts';
import { say } from '../../say.ts';
import type { Row } from '../../sheets/cell.ts';
import { ColumnSettings } from './column-settings.ts';
import { type EntryFault, MapEntry } from './entry.ts';
import { namedRow, rowOfHeaders } from './header-rows.ts';
import type { MapLines, YamlPath } from './lines.ts';
import type { SheetEntry } from './map-file.ts';
import { type HeaderTarget, NamedColumns } from './named-columns.ts';
import { RowLayout } from './row-layout.ts';
import { type EntryParts, ownMeaning, SheetHeaders, usedMeaning } from './sheet-headers.ts';
import { isForm } from './tables.ts';
import { FilledFields } from './templates.ts';

/** An entry of a map file, bound to a kind of the contract of the run. */
export class BoundEntry implements SheetMapping {
  readonly kind: KindSpec;
  readonly namesHeaderRow: boolean;
  readonly isForm: boolean;
  /** The parts of the entry that the contract of the run does not allow. */
  readonly faults: readonly EntryFault[];
  readonly #parts: EntryParts;

  /** `path`: the keys that lead to the entry. */
  constructor(map: MapLines, keys: SheetEntry, path: YamlPath, kind: KindSpec) {
    const entry = new MapEntry({ map, path }, keys, kind);
    this.kind = kind;
    this.isForm = isForm(keys);
    this.namesHeaderRow = this.isForm || keys.headerRow !== undefined;
    const names = new NamedColumns(entry);
    const settings = new ColumnSettings(entry, names);
    this.#parts = {
      entry,
      names,
      settings,
      filled: new FilledFields(entry, names),
      rows: new RowLayout(entry, names),
    };
    this.faults = entry.faults;
  }

  /** Decimal mark and date order of the sheet. */
  get defaults(): Pick<ReadOptions, 'decimal' | 'dateOrder'> {
    const { decimal, dateOrder } = this.#parts.entry.keys;
    return {
      ...(typeof decimal === 'string' && { decimal }),
      ...(typeof dateOrder === 'string' && { dateOrder }),
    };
  }

  /** All labels that the entry names, in its order. */
  get labels(): readonly string[] {
    return Object.keys(this.#parts.entry.keys.labels ?? {});
  }

  /** Values in the map that their list has only probably, by the name of the list. */
  get likely(): ReadonlyMap<string, ReadonlySet<string>> {
    return this.#parts.entry.likely;
  }

  /** The records to which columns refer by a field that is not their key, or whose fields fill those of a row. */
  get names(): readonly RecordNames[] {
    return [...this.#parts.settings.names, ...this.#parts.filled.names];
  }

  get line(): number {
    return this.#parts.entry.lines.lineOf();
  }

  headerRow(firstRows: readonly Row[]): HeaderRow | undefined {
    if (this.isForm) return { row: 0, cells: [] };
    const { headerRow } = this.#parts.entry.keys;
    if (headerRow !== undefined) return namedRow([headerRow].flat(), firstRows);
    const { names } = this.#parts;
    return rowOfHeaders(
      firstRows,
      (header) => names.target(header) !== undefined || ownMeaning(this.kind, header) !== undefined,
    );
  }

  /** The meaning of a header, wherever its column is. */
  meaning(header: string): Exclude<HeaderTarget, 'question'> | undefined {
    const target = this.#parts.names.target(header);
    if (target === 'key') return usedMeaning(this.#parts.entry, header);
    if (target !== undefined) return target === 'question' ? undefined : target;
    return header === '' ? undefined : ownMeaning(this.kind, header);
  }

  headerRowLine(): string {
    const { lines, keys } = this.#parts.entry;
    if (keys.headerRow === undefined)
      return say().mapFile.headerRowLine({ line: lines.own(`headerRow: ${say().placeholders.number()}`) });
    return say().mapFile.headerRowCorrect({ line: `${lines.lineOf('headerRow')}` });
  }

  headers(row: HeaderRow, beside: readonly SheetMapping[] = []): MappedHeaders {
    return new SheetHeaders(
      this.#parts,
      row,
      beside.map((one) => one.headers(row)),
    );
  }

  fieldLine(path: string): string {
    const { lines } = this.#parts.entry;
    return say().mapFile.fieldLine({
      line: lines.adviceToAdd('columns', `${say().placeholders.header()}: ${path}`),
      constant: lines.adviceToAdd('constants', `${path}: ${say().placeholders.value()}`),
    });
  }
}
