import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { expectEnd, folderWith } from '../cli/commands/harness.ts';
import { SMALL_BATCH, smallBatch } from '../cli/commands/sheets.ts';
import { httpSide, json } from '../service/far-side.ts';
import { runTrace } from './harness.ts';

const ID = '7b0c9e5a-0000-4000-8000-000000000001';

const EXAMPLE = { success: true, importationBatch: 'B', projectType: 'STANDARD' };

/** The example of a route, as interface 2.1 to 2.4 and 3 have it. */
const exampleOf = (path: string) =>
  path.includes('packaging')
    ? { ...EXAMPLE, packagingId: ID, packagingRef: ['EMB'] }
    : /\/products/.test(path)
      ? {
          ...EXAMPLE,
          productId: ID,
          studyId: ID,
          productRef: ['REF'],
          name: 'Example',
          productColorCode: 'RED',
        }
      : { ...EXAMPLE, id: ID };

/** A mock that returns the same example for every create. */
const fixedAnswers = () =>
  httpSide((response, { method, path }) => json(response, method === 'POST' ? 201 : 404, exampleOf(path)));

const configOf = (url: string, name: string, ...lines: readonly string[]) =>
  [
    'environments:',
    `  ${name}:`,
    `    baseUrl: ${url}`,
    '    tokenEnv: SANDBOX_TOKEN',
    '    settle: 0',
    ...lines,
    '',
  ].join('\n');

test('if a mock gives all records one id, import exits with 6, or, with "mock: fixed-answers", keeps no id', async () => {
  const { baseUrl: url, seen } = await fixedAnswers();
  const cwd = await folderWith({ ...smallBatch(), 'trace.config.yaml': configOf(url, 'seeds') });
  const argv = ['import', ...SMALL_BATCH, '--env', 'seeds', '--yes'];
  expectEnd(await runTrace(argv, cwd), 6, '"mock: fixed-answers"');
  const other = await folderWith({
    ...smallBatch(),
    'trace.config.yaml': configOf(url, 'seeds', '    mock: fixed-answers'),
  });
  seen.length = 0;
  const sent = await runTrace([...argv, '--report', 'r.json'], other);
  expectEnd(sent, 0, 'a mock with fixed answers whose ids are not kept: ');
  const creates = () => seen.filter(({ method }) => method === 'POST').length;
  const length = creates();
  expect(length).toBeGreaterThan(3);
  const shown = await runTrace(['runs', 'show', '--json'], other);
  expect(shown.stdout).not.toContain(ID);
  expect(shown.stdout).toContain('"created"');
  const again = await runTrace(argv, other);
  expect([again.code, creates()]).toEqual([0, length]);
  // Records that the mock accepted do not count for a service that has the same address later.
  const config = configOf(url, 'seeds', '    inDoubt: hold');
  await writeFile(`${other}/trace.config.yaml`, config);
  expect((await runTrace(['plan', ...SMALL_BATCH, '--env', 'seeds'], other)).stdout).not.toContain(
    'unchanged',
  );
});

test.each([
  ['by its name', (url: string) => configOf(url, 'production', '    mock: fixed-answers'), 'production'],
  [
    'by its address',
    (url: string) =>
      `${configOf(url, 'seeds', '    mock: fixed-answers')}  production:\n    baseUrl: ${url}/\n    tokenEnv: SANDBOX_TOKEN\n`,
    'seeds',
  ],
])('the setting "mock" is refused for production, which is recognised %s', async (_, config, name) => {
  const { baseUrl: url, seen } = await fixedAnswers();
  const cwd = await folderWith({ ...smallBatch(), 'trace.config.yaml': config(url) });
  const { code, stderr } = await runTrace(['import', ...SMALL_BATCH, '--env', name, '--yes'], cwd);
  expect([code, stderr]).toEqual([2, expect.stringContaining(`environments.${name}.mock is refused`)]);
  expect(seen).toEqual([]);
});
