import type { Ending } from '../../ledger/record.ts';
import { kindText, numberText, say } from '../../say.ts';
import { elapsedMs } from '../../service/clock.ts';
import { decideRetry, MOST_ATTEMPTS, type RetryDecision, retryAfterOf } from '../../service/retry.ts';
import type { Answer } from '../../service/service.ts';
import {
  type Conditions,
  type Delivery,
  type Effect,
  type EventInConditions,
  onStopped,
  pause,
  type ReadBack,
  type Step,
  sendAgain,
  settled,
  stayInDoubt,
  step,
  waitEvent,
  withEffects,
  write,
  writeEnd,
} from './delivery.ts';
import {
  absentEnding,
  foundEnding,
  lostEnding,
  stopReason,
  stopWords,
  unreachable,
  unusable,
  wordsOf,
} from './endings.ts';

/**
 * Maximum time (ms) that a run waits until absence is conclusive. If more is needed, the record stays in doubt.
 */
const LONGEST_ABSENCE_WAIT_MS = 90_000;
/** The run stops after this many consecutive lost responses, so that it does not put every record in doubt. */
const MOST_LOST_IN_A_ROW = 10;

/** A status with which a service says that it stored the record. */
const CREATED = 201;

/** The step after a lost response: the ledger first stores that the record is in doubt. */
export function onLost(
  state: Delivery,
  { status, error: said }: Extract<Answer, { type: 'unknown' }>,
  at: Conditions,
): Step {
  const error = status === CREATED ? say().records.orFixedAnswers({ error: said }) : said;
  const doubtful = { ...state, lost: state.lost + 1, lostAt: at.now, inDoubt: true, lastError: error };
  const entry = state.record.isUpdate ? 'unsure' : 'in-doubt';
  const ending: Ending = { outcome: 'in-doubt', status, messages: [error], entry };
  return write(doubtful, { name: 'recording-doubt' }, { type: 'in-doubt', ending });
}

/** Settles a record whose response was just lost, or stops the run if too many responses were lost. */
export function settleOrStop(state: Delivery, at: Conditions): Step {
  if (at.stopped || at.lostInARow < MOST_LOST_IN_A_ROW) return settle(state, at);
  const { settings, lastError } = state;
  const reason = say().records.manyLost({
    origin: settings.origin,
    number: numberText(at.lostInARow),
    error: lastError,
  });
  return withEffects(
    [{ type: 'stop', stop: { exit: 'doubt', reason } }],
    settle(state, { ...at, stopped: true }),
  );
}

/**
 * Settles a record that the ledger has marked as in doubt. The record stays in doubt if nothing certain can be
 * found out.
 */
export function settle(state: Delivery, at: Conditions): Step {
  const { inDoubt } = state.settings;
  if (inDoubt === 'hold') {
    return stayInDoubt(state, say().records.keptInDoubt(), 'resolve');
  }
  // An update can be sent again to settle it, because it sets the same values each time.
  return state.record.isUpdate || inDoubt === 'resend' ? resend(state, at) : verify(state, at);
}

function resend(state: Delivery, at: Conditions): Step {
  const { record, settings, lost } = state;
  const most = record.isUpdate ? MOST_ATTEMPTS.lostSend : settings.mostLost;
  if (lost >= most) {
    return stayInDoubt(
      state,
      say().records.sentAgain({ count: lost, number: numberText(lost) }),
      record.isUpdate ? 'resume' : 'resolve',
    );
  }
  if (lost === 0) return resendUnlessStopped(state, at);
  const { type, waitMs } = decideRetry({ failures: lost, most, ...at });
  if (type !== 'retry') return stayInDoubt(state, say().records.retriesSpent(), 'resume');
  return withEffects([{ type: 'pay' }], pause(state, { name: 'before-resend' }, waitMs));
}

export function resendUnlessStopped(state: Delivery, at: Conditions): Step {
  return at.stopped ? onStopped(state) : sendAgain(state);
}

function verify(state: Delivery, at: Conditions): Step {
  const { record, settings, lost, lastError } = state;
  if (record.kind.verify === undefined) {
    return stayInDoubt(state, say().records.cannotRead({ kind: kindText(record.kind.name) }), 'resolve');
  }
  // The service may not show a record yet that was sent moments ago. A record of an earlier process was sent before
  // this process started.
  // One of another machine may have been sent later.
  const age = lost > 0 ? 0 : Math.min(at.now - settings.startedAt, ageMs(state, at));
  const waitMs = Math.max(0, settings.settleMs - age);
  const wait = waitMs > 0 ? pause(state, { name: 'before-read-back' }, waitMs) : readBack(state, at);
  return withEffects([waitEvent('reading-back', state, waitMs, lastError)], wait);
}

/** Starts to read the record back. The result of the read is at least as recent as this moment. */
export function readBack(state: Delivery, at: Conditions): Step {
  if (at.stopped) return stayInDoubt(state, say().records.stoppedBeforeRead(), 'resume');
  const absenceCountsInMs = state.settings.absenceMs - ageMs(state, at);
  const read = { failures: 0, most: MOST_ATTEMPTS.readBack, absenceCountsInMs, exists: null };
  return step(state, { name: 'reading-back', read }, { type: 'look-up' });
}

/** How long ago the record was last sent without a certain response. */
function ageMs({ doubt, lostAt, settings }: Delivery, at: Conditions): number {
  // Use the clock of the run: if the system date changes, the identifier of the machine's start may change, too.
  if (lostAt !== null) return at.now - lostAt;
  const since = doubt?.since ?? null;
  // An earlier process ended before this process started.
  return (since && elapsedMs(since, at.moment())) ?? at.now - settings.startedAt;
}

export function onLookedUp(
  state: Delivery,
  read: ReadBack,
  { read: result, content = null, at }: Extract<EventInConditions, { type: 'looked-up' }>,
): Step {
  if (result === null) return readFailed(state, read, say().records.stoppedBeforeRead());
  if (result.type === 'failed') return lookUpFailed(state, read, result.answer, at);
  if (read.exists !== null) {
    const ending = lostEnding(state, read.exists, result.type === 'found' ? result : null);
    return writeEnd(state, { type: 'ended', ending, givenId: null });
  }
  switch (result.type) {
    case 'found': {
      const effects: Effect[] = [{ type: 'refund' }, { type: 'count-certain' }];
      return withEffects(
        effects,
        settled({ ...state, inDoubt: false }, foundEnding(state, result, content), 'found'),
      );
    }
    case 'cannot-tell':
      return stayInDoubt(state, result.reason, 'resolve', 'cannot tell');
    case 'absent':
      return read.absenceCountsInMs <= 0 ? onAbsent(state, at) : onUnseen(state, read.absenceCountsInMs, at);
  }
}

/** The step after a failed look-up: another look-up, unless that would fail, too. */
function lookUpFailed(state: Delivery, read: ReadBack, answer: Answer, at: Conditions): Step {
  if (answer.type === 'token') {
    const stop: Effect = { type: 'stop', stop: stopReason(state, answer) };
    return withEffects([stop], readFailed(state, read, stopWords(answer)));
  }
  const reason = say().records.notReadBack({ error: wordsOf(answer) });
  if (answer.type === 'unsent' && answer.isFinal)
    return withEffects([{ type: 'stop', stop: unusable(state, answer) }], readFailed(state, read, reason));
  if (at.stopped) return readFailed(state, read, say().records.stoppedBeforeRead());
  if (answer.type !== 'throttled' && answer.type !== 'unsent' && answer.type !== 'unknown') {
    return readFailed(state, read, reason);
  }
  const failures = read.failures + 1;
  const retryAfterMs = retryAfterOf(answer);
  const decision = decideRetry({ failures, most: read.most, retryAfterMs, ...at });
  const effects = readRetryEffects(state, answer, reason, decision);
  if (decision.type !== 'retry') return withEffects(effects, readFailed(state, read, reason));
  const again = { ...read, failures };
  const action = decision.holdsAll
    ? step(state, { name: 'reading-back', read: again }, { type: 'look-up' })
    : pause(state, { name: 'before-next-read', read: again }, decision.waitMs);
  return withEffects(effects, action);
}

function readRetryEffects(
  state: Delivery,
  answer: Answer,
  reason: string,
  { type, waitMs }: RetryDecision,
): Effect[] {
  if (type === 'too-long') return [{ type: 'stop', stop: unreachable(state, say().records.waitsAnHour()) }];
  if (type === 'spent') return [];
  const event: Effect =
    answer.type === 'throttled'
      ? { type: 'emit', event: { type: 'throttled', waitMs, status: answer.status } }
      : waitEvent('reading-back', state, waitMs, reason);
  return [{ type: 'pay' }, event];
}

/**
 * The step after the last failed look-up: the record stays in doubt; or, if the service reported that it exists,
 * the record ends without known ids.
 */
function readFailed(state: Delivery, read: ReadBack, reason: string): Step {
  if (read.exists === null) return stayInDoubt(state, reason, 'resume', 'failed');
  return writeEnd(state, { type: 'ended', ending: lostEnding(state, read.exists, null), givenId: null });
}

/** The step after a proof of absence: no request for the record was stored. */
function onAbsent(state: Delivery, at: Conditions): Step {
  const known = { ...state, inDoubt: false };
  const { lost, lastError } = state;
  if (lost >= MOST_ATTEMPTS.lostSend) {
    const why = say().records.sentAbsent({ number: numberText(lost) });
    return settled(known, absentEnding(state, why), 'absent');
  }
  if (lost > 0 && !at.retriesLeft) {
    const spent = say().records.retriesSpent();
    const stop = unreachable(state, say().records.spentStop({ error: lastError, spent }));
    const ending = absentEnding(state, say().records.absentSpent({ spent }));
    return withEffects([{ type: 'stop', stop }], settled(known, ending, 'absent'));
  }
  const effects: Effect[] = lost > 0 ? [{ type: 'pay' }] : [];
  return withEffects(effects, write(known, { name: 'recording-absence' }, { type: 'absent' }));
}

/** The step if the service does not show the record, but may still show it later. */
function onUnseen(state: Delivery, waitMs: number, at: Conditions): Step {
  if (waitMs > LONGEST_ABSENCE_WAIT_MS) {
    const from = new Date(at.date + waitMs).toISOString();
    const why = say().records.absentFrom({ time: from });
    return stayInDoubt(state, why, 'resume', 'absent, too early');
  }
  return withEffects(
    [waitEvent('reading-back', state, waitMs, say().records.mayAppear()), { type: 'let-others-start' }],
    pause(state, { name: 'before-absence-counts' }, waitMs),
  );
}
