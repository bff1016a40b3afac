import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createsOf, expectEnd, findingsIn, folderWith, mockService, trace } from './harness.ts';
import { csvOf, supplier, supplierBody } from './sheets.ts';

/** A folder whose production requires a rehearsal in a sandbox. */
async function places() {
  const [sandbox, production] = [await mockService(), await mockService()];
  const environment = (url: string) => `{ baseUrl: ${url}, tokenEnv: SANDBOX_TOKEN, settle: 0, absence: 0`;
  const cwd = await folderWith({
    'trace.config.yaml': `environments:
  sandbox: ${environment(sandbox.url)} }
  production: ${environment(production.url)}, requires: { rehearsed: sandbox } }
`,
  });
  const run = async (
    command: string,
    env: string,
    names: Readonly<Record<string, string>>,
    ...flags: string[]
  ) => {
    const rows = Object.entries(names).map(([key, name]) => supplierBody(key, { name }));
    await writeFile(path.join(cwd, 'a.csv'), csvOf(supplier, rows));
    return trace([command, 'a.csv', '--env', env, '--json', ...flags], { cwd });
  };
  return { cwd, sandbox, production, run };
}

const refused = ({ stdout }: { stdout: string }) =>
  findingsIn(stdout)
    .filter(({ code }) => code === 'not-rehearsed')
    .map(({ severity, message, suggestion }) => [severity, message, suggestion]);

const REHEARSE = 'send it there first: trace import a.csv --env sandbox';

test('production gets only content that the sandbox accepted', async () => {
  const { sandbox, production, run } = await places();
  const first = await run('import', 'production', { 'S-1': 'One' }, '--yes');
  expect([first.code, refused(first)]).toEqual([
    3,
    [['error', 'sandbox has not accepted this supplier: S-1', REHEARSE]],
  ]);
  expectEnd(await run('import', 'sandbox', { 'S-1': 'One', 'S-2': 'Two' }), 0);
  const other = await run(
    'import',
    'production',
    { 'S-1': 'One', 'S-2': 'Other' },
    '--yes',
    '--skip-invalid',
  );
  expect([other.code, refused(other)]).toEqual([
    5,
    [
      [
        'error',
        'sandbox accepted this supplier with other content (name): S-2',
        `${REHEARSE.replace('a.csv', 'a.csv --skip-invalid')}`,
      ],
    ],
  ]);
  expectEnd(await run('import', 'production', { 'S-1': 'One', 'S-2': 'Two' }, '--yes', '--batch', 'W2'), 0);
  expect([createsOf(sandbox), createsOf(production)]).toEqual([2, 2]);
  // What production has already needs no rehearsal.
  expectEnd(await run('import', 'production', { 'S-1': 'One' }, '--yes'), 0);
  expectEnd(await run('import', 'sandbox', { 'S-9': 'Not rehearsed' }), 0);
});

test('a plan is no rehearsal, and no flag lowers the error', async () => {
  const { production, run } = await places();
  expectEnd(await run('plan', 'sandbox', { 'S-1': 'One' }), 0);
  const planned = await run('plan', 'production', { 'S-1': 'One' });
  expect([planned.code, JSON.parse(planned.stdout).findings.error]).toEqual([3, 1]);
  const lowered = await run('import', 'production', { 'S-1': 'One' }, '--severity', 'not-rehearsed=warning');
  expect(lowered.code).toBe(2);
  expect(createsOf(production)).toBe(0);
});

test('an environment cannot be its own rehearsal', async () => {
  const { cwd } = await places();
  const file = path.join(cwd, 'trace.config.yaml');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('rehearsed: sandbox', 'rehearsed: production'));
  await writeFile(path.join(cwd, 'a.csv'), csvOf(supplier, [supplierBody('S-1')]));
  expectEnd(await trace('import a.csv --env production --yes', { cwd }), 2, 'requires.rehearsed');
});
