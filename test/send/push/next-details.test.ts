import { describe, expect, it } from 'vitest';
import {
  type Conditions,
  type Delivery,
  type DeliveryEvent,
  newDelivery,
  type Step,
} from '../../../src/send/push/delivery.ts';
import { next } from '../../../src/send/push/next.ts';
import type { Answer } from '../../../src/service/service.ts';
import { ANSWERS, comeBackIn, LOOKS } from './responses.ts';
import {
  CALM,
  checked,
  DOUBT,
  doubtWritten,
  type Given,
  LOST,
  looked,
  lookFailed,
  NEVER_SENT,
  NOT_SHOWN,
  paused,
  RECORD,
  reading,
  resend,
  response,
  SETTINGS,
  SPENT,
  STOPPED,
  started,
  stateOf,
  turn,
  written,
} from './states.ts';

/** What `next` returns. The table of next.test.ts has the order of actions; here are their contents. */
const stepAfter = (given: Given, event: DeliveryEvent, at: Partial<Conditions> = {}): Step =>
  next(stateOf(given), { ...event, at: { ...CALM, ...at } });
/** What is written to the ledger. */
const writeOf = (...of: Parameters<typeof stepAfter>) => {
  const { action } = stepAfter(...of);
  return action.type === 'write' ? action.write : action;
};
/** Why a record stays in doubt, as printed. */
const whyInDoubt = (...of: Parameters<typeof stepAfter>): unknown => {
  const write = writeOf(...of);
  return 'ending' in write && write.ending.outcome === 'in-doubt' ? write.ending.messages[1] : write;
};
const cut = { ...ANSWERS.refused, unreadable: 'truncated' } as const;
const sent = { phase: 'sent' } as const;
const update = { isUpdate: true };
const phaseOf = (state: Delivery): Delivery['phase'] => state.phase;
/** The state of a record that is read back, and was lost. */
const readingBack = { phase: reading(), ...LOST } as const;
const recording = { phase: 'recording-doubt', ...LOST } as const;
const failures = (more: Partial<Delivery['failures']> = {}) => ({
  putOff: 0,
  unsent: 0,
  unreadable: 0,
  ...more,
});
const throttled = (waitMs: number, status: number) => ({
  type: 'emit',
  event: { type: 'throttled', waitMs, status },
});
const pay = { type: 'pay' };
const stopFor = (exit: string, reason: string) => ({ type: 'stop', stop: { exit, reason } });
/** What is written of a record that is settled without another attempt. */
const settled = (read: string | null, ending: object) => ({ type: 'settled', ending, read });
const UNSENT = 'connection refused';
const UNREADABLE = 'HTTP 400, but its body is truncated or unreadable';
const REFUSAL = { type: 'not-taken', result: 'refused', status: 400, error: UNREADABLE };

describe('the delivery of a record, when it starts,', () => {
  const start = (more: object, doubt: Delivery['doubt'] = null) =>
    newDelivery({ ...RECORD, ...more }, SETTINGS, doubt);

  it('continues the count of attempts from earlier runs', () => {
    const nothing = { waitedForReferences: false, checked: false, lost: 0, lostAt: null, inDoubt: false };
    const expected = { attempt: 3, failures: failures(), ...nothing, lastError: '' };
    expect(start({ attempts: 3 })).toMatchObject(expected);
  });

  it.each<[string, object, Delivery['doubt'], boolean, string]>([
    ['with a date', { status: 'in-doubt' }, DOUBT, true, 'sent on 2026-11-01 without a certain response'],
    ['of an update', { status: 'in-doubt', ...update }, null, true, 'sent before without a certain response'],
    ['none if the ledger has none', { status: 'in-doubt' }, null, false, ''],
    ['none if the plan has none', { status: 'changed' }, DOUBT, false, ''],
    ['none of an update that is planned as new', { status: 'new', ...update }, null, false, ''],
  ])(
    'the delivery of a record has the doubt of plan and ledger: %s',
    (_, record, doubt, inDoubt, lastError) => {
      expect(start(record, doubt)).toMatchObject({ inDoubt, lastError, doubt });
    },
  );
});

describe('the end of a request', () => {
  it.each<[Answer, string]>([
    [ANSWERS.accepted, 'clean'],
    [ANSWERS.exists, 'clean'],
    [ANSWERS.refused, 'clean'],
    [ANSWERS.putOff, 'throttled'],
    [ANSWERS.unknown, 'error'],
    [ANSWERS.unsent, 'error'],
    [ANSWERS.token, 'error'],
    [ANSWERS.misdirected, 'error'],
  ])('the end of a request counts as follows for the pace of requests, after %j: %s', (answer, result) => {
    expect(stepAfter(sent, response(answer)).effects[0]).toEqual({ type: 'end-request', end: result });
  });

  it('the end of a request counts as clean for the pace of requests after an update was stored', () => {
    const ended = { outcome: 'updated', messages: [] } as const;
    const answer = { type: 'updated', status: 200, answer: null, record: {} } as const;
    const step = stepAfter({ ...sent, record: update }, response(answer, { updated: ended }));
    expect(step.effects[0]).toEqual({ type: 'end-request', end: 'clean' });
    expect(step.action).toEqual({ type: 'write', write: { type: 'ended', ending: ended, givenId: null } });
  });
});

describe('what is written to the ledger when a response ends a record', () => {
  it('the stored end of a record is its id and the messages of the service if it is accepted', () => {
    const ending = { outcome: 'created', status: 201, entry: 'accepted', answer: '{"id":"id"}' };
    const answer = { ...ANSWERS.accepted, messages: ['late'] };
    expect(writeOf(sent, response(answer))).toEqual({
      type: 'ended',
      givenId: 'id',
      ending: { ...ending, messages: ['late'] },
    });
  });

  it.each([ANSWERS.refused, ANSWERS.exists])(
    'the stored end of a record is no id if it is not accepted (%j)',
    (answer) => {
      const write = writeOf(sent, response(answer));
      expect(write).toMatchObject({ type: 'ended', givenId: null });
    },
  );

  it('the stored end of a record is "in doubt" with the error if the response was lost; its fields are unknown if it is an update', () => {
    const ending = { outcome: 'in-doubt', status: 500, messages: ['HTTP 500'], entry: 'in-doubt' };
    expect(writeOf(sent, response(ANSWERS.unknown))).toEqual({ type: 'in-doubt', ending });
    const unsure = writeOf({ ...sent, record: update }, response(ANSWERS.unknown));
    expect(unsure).toEqual({ type: 'in-doubt', ending: { ...ending, entry: 'unsure' } });
  });

  it('the stored end of a record is reported after it is written, as the outcome', () => {
    const ending = { outcome: 'created', messages: ['late'] } as const;
    const { state, effects } = stepAfter({ phase: { name: 'recording-end', ending } }, written);
    expect(state.phase).toEqual({ name: 'ended', outcome: 'created' });
    expect(effects).toEqual([{ type: 'report', ending }]);
  });

  it('the stored end of a record is the same ending that will be reported', () => {
    const { state, action } = stepAfter(sent, response(ANSWERS.refused));
    expect(action).toMatchObject({ write: { ending: (phaseOf(state) as { ending: object }).ending } });
  });
});

describe('an existing record whose key the ledger has in doubt', () => {
  it('an existing record whose key is in doubt was created by the lost attempt: its ids are read, once', () => {
    const { state } = stepAfter({ ...sent, ...LOST }, response(ANSWERS.exists));
    expect(state.phase).toEqual(reading({ most: 1, exists: ANSWERS.exists }));
  });

  it('an existing record whose key is in doubt is existing if the doubt is about other content', () => {
    const doubt = { ...DOUBT, same: false };
    const write = writeOf({ ...sent, ...LOST, doubt }, response(ANSWERS.exists));
    expect(write).toMatchObject({ ending: { outcome: 'existing' } });
  });

  it('an existing record whose key is in doubt is unchanged if the service is known to have the same content', () => {
    const doubt = { ...DOUBT, known: true };
    const ending = (facts: object) => writeOf({ ...sent, ...LOST, doubt }, response(ANSWERS.exists, facts));
    expect(ending({ content: RECORD.body })).toMatchObject({ ending: { outcome: 'unchanged' } });
    expect(ending({})).toMatchObject({ ending: { outcome: 'existing' } });
  });

  it('an existing record whose key is in doubt is created with the ids of the read, or without ids if the read shows none', () => {
    const given = { ...LOST, phase: reading({ most: 1, exists: ANSWERS.exists }) };
    const ended = (ending: object) => ({ type: 'ended', ending: { status: 400, ...ending }, givenId: null });
    expect(writeOf(given, looked(LOOKS.found))).toMatchObject(ended({ answer: '{"id":"read-back"}' }));
    for (const look of [LOOKS.absent, LOOKS.cannotTell, LOOKS.failed, null]) {
      const write = writeOf(given, looked(look));
      expect(write).toMatchObject(ended({ outcome: 'created' }));
      expect(write).not.toHaveProperty('ending.answer');
    }
  });
});

describe('the step after an attempt that was not taken', () => {
  const waits = ({ state, effects }: Step) => ({
    phase: phaseOf(state),
    effects: effects.slice(2),
    failures: state.failures,
  });
  const waiting = (waitMs: number | null) => ({ name: 'recording-retry', waitMs });
  const error = (status: number | null, text: string) => ({ status, error: text });
  const retry = (waitMs: number, reason: string) => ({
    type: 'emit',
    event: { type: 'retry', kind: 'packaging', key: 'E1', attempt: 1, waitMs, reason },
  });

  it.each<[string, Answer | typeof cut, number | null, object[], Partial<Delivery['failures']>, object]>([
    ['throttled', ANSWERS.putOff, 250, [throttled(250, 429), pay], { putOff: 1 }, error(429, 'HTTP 429')],
    ['throttled with Retry-After', comeBackIn(5000), null, [throttled(5000, 503), pay], { putOff: 1 }, {}],
    ['not sent', ANSWERS.unsent, 250, [pay, retry(250, UNSENT)], { unsent: 1 }, error(null, UNSENT)],
    ['refused with an unreadable body', cut, 250, [pay, retry(250, UNREADABLE)], { unreadable: 1 }, REFUSAL],
  ])(
    'the step after an attempt that was not accepted is another attempt, after a backoff or the pause of all requests, if it was %s',
    (...row) => {
      const [, answer, waitMs, effects, failed, write] = row;
      const step = stepAfter(sent, response(answer));
      expect(waits(step)).toEqual({ phase: waiting(waitMs), effects, failures: failures(failed) });
      expect(step.action).toMatchObject({ write: { type: 'not-taken', ...write } });
    },
  );

  it.each<[string, Partial<Delivery['failures']>, Answer | typeof cut]>([
    ['throttled for the 49th time', { putOff: 48 }, ANSWERS.putOff],
    ['refused with an unreadable body for the third time', { unreadable: 2 }, cut],
  ])(
    'the step after an attempt that was not accepted is another attempt if it was %s',
    (_, failed, answer) => {
      const { state } = stepAfter({ ...sent, failures: failures(failed) }, response(answer));
      expect(phaseOf(state).name).toBe('recording-retry');
    },
  );

  it('the step after an attempt that was not accepted writes an unreadable refusal of a record in doubt, which stays in doubt, if no retries are left', () => {
    const step = stepAfter({ ...sent, ...LOST }, response(cut), SPENT);
    expect(phaseOf(step.state)).toEqual({ name: 'recording-refusal', why: UNREADABLE });
    expect(step.action).toEqual({ type: 'write', write: REFUSAL });
    expect(step.state.failures.unreadable).toBe(1);
    const why = whyInDoubt({ phase: phaseOf(step.state), ...LOST }, written);
    expect(why).toBe(`${UNREADABLE}; trace resolve run-1 settles it`);
  });

  it('the step after an attempt that was not accepted is one more attempt after the settle pause if it was refused for a reference that was just created', () => {
    const answer = { ...ANSWERS.unknownReference, messages: ['supplier not found', 'S1'] };
    const step = stepAfter(sent, response(answer, { referencesAreYoung: true }));
    const effects = [retry(4000, 'what it refers to was created moments ago')];
    expect(waits(step)).toMatchObject({ phase: waiting(4000), effects, failures: failures() });
    expect(step.action).toMatchObject({ write: { status: 400, error: 'supplier not found; S1' } });
    expect(step.state.waitedForReferences).toBe(true);
  });

  it('the step after an attempt that was not accepted ends the record if it was refused for another reason, even if a reference was just created', () => {
    const write = writeOf(sent, response(ANSWERS.refused, { referencesAreYoung: true }));
    expect(write).toMatchObject({ type: 'ended', ending: { outcome: 'rejected' } });
  });
});

describe('an attempt after which the run stops or has no retries left', () => {
  const stop = (...of: Parameters<typeof stepAfter>) =>
    stepAfter(...of).effects.find(({ type }) => type === 'stop');

  it.each<[string, Answer, number | null, string]>([
    ['wrong token', ANSWERS.token, 401, 'INVALID_SESSION'],
    ['wrong address', ANSWERS.misdirected, 404, 'nothing answers at this path'],
  ])(
    'an attempt after which the run stops or has no retries is written as not taken, with the reason (%s)',
    (_, answer, status, error) => {
      const write = { type: 'not-taken', result: answer.type, status, error };
      expect(writeOf(sent, response(answer))).toEqual(write);
      expect(stop(sent, response(answer))).toMatchObject({
        stop: { reason: expect.stringContaining(error) },
      });
    },
  );

  const asked = 'the service asks to wait';
  it.each<[string, Answer, Partial<Conditions>, number | undefined, string]>([
    ['throttled', ANSWERS.putOff, SPENT, 429, `${asked} (HTTP 429)`],
    ['throttled for hours', comeBackIn(3_600_001), {}, 503, `${asked} (HTTP 503) for more than an hour`],
    ['not sent', ANSWERS.unsent, SPENT, undefined, UNSENT],
  ])(
    'an attempt after which the run stops or has no retries ends the record as failed and the run as unreachable (%s)',
    (_, answer, at, status, reason) => {
      const ending = { outcome: 'failed', status, messages: [reason] };
      expect(writeOf(sent, response(answer), at)).toEqual({ type: 'ended', ending, givenId: null });
      const why = `https://service.example cannot be reached: ${reason}`;
      expect(stop(sent, response(answer), at)).toEqual(stopFor('unreachable', why));
    },
  );

  it.each<[Answer, number | null]>([
    [ANSWERS.putOff, 429],
    [ANSWERS.unsent, null],
  ])(
    'an attempt after which the run stops or has no retries is written as not taken if the record is in doubt (%j)',
    (answer, status) => {
      const write = writeOf({ ...sent, ...LOST }, response(answer), SPENT);
      expect(write).toMatchObject({ type: 'not-taken', status });
    },
  );

  it.each<[Answer, number | null, string]>([
    [ANSWERS.putOff, 429, 'HTTP 429'],
    [ANSWERS.unsent, null, UNSENT],
    [cut, 400, UNREADABLE],
  ])(
    'an attempt after which the run stops or has no retries is written as not taken if the run is stopping (%j)',
    (answer, status, error) => {
      expect(writeOf(sent, response(answer), STOPPED)).toMatchObject({ type: 'not-taken', status, error });
    },
  );

  it('an attempt after which the run stops or has no retries stops the run with the last error if it is the tenth lost response in a row', () => {
    const why = 'https://service.example returned no certain response to 10 consecutive requests: HTTP 500';
    expect(stop(recording, doubtWritten, { lostInARow: 10 })).toEqual(stopFor('doubt', why));
    expect(stop(recording, doubtWritten, { lostInARow: 10, ...STOPPED })).toBeUndefined();
  });

  it('an attempt after which the run stops or has no retries ends the record as failed and the run as unreachable if the record is absent', () => {
    const step = [readingBack, looked(LOOKS.absent), SPENT] as const;
    const messages = ['HTTP 500', 'not in the service; the run has no retries left'];
    expect(writeOf(...step)).toEqual(settled('absent', { outcome: 'failed', messages, entry: 'none' }));
    const reason = 'https://service.example cannot be reached: HTTP 500; the run has no retries left';
    expect(stop(...step)).toMatchObject({ stop: { reason } });
    expect(stepAfter(...step).state.inDoubt).toBe(false);
  });
});

describe('the check before a record is sent', () => {
  const checking = { phase: 'checking' } as const;

  it('the check before a record is sent blocks the record if a reference is blocked, with the cause', () => {
    const write = { type: 'blocked', cause: '{"kind":"supplier"}' } as const;
    const step = stepAfter(checking, checked({ ...write, text: 'S1 is rejected' }));
    expect(step.action).toEqual({ type: 'write', write });
    const ending = { outcome: 'blocked', messages: ['S1 is rejected'] };
    expect(phaseOf(step.state)).toEqual({ name: 'recording-end', ending });
  });

  it.each<[string, Parameters<typeof checked>[0], object]>([
    ['address', { type: 'no-address', message: 'no address' }, {}],
    ['id', { type: 'no-id', message: 'no id', needs: '{}' }, { needs: '{}' }],
  ])(
    'the check before a record is sent ends the record as failed, with the reason, if it has no %s',
    (what, obstacle, more) => {
      const ending = { outcome: 'failed', messages: [`no ${what}`], ...more };
      expect(writeOf(checking, checked(obstacle))).toEqual(settled(null, ending));
    },
  );

  it.each<[Parameters<typeof checked>[0], string]>([
    [{ type: 'blocked', cause: '{}', text: 'S1 is rejected' }, 'not sent again: S1 is rejected'],
    [{ type: 'no-id', message: 'no id', needs: '{}' }, 'no id'],
  ])('the check before a record is sent leaves a record in doubt that was in doubt: %j', (obstacle, why) => {
    const told = whyInDoubt({ ...checking, ...LOST }, checked(obstacle));
    expect(told).toBe(`${why}; trace resolve run-1 settles it`);
  });

  it('the check before a record is sent is not repeated for another attempt', () => {
    expect(stepAfter(checking, checked()).state.checked).toBe(true);
  });

  it('the check before a record is sent includes its references only after the record was in doubt and absent', () => {
    expect(stepAfter({ phase: 'new' }, started).action).toEqual({ type: 'check', references: false });
    const absent = stepAfter({ phase: 'recording-absence' }, written);
    expect(absent.action).toEqual({ type: 'check', references: true });
  });
});

describe('a record that stays in doubt', () => {
  const stoppedBefore = (step: string) => `the run stopped before it was ${step}; trace resume`;
  const noWay = 'the interface has no way to read a supplier back';
  const held = 'kept in doubt, as configured (inDoubt: hold)';
  const lost = (times: string) => `sent ${times} without a certain response`;
  const notYet = 'not shown yet; it counts as absent from 2026-11-02T00:01:30.001Z; trace resume';
  const notRead = (why: string) => `it could not be read back: ${why}; trace resume`;

  it.each<[string, ...Parameters<typeof stepAfter>]>([
    [stoppedBefore('sent again'), { phase: 'recording-stop', ...LOST }, written],
    [stoppedBefore('sent again'), { phase: 'waiting-for-turn', ...LOST }, turn(false)],
    [stoppedBefore('read back'), { phase: 'before-read-back', ...LOST }, paused, STOPPED],
    [stoppedBefore('read back'), readingBack, looked(null), STOPPED],
    [stoppedBefore('read back'), readingBack, looked(LOOKS.failed), STOPPED],
    [`${noWay}; trace resolve`, { ...recording, record: { kind: NOT_SHOWN } }, written],
    [`${held}; trace resolve`, { ...recording, settings: { inDoubt: 'hold' } }, written],
    [`${lost('once more')}; trace resolve`, { ...recording, settings: { ...resend, mostLost: 1 } }, written],
    [`${lost('5 times')}; trace resolve`, { ...recording, lost: 5, settings: resend }, written],
    [`${lost('5 times')}; trace resume`, { ...recording, lost: 5, record: update }, written],
    ['the run has no retries left; trace resume', { ...recording, settings: resend }, written, SPENT],
    ['nothing shows it; trace resolve', readingBack, looked(LOOKS.cannotTell)],
    ['INVALID_SESSION; trace resume', readingBack, lookFailed(ANSWERS.token)],
    [notRead('name must be set'), readingBack, lookFailed(ANSWERS.refused)],
    [notRead('nothing answers at this path'), readingBack, lookFailed(ANSWERS.misdirected)],
    [notRead('HTTP 502'), { ...LOST, phase: reading({ failures: 2 }) }, looked(LOOKS.failed)],
    [notRead('HTTP 503'), readingBack, lookFailed(comeBackIn(3_600_001))],
    [notYet, { ...LOST, phase: reading({ absenceCountsInMs: 90_001 }) }, looked(LOOKS.absent)],
  ])('is reported with the reason and the command that settles it: %s', (why, ...step) => {
    expect(whyInDoubt(...step)).toBe(`${why} run-1 settles it`);
  });

  it.each<[string | null, DeliveryEvent]>([
    ['cannot tell', looked(LOOKS.cannotTell)],
    ['failed', lookFailed(ANSWERS.refused)],
    ['failed', looked(null)],
  ])('a record that stays in doubt is written with the result of the read: %s', (read, event) => {
    expect(writeOf(readingBack, event)).toMatchObject({ type: 'settled', read });
  });

  it('a record that stays in doubt is sent again if it is an update, even if only one lost create is allowed', () => {
    const step = stepAfter({ ...recording, record: update, settings: { mostLost: 1 } }, written);
    expect(step.action).toEqual({ type: 'pause', ms: 250 });
    const create = stepAfter({ ...recording, lost: 4, settings: resend }, written);
    expect(create.action).toEqual({ type: 'pause', ms: 2000 });
  });

  it.each<[string, Delivery['doubt'] | undefined, Delivery['doubt']]>([
    ['the doubt that the write found', { ...DOUBT, same: false }, { ...DOUBT, same: false }],
    ['no doubt if the write found none', null, null],
    ['its earlier doubt if the write did not look for one', undefined, DOUBT],
  ])('a record that stays in doubt has after a write: %s', (_, doubt, expected) => {
    const event: DeliveryEvent = doubt === undefined ? written : { type: 'written', doubt };
    expect(stepAfter(recording, event).state.doubt).toEqual(expected);
  });
});

describe('a record that is read back', () => {
  const inDoubt = { phase: 'new', ...NEVER_SENT } as const;
  const report = (waitMs: number, reason: string) => ({
    type: 'emit',
    event: { type: 'reading-back', kind: 'packaging', key: 'E1', attempt: 1, waitMs, reason },
  });

  it('a record that is read back is read after the settle pause if it was just sent', () => {
    const step = stepAfter({ ...recording, settings: { startedAt: -1e9 } }, doubtWritten);
    expect(step.action).toEqual({ type: 'pause', ms: 4000 });
    expect(step.effects).toEqual([report(4000, 'HTTP 500')]);
  });

  it.each<[number, object]>([
    [1000, { type: 'pause', ms: 3000 }],
    [3999, { type: 'pause', ms: 1 }],
    [4000, { type: 'look-up' }],
    [9000, { type: 'look-up' }],
  ])(
    'a record that is read back from an earlier run waits for the settle pause of this run (%i ms ago)',
    (ago, action) => {
      const step = stepAfter({ ...inDoubt, settings: { startedAt: CALM.now - ago } }, started);
      expect(step.action).toEqual(action);
      expect(step.effects).toEqual([report(Math.max(0, 4000 - ago), 'HTTP 500')]);
    },
  );

  it('a record that is read back is read at most three times if reads fail', () => {
    const first = stepAfter({ phase: 'before-read-back', ...LOST }, paused);
    expect(phaseOf(first.state)).toEqual(reading({ absenceCountsInMs: 60_000 }));
    const { state } = stepAfter({ ...LOST, phase: reading({ failures: 1 }) }, looked(LOOKS.failed));
    const read = { failures: 2, most: 3, exists: null };
    expect(phaseOf(state)).toMatchObject({ name: 'before-next-read', read });
  });

  it.each([
    ['HTTP 502', looked(LOOKS.failed)],
    ['connection refused', lookFailed(ANSWERS.unsent)],
  ])(
    'a record that is read back is reported before the next read, with the error of the last one: %s',
    (why, event) => {
      const effects = [pay, report(250, `it could not be read back: ${why}`)];
      expect(stepAfter(readingBack, event).effects).toEqual(effects);
    },
  );

  it('a record that is read back is read again after a Retry-After, for which all requests wait, and the failure counts', () => {
    const step = stepAfter(readingBack, lookFailed(comeBackIn(5000)));
    expect(step.effects).toEqual([pay, throttled(5000, 503)]);
    expect(phaseOf(step.state)).toMatchObject({ name: 'reading-back', read: { failures: 1 } });
  });

  it('a record that is read back stops the run if a read gets a Retry-After of more than an hour, or its token is refused', () => {
    const why = 'https://service.example cannot be reached: it asks to wait for more than an hour';
    const { effects } = stepAfter(readingBack, lookFailed(comeBackIn(3_600_001)));
    expect(effects).toEqual([stopFor('unreachable', why)]);
    const wrong = stepAfter(readingBack, lookFailed(ANSWERS.token));
    expect(wrong.effects).toEqual([stopFor('token', expect.stringContaining('INVALID_SESSION'))]);
  });

  it('causes no effects of its own if the last read gets a Retry-After', () => {
    const last = { ...LOST, phase: reading({ failures: 2 }) };
    expect(stepAfter(last, lookFailed(comeBackIn(5000))).effects).toEqual([]);
  });

  it('a record that is read back is compared with the known content if it is found', () => {
    const doubt = { ...DOUBT, known: true };
    const found: DeliveryEvent = { type: 'looked-up', read: LOOKS.found, content: RECORD.body };
    const write = writeOf({ ...readingBack, doubt }, found);
    expect(write).toMatchObject(settled('found', { outcome: 'unchanged' }));
  });

  it('a record that is read back is failed if it is absent after five attempts', () => {
    const step = stepAfter({ phase: reading(), ...LOST, lost: 5 }, looked(LOOKS.absent));
    const messages = ['HTTP 500', 'sent 5 times, but it is not in the service'];
    expect(step.action).toMatchObject({ write: { ending: { outcome: 'failed', messages }, read: 'absent' } });
    expect(step.state.inDoubt).toBe(false);
  });

  it('a record that is read back counts as absent from a minute after the start of this run if an earlier run sent it', () => {
    const given = { ...NEVER_SENT, settings: { startedAt: CALM.now - 10_000 } };
    const { state } = stepAfter({ phase: 'before-read-back', ...given }, paused);
    expect(phaseOf(state)).toMatchObject({ read: { absenceCountsInMs: 50_000 } });
  });

  it('a record that is read back is sent without using a retry if an earlier run sent it and it is absent', () => {
    expect(stepAfter({ phase: reading(), ...NEVER_SENT }, looked(LOOKS.absent)).effects).toEqual([]);
  });

  it('a record that is read back is sent again if it is absent after four attempts', () => {
    const step = stepAfter({ phase: reading(), ...LOST, lost: 4 }, looked(LOOKS.absent));
    expect(step.action).toEqual({ type: 'write', write: { type: 'absent' } });
  });

  it('a record that is read back is awaited for 90 seconds if it counts as absent after that time', () => {
    const step = stepAfter({ ...LOST, phase: reading({ absenceCountsInMs: 90_000 }) }, looked(LOOKS.absent));
    expect(step.action).toEqual({ type: 'pause', ms: 90_000 });
    const told = report(90_000, 'not shown yet; it may still appear');
    expect(step.effects).toEqual([told, { type: 'let-others-start' }]);
  });
});
