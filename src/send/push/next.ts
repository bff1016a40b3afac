import { say } from '../../say.ts';
import { requestEndOf } from '../../service/limiter.ts';
import { decideRetry, MOST_ATTEMPTS, retryAfterOf } from '../../service/retry.ts';
import type { Answer } from '../../service/service.ts';
import {
  type Conditions,
  check,
  type Delivery,
  type Effect,
  type EventInConditions,
  onStopped,
  type Phase,
  pause,
  type Step,
  sendAgain,
  settled,
  stayInDoubt,
  step,
  takeTurn,
  waitEvent,
  withEffects,
  write,
  writeEnd,
} from './delivery.ts';
import { onLookedUp, onLost, readBack, resendUnlessStopped, settle, settleOrStop } from './doubt.ts';
import {
  type EndState,
  existingEnding,
  lostEnding,
  refusedEnding,
  stopReason,
  stopWords,
  unreachable,
  unusable,
} from './endings.ts';
import type { Obstacle } from './request.ts';

/**
 * The state, effects and action that follow an event. It sends a record until its outcome is certain or never can be.
 * A record is `marked` on the disk before it is sent, and its outcome is on the disk before it is reported.
 *
 * | state | event | action | next state |
 * | --- | --- | --- | --- |
 * | new | started | check | checking |
 * | | ... in doubt from before | as after a lost response, below | |
 * | checking | checked | take a turn | waiting-for-turn |
 * | | ... blocked, no address, no id | write the end | recording-end |
 * | waiting-for-turn | turn | write `sending` | marking |
 * | | ... the run stopped | none, or write `in-doubt` | ended, recording-end |
 * | marking | written | wait to leave | marked |
 * | marked | may-leave | send | sent |
 * | | ... the run stopped, all requests are held, or the mark is old | write `not-sent` | unmarking |
 * | unmarking | written | take a turn | waiting-for-turn |
 * | sent | response: held before it left | write `not-sent` | unmarking |
 * | | ... accepted, updated, exists, refused | write the end | recording-end |
 * | | ... exists, from a lost attempt | look up its ids | reading-back |
 * | | ... put off, unsent, unreadable, young reference | write `not-taken` | recording-retry |
 * | | ... the same, attempts spent | write the end, stop the run | recording-end |
 * | | ... the same, the run stopped; wrong token, address or proxy | write `not-taken` | recording-stop |
 * | | ... unreadable, attempts spent, in doubt | write `not-taken` | recording-refusal |
 * | | ... unknown: the response was lost | write `in-doubt` | recording-doubt |
 * | recording-retry | written | pause, or take a turn | before-retry, waiting-for-turn |
 * | before-retry | paused | take a turn | waiting-for-turn |
 * | recording-stop | written | none, or write `in-doubt` | ended, recording-end |
 * | recording-refusal | written | write `in-doubt` | recording-end |
 * | recording-doubt | written, `hold` | write `in-doubt` | recording-end |
 * | | ... `resend`, or an update | pause, or take a turn | before-resend, waiting-for-turn |
 * | | ... `verify` | pause, or look up | before-read-back, reading-back |
 * | before-resend | paused | take a turn | waiting-for-turn |
 * | before-read-back | paused | look up | reading-back |
 * | reading-back | looked-up: found, cannot tell | write the end | recording-end |
 * | | ... absent | write `absent` | recording-absence |
 * | | ... absent, too early | pause, or write `in-doubt` | before-absence-counts, recording-end |
 * | | ... failed | pause, or write `in-doubt` | before-next-read, recording-end |
 * | before-next-read | paused | look up | reading-back |
 * | before-absence-counts | paused | look up | reading-back |
 * | recording-absence | written | take a turn, or check | waiting-for-turn, checking |
 * | recording-end | written | none | ended |
 *
 * It is pure: no clock, no ledger, no promise. `send.ts` carries it out; `doubt.ts` has what follows a lost response.
 *
 * @throws Error for an event that cannot happen in the state.
 */
export function next(state: Delivery, event: EventInConditions): Step {
  const { at } = event;
  const { phase } = state;
  switch (event.type) {
    case 'started':
      if (phase.name !== 'new') break;
      return state.inDoubt ? settle(state, at) : check(state, false);
    case 'checked':
      if (phase.name !== 'checking') break;
      return event.obstacle === null
        ? takeTurn({ ...state, checked: true })
        : onObstacle(state, event.obstacle);
    case 'turn':
      if (phase.name !== 'waiting-for-turn') break;
      return event.granted
        ? write({ ...state, attempt: state.attempt + 1 }, { name: 'marking' }, { type: 'sending' })
        : onStopped(state);
    case 'may-leave':
      if (phase.name !== 'marked') break;
      return at.stopped || at.paused || at.markIsOld
        ? unmark(state)
        : step(state, { name: 'sent' }, { type: 'send' });
    case 'response':
      if (phase.name !== 'sent') break;
      return onResponse(state, event);
    case 'looked-up':
      if (phase.name !== 'reading-back') break;
      return onLookedUp(state, phase.read, event);
    case 'written':
      return onWritten(state, event);
    case 'paused':
      return onPaused(state, at);
  }
  throw wrongEvent(state, event.type);
}

const wrongEvent = ({ phase }: Delivery, event: string) => new Error(`${event} in the state ${phase.name}`);

/** The step after a durable write. */
function onWritten(state: Delivery, { doubt, at }: Extract<EventInConditions, { type: 'written' }>): Step {
  const { phase } = state;
  switch (phase.name) {
    case 'marking':
      return step(state, { name: 'marked' }, { type: 'wait-to-leave' });
    case 'unmarking':
      return withEffects(
        [{ type: 'end-request', end: 'error' }],
        takeTurn({ ...state, attempt: state.attempt - 1 }),
      );
    case 'recording-retry':
      return phase.waitMs === null ? takeTurn(state) : pause(state, { name: 'before-retry' }, phase.waitMs);
    case 'recording-stop':
      return onStopped(state);
    case 'recording-refusal':
      return stayInDoubt(state, phase.why, 'resolve');
    case 'recording-doubt':
      return settleOrStop({ ...state, doubt: doubt === undefined ? state.doubt : doubt }, at);
    case 'recording-absence':
      return sendAgain(state);
    case 'recording-end': {
      const { ending } = phase;
      const end = step(state, { name: 'ended', outcome: ending.outcome }, { type: 'none' });
      return withEffects([{ type: 'report', ending }], end);
    }
    default:
      throw wrongEvent(state, 'written');
  }
}

/** The step after a pause. */
function onPaused(state: Delivery, at: Conditions): Step {
  const { phase } = state;
  switch (phase.name) {
    case 'before-retry':
      return takeTurn(state);
    case 'before-resend':
      return resendUnlessStopped(state, at);
    case 'before-read-back':
    case 'before-absence-counts':
      return readBack(state, at);
    case 'before-next-read':
      return step(state, { name: 'reading-back', read: phase.read }, { type: 'look-up' });
    default:
      throw wrongEvent(state, 'paused');
  }
}

function onResponse(state: Delivery, event: Extract<EventInConditions, { type: 'response' }>): Step {
  const { answer, at } = event;
  if (answer.type === 'unsent' && answer.held) return unmark(state);
  const end: Effect = { type: 'end-request', end: requestEndOf(answer) };
  if (answer.type === 'unknown') return withEffects([end, { type: 'count-lost' }], onLost(state, answer, at));
  return withEffects([end, { type: 'count-certain' }], onCertainResponse(state, { ...event, answer }));
}

/** The step if the marked attempt is not sent after all. */
const unmark = (state: Delivery): Step => write(state, { name: 'unmarking' }, { type: 'not-sent' });

type CertainResponse = Extract<EventInConditions, { type: 'response' }> & {
  readonly answer: Exclude<Answer, { type: 'unknown' }>;
};

/** The step after a response that shows whether the attempt was accepted. */
function onCertainResponse(state: Delivery, event: CertainResponse): Step {
  const { answer, at } = event;
  switch (answer.type) {
    case 'throttled':
      return onThrottled(state, answer, at);
    case 'unsent':
      return onUnsent(state, answer, at);
    case 'token':
    case 'misdirected': {
      const effects: Effect[] = [{ type: 'refund' }, { type: 'stop', stop: stopReason(state, answer) }];
      return withEffects(effects, leaveOpen(state, answer.type, answer.status, stopWords(answer)));
    }
    case 'refused': {
      const retry = refusedForNow(state, answer, event);
      return retry ?? endByResponse(state, refusedEnding(state, answer));
    }
    case 'accepted':
      return endByResponse(state, acceptedEnding(answer), answer.answer?.id);
    case 'updated':
      return endByResponse(state, event.updated!);
    case 'exists':
      return onExists(state, answer, event.content ?? null);
  }
}

function acceptedEnding({ status, messages = [], answer }: Extract<Answer, { type: 'accepted' }>): EndState {
  const ids = answer === null ? {} : { answer: JSON.stringify(answer) };
  return { outcome: 'created', status, messages, ...ids, entry: 'accepted' };
}

function onThrottled(state: Delivery, answer: Extract<Answer, { type: 'throttled' }>, at: Conditions): Step {
  const { status } = answer;
  const reason = `HTTP ${status}`;
  const failures = { ...state.failures, putOff: state.failures.putOff + 1 };
  const retryAfterMs = retryAfterOf(answer);
  const limits = { failures: failures.putOff, most: MOST_ATTEMPTS.putOff, retryAfterMs };
  const { type, waitMs, holdsAll } = decideRetry({ ...limits, ...at });
  if (at.stopped) return leaveOpen(state, 'put off', status, reason);
  const effects: Effect[] = [{ type: 'emit', event: { type: 'throttled', waitMs, status } }];
  if (type !== 'retry') {
    const { asksToWait, asksToWaitLong } = say().records;
    const why = type === 'too-long' ? asksToWaitLong({ reason }) : asksToWait({ reason });
    return withEffects(effects, giveUp(state, answer, why));
  }
  return withEffects(
    [...effects, { type: 'pay' }],
    tryAgain({ ...state, failures }, holdsAll ? null : waitMs, 'put off', status, reason),
  );
}

function onUnsent(state: Delivery, answer: Extract<Answer, { type: 'unsent' }>, at: Conditions): Step {
  const { error, hint } = answer;
  if (at.stopped) return leaveOpen(state, 'unsent', null, error);
  if (answer.isFinal) {
    const effects: Effect[] = [{ type: 'refund' }, { type: 'stop', stop: unusable(state, answer) }];
    return withEffects(effects, leaveOpen(state, 'unsent', null, error));
  }
  const failures = { ...state.failures, unsent: state.failures.unsent + 1 };
  const { type, waitMs } = decideRetry({ failures: failures.unsent, most: MOST_ATTEMPTS.unsent, ...at });
  if (type !== 'retry') return giveUp(state, answer, error, hint);
  return withEffects(
    [{ type: 'pay' }, waitEvent('retry', state, waitMs, error)],
    tryAgain({ ...state, failures }, waitMs, 'unsent', null, error),
  );
}

/** The step after a refusal that does not end the record. Null if the refusal ends it. */
function refusedForNow(
  state: Delivery,
  answer: Extract<Answer, { type: 'refused' }>,
  { referencesAreYoung = false, at }: Extract<EventInConditions, { type: 'response' }>,
): Step | null {
  const { status, messages, unknownReference, unreadable } = answer;
  if (unknownReference && referencesAreYoung && !state.waitedForReferences && !at.stopped) {
    const { settleMs } = state.settings;
    return withEffects(
      [waitEvent('retry', state, settleMs, say().records.referenceYoung())],
      tryAgain({ ...state, waitedForReferences: true }, settleMs, 'refused', status, messages.join('; ')),
    );
  }
  if (unreadable !== 'truncated' && !(unreadable && state.inDoubt)) return null;
  const error = say().records.unreadable({ status: `${status}` });
  if (at.stopped) return leaveOpen(state, 'refused', status, error);
  const failures = { ...state.failures, unreadable: state.failures.unreadable + 1 };
  const limits = { failures: failures.unreadable, most: MOST_ATTEMPTS.unreadable };
  const { type, waitMs } = decideRetry({ ...limits, ...at });
  if (type === 'retry') {
    return withEffects(
      [{ type: 'pay' }, waitEvent('retry', state, waitMs, error)],
      tryAgain({ ...state, failures }, waitMs, 'refused', status, error),
    );
  }
  if (!state.inDoubt) return null;
  // The service may have refused the record because it stored an earlier attempt.
  const phase = { name: 'recording-refusal', why: error } as const;
  return notTaken({ ...state, failures }, phase, 'refused', status, error);
}

/** The step if the service already has the key, either from an earlier attempt of ours or from elsewhere. */
function onExists(
  state: Delivery,
  answer: Extract<Answer, { type: 'exists' }>,
  content: string | null,
): Step {
  const { doubt, record } = state;
  if (!doubt?.same || doubt.known) return endByResponse(state, existingEnding(state, answer, content));
  if (record.kind.verify === undefined) return endByResponse(state, lostEnding(state, answer, null));
  // Read the ids of the record, with one attempt.
  const read = { failures: 0, most: 1, absenceCountsInMs: 0, exists: answer };
  return withEffects([{ type: 'refund' }], step(state, { name: 'reading-back', read }, { type: 'look-up' }));
}

function onObstacle(state: Delivery, obstacle: Obstacle): Step {
  switch (obstacle.type) {
    case 'blocked': {
      const { cause, text } = obstacle;
      if (state.inDoubt) return stayInDoubt(state, say().records.notSentAgain({ reason: text }), 'resolve');
      const ending: EndState = { outcome: 'blocked', messages: [text] };
      return write(state, { name: 'recording-end', ending }, { type: 'blocked', cause });
    }
    case 'no-address':
      return settled(state, { outcome: 'failed', messages: [obstacle.message] });
    case 'no-id': {
      const { message, needs } = obstacle;
      if (state.inDoubt) return stayInDoubt(state, message, 'resolve');
      return settled(state, { outcome: 'failed', messages: [message], needs });
    }
  }
}

/** The attempt was certainly not accepted: it is retried after a wait, or when requests are no longer held (null). */
function tryAgain(state: Delivery, waitMs: number | null, ...refusal: NotTaken): Step {
  return notTaken(state, { name: 'recording-retry', waitMs }, ...refusal);
}

/** The attempt was certainly not accepted, and the run has stopped. */
const leaveOpen = (state: Delivery, ...refusal: NotTaken): Step =>
  notTaken(state, { name: 'recording-stop' }, ...refusal);

type NotTaken = [result: string, status: number | null, error: string];

const notTaken = (state: Delivery, phase: Phase, ...[result, status, error]: NotTaken): Step =>
  write(state, phase, { type: 'not-taken', result, status, error });

/**
 * The step if the last attempt was not accepted and no attempts or retries are left. The run ends, because other
 * records would fail in the same way.
 */
function giveUp(
  state: Delivery,
  answer: Extract<Answer, { type: 'throttled' | 'unsent' }>,
  reason: string,
  hint?: string,
): Step {
  const status = answer.type === 'throttled' ? answer.status : null;
  const end = state.inDoubt
    ? leaveOpen(state, answer.type, status, reason)
    : writeEnd(state, {
        type: 'ended',
        ending: { outcome: 'failed', status: status ?? undefined, messages: [reason] },
        givenId: null,
      });
  return withEffects([{ type: 'stop', stop: unreachable(state, reason, hint) }], end);
}

function endByResponse(state: Delivery, ending: EndState, givenId: string | null = null): Step {
  return withEffects([{ type: 'refund' }], writeEnd(state, { type: 'ended', ending, givenId }));
}
