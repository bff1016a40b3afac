import { headerDateOrder } from './header-date.ts';
import { unitNamed } from './number.ts';
import { foldText } from './text.ts';

/** The form under which two heads count as the same; a percent sign counts, wherever it stands. */
export function foldHeader(head: string): string {
  let folded = remembered.get(head);
  if (folded === undefined) {
    folded = (head.includes('%') ? '%' : '') + foldText(head);
    if (remembered.size < MOST_REMEMBERED) remembered.set(head, folded);
  }
  return folded;
}

/** Every kind is asked about every head, and kinds share names of fields. */
const remembered = new Map<string, string>();
const MOST_REMEMBERED = 5000;

const IN_BRACKETS = /[([{]([^()[\]{}]{1,40})[)\]}]/;
const AT_END = /[\s,/_-](?:en |in )?([a-zA-Z]{1,12}|%)\s*\*?$/;

/** A format of dates at the end: `Date de début JJ/MM/AAAA`. */
const DATE_AT_END = /[\s,:_-]([a-z]{1,4}[./-][a-z]{1,4}[./-][a-z]{1,4})\s*\*?$/i;

/** What a head says besides its name. */
interface HeaderParts {
  readonly bare: string;
  readonly unit: string | undefined;
  /** What the brackets hold besides a unit, and a format of dates at the end. */
  readonly remarks: readonly string[];
}

/**
 * The head without its unit and its remarks: `Poids (kg)` is `Poids` with the unit `kg`, `Part %` is `Part` with `%`,
 * `Country (ISO)` is `Country` with the remark `ISO`. Undefined when there is nothing to take away.
 */
export function headerParts(head: string): HeaderParts | undefined {
  const text = head.slice(0, 200).trim();
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

/** The numbers of a head and what is left of it: `Matière n° 2` is `Matière` with 2. */
export function headerNumbers(head: string): { bare: string; numbers: number[] } {
  const numbers: number[] = [];
  const bare = head.replace(/(?:\bn\s?[°º]\s?|#\s?)?(\d+)/gi, (_, digits: string) => {
    numbers.push(Number(digits));
    return ' ';
  });
  return { bare, numbers };
}
