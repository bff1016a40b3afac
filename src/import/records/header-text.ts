import { headerDateOrder } from './header-date.ts';
import { unitNamed } from './number.ts';
import { foldText } from './text.ts';

/** Folds a header for comparison. A percent sign counts, wherever it is. */
export function foldHeader(header: string): string {
  let folded = remembered.get(header);
  if (folded === undefined) {
    folded = (header.includes('%') ? '%' : '') + foldText(header);
    if (remembered.size < MOST_REMEMBERED) remembered.set(header, folded);
  }
  return folded;
}

/** Every header is looked up for every kind, and kinds share field names. */
const remembered = new Map<string, string>();
const MOST_REMEMBERED = 5000;

const IN_BRACKETS = /[([{]([^()[\]{}]{1,40})[)\]}]/;
const AT_END = /[\s,/_-](?:en |in )?([a-zA-Z]{1,12}|%)\s*\*?$/;

/** A date format at the end: `Date de début JJ/MM/AAAA`. */
const DATE_AT_END = /[\s,:_-]([a-z]{1,4}[./-][a-z]{1,4}[./-][a-z]{1,4})\s*\*?$/i;

/** A header split into its name and the rest. */
interface HeaderParts {
  readonly bare: string;
  readonly unit: string | undefined;
  /** The text in brackets other than a unit, and a date format at the end. */
  readonly remarks: readonly string[];
}

/**
 * Splits off the unit and the remarks of a header: `Poids (kg)` is `Poids` with the unit `kg`, `Part %` is `Part`
 * with `%`, `Country (ISO)` is `Country` with the remark `ISO`. Undefined if there are none.
 */
export function headerParts(header: string): HeaderParts | undefined {
  const text = header.slice(0, 200).trim();
  const bracket = IN_BRACKETS.exec(text);
  if (bracket) {
    const parts = bracket[1]!.split(/[,;]/).map((part) => part.replace(/^\s*(?:en|in)\s+/i, '').trim());
    const unit = parts.find((part) => unitNamed(part) !== undefined);
    const remarks = parts.filter((part) => part !== '' && part !== unit);
    const bare = text.slice(0, bracket.index) + text.slice(bracket.index + bracket[0].length);
    return { bare, unit, remarks };
  }
  const date = DATE_AT_END.exec(text);
  if (date && headerDateOrder(date[1]!) !== undefined)
    return { bare: text.slice(0, date.index), unit: undefined, remarks: [date[1]!] };
  const end = AT_END.exec(text);
  if (!end || unitNamed(end[1]!) === undefined) return undefined;
  return { bare: text.slice(0, end.index), unit: end[1]!, remarks: [] };
}

/** Splits the numbers off a header: `Matière n° 2` is `Matière` with 2. */
export function headerNumbers(header: string): { bare: string; numbers: number[] } {
  const numbers: number[] = [];
  const bare = header.replace(/(?:\bn\s?[°º]\s?|#\s?)?(\d+)/gi, (_, digits: string) => {
    numbers.push(Number(digits));
    return ' ';
  });
  return { bare, numbers };
}
