import { hash } from 'node:crypto';
import { Tasks } from '../../service/limiter.ts';
import { type Answered, textAt } from '../../service/read-record.ts';
import { type Found, type Reads, releaseProperty } from '../../service/reads.ts';
import type { ExportEvent } from './export-event.ts';
import type { Item } from './item.ts';
import { readProblem } from './list-entries.ts';
import type { Problem } from './problem.ts';
import type { Resource } from './resource.ts';
import type { Selection } from './selection.ts';
import type { ExportSpool, SpooledList } from './spool.ts';

/** Number of records after which the event loop gets a turn for signals and progress: records of a list need no request. */
const EVENTS_EVERY = 100;

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
  list: SpooledList,
  spool: ExportSpool,
  onEvent: (event: ExportEvent) => void,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  const { total } = list;
  let done = 0;
  let failure: unknown;
  const fail = (error: unknown) => {
    failure ??= error;
  };

  // The limiter limits the requests. With twice as many tasks, the next request does not wait until a record is stored.
  const tasks = new Tasks(2 * reads.client.concurrency);
  try {
    for (const item of list.items()) {
      if (failure !== undefined) break;
      if (spool.kept.has(item.key)) done++;
      else await tasks.start(() => fetchItem(item).catch(fail));
    }
  } catch (error) {
    fail(error);
  }
  await tasks.ended();
  if (failure !== undefined) throw failure;
  return problems;

  /** This function is not async, so that the parsed record does not stay in memory while the disk writes. */
  function keep(item: Item, record: Answered): Promise<void> {
    const json = Buffer.from(JSON.stringify(record));
    const place = resource.place(record, item);
    const state = textAt(record, 'state');
    return spool.keep(item.key, { place, state, hash: hash('sha256', json, 'base64url').slice(0, 22), json });
  }

  async function fetchItem(item: Item): Promise<void> {
    const found = await recordOf(item);
    if (found.type === 'found') {
      const kept = keep(item, found.record);
      releaseProperty(found, 'record');
      await kept;
    } else {
      const problem = readProblem(item, found);
      problems.push(problem);
      onEvent({ type: 'problem', nouns: resource.nouns, problem });
    }
    done++;
    onEvent({ type: 'fetched', done, total });
    if (done % EVENTS_EVERY === 0) await new Promise((resolve) => setImmediate(resolve));
  }

  async function recordOf(item: Item): Promise<Found> {
    if (item.record) return { type: 'found', record: item.record };
    return (await resource.fetch?.(reads, item, languages)) ?? { type: 'absent' };
  }
}
