import { covers } from '../../contract/covers.ts';
import type { Body, Json } from '../../contract/kind.ts';
import { listText, listValue } from '../../contract/v3/list-names.ts';
import { splitQuery } from '../../contract/v3/query-text.ts';
import { isCleared } from '../../contract/v3/update.ts';
import type { Clock } from '../../service/clock.ts';
import { type Answered, textAt } from '../../service/read-record.ts';
import type { Reads } from '../../service/reads.ts';
import { readV3List, type V3ListName } from '../../service/v3-reads.ts';

/** A brand product that the list should show, by id or by unique identifier. */
export interface ExpectedProduct {
  readonly by: 'brandProductId' | 'brandProductUniqueIdentifier';
  readonly name: string;
  /** For an update: the time when it was sent (ISO 8601, UTC). */
  readonly at?: string;
  /** For an update: the values that it set, with the names that the list uses. */
  readonly set?: Body;
}

export interface WaitSettings {
  readonly list: V3ListName;
  readonly expected: readonly ExpectedProduct[];
  /** How long to wait at most, in milliseconds. */
  readonly limitMs: number;
  /** Time between two reads of the list, in milliseconds. */
  readonly everyMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called before each pause with the missing products and the remaining time. */
  readonly onWait: (missing: readonly ExpectedProduct[], leftMs: number) => void;
}

/**
 * Tolerance for clocks that differ: a date in the list that is earlier than the update by less than this may still be
 * the date of the update.
 */
const TOLERANCE_MS = 5 * 60_000;

/**
 * Reads the list until it shows every expected product: the service refreshes it every 20 minutes (interface 4.4).
 * Returns the products that are still missing at the end of the time; the list is read once more then.
 *
 * @throws TraceError of the client; rejects with the reason of the signal
 */
export async function missingAfter(
  reads: Reads,
  settings: WaitSettings,
): Promise<readonly ExpectedProduct[]> {
  const { clock, limitMs, everyMs, signal, onWait } = settings;
  const end = clock.now() + limitMs;
  let missing = settings.expected;
  for (;;) {
    missing = await stillMissing(reads, settings.list, missing);
    const left = end - clock.now();
    if (missing.length === 0 || left <= 0) return missing;
    onWait(missing, left);
    await clock.sleep(Math.min(everyMs, left), signal);
  }
}

async function stillMissing(
  reads: Reads,
  list: V3ListName,
  expected: readonly ExpectedProduct[],
): Promise<readonly ExpectedProduct[]> {
  const shown = new Map<string, Answered>();
  for (const by of ['brandProductId', 'brandProductUniqueIdentifier'] as const) {
    const names = expected.filter((one) => one.by === by).map(({ name }) => name);
    if (names.length === 0) continue;
    for (const query of splitQuery({ [by]: names })) {
      for await (const item of readV3List(reads.client, list, query)) {
        if (by === 'brandProductUniqueIdentifier') shown.set(listText(item, 'uniqueIdentifier'), item);
        else shown.set(listText(item, 'id').toLowerCase(), item);
      }
    }
  }
  return expected.filter((one) => {
    const item = shown.get(one.by === 'brandProductId' ? one.name.toLowerCase() : one.name);
    return item === undefined || lacksUpdate(item, one);
  });
}

/**
 * Whether an item does not show an update yet: a field that was set has another value. If it shows none of these
 * fields, its dates decide; without dates it counts as updated.
 */
function lacksUpdate(item: Answered, { at, set = {} }: ExpectedProduct): boolean {
  const compared = Object.entries(set).flatMap(([name, sent]) => {
    const value = listValue(item, name);
    return value === undefined ? [] : [isShown(value as Json, sent)];
  });
  if (compared.length > 0) return compared.includes(false);
  if (at === undefined) return false;
  const limit = Date.parse(at) - TOLERANCE_MS;
  return Date.parse(textAt(item, 'createdAt')) < limit && Date.parse(textAt(item, 'updatedAt')) < limit;
}

/**
 * Whether the list shows the value that was sent. The list shows only the amount of a quantity (interface 2.8), and may
 * show a list with one item as the item itself.
 */
function isShown(shown: Json, sent: Json): boolean {
  if (isCleared(sent)) return shown === null || shown === '' || isCleared(shown);
  if (covers(sent, shown)) return true;
  if (Array.isArray(sent)) return sent.length === 1 && covers(sent[0]!, shown);
  if (Array.isArray(shown)) return shown.length === 1 && covers(sent, shown[0]!);
  return typeof sent === 'object' && sent !== null && sent.value !== undefined && covers(sent.value, shown);
}
