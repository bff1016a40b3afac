import type { FamilyName } from '../contract/family.ts';
import { type Body, type KindSpec, keyText } from '../contract/kind.ts';
import type { Ending, PendingRow } from '../ledger/sending.ts';
import type { Release } from '../service/concurrency.ts';
import { backoffMs } from '../service/retry.ts';
import type { Answer } from '../service/service.ts';
import type { PushContext } from './engine.ts';
import type { Outcome } from './outcome.ts';

/** Tries of one record: of a request that did not leave, and of one that the service put off. */
const MOST_UNSENT = 5;
const MOST_PUT_OFF = 50;
/** A longer Retry-After ends the run: come back later. */
const LONGEST_PAUSE_MS = 3_600_000;

/**
 * Sends one record until its outcome is certain or may never be, and writes it to the ledger. Gives null when the run
 * stopped before the record left (it stays open, to end as not-attempted).
 */
export async function sendRecord(
  context: PushContext,
  wave: number,
  kind: KindSpec,
  row: PendingRow,
): Promise<Outcome | null> {
  const { job, sending, settings, stop, budget, limit, pacer, gate, clock } = context;
  const random = settings.random ?? Math.random;
  const body = JSON.parse(row.body) as Body;
  const key = keyText(row.key);
  const at = () => settings.now().toISOString();
  let unsent = 0;
  let putOff = 0;
  let paid = 0;
  let settled = false;

  for (let attempt = 1; ; attempt++) {
    if (!(await turn())) return null;
    await sending.sending(row.id, attempt, at());
    if (!(await leaves())) {
      await sending.heldBack(row.id, attempt);
      limit.release('error');
      attempt--;
      continue;
    }
    const answer = await job.service.create({ kind, family: row.family as FamilyName, body });
    limit.release(releaseOf(answer));

    if (answer.type === 'throttled') {
      const reason = `HTTP ${answer.status}`;
      const waitMs = answer.told ? answer.waitMs : backoffMs(putOff + 1, random);
      if (answer.told) pacer.pauseUntil(clock.now() + waitMs);
      if (stop.reason) return leaveOpen(attempt, 'put off', answer.status, reason);
      job.emit({ type: 'throttled', waitMs, status: answer.status, concurrency: limit.limit });
      if (waitMs > LONGEST_PAUSE_MS)
        return giveUp(attempt, answer, `the service puts requests off (${reason}) for more than an hour`);
      if (++putOff >= MOST_PUT_OFF || !pay())
        return giveUp(attempt, answer, `the service puts requests off (${reason})`);
      await sending.notTaken(row.id, attempt, at(), 'put off', answer.status, reason);
      if (!answer.told) await clock.sleep(waitMs, stop.signal).catch(() => {});
      continue;
    }
    if (answer.type === 'unsent') {
      if (stop.reason) return leaveOpen(attempt, 'unsent', null, answer.error);
      if (++unsent >= MOST_UNSENT || !pay()) return giveUp(attempt, answer, answer.error);
      const waitMs = backoffMs(unsent, random);
      job.emit({ type: 'retry', kind: kind.name, key, attempt, waitMs, reason: answer.error });
      await sending.notTaken(row.id, attempt, at(), 'unsent', null, answer.error);
      await clock.sleep(waitMs, stop.signal).catch(() => {});
      continue;
    }
    if (answer.type === 'refused' && answer.unknownReference && !settled && !stop.reason && namesFresh()) {
      settled = true;
      job.emit({
        type: 'retry',
        kind: kind.name,
        key,
        attempt,
        waitMs: settings.settleMs,
        reason: 'what it refers to was created moments ago',
      });
      await sending.notTaken(row.id, attempt, at(), 'refused', answer.status, answer.messages.join('; '));
      await clock.sleep(settings.settleMs, stop.signal).catch(() => {});
      continue;
    }
    if (answer.type !== 'unknown') refund();
    if (answer.type === 'token' || answer.type === 'misdirected') return halt(attempt, answer);
    const ending = endingOf(answer, row);
    if (ending.outcome === 'created') context.fresh.add(kind.name);
    return end(attempt, ending);
  }

  /** Waits for room and for the rate; false when the run stops first. */
  async function turn(): Promise<boolean> {
    if (stop.reason) return false;
    try {
      await limit.acquire(stop.signal);
    } catch {
      return false;
    }
    try {
      await pacer.turn(stop.signal);
      return true;
    } catch {
      limit.release('error');
      return false;
    }
  }

  /** Waits for the moment to leave; false when the run paused or stopped since the record had its turn. */
  async function leaves(): Promise<boolean> {
    await gate.turn(stop.signal).catch(() => {});
    return stop.reason === null && pacer.pausedUntil <= clock.now();
  }

  function namesFresh(): boolean {
    return kind.references.some(({ to }) => context.fresh.has(to));
  }

  /** Pays for one more try; false when the run has no retries left. */
  function pay(): boolean {
    if (!budget.take()) return false;
    paid++;
    return true;
  }

  /** The service lives: what the retries of this record cost is given back. */
  function refund(): void {
    if (paid === 0) budget.succeeded(false);
    for (; paid > 0; paid--) budget.succeeded(true);
  }

  /** The try was not taken and the run has stopped: the record stays open. */
  async function leaveOpen(
    attempt: number,
    result: string,
    status: number | null,
    error: string,
  ): Promise<null> {
    await sending.notTaken(row.id, attempt, at(), result, status, error);
    return null;
  }

  /** Retries are spent and nothing was taken: the run ends, as every other record would fare the same. */
  async function giveUp(attempt: number, answer: Answer, reason: string): Promise<Outcome> {
    stop.now({ exit: 'unreachable', reason: `${job.service.origin} cannot be reached: ${reason}` });
    const status = 'status' in answer ? answer.status : undefined;
    return end(attempt, { outcome: 'failed', status, messages: [reason] });
  }

  /** The answer is about the run, not the row: the row was not taken and stays open. */
  async function halt(
    attempt: number,
    answer: Extract<Answer, { type: 'token' | 'misdirected' }>,
  ): Promise<null> {
    const words = answer.type === 'token' ? answer.messages.join('; ') : answer.error;
    stop.now(
      answer.type === 'token'
        ? {
            exit: 'token',
            reason: `${job.service.origin} does not take the token (HTTP ${answer.status}): ${words}`,
          }
        : {
            exit: 'usage',
            reason: `${job.service.origin} is not the create address (HTTP ${answer.status}): ${words}`,
          },
    );
    return leaveOpen(attempt, answer.type, answer.status, words);
  }

  async function end(attempt: number, ending: Ending & { outcome: Outcome }): Promise<Outcome> {
    await sending.ended(row.id, attempt, at(), ending);
    job.emit({ type: 'row', wave, kind: kind.name, key, outcome: ending.outcome, messages: ending.messages });
    return ending.outcome;
  }
}

/** What an answer says of the load that the service bears. */
function releaseOf({ type }: Answer): Release {
  if (type === 'throttled') return 'throttled';
  return type === 'accepted' || type === 'exists' || type === 'refused' ? 'clean' : 'error';
}

/** The outcome of a record for an answer that is about the row. */
function endingOf(answer: Answer, row: PendingRow): Ending & { outcome: Outcome } {
  switch (answer.type) {
    case 'accepted':
      return {
        outcome: 'created',
        status: answer.status,
        messages: [],
        answer: JSON.stringify(answer.answer),
        entry: 'accepted',
      };
    case 'exists': {
      const differs =
        row.status === 'changed'
          ? ['the service keeps the content it has: v2 has no update; trace plan shows what differs']
          : [];
      return {
        outcome: 'existing',
        status: answer.status,
        messages: [...answer.messages, ...differs],
        entry: 'existing',
      };
    }
    case 'refused':
      return { outcome: 'rejected', status: answer.status, messages: answer.messages };
    case 'unknown':
      return { outcome: 'in-doubt', status: answer.status, messages: [answer.error], entry: 'in-doubt' };
    default:
      throw new Error(`an answer of type ${answer.type} ends no row`);
  }
}
