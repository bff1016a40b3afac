import { describe, expect, it } from 'vitest';
import { dbOf } from '../../ledger/store-of.ts';
import {
  ANSWERS,
  answering,
  component,
  type Given,
  LOOKS,
  product,
  pushed,
  resumed,
  type Script,
  supplier,
} from './harness.ts';

/** Cases that the simulation found, one record each. */

const P = 'P / C / RED';

describe('a record that an earlier run left in doubt', () => {
  const before = [product('P/C/RED', { name: 'a' })];
  const after: Given[] = [
    supplier('S'),
    product('P/C/RED', { name: 'b', supplierRef: 'S' }),
    component('M', 'P/C/RED'),
  ];
  const left = async (inDoubt: 'hold' | 'verify' = 'hold') =>
    (await pushed(before, { script: () => ANSWERS.unknown, inDoubt })).ledger;

  it('a record that an earlier run left in doubt is blocked if it is absent and the supplier that its new row refers to was rejected', async () => {
    const run = await pushed(after, {
      ledger: await left(),
      script: answering({ S: [ANSWERS.refused] }),
      lookUp: () => LOOKS.absent,
    });
    expect(run.outcomes).toEqual({ S: 'rejected', [P]: 'blocked', 'M / P / C / RED': 'blocked' });
    expect(run.row(P).blockedBy).toEqual({ kind: 'supplier', key: 'S', outcome: 'rejected' });
    expect(run.row('M / P / C / RED').blockedBy).toEqual({ kind: 'supplier', key: 'S', outcome: 'rejected' });
    expect(run.service.calls.map(({ key }) => key)).toEqual(['S']);
    const [told] = run.events.filter((event) => event.type === 'row' && event.key === P);
    expect(told).toMatchObject({ outcome: 'blocked', messages: ['supplier S is rejected'] });
    const waves = run.events.filter((event) => event.type === 'wave-finished');
    expect(waves[1]).toMatchObject({ totals: { blocked: 1 } });
    const next = await resumed(run.ledger, run.run);
    expect(next.outcomes).toMatchObject({ S: 'rejected', [P]: 'blocked' });
  });

  it('a record that an earlier run left in doubt is sent if it is absent and the supplier that its new row refers to was created', async () => {
    const run = await pushed(after, { ledger: await left(), lookUp: () => LOOKS.absent });
    expect(new Set(Object.values(run.outcomes))).toEqual(new Set(['created']));
  });

  it('a record that an earlier run left in doubt stays in doubt with inDoubt "resend" if the supplier that it refers to was rejected', async () => {
    const run = await pushed(after, {
      ledger: await left(),
      script: answering({ S: [ANSWERS.refused] }),
      inDoubt: 'resend',
    });
    expect(run.outcomes).toEqual({ S: 'rejected', [P]: 'in-doubt', 'M / P / C / RED': 'blocked' });
    expect(run.service.callsOf(P)).toEqual([]);
    expect(run.row(P).messages[1]).toMatch(/^not sent again: supplier S is rejected; trace resolve \S+ /);
  });

  it.each(['2020-01-01T00:00:00.000Z', '2030-01-01T00:00:00.000Z'])(
    'a record that an earlier run left in doubt is read back after the settle pause of this run, whatever date the ledger has for it (%s)',
    async (at) => {
      const ledger = await left();
      dbOf(ledger).prepare('update entries set at = ?').run(at);
      const run = await pushed(before, { ledger, settleMs: 4000, lookUp: () => LOOKS.found });
      expect(run.outcomes).toEqual({ [P]: 'created' });
      expect(run.service.looks[0]!.startedAt).toBe(4000);
    },
  );
});

describe('a record that is rejected for an unknown reference', () => {
  const records = [supplier('S'), product('P/C/RED', { supplierRef: 'S' })];
  const late: Script = ({ key, attempt }) =>
    key === P && attempt === 1 ? ANSWERS.unknownReference : ANSWERS.accepted;
  const interrupted = (script: Script) => {
    const stop = new AbortController();
    return pushed(records, {
      script,
      signal: stop.signal,
      onEvent: ({ type }) => {
        if (type === 'row') stop.abort();
      },
    });
  };

  it('a record that is rejected for an unknown reference is sent once more after the settle pause if an interrupted run just created what it refers to', async () => {
    const first = await interrupted(() => ANSWERS.accepted);
    expect(first.outcomes).toEqual({ S: 'created', [P]: 'not-attempted' });
    const run = await resumed(first.ledger, first.run, { script: late, settleMs: 4000 });
    expect(run.outcomes[P]).toBe('created');
    const [one, two] = run.service.callsOf(P);
    expect(two!.startedAt - one!.startedAt).toBeGreaterThanOrEqual(4000);
  });

  it('a record that is rejected for an unknown reference is not sent again if the service already had what it refers to', async () => {
    const first = await interrupted(() => ANSWERS.exists);
    const run = await resumed(first.ledger, first.run, { script: late, settleMs: 4000 });
    expect(run.outcomes[P]).toBe('rejected');
    expect(run.service.callsOf(P)).toHaveLength(1);
  });
});

describe('a refusal whose body is unreadable', () => {
  const CUT = { ...ANSWERS.refused, unreadable: 'truncated' } as const;
  const FOREIGN = { ...ANSWERS.refused, unreadable: 'foreign' } as const;
  it('a refusal whose body is unreadable is followed by another attempt: the body may have said that the service has the key', async () => {
    const run = await pushed([supplier('S')], {
      script: answering({ S: [ANSWERS.unknown, CUT, CUT, ANSWERS.exists] }),
      inDoubt: 'resend',
    });
    expect(run.outcomes).toEqual({ S: 'created' });
    expect(run.service.callsOf('S')).toHaveLength(4);
  });

  it.each([CUT, FOREIGN])(
    'a refusal whose body is unreadable keeps an earlier doubt of a record ($unreadable)',
    async (answer) => {
      const run = await pushed([supplier('S')], {
        script: answering({ S: [ANSWERS.unknown, answer] }),
        inDoubt: 'resend',
      });
      expect(run.outcomes).toEqual({ S: 'in-doubt' });
      expect(run.service.callsOf('S')).toHaveLength(5);
    },
  );

  it('a refusal whose body is unreadable rejects a record that was never in doubt, after four attempts with a truncated body', async () => {
    const run = await pushed([supplier('S')], { script: answering({ S: [CUT] }) });
    expect(run.outcomes).toEqual({ S: 'rejected' });
    expect(run.service.callsOf('S')).toHaveLength(4);
  });

  it('a refusal whose body is unreadable rejects a record that was never in doubt at once, if the body has an unexpected format', async () => {
    const run = await pushed([supplier('S')], { script: answering({ S: [FOREIGN] }) });
    expect(run.outcomes).toEqual({ S: 'rejected' });
    expect(run.service.callsOf('S')).toHaveLength(1);
  });
});
