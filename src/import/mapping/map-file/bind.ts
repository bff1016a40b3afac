import type { Field } from '../../../contract/field.ts';
import type { Json, KindSpec } from '../../../contract/kind.ts';
import type { Row } from '../../../sheets/cell.ts';
import { numberedPath } from '../../records/columns.ts';
import { headerKey, headerParts, headersOf, type Meaning } from '../../records/headers.ts';
import { wordKey } from '../../records/mapped.ts';
import { unitFactor } from '../../records/number.ts';
import type {
  Column,
  Fill,
  MappedColumn,
  ReadOptions,
  SheetMapping,
  TemplatePart,
} from '../../records/record.ts';
import { cellText, cleanText, cut } from '../../records/text.ts';
import { resolverOf } from '../words/resolve.ts';
import { shippedWords } from '../words/shipped.ts';
import { foldWords } from '../words/word-list.ts';
import { EntryLines, yamlText } from './lines.ts';
import type { SheetEntry } from './map-file.ts';
import { pathText } from './path.ts';
import { constantOf, isCell, SECTIONS } from './settings-of-fields.ts';
import { fieldNamed, fieldsUnder, nearField, unnumbered } from './targets.ts';
import { listOf, targetValue } from './values.ts';
import type { Fault, YamlContent } from './yaml.ts';

/** Number of rows that are searched for the header row. */
const SEARCHED_ROWS = 20;

/**
 * Splits the text of a template: even indices contain the text between placeholders, odd indices the placeholders.
 */
const PLACEHOLDERS = /\{([^{}]*)\}/;

interface Template extends Pick<Fill, 'field' | 'path'> {
  readonly key: string;
  readonly pieces: readonly string[];
}

/** An entry of a map file, bound to a kind of the contract of the run. */
export class BoundEntry implements SheetMapping {
  readonly kind: KindSpec;
  readonly namesHeaderRow: boolean;
  /** The parts of the entry that the contract of the run does not allow. */
  readonly faults: Fault[] = [];
  readonly #entry: SheetEntry;
  readonly #at: number;
  readonly #lines: EntryLines;
  /** The meaning of each header as it is written, and of its folded form if no other header has the same. */
  readonly #exact = new Map<string, Meaning | 'ignore' | 'key'>();
  readonly #folded = new Map<string, Meaning | 'ignore' | 'key' | undefined>();
  /** The keys of `columns`, by header and by folded header. */
  readonly #names = new Map<string, string>();
  readonly #constants: Fill[] = [];
  readonly #templates: Template[] = [];
  readonly #mapped = new Map<string, Pick<Column, 'mapped' | 'words'>>();

  constructor(
    { name, lineOf }: { readonly name: string; readonly lineOf: YamlContent['lineOf'] },
    entry: SheetEntry,
    at: number,
    kind: KindSpec,
  ) {
    this.kind = kind;
    this.#entry = entry;
    this.#at = at;
    this.namesHeaderRow = entry.headerRow !== undefined;
    this.#lines = new EntryLines(name, entry, at, lineOf);
    this.#bindColumns();
    this.#bindConstants();
    this.#bindTemplates();
    this.#checkKeys();
    this.#checkDoubles();
  }

  /** Decimal mark and date order of the sheet. */
  get defaults(): Pick<ReadOptions, 'decimal' | 'dateOrder'> {
    const { decimal, dateOrder } = this.#entry;
    return { ...(decimal && { decimal }), ...(dateOrder && { dateOrder }) };
  }

  get line(): number {
    return this.#lines.lineOf();
  }

  headerRow(firstRows: readonly Row[]): Row | undefined {
    const { headerRow } = this.#entry;
    if (headerRow !== undefined) return firstRows.find(({ row }) => row === headerRow);
    let best: Row | undefined;
    let most = 0;
    for (const row of firstRows.slice(0, SEARCHED_ROWS)) {
      const known = row.cells.filter((cell) => {
        const text = cell === null ? '' : cleanText(cellText(cell));
        return text !== '' && this.meaning(text) !== undefined;
      }).length;
      if (known > most) [best, most] = [row, known];
    }
    return best;
  }

  headerRowLine(): string {
    const { headerRow } = this.#entry;
    if (headerRow === undefined) return `${this.#lines.own('headerRow: NUMBER')} (NUMBER is its row)`;
    return `correct headerRow in line ${this.#lines.lineOf('headerRow')} of the map file`;
  }

  meaning(header: string): Meaning | 'ignore' | 'key' | undefined {
    const mapped = this.#exact.get(header) ?? this.#folded.get(headerKey(header));
    if (typeof mapped === 'object') return withUnit(mapped, header);
    if (mapped !== undefined || header === '') return mapped;
    const own = headersOf(this.kind).meaning(header);
    return own?.remarks === undefined && !own?.numbers.includes(0) ? own : undefined;
  }

  column(header: string, field: Field): Pick<Column, 'mapped' | 'words'> {
    const key = `${header}\n${field.path}`;
    let made = this.#mapped.get(key);
    if (!made) {
      made = this.#column(header, field);
      this.#mapped.set(key, made);
    }
    return made;
  }

  fills(
    columns: readonly Column[],
    headers: readonly string[],
    report: (fill: Fill, problem: string, suggestion?: string) => void,
  ): Fill[] {
    const made = this.#templates.flatMap((template): Fill[] => {
      const parts: TemplatePart[] = [];
      for (const [at, piece] of template.pieces.entries()) {
        if (at % 2 === 0) {
          if (piece !== '') parts.push(piece);
          continue;
        }
        const part = this.#part(piece, columns, headers);
        if (part === undefined) {
          report(template, `no column of the sheet is ${JSON.stringify(cut(piece, 60))}`);
          return [];
        }
        parts.push(part);
      }
      const { field, path } = template;
      return [{ field, path, parts }];
    });
    return [...this.#constants, ...made];
  }

  absent(headers: readonly string[]): { readonly header: string; readonly target: string }[] {
    const given = new Set(headers);
    const folded = new Set(headers.map(headerKey));
    return Object.entries(this.#entry.columns ?? {}).flatMap(([header, target]) =>
      header === '' || target === 'ignore' || given.has(header) || folded.has(headerKey(header))
        ? []
        : [{ header, target }],
    );
  }

  headerLine(header: string): string {
    // The likely field is only named in the message. It is not in the suggested line, because the user may paste
    // that line without checking it, and a wrong value would be sent.
    return header === ''
      ? this.ignoreLine(header)
      : `${this.#lines.below('columns', `${yamlText(header)}: FIELD`)} (FIELD is a field, or ignore)`;
  }

  ignoreLine(header: string): string {
    return this.#lines.below('columns', `${yamlText(header)}: ignore`);
  }

  fieldLine(path: string): string {
    return `${this.#lines.below('columns', `HEADER: ${path}`)} (HEADER is the header of its column), or ${this.#lines.below('constants', `${path}: VALUE`)}`;
  }

  /**
   * Finds the column of a placeholder. An exact header comes first, because a workbook may have both a column
   * "Code" and a column "CODE".
   */
  #part(name: string, columns: readonly Column[], headers: readonly string[]): TemplatePart | undefined {
    const exact = headers.indexOf(name);
    const index = exact >= 0 ? exact : headers.findIndex((one) => headerKey(one) === headerKey(name));
    if (index >= 0) return { name, index };
    const meaning = fieldNamed(this.kind, name);
    if (meaning === undefined) return undefined;
    const path = numberedPath(meaning, new Set());
    const at = columns.findIndex((column) => column.path === path);
    if (at >= 0) return { name, index: columns[at]!.index, at };
    const constant = this.#constants.find((fill) => fill.path === path)?.constant;
    return typeof constant === 'string' || typeof constant === 'number' ? String(constant) : undefined;
  }

  #column(header: string, field: Field): Pick<Column, 'mapped' | 'words'> {
    const { units = {}, separators = {} } = this.#entry;
    const keys = this.#keysOf(header, field);
    const unit = keys.map((key) => units[key]).find((one) => one !== undefined);
    const separator = keys.map((key) => separators[key]).find((one) => one !== undefined);
    const words = this.#words(header, field);
    const list = listOf(this.kind, field);
    const isWhole = isCell(this.kind, field);
    const resolve = list && resolverOf(list, shippedWords(list));
    const names = new Map([...words].map(([, { text, value }]) => [foldWords(text), String(value)]));
    const valueKey = keys.find((key) => this.#entry.values?.[key] !== undefined) ?? unnumbered(field.path);
    const isYesNo = field.value.type === 'boolean' || field.value.type === 'flag';
    const allowed = list ? `a value of ${list.name}` : isYesNo ? 'yes or no' : 'a country code';
    const mapped: MappedColumn = {
      ...(words.size > 0 &&
        !isWhole && { words: new Map([...words].map(([key, { value }]) => [key, value])) }),
      ...(unit === undefined ? {} : { unit }),
      ...(separator === undefined ? {} : { separator }),
      wordLine: (text, candidates) => {
        const reading = candidates === undefined ? resolve?.(text) : undefined;
        const found =
          candidates ??
          (reading === undefined ? [] : 'value' in reading ? [reading.value] : reading.candidates);
        const [value, other] = found;
        const certain = other === undefined ? value : undefined;
        const line = `${yamlText(cut(text, 200))}: ${certain === undefined ? 'VALUE' : yamlText(certain)}`;
        const meant = found.length > 1 ? found.join(' or ') : allowed;
        return `${this.#lines.word(valueKey, line)}${certain === undefined ? ` (VALUE is ${meant})` : ''}`;
      },
      line: (key) =>
        key === 'decimal'
          ? `${this.#lines.own('decimal: ","')} (or ".")`
          : key === 'dateOrder'
            ? `${this.#lines.own('dateOrder: day-first')} (or month-first)`
            : `${this.#lines.below('units', `${yamlText(header)}: UNIT`)} (UNIT is the unit of its numbers, such as kg or %)`,
    };
    return { mapped, ...(isWhole && { words: names }) };
  }

  /**
   * The keys by which values, units and separators may refer to a column. The key of its header comes before the
   * key of its field.
   */
  #keysOf(header: string, field: Field): string[] {
    const { columns = {}, values = {}, units = {}, separators = {} } = this.#entry;
    const own = this.#names.get(header) ?? this.#names.get(headerKey(header));
    const sections = [values, units, separators].flatMap((section) => Object.keys(section));
    const paths = [
      unnumbered(field.path),
      ...(isCell(this.kind, field) ? [`${unnumbered(field.path)}.material`] : []),
    ];
    const named = sections.filter((key) => !Object.hasOwn(columns, key) && paths.includes(unnumbered(key)));
    return [...(own === undefined ? [] : [own]), ...named];
  }

  /** The words of a column, by their keys. Words for its header override words for its field. */
  #words(header: string, field: Field): Map<string, { readonly text: string; readonly value: Json }> {
    const words = new Map<string, { readonly text: string; readonly value: Json }>();
    for (const key of this.#keysOf(header, field).reverse()) {
      for (const [text, to] of Object.entries(this.#entry.values?.[key] ?? {})) {
        const read = targetValue(this.kind, field, to);
        if ('value' in read) words.set(wordKey(text), { text, value: read.value });
      }
    }
    return words;
  }

  #bindColumns(): void {
    for (const [header, target] of Object.entries(this.#entry.columns ?? {})) {
      const meaning = target === 'ignore' ? 'ignore' : this.#field(['columns', header], target);
      if (meaning === undefined) continue;
      if (header === '' && meaning !== 'ignore')
        this.#fault(['columns', header], 'a column without a header can only be ignored');
      const clean = cleanText(header);
      if (this.#exact.has(clean)) this.#fault(['columns', header], 'the header is given twice');
      if (!this.#names.has(headerKey(clean))) this.#names.set(headerKey(clean), header);
      this.#names.set(clean, header);
      this.#add(clean, meaning);
    }
  }

  #add(header: string, meaning: Meaning | 'ignore' | 'key'): void {
    this.#exact.set(header, meaning);
    const key = headerKey(header);
    this.#folded.set(key, this.#folded.has(key) ? undefined : meaning);
  }

  #bindConstants(): void {
    for (const [path, text] of Object.entries(this.#entry.constants ?? {})) {
      const meaning = this.#field(['constants', path], path);
      if (!meaning) continue;
      const own = numberedPath(meaning, new Set());
      const read = constantOf(this.kind, meaning.field, own, text);
      if ('problem' in read) this.#fault(['constants', path], read.problem);
      else this.#constants.push({ field: meaning.field, path: own, constant: read.value });
    }
  }

  #bindTemplates(): void {
    for (const [key, template] of Object.entries(this.#entry.keys ?? {})) {
      const meaning = this.#field(['keys', key], key);
      if (!meaning) continue;
      const { type } = meaning.field.value;
      const pieces = template
        .split(PLACEHOLDERS)
        .map((piece, at) => (at % 2 === 1 ? cleanText(piece) : piece));
      if ((type !== 'text' && type !== 'reference') || meaning.field.path.endsWith('[]'))
        this.#fault(['keys', key], 'only a text can be made by a template');
      else if (pieces.length < 2)
        this.#fault(
          ['keys', key],
          'a template needs a placeholder such as {productRef}; a fixed value is a constant',
        );
      else if (pieces.some((piece, at) => (at % 2 === 1 ? piece === '' : /[{}]/.test(piece))))
        this.#fault(['keys', key], 'each placeholder is a field or a header between { and }');
      else {
        const path = numberedPath(meaning, new Set());
        this.#templates.push({ key, field: meaning.field, path, pieces });
        for (const [at, piece] of pieces.entries())
          if (at % 2 === 1 && this.meaning(piece) === undefined && !fieldNamed(this.kind, piece))
            this.#add(piece, 'key');
      }
    }
  }

  /** Checks that values, units and separators refer to an existing column or field that may have them. */
  #checkKeys(): void {
    for (const [section, entries] of Object.entries(this.#sections())) {
      for (const [key, to] of Object.entries(entries)) {
        const fields = this.#namedBy([section, key], key);
        if (!fields) continue;
        const problem =
          fields.length === 0 ? 'its column is ignored' : SECTIONS[section]!(this.kind, fields, to);
        if (problem !== undefined) this.#fault([section, key], problem);
        else if (typeof to === 'object') this.#checkWords(key, fields, to);
      }
    }
  }

  #sections(): Record<string, Record<string, string | Record<string, string>>> {
    const { values = {}, units = {}, separators = {} } = this.#entry;
    return { values, units, separators };
  }

  #namedBy(path: readonly string[], key: string): Field[] | undefined {
    const { columns = {} } = this.#entry;
    if (Object.hasOwn(columns, key)) {
      const meaning = this.#exact.get(cleanText(key));
      return typeof meaning === 'object' ? [meaning.field] : meaning === 'ignore' ? [] : undefined;
    }
    const fields = fieldsUnder(this.kind, key);
    if (fields.length > 0) return fields;
    this.#fault(
      path,
      `it is neither a header below columns nor a field of a ${this.kind.name}${nearField(this.kind, key)}`,
    );
    return undefined;
  }

  #checkWords(key: string, fields: readonly Field[], words: Readonly<Record<string, string>>): void {
    const known = new Map<string, { text: string; to: string }>();
    for (const [text, to] of Object.entries(words)) {
      const path = ['values', key, text];
      const read = targetValue(this.kind, fields[0]!, to);
      if ('problem' in read) this.#fault(path, read.problem);
      if (isCell(this.kind, fields[0]!) && foldWords(text) === '')
        this.#fault(path, 'a name in a composition has only letters and digits');
      const same = known.get(wordKey(text));
      if (same && same.to !== to) this.#fault(path, `"${same.text}" is the same word with another value`);
      known.set(wordKey(text), { text, to });
    }
  }

  /** Checks that each field is filled by only one column or constant. */
  #checkDoubles(): void {
    const paths = new Map<string, string>();
    const { constants = {}, keys = {} } = this.#entry;
    for (const [section, names] of Object.entries({ constants, keys }))
      for (const name of Object.keys(names)) {
        const meaning = fieldNamed(this.kind, name);
        if (!meaning) continue;
        const path = numberedPath(meaning, new Set());
        const other = paths.get(path);
        if (other !== undefined) this.#fault([section, name], `${other} gives a value of ${name} too`);
        paths.set(path, `${section}.${name}`);
      }
    for (const [header, target] of Object.entries(this.#entry.columns ?? {})) {
      const meaning = target === 'ignore' ? undefined : fieldNamed(this.kind, target);
      const other = meaning && paths.get(numberedPath(meaning, new Set()));
      if (other !== undefined) this.#fault(['columns', header], `${other} gives a value of ${target} too`);
    }
  }

  #field(path: readonly string[], target: string): Meaning | undefined {
    const meaning = fieldNamed(this.kind, target);
    if (!meaning)
      this.#fault(
        path,
        `${JSON.stringify(target)} is not a field of a ${this.kind.name}${nearField(this.kind, target)}`,
      );
    return meaning;
  }

  #fault(path: readonly string[], problem: string): void {
    this.faults.push({
      line: this.#lines.lineOf(...path),
      problem: `${pathText(['sheets', this.#at, ...path])}: ${problem}`,
    });
  }
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
