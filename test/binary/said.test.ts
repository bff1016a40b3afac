import { expect, test } from 'vitest';
import { expectEnd, folderWith, sandboxConfig, sandboxFolder } from '../cli/commands/harness.ts';
import { csvOf, supplier, supplierBody } from '../cli/commands/sheets.ts';
import { httpSide, json } from '../service/far-side.ts';
import { runTrace } from './harness.ts';

const oneLine = (text: string) => text.replace(/\s+/g, ' ');

test.each(['products', 'packaging', 'studies'])(
  '%s list reports a limit that comes from TRACE_LIMIT, but not one that comes from --limit',
  async (list) => {
    const { cwd } = await sandboxFolder();
    const argv = [list, 'list', '--env', 'sandbox'];
    const said = await runTrace(argv, cwd, { TRACE_LIMIT: '2' });
    expectEnd(said, 0, 'TRACE_LIMIT=2 is set: the list stops after 2');
    const typed = await runTrace([...argv, '--limit', '2'], cwd);
    expect([typed.code, typed.stderr]).toEqual([0, expect.not.stringContaining('TRACE_LIMIT')]);
  },
);

test('help that is printed to a pipe is as wide as COLUMNS', async () => {
  const widest = async (columns: string) => {
    const { stdout } = await runTrace(['check', '--help'], await folderWith({}), { COLUMNS: columns });
    const lines = stdout.split('\n').filter((line) => !/^ {2}\$ trace |^ *\S+$/.test(line));
    return Math.max(...lines.map((line) => line.length));
  };
  expect(await widest('75')).toBeLessThanOrEqual(75);
  expect(await widest('no')).toBeGreaterThan(80);
});

test.each([
  [{ message: 'the index is rebuilt', data: [] }, 7],
  [{ message: 'nothing fits', offset: 0, limit: 20, total: 0, data: [] }, 0],
])('a list whose page is %j exits with %i', async (body, code) => {
  const side = await httpSide((response) => json(response, 200, body));
  const cwd = await folderWith({ 'trace.config.yaml': sandboxConfig(side.baseUrl) });
  for (const list of ['products', 'packaging']) {
    const ran = await runTrace([list, 'list', '--env', 'sandbox'], cwd);
    expect([list, ran.code]).toEqual([list, code]);
    if (code !== 0) expect(oneLine(ran.stderr)).toContain(body.message);
  }
});

test('resume of an invalid run advises --skip-invalid only if the run also has valid rows', async () => {
  const bad = supplierBody('FRN-1', { category: 'NONE SUCH' });
  const { cwd } = await sandboxFolder({
    'suppliers-bad.csv': csvOf(supplier, [bad]),
    'suppliers-some.csv': csvOf(supplier, [bad, supplierBody('FRN-2')]),
  });
  const advice = async (file: string) => {
    const { code, stderr } = await runTrace(['import', file, '--env', 'sandbox'], cwd);
    expect(code).toBe(3);
    const run = /run (\d{8}-\d{6}-\w+)/.exec(stderr)![1]!;
    const resumed = await runTrace(['resume', run], cwd);
    expect(resumed.code).toBe(3);
    return oneLine(resumed.stderr);
  };
  expect(await advice('suppliers-bad.csv')).not.toContain('--skip-invalid');
  expect(await advice('suppliers-some.csv')).toContain('--skip-invalid');
});
