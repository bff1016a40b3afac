import type { Json } from '../../contract/kind.ts';
import type { RowContext } from '../rule.ts';

/** What rounded shares may miss: a third three times is 99.9. */
const TOLERANCE = 0.5;

/** The shares of a composition total 100. */
export function shareTotals({ kind, body, draft, report }: RowContext): void {
  for (const { items, share } of kind.totals ?? []) {
    const list = body[items];
    if (!Array.isArray(list) || list.length === 0) continue;
    if ([...draft.unreadable].some((path) => path.startsWith(`${items}.`))) continue;
    const shares = list.map((item) => shareOf(item, share));
    const given = shares.filter((value) => value !== undefined);
    if (given.length === 0) continue;
    const path = `${items}.0.${share}`;
    if (given.length < shares.length) {
      const at = `${items}.${shares.indexOf(undefined)}.${share}`;
      report('composition-share', at, `${items}: ${given.length} of ${shares.length} materials have a share`);
      continue;
    }
    const total = Math.round(given.reduce((sum, value) => sum + value, 0) * 1e6) / 1e6;
    if (Math.abs(total - 100) <= TOLERANCE) continue;
    const fractions = Math.abs(total - 1) <= TOLERANCE / 100;
    report('composition-total', path, `the shares of ${items} total ${total}, not 100`, {
      value: given.join(' + '),
      ...(fractions
        ? { suggestion: `did you mean ${given.map((value) => Math.round(value * 1e8) / 1e6).join(' + ')}?` }
        : {}),
    });
  }
}

function shareOf(item: Json, share: string): number | undefined {
  const value = typeof item === 'object' && item !== null && !Array.isArray(item) ? item[share] : undefined;
  return typeof value === 'number' ? value : undefined;
}
