import type { Field } from '../../contract/field.ts';
import type { Json, KindSpec } from '../../contract/kind.ts';
import { foldWords } from '../../fold.ts';
import { cleanText, cut, yamlText } from '../../recognise/text.ts';
import { numberedPath } from '../../records/column-paths.ts';
import type { Meaning } from '../../records/headers.ts';
import { wordKey } from '../../records/mapped.ts';
import { unitFactor } from '../../records/number.ts';
import type { ColumnMapping, MappedFormat, UnitColumn } from '../../records/record.ts';
import { RecordNames } from '../../records/record-names.ts';
import { kindText, say } from '../../say.ts';
import { columnLines } from './column-lines.ts';
import type { MapEntry } from './entry.ts';
import type { NamedColumns } from './named-columns.ts';
import { isWholeCell, referenceIn, SECTIONS, unitTemplate, wordValue } from './settings-of-fields.ts';
import { fieldNamed, fieldsUnder, nearField, unnumberedPath } from './targets.ts';
import { hasWords, listOf } from './values.ts';

type Words = Readonly<Record<string, string>>;

/** The columns of an entry that have the units for other columns, and the words in these cells. */
class UnitWords {
  readonly #entry: MapEntry;
  readonly #names: NamedColumns;
  /** By the header of a column with units: the units of the fields of the numbers. */
  readonly #units = new Map<string, Set<string>>();

  constructor(entry: MapEntry, names: NamedColumns) {
    this.#entry = entry;
    this.#names = names;
    const { units = {}, columns = {} } = entry.keys;
    for (const [key, text] of Object.entries(units)) {
      const name = unitTemplate(text);
      if (name === undefined) continue;
      names.addUsed(name);
      const target = Object.hasOwn(columns, key) ? names.target(cleanText(key)) : undefined;
      const fields = typeof target === 'object' ? [target.field] : fieldsUnder(entry.kind, key);
      const known = this.#units.get(name) ?? new Set();
      for (const { value } of fields) if (value.type === 'number' && value.unit) known.add(value.unit);
      this.#units.set(name, known);
    }
  }

  /** The column with the units of a field. `unitKey` is the key of `units` that names it. */
  column(name: string, index: number | undefined, { value }: Field, unitKey: string): UnitColumn {
    const { lines, keys } = this.#entry;
    const unit = value.type === 'number' ? (value.unit ?? '') : '';
    const words = keys.values && Object.hasOwn(keys.values, name) ? Object.entries(keys.values[name]!) : [];
    return {
      name,
      index,
      correct: lines.adviceToCorrect('units', unitKey),
      // If the column fills a field, too, its words may be values of that field and not units.
      words: new Map(
        words.filter(([, to]) => unitFactor(unit, to) !== undefined).map(([text, to]) => [wordKey(text), to]),
      ),
      line: (text) =>
        say().mapFile.unitWord({
          line: lines.adviceForWord(name, `${yamlText(cut(text, 200))}: ${say().placeholders.unit()}`),
          unit,
        }),
    };
  }

  /** Checks the words of a column that has units and fills no field. Returns false for any other column. */
  check(key: string, words: Words): boolean {
    const units = this.#units.get(key);
    if (!units || typeof this.#names.target(key) === 'object') return false;
    for (const [text, to] of Object.entries(words)) {
      const other = [...units].find((unit) => unitFactor(unit, to) === undefined);
      if (other !== undefined)
        this.#entry.fault(
          ['values', key, text],
          say().mapFile.otherUnit({ unit: JSON.stringify(to), own: other }),
        );
    }
    this.#entry.checkSpellings(key, words, wordKey);
    return true;
  }
}

/** A header of a sheet, and its key in `columns` if it has one. */
interface NamedHeader {
  readonly header: string;
  readonly key: string | undefined;
  /** The keys that lead from the entry to its line; undefined if the entry does not name it. */
  readonly at: readonly string[] | undefined;
}

interface Word {
  /** The key of `values` that has it. */
  readonly key: string;
  readonly text: string;
  readonly value: Json | null;
}

/** The settings of an entry that refer to a column by its header or by its field. */
export class ColumnSettings {
  readonly #entry: MapEntry;
  readonly #names: NamedColumns;
  /** The keys that refer to fields. */
  readonly #fieldKeys: readonly { readonly key: string; readonly path: string; readonly numbered?: string }[];
  readonly #units: UnitWords;
  /** The records to which columns refer by a field that is not their key. */
  readonly names: RecordNames[] = [];

  constructor(entry: MapEntry, names: NamedColumns) {
    this.#entry = entry;
    this.#names = names;
    this.#units = new UnitWords(entry, names);
    this.#fieldKeys = [...new Set(Object.values(this.#sections()).flatMap((section) => Object.keys(section)))]
      .filter((key) => names.named(key) === null)
      .map((key) => {
        const path = unnumberedPath(key);
        const meaning = path === key ? undefined : fieldNamed(entry.kind, key);
        return { key, path, ...(meaning && { numbered: numberedPath(meaning, new Set()) }) };
      });
    this.#check();
    for (const [key, field] of Object.entries(entry.keys.references ?? {}))
      for (const one of this.#fieldsOf(['references', key], key) ?? []) {
        const to = referenceIn(entry.kind, one)?.to;
        if (to !== undefined) this.#namesOf(to, field);
      }
  }

  /** How the values of a column are read. `columnOf` finds the column of a header. */
  format(
    header: NamedHeader,
    meaning: Meaning,
    columnOf: (name: string) => number | undefined,
  ): MappedFormat {
    const { field } = meaning;
    const { units = {}, separators = {}, references, decimal, dateOrder } = this.#entry.keys;
    const keys = this.#keysOf(header.key, meaning);
    const first = <T>(section: Readonly<Record<string, T>> | string | undefined): T | undefined =>
      typeof section === 'object'
        ? settingOf(section, keys.find((key) => Object.hasOwn(section, key)) ?? '')
        : undefined;
    const unitKey = keys.find((key) => Object.hasOwn(units, key)) ?? '';
    const unit = settingOf(units, unitKey);
    const unitColumn = unit === undefined ? undefined : unitTemplate(unit);
    const separator = first(separators);
    const named = first(references);
    const to = named === undefined ? undefined : referenceIn(this.#entry.kind, field)?.to;
    const [mark, order] = [first(decimal), first(dateOrder)];
    const words = this.#words(keys, field);
    const isWhole = isWholeCell(this.#entry.kind, field);
    // Words in a composition are names of materials. A word for the whole cell can only mean that it has no value.
    const cellWords = isWhole ? words.filter(([, { value }]) => value === null) : words;
    const mapping: ColumnMapping = {
      ...(cellWords.length > 0 && { words: new Map(cellWords.map(([key, { value }]) => [key, value])) }),
      ...(!hasWords(this.#entry.kind, field) && { exact: true as const }),
      ...(unitColumn !== undefined
        ? { unitColumn: this.#units.column(unitColumn, columnOf(unitColumn), field, unitKey) }
        : unit !== undefined && { unit }),
      ...(separator !== undefined && { separator }),
      ...(to !== undefined && { names: this.#namesOf(to, named!) }),
      ...columnLines(this.#entry, header.header, keys, field),
      sources: () => ({
        ...(header.at && { line: this.#entry.lines.source(...header.at) }),
        words: words.map(([, { key, text, value }]) => ({
          ...{ word: text, value, line: this.#entry.lines.source('values', key, text) },
        })),
      }),
    };
    const names = words.flatMap(([, { text, value }]) =>
      value === null ? [] : [[foldWords(text), String(value)] as const],
    );
    return {
      mapping,
      ...(isWhole && { words: new Map(names) }),
      ...(mark !== undefined && { decimal: mark }),
      ...(order !== undefined && { dateOrder: order }),
    };
  }

  #namesOf(kind: string, field: string): RecordNames {
    const known = this.names.find((one) => one.kind === kind && one.field === field);
    if (known) return known;
    const made = new RecordNames(kind, field);
    this.names.push(made);
    return made;
  }

  /**
   * The keys by which settings may refer to a column, the most specific first: its header, its field with the number
   * of the item, its field.
   */
  #keysOf(own: string | undefined, meaning: Meaning): string[] {
    const path = unnumberedPath(meaning.field.path);
    const isWhole = isWholeCell(this.#entry.kind, meaning.field);
    const numbered = numberedPath(meaning, new Set());
    const named = this.#fieldKeys.filter(
      (one) =>
        (one.path === path || (isWhole && one.path === `${path}.material`)) &&
        (one.numbered === undefined || one.numbered === numbered),
    );
    const specific = (one: { readonly numbered?: string }) => one.numbered !== undefined;
    return [
      ...(own === undefined ? [] : [own]),
      ...named.filter(specific).map(({ key }) => key),
      ...named.filter((one) => !specific(one)).map(({ key }) => key),
    ];
  }

  /** The words of a column, in the form of `wordOf`. Words below a more specific key override those below another one. */
  #words(keys: readonly string[], field: Field): [string, Word][] {
    const words = new Map<string, Word>();
    for (const key of [...keys].reverse()) {
      for (const [text, to] of Object.entries(settingOf(this.#entry.keys.values, key) ?? {})) {
        const read = wordValue(this.#entry.kind, field, to);
        if ('value' in read)
          words.set(wordOf(this.#entry.kind, field, text), { key, text, value: read.value });
      }
    }
    return [...words];
  }

  /** Checks that settings refer to an existing column or field that may have them. */
  #check(): void {
    for (const [section, entries] of Object.entries(this.#sections())) {
      for (const [key, to] of Object.entries(entries)) {
        if (section === 'values' && typeof to === 'object' && this.#units.check(key, to)) continue;
        const fields = this.#fieldsOf([section, key], key);
        if (!fields) continue;
        const problem =
          fields.length === 0 ? say().mapFile.ignored() : SECTIONS[section]!(this.#entry.kind, fields, to);
        if (problem !== undefined) this.#entry.fault([section, key], problem);
        else if (typeof to === 'object') this.#checkWords(key, fields[0]!, to);
      }
    }
  }

  #sections(): Record<string, Readonly<Record<string, string | Readonly<Record<string, string>>>>> {
    const {
      values = {},
      units = {},
      separators = {},
      references = {},
      decimal,
      dateOrder,
    } = this.#entry.keys;
    return {
      ...{ values, units, separators, references },
      ...(typeof decimal === 'object' && { decimal }),
      ...(typeof dateOrder === 'object' && { dateOrder }),
    };
  }

  #fieldsOf(path: readonly string[], key: string): Field[] | undefined {
    const { kind } = this.#entry;
    const target = this.#names.named(key);
    if (target !== null)
      return typeof target === 'object' ? [target.field] : target === 'ignore' ? [] : undefined;
    const fields = fieldsUnder(kind, key);
    if (fields.length > 0) return fields;
    this.#entry.fault(path, say().mapFile.neither({ kind: kindText(kind.name), near: nearField(kind, key) }));
    return undefined;
  }

  #checkWords(key: string, field: Field, words: Readonly<Record<string, string>>): void {
    const { kind } = this.#entry;
    for (const [text, to] of Object.entries(words)) {
      const path = ['values', key, text];
      const read = wordValue(kind, field, to);
      if ('problem' in read) this.#entry.fault(path, read.problem);
      else this.#entry.noteLikelyValues(listOf(kind, field), [read.value]);
      if (cleanText(text) === '') this.#entry.fault(path, say().mapFile.blankWord());
      else if (isWholeCell(kind, field) && to !== '' && foldWords(text) === '')
        this.#entry.fault(path, say().mapFile.signs());
    }
    this.#entry.checkSpellings(key, words, (text) => wordOf(kind, field, text));
  }
}

/** The form in which a word is compared with the texts of cells. */
const wordOf = (kind: KindSpec, field: Field, text: string): string =>
  hasWords(kind, field) ? wordKey(text) : cleanText(text);

/** The value of a key, which may have the name of a member that every object has, such as `constructor`. */
const settingOf = <T>(section: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  section && Object.hasOwn(section, key) ? section[key] : undefined;
