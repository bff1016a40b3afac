import { describe, expect, it } from 'vitest';
import { makePlan } from '../../src/import/staged/make-plan.ts';
import { Ledger } from '../../src/ledger/ledger.ts';
import {
  ANSWERS,
  component,
  type Given,
  INPUT,
  ledgerFile,
  type Pushed,
  product,
  pushed,
  type RunOptions,
  rowsOf,
  stageRun,
  supplier,
  TARGET,
} from '../send/push/harness.ts';
import { dbOf } from './store-of.ts';

const status = (run: Pushed) =>
  Object.fromEntries(rowsOf(run.ledger, run.run).map((row) => [row.key, row.status]));

const entries = (ledger: Ledger) =>
  dbOf(ledger)
    .prepare('select key, state, taken, body, batch, answer, run from entries order by key, family')
    .all()
    .map((row) => ({ ...row, body: JSON.parse(row.body as string) }));

/** Pushes the first list, then the second with the same ledger. Returns the second run. */
async function again(first: Given[], second: Given[], options: RunOptions = {}, later: RunOptions = {}) {
  const { ledger } = await pushed(first, options);
  return pushed(second, { ...later, ledger, startedAt: '2026-11-03T02:00:00.000Z' });
}

describe('a second run', () => {
  it('a second run sends new records, and none that was accepted before, even if it changed since', async () => {
    const run = await again(
      [supplier('S1', { name: 'a' }), supplier('S2', { name: 'a' })],
      [supplier('S1', { name: 'a' }), supplier('S2', { name: 'b' }), supplier('S3', { name: 'a' })],
    );
    expect(status(run)).toEqual({ S1: 'unchanged', S2: 'outdated', S3: 'new' });
    expect(run.service.calls.map(({ key }) => key)).toEqual(['S3']);
    expect(run.outcomes).toEqual({ S1: 'unchanged', S2: 'outdated', S3: 'created' });
    expect(run.plan.waves).toMatchObject([{ toSend: 1 }]);
  });

  it('a second run of the same input sends nothing', async () => {
    const records = [supplier('S'), product('P/C/RED', { supplierRef: 'S' })];
    const run = await again(records, records);
    expect(run.service.calls).toEqual([]);
    expect(run.events).toEqual([]);
    expect(run.outcomes).toEqual({ S: 'unchanged', 'P / C / RED': 'unchanged' });
  });

  it('a second run keeps the ids of unchanged records', async () => {
    const run = await again([supplier('S')], [supplier('S')]);
    const { answer } = dbOf(run.ledger).prepare('select answer from records where run = ?').get(run.run)!;
    expect(JSON.parse(answer as string)).toMatchObject({ id: expect.stringMatching(/^id of /) });
  });

  it.each([
    ['another importation batch', { ...supplier('S'), batch: 'W2' }, 'unchanged'],
    ['more fields', { ...supplier('S'), body: { b: 1, a: 2, supplierRef: 'S' } }, 'outdated'],
    ['another family', { ...supplier('S'), family: 'AGEC' as const }, 'new'],
    ['another kind of the same key', product('S/C/RED'), 'new'],
  ])('a second run of the same record with %s finds the record $2', async (_, given, expected) => {
    const run = await again([supplier('S')], [given]);
    expect(Object.values(status(run))).toEqual([expected]);
  });

  it('a second run finds a record unchanged if only the order of its fields changed', async () => {
    const run = await again(
      [supplier('S', { name: 'a', address: { city: 'Lyon', country: 'FR' } })],
      [supplier('S', { address: { country: 'FR', city: 'Lyon' }, name: 'a' })],
    );
    expect(status(run)).toEqual({ S: 'unchanged' });
  });

  it('a second run at another target finds the same record new', async () => {
    const run = await again([supplier('S')], [supplier('S')], {}, { target: 'production https://x.example' });
    expect(status(run)).toEqual({ S: 'new' });
    run.ledger.targets.forget(TARGET);
    expect(entries(run.ledger)).toHaveLength(1);
  });

  it('a second run sends a rejected record again', async () => {
    const run = await again([supplier('S')], [supplier('S')], { script: () => ANSWERS.refused });
    expect(run.outcomes).toEqual({ S: 'created' });
  });

  it('a second run shows the content of a changed record before and after', async () => {
    const run = await again([supplier('S', { name: 'a' })], [supplier('S', { name: 'b' })], undefined, {
      script: () => ANSWERS.refused,
    });
    const [row] = [...run.ledger.updates(run.run).changedRows()];
    expect(JSON.parse(row!.before)).toMatchObject({ name: 'a' });
    expect(JSON.parse(row!.after)).toMatchObject({ name: 'b' });
  });
});

describe('a record that the service reports as existing', () => {
  const exists: RunOptions = { script: () => ANSWERS.exists };

  it('a record that the service reports as existing is existing in the next run with the same content, and is not sent again', async () => {
    const run = await again([supplier('S')], [supplier('S')], exists);
    expect(run.outcomes).toEqual({ S: 'existing' });
    expect(run.service.calls).toEqual([]);
    expect(run.row('S').messages[0]).toContain('2026-11-02');
  });

  it('a record that the service reports as existing does not replace the content that the service accepted for its key', async () => {
    const run = await again([supplier('S', { name: 'a' })], [supplier('S', { name: 'b' })], {}, exists);
    expect(run.outcomes).toEqual({ S: 'outdated' });
    expect(run.row('S').messages.at(-1)).toBe('name: "a" → "b"');
    expect(entries(run.ledger)).toMatchObject([{ state: 'accepted', taken: 1, body: { name: 'a' } }]);
    const third = await pushed([supplier('S', { name: 'a' })], { ledger: run.ledger });
    expect(third.outcomes).toEqual({ S: 'unchanged' });
  });
});

describe('a record in doubt', () => {
  const unknown: RunOptions = { script: () => ANSWERS.unknown };

  it('a record in doubt stays in doubt in a later run, even if it changed, and blocks records that refer to it', async () => {
    const first = [supplier('S', { name: 'a' })];
    const second = [supplier('S', { name: 'b' }), product('P/C/RED', { supplierRef: 'S' }), supplier('T')];
    const run = await again(first, second, unknown);
    expect(run.outcomes).toEqual({ S: 'in-doubt', 'P / C / RED': 'blocked', T: 'created' });
    expect(run.row('S').messages[0]).toContain('2026-11-02');
    expect(run.row('P / C / RED').blockedBy).toEqual({ kind: 'supplier', key: 'S', outcome: 'in-doubt' });
    expect(run.service.calls.map(({ key }) => key)).toEqual(['T']);
  });

  it('a record in doubt blocks records that refer to it if it is not in the input, also a component without a colour', async () => {
    const run = await again(
      [supplier('S'), product('P/C/RED')],
      [product('Q/C/RED', { supplierRef: 'S' }), component('M1', 'P/C/RED'), component('M2', 'P/C')],
      unknown,
    );
    expect(new Set(Object.values(run.outcomes))).toEqual(new Set(['blocked']));
    expect(run.row('M2 / P / C / DEFAULT').blockedBy).toEqual({
      kind: 'product',
      key: 'P / C / RED',
      outcome: 'in-doubt',
    });
    expect(run.service.calls).toEqual([]);
  });

  it('a record in doubt whose key existed before stays in doubt, but does not block records that refer to it', async () => {
    const { ledger } = await pushed([supplier('S', { name: 'a' })], { script: () => ANSWERS.exists });
    // As left by a version that sent changed rows with such a key.
    ledger.inTransaction(() => {
      dbOf(ledger).exec("update entries set state = 'in-doubt', sure = 'existing', doubt_hash = 'b'");
    });
    await pushed([{ ...supplier('S', { name: 'b' }), batch: 'W2' }], { ledger, ...unknown });
    expect(entries(ledger)).toMatchObject([
      { state: 'in-doubt', taken: 1, body: { name: 'a' }, batch: 'W1' },
    ]);
    const third = await pushed([supplier('S', { name: 'a' }), product('P/C/RED', { supplierRef: 'S' })], {
      ledger,
    });
    expect(third.outcomes).toEqual({ S: 'in-doubt', 'P / C / RED': 'created' });
  });
});

describe('a temporary ledger for a check', () => {
  it('compares its records with those of the ledger on the disk', async () => {
    const file = ledgerFile();
    const ledger = Ledger.open(file.path);
    await pushed([supplier('S'), supplier('T')], {
      ledger,
      script: ({ key }) => (key === 'T' ? ANSWERS.unknown : ANSWERS.accepted),
    });
    const stage = Ledger.temporary(file.path);
    const run = stageRun(stage, [
      supplier('S', { name: 'b' }),
      product('P/C/RED', { supplierRef: 'S' }),
      product('Q/C/RED', { supplierRef: 'T' }),
    ]);
    const { plan } = makePlan({ ledger: stage, run, settings: INPUT });
    expect(plan.waves.map(({ toSend }) => toSend)).toEqual([0, 1]);
    expect(rowsOf(stage, run).map((row) => row.outcome)).toEqual(['outdated', null, 'blocked']);
    expect([...stage.updates(run).changedRows()]).toHaveLength(1);
    stage.close();
    ledger.close();
    file.remove();
  });
});
