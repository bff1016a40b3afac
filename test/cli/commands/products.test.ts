import { describe, expect, test } from 'vitest';
import { textWidth } from '../../../src/cli/view/table.ts';
import { expectEnd, expectSaid, trace } from './harness.ts';
import { IN_SANDBOX, imported, linesOf, onScreen, textIn } from './reads-world.ts';

describe('trace products list', () => {
  test('prints lines of JSON to a pipe, and a table that fits on a terminal', async () => {
    const { cwd } = await imported();
    const lines = await linesOf(['products', 'list'], cwd);
    expect(lines.map(({ type, ref }) => [type, ref])).toEqual([
      ['product', ['ROB/1 é']],
      ['product', ['ROB-2']],
      ['product', ['ROB-3']],
    ]);
    for (const width of [200, 60]) {
      const { stdout } = await onScreen(['products', 'list'], cwd, width);
      const shown = stdout.trimEnd().split('\n');
      expect(shown).toHaveLength(4);
      expect(shown[0]).toMatch(/^id +product/);
      expect(Math.max(...shown.map(textWidth))).toBeLessThanOrEqual(width);
    }
    const json = await onScreen(['products', 'list', '--json'], cwd);
    expect(
      json.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).type),
    ).toEqual(Array(3).fill('product'));
  });

  test('prints the message of the service for a sort key that it rejects, and exits with 2', async () => {
    const { cwd } = await imported();
    const { code, stderr } = await trace(['products', 'list', '--sort-by', 'zzz', ...IN_SANDBOX], { cwd });
    expectEnd({ code, stderr }, 2, /sortBy.*the sort order/);
  });

  test('advises to import if nothing matches', async () => {
    const { cwd, mock } = await imported();
    const { code, stderr } = await trace(['products', 'list', '--search', 'zzz', ...IN_SANDBOX], { cwd });
    expectEnd({ code, stderr }, 0, 'Next: trace import');
    expect(mock.stats().answers.other).toBeDefined();
  });
});

describe('trace products show', () => {
  test('trace products show accepts the product reference, with slashes and accents, and the id of the service', async () => {
    const { cwd } = await imported();
    const [byRef] = await linesOf(['products', 'show', 'ROB/1 é'], cwd);
    const expected = { ref: ['ROB/1 é'], studies: [{ colorCode: 'ECRU' }, { colorCode: 'NOIR' }] };
    expect(byRef).toMatchObject(expected);
    expect((await linesOf(['products', 'show', String(byRef!.id)], cwd))[0]).toEqual(byRef);
    const { stdout } = await onScreen(['products', 'show', 'ROB/1 é'], cwd);
    expectSaid(stdout, /^ref +ROB\/1 é$/m, /^colour +NOIR$/m, /^showcase +http:/m);
  });

  test.each(['NONE', '..'])('exits with 2 for the reference %s, without advice to run again', async (ref) => {
    const { cwd } = await imported();
    const { code, stdout, stderr } = await trace(['products', 'show', ref, ...IN_SANDBOX], { cwd });
    expect(stdout).toBe('');
    expect(code).toBe(2);
    expect(stderr).not.toMatch(/again/);
    expect(stderr).toMatch(
      ref === '..' ? /cannot be part of a URL/ : /HTTP 404.*trace products list --env sandbox/,
    );
  });
});

test.each<[name: string, flags: string[], file: string, start: RegExp]>([
  ['csv', ['--grain', 'product', '--out', 'p.csv'], 'p.csv', /^productId,/],
  ['a folder', ['--out', 'out/'], 'out/study.csv', /\n/],
  ['json', ['--out', 'p.json'], 'p.json', /^\[\n\{"id":/],
  ['rows as ndjson', ['--out', 'p.ndjson', '--grain', 'product'], 'p.ndjson', /^\{"productId":/],
  ['xlsx', ['--out', 'p.xlsx'], 'p.xlsx', /^PK/],
])('trace products export writes %s', async (_, flags, file, start) => {
  const { cwd } = await imported();
  const { code, stderr } = await trace(['products', 'export', ...flags, ...IN_SANDBOX], { cwd });
  expect([code, stderr.trim().split('\n').at(-1)]).toEqual([0, expect.stringContaining('3 products in ')]);
  expect(await textIn(cwd, ...file.split('/'))).toMatch(start);
});
