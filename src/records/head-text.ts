import { unitNamed } from './number.ts';
import { foldText } from './text.ts';

/** The form under which two heads count as the same; a percent sign counts, wherever it stands. */
export function foldHead(head: string): string {
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

/**
 * The head without its unit or remark: `Poids (kg)` is `Poids` with the unit `kg`, `Part %` is `Part` with `%`,
 * `Country (ISO)` is `Country`. Undefined when there is nothing to take away.
 */
export function headUnit(head: string): { bare: string; unit: string | undefined } | undefined {
  const text = head.slice(0, 200).trim();
  const bracket = IN_BRACKETS.exec(text);
  if (bracket) {
    const inside = bracket[1]!.replace(/^(?:en|in)\s+/i, '').trim();
    const bare = text.slice(0, bracket.index) + text.slice(bracket.index + bracket[0].length);
    return { bare, unit: unitNamed(inside) === undefined ? undefined : inside };
  }
  const end = AT_END.exec(text);
  if (!end || unitNamed(end[1]!) === undefined) return undefined;
  return { bare: text.slice(0, end.index), unit: end[1]! };
}

/** The numbers of a head and what is left of it: `Matière n° 2` is `Matière` with 2. */
export function headNumbers(head: string): { bare: string; numbers: number[] } {
  const numbers: number[] = [];
  const bare = head.replace(/(?:\bn\s?[°º]\s?|#\s?)?(\d+)/gi, (_, digits: string) => {
    numbers.push(Number(digits));
    return ' ';
  });
  return { bare, numbers };
}
