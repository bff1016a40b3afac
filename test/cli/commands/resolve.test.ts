import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DOCUMENTS } from '../../../src/cli/view/document-schema.ts';
import { runReport } from '../../../src/cli/view/report-schema.ts';
import { parseChaos } from '../../../src/mock/chaos/parse.ts';
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
import { SMALL_BATCH, SMALL_SIZE, smallBatch } from './sheets.ts';

const IMPORT = ['import', ...SMALL_BATCH, '--env', 'sandbox', '--json'];
const reportOf = (stdout: string) => runReport.extend({ run: z.string() }).parse(JSON.parse(stdout));

/** An import that loses the response to its second supplier, after or before it was stored. */
async function doubtful(fault: 'reset-after' | 'reset-before' = 'reset-after') {
  const { mock, cwd } = await sandboxFolder(smallBatch(), {
    config: ['concurrency: 1'],
    chaos: parseChaos(`at=2:${fault}`),
  });
  const ran = await trace(IMPORT, { cwd });
  return { mock, cwd, ran, report: reportOf(ran.stdout) };
}

describe('a supplier in doubt', () => {
  test('a supplier in doubt is not sent again, names the command that settles it, and blocks what refers to it', async () => {
    const { ran, report, mock } = await doubtful();
    expect(ran.code).toBe(6);
    const record = report.records.find(({ key }) => key === 'FRN-2');
    expect(record?.outcome).toBe('in-doubt');
    expect(record?.messages).toContain(
      `the interface has no way to read a supplier back; trace resolve ${report.run} settles it`,
    );
    expect(report.totals).toMatchObject({ created: SMALL_SIZE - 3, 'in-doubt': 1, blocked: 2 });
    expect(report.verdict?.next).toBe(`trace resolve ${report.run}`);
    expect(ran.stderr).toMatch(/in doubt: supplier FRN-2: .*trace resolve/);
    expect(createsOf(mock, 'supplier')).toBe(2);
    expect(mock.stats().received['supplier|STANDARD|FRN-2']).toBe(1);
  });

  test('a supplier in doubt is settled by the advised command though the folder of the report is gone, as that of a job that ended', async () => {
    const { mock, cwd } = await sandboxFolder(smallBatch(), {
      config: ['concurrency: 1'],
      chaos: parseChaos('at=2:reset-before'),
    });
    await mkdir(path.join(cwd, 'job'));
    const { run, verdict } = reportOf(
      (await trace([...IMPORT, '--report', 'job/report.json'], { cwd })).stdout,
    );
    await rm(path.join(cwd, 'job'), { recursive: true });
    const advised = verdict!.next!.replace(/^trace /, '');
    expect((await trace(advised, { cwd })).code).toBe(6);
    const ran = await trace(`${advised} --resend`, { cwd });
    expect(ran.stderr).toContain(path.join(cwd, '.trace', 'reports', `${run}.json`));
    expect(mock.stats().received['supplier|STANDARD|FRN-2']).toBe(2);
    expectEnd(await trace(`resume ${run}`, { cwd }), 0);
  });

  test('a supplier in doubt is listed by resolve with the ways to settle it, without a request', async () => {
    const { cwd, report, mock } = await doubtful();
    const { requests } = mock.stats();
    const ran = await trace(['resolve'], { cwd });
    expect(ran.code).toBe(6);
    expect(ran.stdout).toMatch(
      /^supplier {2}FRN-2 {2}\S*suppliers\.csv › A3 {2}\d{4}-\S+Z {2}--resend --sent {2,}connection/m,
    );
    expect(ran.stdout).toContain(`trace resolve ${report.run} --resend`);
    expect(ran.stdout).not.toContain('--verify');
    const none = await trace(['resolve', report.run, '--json', '--report', 'none/r.json'], { cwd });
    expect([none.code, JSON.parse(none.stdout).error.code]).toEqual([2, 'report-folder']);
    const json = await trace(['resolve', report.run, '--json', '--report', 'listed.json'], { cwd });
    expect(json.code).toBe(6);
    const listed = reportOf(await readFile(path.join(cwd, 'listed.json'), 'utf8'));
    expect([listed.run, listed.exitCode, listed.error?.code]).toEqual([report.run, 6, 'rows-in-doubt']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      run: report.run,
      exitCode: 6,
      verdict: { next: `trace resolve ${report.run}` },
      records: [
        {
          kind: 'supplier',
          key: 'FRN-2',
          origin: { file: expect.stringMatching(/suppliers\.csv$/), row: 3 },
          outcome: 'in-doubt',
          attempts: 1,
          ways: ['resend', 'sent'],
        },
      ],
    });
    expect(mock.stats().requests).toBe(requests);
  });

  test.each(['reset-after', 'reset-before'] as const)(
    'a supplier in doubt (%s) is sent again by resolve --resend and ends created; then resume sends what was blocked',
    async (fault) => {
      const { cwd, report, mock } = await doubtful(fault);
      await trace(['resolve'], { cwd });
      const ran = await trace(['resolve', report.run, '--resend', '--json'], { cwd });
      expect(ran.code).toBe(5);
      const settled = JSON.parse(ran.stdout);
      expect(settled.records).toMatchObject([{ key: 'FRN-2', outcome: 'created', attempts: 2, ways: [] }]);
      expect(settled.verdict.next).toBe(`trace resume ${report.run}`);
      const resumed = await trace(['resume', '--json'], { cwd });
      expect([resumed.code, reportOf(resumed.stdout).totals.created]).toEqual([0, SMALL_SIZE]);
      const keys = (await journalOf(mock)).map(({ key }) => key);
      expect(keys).toHaveLength(new Set(keys).size);
      expect(keys).toHaveLength(SMALL_SIZE);
      expect((await trace(['resolve', report.run], { cwd })).code).toBe(0);
    },
  );

  test('a supplier in doubt is sent once by resolve --resend, and is in doubt again if that response is lost too', async () => {
    let lost = 0;
    const { cwd } = await sandboxFolder(
      { 'suppliers.csv': smallBatch()['suppliers.csv']!.split('\n').slice(0, 2).join('\n') },
      {
        before: async ({ method, path }) => {
          if (method !== 'POST' || !path.endsWith('/suppliers')) return null;
          lost++;
          return new Response('gone', { status: 500 });
        },
      },
    );
    expect((await trace(['import', 'suppliers.csv', '--env', 'sandbox'], { cwd })).code).toBe(6);
    expect((await trace(['resolve'], { cwd })).code).toBe(6);
    expect(lost).toBe(1);
    expect((await trace(['resolve', '--resend'], { cwd })).code).toBe(6);
    expect(lost).toBe(2);
  });

  test('a supplier in doubt is created after resolve --sent, on the word of a person, and is never sent again', async () => {
    const { cwd, report, mock } = await doubtful();
    await trace(['resolve'], { cwd });
    const ran = await trace(['resolve', '--sent', '--key', 'FRN-2'], { cwd, env: { USER: 'camille' } });
    expectEnd(ran, 5, `Next: trace resume ${report.run}`);
    const resumed = await trace(['resume', '--json'], { cwd });
    const { records, totals } = reportOf(resumed.stdout);
    expect([resumed.code, totals.created]).toEqual([0, SMALL_SIZE]);
    const record = records.find(({ key }) => key === 'FRN-2');
    expect(record).toMatchObject({ id: null, outcome: 'created' });
    expect(record?.messages[0]).toMatch(/^camille marked it as created on \d{4}-\d\d-\d\d /);
    expect(mock.stats().received['supplier|STANDARD|FRN-2']).toBe(1);
    const again = await trace(IMPORT, { cwd });
    expect(reportOf(again.stdout).totals.unchanged).toBe(SMALL_SIZE);
  });

  test('a supplier in doubt stays in doubt after resolve --verify, since no interface reads it back: exit 6', async () => {
    const { cwd, report, mock } = await doubtful();
    const { requests } = mock.stats();
    expectEnd(await trace(['resolve', '--verify'], { cwd }), 6, `Next: trace resolve ${report.run}`);
    expect(mock.stats().requests).toBe(requests);
  });

  test('a supplier in doubt is not sent again by resume or another import, and can be settled in either run', async () => {
    const { cwd, report, mock } = await doubtful();
    expect((await trace(['resume'], { cwd })).code).toBe(6);
    const second = await trace(IMPORT, { cwd });
    expect(second.code).toBe(6);
    const { run, records } = reportOf(second.stdout);
    expect(records.find(({ key }) => key === 'FRN-2')).toMatchObject({ outcome: 'in-doubt', attempts: 0 });
    expect(mock.stats().received['supplier|STANDARD|FRN-2']).toBe(1);
    await trace(['resolve', run], { cwd });
    expect((await trace(['resolve', run, '--sent'], { cwd })).code).toBe(5);
    expect((await trace(['resume', run], { cwd })).code).toBe(0);
    const first = await trace(['resume', report.run, '--json'], { cwd });
    expect(first.code).toBe(0);
    expect(reportOf(first.stdout).totals).toMatchObject({ 'in-doubt': 0, blocked: 0 });
    expect(await journalOf(mock)).toHaveLength(SMALL_SIZE);
  });

  test.each([
    ['reset-after', '--sent'],
    ['reset-before', '--resend'],
  ] as const)(
    'a supplier in doubt (%s) that %s settles in a later run is settled in the earlier one too',
    async (fault, way) => {
      const { cwd, report } = await doubtful(fault);
      const { run } = reportOf((await trace(IMPORT, { cwd })).stdout);
      await trace(['resolve', run], { cwd });
      expect((await trace(['resolve', run, way], { cwd })).code).toBe(5);
      const earlier = reportOf((await trace(['runs', 'report', report.run], { cwd })).stdout);
      expect(earlier.records.find(({ key }) => key === 'FRN-2')).toMatchObject({
        ...{ outcome: 'unchanged', attempts: 1, tries: [{ result: 'in-doubt' }] },
        messages: [`run ${run} settled this record: the service has it`],
      });
      expect(earlier.totals['in-doubt']).toBe(0);
      const none = await trace(['resolve'], { cwd });
      expect([none.code, none.stderr]).toEqual([0, 'No record is in doubt or outdated.\n']);
      const document = JSON.parse((await trace(['resolve', '--json'], { cwd })).stdout);
      expect(DOCUMENTS.resolve.parse(document)).toMatchObject({ run: null, exitCode: 0, records: [] });
    },
  );

  test('a supplier in doubt is sent again by the import itself if the environment has "inDoubt: resend"', async () => {
    const mock = await mockService({ chaos: parseChaos('at=2:reset-after') });
    const config = sandboxConfig(mock.url, 'inDoubt: resend');
    const cwd = await folderWith({ ...smallBatch(), 'trace.config.yaml': config });
    const ran = await trace(IMPORT, { cwd });
    expect([ran.code, reportOf(ran.stdout).totals.created]).toEqual([0, SMALL_SIZE]);
    expect(await journalOf(mock)).toHaveLength(SMALL_SIZE);
  });
});

describe('a product in doubt that could not be read', () => {
  test('a product in doubt that could not be read is settled by resolve --verify once the service reads it again', async () => {
    let reads = false;
    const broken = Response.json({ statusCode: 403, message: ['no'] }, { status: 422 });
    const mock = await mockService({
      chaos: parseChaos('at=4:reset-after'),
      before: ({ method }) => (method === 'GET' && !reads ? broken.clone() : null),
    });
    const config = sandboxConfig(mock.url, 'concurrency: 1');
    const cwd = await folderWith({ ...smallBatch(), 'trace.config.yaml': config });
    const ran = await trace(IMPORT, { cwd });
    expect([ran.code, reportOf(ran.stdout).totals['in-doubt']]).toEqual([6, 1]);
    expect((await trace(['resolve'], { cwd })).stdout).toContain('--verify');
    reads = true;
    const settled = await trace(['resolve', '--verify', '--kind', 'product', '--json'], { cwd });
    expect(settled.code).toBe(5);
    expect(JSON.parse(settled.stdout).records).toMatchObject([
      { kind: 'product', outcome: 'created', attempts: 1 },
    ]);
    expect((await trace(['resume'], { cwd })).code).toBe(0);
    expect(await journalOf(mock)).toHaveLength(SMALL_SIZE);
  });
});

test('if an import stops before a record in doubt, its message names the command that settles it', async () => {
  let refuses = false;
  const refused = Response.json({ statusCode: 401, message: ['INVALID_SESSION'] }, { status: 401 });
  const broken = Response.json({ statusCode: 403, message: ['no'] }, { status: 422 });
  const { cwd } = await sandboxFolder(smallBatch(), {
    config: ['concurrency: 1'],
    chaos: parseChaos('at=4:reset-after'),
    before: ({ method }) => (refuses ? refused.clone() : method === 'GET' ? broken.clone() : null),
  });
  expect((await trace(IMPORT, { cwd })).code).toBe(6);
  refuses = true;
  const suppliers = path.join(cwd, 'suppliers.csv');
  const text = await readFile(suppliers, 'utf8');
  await writeFile(suppliers, `${text}${text.trimEnd().split('\n').at(-1)!.replaceAll('FRN-3', 'FRN-9')}\n`);
  const stopped = await trace(IMPORT, { cwd });
  const { run, records } = reportOf(stopped.stdout);
  const doubt = records.find(({ outcome }) => outcome === 'in-doubt');
  expect([stopped.code, doubt?.kind, doubt?.messages]).toEqual([
    4,
    'product',
    [`sent without a certain response; trace resolve ${run} settles it`],
  ]);
  refuses = false;
  const shown = await trace(['runs', 'show', run], { cwd });
  expect(shown.stdout).toContain(`trace resolve ${run} settles it`);
  expect((await trace(['resolve', run], { cwd })).stdout).toContain(doubt!.key);
});

describe('trace resolve', () => {
  test.each<[string, string[], RegExp]>([
    ['two ways', ['--sent', '--resend'], /--resend and --sent exclude each other/],
    [
      'a key that is not in doubt',
      ['--sent', '--key', 'FRN-1'],
      /--key "FRN-1": no record with this key is in doubt in this run/,
    ],
    [
      'a kind that is not in doubt',
      ['--resend', '--kind', 'product'],
      /--kind product: no record of this kind/,
    ],
    ['another environment', ['--env', 'mock', '--sent'], /No record is in doubt/],
  ])(
    'trace resolve with %s is rejected: nothing is sent, and the record stays in doubt',
    async (_, argv, message) => {
      const { cwd, mock } = await doubtful();
      const { requests } = mock.stats();
      const ran = await trace(['resolve', ...argv], { cwd });
      expect(ran.stderr).toMatch(message);
      expect(mock.stats().requests).toBe(requests);
      const record = await trace(['runs', 'show', '--outcome', 'in-doubt'], { cwd });
      expect(record.stdout).toContain('FRN-2');
    },
  );

  test('exits with 0 if no record is in doubt', async () => {
    const cwd = await folderWith(smallBatch());
    expect((await trace(['import', ...SMALL_BATCH], { cwd })).code).toBe(0);
    expectEnd(await trace(['resolve'], { cwd }), 0, 'No record is in doubt or outdated.');
    const named = await trace(['resolve', 'latest', '--json'], { cwd });
    expect([named.code, JSON.parse(named.stdout).records]).toEqual([0, []]);
  });
});
