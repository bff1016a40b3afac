import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { expectEnd, folderWith, sandboxFolder, trace } from './harness.ts';
import { csvOf, supplier, supplierBody } from './sheets.ts';

const CONFIG = 'environments:\n  production: { baseUrl: "https://api.example.com", tokenEnv: ERP_TOKEN }\n';

test('the unit of an import has absolute paths, the flags that were typed or set by variables, and its own outputs', async () => {
  const cwd = await folderWith({ 'trace.config.yaml': CONFIG, 'maps.yaml': 'version: 1\nsheets: []\n' });
  const env = { TRACE_BATCH: 'W1', LANG: 'C', HTTPS_PROXY: 'http://me:secret@proxy.example:3128' };
  const ran = await trace('schedule print cron *.csv --env production --skip-invalid --at 4:05', {
    cwd,
    env,
  });
  expectEnd(
    ran,
    0,
    "ERP_TOKEN='TOKEN'",
    path.join(cwd, 'trace.env'),
    'does not have HTTPS_PROXY of your shell',
  );
  expect(ran.stdout + ran.stderr).not.toContain('secret');
  expect(ran.stderr).toContain('*.csv does not exist now');
  await writeFile(path.join(cwd, 'a.csv'), '');
  const found = await trace('schedule print cron *.csv b.csv --env production', { cwd });
  expectEnd(found, 0, 'b.csv does not exist now');
  expect(found.stdout).not.toContain('not exist');
  const line = ran.stdout.trimEnd().split('\n').at(-1)!;
  expect(line).toMatch(/^5 4 \* \* \* cd /);
  for (const part of [
    `import "${path.join(cwd, '*.csv')}"`,
    ...['--batch W1', '--skip-invalid', '--env production', '--quiet', '--yes'],
    `--config ${path.join(cwd, 'trace.config.yaml')}`,
    `--state-dir ${path.join(cwd, '.trace')}`,
    `--report ${path.join(cwd, '.trace', 'trace-import.json')}`,
    `--log-file ${path.join(cwd, 'trace-import.log')}`,
    ...['TRACE_TOKEN_ORIGIN=https://api.example.com', 'TRACE_APPROVED='],
  ])
    expect(line).toContain(part);
  expect(line).not.toContain('--at');
});

test('every variable of the configuration that the job lacks is named, with the line that sets it', async () => {
  const cwd = await folderWith({
    'trace.config.yaml': `environments:
  sandbox: { baseUrl: "https://api.example.com", tokenFile: t, proxy: "http://p.example.com", proxyAuthEnv: PROXY_LOGIN }
notify: { webhooks: [{ urlEnv: HOOK }], mail: { urlEnv: MAIL, from: a@example.com, to: [b@example.com] } }
`,
  });
  const cron = await trace('schedule print cron a.csv --env sandbox', { cwd });
  expectEnd(cron, 0, "PROXY_LOGIN='NAME:PASSWORD'", "HOOK='ADDRESS'", "MAIL='ADDRESS'");
  expect(cron.stdout).toContain(`. ${path.join(cwd, 'trace.env')} &&`);
  expect(cron.stderr).not.toContain('embedded mock');
  const { stdout } = await trace('schedule print k8s a.csv --env sandbox', { cwd });
  for (const name of ['PROXY_LOGIN', 'HOOK', 'MAIL']) expect(stdout).toContain(`key: ${name}`);
  expect((await trace('schedule print cron a.csv', { cwd })).stderr).toContain('one of: sandbox');
});

test('a unit is printed for an approved configuration; its code approves that, but not a changed one', async () => {
  const { cwd } = await sandboxFolder();
  const config = path.join(cwd, 'trace.config.yaml');
  const env = { TRACE_YES_TRUST: '', TRACE_HOME: path.join(cwd, 'home') };
  expectEnd(
    await trace('schedule print cron a.csv --env sandbox', { cwd, env }),
    2,
    'trace env trust sandbox',
  );
  expectEnd(await trace('env trust --yes', { cwd, env }), 0);
  const { stdout } = await trace('schedule print cron a.csv --env sandbox', { cwd, env });
  const [, code = ''] = /TRACE_APPROVED=([0-9a-f]{64}) /.exec(stdout)!;
  const without = { TRACE_YES_TRUST: '', TRACE_HOME: path.join(cwd, 'other'), TRACE_APPROVED: code };
  expectEnd(await trace('env check sandbox', { cwd, env: without }), 0);
  await writeFile(config, (await readFile(config, 'utf8')).replace('SANDBOX_TOKEN', 'OTHER_TOKEN'));
  expectEnd(await trace('env check sandbox', { cwd, env: without }), 2, 'is not approved');
});

test('printing a unit keeps the report that it names, and refuses what no unit can do', async () => {
  const cwd = await folderWith({ 'a.csv': csvOf(supplier, [supplierBody('SUP-1')]) });
  expectEnd(await trace('import a.csv --report last.json', { cwd }), 0);
  const report = await readFile(path.join(cwd, 'last.json'), 'utf8');
  expectEnd(await trace('schedule print cron a.csv --report last.json', { cwd }), 0);
  expect(await readFile(path.join(cwd, 'last.json'), 'utf8')).toBe(report);
  const refusals = {
    'schedule print anacron a.csv': 'cron or systemd or launchd or schtasks or k8s',
    'schedule print cron a.csv --at 25:00': 'not a time of the day',
    'schedule print cron -': 'standard input',
    'schedule print cron a\u0007.csv': 'signs that are not shown',
  };
  for (const [words, said] of Object.entries(refusals)) expectEnd(await trace(words, { cwd }), 2, said);
});
