import type { Field } from '../../contract/field.ts';
import { cleanText, cut, yamlText } from '../../recognise/text.ts';
import { wordKey } from '../../records/mapped.ts';
import { unitFactor } from '../../records/number.ts';
import type { UnitColumn } from '../../records/record.ts';
import { say } from '../../say.ts';
import type { Entry } from './entry.ts';
import type { NamedColumns } from './named-columns.ts';
import { unitTemplate } from './settings-of-fields.ts';
import { fieldsUnder } from './targets.ts';

type Words = Readonly<Record<string, string>>;

/** The columns of an entry that have the units of other columns, and the words in them. */
export class UnitWords {
  readonly #entry: Entry;
  readonly #names: NamedColumns;
  /** The units of the fields whose numbers a column explains, by its header. */
  readonly #units = new Map<string, Set<string>>();

  constructor(entry: Entry, names: NamedColumns) {
    this.#entry = entry;
    this.#names = names;
    const { units = {}, columns = {} } = entry.keys;
    for (const [key, text] of Object.entries(units)) {
      const name = unitTemplate(text);
      if (name === undefined) continue;
      names.use(name);
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
      correct: lines.correct('units', unitKey),
      // The words of a column that fills a field, too, may be values of that field.
      words: new Map(
        words.filter(([, to]) => unitFactor(unit, to) !== undefined).map(([text, to]) => [wordKey(text), to]),
      ),
      line: (text) =>
        say().mapFile.unitWord({
          line: lines.word(name, `${yamlText(cut(text, 200))}: ${say().placeholders.unit()}`),
          unit,
        }),
    };
  }

  /** Checks the words of a column, if it has units and fills no field. Returns whether that is so. */
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
