import { NUMBER_OPERATORS } from '../../contract/v3/brand-product-query.ts';
import { momentOf } from '../../contract/v3/query-read.ts';
import { flagError, type TraceError } from '../../errors.ts';
import { nearestSentence } from '../../nearest.ts';
import { say } from '../../say.ts';

const NUMBER = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/**
 * The values of a flag that accepts several. They are separated by commas; a backslash escapes a comma. `blank`:
 * whether an empty value is allowed.
 */
export function wordsIn(flag: string, given: readonly string[], blank = false): string[] {
  const words = given
    .join(',')
    .split(/(?<!\\),/)
    .map((word) => word.replaceAll('\\,', ',').trim());
  if (blank || words.every((word) => word !== '')) return words;
  throw flagError(say().usage.oneEmpty({ flag, value: given.join(',') }));
}

/** Parses `yes` or `no`, and the spellings of the service. */
export function yesNo(flag: string, text: string): 'true' | 'false' {
  if (/^(yes|true)$/i.test(text)) return 'true';
  if (/^(no|false)$/i.test(text)) return 'false';
  throw flagError(say().usage.yesNo({ flag, value: text }));
}

/** Parses `FROM..TO`; either side may be missing. One day is a range of that day. */
export function dateRange(flag: string, text: string): { start?: string; end?: string } {
  const ends = endsOf(text);
  const [from, to] = [momentOf(ends?.[0] ?? ''), momentOf(ends?.[1] ?? '', 'end')];
  if (from !== null && to !== null && from > to) throw backwardsError(flag, text);
  if (ends) return { ...(ends[0] !== '' && { start: ends[0] }), ...(ends[1] !== '' && { end: ends[1] }) };
  if (text.includes('..')) throw notARange(flag, text, '2026-01-01..2026-03-31');
  return { start: text, end: text };
}

/** Parses a range, a list of values, or operators: `100..500`, `7,8`, `gte:100,lt:500`. */
export function numberRange(flag: string, text: string): Record<string, string[]> {
  const ends = endsOf(text);
  if (ends) {
    const [min, max] = ends;
    if (min !== '' && max !== '' && Number(min) > Number(max)) throw backwardsError(flag, text);
    return { ...(min !== '' && { min: [min] }), ...(max !== '' && { max: [max] }) };
  }
  const bounds: Record<string, string[]> = {};
  for (const part of text.split(',').map((word) => word.trim())) {
    const [operator, value] = part.includes(':') ? part.split(/:(.*)/s) : ['eq', part];
    const name = operator!.trim().toLowerCase();
    if (!(NUMBER_OPERATORS as readonly string[]).includes(name)) {
      throw flagError(
        say().usage.operator({
          flag,
          value: text,
          operator: operator!,
          near: nearestSentence(name, NUMBER_OPERATORS),
        }),
        say().usage.operators({ names: NUMBER_OPERATORS.join(', ') }),
      );
    }
    const number = value!.trim();
    if (!NUMBER.test(number)) throw notARange(flag, text, say().usage.numberForms());
    bounds[name] = [...(bounds[name] ?? []), number];
  }
  return bounds;
}

/** The two sides of `..`; null for other texts, and if both sides are empty. */
function endsOf(text: string): [from: string, to: string] | null {
  const sides = text.split('..').map((side) => side.trim());
  return sides.length === 2 && sides.some((side) => side !== '') ? (sides as [string, string]) : null;
}

const backwardsError = (flag: string, text: string): TraceError =>
  flagError(say().usage.backwards({ flag, value: text }));

const notARange = (flag: string, text: string, example: string): TraceError =>
  flagError(say().usage.writeAs({ flag, value: text, example }));
