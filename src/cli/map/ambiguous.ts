import type { Value } from '../../contract/field.ts';
import type { KindSpec } from '../../contract/kind.ts';
import { fieldNamed } from '../../import/mapping/map-file/targets.ts';
import type { ColumnProposal } from '../../import/mapping/proposal.ts';
import type { Cell } from '../../sheets/cell.ts';
import type { SettingName } from './review.ts';

/** `1,250` or `1.250`: a thousand, or one and a quarter. */
const NUMBER = /^[+-]?\d{1,3}[.,]\d{3}(?:\s*\p{L}{1,3}|\s*%)?$/u;
/** `03/04/2026`: the day or the month may be first. */
const DATE = /^(\d{1,2})[./-](\d{1,2})[./-](?:\d{2}|\d{4})$/;
const MOST_MONTH = 12;
/** Longer texts are neither. */
const LONGEST = 20;

const SETTINGS: Readonly<Partial<Record<Value['type'], SettingName>>> = {
  number: 'decimal',
  date: 'dateOrder',
};

/** Collects, for each column, the first text with two readings as a number and as a date. */
export class AmbiguousCells {
  readonly #found = new Map<number, Partial<Record<SettingName, string>>>();

  add(cells: readonly Cell[]): void {
    for (const [index, cell] of cells.entries()) {
      if (typeof cell !== 'string' || cell.length > LONGEST) continue;
      const text = cell.trim();
      const name = NUMBER.test(text) ? 'decimal' : isAmbiguousDate(text) ? 'dateOrder' : undefined;
      if (name === undefined) continue;
      const known = this.#found.get(index) ?? {};
      known[name] ??= text;
      this.#found.set(index, known);
    }
  }

  /** The value of a column that its field does not decide. */
  of(kind: KindSpec | undefined, { index, target }: ColumnProposal) {
    const meaning = kind && target !== null && target !== 'ignore' ? fieldNamed(kind, target) : undefined;
    const name = meaning && SETTINGS[meaning.field.value.type];
    const sample = name && this.#found.get(index)?.[name];
    return name === undefined || sample === undefined ? undefined : { name, sample };
  }
}

function isAmbiguousDate(text: string): boolean {
  const [, one, two] = DATE.exec(text) ?? [];
  return one !== undefined && one !== two && Number(one) <= MOST_MONTH && Number(two) <= MOST_MONTH;
}

/** The readings of a value, by the setting that decides for each. */
export function readingsOf(
  name: SettingName,
  sample: string,
): { readonly value: string; readonly reading: string }[] {
  if (name === 'dateOrder') {
    const [one, two] = sample.split(/[./-]/);
    return [
      { value: 'day-first', reading: `day ${one}, month ${two}` },
      { value: 'month-first', reading: `day ${two}, month ${one}` },
    ];
  }
  const bare = /[\d.,+-]+/.exec(sample)![0];
  const whole = bare.replace(/[.,]/, '');
  const part = bare.replace(',', '.');
  const marks = bare.includes(',') ? [part, whole] : [whole, part];
  return [
    { value: ',', reading: `${sample} is ${marks[0]}` },
    { value: '.', reading: `${sample} is ${marks[1]}` },
  ];
}
