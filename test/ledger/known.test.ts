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
  it('sends what is new, and nothing that was accepted, changed since or not', async () => {
    const run = await again(
      [supplier('S1', { name: 'a' }), supplier('S2', { name: 'a' })],
      [supplier('S1', { name: 'a' }), supplier('S2', { name: 'b' }), supplier('S3', { name: 'a' })],
    );
    expect(status(run)).toEqual({ S1: 'unchanged', S2: 'outdated', S3: 'new' });
    expect(run.service.calls.map(({ key }) => key)).toEqual(['S3']);
    expect(run.outcomes).toEqual({ S1: 'unchanged', S2: 'outdated', S3: 'created' });
    expect(run.plan.waves).toMatchObject([{ toSend: 1 }]);
  });

  it('of the same input sends nothing at all', async () => {
    const records = [supplier('S'), product('P/C/RED', { supplierRef: 'S' })];
    const run = await again(records, records);
    expect(run.service.calls).toEqual([]);
    expect(run.events).toEqual([]);
    expect(run.outcomes).toEqual({ S: 'unchanged', 'P / C / RED': 'unchanged' });
  });

  it('keeps the ids of what is unchanged', async () => {
    const run = await again([supplier('S')], [supplier('S')]);
    const { answer } = dbOf(run.ledger).prepare('select answer from records where run = ?').get(run.run)!;
    expect(JSON.parse(answer as string)).toMatchObject({ id: expect.stringMatching(/^id of /) });
  });

  it.each([
    ['another importation batch', { ...supplier('S'), batch: 'W2' }, 'unchanged'],
    ['more fields', { ...supplier('S'), body: { b: 1, a: 2, supplierRef: 'S' } }, 'outdated'],
    ['another family', { ...supplier('S'), family: 'AGEC' as const }, 'new'],
    ['another kind of the same key', product('S/C/RED'), 'new'],
  ])('with %s finds it %s', async (_, given, expected) => {
    const run = await again([supplier('S')], [given]);
    expect(Object.values(status(run))).toEqual([expected]);
  });

  it('does not look at the order of fields', async () => {
    const run = await again(
      [supplier('S', { name: 'a', address: { city: 'Lyon', country: 'FR' } })],
      [supplier('S', { address: { country: 'FR', city: 'Lyon' }, name: 'a' })],
    );
    expect(status(run)).toEqual({ S: 'unchanged' });
  });

  it('at another target knows nothing of it', async () => {
    const run = await again([supplier('S')], [supplier('S')], {}, { target: 'production https://x.example' });
    expect(status(run)).toEqual({ S: 'new' });
    run.ledger.targets.forget(TARGET);
    expect(entries(run.ledger)).toHaveLength(1);
  });

  it('sends again what was rejected', async () => {
    const run = await again([supplier('S')], [supplier('S')], { script: () => ANSWERS.refused });
    expect(run.outcomes).toEqual({ S: 'created' });
  });

  it('shows both contents of what changed', async () => {
    const run = await again([supplier('S', { name: 'a' })], [supplier('S', { name: 'b' })], undefined, {
      script: () => ANSWERS.refused,
    });
    const [row] = [...run.ledger.updates(run.run).changedRows()];
    expect(JSON.parse(row!.before)).toMatchObject({ name: 'a' });
    expect(JSON.parse(row!.after)).toMatchObject({ name: 'b' });
  });
});

describe('what the service says exists', () => {
  const exists: RunOptions = { script: () => ANSWERS.exists };

  it('is existing, and is not asked for again with this content', async () => {
    const run = await again([supplier('S')], [supplier('S')], exists);
    expect(run.outcomes).toEqual({ S: 'existing' });
    expect(run.service.calls).toEqual([]);
    expect(run.row('S').messages[0]).toContain('2026-11-02');
  });

  it('never stands in the place of a content that it accepted', async () => {
    const run = await again([supplier('S', { name: 'a' })], [supplier('S', { name: 'b' })], {}, exists);
    expect(run.outcomes).toEqual({ S: 'outdated' });
    expect(run.row('S').messages.at(-1)).toBe('name: "a" → "b"');
    expect(entries(run.ledger)).toMatchObject([{ state: 'accepted', taken: 1, body: { name: 'a' } }]);
    const third = await pushed([supplier('S', { name: 'a' })], { ledger: run.ledger });
    expect(third.outcomes).toEqual({ S: 'unchanged' });
  });
});

describe('what is in doubt', () => {
  const unknown: RunOptions = { script: () => ANSWERS.unknown };

  it('is held in every later run, changed or not, and so is all that names it', async () => {
    const first = [supplier('S', { name: 'a' })];
    const second = [supplier('S', { name: 'b' }), product('P/C/RED', { supplierRef: 'S' }), supplier('T')];
    const run = await again(first, second, unknown);
    expect(run.outcomes).toEqual({ S: 'in-doubt', 'P / C / RED': 'blocked', T: 'created' });
    expect(run.row('S').messages[0]).toContain('2026-11-02');
    expect(run.row('P / C / RED').blockedBy).toEqual({ kind: 'supplier', key: 'S', outcome: 'in-doubt' });
    expect(run.service.calls.map(({ key }) => key)).toEqual(['T']);
  });

  it('blocks what names it also when it is not in the input, with or without its colour', async () => {
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

  it('after the service said that it has it: held, and that is still known', async () => {
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

describe('a temporary stage', () => {
  it('compares with the ledger beside it', async () => {
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
