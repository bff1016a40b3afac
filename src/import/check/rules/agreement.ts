import type { Body, Json, KindSpec } from '../../../contract/kind.ts';
import { fieldText } from '../../../findings/finding.ts';
import { leavesOf, type RowContext } from '../rule.ts';

/** Rejects an end date before its start date. */
export function dateOrder({ kind, body, report }: RowContext): void {
  for (const field of kind.fields) {
    if (field.notBefore === undefined) continue;
    const group = field.path.slice(0, field.path.lastIndexOf('.') + 1);
    const start = kind.fields.find(({ path }) => path === `${group}${field.notBefore}`)!;
    // The two fields are in the same group, so their leaves correspond by index.
    const starts = leavesOf(start, body);
    for (const [at, { path, value }] of leavesOf(field, body).entries()) {
      const from = starts[at]!.value;
      if (typeof value !== 'string' || typeof from !== 'string' || value >= from) continue;
      report('date-order', path, `${fieldText(path)} is ${value}, before ${field.notBefore} ${from}`, {
        value,
      });
    }
  }
}

/** Allowed difference from 100, for rounded shares: 33.3 three times is 99.9. */
const TOLERANCE = 0.5;

/** A list whose shares are wrong: the problem, and the path of an item to report it at. */
export interface ShareFault {
  readonly code: 'composition-share' | 'composition-total';
  readonly path: string;
  readonly message: string;
  readonly value?: string;
  readonly suggestion?: string;
}

/**
 * Checks that the shares of a composition add up to 100. Lists that count together are added. If an
 * update gives only some of the shares, they are checked later, together with the shares that the
 * ledger knows.
 */
export function shareTotals({ kind, body, draft, report }: RowContext): void {
  if (kind.partial) return;
  const isUnreadable = (name: string) => [...draft.unreadable].some((path) => path.startsWith(`${name}.`));
  for (const { code, path, message, ...extra } of shareFaults(kind, body, isUnreadable))
    report(code, path, message, extra);
}

/**
 * Finds the lists of a body whose shares do not add up to 100. Lists for which `isSkipped` returns
 * true are not checked.
 */
export function* shareFaults(
  { totals = [] }: KindSpec,
  body: Body,
  isSkipped: (name: string) => boolean,
): Iterable<ShareFault> {
  for (const { items: first, share, with: others = [] } of totals) {
    const names = [first, ...others].filter((name) => Array.isArray(body[name]) && body[name].length > 0);
    if (names.some(isSkipped)) continue;
    const items = names.join(' and ');
    const places = names.flatMap((name) =>
      (body[name] as Json[]).map((item, at) => ({
        path: `${name}.${at}.${share}`,
        value: shareOf(item, share),
      })),
    );
    const given = places.flatMap(({ value }) => (value === undefined ? [] : [value]));
    if (given.length === 0) continue;
    if (given.length < places.length) {
      const path = places.find(({ value }) => value === undefined)!.path;
      const what = items === 'composition' ? 'materials' : 'items';
      const message = `${items}: ${given.length} of ${places.length} ${what} have a share`;
      yield { code: 'composition-share', path, message };
      continue;
    }
    const total = Math.round(given.reduce((sum, value) => sum + value, 0) * 1e6) / 1e6;
    if (Math.abs(total - 100) <= TOLERANCE) continue;
    const fractions = Math.abs(100 * total - 100) <= TOLERANCE;
    const percentages = given.map((value) => Math.round(value * 1e8) / 1e6).join(' + ');
    yield {
      code: 'composition-total',
      path: places[0]!.path,
      message: `the shares of ${items} add up to ${total}, not 100`,
      value: given.join(' + '),
      ...(fractions && { suggestion: `did you mean ${percentages}?` }),
    };
  }
}

function shareOf(item: Json, share: string): number | undefined {
  const value = (item as Body | null)?.[share];
  return typeof value === 'number' ? value : undefined;
}
