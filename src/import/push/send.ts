import { command } from '../../advice.ts';
import type { KindSpec } from '../../contract/kind.ts';
import { namesAccepted } from '../../ledger/planning.ts';
import type { PendingRow } from '../../ledger/sending.ts';
import type { Release } from '../../service/concurrency.ts';
import { backoffMs, LONGEST_PAUSE_MS } from '../../service/retry.ts';
import type { Answer } from '../../service/service.ts';
import { blockAgain } from './blocked.ts';
import { settleDoubt } from './doubt.ts';
import type { PushContext } from './engine.ts';
import { type Ended, Errand, foundBack, noUpdate, stopFor } from './errand.ts';
import type { Outcome } from './outcome.ts';
import { readBack } from './read-back.ts';
import { standingOf } from './standing.ts';
import { mayLeave, takeTurn } from './turn.ts';
import { updateEnding } from './update.ts';

/** Tries of one record: of a request that did not leave, and of one that the service put off. */
const MOST_UNSENT = 5;
const MOST_PUT_OFF = 50;
/** Tries of a record whose refusal cannot be read: what it says is asked for again. */
const MOST_CUT = 4;

/**
 * Sends one record until its outcome is certain or may never be, and writes it to the ledger. Gives null when the run
 * stopped before the record left (it stays open, to end as not-attempted). `onWait` is called when it begins to wait until
 * its absence counts, which may take a minute.
 */
export async function sendRecord(
  context: PushContext,
  wave: number,
  kind: KindSpec,
  row: PendingRow,
  onWait?: () => void,
): Promise<Outcome | null> {
  const { job, sending, settings, stop, limit, pacer, clock, silence } = context;
  const errand = new Errand(context, wave, kind, row, onWait);
  const { key, retries, random } = errand;
  let unsent = 0;
  let putOff = 0;
  let settled = false;
  let cut = 0;

  if (row.status === 'in-doubt') {
    errand.doubt = errand.updates ? null : sending.doubtOf(row.id);
    if (errand.doubt !== null || errand.updates) {
      errand.inDoubt = true;
      const when = errand.doubt === null ? 'before' : `on ${errand.doubt.at.slice(0, 10)}`;
      errand.lastError = `sent ${when} without a certain answer`;
      const next = await settleDoubt(errand);
      if (next !== 'send') return next;
      const blocked = await blockAgain(errand);
      if (blocked !== null) return blocked;
    }
  }
  const unaddressed = errand.unaddressed();
  if (unaddressed !== null) return errand.settled({ outcome: 'failed', messages: [unaddressed] });
  const unfilled = errand.fillIn();
  if (unfilled !== null) {
    const { message, wants } = unfilled;
    if (errand.inDoubt) return errand.stayInDoubt(message, 'resolve');
    return errand.settled({ outcome: 'failed', messages: [message], wants });
  }
  for (;;) {
    if (!(await takeTurn(context))) return stopped();
    errand.attempt++;
    const sent = errand.filled || errand.updates ? JSON.stringify(errand.wire) : null;
    await sending.sending(row.id, errand.attempt, errand.now(), sent);
    if (!(await mayLeave(context))) {
      await sending.heldBack(row.id, errand.attempt);
      limit.release('error');
      errand.attempt--;
      continue;
    }
    const left = silence.leaving();
    const leftAt = clock.now();
    const answer = notAnothers(errand, await errand.leave());
    limit.release(releaseOf(answer));

    if (answer.type === 'unknown') {
      silence.unknown(left);
      const next = await doubtful(answer);
      if (next === 'send') continue;
      return next;
    }
    silence.broken();
    if (answer.type === 'throttled') {
      const reason = `HTTP ${answer.status}`;
      const waitMs = answer.told ? answer.waitMs : backoffMs(putOff + 1, random);
      if (answer.told) pacer.pauseUntil(clock.now() + waitMs);
      if (stop.reason) return leaveOpen('put off', answer.status, reason);
      job.emit({ type: 'throttled', waitMs, status: answer.status, concurrency: limit.limit });
      if (waitMs > LONGEST_PAUSE_MS)
        return giveUp(answer, `the service puts requests off (${reason}) for more than an hour`);
      if (++putOff >= MOST_PUT_OFF || !retries.pay())
        return giveUp(answer, `the service puts requests off (${reason})`);
      await notTaken('put off', answer.status, reason);
      if (!answer.told) await errand.pause(waitMs);
      continue;
    }
    if (answer.type === 'unsent') {
      if (stop.reason) return leaveOpen('unsent', null, answer.error);
      if (++unsent >= MOST_UNSENT || !retries.pay()) return giveUp(answer, answer.error);
      const waitMs = backoffMs(unsent, random);
      retry(waitMs, answer.error);
      await notTaken('unsent', null, answer.error);
      await errand.pause(waitMs);
      continue;
    }
    if (
      answer.type === 'refused' &&
      answer.unknownReference &&
      !settled &&
      !stop.reason &&
      namesFresh(leftAt)
    ) {
      settled = true;
      retry(settings.settleMs, 'what it refers to was created moments ago');
      await notTaken('refused', answer.status, answer.messages.join('; '));
      await errand.pause(settings.settleMs);
      continue;
    }
    if (answer.type === 'refused' && (answer.unreadable === 'cut' || (answer.unreadable && errand.inDoubt))) {
      const said = `HTTP ${answer.status}, but its body is cut or unreadable`;
      if (stop.reason) return leaveOpen('refused', answer.status, said);
      if (++cut < MOST_CUT && retries.pay()) {
        const waitMs = backoffMs(cut, random);
        retry(waitMs, said);
        await notTaken('refused', answer.status, said);
        await errand.pause(waitMs);
        continue;
      }
      // An earlier try of it may be what the service refuses it for.
      if (errand.inDoubt) {
        await notTaken('refused', answer.status, said);
        return errand.stayInDoubt(said, 'resolve');
      }
    }
    retries.refund();
    if (answer.type === 'token' || answer.type === 'misdirected') {
      return leaveOpen(answer.type, answer.status, stopFor(errand, answer));
    }
    const ending = await endingOf(answer, errand);
    return answer.type === 'accepted'
      ? errand.givenId(answer.answer.id, () => errand.answered(ending))
      : errand.answered(ending);
  }

  /** The answer was lost: it is in doubt on the disk before anything else happens. */
  async function doubtful({
    status,
    error,
  }: Extract<Answer, { type: 'unknown' }>): Promise<Outcome | 'send'> {
    errand.lost++;
    errand.lostAt = clock.now();
    errand.inDoubt = true;
    errand.lastError = error;
    const messages = [error];
    await sending.ended(row.id, errand.attempt, errand.now(), {
      outcome: 'in-doubt',
      status,
      messages,
      entry: errand.updates ? 'unsure' : 'in-doubt',
      since: clock.moment(),
    });
    if (!errand.updates) errand.doubt = sending.doubtOf(row.id);
    if (silence.isTooLong && !stop.reason) {
      stop.now({
        exit: 'doubt',
        reason: `${job.service.origin} left ${silence.length} requests in a row without a certain answer: ${error}`,
      });
    }
    return settleDoubt(errand);
  }

  function retry(waitMs: number, reason: string): void {
    job.emit({ type: 'retry', kind: kind.name, key, attempt: errand.attempt, waitMs, reason });
  }

  function notTaken(result: string, status: number | null, error: string): Promise<void> {
    return sending.notTaken(row.id, errand.attempt, errand.now(), result, status, error);
  }

  /** Whether the service may not know yet what the record names: it took it from this process, or from one just before. */
  function namesFresh(leftAt: number): boolean {
    if (kind.references.some(({ to, or = [] }) => [to, ...or].some((name) => context.fresh.has(name))))
      return true;
    const young = leftAt - context.startedAt < settings.settleMs;
    return young && namesAccepted(job.ledger, row.id, job.target, job.interface);
  }

  /** The run stopped: the record stays open, or in doubt when an earlier try of it may have got in. */
  async function stopped(): Promise<Outcome | null> {
    if (!errand.inDoubt) return null;
    return errand.stayInDoubt('the run stopped before it was sent again', 'resume');
  }

  /** The try was not taken and the run has stopped. */
  async function leaveOpen(result: string, status: number | null, error: string): Promise<Outcome | null> {
    await notTaken(result, status, error);
    return stopped();
  }

  /** Retries are spent and the try was not taken: the run ends, as every other record would fare the same. */
  async function giveUp(answer: Answer, reason: string): Promise<Outcome | null> {
    stop.now({ exit: 'unreachable', reason: `${job.service.origin} cannot be reached: ${reason}` });
    const status = 'status' in answer ? answer.status : undefined;
    if (errand.inDoubt) return leaveOpen(answer.type, status ?? null, reason);
    return errand.answered({ outcome: 'failed', status, messages: [reason] });
  }
}

/** Of two records the service gave the same id to, it may have one only: that the later one is in is not known. */
function notAnothers(errand: Errand, answer: Answer): Answer {
  if (answer.type !== 'accepted') return answer;
  const { id } = answer.answer;
  const other = errand.otherWithId(id);
  if (other === null) return answer;
  const { name } = errand.kind;
  const error = `HTTP 201 with the id ${id}, which ${name} ${other} has: taken or not, it contradicts what the service said of that ${name}`;
  return { type: 'unknown', status: answer.status, error };
}

/** What an answer says of the load that the service bears. */
function releaseOf({ type }: Answer): Release {
  if (type === 'throttled') return 'throttled';
  return ['accepted', 'updated', 'exists', 'refused'].includes(type) ? 'clean' : 'error';
}

/** The outcome of a record for a certain answer that is about the row. */
async function endingOf(answer: Answer, errand: Errand): Promise<Ended> {
  switch (answer.type) {
    case 'accepted':
      return {
        outcome: 'created',
        status: answer.status,
        messages: answer.messages ?? [],
        answer: JSON.stringify(answer.answer),
        entry: 'accepted',
      };
    case 'updated':
      return updateEnding(errand, answer);
    case 'exists': {
      const { doubt } = errand;
      if (doubt?.same && !doubt.known) return ours(answer, errand);
      const standing = standingOf(
        errand.kind,
        errand.row.body,
        doubt?.known ? errand.context.sending.contentOf(errand.row.id) : null,
      );
      const differs =
        errand.status === 'changed' || doubt
          ? [
              `the service keeps the content it has: ${noUpdate(errand.kind)}; ${command('plan', 'FILE')}, with its file for FILE, shows what differs`,
            ]
          : [];
      return {
        outcome: standing.outcome,
        status: answer.status,
        messages: [...answer.messages, ...differs, ...standing.messages],
        entry: errand.inDoubt && doubt?.known ? 'before' : 'existing',
      };
    }
    case 'refused': {
      const { status, messages } = answer;
      if (errand.updates) return { outcome: 'rejected', status, messages, entry: 'updated' };
      return { outcome: 'rejected', status, messages, ...(errand.inDoubt ? { entry: 'before' } : {}) };
    }
    default:
      throw new Error(`an answer of type ${answer.type} ends no row`);
  }
}

/** The service has the key from an earlier try of ours, of which the answer was lost; its ids are read once. */
async function ours({ status }: Extract<Answer, { type: 'exists' }>, errand: Errand): Promise<Ended> {
  const read = errand.kind.verify === undefined ? null : await readBack(errand, 1);
  const found = read?.type === 'found' ? read : null;
  const had = found?.shows === undefined ? 'the service has it from that try' : 'found by reading back';
  const how = `${errand.lastError}; ${had}`;
  return { ...foundBack(errand, how, found ?? { answer: {} }), status };
}
