import { describe, expect, it } from 'vitest';
import { dbOf } from '../../ledger/store-of.ts';
import {
  ANSWERS,
  answering,
  comeBackIn,
  component,
  type Given,
  product,
  pushed,
  type ScriptedService,
  supplier,
} from './harness.ts';

const manySuppliers = (count: number): Given[] =>
  Array.from({ length: count }, (_, index) => supplier(`S${index + 1}`));

describe('a response about one record', () => {
  it.each([
    ['accepted', ANSWERS.accepted, 'created', []],
    ['exists', ANSWERS.exists, 'existing', ['SUPPLIER_EXISTS']],
    ['refused', ANSWERS.refused, 'rejected', ['name must be set']],
    [
      'unknown',
      ANSWERS.unknown,
      'in-doubt',
      ['HTTP 500', expect.stringMatching(/^the interface has no way /)],
    ],
  ] as const)(
    'a response about one record (%s) ends it after one request, not the run',
    async (_, answer, outcome, messages) => {
      const run = await pushed(manySuppliers(3), { script: answering({ S2: [answer] }) });
      expect(run.stop).toBeNull();
      expect(run.outcomes).toEqual({ S1: 'created', S2: outcome, S3: 'created' });
      expect(run.row('S2')).toMatchObject({ state: 'ended', attempts: 1, messages });
      expect(run.service.callsOf('S2')).toHaveLength(1);
    },
  );

  it('a response with status 201 has its ids and links stored in the ledger', async () => {
    const answer = { id: 'p-1', studyId: 's-1', qrCodeLink: 'https://q.example/1' };
    const run = await pushed([product('P/C/RED')], {
      script: () => ({ type: 'accepted', status: 201, answer }),
    });
    const kept = dbOf(run.ledger)
      .prepare('select answer from records union all select answer from entries')
      .all();
    expect(kept.map((row) => JSON.parse(row.answer as string))).toEqual([answer, answer]);
  });
});

describe('a record that is rejected for an unknown reference', () => {
  const records = [supplier('S1'), product('P/C/RED', { supplierRef: 'S1' })];

  it('a record that is rejected for an unknown reference is sent once more after the settle pause if this run created what it refers to', async () => {
    const run = await pushed(records, {
      settleMs: 4000,
      script: answering({ 'P / C / RED': [ANSWERS.unknownReference, ANSWERS.accepted] }),
    });
    expect(run.outcomes['P / C / RED']).toBe('created');
    const [first, second] = run.service.callsOf('P / C / RED');
    expect(second!.startedAt - first!.startedAt).toBeGreaterThanOrEqual(4000);
  });

  it('a record that is rejected for an unknown reference is rejected if the second attempt gets the same response', async () => {
    const run = await pushed(records, { script: answering({ 'P / C / RED': [ANSWERS.unknownReference] }) });
    expect(run.outcomes['P / C / RED']).toBe('rejected');
    expect(run.service.callsOf('P / C / RED')).toHaveLength(2);
  });

  it('a record that is rejected for an unknown reference is rejected at once if the service already had what it refers to', async () => {
    const run = await pushed(records, {
      script: answering({ S1: [ANSWERS.exists], 'P / C / RED': [ANSWERS.unknownReference] }),
    });
    expect(run.outcomes).toEqual({ S1: 'existing', 'P / C / RED': 'rejected' });
    expect(run.service.callsOf('P / C / RED')).toHaveLength(1);
  });
});

describe('a request that could not be sent', () => {
  it('a request that could not be sent is retried, and the record is then created', async () => {
    const run = await pushed(manySuppliers(2), {
      script: answering({ S1: [ANSWERS.unsent, ANSWERS.unsent, ANSWERS.accepted] }),
    });
    expect(run.outcomes).toEqual({ S1: 'created', S2: 'created' });
    expect(run.row('S1').attempts).toBe(3);
    expect(run.events.filter(({ type }) => type === 'retry')).toHaveLength(2);
  });

  it('a request that could not be sent in five attempts ends the record as failed and the run as unreachable', async () => {
    const run = await pushed(manySuppliers(3), { script: answering({ S1: [ANSWERS.unsent] }) });
    expect(run.outcomes).toEqual({ S1: 'failed', S2: 'not-attempted', S3: 'not-attempted' });
    expect(run.stop).toMatchObject({ exit: 'unreachable' });
    expect(run.service.calls).toHaveLength(5);
    expect(run.row('S1').messages).toEqual(['connection refused']);
  });
});

describe('a request that is answered with 429 or 503', () => {
  it('a 429 or 503 without Retry-After is retried until the request is accepted', async () => {
    const run = await pushed(manySuppliers(3), {
      script: answering({ S2: [ANSWERS.putOff, ANSWERS.putOff, ANSWERS.accepted] }),
    });
    expect(run.outcomes).toEqual({ S1: 'created', S2: 'created', S3: 'created' });
    expect(run.service.callsOf('S2')).toHaveLength(3);
  });

  it('a 429 or 503 with a Retry-After of more than an hour ends the run at once', async () => {
    const run = await pushed(manySuppliers(2), {
      script: () => ({ type: 'throttled', status: 503, retryAfterMs: 3_600_001 }),
    });
    expect(run.outcomes).toEqual({ S1: 'failed', S2: 'not-attempted' });
    expect(run.stop).toMatchObject({ exit: 'unreachable' });
    expect(run.service.calls).toHaveLength(1);
    expect(run.clock.now()).toBeLessThan(1000);
  });
});

describe('a run whose service becomes unreachable', () => {
  it.each([
    ['a Retry-After of more than an hour', comeBackIn(3_600_001)],
    ['refused connections', ANSWERS.unsent],
  ])(
    'a run whose service becomes unreachable ends one record as failed and all others that were not created as not attempted (%s)',
    async (_, answer) => {
      const run = await pushed(manySuppliers(100), {
        concurrency: 16,
        script: (_, { calls }) => (calls.length > 40 ? answer : ANSWERS.accepted),
      });
      const outcomes = Object.values(run.outcomes);
      expect(run.stop).toMatchObject({ exit: 'unreachable' });
      expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(40);
      expect(outcomes.filter((outcome) => outcome === 'failed')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'not-attempted')).toHaveLength(59);
    },
  );
});

describe('a response that concerns every record of the run', () => {
  it.each([
    ['a refused token', ANSWERS.token, 'token'],
    ['a wrong address', ANSWERS.misdirected, 'usage'],
  ] as const)(
    'a response that concerns every record (%s), if it is the first one, stops the run after one request',
    async (_, answer, exit) => {
      const records = [...manySuppliers(100), component('C1', 'P/C/RED')];
      const run = await pushed(records, { script: () => answer });
      expect(run.stop).toMatchObject({ exit });
      expect(run.service.calls).toHaveLength(1);
      expect(new Set(Object.values(run.outcomes))).toEqual(new Set(['not-attempted']));
    },
  );

  it('a response that concerns every record starts no further request, and the responses to open requests still count', async () => {
    let service: ScriptedService | undefined;
    let callsThen = 0;
    const run = await pushed(manySuppliers(200), {
      concurrency: 16,
      script: (_, scripted) => {
        service = scripted;
        return scripted.calls.length === 60 ? ANSWERS.token : ANSWERS.accepted;
      },
      onEvent: ({ type }) => {
        if (type === 'stopping') callsThen = service!.calls.length;
      },
    });
    const outcomes = Object.values(run.outcomes);
    const created = outcomes.filter((outcome) => outcome === 'created').length;
    expect(run.stop).toMatchObject({ exit: 'token' });
    expect(run.service.calls).toHaveLength(callsThen);
    expect(created).toBe(callsThen - 1);
    expect(outcomes.filter((outcome) => outcome === 'not-attempted')).toHaveLength(200 - created);
    expect(run.service.out).toBe(0);
  });
});
