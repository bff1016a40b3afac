import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkReportPath } from '../../../src/cli/view/file.ts';
import {
  jsonSchemaOf,
  type ReportHead,
  type ReportRecord,
  runReport,
} from '../../../src/cli/view/report-schema.ts';
import { reportJson, writeRunReport } from '../../../src/cli/view/run-report.ts';
import { type ReportedFinding, reportedFinding } from '../../../src/import/report/report-parts.ts';
import type { FindingRow } from '../../../src/ledger/history.ts';
import { totals } from './events.ts';

const head: ReportHead = {
  run: '7',
  environment: 'sandbox',
  interface: 'v2',
  startedAt: '2026-03-01T02:00:00.000Z',
  finishedAt: '2026-03-01T02:03:12.500Z',
  exitCode: 5,
  error: { code: 'rows-left', message: '1 created, 1 blocked.', hint: 'trace runs show 7' },
  verdict: { text: '1 created, 1 blocked.', next: 'trace runs show 7' },
  totals: totals({ created: 1, blocked: 1 }),
};

const created: ReportRecord = {
  kind: 'product',
  key: 'ROB-2041 / SS27 / ECRU-012',
  family: 'STANDARD',
  importationBatch: 'SS27-1',
  origin: { file: 'batch.xlsx', sheet: 'Products', row: 17, line: null },
  outcome: 'created',
  id: 'p-1',
  studyId: 's-1',
  qrCodeLink: 'https://qr.example/1',
  showcaseLink: null,
  messages: [],
  blockedBy: null,
  attempts: 1,
  tries: [],
};

const blocked: ReportRecord = {
  ...created,
  key: 'ROB-2042 / SS27 / \u202eECRU',
  outcome: 'blocked',
  id: null,
  studyId: null,
  qrCodeLink: null,
  messages: ['supplier FRN-1 was rejected'],
  blockedBy: { kind: 'supplier', key: 'FRN-1', outcome: 'rejected' },
  attempts: 0,
};

const finding: FindingRow = {
  ...{ code: 'file-extension', severity: 'notice', message: 'the bytes are CSV', suggestion: null },
  ...{ file: 'batch.xlsx', sheet: null, row: null, line: null, column: null },
  ...{ kind: null, field: null, value: null },
};

const lists = () => ({
  files: [{ path: 'batch.xlsx', sha256: 'ab'.repeat(32), rows: 2 }],
  batches: [{ importationBatch: 'SS27-1', totals: totals({ created: 1, blocked: 1 }) }],
  findings: [reportedFinding(finding)],
  ignoredColumns: [{ file: 'batch.xlsx', sheet: 'Products', column: 'H', header: 'Coloris', values: 12 }],
  records: [created, blocked],
});

const whole = () => ({ head, ...lists() });

async function joined(chunks: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += chunk;
  return text;
}

describe('the report as JSON', () => {
  it('the report as JSON has exactly the published members, in their order', async () => {
    const report = JSON.parse(await joined(reportJson(whole())));
    expect(Object.keys(report)).toEqual([
      ...['schemaVersion', 'run', 'environment', 'interface', 'startedAt', 'finishedAt', 'exitCode', 'error'],
      ...[
        'verdict',
        'files',
        'batches',
        'totals',
        'findings',
        'findingsOmitted',
        'ignoredColumns',
        'records',
      ],
    ]);
    const origin = { file: 'batch.xlsx', sheet: null, row: null, line: null, column: null };
    expect(report.findings[0]).toEqual({
      ...{ code: 'file-extension', severity: 'notice', origin, message: 'the bytes are CSV' },
      ...{ kind: null, field: null, value: null, suggestion: null },
    });
    expect(report).toEqual({ schemaVersion: 1, ...head, ...lists(), findingsOmitted: [] });
  });

  it('the report as JSON lists the first 10,000 findings of each code, counts the others, and truncates long texts', async () => {
    const of = (more: Partial<FindingRow>) => reportedFinding({ ...finding, ...more });
    const many = function* (): Iterable<ReportedFinding> {
      for (let row = 1; row <= 10_500; row++) {
        yield of({ code: 'required', severity: 'error', file: 'b.csv', row });
        if (row % 2 === 0) yield of({ code: 'text-trimmed', severity: 'fixed' });
      }
      yield of({ code: 'email', message: 'x'.repeat(40_000), suggestion: 'y'.repeat(40_000) });
      yield of({ code: 'required', severity: 'warning' });
    };
    const report = runReport.parse(JSON.parse(await joined(reportJson({ ...whole(), findings: many() }))));
    const rows = report.findings.filter(({ code }) => code === 'required').map(({ origin }) => origin.row);
    expect(rows).toEqual(Array.from({ length: 10_000 }, (_, at) => at + 1));
    expect(report.findings.filter(({ code }) => code === 'text-trimmed')).toHaveLength(5250);
    expect(report.findingsOmitted).toEqual([
      { code: 'required', severity: 'error', count: 500 },
      { code: 'required', severity: 'warning', count: 1 },
    ]);
    const last = report.findings.at(-1)!;
    expect([last.code, last.message.length, last.suggestion!.length]).toEqual(['email', 2000, 2000]);
  });

  it('the report as JSON is valid for its own schema, and for the JSON Schema made from it', async () => {
    const report = JSON.parse(await joined(reportJson(whole())));
    expect(runReport.parse(report)).toEqual(report);
    const published = z.fromJSONSchema(jsonSchemaOf(runReport) as Parameters<typeof z.fromJSONSchema>[0]);
    expect(published.safeParse(report).success).toBe(true);
    const lost = { ...report, records: [{ ...created, outcome: 'lost' }] };
    expect(published.safeParse(lost).success).toBe(false);
    expect(published.safeParse({ ...report, totals: { created: 1 } }).success).toBe(false);
  });

  it('the report as JSON is valid JSON with empty lists too', async () => {
    const nothing = { files: [], batches: [], findings: [], ignoredColumns: [], records: [] };
    expect(JSON.parse(await joined(reportJson({ head, ...nothing })))).toMatchObject({
      files: [],
      records: [],
    });
  });

  it('escapes characters that control a terminal', async () => {
    const text = await joined(reportJson(whole()));
    expect(text).not.toContain('\u202e');
    expect(JSON.parse(text).records[1].key).toBe('ROB-2042 / SS27 / \u202eECRU');
  });

  it('the report as JSON is streamed in small chunks for 200,000 records, and reads records only as they are needed', async () => {
    const count = 200_000;
    let made = 0;
    function* records() {
      for (; made < count; made += 1) yield { ...created, key: `ROB-${made}` };
    }
    let lines = 0;
    let longest = 0;
    let ahead = 0;
    for await (const chunk of reportJson({ ...whole(), records: records() })) {
      lines += chunk.split('\n').length - 1;
      longest = Math.max(longest, chunk.length);
      ahead = Math.max(ahead, made - lines);
    }
    expect(made).toBe(count);
    expect(lines).toBeGreaterThan(count);
    expect(longest).toBeLessThan(80 * 1024);
    expect(ahead).toBeLessThan(1000);
  });
});

describe('the report file', () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trace-report-'));
    path = join(folder, 'report.json');
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const write = (options?: Parameters<typeof writeRunReport>[2]) => writeRunReport(path, whole(), options);
  const read = async () => JSON.parse(await readFile(path, 'utf8'));

  it('the report file contains the document, and can be read only by its owner', async () => {
    await write();
    expect(await readFile(path, 'utf8')).toBe(await joined(reportJson(whole())));
    if (process.platform !== 'win32') expect((await lstat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['report.json']);
  });

  it('replaces an earlier report', async () => {
    await write();
    await writeRunReport(path, { ...whole(), head: { ...head, run: '8' } });
    expect(await read()).toMatchObject({ run: '8' });
  });

  it('replaces another file only with force', async () => {
    await writeFile(path, 'the only copy of something');
    await expect(write()).rejects.toMatchObject({ code: 'report-exists', exit: 'usage' });
    expect(await readFile(path, 'utf8')).toBe('the only copy of something');
    await write({ force: true });
    expect(await read()).toMatchObject({ run: '7' });
  });

  it('the report file never replaces an input, by whatever path it is named', async () => {
    const input = join(folder, 'input.csv');
    await writeFile(input, 'supplierRef');
    path = join(folder, '.', 'sub', '..', 'input.csv');
    await mkdir(join(folder, 'sub'));
    await expect(write({ force: true, keep: [input] })).rejects.toMatchObject({ code: 'report-kept' });
    expect(await readFile(input, 'utf8')).toBe('supplierRef');
  });

  it.skipIf(process.platform === 'win32')(
    'the report file is not written through a link, even with force',
    async () => {
      const secret = join(folder, 'secret');
      await writeFile(secret, 'key');
      await symlink(secret, path);
      await expect(write({ force: true })).rejects.toMatchObject({ code: 'report-not-a-file' });
      await rm(secret);
      await expect(write({ force: true })).rejects.toMatchObject({ code: 'report-not-a-file' });
      expect(await readdir(folder)).toEqual(['report.json']);
    },
  );

  it('the report file is not written to a folder or a device, or into a folder that does not exist', async () => {
    await mkdir(path);
    await expect(write({ force: true })).rejects.toMatchObject({ code: 'report-not-a-file' });
    await expect(checkReportPath(join(folder, 'none', 'report.json'))).rejects.toMatchObject({
      code: 'report-folder',
    });
    if (process.platform === 'win32') return;
    await expect(checkReportPath('/dev/null', { force: true })).rejects.toMatchObject({
      code: 'report-not-a-file',
    });
  });

  it('the report file is still the earlier one, with no temporary file, if reading the records fails', async () => {
    await write();
    async function* broken() {
      yield created;
      throw new Error('ledger went away');
    }
    const records = broken();
    await expect(writeRunReport(path, { ...whole(), head: { ...head, run: '8' }, records })).rejects.toThrow(
      'ledger went away',
    );
    expect(await read()).toMatchObject({ run: '7' });
    expect(await readdir(folder)).toEqual(['report.json']);
  });

  it('the report file is an error if it cannot be written', async () => {
    path = join(folder, `${'long'.repeat(100)}.json`);
    await expect(write()).rejects.toMatchObject({ code: 'report-unwritable', exit: 'usage' });
    expect(await readdir(folder)).toEqual([]);
  });
});

it('docs/report.schema.json is the schema of the report', async () => {
  const page = await readFile(new URL('../../../docs/report.schema.json', import.meta.url), 'utf8');
  expect(JSON.parse(page)).toEqual(JSON.parse(JSON.stringify(jsonSchemaOf(runReport))));
});
