import { command } from '../../advice.ts';
import { nameInInterface, toContractNames } from '../../contract/body.ts';
import {
  type AbsenceSetting,
  absenceMsOf,
  type Body,
  type Json,
  KEY_SEPARATOR,
  type KindSpec,
  keyText,
  uncomparedFields,
} from '../../contract/kind.ts';
import { listValue } from '../../contract/v3/list-names.ts';
import type { Origin } from '../../findings/finding.ts';
import type { ExpectedRow } from '../../ledger/comparison.ts';
import type { Comparison } from '../../ledger/ledger.ts';
import { say } from '../../say.ts';
import { changedFields, isEquivalent } from '../../send/plan/changed.ts';
import { isSame } from '../../service/read-back/search.ts';

/** The result for a record; `extra`: only the service has it. */
export type Compared = 'equal' | 'different' | 'missing' | 'extra' | 'not-comparable';

/** A field that differs from what the service shows or, by the ledger, accepted and does not show. */
interface DifferentField {
  readonly path: string;
  /** The value of the row or, without an input, of the ledger. */
  readonly expected: Json | undefined;
  readonly found: Json | undefined;
  readonly by: 'service' | 'ledger';
  readonly origin: Origin | null;
}

export interface ComparedRecord {
  readonly kind: string;
  readonly key: string;
  readonly family: string | null;
  readonly result: Compared;
  /** Null if it is not from an input. */
  readonly origin: Origin | null;
  /** Why it cannot be compared, or what is known about a missing record. */
  readonly reason: string | null;
  readonly fields: readonly DifferentField[];
  /** The fields that the service shows. */
  readonly shown: readonly string[];
}

export interface Comparing {
  readonly comparison: Comparison;
  readonly kinds: readonly KindSpec[];
  /** See `readShown`. */
  readonly gaps: ReadonlyMap<string, string>;
  readonly absence: AbsenceSetting;
  readonly now: Date;
  /** The flags with which the next command finds the same ledger. */
  readonly place: readonly string[];
}

/** Compares each record with what the service shows, in order; then yields those that only the service has. */
export function* compareRecords(job: Comparing): Generator<ComparedRecord> {
  const kinds = new Map(job.kinds.map((kind) => [kind.name, kind]));
  for (const row of job.comparison.expected()) {
    const { kind, family } = row;
    const judged = { reason: null, fields: [], shown: [], ...judge(job, kinds.get(kind)!, row) };
    yield { kind, key: keyText(row.key), family: family || null, origin: originOf(row), ...judged };
  }
  const none = { family: null, origin: null, reason: null, fields: [], shown: [] };
  for (const { kind, key } of job.comparison.extras([...kinds.keys()]))
    yield { kind, key: keyText(key), result: 'extra', ...none };
}

type Judged = Pick<ComparedRecord, 'result'> & Partial<ComparedRecord>;

function judge(
  { comparison, gaps, absence, now, place }: Comparing,
  kind: KindSpec,
  row: ExpectedRow,
): Judged {
  const texts = say().compared;
  const unclear = (reason: string): Judged => ({ result: 'not-comparable', reason });
  if (row.invalid) return unclear(texts.invalid());
  const stored = JSON.parse(row.body) as Body;
  const body = row.file === null ? toContractNames(kind, stored) : stored;
  const [best] = (JSON.parse(row.shown) as Body[])
    .map((item) => comparedWith(comparison, kind, row, body, item))
    .sort((one, other) => one.different.length - other.different.length);
  const shown = best?.shown ?? [];
  const fields = [...(best?.different ?? []), ...unshown(kind, body, row, shown)];
  const showsFrom = row.at === null ? 0 : Date.parse(row.at) + absenceMsOf(kind, absence);
  const isEarly = now.getTime() < showsFrom && (best?.different.length ?? 1) > 0;
  if (kind.verify !== undefined && isEarly)
    return unclear(texts.tooEarly({ time: new Date(showsFrom).toISOString() }));
  if (best === undefined && kind.verify !== undefined) {
    const gap = gaps.get(kind.name);
    if (gap !== undefined) return unclear(gap);
    if (row.state === 'in-doubt') return unclear(texts.inDoubt({ command: command('resolve', ...place) }));
    const on = row.at?.slice(0, 10);
    return { result: 'missing', reason: on === undefined ? texts.neverSent() : texts.sent({ on }) };
  }
  if (fields.length > 0) return { result: 'different', fields, shown };
  return best === undefined ? unclear(texts.noRead()) : { result: 'equal', shown };
}

/** The fields of a body that a response shows, and those for which it shows another value. */
function comparedWith(comparison: Comparison, kind: KindSpec, row: ExpectedRow, body: Body, item: Body) {
  const names: Readonly<Record<string, string>> = kind.verify?.compared ?? {};
  const skipped = [...kind.key, ...uncomparedFields(kind)];
  const shown: string[] = [];
  const different: DifferentField[] = [];
  for (const [path, expected] of Object.entries(body)) {
    const name = nameInInterface(kind, path);
    const found = listValue(item, names[name] ?? name) as Json | undefined;
    if (skipped.includes(path) || isBlank(expected) || isBlank(found) || isNested(expected)) continue;
    shown.push(path);
    if (isEqual(expected, found) || isOfProduct(comparison, kind, row, path, found)) continue;
    different.push({ path, expected, found, by: 'service', origin: originOf(row, path) });
  }
  return { shown, different };
}

const isBlank = (value: Json | undefined): value is undefined =>
  value === undefined || value === null || value === '';

const isNested = (value: Json): boolean =>
  Array.isArray(value) ? value.some(isNested) : typeof value === 'object' && value !== null;

/** Whether two values mean the same. The order of a list has no meaning. */
function isEqual(expected: Json, found: Json): boolean {
  const [ours = [], theirs = []] = [expected, found].map((value) => [value].flat().map(String).sort());
  return (
    ours.length === theirs.length &&
    ours.every((value, at) => isSame(value, theirs[at]) || isEquivalent(value, theirs[at]))
  );
}

/**
 * Whether the service shows the value of another row of the same product: it keeps one name and category for a product,
 * and a client may have one for each colour.
 */
function isOfProduct(
  comparison: Comparison,
  { name, verify }: KindSpec,
  { key }: ExpectedRow,
  field: string,
  found: Json,
): boolean {
  if (verify?.method !== 'product-detail' || typeof found !== 'string') return false;
  return comparison.hasText(name, key.slice(0, key.indexOf(KEY_SEPARATOR) + 1), field, found);
}

/** The fields of a row that the service does not show and that differ from what it last accepted. */
function unshown(kind: KindSpec, body: Body, row: ExpectedRow, shown: readonly string[]): DifferentField[] {
  if (row.accepted === null) return [];
  return changedFields(kind, JSON.parse(row.accepted) as Body, body)
    .filter(({ path }) => !shown.includes(path.split('.')[0]!))
    .map(({ path, before, after }) => {
      return { path, expected: after, found: before, by: 'ledger', origin: originOf(row, path) };
    });
}

/** The address of a record or of one of its fields; null for a record of the ledger. */
function originOf({ file, sheet, row, line, columns }: ExpectedRow, path?: string): Origin | null {
  if (file === null || sheet === null || row === null) return null;
  const letters = JSON.parse(columns ?? '{}') as Readonly<Record<string, string>>;
  const place = path === undefined ? undefined : (letters[path] ?? letters[path.split('.')[0]!]);
  const [, column, ownRow] = /^([A-Z]+)(\d*)$/.exec(place ?? '') ?? [];
  const at = { file, sheet, row: ownRow ? Number(ownRow) : row };
  return { ...at, ...(line !== null && { line }), ...(column && { column }) };
}
