import type { Drift } from '../../config/drift.ts';
import type { Profile } from '../input/table-count.ts';

/** A table of a run that was accepted, or of this one. */
export interface Seen extends Profile {
  readonly rows: number;
  /** Rows whose key was known before the run. */
  readonly known: number;
}

/** A change against earlier runs. `now` and `before`: numbers of columns, rows, or percentages. */
export type Change = { readonly now: number; readonly before: number } & (
  | { readonly type: 'gone' | 'new'; readonly header: string; readonly letters: string }
  | { readonly type: 'renamed'; readonly header: string; readonly letters: string; readonly to: string }
  | { readonly type: 'rows' | 'keys' }
  | { readonly type: 'blank'; readonly field: string }
);

/** Fewer rows than this are not compared: one row is a large share of them. */
const MIN_ROWS = 10;

/**
 * The changes of a table against the earlier runs, the latest first. What differs from the last one and from most of them is a
 * change, so that one odd night is not a measure, and a lasting change is reported once.
 */
export function changesOf(now: Seen, earlier: readonly Seen[], drift: Drift): Change[] {
  const [last] = earlier;
  if (last === undefined) return [];
  const changes: Change[] = [...columnChanges(now, earlier)];
  const rows = usual(earlier, (seen) => seen.rows);
  if (Math.min(rows, last.rows) < MIN_ROWS) return changes;
  const isLess = (value: number, of: (seen: Seen) => number, by: number) =>
    [of(last), usual(earlier, of)].every((before) => value <= before * (1 - by / 100));
  if (isLess(now.rows, (seen) => seen.rows, drift.rows))
    changes.push({ type: 'rows', now: now.rows, before: last.rows });
  if (now.rows === 0) return changes;
  for (const [field, count] of Object.entries(last.filled)) {
    const share = (seen: Seen) => (seen.rows === 0 ? 0 : (seen.filled[field] ?? 0) / seen.rows);
    if (count < MIN_ROWS || usual(earlier, share) === 0 || !isLess(share(now), share, drift.blank)) continue;
    changes.push({ type: 'blank', field, now: percent(share(now)), before: percent(share(last)) });
  }
  // Before the first run no key was known.
  const known = (seen: Seen) => (earlier.length === 1 ? 1 : seen.known / seen.rows);
  const share = now.known / now.rows;
  const isNew = (of: number) => of > 1 - drift.keys / 100;
  if (!isNew(share) && now.rows >= MIN_ROWS && isNew(known(last)) && isNew(usual(earlier, known)))
    changes.push({ type: 'keys', now: percent(share), before: percent(known(last)) });
  return changes;
}

/** Columns that are gone, new or renamed: at the place of a column that is gone, there is a new one. */
function* columnChanges({ headers }: Seen, earlier: readonly Seen[]): Generator<Change> {
  const last = earlier[0]!;
  const had = (header: string) => (seen: Profile) => seen.headers.some((one) => one.header === header);
  const isUsual = (header: string) => earlier.filter(had(header)).length * 2 >= earlier.length;
  const counts = { now: headers.length, before: last.headers.length };
  const gone = last.headers.filter(({ header }) => !had(header)({ headers, filled: {} }) && isUsual(header));
  const added = headers.filter(({ header }) => !had(header)(last) && !isUsual(header));
  for (const { header, letters } of gone) {
    const at = added.findIndex((one) => one.letters === letters);
    if (at < 0) yield { type: 'gone', header, letters, ...counts };
    else yield { type: 'renamed', header, letters, to: added.splice(at, 1)[0]!.header, ...counts };
  }
  for (const { header, letters } of added) yield { type: 'new', header, letters, ...counts };
}

/** The median; the larger of the two in the middle. */
function usual(earlier: readonly Seen[], of: (seen: Seen) => number): number {
  const values = earlier.map(of).sort((one, other) => one - other);
  return values[values.length >> 1]!;
}

const percent = (share: number): number => Math.round(share * 100);
