import type { Field } from '../../../contract/field.ts';
import type { Json } from '../../../contract/kind.ts';
import { numberedPath } from '../../records/column-paths.ts';
import type { Meaning } from '../../records/headers.ts';
import { wordKey } from '../../records/mapped.ts';
import { unitFactor } from '../../records/number.ts';
import type { MappedColumn, MappedFormat, UnitColumn } from '../../records/record.ts';
import { cleanText, cut } from '../../records/text.ts';
import { resolverOf } from '../words/resolve.ts';
import { shippedWords } from '../words/shipped.ts';
import { foldWords } from '../words/word-list.ts';
import type { Entry } from './entry.ts';
import { yamlText } from './lines.ts';
import type { NamedColumns } from './named-columns.ts';
import { isCell, SECTIONS, unitTemplate, wordTarget } from './settings-of-fields.ts';
import { fieldNamed, fieldsUnder, nearField, unnumbered } from './targets.ts';
import { hasWords, listOf } from './values.ts';

/** A header of a sheet, and its key in `columns` if it has one. */
interface NamedHeader {
  readonly header: string;
  readonly key: string | undefined;
}

interface Word {
  readonly text: string;
  readonly value: Json | null;
}

/** The settings of an entry that refer to a column by its header or by its field. */
export class ColumnSettings {
  readonly #entry: Entry;
  readonly #names: NamedColumns;
  /** The keys that refer to fields. */
  readonly #fieldKeys: readonly { readonly key: string; readonly path: string; readonly numbered?: string }[];
  /** The headers of unit columns, and the units of the fields whose numbers they explain. */
  readonly #unitColumns = new Map<string, Set<string>>();

  constructor(entry: Entry, names: NamedColumns) {
    this.#entry = entry;
    this.#names = names;
    const { columns = {} } = entry.keys;
    this.#readUnitColumns();
    this.#fieldKeys = [...new Set(Object.values(this.#sections()).flatMap((section) => Object.keys(section)))]
      .filter((key) => !Object.hasOwn(columns, key))
      .map((key) => {
        const path = unnumbered(key);
        const meaning = path === key ? undefined : fieldNamed(entry.kind, key);
        return { key, path, ...(meaning && { numbered: numberedPath(meaning, new Set()) }) };
      });
    this.#check();
  }

  /** How the values of a column are read. `columnOf` finds the column of a header. */
  format(
    header: NamedHeader,
    meaning: Meaning,
    columnOf: (name: string) => number | undefined,
  ): MappedFormat {
    const { field } = meaning;
    const { units = {}, separators = {}, decimal, dateOrder } = this.#entry.keys;
    const keys = this.#keysOf(header.key, meaning);
    const first = <T>(section: Readonly<Record<string, T>> | string | undefined): T | undefined =>
      typeof section === 'object'
        ? settingOf(section, keys.find((key) => Object.hasOwn(section, key)) ?? '')
        : undefined;
    const unit = first(units);
    const unitColumn = unit === undefined ? undefined : unitTemplate(unit);
    const separator = first(separators);
    const [mark, order] = [first(decimal), first(dateOrder)];
    const words = this.#words(keys, field);
    const isWhole = isCell(this.#entry.kind, field);
    // Words in a composition are names of materials. A word for the whole cell can only mean that it has no value.
    const cellWords = isWhole ? words.filter(([, { value }]) => value === null) : words;
    const mapped: MappedColumn = {
      ...(cellWords.length > 0 && { words: new Map(cellWords.map(([key, { value }]) => [key, value])) }),
      ...(!this.#isFolded(field) && { exact: true as const }),
      ...(unitColumn !== undefined
        ? { unitColumn: this.#unitColumn(unitColumn, field, columnOf(unitColumn)) }
        : unit !== undefined && { unit }),
      ...(separator !== undefined && { separator }),
      ...this.#lines(header.header, keys, field),
    };
    const names = words.flatMap(([, { text, value }]) =>
      value === null ? [] : [[foldWords(text), String(value)] as const],
    );
    return {
      mapped,
      ...(isWhole && { words: new Map(names) }),
      ...(mark !== undefined && { decimal: mark }),
      ...(order !== undefined && { dateOrder: order }),
    };
  }

  /** The lines to add to the map file for a column. */
  #lines(header: string, keys: readonly string[], field: Field): Pick<MappedColumn, 'wordLine' | 'line'> {
    const { lines, kind } = this.#entry;
    const { values, decimal, dateOrder } = this.#entry.keys;
    const valueKey = keys.find((key) => values && Object.hasOwn(values, key)) ?? unnumbered(field.path);
    const list = listOf(kind, field);
    const isYesNo = field.value.type === 'boolean' || field.value.type === 'flag';
    const allowed = list ? `a value of ${list.name}` : isYesNo ? 'yes or no' : 'a country code';
    const name = header === '' ? unnumbered(field.path) : header;
    return {
      wordLine: (text, candidates) => {
        const reading =
          candidates === undefined && list ? resolverOf(list, shippedWords(list))(text) : undefined;
        const found =
          candidates ??
          (reading === undefined ? [] : 'value' in reading ? [reading.value] : reading.candidates);
        const [value, other] = found;
        const certain = other === undefined ? value : undefined;
        const line = `${yamlText(cut(text, 200))}: ${certain === undefined ? 'VALUE' : yamlText(certain)}`;
        const meant = found.length > 1 ? found.join(' or ') : allowed;
        return `${lines.word(valueKey, line)}${certain === undefined ? ` (VALUE is ${meant})` : ''}`;
      },
      line: (key) => {
        if (key === 'units')
          return `${lines.below('units', `${yamlText(name)}: UNIT`)} (UNIT is the unit of its numbers, such as kg or %)`;
        const [value, other, section] =
          key === 'decimal' ? ['","', '"."', decimal] : ['day-first', 'month-first', dateOrder];
        const line =
          typeof section === 'object'
            ? lines.below(key, `${yamlText(name)}: ${value}`)
            : lines.own(`${key}: ${value}`);
        return `${line} (or ${other})`;
      },
    };
  }

  /** Whether words of a field are compared by their folded form. */
  #isFolded(field: Field): boolean {
    return hasWords(this.#entry.kind, field);
  }

  /**
   * The keys by which settings may refer to a column, the most specific first: its header, its field with the number
   * of the item, its field.
   */
  #keysOf(own: string | undefined, meaning: Meaning): string[] {
    const path = unnumbered(meaning.field.path);
    const isWhole = isCell(this.#entry.kind, meaning.field);
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

  /** The words of a column, by their keys. A more specific key overrides the others. */
  #words(keys: readonly string[], field: Field): [string, Word][] {
    const words = new Map<string, Word>();
    for (const key of [...keys].reverse()) {
      for (const [text, to] of Object.entries(settingOf(this.#entry.keys.values, key) ?? {})) {
        const read = wordTarget(this.#entry.kind, field, to);
        if ('value' in read)
          words.set(this.#isFolded(field) ? wordKey(text) : cleanText(text), { text, value: read.value });
      }
    }
    return [...words];
  }

  #readUnitColumns(): void {
    const { units = {}, columns = {} } = this.#entry.keys;
    for (const [key, text] of Object.entries(units)) {
      const name = unitTemplate(text);
      if (name === undefined) continue;
      this.#names.use(name);
      const target = Object.hasOwn(columns, key) ? this.#names.target(cleanText(key)) : undefined;
      const fields = typeof target === 'object' ? [target.field] : fieldsUnder(this.#entry.kind, key);
      const known = this.#unitColumns.get(name) ?? new Set();
      for (const { value } of fields) if (value.type === 'number' && value.unit) known.add(value.unit);
      this.#unitColumns.set(name, known);
    }
  }

  #unitColumn(name: string, { value }: Field, index: number | undefined): UnitColumn {
    const { values } = this.#entry.keys;
    const unit = value.type === 'number' ? (value.unit ?? '') : '';
    const words = Object.entries(settingOf(values, name) ?? {}).filter(
      ([, to]) => unitFactor(unit, to) !== undefined,
    );
    return {
      name,
      index,
      words: new Map(words.map(([text, to]) => [wordKey(text), to])),
      line: (text) =>
        `${this.#entry.lines.word(name, `${yamlText(cut(text, 200))}: UNIT`)} (UNIT is a unit that converts to ${unit})`,
    };
  }

  /** Checks that settings refer to an existing column or field that may have them. */
  #check(): void {
    for (const [section, entries] of Object.entries(this.#sections())) {
      for (const [key, to] of Object.entries(entries)) {
        const units = section === 'values' ? this.#unitColumns.get(key) : undefined;
        if (units && typeof this.#names.target(key) !== 'object') {
          this.#checkUnits(key, units, to as Readonly<Record<string, string>>);
          continue;
        }
        const fields = this.#fieldsOf([section, key], key);
        if (!fields) continue;
        const problem =
          fields.length === 0 ? 'its column is ignored' : SECTIONS[section]!(this.#entry.kind, fields, to);
        if (problem !== undefined) this.#entry.fault([section, key], problem);
        else if (typeof to === 'object') this.#checkWords(key, fields[0]!, to);
      }
    }
  }

  #sections(): Record<string, Readonly<Record<string, string | Readonly<Record<string, string>>>>> {
    const { values = {}, units = {}, separators = {}, decimal, dateOrder } = this.#entry.keys;
    return {
      ...{ values, units, separators },
      ...(typeof decimal === 'object' && { decimal }),
      ...(typeof dateOrder === 'object' && { dateOrder }),
    };
  }

  #fieldsOf(path: readonly string[], key: string): Field[] | undefined {
    const { kind, keys } = this.#entry;
    if (Object.hasOwn(keys.columns ?? {}, key)) {
      const target = this.#names.target(cleanText(key));
      return typeof target === 'object' ? [target.field] : target === 'ignore' ? [] : undefined;
    }
    const fields = fieldsUnder(kind, key);
    if (fields.length > 0) return fields;
    this.#entry.fault(
      path,
      `it is neither a header below columns nor a field of a ${kind.name}${nearField(kind, key)}`,
    );
    return undefined;
  }

  #checkWords(key: string, field: Field, words: Readonly<Record<string, string>>): void {
    const { kind } = this.#entry;
    const known = new Map<string, { text: string; to: string }>();
    for (const [text, to] of Object.entries(words)) {
      const path = ['values', key, text];
      const read = wordTarget(kind, field, to);
      if ('problem' in read) this.#entry.fault(path, read.problem);
      if (cleanText(text) === '') this.#entry.fault(path, 'a blank cell is no word');
      else if (isCell(kind, field) && to !== '' && foldWords(text) === '')
        this.#entry.fault(path, 'a name in a composition has only letters and digits');
      const own = this.#isFolded(field) ? wordKey(text) : cleanText(text);
      const same = known.get(own);
      if (same && same.to !== to)
        this.#entry.fault(path, `"${same.text}" is the same word with another value`);
      known.set(own, { text, to });
    }
  }

  #checkUnits(key: string, units: ReadonlySet<string>, words: Readonly<Record<string, string>>): void {
    const known = new Map<string, { text: string; to: string }>();
    for (const [text, to] of Object.entries(words)) {
      const path = ['values', key, text];
      const other = [...units].find((unit) => unitFactor(unit, to) === undefined);
      if (other !== undefined)
        this.#entry.fault(path, `${JSON.stringify(to)} does not convert to ${other}, the unit of the field`);
      const same = known.get(wordKey(text));
      if (same && same.to !== to)
        this.#entry.fault(path, `"${same.text}" is the same word with another value`);
      known.set(wordKey(text), { text, to });
    }
  }
}

/** The value of a key. A key may have the name of a member that all objects have. */
const settingOf = <T>(section: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  section && Object.hasOwn(section, key) ? section[key] : undefined;
