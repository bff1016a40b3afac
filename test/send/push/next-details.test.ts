import { describe, expect, it } from 'vitest';
import {
  type Conditions,
  type Delivery,
  type Happening,
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
const stepAfter = (given: Given, event: Happening, at: Partial<Conditions> = {}): Step =>
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
const cut = { ...ANSWERS.refused, unreadable: 'cut' } as const;
const sent = { phase: 'sent' } as const;
const update = { isUpdate: true };
const phaseOf = (state: Delivery): Delivery['phase'] => state.phase;

describe('a new record', () => {
  const start = (more: object, doubt: Delivery['doubt'] = null) =>
    newDelivery({ ...RECORD, ...more }, SETTINGS, doubt);

  it('continues the count of attempts of earlier runs', () => {
    expect(start({ attempts: 3 })).toMatchObject({
      attempt: 3,
      failures: { putOff: 0, unsent: 0, unreadable: 0 },
      waitedForReferences: false,
      checked: false,
      lost: 0,
      lostAt: null,
      inDoubt: false,
      lastError: '',
    });
  });

  it.each<[string, object, Delivery['doubt'], boolean, string]>([
    ['with a date', { status: 'in-doubt' }, DOUBT, true, 'sent on 2026-11-01 without a certain response'],
    ['an update', { status: 'in-doubt', ...update }, null, true, 'sent before without a certain response'],
    ['not if the ledger knows nothing of it', { status: 'in-doubt' }, null, false, ''],
    ['not if the plan does not say so', { status: 'changed' }, DOUBT, false, ''],
    ['not an update that the plan does not put in doubt', { status: 'new', ...update }, null, false, ''],
  ])('may be in doubt from before: %s', (_, record, doubt, inDoubt, lastError) => {
    expect(start(record, doubt)).toMatchObject({ inDoubt, lastError, doubt });
  });
});

describe('the load on the service, after a response', () => {
  it.each<[Answer, string]>([
    [ANSWERS.accepted, 'clean'],
    [ANSWERS.exists, 'clean'],
    [ANSWERS.refused, 'clean'],
    [ANSWERS.putOff, 'throttled'],
    [ANSWERS.unknown, 'error'],
    [ANSWERS.unsent, 'error'],
    [ANSWERS.token, 'error'],
    [ANSWERS.misdirected, 'error'],
  ])('%j: %s', (answer, result) => {
    expect(stepAfter(sent, response(answer)).effects[0]).toEqual({ type: 'end-request', end: result });
  });

  it('an update that was stored: clean', () => {
    const ended = { outcome: 'updated', messages: [] } as const;
    const answer = { type: 'updated', status: 200, answer: null, record: {} } as const;
    const step = stepAfter({ ...sent, record: update }, response(answer, { updated: ended }));
    expect(step.effects[0]).toEqual({ type: 'end-request', end: 'clean' });
    expect(step.action).toEqual({ type: 'write', write: { type: 'ended', ending: ended, givenId: null } });
  });
});

describe('what is written when a response ends a record', () => {
  it('an accepted one: its id', () => {
    expect(writeOf(sent, response(ANSWERS.accepted))).toMatchObject({ givenId: 'id' });
    expect(writeOf(sent, response(ANSWERS.accepted, { otherWithId: null }))).toMatchObject({ givenId: 'id' });
  });

  it.each([ANSWERS.refused, ANSWERS.exists])('another one: no id (%j)', (answer) => {
    expect(writeOf(sent, response(answer, { otherWithId: 'E2' }))).toMatchObject({
      type: 'ended',
      givenId: null,
    });
  });

  it('an accepted one with the id of another record: in doubt, and which record it is', () => {
    const write = writeOf(sent, response(ANSWERS.accepted, { otherWithId: 'E2' }));
    expect(write).toMatchObject({
      type: 'in-doubt',
      ending: { status: 201, messages: [expect.stringMatching(/the id id, which packaging E2 already has/)] },
    });
  });

  it('a lost response: in doubt, with the error; of an update, that its fields are not known', () => {
    const ending = { outcome: 'in-doubt', status: 500, messages: ['HTTP 500'], entry: 'in-doubt' };
    expect(writeOf(sent, response(ANSWERS.unknown))).toEqual({ type: 'in-doubt', ending });
    expect(writeOf({ ...sent, record: update }, response(ANSWERS.unknown))).toEqual({
      type: 'in-doubt',
      ending: { ...ending, entry: 'unsure' },
    });
  });

  it('what was written is then reported, and is the outcome', () => {
    const ending = { outcome: 'created', messages: ['late'] } as const;
    const { state, effects } = stepAfter({ phase: { name: 'recording-end', ending } }, written);
    expect(state.phase).toEqual({ name: 'ended', outcome: 'created' });
    expect(effects).toEqual([{ type: 'report', ending }]);
  });

  it('the end that is written is the end that is reported', () => {
    const { state, action } = stepAfter(sent, response(ANSWERS.refused));
    expect(action).toMatchObject({ write: { ending: (phaseOf(state) as { ending: object }).ending } });
  });
});

describe('an existing record whose key the ledger has in doubt', () => {
  it('is from a lost attempt: its ids are read, once', () => {
    const { state } = stepAfter({ ...sent, ...LOST }, response(ANSWERS.exists));
    expect(state.phase).toEqual({
      name: 'reading-back',
      read: { failures: 0, most: 1, absenceCountsInMs: 0, exists: ANSWERS.exists },
    });
  });

  it('is from elsewhere, if the doubt is about other content', () => {
    const doubt = { ...DOUBT, same: false };
    expect(writeOf({ ...sent, ...LOST, doubt }, response(ANSWERS.exists))).toMatchObject({
      ending: { outcome: 'existing' },
    });
  });

  it('is compared with the content that the service has', () => {
    const doubt = { ...DOUBT, known: true };
    const ending = (facts: object) => writeOf({ ...sent, ...LOST, doubt }, response(ANSWERS.exists, facts));
    expect(ending({ content: RECORD.body })).toMatchObject({ ending: { outcome: 'unchanged' } });
    expect(ending({})).toMatchObject({ ending: { outcome: 'existing' } });
  });

  it('has the ids of the look-up, and none where it shows nothing', () => {
    const given = { ...LOST, phase: reading({ most: 1, exists: ANSWERS.exists }) };
    const found = writeOf(given, looked(LOOKS.found));
    expect(found).toMatchObject({
      type: 'ended',
      ending: { status: 400, answer: '{"id":"read-back"}' },
      givenId: null,
    });
    for (const look of [LOOKS.absent, LOOKS.cannotTell, LOOKS.failed, null]) {
      const write = writeOf(given, looked(look));
      expect(write).toMatchObject({
        type: 'ended',
        ending: { outcome: 'created', status: 400 },
        givenId: null,
      });
      expect(write).not.toHaveProperty('ending.answer');
    }
  });
});

describe('an attempt that was not taken', () => {
  const waits = (step: Step) => ({
    phase: phaseOf(step.state),
    effects: step.effects.slice(2),
    failures: step.state.failures,
  });
  const retry = (waitMs: number, reason: string) => ({
    type: 'emit',
    event: { type: 'retry', kind: 'packaging', key: 'E1', attempt: 1, waitMs, reason },
  });

  it('put off without Retry-After: another one after a wait of its own', () => {
    const step = stepAfter(sent, response(ANSWERS.putOff));
    expect(waits(step)).toEqual({
      phase: { name: 'recording-retry', waitMs: 250 },
      effects: [{ type: 'emit', event: { type: 'throttled', waitMs: 250, status: 429 } }, { type: 'pay' }],
      failures: { putOff: 1, unsent: 0, unreadable: 0 },
    });
    expect(step.action).toMatchObject({ write: { type: 'not-taken', status: 429, error: 'HTTP 429' } });
  });

  it('put off with Retry-After: every request waits as long', () => {
    expect(waits(stepAfter(sent, response(comeBackIn(5000))))).toEqual({
      phase: { name: 'recording-retry', waitMs: null },
      effects: [{ type: 'emit', event: { type: 'throttled', waitMs: 5000, status: 503 } }, { type: 'pay' }],
      failures: { putOff: 1, unsent: 0, unreadable: 0 },
    });
  });

  it('put off the 49th time: another one', () => {
    const failures = { putOff: 48, unsent: 0, unreadable: 0 };
    expect(phaseOf(stepAfter({ ...sent, failures }, response(ANSWERS.putOff)).state).name).toBe(
      'recording-retry',
    );
  });

  it('unsent: another one after a wait', () => {
    const step = stepAfter(sent, response(ANSWERS.unsent));
    expect(waits(step)).toEqual({
      phase: { name: 'recording-retry', waitMs: 250 },
      effects: [{ type: 'pay' }, retry(250, 'connection refused')],
      failures: { putOff: 0, unsent: 1, unreadable: 0 },
    });
    expect(step.action).toMatchObject({
      write: { type: 'not-taken', status: null, error: 'connection refused' },
    });
  });

  it('refused, but unreadable: another one after a wait', () => {
    const error = 'HTTP 400, but its body is truncated or unreadable';
    const step = stepAfter(sent, response(cut));
    expect(waits(step)).toEqual({
      phase: { name: 'recording-retry', waitMs: 250 },
      effects: [{ type: 'pay' }, retry(250, error)],
      failures: { putOff: 0, unsent: 0, unreadable: 1 },
    });
    expect(step.action).toMatchObject({
      write: { type: 'not-taken', result: 'refused', status: 400, error },
    });
  });

  it('refused, but unreadable, the third time: another one', () => {
    const failures = { putOff: 0, unsent: 0, unreadable: 2 };
    expect(phaseOf(stepAfter({ ...sent, failures }, response(cut)).state).name).toBe('recording-retry');
  });

  it('refused, unreadable and in doubt to the end: the refusal is written, and why', () => {
    const step = stepAfter({ ...sent, ...LOST }, response(cut), SPENT);
    const error = 'HTTP 400, but its body is truncated or unreadable';
    expect(phaseOf(step.state)).toEqual({ name: 'recording-refusal', why: error });
    expect(step.action).toEqual({
      type: 'write',
      write: { type: 'not-taken', result: 'refused', status: 400, error },
    });
    expect(step.state.failures.unreadable).toBe(1);
    expect(whyInDoubt({ phase: phaseOf(step.state), ...LOST }, written)).toBe(
      `${error}; trace resolve run-1 settles it`,
    );
  });

  it('refused for a reference that was created moments ago: another one, once, after the settle pause', () => {
    const answer = { ...ANSWERS.unknownReference, messages: ['supplier not found', 'S1'] };
    const step = stepAfter(sent, response(answer, { referencesAreYoung: true }));
    expect(waits(step)).toMatchObject({
      phase: { name: 'recording-retry', waitMs: 4000 },
      effects: [retry(4000, 'what it refers to was created moments ago')],
      failures: { putOff: 0, unsent: 0, unreadable: 0 },
    });
    expect(step.action).toMatchObject({ write: { status: 400, error: 'supplier not found; S1' } });
    expect(step.state.waitedForReferences).toBe(true);
  });

  it('refused for another reason, though a reference is young: the end', () => {
    const write = writeOf(sent, response(ANSWERS.refused, { referencesAreYoung: true }));
    expect(write).toMatchObject({ type: 'ended', ending: { outcome: 'rejected' } });
  });
});

describe('a record that ends the run', () => {
  const stop = (...of: Parameters<typeof stepAfter>) =>
    stepAfter(...of).effects.find(({ type }) => type === 'stop');

  it.each<[string, Answer, number | null, string]>([
    ['wrong token', ANSWERS.token, 401, 'INVALID_SESSION'],
    ['wrong address', ANSWERS.misdirected, 404, 'nothing answers at this path'],
  ])('%s: the attempt was not taken, and why', (_, answer, status, error) => {
    expect(writeOf(sent, response(answer))).toEqual({
      type: 'not-taken',
      result: answer.type,
      status,
      error,
    });
    expect(stop(sent, response(answer))).toMatchObject({ stop: { reason: expect.stringContaining(error) } });
  });

  it.each<[string, Answer, Partial<Conditions>, number | undefined, string]>([
    ['put off', ANSWERS.putOff, SPENT, 429, 'the service asks to wait (HTTP 429)'],
    [
      'put off for long',
      comeBackIn(3_600_001),
      {},
      503,
      'the service asks to wait (HTTP 503) for more than an hour',
    ],
    ['unsent', ANSWERS.unsent, SPENT, undefined, 'connection refused'],
  ])('%s, and retries are spent: failed', (_, answer, at, status, reason) => {
    expect(writeOf(sent, response(answer), at)).toEqual({
      type: 'ended',
      ending: { outcome: 'failed', status, messages: [reason] },
      givenId: null,
    });
    expect(stop(sent, response(answer), at)).toEqual({
      type: 'stop',
      stop: { exit: 'unreachable', reason: `https://service.example cannot be reached: ${reason}` },
    });
  });

  it.each<[Answer, number | null]>([
    [ANSWERS.putOff, 429],
    [ANSWERS.unsent, null],
  ])('in doubt, and retries are spent: the attempt was not taken (%j)', (answer, status) => {
    expect(writeOf({ ...sent, ...LOST }, response(answer), SPENT)).toMatchObject({
      type: 'not-taken',
      status,
    });
  });

  it.each<[Answer, number | null, string]>([
    [ANSWERS.putOff, 429, 'HTTP 429'],
    [ANSWERS.unsent, null, 'connection refused'],
    [cut, 400, 'HTTP 400, but its body is truncated or unreadable'],
  ])('while the run stops: the attempt was not taken (%j)', (answer, status, error) => {
    expect(writeOf(sent, response(answer), STOPPED)).toMatchObject({ type: 'not-taken', status, error });
  });

  it('ten lost responses in a row: in doubt, and what the last one said', () => {
    const recording = { phase: 'recording-doubt', ...LOST } as const;
    expect(stop(recording, doubtWritten, { lostInARow: 10 })).toEqual({
      type: 'stop',
      stop: {
        exit: 'doubt',
        reason: 'https://service.example returned no certain response to 10 consecutive requests: HTTP 500',
      },
    });
    expect(stop(recording, doubtWritten, { lostInARow: 10, ...STOPPED })).toBeUndefined();
  });

  it('absent, and no retries: failed, and why the service counts as unreachable', () => {
    const step = [{ phase: reading(), ...LOST }, looked(LOOKS.absent), SPENT] as const;
    expect(writeOf(...step)).toEqual({
      type: 'settled',
      ending: {
        outcome: 'failed',
        messages: ['HTTP 500', 'not in the service; the run has no retries left'],
        entry: 'none',
      },
      read: 'absent',
    });
    expect(stop(...step)).toMatchObject({
      stop: { reason: 'https://service.example cannot be reached: HTTP 500; the run has no retries left' },
    });
    expect(stepAfter(...step).state.inDoubt).toBe(false);
  });
});

describe('a record that cannot be sent', () => {
  const checking = { phase: 'checking' } as const;

  it('is blocked, and by what', () => {
    const step = stepAfter(
      checking,
      checked({ type: 'blocked', cause: '{"kind":"supplier"}', text: 'S1 is rejected' }),
    );
    expect(step.action).toEqual({ type: 'write', write: { type: 'blocked', cause: '{"kind":"supplier"}' } });
    expect(phaseOf(step.state)).toEqual({
      name: 'recording-end',
      ending: { outcome: 'blocked', messages: ['S1 is rejected'] },
    });
  });

  it('has no address', () => {
    expect(writeOf(checking, checked({ type: 'no-address', message: 'no address' }))).toEqual({
      type: 'settled',
      ending: { outcome: 'failed', messages: ['no address'] },
      read: null,
    });
  });

  it('has no id', () => {
    expect(writeOf(checking, checked({ type: 'no-id', message: 'no id', wants: '{}' }))).toEqual({
      type: 'settled',
      ending: { outcome: 'failed', messages: ['no id'], wants: '{}' },
      read: null,
    });
  });

  it.each<[Parameters<typeof checked>[0], string]>([
    [{ type: 'blocked', cause: '{}', text: 'S1 is rejected' }, 'not sent again: S1 is rejected'],
    [{ type: 'no-id', message: 'no id', wants: '{}' }, 'no id'],
  ])('and is in doubt, stays so: %j', (obstacle, why) => {
    expect(whyInDoubt({ ...checking, ...LOST }, checked(obstacle))).toBe(
      `${why}; trace resolve run-1 settles it`,
    );
  });

  it('is not checked again for another attempt', () => {
    expect(stepAfter(checking, checked()).state.checked).toBe(true);
  });

  it('is checked with what it refers to only if it is in doubt from before', () => {
    expect(stepAfter({ phase: 'new' }, started).action).toEqual({ type: 'check', references: false });
    expect(stepAfter({ phase: 'recording-absence' }, written).action).toEqual({
      type: 'check',
      references: true,
    });
  });
});

describe('why a record stays in doubt, and which command settles it', () => {
  const recording = { phase: 'recording-doubt', ...LOST } as const;
  const readingBack = { phase: reading(), ...LOST } as const;

  it.each<[string, Parameters<typeof stepAfter>]>([
    [
      'the run stopped before it was sent again; trace resume',
      [{ phase: 'recording-stop', ...LOST }, written],
    ],
    [
      'the run stopped before it was sent again; trace resume',
      [{ phase: 'waiting-for-turn', ...LOST }, turn(false)],
    ],
    [
      'the run stopped before it was read back; trace resume',
      [{ phase: 'before-read-back', ...LOST }, paused, STOPPED],
    ],
    ['the run stopped before it was read back; trace resume', [readingBack, looked(null), STOPPED]],
    ['the run stopped before it was read back; trace resume', [readingBack, looked(LOOKS.failed), STOPPED]],
    [
      'the interface has no way to read a supplier back; trace resolve',
      [{ ...recording, record: { kind: NOT_SHOWN } }, written],
    ],
    [
      'kept in doubt, as configured (inDoubt: hold); trace resolve',
      [{ ...recording, settings: { inDoubt: 'hold' } }, written],
    ],
    [
      'sent once more without a certain response; trace resolve',
      [{ ...recording, settings: { ...resend, mostLost: 1 } }, written],
    ],
    [
      'sent 5 times without a certain response; trace resolve',
      [{ ...recording, lost: 5, settings: resend }, written],
    ],
    [
      'sent 5 times without a certain response; trace resume',
      [{ ...recording, lost: 5, record: update }, written],
    ],
    ['the run has no retries left; trace resume', [{ ...recording, settings: resend }, written, SPENT]],
    ['nothing shows it; trace resolve', [readingBack, looked(LOOKS.cannotTell)]],
    ['INVALID_SESSION; trace resume', [readingBack, lookFailed(ANSWERS.token)]],
    ['it could not be read back: name must be set; trace resume', [readingBack, lookFailed(ANSWERS.refused)]],
    [
      'it could not be read back: nothing answers at this path; trace resume',
      [readingBack, lookFailed(ANSWERS.misdirected)],
    ],
    [
      'it could not be read back: HTTP 502; trace resume',
      [{ ...LOST, phase: reading({ failures: 2 }) }, looked(LOOKS.failed)],
    ],
    ['it could not be read back: HTTP 503; trace resume', [readingBack, lookFailed(comeBackIn(3_600_001))]],
    [
      'not shown yet; it counts as absent from 2026-11-02T00:01:30.001Z; trace resume',
      [{ ...LOST, phase: reading({ absenceCountsInMs: 90_001 }) }, looked(LOOKS.absent)],
    ],
  ])('%s', (why, step) => {
    expect(whyInDoubt(...step)).toBe(`${why} run-1 settles it`);
  });

  it.each<[string | null, Happening]>([
    ['cannot tell', looked(LOOKS.cannotTell)],
    ['failed', lookFailed(ANSWERS.refused)],
    ['failed', looked(null)],
  ])('the ledger keeps what the read came to: %s', (read, event) => {
    expect(writeOf(readingBack, event)).toMatchObject({ type: 'settled', read });
  });

  it('the number of lost attempts of an update does not follow the setting for creates', () => {
    const step = stepAfter({ ...recording, record: update, settings: { mostLost: 1 } }, written);
    expect(step.action).toEqual({ type: 'pause', ms: 250 });
    expect(stepAfter({ ...recording, lost: 4, settings: resend }, written).action).toEqual({
      type: 'pause',
      ms: 2000,
    });
  });

  it.each<[string, Delivery['doubt'] | undefined, Delivery['doubt']]>([
    ['what the ledger now knows', { ...DOUBT, same: false }, { ...DOUBT, same: false }],
    ['that the ledger knows nothing', null, null],
    ['what was known, if nothing new is', undefined, DOUBT],
  ])('the doubt is %s', (_, doubt, expected) => {
    const event: Happening = doubt === undefined ? written : { type: 'written', doubt };
    expect(stepAfter(recording, event).state.doubt).toEqual(expected);
  });
});

describe('a record that is read back', () => {
  const inDoubt = { phase: 'new', ...NEVER_SENT } as const;
  const report = (waitMs: number, reason: string) => ({
    type: 'emit',
    event: { type: 'reading-back', kind: 'packaging', key: 'E1', attempt: 1, waitMs, reason },
  });

  it('was sent just now: after the settle pause', () => {
    const step = stepAfter(
      { phase: 'recording-doubt', ...LOST, settings: { startedAt: -1e9 } },
      doubtWritten,
    );
    expect(step.action).toEqual({ type: 'pause', ms: 4000 });
    expect(step.effects).toEqual([report(4000, 'HTTP 500')]);
  });

  it.each<[number, object]>([
    [1000, { type: 'pause', ms: 3000 }],
    [3999, { type: 'pause', ms: 1 }],
    [4000, { type: 'look-up' }],
    [9000, { type: 'look-up' }],
  ])(
    'was sent by an earlier run: the settle pause counts from the start of this run (%i ms ago)',
    (ago, action) => {
      const step = stepAfter({ ...inDoubt, settings: { startedAt: CALM.now - ago } }, started);
      expect(step.action).toEqual(action);
      expect(step.effects).toEqual([report(Math.max(0, 4000 - ago), 'HTTP 500')]);
    },
  );

  it('is read at most three times, if reads fail', () => {
    expect(phaseOf(stepAfter({ phase: 'before-read-back', ...LOST }, paused).state)).toEqual({
      name: 'reading-back',
      read: { failures: 0, most: 3, absenceCountsInMs: 60_000, exists: null },
    });
    expect(
      phaseOf(stepAfter({ ...LOST, phase: reading({ failures: 1 }) }, looked(LOOKS.failed)).state),
    ).toMatchObject({ name: 'before-next-read', read: { failures: 2, most: 3, exists: null } });
  });

  it('is reported before the next read', () => {
    expect(stepAfter({ phase: reading(), ...LOST }, looked(LOOKS.failed)).effects).toEqual([
      { type: 'pay' },
      report(250, 'it could not be read back: HTTP 502'),
    ]);
    expect(stepAfter({ phase: reading(), ...LOST }, lookFailed(ANSWERS.unsent)).effects).toEqual([
      { type: 'pay' },
      report(250, 'it could not be read back: connection refused'),
    ]);
  });

  it('waits with every request after a Retry-After, and counts the failure', () => {
    const step = stepAfter({ phase: reading(), ...LOST }, lookFailed(comeBackIn(5000)));
    expect(step.effects).toEqual([
      { type: 'pay' },
      { type: 'emit', event: { type: 'throttled', waitMs: 5000, status: 503 } },
    ]);
    expect(phaseOf(step.state)).toMatchObject({ name: 'reading-back', read: { failures: 1 } });
  });

  it('stops the run where the wait is longer than an hour, or the token is wrong', () => {
    expect(stepAfter({ phase: reading(), ...LOST }, lookFailed(comeBackIn(3_600_001))).effects).toEqual([
      {
        type: 'stop',
        stop: {
          exit: 'unreachable',
          reason: 'https://service.example cannot be reached: it asks to wait for more than an hour',
        },
      },
    ]);
    expect(stepAfter({ phase: reading(), ...LOST }, lookFailed(ANSWERS.token)).effects).toEqual([
      { type: 'stop', stop: { exit: 'token', reason: expect.stringContaining('INVALID_SESSION') } },
    ]);
  });

  it('holds every request even after the last read', () => {
    const last = { ...LOST, phase: reading({ failures: 2 }) };
    expect(stepAfter(last, lookFailed(comeBackIn(5000))).effects).toEqual([]);
  });

  it('is found: the content that the service has of the key is compared', () => {
    const doubt = { ...DOUBT, known: true };
    const found: Happening = { type: 'looked-up', read: LOOKS.found, content: RECORD.body };
    expect(writeOf({ phase: reading(), ...LOST, doubt }, found)).toMatchObject({
      type: 'settled',
      ending: { outcome: 'unchanged' },
      read: 'found',
    });
  });

  it('is not there after five attempts: failed', () => {
    const step = stepAfter({ phase: reading(), ...LOST, lost: 5 }, looked(LOOKS.absent));
    expect(step.action).toMatchObject({
      write: {
        ending: { outcome: 'failed', messages: ['HTTP 500', 'sent 5 times, but it is not in the service'] },
        read: 'absent',
      },
    });
    expect(step.state.inDoubt).toBe(false);
  });

  it('was sent by an earlier run: its absence counts from the start of this run', () => {
    const given = { ...NEVER_SENT, settings: { startedAt: CALM.now - 10_000 } };
    expect(phaseOf(stepAfter({ phase: 'before-read-back', ...given }, paused).state)).toMatchObject({
      read: { absenceCountsInMs: 50_000 },
    });
  });

  it('was sent by an earlier run and is not there: sent, without a retry to pay for', () => {
    expect(stepAfter({ phase: reading(), ...NEVER_SENT }, looked(LOOKS.absent)).effects).toEqual([]);
  });

  it('is not there after four attempts: sent again', () => {
    const step = stepAfter({ phase: reading(), ...LOST, lost: 4 }, looked(LOOKS.absent));
    expect(step.action).toEqual({ type: 'write', write: { type: 'absent' } });
  });

  it('is not shown: the run waits at most 90 seconds until its absence counts', () => {
    const step = stepAfter({ ...LOST, phase: reading({ absenceCountsInMs: 90_000 }) }, looked(LOOKS.absent));
    expect(step.action).toEqual({ type: 'pause', ms: 90_000 });
    expect(step.effects).toEqual([
      report(90_000, 'not shown yet; it may still appear'),
      { type: 'let-others-start' },
    ]);
  });
});
