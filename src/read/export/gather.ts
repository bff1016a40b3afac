import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import { type Answered, textAt } from '../../service/read-record.ts';
import type { Found, Reads } from '../../service/reads.ts';
import type { ExportEvent } from './export-event.ts';
import type { Item } from './item.ts';
import { readProblem } from './list-entries.ts';
import type { Problem } from './problem.ts';
import type { Resource } from './resource.ts';
import type { Selection } from './selection.ts';
import type { Spool } from './spool.ts';

/**
 * Fetches the items that the spool does not contain yet, several at once, and appends each to the spool. Returns the
 * problems of those that could not be fetched.
 *
 * @throws TraceError if the service or the user ends it; the spool keeps what was fetched
 */
export async function gather(
  reads: Reads,
  resource: Resource,
  { languages }: Selection,
  items: readonly Item[],
  spool: Spool,
  onEvent: (event: ExportEvent) => void,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  // The client limits requests itself. There are twice as many tasks as requests, so that requests continue while some
  // tasks wait for the disk.
  const limit = pLimit(2 * reads.client.concurrency);
  const total = items.length;
  const running = new Set<Promise<void>>();
  let done = 0;
  let failure: unknown;

  for (const item of items) {
    if (failure !== undefined) break;
    if (spool.entries.has(item.key)) {
      done++;
      continue;
    }
    // Waits until the task has started, so that waiting tasks do not fill the memory.
    await new Promise<void>((started) => {
      const task = limit(async () => {
        started();
        if (failure === undefined) await fetchItem(item);
      })
        .catch((error: unknown) => {
          failure ??= error;
        })
        .finally(() => running.delete(task));
      running.add(task);
    });
  }
  await Promise.all(running);
  if (failure !== undefined) throw failure;
  return problems;

  /** This function is not async, so that the parsed record does not stay in memory while the disk writes. */
  function keep(item: Item, record: Answered): Promise<void> {
    const json = Buffer.from(JSON.stringify(record));
    const hash = createHash('sha256').update(json).digest('base64url').slice(0, 22);
    const place = resource.place(record, item);
    return spool.keep(item.key, { place, state: textAt(record, 'state'), hash, json });
  }

  async function fetchItem(item: Item): Promise<void> {
    const found = await recordOf(item);
    if (found.type === 'found') {
      await keep(item, found.record);
    } else {
      const problem = readProblem(item, found);
      problems.push(problem);
      onEvent({ type: 'problem', nouns: resource.nouns, problem });
    }
    done++;
    onEvent({ type: 'fetched', done, total });
  }

  async function recordOf(item: Item): Promise<Found> {
    if (item.record) return { type: 'found', record: item.record };
    return (await resource.fetch?.(reads, item, languages)) ?? { type: 'absent' };
  }
}
