import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Action,
  type Conditions,
  type Delivery,
  type DeliveryEvent,
  type DeliverySettings,
  type EventInConditions,
  newDelivery,
  type Step,
} from '../../../src/send/push/delivery.ts';
import { next } from '../../../src/send/push/next.ts';
import { ANSWERS, comeBackIn, LOOKS } from './responses.ts';
import {
  CALM,
  checked,
  DOUBT,
  doubtWritten,
  type Given,
  hold,
  LOST,
  looked,
  lookFailed,
  mayLeave,
  NEVER_SENT,
  NOT_SHOWN,
  type Phase,
  paused,
  RECORD,
  reading,
  resend,
  response,
  SETTINGS,
  SHOWN,
  SPENT,
  STOPPED,
  started,
  stateOf,
  turn,
  written,
} from './states.ts';

type Exists = Extract<DeliveryEvent, { type: 'response' }>['answer'] & { type: 'exists' };

const retry = (waitMs: number | null): Phase => ({ name: 'recording-retry', waitMs });
const ending: Phase = { name: 'recording-end', ending: { outcome: 'created', messages: [] } };

/** An action as a word: for a write, what it writes. */
function short(action: Action): string {
  if (action.type === 'pause') return `pause ${action.ms}`;
  if (action.type !== 'write') return action.type;
  const { write } = action;
  return 'ending' in write ? `write ${write.type}: ${write.ending.outcome}` : `write ${write.type}`;
}

const effectsOf = ({ effects }: Step): string =>
  effects.map((effect) => (effect.type === 'emit' ? effect.event.type : effect.type)).join(' ');

const cut = { ...ANSWERS.refused, unreadable: 'truncated' } as const;
const foreign = { ...ANSWERS.refused, unreadable: 'foreign' } as const;
const exists = ANSWERS.exists as Exists;
const NO_TUNNEL = { type: 'unsent', error: 'HTTP 407', hint: 'log in', isFinal: true } as const;
const blocked = checked({ type: 'blocked', cause: '{}', text: 'supplier S1 is rejected' });
const noAddress = checked({ type: 'no-address', message: 'no address' });
const noId = checked({ type: 'no-id', message: 'no id', needs: '{}' });

type Row = [
  text: string,
  given: Given,
  event: DeliveryEvent,
  at: Partial<Conditions>,
  action: string,
  state: Phase['name'],
  effects?: string,
];

const stay = 'write settled: in-doubt';

// biome-ignore format: one line for each transition
const TRANSITIONS: readonly Row[] = [
  // Before the first attempt.
  ['new', { phase: 'new' }, started, {}, 'check', 'checking'],
  ['new, in doubt, read back', { phase: 'new', ...NEVER_SENT }, started, {}, 'look-up', 'reading-back', 'reading-back'],
  ['new, in doubt, stopped', { phase: 'new', ...NEVER_SENT }, started, STOPPED, stay, 'recording-end', 'reading-back'],
  ['new, in doubt, hold', { phase: 'new', ...NEVER_SENT, settings: hold }, started, {}, stay, 'recording-end'],
  ['new, in doubt, resend', { phase: 'new', ...NEVER_SENT, settings: resend }, started, {}, 'check', 'checking'],
  ['new, update in doubt', { phase: 'new', ...NEVER_SENT, record: { isUpdate: true } }, started, {}, 'check', 'checking'],
  ['can be sent', { phase: 'checking' }, checked(), {}, 'take-turn', 'waiting-for-turn'],
  ['blocked', { phase: 'checking' }, blocked, {}, 'write blocked', 'recording-end'],
  ['blocked, in doubt', { phase: 'checking', ...LOST }, blocked, {}, stay, 'recording-end'],
  ['no address', { phase: 'checking', ...LOST }, noAddress, {}, 'write settled: failed', 'recording-end'],
  ['no id', { phase: 'checking' }, noId, {}, 'write settled: failed', 'recording-end'],
  ['no id, in doubt', { phase: 'checking', ...LOST }, noId, {}, stay, 'recording-end'],

  // To the service.
  ['has its turn', { phase: 'waiting-for-turn' }, turn(true), {}, 'write sending', 'marking'],
  ['no turn', { phase: 'waiting-for-turn' }, turn(false), STOPPED, 'none', 'ended'],
  ['no turn, in doubt', { phase: 'waiting-for-turn', ...LOST }, turn(false), STOPPED, stay, 'recording-end'],
  ['marked on the disk', { phase: 'marking' }, written, {}, 'wait-to-leave', 'marked'],
  ['may leave', { phase: 'marked' }, mayLeave, {}, 'send', 'sent'],
  ['stopped before it leaves', { phase: 'marked' }, mayLeave, STOPPED, 'write not-sent', 'unmarking'],
  ['paused before it leaves', { phase: 'marked' }, mayLeave, { paused: true }, 'write not-sent', 'unmarking'],
  ['marked long before it leaves', { phase: 'marked' }, mayLeave, { markIsOld: true }, 'write not-sent', 'unmarking'],
  ['held before it leaves', { phase: 'sent' }, response({ type: 'unsent', error: 'held', held: true }), {}, 'write not-sent', 'unmarking'],
  ['held back', { phase: 'unmarking' }, written, {}, 'take-turn', 'waiting-for-turn', 'end-request'],

  // A response that ends the record.
  ['accepted', { phase: 'sent' }, response(ANSWERS.accepted), {}, 'write ended: created', 'recording-end', 'end-request count-certain refund'],
  ['accepted while stopping', { phase: 'sent' }, response(ANSWERS.accepted), STOPPED, 'write ended: created', 'recording-end', 'end-request count-certain refund'],
  ['refused', { phase: 'sent' }, response(ANSWERS.refused), {}, 'write ended: rejected', 'recording-end', 'end-request count-certain refund'],
  ['exists', { phase: 'sent' }, response(exists), {}, 'write ended: existing', 'recording-end', 'end-request count-certain refund'],
  ['exists from a lost attempt', { phase: 'sent', ...LOST }, response(exists), {}, 'look-up', 'reading-back', 'end-request count-certain refund'],
  ['exists from a lost attempt, kind not shown', { phase: 'sent', ...LOST, record: { kind: NOT_SHOWN } }, response(exists), {}, 'write ended: created', 'recording-end', 'end-request count-certain refund'],
  ['exists, known before', { phase: 'sent', ...LOST, doubt: { ...DOUBT, known: true } }, response(exists), {}, 'write ended: existing', 'recording-end', 'end-request count-certain refund'],
  ['exists, ids read', { phase: reading({ exists, most: 1 }), ...LOST }, looked(LOOKS.found), {}, 'write ended: created', 'recording-end'],
  ['exists, ids not read', { phase: reading({ exists, most: 1 }), ...LOST }, looked(LOOKS.failed), {}, 'write ended: created', 'recording-end'],
  ['exists, stopped before its ids', { phase: reading({ exists, most: 1 }), ...LOST }, looked(null), STOPPED, 'write ended: created', 'recording-end'],
  ['ended', { phase: ending }, written, {}, 'none', 'ended', 'report'],

  // A response that every other record would get too.
  ['wrong token', { phase: 'sent' }, response(ANSWERS.token), {}, 'write not-taken', 'recording-stop', 'end-request count-certain refund stop'],
  ['wrong address', { phase: 'sent' }, response(ANSWERS.misdirected), {}, 'write not-taken', 'recording-stop', 'end-request count-certain refund stop'],
  ['refused by the proxy', { phase: 'sent' }, response(NO_TUNNEL), {}, 'write not-taken', 'recording-stop', 'end-request count-certain refund stop'],
  ['refused by the proxy, stopped', { phase: 'sent' }, response(NO_TUNNEL), STOPPED, 'write not-taken', 'recording-stop', 'end-request count-certain'],
  ['stopped after an attempt', { phase: 'recording-stop' }, written, STOPPED, 'none', 'ended'],
  ['stopped after an attempt, in doubt', { phase: 'recording-stop', ...LOST }, written, STOPPED, stay, 'recording-end'],

  // Attempts that were not accepted.
  ['put off', { phase: 'sent' }, response(ANSWERS.putOff), {}, 'write not-taken', 'recording-retry', 'end-request count-certain throttled pay'],
  ['put off with Retry-After', { phase: 'sent' }, response(comeBackIn(5000)), {}, 'write not-taken', 'recording-retry', 'end-request count-certain throttled pay'],
  ['put off, stopped', { phase: 'sent' }, response(comeBackIn(5000)), STOPPED, 'write not-taken', 'recording-stop', 'end-request count-certain'],
  ['put off for more than an hour', { phase: 'sent' }, response(comeBackIn(3_600_001)), {}, 'write ended: failed', 'recording-end', 'end-request count-certain throttled stop'],
  ['put off 50 times', { phase: 'sent', failures: { putOff: 49, unsent: 0, unreadable: 0 } }, response(ANSWERS.putOff), {}, 'write ended: failed', 'recording-end', 'end-request count-certain throttled stop'],
  ['put off, no retries', { phase: 'sent' }, response(ANSWERS.putOff), SPENT, 'write ended: failed', 'recording-end', 'end-request count-certain throttled stop'],
  ['put off, no retries, in doubt', { phase: 'sent', ...LOST }, response(ANSWERS.putOff), SPENT, 'write not-taken', 'recording-stop', 'end-request count-certain throttled stop'],
  ['unsent', { phase: 'sent' }, response(ANSWERS.unsent), {}, 'write not-taken', 'recording-retry', 'end-request count-certain pay retry'],
  ['unsent, stopped', { phase: 'sent' }, response(ANSWERS.unsent), STOPPED, 'write not-taken', 'recording-stop', 'end-request count-certain'],
  ['unsent 4 times', { phase: 'sent', failures: { putOff: 0, unsent: 3, unreadable: 0 } }, response(ANSWERS.unsent), {}, 'write not-taken', 'recording-retry', 'end-request count-certain pay retry'],
  ['unsent 5 times', { phase: 'sent', failures: { putOff: 0, unsent: 4, unreadable: 0 } }, response(ANSWERS.unsent), {}, 'write ended: failed', 'recording-end', 'end-request count-certain stop'],
  ['unsent, no retries, in doubt', { phase: 'sent', ...LOST }, response(ANSWERS.unsent), SPENT, 'write not-taken', 'recording-stop', 'end-request count-certain stop'],
  ['unreadable refusal', { phase: 'sent' }, response(cut), {}, 'write not-taken', 'recording-retry', 'end-request count-certain pay retry'],
  ['unreadable refusal, stopped', { phase: 'sent' }, response(cut), STOPPED, 'write not-taken', 'recording-stop', 'end-request count-certain'],
  ['unreadable refusal, 4 times', { phase: 'sent', failures: { putOff: 0, unsent: 0, unreadable: 3 } }, response(cut), {}, 'write ended: rejected', 'recording-end', 'end-request count-certain refund'],
  ['unreadable refusal, no retries, in doubt', { phase: 'sent', ...LOST }, response(cut), SPENT, 'write not-taken', 'recording-refusal', 'end-request count-certain'],
  ['refusal of something else', { phase: 'sent' }, response(foreign), {}, 'write ended: rejected', 'recording-end', 'end-request count-certain refund'],
  ['refusal of something else, in doubt', { phase: 'sent', ...LOST }, response(foreign), {}, 'write not-taken', 'recording-retry', 'end-request count-certain pay retry'],
  ['unreadable refusal recorded', { phase: { name: 'recording-refusal', why: 'cut' }, ...LOST }, written, {}, stay, 'recording-end'],
  ['young reference', { phase: 'sent' }, response(ANSWERS.unknownReference, { referencesAreYoung: true }), {}, 'write not-taken', 'recording-retry', 'end-request count-certain retry'],
  ['young reference, twice', { phase: 'sent', waitedForReferences: true }, response(ANSWERS.unknownReference, { referencesAreYoung: true }), {}, 'write ended: rejected', 'recording-end', 'end-request count-certain refund'],
  ['young reference, stopped', { phase: 'sent' }, response(ANSWERS.unknownReference, { referencesAreYoung: true }), STOPPED, 'write ended: rejected', 'recording-end', 'end-request count-certain refund'],
  ['old reference', { phase: 'sent' }, response(ANSWERS.unknownReference), {}, 'write ended: rejected', 'recording-end', 'end-request count-certain refund'],
  ['retry recorded', { phase: retry(700) }, written, {}, 'pause 700', 'before-retry'],
  ['retry recorded, no wait of its own', { phase: retry(null) }, written, {}, 'take-turn', 'waiting-for-turn'],
  ['waited for a retry', { phase: 'before-retry' }, paused, {}, 'take-turn', 'waiting-for-turn'],

  // A lost response.
  ['lost', { phase: 'sent' }, response(ANSWERS.unknown), {}, 'write in-doubt: in-doubt', 'recording-doubt', 'end-request count-lost'],
  ['lost, on the disk', { phase: 'recording-doubt', ...LOST }, doubtWritten, {}, 'pause 4000', 'before-read-back', 'reading-back'],
  ['lost, kind not shown', { phase: 'recording-doubt', ...LOST, record: { kind: NOT_SHOWN } }, doubtWritten, {}, stay, 'recording-end'],
  ['lost, hold', { phase: 'recording-doubt', ...LOST, settings: hold }, doubtWritten, {}, stay, 'recording-end'],
  ['lost, resend', { phase: 'recording-doubt', ...LOST, settings: resend }, doubtWritten, {}, 'pause 250', 'before-resend', 'pay'],
  ['lost, resend, no retries', { phase: 'recording-doubt', ...LOST, settings: resend }, doubtWritten, SPENT, stay, 'recording-end'],
  ['lost 5 times, resend', { phase: 'recording-doubt', ...LOST, lost: 5, settings: resend }, doubtWritten, {}, stay, 'recording-end'],
  ['lost, resend once', { phase: 'recording-doubt', ...LOST, settings: { ...resend, mostLost: 1 } }, doubtWritten, {}, stay, 'recording-end'],
  ['lost update', { phase: 'recording-doubt', ...LOST, record: { isUpdate: true } }, written, {}, 'pause 250', 'before-resend', 'pay'],
  ['lost update, hold', { phase: 'recording-doubt', ...LOST, settings: hold, record: { isUpdate: true } }, written, {}, stay, 'recording-end'],
  ['9 lost in a row', { phase: 'recording-doubt', ...LOST }, doubtWritten, { lostInARow: 9 }, 'pause 4000', 'before-read-back', 'reading-back'],
  ['10 lost in a row', { phase: 'recording-doubt', ...LOST }, doubtWritten, { lostInARow: 10 }, 'pause 4000', 'before-read-back', 'stop reading-back'],
  ['10 lost in a row, no pause', { phase: 'recording-doubt', ...LOST, settings: { settleMs: 0 } }, doubtWritten, { lostInARow: 10 }, stay, 'recording-end', 'stop reading-back'],
  ['waited for a resend', { phase: 'before-resend', ...LOST, checked: true }, paused, {}, 'take-turn', 'waiting-for-turn'],
  ['waited for a resend, stopped', { phase: 'before-resend', ...LOST }, paused, STOPPED, stay, 'recording-end'],
  ['waited for a read', { phase: 'before-read-back', ...LOST }, paused, {}, 'look-up', 'reading-back'],
  ['waited for a read, stopped', { phase: 'before-read-back', ...LOST }, paused, STOPPED, stay, 'recording-end'],

  // Reading back.
  ['found', { phase: reading(), ...LOST }, looked(LOOKS.found), {}, 'write settled: created', 'recording-end', 'refund count-certain'],
  ['found, known before', { phase: reading(), ...LOST, doubt: { ...DOUBT, known: true } }, looked(LOOKS.found), {}, 'write settled: existing', 'recording-end', 'refund count-certain'],
  ['found with another value', { phase: reading(), ...LOST }, looked({ ...LOOKS.found, shows: { name: 'b' } }), {}, 'write settled: outdated', 'recording-end', 'refund count-certain'],
  ['cannot tell', { phase: reading(), ...LOST }, looked(LOOKS.cannotTell), {}, stay, 'recording-end'],
  ['not read, stopped', { phase: reading(), ...LOST }, looked(null), STOPPED, stay, 'recording-end'],
  ['absent', { phase: reading(), ...LOST }, looked(LOOKS.absent), {}, 'write absent', 'recording-absence', 'pay'],
  ['absent, never sent in this run', { phase: reading(), ...NEVER_SENT }, looked(LOOKS.absent), SPENT, 'write absent', 'recording-absence'],
  ['absent, lost 5 times', { phase: reading(), ...LOST, lost: 5 }, looked(LOOKS.absent), {}, 'write settled: failed', 'recording-end'],
  ['absent, no retries', { phase: reading(), ...LOST }, looked(LOOKS.absent), SPENT, 'write settled: failed', 'recording-end', 'stop'],
  ['absent, too early', { phase: reading({ absenceCountsInMs: 1 }), ...LOST }, looked(LOOKS.absent), {}, 'pause 1', 'before-absence-counts', 'reading-back let-others-start'],
  ['absent, far too early', { phase: reading({ absenceCountsInMs: 90_001 }), ...LOST }, looked(LOOKS.absent), {}, stay, 'recording-end'],
  ['absence counts', { phase: 'before-absence-counts', ...LOST }, paused, {}, 'look-up', 'reading-back'],
  ['absence recorded', { phase: 'recording-absence', checked: true }, written, {}, 'take-turn', 'waiting-for-turn'],
  ['absence recorded, never checked', { phase: 'recording-absence' }, written, {}, 'check', 'checking'],
  ['read lost', { phase: reading(), ...LOST }, looked(LOOKS.failed), {}, 'pause 250', 'before-next-read', 'pay reading-back'],
  ['read lost, 3 times', { phase: reading({ failures: 2 }), ...LOST }, looked(LOOKS.failed), {}, stay, 'recording-end'],
  ['read lost, no retries', { phase: reading(), ...LOST }, looked(LOOKS.failed), SPENT, stay, 'recording-end'],
  ['read lost, stopped', { phase: reading(), ...LOST }, looked(LOOKS.failed), STOPPED, stay, 'recording-end'],
  ['read put off', { phase: reading(), ...LOST }, lookFailed(ANSWERS.putOff), {}, 'pause 250', 'before-next-read', 'pay throttled'],
  ['read put off with Retry-After', { phase: reading(), ...LOST }, lookFailed(comeBackIn(5000)), {}, 'look-up', 'reading-back', 'pay throttled'],
  ['read put off for more than an hour', { phase: reading(), ...LOST }, lookFailed(comeBackIn(3_600_001)), {}, stay, 'recording-end', 'stop'],
  ['read with a wrong token', { phase: reading(), ...LOST }, lookFailed(ANSWERS.token), {}, stay, 'recording-end', 'stop'],
  ['read refused by the proxy', { phase: reading(), ...LOST }, lookFailed(NO_TUNNEL), {}, stay, 'recording-end', 'stop'],
  ['read refused', { phase: reading(), ...LOST }, lookFailed(ANSWERS.refused), {}, stay, 'recording-end'],
  ['waited for the next read', { phase: { ...reading(), name: 'before-next-read' } as Phase, ...LOST }, paused, {}, 'look-up', 'reading-back'],
];

describe('the next step of a delivery', () => {
  it.each(TRANSITIONS)(
    'the next step of a delivery is "$4" in the case "%s"',
    (_, given, event, at, action, state, effects = '') => {
      const step = next(stateOf(given), { ...event, at: { ...CALM, ...at } });
      expect([short(step.action), step.state.phase.name, effectsOf(step)]).toEqual([action, state, effects]);
    },
  );
});

describe('the state of a delivery', () => {
  const stateAfter = (given: Given, event: DeliveryEvent, at: Partial<Conditions> = {}): Delivery =>
    next(stateOf(given), { ...event, at: { ...CALM, ...at } }).state;

  it('the state of a delivery counts a turn as an attempt, and not if the request was then held back', () => {
    expect(stateAfter({ phase: 'waiting-for-turn' }, turn(true)).attempt).toBe(2);
    expect(stateAfter({ phase: 'unmarking' }, written).attempt).toBe(0);
  });

  it('the state of a delivery counts a lost response and keeps its time and error', () => {
    const expected = { lost: 1, lostAt: CALM.now, inDoubt: true, lastError: 'HTTP 500' };
    expect(stateAfter({ phase: 'sent' }, response(ANSWERS.unknown))).toMatchObject(expected);
  });

  it('the state of a delivery is not in doubt any more once the record is found or absent', () => {
    for (const read of [LOOKS.absent, LOOKS.found]) {
      expect(stateAfter({ phase: reading(), ...LOST }, looked(read)).inDoubt).toBe(false);
    }
  });

  it.each<[string, Partial<Delivery>, number]>([
    ['from the lost response', { lostAt: CALM.now - 10_000 }, 50_000],
    [
      'from an earlier process on the same machine',
      { lostAt: null, doubt: { ...DOUBT, since: { boot: 'a', ms: 4_980_000 } } },
      40_000,
    ],
    [
      'from the start of the run, after a restart of the machine',
      { lostAt: null, doubt: { ...DOUBT, since: { boot: 'b', ms: 0 } } },
      -940_000,
    ],
    ['from the start of the run, if no process noted the time', { lostAt: null }, -940_000],
    ['from the start of the run, without a doubt', { lostAt: null, doubt: null }, -940_000],
  ])('measures the time until absence counts %s', (_, more, ms) => {
    const { phase } = stateAfter({ phase: 'before-read-back', ...LOST, ...more }, paused);
    expect(phase).toMatchObject({ read: { absenceCountsInMs: ms } });
  });
});

const EVENTS: readonly DeliveryEvent[] = [
  started,
  checked(),
  turn(true),
  turn(false),
  written,
  mayLeave,
  paused,
  looked(null),
  ...Object.values(LOOKS).map(looked),
  ...[ANSWERS.putOff, ANSWERS.token, comeBackIn(1000), comeBackIn(1e9)].map(lookFailed),
  ...[...Object.values(ANSWERS), cut, foreign, comeBackIn(1000), comeBackIn(1e9)].map((answer) =>
    response(answer),
  ),
  response(ANSWERS.unknownReference, { referencesAreYoung: true }),
  response({ type: 'unsent', error: 'held', held: true }),
  blocked,
  noAddress,
  noId,
];

/** The types of event that may follow an action. */
const ENDS: Record<Action['type'], DeliveryEvent['type'] | null> = {
  check: 'checked',
  'take-turn': 'turn',
  write: 'written',
  'wait-to-leave': 'may-leave',
  send: 'response',
  'look-up': 'looked-up',
  pause: 'paused',
  none: null,
};

describe('for random events and conditions', () => {
  const conditions = fc.record({
    stopped: fc.boolean(),
    paused: fc.boolean(),
    markIsOld: fc.boolean(),
    retriesLeft: fc.boolean(),
    lostInARow: fc.nat(12),
    jitter: fc.double({ min: 0, max: 0.99, noNaN: true }),
  });
  const settings = fc.record({
    inDoubt: fc.constantFrom('verify', 'hold', 'resend'),
    settleMs: fc.constantFrom(0, 4000),
    absenceMs: fc.constantFrom(0, 60_000, 1e9),
    isUpdate: fc.boolean(),
    status: fc.constantFrom('new', 'changed', 'in-doubt'),
    isShown: fc.boolean(),
  });
  const walk = fc.array(fc.tuple(fc.nat(), conditions), { minLength: 1, maxLength: 60 });

  it('a record is sent only if it was recently marked in the ledger and the run is neither stopped nor paused', () => {
    fc.assert(
      fc.property(settings, walk, ({ isUpdate, status, isShown, ...more }, events) => {
        const record = { ...RECORD, isUpdate, status, kind: isShown ? SHOWN : NOT_SHOWN };
        let state = newDelivery(record, { ...SETTINGS, ...more } as DeliverySettings, DOUBT);
        let action: Action | null = null;
        let marked = false;
        for (const [pick, change] of events) {
          const type = action === null ? 'started' : ENDS[action.type];
          if (type === null) break;
          const choices = EVENTS.filter((event) => event.type === type);
          const event = { ...choices[pick % choices.length]!, at: { ...CALM, ...change } };
          if (isUpdate && event.type === 'response' && event.answer.type === 'exists') break;
          if (action?.type === 'write') marked = action.write.type === 'sending';
          ({ state, action } = next(state, event as EventInConditions));
          if (action.type === 'send') {
            expect(marked && !change.stopped && !change.paused && !change.markIsOld).toBe(true);
            marked = false;
          }
          if (state.phase.name === 'ended' && state.phase.outcome === null) expect(state.inDoubt).toBe(false);
        }
      }),
    );
  });

  it('an event that does not follow from the state is reported as a bug', () => {
    const names: Phase['name'][] = [
      'new',
      'checking',
      'waiting-for-turn',
      'marked',
      'sent',
      'before-retry',
      'ended',
    ];
    const accepts: Record<string, string> = {
      new: 'started',
      checking: 'checked',
      'waiting-for-turn': 'turn',
      marked: 'may-leave',
      sent: 'response',
      'before-retry': 'paused',
    };
    for (const phase of names) {
      for (const event of EVENTS.filter(({ type }) => type !== accepts[phase])) {
        const wrong = () => next(stateOf({ phase }), { ...event, at: CALM });
        expect(wrong).toThrow(Error);
        expect(wrong).toThrow(`${event.type} in the state ${phase}`);
      }
    }
  });
});
