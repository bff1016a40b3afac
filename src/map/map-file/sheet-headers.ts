import { groupedByEach } from '../../contract/grouped.ts';
import type { KindSpec } from '../../contract/kind.ts';
import { cellText, cleanText, cut, yamlText } from '../../recognise/text.ts';
import { headerPath, numberedPath } from '../../records/column-paths.ts';
import { headerKey, headerParts, headersOf, type Meaning } from '../../records/headers.ts';
import { unitFactor } from '../../records/number.ts';
import type {
  AbsentColumn,
  Column,
  Fill,
  HeaderRow,
  Layout,
  MappedFormat,
  MappedHeaders,
  ReportProblem,
} from '../../records/record.ts';
import { say } from '../../say.ts';
import { columnLetters } from '../../sheets/cell.ts';
import type { ColumnSettings } from './column-settings.ts';
import type { MapEntry } from './entry.ts';
import type { HeaderTarget, NamedColumns } from './named-columns.ts';
import type { RowLayout } from './row-layout.ts';
import { unnumberedPath } from './targets.ts';
import type { FilledFields, FoundColumn } from './templates.ts';

/** The parts of an entry that its sheets share. */
export interface EntryParts {
  readonly entry: MapEntry;
  readonly names: NamedColumns;
  readonly settings: ColumnSettings;
  readonly filled: FilledFields;
  readonly rows: RowLayout;
}

/** Maximum number of columns that a message lists. */
const MOST_SHOWN = 8;

/** The columns of a sheet, as the header row and an entry of a map file define them. */
export class SheetHeaders implements MappedHeaders {
  readonly #parts: EntryParts;
  readonly #beside: readonly MappedHeaders[];
  readonly #headers: readonly string[];
  readonly #lower: readonly string[];
  /** The columns by their header as it is written. */
  readonly #byHeader: ReadonlyMap<string, readonly number[]>;
  /** The headers of the columns that the map file names by letters. */
  readonly #lettered: ReadonlySet<string>;
  /** The columns by folded header, and by the folded text of the last row of a header of several rows. */
  readonly #byName: ReadonlyMap<string, readonly number[]>;
  readonly labels: MappedHeaders['labels'];

  /** `beside`: the headers as other tables read them. */
  constructor(parts: EntryParts, { cells, lower = [] }: HeaderRow, beside: readonly MappedHeaders[] = []) {
    this.#parts = parts;
    this.#beside = beside;
    this.#headers = cells.map((cell) => cleanText(cellText(cell)));
    this.#lower = lower;
    this.#lettered = new Set([...parts.names.byIndex.keys()].map((index) => this.#header(index)));
    this.#byHeader = Map.groupBy(this.#headers.keys(), (index) => this.#header(index));
    this.#byName = groupedByEach(
      this.#headers.keys(),
      (index) => new Set([this.#header(index), lower[index] || this.#header(index)].map(headerKey)),
    );
    this.labels = [...parts.names.labels].flatMap(([header, target]) =>
      typeof target === 'object' ? [{ header, meaning: withUnit(target, header) }] : [],
    );
  }

  meaning(index: number): ReturnType<MappedHeaders['meaning']> {
    const { names, entry } = this.#parts;
    const claim = this.claim(index);
    const header = this.#header(index);
    // Other tables do not read the rows of a table that names its own.
    if (claim !== 'letters' && entry.keys.rows === undefined) {
      const others = this.#beside.map((one) => one.claim(index));
      // Each of several columns with the same header may be that of another table.
      const isNamed = others.includes('letters') || (others.includes('named') && claim !== 'named');
      if (isNamed && (claim !== 'named' || this.#lettered.has(header))) return 'elsewhere';
      if (others.includes('header') && claim !== 'named')
        return claim === undefined ? 'elsewhere' : 'unclear';
    }
    const own = names.byIndex.get(index)?.target;
    if (own !== undefined) return this.#isShared(index) ? answeredTarget(own, header) : undefined;
    // If letters name one of several columns with the same header, they must name all of them: otherwise a new column
    // could take the place of another one.
    if (this.#lettered.has(header)) return undefined;
    const mapped = names.target(header) ?? names.target(this.#lowerOf(index) ?? header);
    if (mapped === 'key') return usedMeaning(entry, header);
    if (mapped !== undefined) return answeredTarget(mapped, header);
    return header === '' ? undefined : ownMeaning(entry.kind, header);
  }

  claim(index: number): ReturnType<MappedHeaders['claim']> {
    const { names, entry } = this.#parts;
    const header = this.#header(index);
    if (names.byIndex.has(index)) return 'letters';
    if (this.#lettered.has(header)) return 'named';
    if ((names.target(header) ?? names.target(this.#lowerOf(index) ?? header)) !== undefined) return 'named';
    return header !== '' && ownMeaning(entry.kind, header) ? 'header' : undefined;
  }

  kindsWith(index: number): readonly string[] {
    const own = this.claim(index) === 'header' ? [this.#parts.entry.kind.name] : [];
    return [...own, ...this.#beside.flatMap((one) => one.kindsWith(index))];
  }

  format(index: number, meaning: Meaning): MappedFormat {
    const { settings } = this.#parts;
    const label = this.labels[index - this.#headers.length]?.header;
    const { key: letters } = this.#parts.names.byIndex.get(index) ?? {};
    const key = label ?? this.#keyOf(index);
    const at =
      letters !== undefined
        ? ['letters', letters]
        : key === undefined
          ? undefined
          : [label === undefined ? 'columns' : 'labels', key];
    const own = { header: label ?? this.#header(index), key, at };
    return settings.format(own, meaning, (name) => {
      const found = this.#columnOf(name);
      return found && 'index' in found ? found.index : undefined;
    });
  }

  fills(columns: readonly Column[], report: ReportProblem): Fill[] {
    return this.#parts.filled.fills(columns, (name) => this.#columnOf(name), report);
  }

  layout(columns: readonly Column[], report: ReportProblem): Layout | undefined {
    return this.#parts.rows.of(columns, (name) => this.#columnOf(name), report);
  }

  absent(): AbsentColumn[] {
    const { names, entry } = this.#parts;
    const byHeader = Object.entries(entry.keys.columns ?? {}).flatMap(([name, target]): AbsentColumn[] => {
      if (name === '' || typeof names.target(cleanText(name)) !== 'object') return [];
      const found = this.#columnOf(cleanText(name));
      const about = { name, target, line: entry.lines.adviceToCorrect('columns', name) };
      if (found === undefined) return [{ ...about, problem: say().mapFile.sheetHasNone() }];
      return 'problem' in found && this.#byHeader.get(cleanText(name)) === undefined
        ? [{ ...about, problem: found.problem }]
        : [];
    });
    const byLetters = [...names.byIndex].flatMap(([index, { key, target }]): AbsentColumn[] => {
      if (typeof target !== 'object') return [];
      const about = {
        name: columnLetters(index),
        target: entry.keys.letters![key]!,
        line: entry.lines.adviceToCorrect('letters', key),
      };
      if (index >= this.#headers.length) return [{ ...about, problem: say().mapFile.headerEnds() }];
      return this.#isShared(index)
        ? []
        : [{ ...about, problem: say().mapFile.ownHeader({ header: JSON.stringify(this.#headers[index]) }) }];
    });
    return [...byHeader, ...byLetters];
  }

  headerLine(index: number): string {
    const { names, entry } = this.#parts;
    const header = this.#header(index);
    const letters = names.byIndex.get(index);
    const key = this.#keyOf(index);
    if (letters?.target === 'question' && this.#isShared(index))
      return entry.lines.adviceToAnswer('letters', letters.key);
    if (key !== undefined && names.target(cleanText(key)) === 'question' && !this.#lettered.has(header))
      return entry.lines.adviceToAnswer('columns', key);
    // The likely field is only named in the message. It is not in the suggested line, because the user may paste
    // that line without checking it, and a wrong value would be sent.
    return say().mapFile.chooseField({ line: this.#line(index, say().placeholders.field()) });
  }

  ignoreLine(index: number): string {
    return this.#line(index, 'ignore');
  }

  #line(index: number, target: string): string {
    const { lines } = this.#parts.entry;
    return this.#isShared(index)
      ? lines.adviceToAdd('letters', ...this.#letterLines(index, target))
      : lines.adviceToAdd('columns', `${yamlText(this.#header(index))}: ${target}`);
  }

  /** The lines for all columns with the same header as a column, because letters must name all of them or none. */
  #letterLines(index: number, target: string): string[] {
    const header = this.#header(index);
    const same = header === '' ? [index] : this.#byHeader.get(header)!;
    const [first] = same;
    return same
      .filter((at) => at === index || !this.#parts.names.byIndex.has(at))
      .map((at) => {
        const meaning = at === first && at !== index && target === 'ignore' ? this.meaning(at) : undefined;
        const own = typeof meaning === 'object' ? headerPath(numberedPath(meaning, new Set())) : target;
        return `${columnLetters(at)}: ${own}`;
      });
  }

  /** Whether a column has no header, or the same header as another one, so that only its letters name it. */
  #isShared(index: number): boolean {
    const header = this.#header(index);
    return header === '' || this.#byHeader.get(header)!.length > 1;
  }

  /** The header of a column; empty for columns to the right of the header row. */
  #header(index: number): string {
    return this.#headers[index] ?? '';
  }

  /** The key of `columns` for a column that no letters name. */
  #keyOf(index: number): string | undefined {
    const { names } = this.#parts;
    if (names.byIndex.has(index)) return undefined;
    const header = this.#header(index);
    return names.keyOf(header) ?? names.keyOf(this.#lowerOf(index) ?? header);
  }

  /** The text of a column in the last row of a header of several rows, if no other column has that text. */
  #lowerOf(index: number): string | undefined {
    const lower = this.#lower[index];
    return lower && this.#byName.get(headerKey(lower))!.length === 1 ? lower : undefined;
  }

  /**
   * The column that a text names: by its header as it is written, because a sheet may have both a column "Code" and a
   * column "CODE", else by its folded header, or by its last header.
   */
  #columnOf(name: string): FoundColumn | undefined {
    const found = this.#byHeader.get(name) ?? this.#byName.get(headerKey(name)) ?? [];
    if (found.length === 0) {
      const at = this.labels.findIndex(({ header }) => headerKey(header) === headerKey(name));
      return at < 0 ? undefined : { index: this.#headers.length + at };
    }
    if (found.length === 1) return { index: found[0]! };
    const shown = found.slice(0, MOST_SHOWN).map(columnLetters);
    const all = found.length > shown.length ? [...shown, '…'] : shown;
    return {
      problem: say().mapFile.severalColumns({ name: JSON.stringify(cut(name, 60)), columns: all.join(', ') }),
    };
  }
}

function answeredTarget(target: HeaderTarget, header: string): Exclude<HeaderTarget, 'question'> | undefined {
  if (target === 'question') return undefined;
  return typeof target === 'object' ? withUnit(target, header) : target;
}

/**
 * The meaning of a header that a template, a unit or the layout of the rows uses. The column also fills the field that
 * its header names, unless the map file fills that field otherwise.
 */
export function usedMeaning({ kind, keys }: MapEntry, header: string): Meaning | 'key' {
  const own = header === '' ? undefined : ownMeaning(kind, header);
  if (own === undefined) return 'key';
  const given = [...Object.keys(keys.keys ?? {}), ...Object.keys(keys.constants ?? {})];
  return given.some((name) => unnumberedPath(name) === unnumberedPath(own.field.path)) ? 'key' : own;
}

/** The field that a header names. Headers with remarks, or with items counted from 0, need a line in the map file. */
export function ownMeaning(kind: KindSpec, header: string): Meaning | undefined {
  const meaning = headersOf(kind).meaning(header);
  return meaning?.remarks === undefined && !meaning?.numbers.includes(0) ? meaning : undefined;
}

/**
 * The meaning of a mapped header. A text in brackets in the header may be another unit for the numbers of the
 * column.
 */
function withUnit(meaning: Meaning, header: string): Meaning {
  const { value } = meaning.field;
  const parts = value.type === 'number' && value.unit !== undefined ? headerParts(header) : undefined;
  if (!parts || value.type !== 'number') return meaning;
  const { unit, remarks } = parts;
  const isOther = unit !== undefined && unitFactor(value.unit!, unit) === undefined;
  return { ...meaning, remarks: isOther ? [...remarks, unit] : remarks };
}
