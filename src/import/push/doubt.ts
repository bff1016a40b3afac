import { absenceMsOf } from '../../contract/kind.ts';
import { elapsedMs } from '../../service/clock.ts';
import { backoffMs } from '../../service/retry.ts';
import { type Errand, foundBack, noUpdate } from './errand.ts';
import type { Outcome } from './outcome.ts';
import { readBack } from './read-back.ts';
import { standingOf } from './standing.ts';

/** What an environment does with a record of which the answer was lost. */
export type InDoubt =
  /** Read it back, and send again only what is provably not there. */
  | 'verify'
  /** Leave it, and what names it, to a person. */
  | 'hold'
  /** Send it again: "exists" then means that the first try got in. */
  | 'resend';

/** Tries of one record without a certain answer: a further one would fare no better. */
const MOST_LOST = 5;
/** A run waits that long for the time from which absence counts (ms); for longer, the record stays in doubt. */
const LONGEST_WAIT_MS = 90_000;

/**
 * Settles a record that is in doubt, on the disk already: gives its outcome, or `send` when it is to be sent again. It
 * stays in doubt when nothing certain is learned, so that what refers to it is blocked.
 */
export async function settleDoubt(errand: Errand): Promise<Outcome | 'send'> {
  const { inDoubt } = errand.context.settings;
  // An update sets what it names to what it says, however often: to do it again settles it.
  if (errand.updates && inDoubt !== 'hold') return resend(errand);
  switch (inDoubt) {
    case 'hold':
      return errand.stayInDoubt('held, as the environment asks (inDoubt: hold)', 'resolve');
    case 'resend':
      return resend(errand);
    case 'verify':
      return verify(errand);
  }
}

async function resend(errand: Errand): Promise<Outcome | 'send'> {
  const { stop, settings } = errand.context;
  const most = errand.updates ? MOST_LOST : (settings.mostLost ?? MOST_LOST);
  if (errand.lost >= most) {
    const command = errand.updates ? 'resume' : 'resolve';
    const times = errand.lost === 1 ? 'once more' : `${errand.lost} times`;
    return errand.stayInDoubt(`sent ${times} without a certain answer`, command);
  }
  if (errand.lost > 0) {
    if (!errand.retries.pay()) return errand.stayInDoubt('the retries of the run are spent', 'resume');
    await errand.pause(backoffMs(errand.lost, errand.random));
  }
  return stop.reason ? errand.stayInDoubt('the run stopped before it was sent again', 'resume') : 'send';
}

async function verify(errand: Errand): Promise<Outcome | 'send'> {
  const { context, kind } = errand;
  const { stop } = context;
  if (kind.verify === undefined) {
    return errand.stayInDoubt(`the interface has no way to read a ${kind.name} back`, 'resolve');
  }
  await settlePause(errand);
  for (;;) {
    if (stop.reason) return errand.stayInDoubt('the run stopped before it was read back', 'resume');
    // Before the read leaves: what it shows is of that moment or later.
    const earlyMs = absenceCountsInMs(errand);
    const read = await readBack(errand);
    switch (read.type) {
      case 'found':
        return found(errand, read);
      case 'cannot-tell':
        return errand.stayInDoubt(read.reason, 'resolve', 'cannot tell');
      case 'failed':
        return errand.stayInDoubt(read.reason, 'resume', 'failed');
      case 'absent':
        if (earlyMs <= 0) return absent(errand);
        if (earlyMs > LONGEST_WAIT_MS) {
          const from = new Date(context.settings.now().getTime() + earlyMs).toISOString();
          const why = `not shown yet; that it is absent counts from ${from}`;
          return errand.stayInDoubt(why, 'resume', 'absent, too early');
        }
        await waitForAbsence(errand, earlyMs);
    }
  }
}

/** Milliseconds until the absence of the record counts; 0 or less when it does. */
function absenceCountsInMs({ context, kind, doubt, lostAt }: Errand): number {
  const { settings, clock, startedAt } = context;
  const boundMs = (settings.absenceMs ?? absenceMsOf)(kind);
  // A date that is set meanwhile may change the name of the machine's start, and does not change this.
  if (lostAt !== null) return boundMs - (clock.now() - lostAt);
  const since = doubt?.since ?? null;
  // An earlier process was gone when this one began.
  const ageMs = (since && elapsedMs(since, clock.moment())) ?? clock.now() - startedAt;
  return boundMs - ageMs;
}

async function waitForAbsence(errand: Errand, ms: number): Promise<void> {
  const { context, kind, key, attempt } = errand;
  const reason = 'not shown yet; it may still appear';
  context.job.emit({ type: 'reading-back', kind: kind.name, key, attempt, waitMs: ms, reason });
  errand.onWait();
  await errand.pause(ms);
}

/** What was sent moments ago may not be shown yet. An earlier process was gone when this one began; dates may lie. */
async function settlePause(errand: Errand): Promise<void> {
  const { settings, job, clock, startedAt } = errand.context;
  const age = errand.lost > 0 ? 0 : clock.now() - startedAt;
  const ms = Math.max(0, settings.settleMs - age);
  const { kind, key, attempt, lastError } = errand;
  job.emit({ type: 'reading-back', kind: kind.name, key, attempt, waitMs: ms, reason: lastError });
  if (ms > 0) await errand.pause(ms);
}

/** It is there. Whether this try put it there: yes, unless the service had the key before. */
async function found(
  errand: Errand,
  read: Extract<Awaited<ReturnType<typeof readBack>>, { type: 'found' }>,
): Promise<Outcome> {
  const { answer, shows = {} } = read;
  const { context, kind, row, lastError } = errand;
  errand.inDoubt = false;
  errand.retries.refund();
  context.silence.broken();
  const differs = Object.keys(shows);
  const shown = differs.length > 0 ? [`the service shows another ${differs.join(', ')}`] : [];
  const { outcome, messages } = standingOf(kind, row.body, context.sending.contentOf(row.id));
  if (errand.doubt!.known) {
    const kept = `the service had this key before; ${noUpdate(kind)}, it keeps the content it has`;
    const ending = { outcome, messages: [kept, ...messages, ...shown], entry: 'before' } as const;
    return errand.settled(ending, 'found');
  }
  if (errand.doubt!.same || outcome === 'unchanged') {
    return errand.settled(foundBack(errand, `${lastError}; found by reading back`, read), 'found');
  }
  // What an earlier run sent of it is there.
  const kept = Object.keys(answer).length > 0 ? { answer: JSON.stringify(answer) } : {};
  const earlier = `${lastError}; found by reading back, as an earlier run sent it`;
  const ending = { outcome, messages: [earlier, ...messages, ...shown], entry: 'doubted', ...kept } as const;
  return errand.settled(ending, 'found');
}

/** It is provably not there: nothing that was sent of it got in. */
async function absent(errand: Errand): Promise<Outcome | 'send'> {
  const { context, row, lost, lastError } = errand;
  errand.inDoubt = false;
  if (lost >= MOST_LOST) {
    const messages = [lastError, `sent ${lost} times, and not in the service`];
    return errand.settled({ outcome: 'failed', messages, entry: 'none' }, 'absent');
  }
  if (lost > 0 && !errand.retries.pay()) {
    const reason = 'the retries of the run are spent';
    context.stop.now({
      exit: 'unreachable',
      reason: `${context.job.service.origin} cannot be reached: ${lastError}; ${reason}`,
    });
    const messages = [lastError, `not in the service; ${reason}`];
    return errand.settled({ outcome: 'failed', messages, entry: 'none' }, 'absent');
  }
  await context.sending.absent(row.id, errand.attempt, errand.now());
  errand.status = 'new';
  return 'send';
}
