import type { KindSpec } from '../../contract/kind.ts';
import type { Doubt } from '../../ledger/entries.ts';
import type { Ending } from '../../ledger/sending.ts';
import type { Moment, Release } from '../../service/pacing.ts';
import type { Answer, LookUp } from '../../service/service.ts';
import { type Ended, inDoubtEnding } from './endings.ts';
import type { PushEvent } from './event.ts';
import type { Stop } from './flow.ts';
import type { Outcome } from './outcome.ts';
import type { Obstacle } from './request.ts';

/** What an environment does with a record whose response was lost. */
export type InDoubt =
  /** Read it back, and send it again only if it is proved to be absent. */
  | 'verify'
  /** Keep it in doubt, and block the records that refer to it, until a person settles it. */
  | 'hold'
  /** Send it again: "exists" then means that the first attempt was stored. */
  | 'resend';

/** The record; it never changes while it is delivered. */
export interface DeliveryRecord {
  readonly kind: KindSpec;
  readonly wave: number;
  /** The key as messages print it. */
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
  /** The address of the service, for messages. */
  readonly origin: string;
  /** Arguments of the commands that settle a record in doubt, after `trace resume` or `trace resolve`. */
  readonly commandWords: readonly string[];
  readonly inDoubt: InDoubt;
  /** Attempts of a create without a certain response before it is left in doubt. */
  readonly mostLost: number;
  /** Time until the service shows a record that was sent and resolves its references (ms). */
  readonly settleMs: number;
  /** Time after a request from which absence proves that the record was not stored (ms). */
  readonly absenceMs: number;
  /** When the run started, by the clock of the run. */
  readonly startedAt: number;
}

/** The state of the run when an event happens. */
export interface Conditions {
  /** On the clock of the run, in milliseconds. */
  readonly now: number;
  /** The same moment on the clock that processes share. */
  readonly moment: Moment;
  /** The date, in milliseconds since 1970. */
  readonly date: number;
  /** The run is stopping: no more requests may be sent. */
  readonly stopped: boolean;
  /** A Retry-After pauses all requests. */
  readonly paused: boolean;
  readonly retriesLeft: boolean;
  /** Consecutive creates whose response was lost. */
  readonly lostInARow: number;
  /** From 0 up to 1. */
  readonly jitter: number;
}

/** Reading a record back. */
export interface ReadBack {
  /** Reads that failed so far. */
  readonly failures: number;
  readonly most: number;
  /** Milliseconds until absence is conclusive, when the first read was sent; 0 or less if it was conclusive already. */
  readonly absenceCountsInMs: number;
  /**
   * The response that reports that the record exists, when only its ids are read; null when the read settles the doubt.
   */
  readonly exists: Extract<Answer, { type: 'exists' }> | null;
}

export type Phase =
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

/** The state of the delivery of one record. */
export interface Delivery {
  readonly record: DeliveryRecord;
  readonly settings: DeliverySettings;
  readonly phase: Phase;
  /** Number of the last attempt. */
  readonly attempt: number;
  /** Attempts that were certainly not accepted, by reason. */
  readonly failures: { readonly putOff: number; readonly unsent: number; readonly unreadable: number };
  /** Whether it has waited once for the records that it refers to. */
  readonly waitedForReferences: boolean;
  /** Whether it was checked that it can be sent. */
  readonly checked: boolean;
  /** Attempts of this run whose response was lost. */
  readonly lost: number;
  /** When the last of them was lost, on the clock of the run; null before. */
  readonly lostAt: number | null;
  /** The doubt about its key, after an attempt without a certain response, in this run or before; null without one. */
  readonly doubt: Doubt | null;
  /** Whether it may be in the service: from a lost response until something certain is known. */
  readonly inDoubt: boolean;
  /** The error of the last lost response. */
  readonly lastError: string;
}

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
      /** Of a reference that is unknown: whether the record that it refers to was created only moments ago. */
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
  /** The response to the last attempt ends the record. */
  | { readonly type: 'ended'; readonly ending: Ended; readonly givenId: string | null }
  /** It ends without a response; `read` is the result of reading it back. */
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
  /** The request has ended: another one may be sent. */
  | { readonly type: 'release'; readonly result: Release }
  | { readonly type: 'count-lost' }
  | { readonly type: 'count-certain' }
  | { readonly type: 'pause-all'; readonly ms: number }
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

/** The initial state. `doubt`: the doubt about a create from an earlier run. */
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
    lastError: inDoubt ? `sent ${when} without a certain response` : '',
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

/** A step with effects before its own. */
export function withEffects(effects: readonly Effect[], { state, action, ...rest }: Step): Step {
  return { state, action, effects: [...effects, ...rest.effects] };
}

/** `references`: a record in doubt was not blocked with others of its kind, so what it refers to is checked now. */
export function check(state: Delivery, references: boolean): Step {
  return step(state, { name: 'checking' }, { type: 'check', references });
}

export function takeTurn(state: Delivery): Step {
  return step(state, { name: 'waiting-for-turn' }, { type: 'take-turn' });
}

export function sendAgain(state: Delivery): Step {
  return state.checked ? takeTurn(state) : check(state, true);
}

/** The run stopped: the record stays open, or in doubt if an earlier attempt may have been stored. */
export function stopped(state: Delivery): Step {
  if (state.inDoubt) return stayInDoubt(state, 'the run stopped before it was sent again', 'resume');
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

export function settled(state: Delivery, ending: Ended, read: string | null = null): Step {
  return writeEnd(state, { type: 'settled', ending, read });
}

export function writeEnd(state: Delivery, end: Extract<Write, { type: 'ended' | 'settled' }>): Step {
  return write(state, { name: 'recording-end', ending: end.ending }, end);
}
