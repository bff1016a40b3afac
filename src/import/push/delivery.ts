import type { KindSpec } from '../../contract/kind.ts';
import type { Doubt } from '../../ledger/entries.ts';
import type { Ending } from '../../ledger/sending.ts';
import { elapsedMs, type Moment } from '../../service/clock.ts';
import type { Release } from '../../service/concurrency.ts';
import { decideRetry, MOST_ATTEMPTS, type RetryDecision, retryAfterOf } from '../../service/retry.ts';
import type { Answer, LookUp } from '../../service/service.ts';
import {
  absentEnding,
  acceptedEnding,
  type Ended,
  existingEnding,
  foundEnding,
  inDoubtEnding,
  ourEnding,
  refusedEnding,
  retriesSpent,
  stopReason,
  unreachable,
  wordsOf,
} from './endings.ts';
import type { PushEvent } from './event.ts';
import type { Outcome } from './outcome.ts';
import type { Stop } from './stop.ts';

/** What an environment does with a record whose response was lost. */
export type InDoubt =
  /** Read it back, and send it again only when it is provably not there. */
  | 'verify'
  /** Leave it, and the records that refer to it, to a person. */
  | 'hold'
  /** Send it again: "exists" then means that the first attempt got in. */
  | 'resend';

/** A run waits at most that long (ms) until absence counts; for longer, the record stays in doubt. */
const LONGEST_ABSENCE_WAIT_MS = 90_000;
/** Lost responses in a row after which a run stops: one that continues would put every record in doubt. */
const MOST_LOST_IN_A_ROW = 10;

/** What never changes while a record is delivered. */
export interface DeliveryRecord {
  readonly kind: KindSpec;
  readonly wave: number;
  /** As people read it. */
  readonly key: string;
  /** JSON of its body, as it was staged. */
  readonly body: string;
  readonly isUpdate: boolean;
  /** Status in the plan: `new`, `changed`, `in-doubt`. */
  readonly status: string;
  /** Attempts of earlier runs. */
  readonly attempts: number;
}

export interface DeliverySettings {
  /** Where the service is, for people. */
  readonly origin: string;
  /** Words of the commands that settle a record in doubt, after `trace resume` or `trace resolve`. */
  readonly commandWords: readonly string[];
  readonly inDoubt: InDoubt;
  /** Attempts of a create without a certain response before it is left in doubt. */
  readonly mostLost: number;
  /** Time after which what was sent and what it refers to can be read (ms). */
  readonly settleMs: number;
  /** Time after a request from which the absence of the record counts (ms). */
  readonly absenceMs: number;
  /** When the run began, on its clock. */
  readonly startedAt: number;
}

/** What the loop knows of the run when an event happens. */
export interface Conditions {
  /** On the clock of the run, in milliseconds. */
  readonly now: number;
  /** The same moment on the clock that processes share. */
  readonly moment: Moment;
  /** The date, in milliseconds since 1970. */
  readonly date: number;
  /** The run is to stop: nothing more may leave. */
  readonly stopped: boolean;
  /** A Retry-After holds every request. */
  readonly paused: boolean;
  readonly retriesLeft: boolean;
  /** Creates in a row whose response was lost. */
  readonly lostInARow: number;
  /** From 0 up to 1. */
  readonly jitter: number;
}

/** Reading a record back. */
interface ReadBack {
  /** Reads that failed so far. */
  readonly failures: number;
  readonly most: number;
  /** Milliseconds until absence counts, when the first read left; 0 or less when it counted already. */
  readonly absenceCountsInMs: number;
  /** The response that says the record exists, when only its ids are read; null when the read settles the doubt. */
  readonly exists: Extract<Answer, { type: 'exists' }> | null;
}

type Phase =
  | { readonly name: 'new' }
  | { readonly name: 'checking' }
  | { readonly name: 'waiting-for-turn' }
  | { readonly name: 'marking' }
  | { readonly name: 'marked' }
  | { readonly name: 'unmarking' }
  | { readonly name: 'sent' }
  | { readonly name: 'recording-retry'; readonly waitMs: number | null }
  | { readonly name: 'before-retry' }
  | { readonly name: 'recording-stop' }
  | { readonly name: 'recording-refusal'; readonly why: string }
  | { readonly name: 'recording-doubt' }
  | { readonly name: 'before-resend' }
  | { readonly name: 'before-read-back' }
  | { readonly name: 'reading-back'; readonly read: ReadBack }
  | { readonly name: 'before-next-read'; readonly read: ReadBack }
  | { readonly name: 'before-absence-counts' }
  | { readonly name: 'recording-absence' }
  | { readonly name: 'recording-end'; readonly ending: Ended }
  | { readonly name: 'ended'; readonly outcome: Outcome | null };

/** The state of one record on its way into the service. */
export interface Delivery {
  readonly record: DeliveryRecord;
  readonly settings: DeliverySettings;
  readonly phase: Phase;
  /** Number of the last attempt. */
  readonly attempt: number;
  /** Attempts that were certainly not taken, by reason. */
  readonly failures: { readonly putOff: number; readonly unsent: number; readonly unreadable: number };
  /** Whether it waited once for what it refers to. */
  readonly waitedForReferences: boolean;
  /** Whether it was checked that it can be sent. */
  readonly checked: boolean;
  /** Attempts of this run whose response was lost. */
  readonly lost: number;
  /** When the last of them was lost, on the clock of the run; null before. */
  readonly lostAt: number | null;
  /** What the ledger knows of its key since an attempt, in this run or before, had no certain response; null before. */
  readonly doubt: Doubt | null;
  /** Whether it may be in the service: from a lost response until something certain is known. */
  readonly inDoubt: boolean;
  /** What the last lost response said. */
  readonly lastError: string;
}

/** Why a record cannot be sent. */
export type Obstacle =
  | { readonly type: 'blocked'; readonly cause: string; readonly text: string }
  | { readonly type: 'no-address'; readonly message: string }
  | { readonly type: 'no-id'; readonly message: string; readonly wants: string };

export type Happening =
  | { readonly type: 'started' }
  | { readonly type: 'checked'; readonly obstacle: Obstacle | null }
  /** `granted` is false when the run stopped first. */
  | { readonly type: 'turn'; readonly granted: boolean }
  /** A write is durable. `doubt`: what the ledger now knows of a record that was put in doubt. */
  | { readonly type: 'written'; readonly doubt?: Doubt | null }
  | { readonly type: 'may-leave' }
  | {
      readonly type: 'response';
      readonly answer: Answer;
      /** Of a create that was accepted: another record to which the service gave the same id; null when there is none. */
      readonly otherWithId?: string | null;
      /** Of a reference that is unknown: whether the service was given what the record refers to only moments ago. */
      readonly referencesAreYoung?: boolean;
      /** Of a record that exists: JSON of the content that the service has of it; null when not known. */
      readonly content?: string | null;
      /** Of an update: how it ends. */
      readonly updated?: Ended;
    }
  /** `read` is null when the run stopped first. `content`: JSON of the content that the service has of the key. */
  | { readonly type: 'looked-up'; readonly read: LookUp | null; readonly content?: string | null }
  | { readonly type: 'paused' };

/** What happened to a record, and the conditions at that moment. */
export type DeliveryEvent = Happening & { readonly at: Conditions };

export type Write =
  /** The next attempt is about to leave. */
  | { readonly type: 'sending' }
  /** The attempt did not leave after all. */
  | { readonly type: 'held-back' }
  | {
      readonly type: 'not-taken';
      readonly result: string;
      readonly status: number | null;
      readonly error: string;
    }
  | { readonly type: 'in-doubt'; readonly ending: Ending }
  /** The response to the last attempt ends the record. */
  | { readonly type: 'ended'; readonly ending: Ended; readonly givenId: string | null }
  /** Something else than a response ends it; `read` is the result of reading it back. */
  | { readonly type: 'settled'; readonly ending: Ended; readonly read: string | null }
  | { readonly type: 'absent' }
  | { readonly type: 'blocked'; readonly cause: string };

/** What the loop does next. It takes time and ends in one event. */
export type Action =
  | { readonly type: 'check'; readonly references: boolean }
  | { readonly type: 'take-turn' }
  | { readonly type: 'write'; readonly write: Write }
  | { readonly type: 'wait-to-leave' }
  | { readonly type: 'send' }
  | { readonly type: 'look-up' }
  | { readonly type: 'pause'; readonly ms: number }
  | { readonly type: 'none' };

type Emitted<Event extends PushEvent = PushEvent> = Event extends { type: 'throttled' }
  ? Omit<Event, 'concurrency'>
  : Event;

/** What the loop does at once, in order, before the action. */
export type Effect =
  /** The request is over: another one may be out. */
  | { readonly type: 'release'; readonly result: Release }
  | { readonly type: 'count-lost' }
  | { readonly type: 'count-certain' }
  | { readonly type: 'hold-all'; readonly ms: number }
  | { readonly type: 'pay' }
  | { readonly type: 'refund' }
  | { readonly type: 'emit'; readonly event: Emitted }
  | { readonly type: 'stop'; readonly stop: Stop }
  /** Others need not wait for this record. */
  | { readonly type: 'let-others-start' }
  | { readonly type: 'report'; readonly ending: Ended };

export interface Step {
  readonly state: Delivery;
  readonly effects: readonly Effect[];
  readonly action: Action;
}

/** The state before anything happened. `doubt`: what the ledger knows of a create that is in doubt from before. */
export function newDelivery(
  record: DeliveryRecord,
  settings: DeliverySettings,
  doubt: Doubt | null,
): Delivery {
  const inDoubt = record.status === 'in-doubt' && (doubt !== null || record.isUpdate);
  const when = doubt === null ? 'before' : `on ${doubt.at.slice(0, 10)}`;
  return {
    record,
    settings,
    phase: { name: 'new' },
    attempt: record.attempts,
    failures: { putOff: 0, unsent: 0, unreadable: 0 },
    waitedForReferences: false,
    checked: false,
    lost: 0,
    lostAt: null,
    doubt,
    inDoubt,
    lastError: inDoubt ? `sent ${when} without a certain answer` : '',
  };
}

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
 * | | ... the run stopped or is paused | write `held-back` | unmarking |
 * | unmarking | written | take a turn | waiting-for-turn |
 * | sent | response: accepted, updated, exists, refused | write the end | recording-end |
 * | | ... exists, from a lost attempt | look up its ids | reading-back |
 * | | ... put off, unsent, unreadable, young reference | write `not-taken` | recording-retry |
 * | | ... the same, attempts spent | write the end, stop the run | recording-end |
 * | | ... the same, the run stopped; wrong token or address | write `not-taken` | recording-stop |
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
 * @throws Error for an event that cannot happen in the state.
 */
export function next(state: Delivery, event: DeliveryEvent): Step {
  const { at } = event;
  const impossible = () => new Error(`${event.type} in the state ${state.phase.name}`);
  switch (event.type) {
    case 'started':
      if (state.phase.name !== 'new') throw impossible();
      return state.inDoubt ? settle(state, at) : check(state, false);
    case 'checked':
      if (state.phase.name !== 'checking') throw impossible();
      return event.obstacle === null
        ? takeTurn({ ...state, checked: true })
        : obstructed(state, event.obstacle);
    case 'turn':
      if (state.phase.name !== 'waiting-for-turn') throw impossible();
      return event.granted
        ? write({ ...state, attempt: state.attempt + 1 }, { name: 'marking' }, { type: 'sending' })
        : stopped(state);
    case 'may-leave':
      if (state.phase.name !== 'marked') throw impossible();
      return at.stopped || at.paused
        ? write(state, { name: 'unmarking' }, { type: 'held-back' })
        : step(state, { name: 'sent' }, { type: 'send' });
    case 'response':
      if (state.phase.name !== 'sent') throw impossible();
      return responded(state, event);
    case 'looked-up':
      if (state.phase.name !== 'reading-back') throw impossible();
      return lookedUp(state, state.phase.read, event);
    case 'written':
      return written(state, event) ?? fail(impossible());
    case 'paused':
      return resumed(state, at) ?? fail(impossible());
  }
}

function fail(error: Error): never {
  throw error;
}

/** After a durable write; null when the state waits for none. */
function written(state: Delivery, { doubt, at }: Extract<DeliveryEvent, { type: 'written' }>): Step | null {
  const { phase } = state;
  switch (phase.name) {
    case 'marking':
      return step(state, { name: 'marked' }, { type: 'wait-to-leave' });
    case 'unmarking':
      return withEffects(
        [{ type: 'release', result: 'error' }],
        takeTurn({ ...state, attempt: state.attempt - 1 }),
      );
    case 'recording-retry':
      return phase.waitMs === null ? takeTurn(state) : pause(state, { name: 'before-retry' }, phase.waitMs);
    case 'recording-stop':
      return stopped(state);
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
      return null;
  }
}

/** After a pause; null when the state waits for none. */
function resumed(state: Delivery, at: Conditions): Step | null {
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
      return null;
  }
}

function responded(state: Delivery, event: Extract<DeliveryEvent, { type: 'response' }>): Step {
  const { at } = event;
  const answer = withOwnId(state, event);
  const release: Effect = { type: 'release', result: releaseOf(answer) };
  if (answer.type === 'unknown')
    return withEffects([release, { type: 'count-lost' }], lost(state, answer, at));
  return withEffects([release, { type: 'count-certain' }], certain(state, { ...event, answer }));
}

/** The response to a create that was given the id of another record: one of the two may not be in the service. */
function withOwnId(
  { record: { kind } }: Delivery,
  { answer, otherWithId = null }: Extract<DeliveryEvent, { type: 'response' }>,
): Answer {
  if (answer.type !== 'accepted' || otherWithId === null) return answer;
  const { id } = answer.answer;
  const error = `HTTP 201 with the id ${id}, which ${kind.name} ${otherWithId} has: taken or not, it contradicts what the service said of that ${kind.name}`;
  return { type: 'unknown', status: answer.status, error };
}

/** What a response says of the load on the service. */
function releaseOf({ type }: Answer): Release {
  if (type === 'throttled') return 'throttled';
  return ['accepted', 'updated', 'exists', 'refused'].includes(type) ? 'clean' : 'error';
}

/** The response was lost: the record is in doubt on the disk before anything else happens. */
function lost(
  state: Delivery,
  { status, error }: Extract<Answer, { type: 'unknown' }>,
  at: Conditions,
): Step {
  const doubtful = { ...state, lost: state.lost + 1, lostAt: at.now, inDoubt: true, lastError: error };
  const entry = state.record.isUpdate ? 'unsure' : 'in-doubt';
  const ending: Ending = { outcome: 'in-doubt', status, messages: [error], entry };
  return write(doubtful, { name: 'recording-doubt' }, { type: 'in-doubt', ending });
}

/** A response that says whether the attempt was taken. */
function certain(state: Delivery, event: Extract<DeliveryEvent, { type: 'response' }>): Step {
  const { answer, at } = event;
  switch (answer.type) {
    case 'throttled':
      return putOff(state, answer, at);
    case 'unsent':
      return unsent(state, answer, at);
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
      return endByResponse(state, acceptedEnding(answer), answer.answer.id);
    case 'updated':
      return endByResponse(state, event.updated!);
    case 'exists':
      return exists(state, answer, event.content ?? null);
    case 'unknown':
      throw new Error('a lost response is not certain');
  }
}

const stopWords = (answer: Extract<Answer, { type: 'token' | 'misdirected' }>): string =>
  answer.type === 'token' ? answer.messages.join('; ') : answer.error;

function putOff(state: Delivery, answer: Extract<Answer, { type: 'throttled' }>, at: Conditions): Step {
  const { status } = answer;
  const reason = `HTTP ${status}`;
  const failures = { ...state.failures, putOff: state.failures.putOff + 1 };
  const retryAfterMs = retryAfterOf(answer);
  const limits = { failures: failures.putOff, most: MOST_ATTEMPTS.putOff, retryAfterMs };
  const { type, waitMs, holdsAll } = decideRetry({ ...limits, ...at });
  const hold: Effect[] = holdsAll ? [{ type: 'hold-all', ms: waitMs }] : [];
  if (at.stopped) return withEffects(hold, leaveOpen(state, 'put off', status, reason));
  const effects: Effect[] = [...hold, { type: 'emit', event: { type: 'throttled', waitMs, status } }];
  if (type !== 'retry') {
    const howLong = type === 'too-long' ? ' for more than an hour' : '';
    return withEffects(effects, giveUp(state, answer, `the service puts requests off (${reason})${howLong}`));
  }
  return withEffects(
    [...effects, { type: 'pay' }],
    tryAgain({ ...state, failures }, holdsAll ? null : waitMs, 'put off', status, reason),
  );
}

function unsent(state: Delivery, answer: Extract<Answer, { type: 'unsent' }>, at: Conditions): Step {
  const { error } = answer;
  if (at.stopped) return leaveOpen(state, 'unsent', null, error);
  const failures = { ...state.failures, unsent: state.failures.unsent + 1 };
  const { type, waitMs } = decideRetry({ failures: failures.unsent, most: MOST_ATTEMPTS.unsent, ...at });
  if (type !== 'retry') return giveUp(state, answer, error);
  return withEffects(
    [{ type: 'pay' }, retryEvent(state, waitMs, error)],
    tryAgain({ ...state, failures }, waitMs, 'unsent', null, error),
  );
}

/** The step after a refusal that is not the end of the record; null when it is. */
function refusedForNow(
  state: Delivery,
  answer: Extract<Answer, { type: 'refused' }>,
  { referencesAreYoung = false, at }: Extract<DeliveryEvent, { type: 'response' }>,
): Step | null {
  const { status, messages, unknownReference, unreadable } = answer;
  if (unknownReference && referencesAreYoung && !state.waitedForReferences && !at.stopped) {
    const { settleMs } = state.settings;
    return withEffects(
      [retryEvent(state, settleMs, 'what it refers to was created moments ago')],
      tryAgain({ ...state, waitedForReferences: true }, settleMs, 'refused', status, messages.join('; ')),
    );
  }
  if (unreadable !== 'cut' && !(unreadable && state.inDoubt)) return null;
  const error = `HTTP ${status}, but its body is cut or unreadable`;
  if (at.stopped) return leaveOpen(state, 'refused', status, error);
  const failures = { ...state.failures, unreadable: state.failures.unreadable + 1 };
  const limits = { failures: failures.unreadable, most: MOST_ATTEMPTS.unreadable };
  const { type, waitMs } = decideRetry({ ...limits, ...at });
  if (type === 'retry') {
    return withEffects(
      [{ type: 'pay' }, retryEvent(state, waitMs, error)],
      tryAgain({ ...state, failures }, waitMs, 'refused', status, error),
    );
  }
  if (!state.inDoubt) return null;
  // The service may refuse it because an earlier attempt got in.
  const refusal: Write = { type: 'not-taken', result: 'refused', status, error };
  return write({ ...state, failures }, { name: 'recording-refusal', why: error }, refusal);
}

/** The service has the key: from a lost attempt of ours, or from elsewhere. */
function exists(state: Delivery, answer: Extract<Answer, { type: 'exists' }>, content: string | null): Step {
  const { doubt, record } = state;
  if (!doubt?.same || doubt.known) return endByResponse(state, existingEnding(state, answer, content));
  if (record.kind.verify === undefined) return endByResponse(state, ourEnding(state, answer, null));
  // Its ids are read, once.
  const read = { failures: 0, most: 1, absenceCountsInMs: 0, exists: answer };
  return withEffects([{ type: 'refund' }], step(state, { name: 'reading-back', read }, { type: 'look-up' }));
}

function settleOrStop(state: Delivery, at: Conditions): Step {
  if (at.stopped || at.lostInARow < MOST_LOST_IN_A_ROW) return settle(state, at);
  const { settings, lastError } = state;
  const reason = `${settings.origin} left ${at.lostInARow} requests in a row without a certain answer: ${lastError}`;
  return withEffects(
    [{ type: 'stop', stop: { exit: 'doubt', reason } }],
    settle(state, { ...at, stopped: true }),
  );
}

/** Settles a record that is in doubt on the disk. It stays in doubt when nothing certain is learned. */
function settle(state: Delivery, at: Conditions): Step {
  const { inDoubt } = state.settings;
  if (inDoubt === 'hold') {
    return stayInDoubt(state, 'held, as the environment asks (inDoubt: hold)', 'resolve');
  }
  // An update sets its fields to the same values, however often it is sent: sending it again settles it.
  return state.record.isUpdate || inDoubt === 'resend' ? resend(state, at) : verify(state, at);
}

function resend(state: Delivery, at: Conditions): Step {
  const { record, settings, lost } = state;
  const most = record.isUpdate ? MOST_ATTEMPTS.lostSend : settings.mostLost;
  if (lost >= most) {
    const times = lost === 1 ? 'once more' : `${lost} times`;
    return stayInDoubt(
      state,
      `sent ${times} without a certain answer`,
      record.isUpdate ? 'resume' : 'resolve',
    );
  }
  if (lost === 0) return resendUnlessStopped(state, at);
  const { type, waitMs } = decideRetry({ failures: lost, most, ...at });
  if (type !== 'retry') return stayInDoubt(state, retriesSpent, 'resume');
  return withEffects([{ type: 'pay' }], pause(state, { name: 'before-resend' }, waitMs));
}

function resendUnlessStopped(state: Delivery, at: Conditions): Step {
  return at.stopped ? stopped(state) : sendAgain(state);
}

function verify(state: Delivery, at: Conditions): Step {
  const { record, settings, lost, lastError } = state;
  if (record.kind.verify === undefined) {
    return stayInDoubt(state, `the interface has no way to read a ${record.kind.name} back`, 'resolve');
  }
  // What was sent moments ago may not be shown yet. An earlier process was gone when this one began.
  const age = lost > 0 ? 0 : at.now - settings.startedAt;
  const waitMs = Math.max(0, settings.settleMs - age);
  const wait = waitMs > 0 ? pause(state, { name: 'before-read-back' }, waitMs) : readBack(state, at);
  return withEffects([readBackEvent(state, waitMs, lastError)], wait);
}

/** Starts to read the record back. What is read shows this moment or a later one. */
function readBack(state: Delivery, at: Conditions): Step {
  if (at.stopped) return stayInDoubt(state, STOPPED_BEFORE_READ, 'resume');
  const absenceCountsInMs = state.settings.absenceMs - ageMs(state, at);
  const read = { failures: 0, most: MOST_ATTEMPTS.readBack, absenceCountsInMs, exists: null };
  return step(state, { name: 'reading-back', read }, { type: 'look-up' });
}

const STOPPED_BEFORE_READ = 'the run stopped before it was read back';

/** How long ago the record was last sent without a certain response. */
function ageMs({ doubt, lostAt, settings }: Delivery, at: Conditions): number {
  // The clock of the run: a change of the date may change the name of the machine's start.
  if (lostAt !== null) return at.now - lostAt;
  const since = doubt?.since ?? null;
  // An earlier process was gone when this one began.
  return (since && elapsedMs(since, at.moment)) ?? at.now - settings.startedAt;
}

function lookedUp(
  state: Delivery,
  read: ReadBack,
  { read: result, content = null, at }: Extract<DeliveryEvent, { type: 'looked-up' }>,
): Step {
  if (result === null) return readFailed(state, read, STOPPED_BEFORE_READ);
  if (result.type === 'failed') return lookUpFailed(state, read, result.answer, at);
  if (read.exists !== null) {
    const ending = ourEnding(state, read.exists, result.type === 'found' ? result : null);
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
      return read.absenceCountsInMs <= 0 ? absent(state, at) : notShown(state, read.absenceCountsInMs, at);
  }
}

/** A look-up failed: another one follows, unless it would fare no better. */
function lookUpFailed(state: Delivery, read: ReadBack, answer: Answer, at: Conditions): Step {
  if (answer.type === 'token') {
    const stop: Effect = { type: 'stop', stop: stopReason(state, answer) };
    return withEffects([stop], readFailed(state, read, stopWords(answer)));
  }
  const reason = `it could not be read back: ${wordsOf(answer)}`;
  if (at.stopped) return readFailed(state, read, STOPPED_BEFORE_READ);
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
  { type, waitMs, holdsAll }: RetryDecision,
): Effect[] {
  const hold: Effect[] = holdsAll ? [{ type: 'hold-all', ms: waitMs }] : [];
  if (type === 'too-long') {
    const stop = unreachable(state, 'it puts requests off for more than an hour');
    return [...hold, { type: 'stop', stop }];
  }
  if (type === 'spent') return hold;
  const event: Effect =
    answer.type === 'throttled'
      ? { type: 'emit', event: { type: 'throttled', waitMs, status: answer.status } }
      : readBackEvent(state, waitMs, reason);
  return [...hold, { type: 'pay' }, event];
}

/** The reading itself failed, so nothing is known of the record; the ids of one that exists are then not known. */
function readFailed(state: Delivery, read: ReadBack, reason: string): Step {
  if (read.exists === null) return stayInDoubt(state, reason, 'resume', 'failed');
  return writeEnd(state, { type: 'ended', ending: ourEnding(state, read.exists, null), givenId: null });
}

/** It is provably not there: nothing that was sent of it got in. */
function absent(state: Delivery, at: Conditions): Step {
  const known = { ...state, inDoubt: false };
  const { lost, lastError } = state;
  if (lost >= MOST_ATTEMPTS.lostSend) {
    const why = `sent ${lost} times, and not in the service`;
    return settled(known, absentEnding(state, why), 'absent');
  }
  if (lost > 0 && !at.retriesLeft) {
    const stop = unreachable(state, `${lastError}; ${retriesSpent}`);
    const ending = absentEnding(state, `not in the service; ${retriesSpent}`);
    return withEffects([{ type: 'stop', stop }], settled(known, ending, 'absent'));
  }
  const effects: Effect[] = lost > 0 ? [{ type: 'pay' }] : [];
  return withEffects(effects, write(known, { name: 'recording-absence' }, { type: 'absent' }));
}

/** It is not shown, and may still appear. */
function notShown(state: Delivery, waitMs: number, at: Conditions): Step {
  if (waitMs > LONGEST_ABSENCE_WAIT_MS) {
    const from = new Date(at.date + waitMs).toISOString();
    const why = `not shown yet; that it is absent counts from ${from}`;
    return stayInDoubt(state, why, 'resume', 'absent, too early');
  }
  return withEffects(
    [readBackEvent(state, waitMs, 'not shown yet; it may still appear'), { type: 'let-others-start' }],
    pause(state, { name: 'before-absence-counts' }, waitMs),
  );
}

function sendAgain(state: Delivery): Step {
  return state.checked ? takeTurn(state) : check(state, true);
}

/** `references`: a record in doubt was not blocked with others of its kind, so what it refers to is checked now. */
function check(state: Delivery, references: boolean): Step {
  return step(state, { name: 'checking' }, { type: 'check', references });
}

function obstructed(state: Delivery, obstacle: Obstacle): Step {
  switch (obstacle.type) {
    case 'blocked': {
      const { cause, text } = obstacle;
      if (state.inDoubt) return stayInDoubt(state, `not sent again: ${text}`, 'resolve');
      const ending: Ended = { outcome: 'blocked', messages: [text] };
      return write(state, { name: 'recording-end', ending }, { type: 'blocked', cause });
    }
    case 'no-address':
      return settled(state, { outcome: 'failed', messages: [obstacle.message] });
    case 'no-id': {
      const { message, wants } = obstacle;
      if (state.inDoubt) return stayInDoubt(state, message, 'resolve');
      return settled(state, { outcome: 'failed', messages: [message], wants });
    }
  }
}

function takeTurn(state: Delivery): Step {
  return step(state, { name: 'waiting-for-turn' }, { type: 'take-turn' });
}

/** The attempt was certainly not taken, and another one follows: after a wait, or (null) when the pause of all ends. */
function tryAgain(
  state: Delivery,
  waitMs: number | null,
  result: string,
  status: number | null,
  error: string,
): Step {
  return write(state, { name: 'recording-retry', waitMs }, { type: 'not-taken', result, status, error });
}

/** The attempt was certainly not taken, and the run has stopped. */
function leaveOpen(state: Delivery, result: string, status: number | null, error: string): Step {
  return write(state, { name: 'recording-stop' }, { type: 'not-taken', result, status, error });
}

/** The run stopped: the record stays open, or in doubt when an earlier attempt may have got in. */
function stopped(state: Delivery): Step {
  if (state.inDoubt) return stayInDoubt(state, 'the run stopped before it was sent again', 'resume');
  return step(state, { name: 'ended', outcome: null }, { type: 'none' });
}

/** Attempts or retries are spent and the last attempt was not taken: the run ends, as other records would fare the same. */
function giveUp(
  state: Delivery,
  answer: Extract<Answer, { type: 'throttled' | 'unsent' }>,
  reason: string,
): Step {
  const status = answer.type === 'throttled' ? answer.status : null;
  const end = state.inDoubt
    ? leaveOpen(state, answer.type, status, reason)
    : writeEnd(state, {
        type: 'ended',
        ending: { outcome: 'failed', status: status ?? undefined, messages: [reason] },
        givenId: null,
      });
  return withEffects([{ type: 'stop', stop: unreachable(state, reason) }], end);
}

function endByResponse(state: Delivery, ending: Ended, givenId: string | null = null): Step {
  return withEffects([{ type: 'refund' }], writeEnd(state, { type: 'ended', ending, givenId }));
}

function settled(state: Delivery, ending: Ended, read: string | null = null): Step {
  return writeEnd(state, { type: 'settled', ending, read });
}

function stayInDoubt(
  state: Delivery,
  why: string,
  command: 'resume' | 'resolve',
  read: string | null = null,
): Step {
  return settled(state, inDoubtEnding(state, why, command), read);
}

function writeEnd(state: Delivery, end: Extract<Write, { type: 'ended' | 'settled' }>): Step {
  return write(state, { name: 'recording-end', ending: end.ending }, end);
}

function write(state: Delivery, phase: Phase, write: Write): Step {
  return step(state, phase, { type: 'write', write });
}

function pause(state: Delivery, phase: Phase, ms: number): Step {
  return step(state, phase, { type: 'pause', ms });
}

function step(state: Delivery, phase: Phase, action: Action): Step {
  return { state: { ...state, phase }, effects: [], action };
}

/** A step with effects before its own. */
function withEffects(effects: readonly Effect[], { state, action, ...rest }: Step): Step {
  return { state, action, effects: [...effects, ...rest.effects] };
}

function retryEvent({ record, attempt }: Delivery, waitMs: number, reason: string): Effect {
  const { kind, key } = record;
  return { type: 'emit', event: { type: 'retry', kind: kind.name, key, attempt, waitMs, reason } };
}

function readBackEvent({ record, attempt }: Delivery, waitMs: number, reason: string): Effect {
  const { kind, key } = record;
  return { type: 'emit', event: { type: 'reading-back', kind: kind.name, key, attempt, waitMs, reason } };
}
