import { spawnSync } from 'node:child_process';
import { mkdir, open, readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { runReport } from '../../src/cli/view/report-schema.ts';
import { expectEnd, sandboxFolder } from '../cli/commands/harness.ts';
import { csvOf, product, productBody, smallBatch, supplier, supplierBody } from '../cli/commands/sheets.ts';
import { runTrace, start, type Working, wordsOf } from './harness.ts';
import { CTRL_C, hasScript, terminal } from './pseudo-terminal.ts';

/** A folder with a service, a named pipe without a writer, and a folder for temporary files. */
async function place(files: Readonly<Record<string, string>> = {}) {
  const { mock, cwd } = await sandboxFolder(files);
  const temporary = path.join(cwd, 'temporary');
  await mkdir(temporary);
  const made = spawnSync('mkfifo', [path.join(cwd, 'pipe.csv')]);
  expect(made.status).toBe(0);
  const begin = (...argv: string[]) => start(argv, cwd, { TMPDIR: temporary });
  return { mock, cwd, temporary, begin };
}

/** Resolves when trace has printed an event that `fits` as a JSON line; rejects if it ends before. */
function event(
  { child, done }: Working,
  fits: (event: { type: string; done?: boolean; rows?: number }) => boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (more: string) => {
      const lines = (text + more).split('\n');
      text = lines.pop()!;
      if (lines.some((line) => fits(JSON.parse(line)))) resolve();
    });
    void done.then(({ stderr }) => reject(new Error(`ended without such an event: ${stderr}`)));
  });
}

async function reportIn(cwd: string) {
  const folder = path.join(cwd, '.trace', 'reports');
  const names = await readdir(folder);
  expect(names).toHaveLength(1);
  return runReport.parse(JSON.parse(await readFile(path.join(folder, names[0]!), 'utf8')));
}

/** References suppliers in a later file. */
const PRODUCTS = csvOf(product, [
  productBody('ROB-1', 'FRN-1'),
  productBody('ROB-1', 'FRN-2'),
  productBody('ROB-2', 'NOBODY', { category: 'No such category' }),
]);

describe.skipIf(process.platform === 'win32')('an interrupt while the files are read', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'an interrupt (%s) makes all rows not-attempted, and only findings of single rows are reported',
    async (signal) => {
      const { mock, cwd, temporary, begin } = await place({ 'products.csv': PRODUCTS });
      const running = begin('import', 'products.csv', 'pipe.csv', '--env', 'sandbox', '--json-lines');
      await event(running, ({ type, done }) => type === 'rows-read' && done === true);
      running.child.kill(signal);
      const { code, stderr } = await running.done;
      expect(code).toBe(130);
      expect(stderr).toContain('interrupted while the input was read: nothing was sent; 3 not-attempted.');
      const report = await reportIn(cwd);
      expect(report.exitCode).toBe(130);
      expect(report.records.map(({ outcome }) => outcome)).toEqual(Array(3).fill('not-attempted'));
      for (const { messages } of report.records)
        expect(messages).toEqual([
          expect.stringContaining('did not check whether this record was sent before'),
        ]);
      expect(report.error?.code).toBe('interrupted');
      expect(report.files.map(({ path }) => path)).toEqual(['products.csv']);
      // The row itself is wrong; duplicates and missing references are not known yet.
      expect(report.findings.map(({ code, origin }) => [code, origin.row])).toEqual([['not-in-list', 4]]);
      expect(await readdir(temporary)).toEqual([]);

      // Resume cannot continue it, and says what to do instead.
      expectEnd(await runTrace(['resume'], cwd), 2, 'Import again: trace import');
      expect(mock.stats().requests).toBe(0);
    },
  );

  test('an interrupt in the middle of a sheet leaves a report of the rows that were read, with only their findings', async () => {
    const bodies = [supplierBody('FRN-0'), supplierBody('FRN-0', { category: 'Weaver' })];
    const [head, sound, wrong] = csvOf(supplier, bodies).split('\n') as [string, string, string];
    const rows = Array.from({ length: 200_000 }, (_, at) =>
      (at % 1000 === 500 ? wrong : sound).replace('FRN-0', `FRN-${at}`),
    );
    const { cwd, begin } = await place({ 'suppliers.csv': [head, ...rows].join('\n') });
    const running = begin('import', 'suppliers.csv', '--env', 'sandbox', '--json-lines');
    await event(running, ({ type }) => type === 'rows-read');
    running.child.kill('SIGINT');
    expect((await running.done).code).toBe(130);
    const { records, totals, findings, files } = await reportIn(cwd);
    expect(records.length).toBeGreaterThanOrEqual(1000);
    expect(records.length).toBeLessThan(rows.length);
    expect([totals['not-attempted'], files[0]?.rows]).toEqual([records.length, records.length]);
    const last = Math.max(...records.map(({ origin }) => origin.row!));
    expect(findings.length).toBeGreaterThan(0);
    for (const { code, origin } of findings) {
      expect(code).toBe('not-in-list');
      expect(origin.row).toBeLessThanOrEqual(last);
    }
  });

  test('prints the command of an import that reads all files again and creates each record once', async () => {
    const { mock, cwd, begin } = await place(smallBatch());
    const running = begin('import', 'suppliers.csv', 'pipe.csv', '--env', 'sandbox', '--json-lines');
    await event(running, ({ type, done }) => type === 'rows-read' && done === true);
    running.child.kill('SIGINT');
    const { stderr } = await running.done;
    const next = /Next: (.+)$/m.exec(stderr)![1]!;
    expect(next).toBe('trace import suppliers.csv pipe.csv --env sandbox');
    const again = start([...wordsOf(next), '--json'], cwd);
    const writer = await open(path.join(cwd, 'pipe.csv'), 'w');
    await writer.writeFile(smallBatch()['products.csv']!);
    await writer.close();
    const { code, stdout } = await again.done;
    expect([code, runReport.parse(JSON.parse(stdout)).totals.created]).toEqual([0, 5]);
    expect(mock.stats().received['supplier|STANDARD|FRN-1']).toBe(1);
  });

  test.each(['check', 'plan'] as const)(
    'an interrupt ends %s with 130 and without a verdict',
    async (command) => {
      const { cwd, begin } = await place({ 'products.csv': PRODUCTS });
      const running = begin(command, 'products.csv', 'pipe.csv', '--env', 'sandbox');
      await running.saysOnStderr('3 rows of products read');
      running.child.kill('SIGTERM');
      const { code, stdout, stderr } = await running.done;
      expect(code).toBe(130);
      expect(stdout + stderr).toContain(
        `interrupted; 3 not-attempted. Next: trace ${command} products.csv pipe.csv --env sandbox`,
      );
      expect(stdout + stderr).not.toMatch(/input is valid|would be sent|reference|blocked|wave/);
      expect(await readdir(cwd)).not.toContain('.trace');
    },
  );
});

describe.skipIf(process.platform === 'win32')('input that may never end', () => {
  const SHEET = ['--sheet', '-=suppliers'];

  test.each([
    ['standard input', 'import', ['-', ...SHEET]],
    ['standard input', 'check', ['-', ...SHEET]],
    ['standard input', 'plan', ['-', ...SHEET]],
    ['a named pipe', 'import', ['pipe.csv']],
    ['a named pipe', 'check', ['pipe.csv']],
  ] as const)(
    'input from %s that may never end does not prevent %s from ending on SIGTERM',
    async (_, command, argv) => {
      const { cwd, temporary, begin } = await place();
      const running = begin(command, ...argv, '--env', 'sandbox');
      await running.saysOnStderr(command === 'import' ? 'run 2' : command);
      running.child.stdin.write(smallBatch()['suppliers.csv']!);
      running.child.kill('SIGTERM');
      expect(await running.done).toMatchObject({ code: 130, signal: null });
      expect(await readdir(temporary)).toEqual([]);
      if (command === 'import') expect((await reportIn(cwd)).exitCode).toBe(130);
    },
  );

  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'input that may never end leaves no temporary file after %s',
    async (signal) => {
      const { temporary, begin } = await place();
      const running = begin('check', '-', ...SHEET);
      // More than a pipe can contain: once all of it is written, its start has been read and copied.
      const lines = 'FRN-1;a secret\n'.repeat(200_000);
      await new Promise((resolve) => running.child.stdin.write(`supplierRef;name\n${lines}`, resolve));
      expect(await readdir(temporary)).toEqual([]);
      if (process.platform === 'linux')
        expect(await openBelow(running.child.pid!, temporary)).toHaveLength(1);
      running.child.kill(signal);
      await running.done;
      expect(await readdir(temporary)).toEqual([]);
    },
  );

  test('input that may never end is read from a named pipe as soon as its writer comes', async () => {
    const { cwd, begin } = await place();
    const running = begin('check', 'pipe.csv', '--sheet', 'pipe.csv=suppliers', '--json');
    const writer = await open(path.join(cwd, 'pipe.csv'), 'w');
    await writer.writeFile(smallBatch()['suppliers.csv']!);
    await writer.close();
    const { code, stdout } = await running.done;
    expect([code, JSON.parse(stdout).files]).toEqual([0, [expect.objectContaining({ rows: 3 })]]);
  });
});

/** Files below a folder that a process has open, with or without a name. */
async function openBelow(pid: number, folder: string): Promise<string[]> {
  const fds = `/proc/${pid}/fd`;
  const names = await Promise.all(
    (await readdir(fds)).map((fd) => readlink(path.join(fds, fd)).catch(() => '')),
  );
  return names.filter((name) => name.startsWith(folder));
}

test.skipIf(!hasScript)('Ctrl-C ends an import that waits for rows typed on a terminal', async () => {
  const { cwd } = await place();
  const { type, ended } = terminal(cwd, ['import', '-', '--env', 'mock']);
  await type('import into mock', CTRL_C);
  expect(await ended).toEqual([130, null]);
});
