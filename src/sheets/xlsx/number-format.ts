import { type Section, sectionFor, sectionsOf } from './format-sections.ts';
import type { TimeFormat } from './times.ts';

/** The meaning of a number by its format. */
export type NumberFormat = Meaning | { readonly kind: 'by-value'; readonly of: (value: number) => Meaning };

type Meaning =
  | { readonly kind: 'plain' }
  /** `hidesDay`: the format shows the month or the year, but not the day (`mmm-yy`). */
  | { readonly kind: 'date'; readonly hidesDay?: true }
  | { readonly kind: 'percent' }
  | ({ readonly kind: 'time' } & TimeFormat)
  /**
   * A format of zeros: `zeros` is the minimum number of digits, `literals` are the texts around the digits, if any.
   * `unsigned`: it is the section for negative numbers, which shows no minus sign.
   */
  | {
      readonly kind: 'padded';
      readonly zeros: number;
      readonly literals?: readonly string[];
      readonly unsigned?: true;
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

/** The built-in format with a number. */
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

/** The text that a format of zeros shows; undefined for numbers with a fraction or a minus sign. */
export function shownText(
  { zeros, literals, unsigned }: Extract<Meaning, { kind: 'padded' }>,
  value: number,
): string | undefined {
  if (!Number.isSafeInteger(value) || (value < 0 && !unsigned)) return undefined;
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

function meaningOf({ pattern, literals, elapsed }: Section): Meaning {
  if (/^(general|standard)$/i.test(pattern.trim())) return PLAIN;
  const bare = pattern.replace(/general|am\/pm|a\/p/gi, '').toLowerCase();
  if (/[yd]/.test(bare) || (/m/.test(bare) && !/[hs]/.test(bare) && elapsed === null))
    return bare.includes('d') ? DATE : MONTH;
  if (bare.includes('%')) return PERCENT;
  // A time; fractions of a second are ignored.
  if (/^[hms:., 0]+$/.test(bare) && /[hms]/.test(bare))
    return { kind: 'time', pattern: bare, elapsed, twelve: /am\/pm|a\/p/i.test(pattern) };
  if (!/^0+$/.test(bare)) return PLAIN;
  const zeros = bare.length;
  if (literals.some((literal) => literal.trim() !== '')) return { kind: 'padded', zeros, literals };
  return zeros > 1 ? { kind: 'padded', zeros } : PLAIN;
}

function isSame(one: Meaning, other: Meaning): boolean {
  if (one.kind === 'date' && other.kind === 'date') return one.hidesDay === other.hidesDay;
  return one.kind === other.kind && one.kind !== 'padded' && one.kind !== 'time';
}
