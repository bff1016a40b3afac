import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { runReport } from '../../../src/cli/view/report-schema.ts';
import { Ledger } from '../../../src/ledger/ledger.ts';
import { parseChaos } from '../../../src/mock/chaos/parse.ts';
import { storeOf } from '../../ledger/store-of.ts';
import { soundBody } from '../../mock/sound-body.ts';
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
import {
  component,
  componentBody,
  csvOf,
  packaging,
  product,
  productBody,
  SMALL_BATCH,
  SMALL_SIZE,
  smallBatch,
  supplier,
  supplierBody,
} from './sheets.ts';

const IMPORT = ['import', ...SMALL_BATCH, '--env', 'sandbox', '--json'];

const reportOf = (stdout: string) => runReport.extend({ run: z.string() }).parse(JSON.parse(stdout));
const ledgerOf = (cwd: string) => path.join(cwd, '.trace', 'ledger.db');

/** One supplier, and many records that can be read back. */
function batchOf(products: number, packagings: number, components: number): Record<string, string> {
  const many = <T>(count: number, make: (at: number) => T) =>
    Array.from({ length: count }, (_, at) => make(at));
  const products_ = many(products, (at) => productBody(`ROB-${at}`, 'FRN-1'));
  return {
    'suppliers.csv': csvOf(supplier, [supplierBody('FRN-1')]),
    'products.csv': csvOf(product, products_),
    'packaging.csv': csvOf(
      packaging,
      many(packagings, (at) =>
        soundBody(packaging, 'STANDARD', { fill: 'required', with: { packagingRef: `PKG-${at}` } }),
      ),
    ),
    'components.csv': csvOf(
      component,
      many(components, (at) => componentBody(`CMP-${at}`, `ROB-${at % products}`, 'FRN-1')),
    ),
  };
}

/** Imports a batch into a mock with faults, then resumes until one run succeeds, at most ten times. */
async function untilDone(files: Record<string, string>, chaos: string, ...more: string[]) {
  const { mock, cwd } = await sandboxFolder(files, { config: more, chaos: parseChaos(chaos) });
  const codes: number[] = [];
  let ran = await trace(['import', ...Object.keys(files), '--env', 'sandbox', '--json'], { cwd });
  codes.push(ran.code);
  await Promise.all(Object.keys(files).map((name) => rm(path.join(cwd, name))));
  while (ran.code !== 0 && codes.length < 10) {
    ran = await trace(['resume', '--json'], { cwd });
    codes.push(ran.code);
  }
  return { mock, codes, report: reportOf(ran.stdout), stderr: ran.stderr };
}

describe('an import with lost responses', () => {
  test.each([
    ['reset after storing', 'seed=7,reset-after=20%'],
    ['reset before storing', 'seed=3,reset-before=20%'],
    ['truncated responses', 'seed=5,truncate=20%,cut-json=5%'],
    ['errors, stored and not', 'seed=11,500=6%,500-after=6%,504-after=6%,html=3%'],
    ['requests that hang', 'seed=9,hang=3%,hang-after=3%', 'timeout: 200ms'],
    ['a service that goes away', 'seed=1,at=20:restart+50:restart,reset-after=5%,down-ms=50'],
  ])(
    'an import with lost responses (%s) is resumed until every record is created and stored exactly once',
    async (_, faults, ...more) => {
      const chaos = `${faults},kinds=product+packaging+component`;
      const files = batchOf(40, 10, 60);
      const { mock, codes, report } = await untilDone(files, chaos, ...more);
      expect(codes.at(-1)).toBe(0);
      expect(report.totals.created).toBe(111);
      expect(new Set(report.records.map(({ outcome }) => outcome))).toEqual(new Set(['created']));
      const keys = (await journalOf(mock)).map(({ kind, key }) => `${kind} ${key}`);
      expect(keys).toHaveLength(111);
      expect(new Set(keys).size).toBe(111);
    },
  );

  test('an import with lost responses reports records that were found by reading back, with their ids and the fields that were not compared', async () => {
    const chaos = 'seed=7,reset-after=50%,kinds=product+packaging+component';
    const { report, mock } = await untilDone(batchOf(10, 5, 10), chaos);
    const found = report.records.filter(({ messages }) => messages.join().includes('found by reading back'));
    expect(found.length).toBeGreaterThan(3);
    for (const { kind, id, attempts, showcaseLink } of found) {
      // A study shows its components without their ids.
      if (kind !== 'component') expect(id).toMatch(/./);
      expect(attempts).toBe(1);
      if (kind === 'product') expect(showcaseLink).toContain(mock.url);
    }
    expect(Object.fromEntries(found.map(({ kind, messages }) => [kind, messages.slice(1)]))).toEqual({
      packaging: [
        expect.stringMatching(/^not compared when read back: projectType, channel, .* and 4 more$/),
      ],
      product: ['not compared when read back: projectType, supplierRef'],
      component: ['not compared when read back: composition, supplierRef'],
    });
  });

  test('an import with lost responses stops after 10 consecutive uncertain responses: exit 6, and "trace resume" is the next command', async () => {
    const { mock, cwd } = await sandboxFolder(batchOf(30, 0, 0), { chaos: parseChaos('500=100%') });
    const ran = await trace('import products.csv --external-refs --env sandbox --json', { cwd });
    const { totals, verdict } = reportOf(ran.stdout);
    expect(ran.code).toBe(6);
    expect(verdict?.text).toContain('no certain response to 10 consecutive requests');
    expect(verdict?.next).toMatch(/^trace resume /);
    expect(createsOf(mock)).toBe(10);
    expect(totals['not-attempted']).toBeGreaterThan(20);
  });
});

describe('trace resume', () => {
  /** An import that stops at its first record because the token is rejected. */
  async function stopped(files = smallBatch()) {
    let refuses = true;
    const refusal = Response.json({ statusCode: 401, message: ['INVALID_SESSION'] }, { status: 401 });
    const { mock, cwd } = await sandboxFolder(files, {
      before: ({ n }) => (refuses && n > 1 ? refusal.clone() : null),
    });
    const ran = await trace([...IMPORT, '--report', 'out.json'], { cwd });
    expect(ran.code).toBe(4);
    const { run, totals } = reportOf(ran.stdout);
    expect(totals).toMatchObject({ created: 1, 'not-attempted': SMALL_SIZE - 1 });
    const heal = () => {
      refuses = false;
    };
    return { mock, cwd, run, heal };
  }

  test('trace resume needs no files, continues the same run, writes its report again and sends nothing twice', async () => {
    const { mock, cwd, run, heal } = await stopped();
    heal();
    await Promise.all(SMALL_BATCH.map((name) => rm(path.join(cwd, name))));
    const ran = await trace(['resume', '--json'], { cwd });
    expect(ran.code).toBe(0);
    const report = reportOf(ran.stdout);
    expect(report.run).toBe(run);
    expect(report.totals.created).toBe(SMALL_SIZE);
    expect(report.files.map(({ rows }) => rows)).toEqual([3, 2, 3]);
    expect(JSON.parse(await readFile(path.join(cwd, 'out.json'), 'utf8'))).toEqual(report);
    expect(ran.stderr).toContain(`resume into sandbox (${mock.url}), run ${run}`);
    expect(ran.stderr).toContain('planned 3 waves: 7 records to send');
    expect(await journalOf(mock)).toHaveLength(SMALL_SIZE);

    const again = await trace(['resume'], { cwd });
    expect(again).toMatchObject({ code: 0, stdout: '' });
    expect(again.stderr).toContain('No unfinished import');
    const named = await trace(['resume', run.slice(0, 12)], { cwd });
    expect([named.code, await journalOf(mock).then((all) => all.length)]).toEqual([0, SMALL_SIZE]);
  });

  test('trace resume uses the environment of the run, and rejects another one', async () => {
    const { cwd, run } = await stopped();
    const other = await trace(['resume', run, '--env', 'mock'], { cwd });
    expectEnd(other, 2, `Run ${run} was sent to sandbox, not to mock.`);
    const none = await trace(['resume', '--env', 'mock'], { cwd });
    expect(none.stderr).toContain('No unfinished import');
    const unknown = await trace(['resume', '2099'], { cwd });
    expect(unknown.code).toBe(2);
  });

  test('trace resume rejects a run whose environment now has another address', async () => {
    const { cwd, run, mock } = await stopped();
    const config = path.join(cwd, 'other.yaml');
    const text = await readFile(path.join(cwd, 'trace.config.yaml'), 'utf8');
    await writeFile(config, text.replace(mock.url, 'http://127.0.0.1:9'));
    expectEnd(await trace(['resume', run, '--config', 'other.yaml'], { cwd }), 2, 'now has another address');
  });

  test('sends nothing that another import has sent since', async () => {
    const { mock, cwd, run, heal } = await stopped();
    heal();
    expect((await trace(IMPORT, { cwd })).code).toBe(0);
    const creates = createsOf(mock);
    const ran = await trace(['resume', run, '--json'], { cwd });
    expect(ran.code).toBe(0);
    expect(reportOf(ran.stdout).totals).toMatchObject({ created: 1, unchanged: SMALL_SIZE - 1 });
    expect(createsOf(mock)).toBe(creates);
  });

  test('sends rejected records again only with --retry-rejected', async () => {
    let refuses = true;
    const refusal = Response.json({ statusCode: 400, message: ['name must be longer'] }, { status: 400 });
    const { cwd } = await sandboxFolder(smallBatch(), {
      before: ({ path: at }) => (refuses && at === '/v2/suppliers' ? refusal.clone() : null),
    });
    const first = reportOf((await trace(IMPORT, { cwd })).stdout);
    expect(first.totals).toMatchObject({ rejected: 3, blocked: 5 });
    refuses = false;
    const left = await trace(['resume', first.run, '--json'], { cwd });
    expect([left.code, reportOf(left.stdout).totals.blocked]).toEqual([5, 5]);
    const ran = await trace(['resume', first.run, '--retry-rejected', '--json'], { cwd });
    expect([ran.code, reportOf(ran.stdout).totals.created]).toEqual([0, SMALL_SIZE]);
  });

  test('trace resume reads the open requests of a killed run back before it sends', async () => {
    const { mock, cwd, run, heal } = await stopped();
    heal();
    // As after a kill: two products with open requests, one of them stored.
    expect((await trace(['resume', run], { cwd })).code).toBe(0);
    const { db } = storeOf(Ledger.open(ledgerOf(cwd)));
    db.exec(`update runs set finished_at = null, exit_code = null, verdict = null;
      update records set state = 'sending', outcome = null, answer = null where key like 'ROB-%';
      update records set state = 'staged', outcome = null, answer = null where kind = 'component';
      delete from entries where kind <> 'supplier'`);
    db.close();
    const before = createsOf(mock, 'product');
    const ran = await trace(['resume', '--json'], { cwd });
    const report = reportOf(ran.stdout);
    expect(report.records.map(({ kind, outcome }) => `${kind} ${outcome}`)).toEqual([
      ...Array(3).fill('supplier created'),
      ...Array(2).fill('product created'),
      ...Array(3).fill('component existing'),
    ]);
    expect(createsOf(mock, 'product')).toBe(before);
    expect(report.records.find(({ kind }) => kind === 'product')?.messages[0]).toMatch(
      /found by reading back$/,
    );
  });

  test('reports for a run that was killed while reading that nothing was sent', async () => {
    const { cwd, run, heal } = await stopped();
    heal();
    await trace(['resume', run], { cwd });
    const ledger = Ledger.open(ledgerOf(cwd));
    const { id, ...first } = ledger.runs.list()[0]!;
    const killed = ledger.runs.start({ ...first, startedAt: '2099-01-01T00:00:00.000Z' });
    expect(killed.id).not.toBe(id);
    ledger.close();
    const ran = await trace(['resume'], { cwd });
    expectEnd(ran, 2, `Run ${killed.id} ended while its input was read: nothing was sent.`);
    expect(ran.stderr).toContain(`Import again: trace import ${SMALL_BATCH.join(' ')} --env sandbox`);
    const shown = await trace(['runs', 'show', killed.id], { cwd });
    expect(shown.stderr).toContain('killed before anything was sent. Next: trace import suppliers.csv');
  });

  test('trace resume needs a ledger, and a confirmation before it writes to production', async () => {
    const cwd = await folderWith(smallBatch());
    expectEnd(await trace(['resume'], { cwd }), 2, 'There is no ledger');
    const mock = await mockService({ token: 'another' });
    const config = sandboxConfig(mock.url).replace('sandbox', 'production');
    const folder = await folderWith({ ...smallBatch(), 'trace.config.yaml': config });
    const argv = ['import', ...SMALL_BATCH, '--env', 'production'];
    expect((await trace([...argv, '--yes'], { cwd: folder })).code).toBe(4);
    const again = await trace(['resume'], { cwd: folder });
    expectEnd(again, 2, 'This writes to production, which was not confirmed.');
    const kept = async (file: string) => JSON.parse(await readFile(path.join(folder, file), 'utf8'));
    for (const more of [[], ['--no-input']]) {
      expect((await trace(['resume', '--report', 'r.json', ...more], { cwd: folder })).code).toBe(2);
      const report = await kept('r.json');
      expect(report).toMatchObject({
        run: expect.stringMatching(/^\d{8}-\d{4}/),
        exitCode: 2,
        environment: 'production',
        error: {
          code: 'production-unconfirmed',
          message: 'This writes to production, which was not confirmed.',
        },
      });
      expect(report.records.map(({ outcome }: { outcome: string }) => outcome)).toEqual(
        Array<string>(SMALL_SIZE).fill('not-attempted'),
      );
    }
  });
});

test('runs show --attempts prints each attempt of a record and how it was read back', async () => {
  const { cwd } = await sandboxFolder(smallBatch(), {
    config: ['concurrency: 1'],
    chaos: parseChaos('at=5:500-after'),
  });
  expect((await trace(IMPORT, { cwd })).code).toBe(0);
  const { stdout } = await trace(['runs', 'show', '--attempts'], { cwd });
  expect(stdout).toMatch(
    /attempt 1 {2}\d{4}-\S+Z {2}in-doubt {2}HTTP 500: SERVER_ERROR {2}read back \d{4}-\S+Z: found/,
  );
  const json = await trace(['runs', 'show', '--json'], { cwd });
  const records = json.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(records.map(({ attempts, tries }) => [attempts, tries.length])).toEqual(
    Array(SMALL_SIZE).fill([1, 1]),
  );
  const doubted = records.find(({ tries }) => tries[0].result === 'in-doubt');
  expect(doubted).toMatchObject({ outcome: 'created', tries: [{ attempt: 1, status: 500, read: 'found' }] });
  // The report lists the attempts of records with problems.
  const report = reportOf((await trace(['runs', 'report'], { cwd })).stdout);
  expect(report.records.filter(({ tries }) => tries.length > 0)).toEqual([
    expect.objectContaining({ key: doubted.key, tries: doubted.tries }),
  ]);
});
