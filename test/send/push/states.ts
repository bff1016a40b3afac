import { KINDS } from '../../../src/contract/registry.ts';
import {
  type Conditions,
  type Delivery,
  type DeliveryEvent,
  type DeliverySettings,
  newDelivery,
} from '../../../src/send/push/delivery.ts';

export type Phase = Delivery['phase'];

/** A kind whose records can be read back, and one whose records cannot. */
export const { packaging: SHOWN, supplier: NOT_SHOWN } = KINDS.v2;

export const SETTINGS: DeliverySettings = {
  origin: 'https://service.example',
  commandWords: ['run-1'],
  inDoubt: 'verify',
  mostLost: 5,
  settleMs: 4000,
  absenceMs: 60_000,
  startedAt: 0,
};

/** Nothing prevents the record from being sent. */
export const CALM: Conditions = {
  now: 1_000_000,
  moment: () => ({ boot: 'a', ms: 5_000_000 }),
  date: Date.UTC(2026, 10, 2),
  stopped: false,
  paused: false,
  markIsOld: false,
  retriesLeft: true,
  lostInARow: 0,
  jitter: 0.5,
};
/** The run is about to stop. */
export const STOPPED = { stopped: true };
/** No retries are left. */
export const SPENT = { retriesLeft: false };

export const DOUBT = { known: false, same: true, at: '2026-11-01T00:00:00.000Z', since: null };
/** The response to the last attempt was lost. */
export const LOST = { inDoubt: true, lost: 1, lostAt: CALM.now, lastError: 'HTTP 500', doubt: DOUBT };
/** In doubt from an earlier run. */
export const NEVER_SENT = { ...LOST, lost: 0, lostAt: null };
export const hold = { inDoubt: 'hold' } as const;
export const resend = { inDoubt: 'resend' } as const;

export interface Given extends Partial<Omit<Delivery, 'record' | 'settings' | 'phase'>> {
  readonly phase: Phase | Phase['name'];
  readonly record?: Partial<Delivery['record']>;
  readonly settings?: Partial<DeliverySettings>;
}

export const RECORD: Delivery['record'] = {
  kind: SHOWN,
  key: 'E1',
  body: '{"packagingRef":"E1"}',
  isUpdate: false,
  status: 'new',
  attempts: 0,
};

/** The state of a record whose first attempt is open, with these changes. */
export function stateOf({ phase, record, settings, ...rest }: Given): Delivery {
  const fresh = newDelivery({ ...RECORD, ...record }, { ...SETTINGS, ...settings }, null);
  const named = (typeof phase === 'string' ? { name: phase } : phase) as Phase;
  return { ...fresh, attempt: 1, ...rest, phase: named };
}

export const reading = (more: object = {}): Phase => ({
  name: 'reading-back',
  read: { failures: 0, most: 3, absenceCountsInMs: 0, exists: null, ...more },
});
export const response = (
  answer: Extract<DeliveryEvent, { type: 'response' }>['answer'],
  facts: object = {},
): DeliveryEvent => ({ type: 'response', answer, ...facts });
export const looked = (read: Extract<DeliveryEvent, { type: 'looked-up' }>['read']): DeliveryEvent => ({
  type: 'looked-up',
  read,
});
export const turn = (granted: boolean): DeliveryEvent => ({ type: 'turn', granted });
export const written: DeliveryEvent = { type: 'written' };
export const paused: DeliveryEvent = { type: 'paused' };
export const started: DeliveryEvent = { type: 'started' };
export const mayLeave: DeliveryEvent = { type: 'may-leave' };
export const doubtWritten: DeliveryEvent = { type: 'written', doubt: DOUBT };
export const lookFailed = (answer: Extract<DeliveryEvent, { type: 'response' }>['answer']) =>
  looked({ type: 'failed', answer });
export const checked = (
  obstacle: Extract<DeliveryEvent, { type: 'checked' }>['obstacle'] = null,
): DeliveryEvent => ({
  type: 'checked',
  obstacle,
});
