import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { open, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { runReport } from '../../src/cli/view/report-schema.ts';
import { createsOf, folderWith, mockService, sandboxConfig, sandboxFolder } from '../cli/commands/harness.ts';
import {
  csvOf,
  SMALL_BATCH,
  SMALL_SIZE,
  smallBatch,
  supplier,
  supplierBody,
} from '../cli/commands/sheets.ts';
import { soundOutputs } from '../outputs.ts';
import { BINARY, ENV, runTrace, start, wordsOf } from './harness.ts';
import { hasScript } from './pseudo-terminal.ts';

const IMPORT = ['import', ...SMALL_BATCH, '--env', 'sandbox', '--json'];

/** A mock that delays its first request until the gate opens. */
async function held(...config: readonly string[]) {
  const gate = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  const { mock, cwd } = await sandboxFolder(smallBatch(), {
    config,
    before: async ({ n }) => {
      arrived.resolve();
      if (n === 1) await gate.promise;
      return null;
    },
  });
  return { mock, cwd, arrived: arrived.promise, open: () => gate.resolve() };
}

const WAIT = { timeout: 30_000 };

/** Windows has no signals between processes. */
describe.skipIf(process.platform === 'win32')('a signal', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'a signal (%s) makes an import wait for its open requests, write its report and exit with 130',
    async (signal) => {
      const { mock, cwd, arrived, open } = await held();
      const running = start(IMPORT, cwd);
      await arrived;
      running.child.kill(signal);
      await running.saysOnStderr('stopping: interrupted');
      open();
      const { code, stdout, stderr } = await running.done;
      expect(code).toBe(130);
      const { totals, exitCode, verdict } = runReport.parse(JSON.parse(stdout));
      expect([totals.created, totals['not-attempted'], exitCode]).toEqual([1, SMALL_SIZE - 1, 130]);
      expect(verdict?.next).toMatch(/^trace resume \d{8}-\d{6}-[0-9a-f]{4}$/);
      expect(stderr).toMatch(/^report: .+\.json$/m);
      expect(createsOf(mock)).toBe(1);

      const again = await runTrace(IMPORT, cwd);
      const after = runReport.parse(JSON.parse(again.stdout)).totals;
      expect([again.code, after.unchanged, after.created]).toEqual([0, 1, SMALL_SIZE - 1]);
    },
  );

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'a signal that is followed by %s ends the wait: open requests are in doubt and are not sent again',
    async (signal) => {
      const { mock, cwd, arrived, open } = await held();
      const running = start(IMPORT, cwd);
      await arrived;
      running.child.kill('SIGINT');
      await running.saysOnStderr('stopping: interrupted');
      running.child.kill(signal);
      const { code, signal: by, stdout, stderr } = await running.done;
      expect([code, by]).toEqual([130, null]);
      const { totals, exitCode, verdict } = runReport.parse(JSON.parse(stdout));
      expect([totals['in-doubt'], totals['not-attempted'], exitCode]).toEqual([1, SMALL_SIZE - 1, 130]);
      expect(JSON.parse(await readFile(/^report: (.+)$/m.exec(stderr)![1]!, 'utf8'))).toMatchObject({
        totals,
      });
      open();

      const again = await runTrace([...wordsOf(verdict!.next!), '--json'], cwd);
      const report = runReport.parse(JSON.parse(again.stdout));
      const first = report.records.find(({ key }) => key === 'FRN-1');
      expect([again.code, first?.outcome, first?.attempts]).toEqual([6, 'in-doubt', 1]);
      expect(mock.stats().received['supplier|STANDARD|FRN-1']).toBe(1);
    },
  );

  test('two signals while 12 requests are open put these in doubt, and print no stack', async () => {
    const gate = Promise.withResolvers<void>();
    const allOut = Promise.withResolvers<void>();
    const rows = Array.from({ length: 200 }, (_, at) => supplierBody(`FRN-${at}`));
    const { cwd } = await sandboxFolder(
      { 'suppliers.csv': csvOf(supplier, rows) },
      {
        config: ['rate: 0', 'concurrency: 12'],
        before: async ({ n }) => {
          // Concurrency starts at 4 and grows with each of the first responses, whatever the latency: 12 requests are open.
          if (n === 20) allOut.resolve();
          if (n > 8) await gate.promise;
          return null;
        },
      },
    );
    const running = start(['import', 'suppliers.csv', '--env', 'sandbox', '--json'], cwd);
    await allOut.promise;
    running.child.kill('SIGTERM');
    await running.saysOnStderr('stopping: interrupted');
    running.child.kill('SIGTERM');
    const { code, stdout, stderr } = await running.done;
    gate.resolve();
    const { totals } = runReport.parse(JSON.parse(stdout));
    expect([code, totals.created, totals['in-doubt'], totals['not-attempted']]).toEqual([130, 8, 12, 180]);
    expect(stderr).not.toMatch(/Warning|^\s+at /m);
  });

  test.each([2, 3])(
    'a signal that comes %i times ends an import whose output nobody reads',
    async (times) => {
      const { mock, cwd, arrived, open } = await held();
      const rows = Array.from({ length: 1500 }, (_, at) => supplierBody(`FRN-${at}`));
      await writeFile(path.join(cwd, 'suppliers.csv'), csvOf(supplier, rows));
      const running = start(['import', 'suppliers.csv', '--env', 'sandbox', '--json'], cwd);
      running.child.stdout.pause();
      await arrived;
      running.child.kill('SIGINT');
      await running.saysOnStderr('stopping: interrupted');
      open();
      const reports = path.join(cwd, '.trace', 'reports');
      await vi.waitFor(async () => expect((await readdir(reports))[0]).toMatch(/^\d.*\.json$/), WAIT);
      expect(running.child.exitCode).toBeNull();
      for (let more = 1; more < times; more++) running.child.kill('SIGINT');
      const [code] = await once(running.child, 'exit');
      expect([code, createsOf(mock)]).toEqual([130, 1]);
    },
  );

  test('a SIGHUP counts once even if it comes twice, because a shell repeats it', async () => {
    const { cwd, arrived, open } = await held();
    const running = start(IMPORT, cwd);
    await arrived;
    running.child.kill('SIGHUP');
    await running.saysOnStderr('stopping: interrupted');
    running.child.kill('SIGHUP');
    open();
    const { code, stdout } = await running.done;
    const { totals } = runReport.parse(JSON.parse(stdout));
    expect([code, totals.created, totals['in-doubt']]).toEqual([130, 1, 0]);
  });

  test.skipIf(!hasScript)(
    'the signal of a terminal that closes lets the import write its report',
    async () => {
      const { mock, cwd, arrived, open } = await held('rate: 5');
      const command = [process.execPath, BINARY, ...IMPORT].map((word) => `'${word}'`).join(' ');
      const terminal = spawn('script', ['-qec', command, '/dev/null'], {
        cwd,
        env: ENV,
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      onTestFinished(() => void terminal.kill('SIGKILL'));
      await arrived;
      terminal.kill('SIGKILL');
      await once(terminal, 'exit');
      open();
      const reports = path.join(cwd, '.trace', 'reports');
      const name = await vi.waitFor(async () => {
        const [name] = (await readdir(reports)).filter((file) => /^\d.*\.json$/.test(file));
        return name ?? Promise.reject(new Error('no report yet'));
      }, WAIT);
      const report = runReport.parse(JSON.parse(await readFile(path.join(reports, name), 'utf8')));
      // The process gets the signal some time after the terminal closed: a few more records may be sent until then.
      expect([report.exitCode, report.totals.created]).toEqual([130, createsOf(mock)]);
      const argv = [...IMPORT, '--report', path.join(reports, name)];
      await soundOutputs({ argv, cwd, code: 130, stdout: '', stderr: '' });
    },
  );

  test('a signal before the run starts prints "Interrupted." and exits with 130, and nothing is sent', async () => {
    const { mock, cwd } = await held();
    spawnSync('mkfifo', [path.join(cwd, 'slow.yaml')]);
    const running = start([...IMPORT, '--config', 'slow.yaml'], cwd);
    // Opens when trace has opened it for reading.
    const writer = await open(path.join(cwd, 'slow.yaml'), 'w');
    running.child.kill('SIGTERM');
    const { code, stdout, stderr } = await running.done;
    expect([code, stderr]).toEqual([130, 'trace: Interrupted.\n']);
    expect(JSON.parse(stdout)).toMatchObject({ run: null, exitCode: 130, error: { code: 'interrupted' } });
    await writer.close();
    expect(mock.stats().requests).toBe(0);
  });

  test.each([
    ['tokenFile: token', 'a file'],
    ["tokenCommand: [sh, -c, 'exec cat token']", 'a command'],
  ])(
    'a signal while the token is read (%s) makes all rows not-attempted, and nothing is sent',
    async (source) => {
      const mock = await mockService();
      const config = sandboxConfig(mock.url, source);
      const cwd = await folderWith({ ...smallBatch(), 'trace.config.yaml': config });
      spawnSync('mkfifo', ['-m', '600', path.join(cwd, 'token')]);
      const running = start(IMPORT, cwd);
      const writer = await open(path.join(cwd, 'token'), 'w');
      running.child.kill('SIGTERM');
      const { code, stdout } = await running.done;
      await writer.close();
      const { totals } = runReport.parse(JSON.parse(stdout));
      expect([code, totals['not-attempted'], mock.stats().requests]).toEqual([130, SMALL_SIZE, 0]);
    },
  );

  test.each([
    ['env', 'check', 'sandbox'],
    ['studies', 'list', '--env', 'sandbox'],
    ['products', 'export', '--env', 'sandbox', '--out', 'out/'],
  ])('a signal while the token comes from a pipe ends trace %s %s', async (...argv) => {
    const { mock, cwd } = await sandboxFolder({}, { config: ['tokenFile: token'] });
    spawnSync('mkfifo', ['-m', '600', path.join(cwd, 'token')]);
    const running = start(argv, cwd);
    const writer = await open(path.join(cwd, 'token'), 'w');
    running.child.kill('SIGINT');
    const { code } = await running.done;
    await writer.close();
    expect([code, mock.stats().requests]).toEqual([130, 0]);
  });

  test('a signal ends trace mock with exit code 0 and a message that names its data file', async () => {
    const cwd = await folderWith(smallBatch());
    const running = start(['mock', '--port', '0', '--data', 'demo.db'], cwd);
    await running.saysOnStderr('Press Ctrl-C');
    running.child.kill('SIGINT');
    const { code, stdout, stderr } = await running.done;
    expect([code, stderr]).toEqual([0, expect.stringContaining('demo.db')]);
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
  });
});

describe('two runs on one ledger', () => {
  test('the second one exits with 8 at once, and a killed first one does not block the next', async () => {
    const { mock, cwd, arrived, open } = await held();
    const first = start(IMPORT, cwd);
    await arrived;
    const second = await runTrace(IMPORT, cwd);
    expect(second.code).toBe(8);
    expect(JSON.parse(second.stdout)).toMatchObject({
      run: null,
      exitCode: 8,
      error: { code: 'run-locked' },
    });
    expect(second.stderr).toMatch(/^trace: Another run is pushing/m);
    expect(createsOf(mock)).toBe(0);

    first.child.kill('SIGKILL');
    await first.done;
    open();
    const third = await runTrace(IMPORT, cwd);
    expect(third.code).toBe(6);
    for (const times of Object.values(mock.stats().received)) expect(times).toBe(1);
  });
});
