import type { KindSpec } from '../../contract/kind.ts';
import type { Doubt } from '../../ledger/entries.ts';
import type { Ending } from '../../ledger/record.ts';
import { say } from '../../say.ts';
import type { Moment } from '../../service/clock.ts';
import type { RequestEnd } from '../../service/concurrency.ts';
import type { Answer, LookUp } from '../../service/service.ts';
import { type EndState, inDoubtEnding } from './endings.ts';
import type { PushEvent } from './event.ts';
import type { Outcome, Stop } from './outcome.ts';
import type { Obstacle } from './request.ts';

/** How an environment settles a record whose response was lost. */
export type InDoubt =
  /** Read the record back, and send it again only if it is proved to be absent. */
  | 'verify'
  /** Keep the record in doubt, and block the records that reference it, until a person settles it. */
  | 'hold'
  /** Send the record again. If the service then reports that it exists, the first attempt was stored. */
  | 'resend';

/** The record to deliver. It does not change during the delivery. */
export interface DeliveryRecord {
  readonly kind: KindSpec;
  /** The key as messages print it. */
  readonly key: string;
  /** The body as it was staged, as JSON. */
  readonly body: string;
  readonly isUpdate: boolean;
  /** Status in the plan: `new`, `changed`, `in-doubt`. */
  readonly status: string;
  /** Number of attempts in earlier runs. */
  readonly attempts: number;
}

export interface DeliverySettings {
  /** The address of the service, for messages. */
  readonly origin: string;
  /** Arguments of the commands that settle a record in doubt, after `trace resume` or `trace resolve`. */
  readonly commandWords: readonly string[];
  readonly inDoubt: InDoubt;
  /** Maximum number of attempts of a create without a certain response. After them the record stays in doubt. */
  readonly mostLost: number;
  /** How long the service needs, after a record was sent, to show it and to resolve references to it (ms). */
  readonly settleMs: number;
  /** How long after a request an absent record is proved not to have been stored (ms). */
  readonly absenceMs: number;
  /** When the run started, by the clock of the run. */
  readonly startedAt: number;
}

/** The state of the run when an event happens. */
export interface Conditions {
  /** On the clock of the run, in milliseconds. */
  readonly now: number;
  /** Returns the same moment on the clock that processes share. */
  readonly moment: () => Moment;
  /** The date, in milliseconds since 1970. */
  readonly date: number;
  /** Whether the run is stopping: no more requests may be sent. */
  readonly stopped: boolean;
  /** Whether a Retry-After holds all requests. */
  readonly paused: boolean;
  /** Whether the record was marked as `sending` so long ago that another process may send by now. */
  readonly markIsOld: boolean;
  readonly retriesLeft: boolean;
  /** Number of consecutive creates whose response was lost. */
  readonly lostInARow: number;
  /** A random number from 0 up to 1, without 1. */
  readonly jitter: number;
}

/** The state of reading a record back. */
export interface ReadBack {
  /** Reads that failed so far. */
  readonly failures: number;
  readonly most: number;
  /** Milliseconds from the first read until absence is conclusive. 0 or less if absence was already conclusive. */
  readonly absenceCountsInMs: number;
  /**
   * The response that reported that the record exists, if only its ids are to be read. Null if the read has to
   * settle the doubt.
   */
  readonly exists: Extract<Answer, { type: 'exists' }> | null;
}

export type Phase =
  | { readonly name: 'new' | 'checking' | 'waiting-for-turn' | 'marking' | 'marked' | 'unmarking' | 'sent' }
  | { readonly name: 'recording-retry'; readonly waitMs: number | null }
  | { readonly name: 'before-retry' | 'recording-stop' | 'recording-doubt' | 'before-resend' }
  | { readonly name: 'recording-refusal'; readonly why: string }
  | { readonly name: 'before-read-back' | 'before-absence-counts' | 'recording-absence' }
  | { readonly name: 'reading-back' | 'before-next-read'; readonly read: ReadBack }
  | { readonly name: 'recording-end'; readonly ending: EndState }
  | { readonly name: 'ended'; readonly outcome: Outcome | null };

/** The state of the delivery of one record. */
export interface Delivery {
  readonly record: DeliveryRecord;
  readonly settings: DeliverySettings;
  readonly phase: Phase;
  /** Number of the last attempt. */
  readonly attempt: number;
  /** Number of attempts that were certainly not accepted, by reason. */
  readonly failures: { readonly putOff: number; readonly unsent: number; readonly unreadable: number };
  /** Whether the record has already waited for the records that it references. It waits only once. */
  readonly waitedForReferences: boolean;
  /** Whether `check` has confirmed that the record can be sent. */
  readonly checked: boolean;
  /** Number of attempts in this run whose response was lost. */
  readonly lost: number;
  /** When the last response was lost, on the clock of the run. Null if none was lost. */
  readonly lostAt: number | null;
  /**
   * The doubt about the key of the record, after an attempt in this or an earlier run without a certain response.
   * Null if there is no doubt.
   */
  readonly doubt: Doubt | null;
  /** Whether the record may be in the service: true from a lost response until the doubt is settled. */
  readonly inDoubt: boolean;
  /** The error of the last lost response. */
  readonly lastError: string;
}

export type DeliveryEvent =
  | { readonly type: 'started' }
  | { readonly type: 'checked'; readonly obstacle: Obstacle | null }
  /** `granted` is false if the run stopped before the turn came. */
  | { readonly type: 'turn'; readonly granted: boolean }
  /** A write is on the disk. `doubt`: what the ledger now knows about a record that was put in doubt. */
  | { readonly type: 'written'; readonly doubt?: Doubt | null }
  | { readonly type: 'may-leave' }
  | {
      readonly type: 'response';
      readonly answer: Answer;
      /**
       * After a response about an unknown reference: whether the referenced record was created only moments ago.
       */
      readonly referencesAreYoung?: boolean;
      /** After a response that the record exists: its content in the service as JSON; null if unknown. */
      readonly content?: string | null;
      /** After a response to an update: how the update ends. */
      readonly updated?: EndState;
    }
  /** `read` is null if the run stopped first. `content`: the content that the service has for the key, as JSON. */
  | { readonly type: 'looked-up'; readonly read: LookUp | null; readonly content?: string | null }
  | { readonly type: 'paused' };

/** What happened to a record, and the conditions at that moment. */
export type EventInConditions = DeliveryEvent & { readonly at: Conditions };

export type Write =
  /** The next attempt is about to be sent. */
  | { readonly type: 'sending' }
  /** The attempt was not sent. */
  | { readonly type: 'not-sent' }
  | {
      readonly type: 'not-taken';
      readonly result: string;
      readonly status: number | null;
      readonly error: string;
    }
  | { readonly type: 'in-doubt'; readonly ending: Ending }
  /** The response to the last attempt determines how the record ends. */
  | { readonly type: 'ended'; readonly ending: EndState; readonly givenId: string | null }
  /** The record ends without a response. `read` is the result of reading it back. */
  | { readonly type: 'settled'; readonly ending: EndState; readonly read: string | null }
  | { readonly type: 'absent' }
  | { readonly type: 'blocked'; readonly cause: string };

/** The asynchronous step that the sender performs next. It ends in one event. */
export type Action =
  | { readonly type: 'check'; readonly references: boolean }
  | { readonly type: 'write'; readonly write: Write }
  | { readonly type: 'pause'; readonly ms: number }
  | { readonly type: 'take-turn' | 'wait-to-leave' | 'send' | 'look-up' | 'none' };

type Emitted<Event extends PushEvent = PushEvent> = Event extends { type: 'throttled' }
  ? Omit<Event, 'concurrency'>
  : Event;

/** Steps that the sender performs at once, in order, before the action. */
export type Effect =
  /** The request has ended, so another request may be sent. */
  | { readonly type: 'end-request'; readonly end: RequestEnd }
  | { readonly type: 'count-lost' | 'count-certain' | 'pay' | 'refund' }
  | { readonly type: 'emit'; readonly event: Emitted }
  | { readonly type: 'stop'; readonly stop: Stop }
  /** Other records of the kind need not wait for this record. */
  | { readonly type: 'let-others-start' }
  | { readonly type: 'report'; readonly ending: EndState };

export interface Step {
  readonly state: Delivery;
  readonly effects: readonly Effect[];
  readonly action: Action;
}

/** Returns the initial state of a delivery. `doubt`: the doubt about a create from an earlier run. */
export function newDelivery(
  record: DeliveryRecord,
  settings: DeliverySettings,
  doubt: Doubt | null,
): Delivery {
  const inDoubt = record.status === 'in-doubt' && (doubt !== null || record.isUpdate);
  const sent = () =>
    doubt === null
      ? say().records.sentBefore()
      : say().records['sent-uncertain']({ on: doubt.at.slice(0, 10) });
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
    lastError: inDoubt ? sent() : '',
  };
}

export function step(state: Delivery, phase: Phase, action: Action): Step {
  return { state: { ...state, phase }, effects: [], action };
}

export function write(state: Delivery, phase: Phase, write: Write): Step {
  return step(state, phase, { type: 'write', write });
}

export function pause(state: Delivery, phase: Phase, ms: number): Step {
  return step(state, phase, { type: 'pause', ms });
}

/** Returns a step with these effects before the effects of the step. */
export function withEffects(effects: readonly Effect[], { state, action, ...rest }: Step): Step {
  return { state, action, effects: [...effects, ...rest.effects] };
}

/** The event of a record that is sent or read again after a wait. */
export function waitEvent(
  type: 'retry' | 'reading-back',
  { record, attempt }: Delivery,
  waitMs: number,
  reason: string,
): Effect {
  const { kind, key } = record;
  return { type: 'emit', event: { type, kind: kind.name, key, attempt, waitMs, reason } };
}

/**
 * Returns the step that checks whether the record can be sent. `references`: also check the records that it references.
 * A record in doubt needs this, because it was not blocked together with the other records of its kind.
 */
export function check(state: Delivery, references: boolean): Step {
  return step(state, { name: 'checking' }, { type: 'check', references });
}

export function takeTurn(state: Delivery): Step {
  return step(state, { name: 'waiting-for-turn' }, { type: 'take-turn' });
}

export function sendAgain(state: Delivery): Step {
  return state.checked ? takeTurn(state) : check(state, true);
}

/**
 * Returns the step after the run has stopped: the record stays open, or in doubt if an earlier attempt may have
 * been stored.
 */
export function onStopped(state: Delivery): Step {
  if (state.inDoubt) return stayInDoubt(state, say().records.stoppedBeforeAgain(), 'resume');
  return step(state, { name: 'ended', outcome: null }, { type: 'none' });
}

export function stayInDoubt(
  state: Delivery,
  why: string,
  command: 'resume' | 'resolve',
  read: string | null = null,
): Step {
  return settled(state, inDoubtEnding(state, why, command), read);
}

export function settled(state: Delivery, ending: EndState, read: string | null = null): Step {
  return writeEnd(state, { type: 'settled', ending, read });
}

export function writeEnd(state: Delivery, end: Extract<Write, { type: 'ended' | 'settled' }>): Step {
  return write(state, { name: 'recording-end', ending: end.ending }, end);
}
