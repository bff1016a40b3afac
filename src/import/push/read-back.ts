import { backoffMs, LONGEST_PAUSE_MS } from '../../service/retry.ts';
import type { Answer, LookUp } from '../../service/service.ts';
import { type Errand, stopFor } from './errand.ts';
import { readTurn, takeRoom } from './turn.ts';

/** Tries of one look-up. */
const MOST_LOOKS = 3;

/** What reading a record back came to; `failed` when the reading itself did. */
export type ReadBack =
  | Exclude<LookUp, { type: 'failed' }>
  | { readonly type: 'failed'; readonly reason: string };

const STOPPED: ReadBack = { type: 'failed', reason: 'the run stopped before it was read back' };

/** Reads whether the record is in the service, a few times when the reading fails; each read takes its turn. */
export async function readBack(errand: Errand, most = MOST_LOOKS): Promise<ReadBack> {
  const { context, kind, retries } = errand;
  const { stop, clock, pacer } = context;
  for (let look = 1; ; look++) {
    const read = await lookOnce(errand);
    if (read === null) return STOPPED;
    if (read.type !== 'failed') return read;
    const { answer } = read;
    if (answer.type === 'token') return { type: 'failed', reason: stopFor(errand, answer) };
    const reason = `it could not be read back: ${wordsOf(answer)}`;
    if (stop.reason) return STOPPED;
    if (answer.type !== 'throttled' && answer.type !== 'unsent' && answer.type !== 'unknown') {
      return { type: 'failed', reason };
    }
    const told = answer.type === 'throttled' && answer.told;
    const waitMs = told ? answer.waitMs : backoffMs(look, errand.random);
    if (told) pacer.pauseUntil(clock.now() + waitMs);
    if (waitMs > LONGEST_PAUSE_MS) {
      const { origin } = context.job.service;
      stop.now({
        exit: 'unreachable',
        reason: `${origin} cannot be reached: it puts requests off for more than an hour`,
      });
      return { type: 'failed', reason };
    }
    if (look >= most || !retries.pay()) return { type: 'failed', reason };
    if (answer.type === 'throttled') {
      context.job.emit({
        type: 'throttled',
        waitMs,
        status: answer.status,
        concurrency: context.limit.limit,
      });
    } else {
      const { key, attempt } = errand;
      context.job.emit({ type: 'reading-back', kind: kind.name, key, attempt, waitMs, reason });
    }
    if (!told) await errand.pause(waitMs);
  }
}

/** One look-up; null when the run stops before it. */
async function lookOnce(errand: Errand): Promise<LookUp | null> {
  const { context, kind, family, body, row } = errand;
  if (!(await takeRoom(context))) return null;
  const { key } = row;
  const read = await context.job.service.lookUp({
    kind,
    family,
    body,
    key,
    beforeRead: () => readTurn(context),
    signal: context.settings.forced,
  });
  const putOff = read.type === 'failed' && read.answer.type === 'throttled';
  context.limit.release(putOff ? 'throttled' : read.type === 'failed' ? 'error' : 'clean');
  return read;
}

function wordsOf(answer: Answer): string {
  if ('error' in answer) return answer.error;
  if ('messages' in answer) return answer.messages.join('; ');
  return `HTTP ${answer.status}`;
}
