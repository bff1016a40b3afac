import { covers } from '../../contract/covers.ts';
import type { Body, Json } from '../../contract/kind.ts';
import { listText, listValue } from '../../contract/v3/list-names.ts';
import { splitQuery } from '../../contract/v3/query-text.ts';
import { isCleared } from '../../contract/v3/update.ts';
import type { Clock } from '../../service/clock.ts';
import { type Answered, textAt } from '../../service/read-record.ts';
import type { Reads } from '../../service/reads.ts';
import { readV3List, type V3List } from '../../service/v3-reads.ts';

/** A brand product that the list should show, by id or by unique identifier. */
export interface Expected {
  readonly by: 'brandProductId' | 'brandProductUniqueIdentifier';
  readonly name: string;
  /** Of an update: when it was sent (ISO 8601, UTC). */
  readonly at?: string;
  /** Of an update: what it set, in the names that the interface shows. */
  readonly set?: Body;
}

export interface Waiting {
  readonly list: V3List;
  readonly expected: readonly Expected[];
  /** How long at most, and how long between two looks, in milliseconds. */
  readonly limitMs: number;
  readonly everyMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Told before each pause: how many are missing, and what is left of the time. */
  readonly tell: (missing: readonly Expected[], leftMs: number) => void;
}

/** Clocks differ: so much older than the update that was sent, and what the list shows is what was before it. */
const SLACK_MS = 5 * 60_000;

/**
 * Looks again and again until the list shows everything that is expected: it is made anew every 20 minutes (interface
 * 4.4, freshness). Gives what it does not show when the time is over; the last look is at its end.
 * Throws TraceError as the reads do; rejects with the reason of the signal.
 */
export async function missingAfter(reads: Reads, waiting: Waiting): Promise<readonly Expected[]> {
  const { clock, limitMs, everyMs, signal, tell } = waiting;
  const end = clock.now() + limitMs;
  let missing = waiting.expected;
  for (;;) {
    missing = await stillMissing(reads, waiting.list, missing);
    const left = end - clock.now();
    if (missing.length === 0 || left <= 0) return missing;
    tell(missing, left);
    await clock.sleep(Math.min(everyMs, left), signal);
  }
}

async function stillMissing(
  reads: Reads,
  list: V3List,
  expected: readonly Expected[],
): Promise<readonly Expected[]> {
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
    return item === undefined || isBefore(item, one);
  });
}

/**
 * Whether an item is as it was before an update: it shows another value of a field that was set. Where it shows none of them,
 * its dates say so, and nothing does without them.
 */
function isBefore(item: Answered, { at, set = {} }: Expected): boolean {
  const compared = Object.entries(set).flatMap(([name, value]) => {
    const held = listValue(item, name);
    return held === undefined ? [] : [shows(held as Json, value)];
  });
  if (compared.length > 0) return compared.includes(false);
  if (at === undefined) return false;
  const limit = Date.parse(at) - SLACK_MS;
  return Date.parse(textAt(item, 'createdAt')) < limit && Date.parse(textAt(item, 'updatedAt')) < limit;
}

/** Whether the list shows what was sent: of a quantity the amount alone (interface 2.8), of a list of one its item perhaps. */
function shows(held: Json, sent: Json): boolean {
  if (isCleared(sent)) return held === null || held === '' || isCleared(held);
  if (covers(sent, held)) return true;
  if (Array.isArray(sent)) return sent.length === 1 && covers(sent[0]!, held);
  if (Array.isArray(held)) return held.length === 1 && covers(sent, held[0]!);
  return typeof sent === 'object' && sent !== null && sent.value !== undefined && covers(sent.value, held);
}
