import type { Body, Json, KindSpec } from '../../../contract/kind.ts';
import { numberText, say } from '../../../say.ts';
import { areTotalsHundred, isHundred, rounded, shareOf, TOLERANCE } from '../row-checker.ts';
import { andText, type RowRule } from '../rule.ts';

/** A list whose shares are wrong: the problem, and the path of an item to report it at. */
export interface ShareFault {
  readonly code: 'composition-share' | 'composition-total';
  readonly path: string;
  readonly message: string;
  readonly value?: string;
  readonly suggestion?: string;
}

/**
 * Checks that the shares of a composition add up to 100. Lists with a common total are added. If an update gives only
 * some of the shares, they are checked later, together with the shares that the ledger knows.
 */
export const shareTotals: RowRule = ({ kind }) => {
  const { totals = [], partial } = kind;
  if (partial || totals.length === 0) return [];
  return [
    {
      accepts: areTotalsHundred(totals),
      report({ body, draft, report }) {
        const isUnreadable = (name: string) =>
          draft.unreadable.size > 0 && [...draft.unreadable].some((path) => path.startsWith(`${name}.`));
        for (const fault of shareFaults(kind, body, isUnreadable))
          report(fault.code, fault.path, fault.message, fault);
      },
    },
  ];
};

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
    const given: number[] = [];
    let items = 0;
    let missing: string | undefined;
    for (const name of names)
      for (const [at, item] of (body[name] as Json[]).entries()) {
        items++;
        const value = shareOf(item, share);
        if (value !== undefined) given.push(value);
        else missing ??= `${name}.${at}.${share}`;
      }
    if (given.length === 0) continue;
    const lists = andText(names);
    if (missing !== undefined) {
      const about = { lists, given: numberText(given.length), number: numberText(items) };
      const { sharesOfMaterials, sharesOfItems } = say().rules;
      const message = lists === 'composition' ? sharesOfMaterials(about) : sharesOfItems(about);
      yield { code: 'composition-share', path: missing, message };
      continue;
    }
    const sum = given.reduce((before, value) => before + value, 0);
    if (isHundred(sum)) continue;
    const total = rounded(sum);
    const fault = {
      code: 'composition-total' as const,
      path: `${names[0]}.0.${share}`,
      message: say().rules.total({ lists, total: numberText(total) }),
      value: given.join(' + '),
    };
    if (Math.abs(100 * total - 100) > TOLERANCE) {
      yield fault;
      continue;
    }
    const shares = given.map((value) => numberText(Math.round(value * 1e8) / 1e6)).join(' + ');
    const { didYouMeanShare, didYouMeanShares } = say().rules;
    yield {
      ...fault,
      suggestion: given.length === 1 ? didYouMeanShare({ shares }) : didYouMeanShares({ shares }),
    };
  }
}
