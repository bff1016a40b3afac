import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { folderWith, mockService, reportIn, sandboxConfig, TOKEN } from '../cli/commands/harness.ts';
import { csvOf, supplier, supplierBody } from '../cli/commands/sheets.ts';
import { soundOutputs } from '../outputs.ts';
import { runBinary } from './harness.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');

/** The cron line of the README for this machine: its Node, its checkout, and `folder` for /srv/trace. */
async function lineIn(folder: string): Promise<string> {
  const readme = await readFile(path.join(ROOT, 'README.md'), 'utf8');
  const line = /^(?:\S+ ){5}(\/.+)$/m.exec(readme.split('```crontab\n')[1] ?? '')?.[1] ?? '';
  const parts = { '/usr/local/bin/node': process.execPath, '/srv/trace': folder };
  const packageFolder = '/usr/local/lib/node_modules/supply-trace';
  return Object.entries({ ...parts, [packageFolder]: ROOT }).reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replaceAll(from, to);
  }, line);
}

/** As cron runs a line: a shell, its folder, and only these two variables. */
const asCron = (line: string, home: string) =>
  promisify(execFile)('/bin/sh', ['-c', line], { cwd: '/', env: { HOME: home, PATH: '/usr/bin:/bin' } }).then(
    ({ stderr }) => ({ code: 0, stderr }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
  );

describe.skipIf(process.platform === 'win32')(
  "the README's cron line, with cron's folder and variables",
  () => {
    test('exits with 2 until the configuration is approved; then it imports and writes its report', async () => {
      const mock = await mockService();
      const config = sandboxConfig(mock.url, 'tokenFile: token').replace('sandbox', 'production');
      const folder = await folderWith({
        'nightly.csv': csvOf(supplier, [supplierBody('NIGHT-1')]),
        'trace.config.yaml': config,
        token: `${TOKEN}\n`,
      });
      await chmod(path.join(folder, 'token'), 0o600);
      const home = await folderWith();
      const line = await lineIn(folder);
      // The file is detected by its column names alone, since its name does not say suppliers.
      const unapproved = await asCron(line, home);
      expect([unapproved.code, unapproved.stderr]).toEqual([2, expect.stringContaining('trace env trust')]);
      const [trace] = line.split(' import ');
      const trust = await asCron(`${trace} env trust --yes --config ${folder}/trace.config.yaml`, home);
      expect(trust.code).toBe(0);
      const ran = await asCron(line, home);
      expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining('1 created')]);
      const argv = ['import', '--report', path.join(folder, 'last.json')];
      await soundOutputs({ argv, cwd: '/', code: 0, stdout: '', stderr: '' });
      const report = await reportIn(folder, 'last.json');
      expect([report.environment, report.exitCode, report.totals.created]).toEqual(['production', 0, 1]);
      await writeFile(path.join(folder, 'nightly.csv'), 'what is this\n1\n');
      expect((await asCron(line, home)).code).toBe(3);
      await soundOutputs({ argv, cwd: '/', code: 3, stdout: '', stderr: '' });
    });

    test('the line that trace schedule print prints runs without HOME, leaves report and log, and says nothing', async () => {
      const mock = await mockService();
      const folder = path.join(await folderWith(), 'of ERP 100%');
      await mkdir(folder);
      const token = { mode: 0o600 };
      await writeFile(path.join(folder, 'trace.config.yaml'), sandboxConfig(mock.url, 'tokenFile: token'));
      await writeFile(path.join(folder, 'token'), `${TOKEN}\n`, token);
      await writeFile(path.join(folder, 'nightly.csv'), csvOf(supplier, [supplierBody('NIGHT-1')]));
      const words = ['schedule', 'print', 'cron', 'nightly.csv', '--env', 'sandbox'];
      const { stdout } = await runBinary(words, folder);
      const line = stdout
        .trimEnd()
        .split('\n')
        .at(-1)!
        .replace(/^(\S+ ){5}/, '')
        .replaceAll('\\%', '%');
      const env = { PATH: '/usr/bin:/bin' };
      const { stderr } = await promisify(execFile)('/bin/sh', ['-c', line], { cwd: '/', env });
      expect(stderr).toBe('');
      const argv = ['import', '--report', path.join(folder, '.trace', 'trace-import.json')];
      await soundOutputs({ argv, cwd: '/', code: 0, stdout: '', stderr: '' });
      expect((await reportIn(folder, '.trace/trace-import.json')).totals.created).toBe(1);
      expect(await readFile(path.join(folder, 'trace-import.log'), 'utf8')).toContain(
        '"event":"ended","exitCode":0',
      );
    });
  },
);
