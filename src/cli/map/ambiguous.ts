import type { Value } from '../../contract/field.ts';
import type { KindSpec } from '../../contract/kind.ts';
import { fieldNamed } from '../../map/map-file/targets.ts';
import type { ColumnProposal } from '../../map/proposal.ts';
import { hasTwoDays, orderShown, parseDate } from '../../records/date.ts';
import { decimalShown, parseNumber, splitUnit } from '../../records/number.ts';
import { say } from '../../say.ts';
import type { Cell } from '../../sheets/cell.ts';

/** A setting that decides how ambiguous numbers or dates are read. */
export type SettingName = 'decimal' | 'dateOrder';

/** A setting that a sheet needs, because a value has two readings, or may have in a later export. */
export interface NeededSetting {
  readonly name: SettingName;
  readonly header: string;
  /** A value with two readings; null if the sheet has none. */
  readonly sample: string | null;
  /** The setting that the other values prove; null if a person must decide. */
  readonly proven: string | null;
}

const SETTINGS: Readonly<Partial<Record<Value['type'], SettingName>>> = {
  number: 'decimal',
  date: 'dateOrder',
};

/** Longer texts are neither numbers nor dates. */
const MAX_LENGTH = 24;
const MARKED = /^[-+−\d.,\s'’]*\d\s?[.,/-]\s?\d/;

/** Number of values that must show a setting before it counts as proven. */
const MIN_PROOFS = 2;

/** The usual decimal mark. It needs no line in the map file, unless a number has two readings. */
const USUAL_MARK = '.';

/** The texts of a column, read as numbers or as dates. */
interface ColumnTexts {
  /** The first text with two readings. */
  sample?: string;
  /** Number of texts that have only one reading, by the setting that they prove, such as `,` or `day-first`. */
  readonly settings: Map<string, number>;
  /** The same for pieces: a text with two readings has one if there are no parts of pieces, as in `9.350`. */
  readonly ofPieces: Map<string, number>;
}

/** The texts with two readings in each column, and the settings that other texts prove. Reads as the import does. */
export class AmbiguousCells {
  readonly #shown: Readonly<Record<SettingName, Map<number, ColumnTexts>>> = {
    decimal: new Map(),
    dateOrder: new Map(),
  };

  add(cells: readonly Cell[]): void {
    for (let index = 0; index < cells.length; index++) {
      const cell = cells[index];
      if (typeof cell !== 'string' || cell.length > MAX_LENGTH || !MARKED.test(cell)) continue;
      const text = cell.trim();
      const { number } = splitUnit(text);
      const reading = parseNumber(number, undefined);
      if (reading && 'readings' in reading) {
        this.#note('decimal', index, text);
        if (!Number.isInteger(reading.readings[1]))
          this.#count('decimal', index, reading.mark === '.' ? ',' : '.', 'ofPieces');
      } else if (reading) this.#count('decimal', index, decimalShown(number));
      const order = orderShown(text);
      if (order !== undefined) this.#count('dateOrder', index, order);
      else if (hasTwoDays(text)) this.#note('dateOrder', index, text);
    }
  }

  /** The settings that columns with fields of numbers and dates need. */
  needed(
    kind: KindSpec | undefined,
    columns: readonly Pick<ColumnProposal, 'index' | 'target' | 'header'>[],
  ): NeededSetting[] {
    const typed = columns.flatMap(({ index, target, header }) => {
      const meaning = kind && target !== null && target !== 'ignore' ? fieldNamed(kind, target) : undefined;
      const name = meaning && SETTINGS[meaning.field.value.type];
      const found = name && this.#shown[name].get(index);
      if (!found) return [];
      const { value } = meaning.field;
      const isPieces = value.type === 'number' && value.unit === 'pieces';
      const shown = isPieces ? { ...found, settings: sumOf(found.settings, found.ofPieces) } : found;
      return [{ name, header, shown }];
    });
    return (['decimal', 'dateOrder'] as const).flatMap((name): NeededSetting[] => {
      const own = typed.filter((one) => one.name === name);
      const ambiguous = own.filter(({ shown }) => shown.sample !== undefined);
      const values = new Set(own.flatMap(({ shown }) => [...shown.settings.keys()]));
      const [value = null] = values;
      // Any column proves the order of dates. A decimal mark must be proven in each column that has two readings.
      const isWhole = name === 'dateOrder' || ambiguous.length === 0;
      const proofs = isWhole ? [own] : ambiguous.map((one) => [one]);
      const isProven =
        values.size === 1 && proofs.every((some) => timesIn(some.map(({ shown }) => shown)) >= MIN_PROOFS);
      const [first] = ambiguous;
      if (first)
        return [{ name, header: first.header, sample: first.shown.sample!, proven: isProven ? value : null }];
      return isProven && value !== USUAL_MARK
        ? [{ name, header: own[0]!.header, sample: null, proven: value }]
        : [];
    });
  }

  #note(name: SettingName, index: number, text: string): void {
    this.#of(name, index).sample ??= text;
  }

  #count(
    name: SettingName,
    index: number,
    setting: string | undefined,
    counts: 'settings' | 'ofPieces' = 'settings',
  ): void {
    if (setting === undefined) return;
    const own = this.#of(name, index)[counts];
    own.set(setting, (own.get(setting) ?? 0) + 1);
  }

  #of(name: SettingName, index: number): ColumnTexts {
    const shown = this.#shown[name].get(index) ?? { settings: new Map(), ofPieces: new Map() };
    this.#shown[name].set(index, shown);
    return shown;
  }
}

const sumOf = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): Map<string, number> =>
  new Map([...one, ...other].map(([key]) => [key, (one.get(key) ?? 0) + (other.get(key) ?? 0)]));

const timesIn = (columns: readonly ColumnTexts[]): number =>
  columns.reduce(
    (sum, { settings }) => sum + [...settings.values()].reduce((own, times) => own + times, 0),
    0,
  );

const readingText = (sample: string, value: string): string => say().mapQuestions.reading({ sample, value });

/** The two readings of a value, by the setting that leads to each. */
export function readingsOf(
  name: SettingName,
  sample: string,
): { readonly value: string; readonly reading: string }[] {
  if (name === 'dateOrder')
    return (['day-first', 'month-first'] as const).map((value) => ({
      value,
      reading: readingText(sample, parseDate(sample, value) ?? ''),
    }));
  return ([',', '.'] as const).map((value) => {
    const reading = parseNumber(splitUnit(sample).number, value);
    return {
      value,
      reading: readingText(sample, reading && 'value' in reading ? `${reading.value}` : sample),
    };
  });
}
