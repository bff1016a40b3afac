import { hasWords, type Section, sectionFor, sectionsOf } from './format-sections.ts';

/** How a format shows a time. */
export interface TimeFormat {
  /** The format in lower case without literals: `hh:mm`. */
  readonly pattern: string;
  /** The unit of elapsed time, which is not limited by the next larger unit: `[h]:mm` shows 25:00. */
  readonly elapsed: 'h' | 'm' | 's' | null;
  /** Whether it shows AM or PM. */
  readonly hasAmPm: boolean;
}

/** The meaning of a number by its format. */
export type NumberFormat = Meaning | { readonly kind: 'by-value'; readonly of: (value: number) => Meaning };

export type Meaning =
  | { readonly kind: 'plain' }
  /** `hidesDay`: the format shows the month or the year, but not the day (`mmm-yy`). */
  | { readonly kind: 'date'; readonly hidesDay?: true }
  | { readonly kind: 'percent' }
  | ({ readonly kind: 'time' } & TimeFormat)
  /**
   * A format of zeros: `zeros` is the minimum number of digits, `literals` are the texts around the digits, if any.
   * `unsigned`: it is the section for negative numbers, which shows no minus sign. `unit`: the literals around the
   * digits, if they have letters or digits (`0.0" kg"`).
   */
  | {
      readonly kind: 'padded';
      readonly zeros: number;
      readonly literals?: readonly string[];
      readonly unsigned?: true;
      readonly unit?: string;
    }
  /**
   * A format that shows something else than the number: only a text (`"BLK"`), or the number in thousands with a unit.
   * `shows`: the name of the message about it.
   */
  | {
      readonly kind: 'other';
      readonly text: string;
      readonly shows: 'showsText' | 'showsThousands' | 'showsPart' | 'showsInside';
    };

const PLAIN: Meaning = { kind: 'plain' };
const DATE: Meaning = { kind: 'date' };
const MONTH: Meaning = { kind: 'date', hidesDay: true };
const PERCENT: Meaning = { kind: 'percent' };

/** Maximum length of a format code. Longer codes are ignored; spreadsheets accept at most 255 characters. */
const LONGEST_CODE = 1000;

/** Built-in time formats, by number. */
const TIMES: ReadonlyMap<number, string> = new Map([
  [18, 'h:mm AM/PM'],
  [19, 'h:mm:ss AM/PM'],
  [20, 'h:mm'],
  [21, 'h:mm:ss'],
  [45, 'mm:ss'],
  [46, '[h]:mm:ss'],
  [47, 'mm:ss'],
]);

/** The built-in format with this id. */
export function builtInFormat(id: number): NumberFormat {
  const time = TIMES.get(id);
  if (time !== undefined) return formatOfCode(time);
  if (id === 17) return MONTH;
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return DATE;
  return id === 9 || id === 10 ? PERCENT : PLAIN;
}

/**
 * Parses a format code: `dd/mm/yyyy`, `0.0%`, `0000000`, `"REF-"0000`. If its sections have different meanings
 * (`[>=1]0;0%`), the value decides.
 */
export function formatOfCode(code: string): NumberFormat {
  if (code.length > LONGEST_CODE) return PLAIN;
  const sections = sectionsOf(code);
  const bySign = !sections.some(({ condition }) => condition);
  const meanings = new Map(sections.map((section) => [section, meaningOf(section)]));
  const [first = PLAIN, ...others] = meanings.values();
  if (others.every((other) => isSame(first, other))) return first;
  return {
    kind: 'by-value',
    of: (value) => {
      const section = sectionFor(sections, value);
      const meaning = section && meanings.get(section)!;
      if (meaning?.kind !== 'padded') return meaning ?? PLAIN;
      return bySign && section === sections[1] && value < 0 ? { ...meaning, unsigned: true } : meaning;
    },
  };
}

/** Number of codes that `formatCache` keeps. */
const KEPT_CODES = 10_000;

/** Returns a `formatOfCode` with a cache, for files in which each cell has a code of its own. */
export function formatCache(): (code: string) => NumberFormat {
  const formats = new Map<string, NumberFormat>();
  return (code) => {
    const known = formats.get(code);
    if (known !== undefined) return known;
    const format = formatOfCode(code);
    if (formats.size >= KEPT_CODES) formats.clear();
    formats.set(code, format);
    return format;
  };
}

/** A cell style, which inherits data from its parent. */
export interface CellStyle<Data> {
  readonly parent: string | undefined;
  readonly data: Data | undefined;
}

/** The data of a style or, if it has none, of its nearest ancestor with data. */
export function inheritedData<Data>(
  styles: ReadonlyMap<string, CellStyle<Data>>,
  style: string,
): Data | undefined {
  const seen = new Set<string>();
  for (let name: string | undefined = style; name !== undefined && !seen.has(name); ) {
    seen.add(name);
    const found: CellStyle<Data> | undefined = styles.get(name);
    if (found?.data !== undefined) return found.data;
    name = found?.parent;
  }
  return undefined;
}

/** The meaning of a number with this format. */
export const meaningFor = (format: NumberFormat, value: number): Meaning =>
  format.kind === 'by-value' ? format.of(value) : format;

/**
 * The text that a format of zeros shows; undefined for numbers with a fraction or a minus sign, unless the format has a
 * unit: then the text has the exact number.
 */
export function paddedText(
  { zeros, literals, unsigned, unit }: Extract<Meaning, { kind: 'padded' }>,
  value: number,
): string | undefined {
  if (!Number.isSafeInteger(value) || (value < 0 && !unsigned)) {
    if (unit === undefined) return undefined;
    const [whole = '', ...fraction] = String(Math.abs(value)).split('.');
    const number = [whole.padStart(zeros, '0'), ...fraction].join('.');
    return `${value < 0 && !unsigned ? '-' : ''}${`${literals![0]}${number}${literals!.at(-1)}`.trim()}`;
  }
  const digits = String(Math.abs(value)).padStart(zeros, '0');
  if (literals === undefined) return digits;
  // Digits beyond the number of zeros are shown at the first zero.
  const extra = digits.length - zeros;
  let text = literals[0]!;
  for (let at = 0; at < zeros; at++) {
    text += (at === 0 ? digits.slice(0, extra + 1) : digits[extra + at]!) + literals[at + 1]!;
  }
  return text.trim();
}

function meaningOf(section: Section): Meaning {
  const { pattern, literals, elapsed } = section;
  const worded = hasWords(section.words);
  if (!worded && /^(general|standard)$/i.test(pattern.trim())) return PLAIN;
  const bare = pattern.replace(/general|am\/pm|a\/p/gi, '').toLowerCase();
  if (/[yd]/.test(bare) || (/m/.test(bare) && !/[hs]/.test(bare) && elapsed === null))
    return bare.includes('d') ? DATE : MONTH;
  if (bare.includes('%')) return PERCENT;
  // A time; fractions of a second are ignored.
  if (/^[hms:., 0]+$/.test(bare) && /[hms]/.test(bare))
    return { kind: 'time', pattern: bare, elapsed, hasAmPm: /am\/pm|a\/p/i.test(pattern) };
  if (worded) return wordedMeaning(section);
  if (!/^0+$/.test(bare)) return PLAIN;
  const zeros = bare.length;
  if (literals.some((literal) => literal.trim() !== '')) return { kind: 'padded', zeros, literals };
  return zeros > 1 ? { kind: 'padded', zeros } : PLAIN;
}

/** Words for thousands and millions, by the number of commas that make a format show them: with `0,` 5000 is shown as 5. */
const SCALES: ReadonlyMap<number, RegExp> = new Map([
  [1, /^(?:k|mille|milliers?|thousands?|tsd|mil|miles|migliaia)$/i],
  [2, /^(?:m|mio|mn|millions?|millionen|millones|milioni)$/i],
]);

/** The meaning of a section whose literal texts have letters or digits. */
function wordedMeaning({ pattern, literals, hasDigits, before, within, after, words }: Section): Meaning {
  // Without placeholders for digits, unquoted letters are codes of a date or the name of a format.
  if (!hasDigits)
    return /[a-z@]/i.test(pattern) ? PLAIN : { kind: 'other', text: after.trim(), shows: 'showsText' };
  const commas = /(?<=[0#?]),+(?=[^0#?,]*$|\.)/.exec(pattern)?.[0].length ?? 0;
  const unit = `${before} ${after}`.trim();
  if (commas > 0) {
    if (SCALES.get(commas)?.test(words.replace(/[\p{Sc}\s.]/gu, ''))) return PLAIN;
    return { kind: 'other', text: unit, shows: commas === 1 ? 'showsThousands' : 'showsPart' };
  }
  if (/^0+$/.test(pattern))
    return {
      kind: 'padded',
      zeros: pattern.length,
      literals,
      unit: hasWords(within) ? literals.join('0') : unit,
    };
  if (hasWords(within)) return { kind: 'other', text: within.trim(), shows: 'showsInside' };
  return { kind: 'padded', zeros: 1, literals: [before, after], unit };
}

function isSame(one: Meaning, other: Meaning): boolean {
  if (one.kind === 'date' && other.kind === 'date') return one.hidesDay === other.hidesDay;
  return one.kind === other.kind && one.kind !== 'padded' && one.kind !== 'time' && one.kind !== 'other';
}
