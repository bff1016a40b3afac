import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import { type Answered, textAt } from '../../service/read-record.ts';
import type { Found, Reads } from '../../service/reads.ts';
import type { ExportEvent } from './event.ts';
import { type Item, placeOf } from './item.ts';
import { failure } from './listed.ts';
import { type Problem, problemOf } from './problem.ts';
import type { Question } from './question.ts';
import type { Spool } from './spool.ts';

/**
 * Fetches what the spool does not hold yet, some at once, each answer a line of the spool. Gives what could not be
 * fetched; throws TraceError when the service or the person ends it, with everything kept that came.
 */
export async function gather(
  reads: Reads,
  question: Question,
  items: readonly Item[],
  spool: Spool,
  tell: (event: ExportEvent) => void,
): Promise<Problem[]> {
  const { subject } = question;
  const problems: Problem[] = [];
  // The reads have their own limit: no request waits for the disk to take the answer of another.
  const limit = pLimit(2 * reads.client.concurrency);
  const total = items.length;
  const running = new Set<Promise<void>>();
  let done = 0;
  let broken: unknown;

  for (const item of items) {
    if (broken !== undefined) break;
    if (spool.entries.has(item.key)) {
      done++;
      continue;
    }
    // Waits until it has begun: what waits behind the limit stays a list of items.
    await new Promise<void>((begun) => {
      const task = limit(async () => {
        begun();
        if (broken === undefined) await fetchOne(item);
      })
        .catch((error: unknown) => {
          broken ??= error;
        })
        .finally(() => running.delete(task));
      running.add(task);
    });
  }
  await Promise.all(running);
  if (broken !== undefined) throw broken;
  return problems;

  /** Not asynchronous: while the disk writes, only the bytes are held, not the answer that they were made of. */
  function keep(item: Item, record: Answered): Promise<void> {
    const json = Buffer.from(JSON.stringify(record));
    const hash = createHash('sha256').update(json).digest('base64url').slice(0, 22);
    const place = placeOf(subject, record, item);
    return spool.keep(item.key, { place, state: textAt(record, 'state'), hash, json });
  }

  async function fetchOne(item: Item): Promise<void> {
    const answer = await answerOf(reads, question, item);
    if (answer.type === 'found') {
      await keep(item, answer.record);
    } else {
      const problem = problemIn(answer, item);
      problems.push(problem);
      tell({ type: 'problem', subject, problem });
    }
    done++;
    tell({ type: 'fetched', done, total });
  }
}

async function answerOf(reads: Reads, { subject, languages }: Question, item: Item): Promise<Found> {
  const { id = '', study, record } = item;
  if (record) return { type: 'found', record };
  switch (subject) {
    case 'products':
      return reads.product(id);
    case 'packaging':
      return reads.packaging(id);
    case 'brand-products':
    case 'declared-fecs':
      // Their lists give whole records: there is none without.
      return { type: 'absent' };
    case 'showcases':
      return reads.showcase(id, languages);
    case 'studies':
      return sameStudy(
        item,
        study ? await reads.studyOf(study, languages) : await reads.study(id, languages),
      );
  }
}

/** Figures of another study under this one's id would be worse than none. */
function sameStudy({ id, study }: Item, answer: Found): Found {
  if (answer.type !== 'found') return answer;
  const shown = textAt(answer.record, 'id');
  const other =
    id !== undefined
      ? shown !== id
      : textAt(answer.record, 'productRef') !== study?.productRef &&
        textAt(answer.record, 'productRef') !== '';
  if (!other) return answer;
  return {
    type: 'failed',
    status: 200,
    error: `the answer is about another study (${shown || 'without an id'})`,
    again: false,
  };
}

function problemIn(answer: Exclude<Found, { type: 'found' }>, item: Item): Problem {
  return answer.type === 'absent' && item.study
    ? problemOf(item, 404, 'there is no study of this collection, product and colour (HTTP 404)')
    : failure(item, answer);
}
