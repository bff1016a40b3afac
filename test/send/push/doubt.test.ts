import { describe, expect, it } from 'vitest';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import type { LookUp } from '../../../src/service/service.ts';
import { dbOf } from '../../ledger/store-of.ts';
import {
  ANSWERS,
  answering,
  component,
  type Given,
  LOOKS,
  type LookScript,
  packaging,
  product,
  pushed,
  resumed,
  rowsOf,
  supplier,
} from './harness.ts';

function looking(...looks: readonly LookUp[]): LookScript {
  return ({ look }) => looks[Math.min(look, looks.length) - 1]!;
}

const P = 'P / C / RED';
const records: Given[] = [packaging('B'), product('P/C/RED', { supplierRef: 'S9' })];
const lost = answering({ [P]: [ANSWERS.unknown, ANSWERS.accepted] });
const entry = (ledger: Ledger, key: string) =>
  dbOf(ledger)
    .prepare(
      "select state, taken, sure, doubt_hash, answer from entries where replace(key, char(31), ' / ') = ?",
    )
    .all(key);

describe('a record whose response was lost, with inDoubt "verify",', () => {
  it('a record whose response was lost is read back after the settle pause; if found, it is created, with its id, and not sent again', async () => {
    const run = await pushed(records, { script: lost, lookUp: looking(LOOKS.found), settleMs: 4000 });
    expect(run.outcomes).toEqual({ B: 'created', [P]: 'created' });
    const expected = { attempts: 1, state: 'ended', messages: ['HTTP 500; found by reading back'] };
    expect(run.row(P)).toMatchObject(expected);
    const [call] = run.service.callsOf(P);
    const [look] = run.service.looksOf(P);
    expect(run.service.callsOf(P)).toHaveLength(1);
    expect(look!.startedAt - call!.startedAt).toBeGreaterThanOrEqual(4000);
    expect(entry(run.ledger, P)).toEqual([
      { state: 'accepted', taken: 1, sure: null, doubt_hash: null, answer: '{"id":"read-back"}' },
    ]);
    const [attempt] = dbOf(run.ledger)
      .prepare('select result, status, read from attempts where read is not null')
      .all();
    expect(attempt).toEqual({ result: 'in-doubt', status: 500, read: 'found' });
    const again = await pushed(records, { ledger: run.ledger });
    expect(again.service.calls).toEqual([]);
  });

  it('a record whose response was lost is reported with the settle pause before it is read back', async () => {
    const states: unknown[] = [];
    const run = await pushed(records, {
      script: lost,
      lookUp: () => LOOKS.found,
      onEvent: (event) => {
        if (event.type === 'reading-back') states.push([event.key, event.waitMs]);
      },
    });
    expect(states).toEqual([[P, 4000]]);
    expect(run.outcomes[P]).toBe('created');
  });

  it('a record whose response was lost is outdated if the service shows other content, in later runs too', async () => {
    const given = [product('P/C/RED', { name: 'a' })];
    const { ledger, ...run } = await pushed(given, {
      script: lost,
      lookUp: looking({ type: 'found', answer: { id: 'x' }, shows: { name: 'b' } }),
    });
    expect(run.outcomes[P]).toBe('outdated');
    expect(run.row(P).messages).toEqual([
      expect.stringContaining(
        'found by reading back, with a different name: the record in the service is from another source',
      ),
      'name: "b" → "a"',
    ]);
    expect(entry(ledger, P)).toMatchObject([{ state: 'existing', answer: '{"id":"x"}' }]);
    const later = await pushed(given, { ledger });
    expect([later.outcomes[P], later.service.calls]).toEqual(['outdated', []]);
    const there = await pushed([product('P/C/RED', { name: 'b' })], { ledger });
    expect([there.outcomes[P], there.service.calls]).toEqual(['existing', []]);
  });

  it('a record whose response was lost is sent again if it is absent', async () => {
    const run = await pushed(records, { script: lost, lookUp: looking(LOOKS.absent) });
    expect(run.outcomes[P]).toBe('created');
    expect(run.row(P)).toMatchObject({ attempts: 2, status: 'new' });
    expect(run.service.callsOf(P)).toHaveLength(2);
  });

  it('a record whose response was lost is created if it was absent and the second attempt reports that the key exists', async () => {
    const script = answering({ [P]: [ANSWERS.unknown, ANSWERS.exists] });
    const run = await pushed(records, { script, lookUp: looking(LOOKS.absent, LOOKS.found) });
    expect(run.outcomes[P]).toBe('created');
    expect(entry(run.ledger, P)).toMatchObject([{ state: 'accepted', answer: '{"id":"read-back"}' }]);
  });

  it('a record whose response was lost is failed if it is absent after five attempts, and the run continues', async () => {
    const script = answering({ B: [ANSWERS.unknown] });
    const run = await pushed(records, { script, lookUp: looking(LOOKS.absent) });
    expect(run.outcomes).toEqual({ B: 'failed', [P]: 'created' });
    expect(run.service.callsOf('B')).toHaveLength(5);
    expect(entry(run.ledger, 'B')).toEqual([]);
    expect(run.stop).toBeNull();
  });

  it.each<[string, LookUp, RegExp, number]>([
    ['no read shows it', LOOKS.cannotTell, /^nothing shows it; trace resolve \S+ settles it$/, 1],
    ['reads fail', LOOKS.failed, /^it could not be read back: HTTP 502; trace resume \S+ settles it$/, 3],
  ])('stays in doubt if %s, and records that refer to it are blocked', async (_, look, message, looks) => {
    const given = [product('P/C/RED'), supplier('S'), { ...product('Q/C/RED', { supplierRef: 'S' }) }];
    const own = [...given, { ...component('M', 'P/C/RED') }];
    const run = await pushed(own, { script: lost, lookUp: looking(look) });
    const expected = { [P]: 'in-doubt', 'Q / C / RED': 'created', 'M / P / C / RED': 'blocked' };
    expect(run.outcomes).toMatchObject(expected);
    expect(run.row(P).messages).toEqual(['HTTP 500', expect.stringMatching(message)]);
    expect(run.service.looksOf(P)).toHaveLength(looks);
    expect(run.service.callsOf(P)).toHaveLength(1);
  });

  it('a record whose response was lost is read again after the Retry-After of a throttled read', async () => {
    const putOff: LookUp = { type: 'failed', answer: { type: 'throttled', status: 429, retryAfterMs: 2000 } };
    const run = await pushed(records, { script: lost, lookUp: looking(putOff, LOOKS.found) });
    const [first, second] = run.service.looksOf(P);
    expect(run.outcomes[P]).toBe('created');
    expect(second!.startedAt - first!.startedAt).toBeGreaterThanOrEqual(2000);
  });

  it('a record whose response was lost stays in doubt and stops the run if the read is refused for its token', async () => {
    const run = await pushed(records, {
      script: lost,
      lookUp: looking({ type: 'failed', answer: ANSWERS.token }),
    });
    expect(run.stop).toMatchObject({ exit: 'token' });
    expect(run.outcomes[P]).toBe('in-doubt');
  });

  it('a record whose response was lost is existing if the service had the key before', async () => {
    const { ledger } = await pushed([product('P/C/RED', { name: 'a' })], { script: () => ANSWERS.exists });
    // As left by a version that sent changed rows with such a key.
    ledger.inTransaction(() => {
      dbOf(ledger).exec("update entries set state = 'in-doubt', sure = 'existing', doubt_hash = 'b'");
    });
    const run = await pushed([product('P/C/RED', { name: 'b' })], {
      ledger,
      script: () => ANSWERS.unknown,
      lookUp: looking(LOOKS.found),
    });
    expect(run.outcomes[P]).toBe('existing');
    const kept = dbOf(ledger).prepare('select state, sure, body from entries').get()!;
    expect(kept).toMatchObject({ state: 'existing', sure: null });
    expect(JSON.parse(kept.body as string)).toMatchObject({ name: 'a' });
  });

  it('a record whose response was lost is rejected if the second attempt is refused, and the ledger has no entry for it', async () => {
    const script = answering({ [P]: [ANSWERS.unknown, ANSWERS.refused] });
    const run = await pushed(records, { script, lookUp: looking(LOOKS.absent) });
    expect(run.outcomes[P]).toBe('rejected');
    expect(entry(run.ledger, P)).toEqual([]);
  });

  it('a record whose response was lost stays in doubt if the run is stopped before the read', async () => {
    const stop = new AbortController();
    const run = await pushed(records, {
      script: lost,
      signal: stop.signal,
      onEvent: ({ type }) => {
        if (type === 'reading-back') stop.abort();
      },
    });
    expect(run.stop).toMatchObject({ exit: 'interrupted' });
    expect(run.outcomes[P]).toBe('in-doubt');
    expect(run.service.looks).toEqual([]);
    expect(run.row(P).messages[1]).toMatch(/^the run stopped before it was read back; trace resume /);
  });

  it('a record whose response was lost is read back within the limit of the request rate', async () => {
    const many = Array.from({ length: 40 }, (_, at) => packaging(`B${at}`));
    const run = await pushed(many, {
      rate: 10,
      script: ({ attempt, key }) =>
        attempt === 1 && Number(key.slice(1)) % 2 === 1 ? ANSWERS.unknown : ANSWERS.accepted,
      lookUp: ({ key }) => (Number(key.slice(1)) % 4 === 1 ? LOOKS.found : LOOKS.absent),
    });
    expect(new Set(Object.values(run.outcomes))).toEqual(new Set(['created']));
    const starts = [...run.service.calls, ...run.service.looks]
      .map(({ startedAt }) => startedAt)
      .sort((a, b) => a - b);
    // An absent record is read again once its absence counts.
    expect(starts).toHaveLength(40 + 20 + 10 + 10);
    for (const [at, start] of starts.entries()) {
      if (at >= 10) expect(start - starts[at - 10]!).toBeGreaterThanOrEqual(1000);
    }
  });
});

describe('a record whose response was lost, with another inDoubt setting,', () => {
  it('a record whose response was lost stays in doubt with "hold", and records that refer to it are blocked', async () => {
    const run = await pushed([...records, component('M', 'P/C/RED')], { script: lost, inDoubt: 'hold' });
    expect(run.outcomes).toMatchObject({ [P]: 'in-doubt', 'M / P / C / RED': 'blocked' });
    expect(run.service.looks).toEqual([]);
    expect(run.row(P).messages[1]).toMatch(/^kept in doubt, as .*trace resolve \S+ settles it$/);
  });

  it('a record whose response was lost is sent again with "resend"; if the key then exists, the first attempt created it', async () => {
    const script = answering({
      S: [ANSWERS.unknown, ANSWERS.exists],
      [P]: [ANSWERS.unknown, ANSWERS.exists],
      T: [ANSWERS.exists],
    });
    const given = [supplier('S'), supplier('T'), product('P/C/RED')];
    const run = await pushed(given, { script, inDoubt: 'resend', lookUp: looking(LOOKS.found) });
    expect(run.outcomes).toEqual({ S: 'created', T: 'existing', [P]: 'created' });
    expect(run.service.looks.map(({ key }) => key)).toEqual([P]);
    expect(entry(run.ledger, P)).toMatchObject([{ state: 'accepted', answer: '{"id":"read-back"}' }]);
  });

  it('a record whose response was lost is in doubt after five attempts with "resend"', async () => {
    const run = await pushed([supplier('S')], { script: () => ANSWERS.unknown, inDoubt: 'resend' });
    expect(run.outcomes).toEqual({ S: 'in-doubt' });
    expect(run.service.calls).toHaveLength(5);
  });

  it('a record whose response was lost stays in doubt with "resend" if the second attempt cannot be sent', async () => {
    const script = answering({ S: [ANSWERS.unknown, ANSWERS.unsent] });
    const run = await pushed([supplier('S')], { script, inDoubt: 'resend' });
    expect(run.outcomes).toEqual({ S: 'in-doubt' });
    expect(run.stop).toMatchObject({ exit: 'unreachable' });
    expect(entry(run.ledger, 'S')).toMatchObject([{ state: 'in-doubt' }]);
  });

  it('a record whose response was lost is existing with "resend" if the key exists and other content was in doubt', async () => {
    const { ledger } = await pushed([supplier('S', { name: 'a' })], {
      script: () => ANSWERS.unknown,
      inDoubt: 'hold',
    });
    const run = await pushed([supplier('S', { name: 'b' })], {
      ledger,
      script: () => ANSWERS.exists,
      inDoubt: 'resend',
    });
    expect(run.outcomes).toEqual({ S: 'existing' });
  });
});

describe('a service whose responses are lost', () => {
  const many = Array.from({ length: 200 }, (_, at) => supplier(`S${at}`));

  it('a service whose responses are lost stops the run after ten lost responses in a row, to requests sent one at a time', async () => {
    const run = await pushed(many, { script: () => ANSWERS.unknown, concurrency: 16 });
    expect(run.stop).toMatchObject({ exit: 'doubt' });
    expect(run.stop?.reason).toContain('no certain response to 10 consecutive requests: HTTP 500');
    expect(run.service.calls).toHaveLength(10);
    expect(run.service.mostOut).toBe(1);
    const outcomes = Object.values(run.outcomes);
    expect(outcomes.filter((outcome) => outcome === 'in-doubt')).toHaveLength(10);
    expect(outcomes.filter((outcome) => outcome === 'not-attempted')).toHaveLength(190);
  });

  it('lost responses from the 61st request on stop the run: those to concurrent requests count as one', async () => {
    const run = await pushed(many, {
      script: (_, { calls }) => (calls.length > 60 ? ANSWERS.unknown : ANSWERS.accepted),
      concurrency: 16,
    });
    expect(run.stop).toMatchObject({ exit: 'doubt' });
    expect(run.service.calls.length).toBeLessThan(60 + 16 + 10 + 16);
  });

  it('lost responses to 14 requests only do not stop the run', async () => {
    const run = await pushed(many, {
      script: (_, { calls }) =>
        calls.length > 60 && calls.length <= 74 ? ANSWERS.unknown : ANSWERS.accepted,
      latencyMs: () => 50,
      concurrency: 16,
    });
    expect(run.stop).toBeNull();
    expect(Object.values(run.outcomes).filter((outcome) => outcome === 'in-doubt')).toHaveLength(14);
  });

  it('although it stores every record gets all records in a few resumes, and none twice', async () => {
    const given = Array.from({ length: 60 }, (_, at) => packaging(`B${at}`));
    const lossy = { script: () => ANSWERS.unknown, lookUp: () => LOOKS.found };
    let run = await pushed(given, lossy);
    const calls = run.service.calls.map(({ key }) => key);
    for (let round = 0; run.stop !== null && round < 6; round++) {
      run = await resumed(run.ledger, run.run, lossy);
      calls.push(...run.service.calls.map(({ key }) => key));
    }
    expect(run.stop).toBeNull();
    expect(new Set(Object.values(run.outcomes))).toEqual(new Set(['created']));
    expect(calls).toHaveLength(new Set(calls).size);
  });
});

describe('a record that an earlier run left in doubt', () => {
  const left = async (given: Given[] = [product('P/C/RED', { name: 'a' })]) =>
    (await pushed(given, { script: () => ANSWERS.unknown })).ledger;

  it.each<[string, LookUp, string, number]>([
    ['found', LOOKS.found, 'created', 0],
    ['absent', LOOKS.absent, 'created', 1],
    ['not shown by any read', LOOKS.cannotTell, 'in-doubt', 0],
    ['not readable', LOOKS.failed, 'in-doubt', 0],
  ])(
    'a record that an earlier run left in doubt is read back first in the next import; if it is %s, it ends as $2',
    async (_, look, outcome, calls) => {
      const ledger = await left();
      const run = await pushed([product('P/C/RED', { name: 'a' })], { ledger, lookUp: looking(look) });
      expect(run.outcomes).toEqual({ [P]: outcome });
      expect(run.service.calls).toHaveLength(calls);
      if (outcome === 'created' && calls === 0)
        expect(run.row(P).messages[0]).toMatch(/^sent on 2026-11-02 without a certain response; found/);
    },
  );

  it('a record that an earlier run left in doubt is outdated and not sent if the next import has other content and the service has the record', async () => {
    const ledger = await left();
    const run = await pushed([product('P/C/RED', { name: 'b' })], {
      ledger,
      lookUp: looking(LOOKS.found),
      script: () => ANSWERS.exists,
    });
    expect(run.outcomes).toEqual({ [P]: 'outdated' });
    expect(run.row(P).messages.at(-1)).toBe('name: "a" → "b"');
    expect(run.service.calls).toEqual([]);
    const third = await pushed([product('P/C/RED', { name: 'a' })], { ledger });
    expect(third.outcomes).toEqual({ [P]: 'unchanged' });
  });

  it('a record that an earlier run left in doubt stays in doubt and is not sent if the run stops before its turn', async () => {
    const ledger = await left([packaging('A'), product('P/C/RED')]);
    const run = await pushed([packaging('B'), product('P/C/RED')], { ledger, script: () => ANSWERS.token });
    expect(run.outcomes).toEqual({ B: 'not-attempted', [P]: 'in-doubt' });
  });

  it('a record that an earlier run left in doubt does not block records that refer to it once it is found', async () => {
    const ledger = await left([product('P/C/RED')]);
    const run = await pushed([product('P/C/RED'), component('M', 'P/C/RED')], {
      ledger,
      lookUp: looking(LOOKS.found),
    });
    expect(run.outcomes).toEqual({ [P]: 'created', 'M / P / C / RED': 'created' });
  });

  it('a record that an earlier run left in doubt is sent again at once with inDoubt "resend"', async () => {
    const ledger = await left([supplier('S')]);
    const run = await pushed([supplier('S')], { ledger, inDoubt: 'resend', script: () => ANSWERS.exists });
    expect(run.outcomes).toEqual({ S: 'created' });
    expect(run.service.calls).toHaveLength(1);
  });
});

describe('a resumed run', () => {
  it('a resumed run sends only records that had not ended, and continues the count of their attempts', async () => {
    const given = [
      packaging('A'),
      packaging('B'),
      packaging('C'),
      product('P/C/RED'),
      component('M', 'P/C/RED'),
    ];
    const first = await pushed(given, {
      concurrency: 1,
      script: ({ key }) => (key === P ? ANSWERS.unknown : key === 'B' ? ANSWERS.refused : ANSWERS.accepted),
    });
    const expected = { A: 'created', B: 'rejected', [P]: 'in-doubt', 'M / P / C / RED': 'blocked' };
    expect(first.outcomes).toMatchObject(expected);
    const second = await resumed(first.ledger, first.run, { lookUp: looking(LOOKS.absent) });
    expect(second.outcomes).toEqual({
      A: 'created',
      B: 'rejected',
      C: 'created',
      [P]: 'created',
      'M / P / C / RED': 'created',
    });
    expect(second.service.calls.map(({ key }) => key)).toEqual([P, 'M / P / C / RED']);
    expect(second.row(P)).toMatchObject({ attempts: 2 });
    const tries = dbOf(first.ledger).prepare(
      'select attempt, result from attempts join records on id = record where kind = ?',
    );
    expect(tries.all('product')).toEqual([
      { attempt: 1, result: 'in-doubt' },
      { attempt: 2, result: 'created' },
    ]);
  });

  it('a resumed run does not send records that another run has sent since', async () => {
    const given = [supplier('S'), supplier('T')];
    const first = await pushed(given, { script: () => ANSWERS.token });
    expect(new Set(Object.values(first.outcomes))).toEqual(new Set(['not-attempted']));
    await pushed(given, { ledger: first.ledger });
    const second = await resumed(first.ledger, first.run);
    expect(second.service.calls).toEqual([]);
    expect(second.outcomes).toEqual({ S: 'unchanged', T: 'unchanged' });
  });

  it('a resumed run does not send records that were excluded from the run', async () => {
    const first = await pushed([{ ...supplier('S'), ending: 'not-attempted' }, supplier('T')], {
      script: () => ANSWERS.token,
    });
    const second = await resumed(first.ledger, first.run);
    expect(second.outcomes).toEqual({ S: 'not-attempted', T: 'created' });
    expect(rowsOf(second.ledger, second.run)).toHaveLength(2);
  });
});
