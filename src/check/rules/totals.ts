import type { Json } from '../../contract/kind.ts';
import type { RowContext } from '../rule.ts';

/** What rounded shares may miss: a third three times is 99.9. */
const TOLERANCE = 0.5;

/** The shares of a composition total 100; so do those of several arrays that count together. */
export function shareTotals({ kind, body, draft, report }: RowContext): void {
  for (const { items: first, share, with: others = [] } of kind.totals ?? []) {
    const names = [first, ...others].filter((name) => Array.isArray(body[name]) && body[name].length > 0);
    if (names.length === 0) continue;
    const items = names.join(' and ');
    if ([...draft.unreadable].some((path) => names.some((name) => path.startsWith(`${name}.`)))) continue;
    const places = names.flatMap((name) =>
      (body[name] as Json[]).map((item, at) => ({
        path: `${name}.${at}.${share}`,
        value: shareOf(item, share),
      })),
    );
    const given = places.flatMap(({ value }) => (value === undefined ? [] : [value]));
    if (given.length === 0) continue;
    if (given.length < places.length) {
      const at = places.find(({ value }) => value === undefined)!.path;
      const what = items === 'composition' ? 'materials' : 'items';
      report('composition-share', at, `${items}: ${given.length} of ${places.length} ${what} have a share`);
      continue;
    }
    const total = Math.round(given.reduce((sum, value) => sum + value, 0) * 1e6) / 1e6;
    if (Math.abs(total - 100) <= TOLERANCE) continue;
    const fractions = Math.abs(total - 1) <= TOLERANCE / 100;
    report('composition-total', places[0]!.path, `the shares of ${items} total ${total}, not 100`, {
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
