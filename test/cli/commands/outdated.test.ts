import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Body } from '../../../src/contract/kind.ts';
import { Ledger } from '../../../src/ledger/ledger.ts';
import type { RunningMock, StartOptions } from '../../../src/mock/listen.ts';
import { dbOf } from '../../ledger/store-of.ts';
import {
  createsOf,
  expectEnd,
  folderWith,
  journalOf,
  mockService,
  sandboxConfig,
  sandboxFolder,
  trace,
} from './harness.ts';
import { csv, HEADS, outcomes, purchase, type Report, told, world } from './purchases.ts';
import { component, componentBody, csvOf, product, productBody, supplier, supplierBody } from './sheets.ts';

const KEPT = 'accepted this content';

/** A folder with a mock; `put` writes a supplier sheet, `run` runs a command and parses its report. */
async function sandbox(options: Partial<StartOptions> = {}) {
  const { mock, cwd } = await sandboxFolder({}, options);
  const put = (...bodies: readonly Body[]) =>
    writeFile(path.join(cwd, 'suppliers.csv'), csvOf(supplier, bodies));
  const run = async (...argv: readonly string[]) => {
    const ran = await trace([...argv, '--json'], { cwd });
    const report = (ran.stdout === '' ? null : JSON.parse(ran.stdout)) as Report & {
      verdict: { next: string | null };
    };
    return { ...ran, report };
  };
  const load = () => run('import', 'suppliers.csv', '--env', 'sandbox');
  const reported = async (id: string) =>
    JSON.parse((await trace(['runs', 'report', id], { cwd })).stdout) as Report;
  return { mock, cwd, put, run, load, reported };
}

const FRN = (number: number, name = 'Tissages') => supplierBody(`FRN-${number}`, { name });
const messagesOf = (report: Report, key: string) => report.records.find((one) => one.key === key)!.messages;

describe('a changed record of v2', () => {
  test('a changed record of v2 is reported with its changes and never sent, until resolve --keep accepts the stored content', async () => {
    const { mock, put, run, load, cwd, reported } = await sandbox();
    await put(FRN(1), FRN(2), FRN(3));
    expect((await load()).code).toBe(0);
    await put(FRN(1, 'Vallon'), FRN(2), FRN(3), FRN(4));
    const plan = await trace(['plan', 'suppliers.csv', '--env', 'sandbox'], { cwd });
    expect(plan.stdout).toContain('outdated: supplier FRN-1: name: "Tissages" → "Vallon"');
    expect(plan.stderr).toContain(
      '1 record would be sent to sandbox; nothing was sent. 1 record changed; the service has no update for it.',
    );

    const first = await load();
    expect([first.code, told(first.report)]).toEqual([
      5,
      'FRN-1 outdated, FRN-2 unchanged, FRN-3 unchanged, FRN-4 created',
    ]);
    expect(messagesOf(first.report, 'FRN-1')).toEqual([
      'name changed since it was accepted; not sent, because the service cannot update a supplier',
      'name: "Tissages" → "Vallon"',
    ]);
    expect(first.report.totals).toMatchObject({ outdated: 1, created: 1, unchanged: 2 });
    expect(first.report.verdict.next).toBe(`trace resolve ${first.report.run}`);
    expect(first.stderr).toMatch(
      /^outdated: supplier FRN-1 \(\S+suppliers\.csv › A2\): name: "Tissages" → "Vallon"$/m,
    );
    expect((await load()).code).toBe(5);

    // Records that were not listed cannot be kept.
    const early = await run('resolve', '--keep');
    expect([early.code, early.report.records.map(({ outcome }) => outcome)]).toEqual([5, ['outdated']]);
    expect(early.stderr).toContain('was not settled: the differences had not been listed before');
    const kept = await run('resolve', '--keep');
    expect([kept.code, kept.report.records.map(({ outcome }) => outcome)]).toEqual([0, ['unchanged']]);
    const last = await load();
    expect([last.code, last.report.totals.unchanged]).toEqual([0, 4]);
    expect(messagesOf(await reported(kept.report.run), 'FRN-1')[0]).toContain(KEPT);

    // Another change, and the earlier content, differ from the kept content.
    for (const name of ['Vallon SA', 'Tissages']) {
      await put(FRN(1, name), FRN(2), FRN(3), FRN(4));
      const again = await load();
      expect([again.code, messagesOf(again.report, 'FRN-1')[1]]).toEqual([5, `name: "Vallon" → "${name}"`]);
    }
    expect(createsOf(mock)).toBe(4);
    expect(await journalOf(mock)).toHaveLength(4);
  });

  test('a changed record of v2 is unchanged once it is changed back, and resolve has nothing to settle', async () => {
    const { mock, put, run, load } = await sandbox();
    await put(FRN(1));
    await load();
    await put(FRN(1, 'Vallon'));
    expect((await load()).code).toBe(5);
    await put(FRN(1));
    expect([(await load()).code, createsOf(mock)]).toEqual([0, 1]);
    expect((await run('resolve')).stderr).toBe('No record is in doubt or outdated.\n');
  });

  test('a changed record of v2 does not block the records that refer to it', async () => {
    const { cwd, mock } = await sandbox();
    const write = (name: string, more: readonly Body[]) =>
      Promise.all([
        writeFile(path.join(cwd, 'suppliers.csv'), csvOf(supplier, [FRN(1, name)])),
        writeFile(path.join(cwd, 'products.csv'), csvOf(product, [productBody('ROB-1', 'FRN-1', { name })])),
        writeFile(path.join(cwd, 'components.csv'), csvOf(component, more)),
      ]);
    const argv = ['import', 'suppliers.csv', 'products.csv', 'components.csv', '--env', 'sandbox', '--json'];
    await write('a', [componentBody('CMP-1', 'ROB-1', 'FRN-1')]);
    expect((await trace(argv, { cwd })).code).toBe(0);
    await write('b', [componentBody('CMP-1', 'ROB-1', 'FRN-1'), componentBody('CMP-2', 'ROB-1', 'FRN-1')]);
    const ran = await trace(argv, { cwd });
    const { totals } = JSON.parse(ran.stdout) as Report;
    expect([ran.code, totals]).toMatchObject([5, { outdated: 2, created: 1, unchanged: 1, blocked: 0 }]);
    expect(createsOf(mock)).toBe(4);
  });

  test('a changed record of v2 with the outcome existing is compared with the row of that run', async () => {
    const { mock, put, run, load } = await sandbox();
    await put(FRN(1));
    const other = await folderWith({
      'trace.config.yaml': sandboxConfig(mock.url),
      'suppliers.csv': csvOf(supplier, [FRN(1, 'Theirs')]),
    });
    await trace(['import', 'suppliers.csv', '--env', 'sandbox'], { cwd: other });
    const found = await load();
    expect([found.code, told(found.report)]).toEqual([0, 'FRN-1 existing']);
    expect(found.stderr).toContain('sandbox: 1 existing (its content was not compared).');
    await put(FRN(1, 'Vallon'));
    for (let night = 0; night < 2; night++) {
      const ran = await load();
      expect([ran.code, told(ran.report)]).toEqual([5, 'FRN-1 outdated']);
      expect(messagesOf(ran.report, 'FRN-1')).toEqual([
        'name changed since the service reported that the key exists, without a comparison of its content; not sent, because the service cannot update a supplier',
        'name: "Tissages" → "Vallon"',
      ]);
    }
    expect(createsOf(mock)).toBe(2);

    // The first content is not a change, and neither is kept content: what the service has stays unknown.
    await put(FRN(1));
    expect(told((await load()).report)).toBe('FRN-1 existing');
    await put(FRN(1, 'Vallon'));
    await load();
    await run('resolve');
    const kept = await run('resolve', '--keep');
    expect([kept.code, told(kept.report)]).toEqual([0, 'FRN-1 unchanged']);
    const last = await load();
    expect([last.code, told(last.report)]).toEqual([0, 'FRN-1 existing']);
    await put(FRN(1));
    expect([(await load()).code, createsOf(mock)]).toEqual([5, 2]);
  });

  test('a changed record of v2 is unchanged if only the form of its values changed', async () => {
    const { cwd, put, load } = await sandbox();
    const certified = (type: string) =>
      supplierBody('FRN-1', { name: '12', certifications: [{ type, date_start: '2026-01-01' }] });
    await put(certified('GOTS'));
    await load();
    // As another version of trace might have written it.
    const ledger = Ledger.open(path.join(cwd, '.trace', 'ledger.db'));
    const entry = dbOf(ledger).prepare('select body from entries').get() as { body: string };
    const body = JSON.parse(entry.body) as Body;
    const other = {
      ...body,
      name: 12,
      additionalInformation: null,
      contacts: [],
      certifications: [{ type: ['GOTS'], date_start: '2026-01-01T00:00:00.000Z' }],
    };
    ledger.inTransaction(() => {
      dbOf(ledger).prepare("update entries set hash = 'other', body = ?").run(JSON.stringify(other));
    });
    ledger.close();
    const ran = await load();
    expect([ran.code, told(ran.report)]).toEqual([0, 'FRN-1 unchanged']);
    await put(certified('GRS'));
    expect(messagesOf((await load()).report, 'FRN-1')[1]).toBe('certifications.1.type: ["GOTS"] → "GRS"');
  });

  test('a changed record of v2 is reported without passwords, and with long values shortened', async () => {
    const { cwd, put, run } = await sandbox();
    const told = (secret: string) =>
      supplierBody('FRN-1', {
        name: `Tissages ${'x'.repeat(100)}`,
        certifications: [{ type: 'GOTS', file: `https://ada:${secret}@files.example/a.pdf?sig=${secret}` }],
      });
    await put(supplierBody('FRN-1'));
    await run('import', 'suppliers.csv', '--env', 'sandbox');
    await put(told('hunter2'));
    const { stderr, stdout, code } = await trace('import suppliers.csv --env sandbox --json', { cwd });
    expectEnd({ code, stderr }, 5, 'name: (none) → "Tissages xxx');
    expect(stderr).not.toMatch(/hunter2|x{80}/);
    expect(stdout).not.toContain('hunter2');
  });
});

describe('with outdated records', () => {
  test('resolve --keep --key settles single records, in each run only as they were listed', async () => {
    const { put, run, load, reported, cwd } = await sandbox();
    await put(FRN(1), FRN(2), FRN(3));
    await load();
    await put(FRN(1, 'B'), FRN(2, 'B'), FRN(3));
    const earlier = (await load()).report.run;
    expect((await run('resolve', earlier)).code).toBe(5);
    await put(FRN(1, 'C'), FRN(2, 'B'), FRN(3));
    const later = (await load()).report.run;
    expect(await run('resolve')).toMatchObject({ code: 5, report: { run: later } });
    expect((await trace('resolve', { cwd })).stdout).toContain(`trace resolve ${later} --keep`);
    const unknown = await run('resolve', '--keep', '--key', 'FRN-3');
    expectEnd(unknown, 2, 'no record with this key is outdated in this run');
    const one = await run('resolve', '--keep', '--key', 'FRN-1');
    const expected = [5, [['FRN-1', 'unchanged']]];
    expect([one.code, one.report.records.map(({ key, outcome }) => [key, outcome])]).toEqual(expected);
    // The later run settled it: the ledger has the content of that run. The other record was listed in its present
    // state.
    const old = await run('resolve', earlier, '--keep');
    expect([old.code, old.report.records.map(({ key }) => key)]).toEqual([0, ['FRN-2']]);
    expect(outcomes(await reported(earlier))).toMatchObject({ 'FRN-1': 'existing', 'FRN-2': 'unchanged' });
    expect([(await load()).code, (await run('resolve')).code]).toEqual([0, 0]);
  });

  test('resume of their run sends nothing for them', async () => {
    const { mock, put, run, load } = await sandbox();
    await put(FRN(1));
    await load();
    await put(FRN(1, 'B'));
    const { report } = await load();
    const resumed = await run('resume', report.run);
    expect([resumed.code, told(resumed.report)]).toEqual([5, 'FRN-1 outdated']);
    expect(resumed.stderr).toContain(`Next: trace resolve ${report.run}`);
    expect((await run('resume')).stderr).toContain('No unfinished import to resume');
    await load();
    await run('resolve');
    await run('resolve', '--keep');
    expect(told((await run('resume', report.run)).report)).toBe('FRN-1 unchanged');
    expect(createsOf(mock)).toBe(1);
  });
});

describe('a changed record of v3', () => {
  test('a changed record of v3 is not sent again if its kind has no update', async () => {
    const { mock, run, cwd } = await world({});
    const before = createsOf(mock);
    await writeFile(
      path.join(cwd, 'suppliers.csv'),
      csv(['uniqueIdentifier', 'siteName'], ['AURORE-SITE-0001', 'Mill 2'], ['AURORE-SITE-0002', 'Shop']),
    );
    const { code, report } = await run('import', 'suppliers.csv');
    expect([code, report.totals.outdated]).toEqual([5, expect.any(Number)]);
    expect(outcomes(report)['AURORE-SITE-0001']).toBe('outdated');
    expect(createsOf(mock)).toBe(before);
  });

  test('a record of v3 that resolve --keep settled is sent again with a later update, as the stored value is unknown', async () => {
    const sheet = (order: string, amount: number) => csv(HEADS, purchase('P-1', order, '2026-04-15', amount));
    const { cwd, run, updates } = await world({ 'purchased-items-one.csv': sheet('PO-B', 100) });
    const load = (...more: string[]) => run('import', 'purchased-items-one.csv', ...more);
    const first = await load();
    expect([first.code, told(first.report)]).toEqual([5, 'P-1 outdated']);
    const listed = await trace(['resolve'], { cwd });
    expect([listed.code, listed.stdout]).toEqual([
      5,
      expect.stringMatching(/^ {2}trace import purchased-items-one\.csv .*--update {2}send the changes$/m),
    ]);
    expect((await trace(['resolve', '--keep'], { cwd })).code).toBe(0);
    expect([(await load()).code, (await load('--update')).report.totals.unchanged]).toEqual([0, 1]);
    expect(await updates()).toEqual([]);
    // It is unknown whether the service has the old order or the kept one, so it is sent.
    await writeFile(path.join(cwd, 'purchased-items-one.csv'), sheet('PO-B', 250));
    expect((await load()).code).toBe(5);
    expect((await load('--update')).code).toBe(0);
    expect((await updates()).map(({ body }) => body)).toEqual([
      { purchaseOrder: 'PO-B', purchasedQuantity: { value: 250, unit: 'GRAMS' } },
    ]);
  });
});

/** Fields of a supplier that an edit sets or removes. */
const EDITS = fc.record(
  {
    name: fc.constantFrom('A', 'B', 'C'),
    additionalInformation: fc.constantFrom('x', 'y'),
    category: fc.constantFrom('TRANSFORMATION - Weaving', 'TRANSFORMATION - Dyeing'),
  },
  { requiredKeys: ['category'] },
);
const SHEET = fc.array(EDITS, { minLength: 4, maxLength: 4 });

const written = (sheet: readonly Body[]) => sheet.map((more, at) => supplierBody(`FRN-${at}`, more));

test('after random edits exactly the edited rows are outdated, and once kept they are unchanged', async () => {
  const mock: RunningMock = await mockService();
  let folders = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(SHEET, { minLength: 2, maxLength: 4 }),
      fc.array(fc.boolean()),
      async (sheets, keeps) => {
        // A new ledger and new keys for each case: one service is enough.
        const cwd = await folderWith({ 'trace.config.yaml': sandboxConfig(mock.url) });
        const prefix = `R${folders++}-`;
        let known = new Map<number, string>();
        for (const [night, sheet] of sheets.entries()) {
          const bodies = written(sheet).map((body) => ({
            ...body,
            supplierRef: `${prefix}${body.supplierRef}`,
          }));
          await writeFile(path.join(cwd, 'suppliers.csv'), csvOf(supplier, bodies));
          const contents = sheet.map((row) =>
            JSON.stringify(row, ['name', 'additionalInformation', 'category']),
          );
          const sent = createsOf(mock);
          const argv = ['import', 'suppliers.csv', '--env', 'sandbox', '--json'];
          const ran = await trace(argv, { cwd });
          const { records } = JSON.parse(ran.stdout) as Report;
          if (night === 0) {
            expect(ran.code).toBe(0);
            known = new Map(contents.entries());
            continue;
          }
          const edited = contents.map((text, at) => (text === known.get(at) ? 'unchanged' : 'outdated'));
          expect(records.map(({ outcome }) => outcome)).toEqual(edited);
          expect([ran.code, createsOf(mock)]).toEqual([edited.includes('outdated') ? 5 : 0, sent]);
          if (ran.code === 0 || keeps[night] === false) continue;
          await trace(['resolve'], { cwd });
          expect((await trace(['resolve', '--keep'], { cwd })).code).toBe(0);
          expect((await trace(argv, { cwd })).code).toBe(0);
          expect(createsOf(mock)).toBe(sent);
          known = new Map(contents.entries());
        }
      },
    ),
    { numRuns: 5 },
  );
}, 60_000);
