import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { expectEnd, folderWith, sandboxFolder, trace } from './harness.ts';
import { smallBatch } from './sheets.ts';

/** What the library prints: the completions of the last word, and its directive. */
async function completed(cwd: string, ...words: readonly string[]): Promise<string[]> {
  using printed = vi.spyOn(console, 'log').mockImplementation(() => {});
  const { code, stderr } = await trace(['completion', 'complete', '--', ...words], { cwd });
  expect([code, stderr]).toEqual([0, '']);
  return printed.mock.calls.map(([line]) => String(line).split('\t')[0]!);
}

describe('completion', () => {
  test('has the commands, flags and values that the words allow', async () => {
    const { cwd } = await sandboxFolder({ ...smallBatch(), 'with space.csv': '' });
    await mkdir(path.join(cwd, 'data'));
    const imported = await trace('import suppliers.csv --env sandbox', { cwd });
    const [, run] = /report: .*?(\d{8}-\d{4}[^/\\]*)\.json/.exec(imported.stderr)!;
    const cases: readonly (readonly [string, readonly string[]])[] = [
      ['expl', ['explain', ':4']],
      ['runs sh', ['show', ':4']],
      ['import --ski', ['--skip-invalid', ':4']],
      ['import --env sa', ['sandbox', ':4']],
      ['import --env=sa', ['sandbox', ':4']],
      ['env check pro', ['production', ':4']],
      ['import --only supp', ['suppliers', ':4']],
      ['import --family ST', ['STANDARD', ':4']],
      ['runs show ', ['latest', run!, ':4']],
      ['import su', ['suppliers.csv', ':4']],
      ['import --map pro', ['products.csv', ':4']],
      ['check wi', [':4']],
      ['check da', ['data/', ':6']],
      ['runs show nothing', [':4']],
    ];
    for (const [words, expected] of cases)
      expect([words, ...(await completed(cwd, ...words.split(' ')))]).toEqual([words, ...expected]);
  });

  test.each(['bash', 'zsh', 'fish', 'powershell'])(
    'prints a script for %s that calls trace',
    async (shell) => {
      using printed = vi.spyOn(console, 'log').mockImplementation(() => {});
      expect((await trace(`completion ${shell}`, { cwd: '.' })).code).toBe(0);
      expect(String(printed.mock.calls)).toContain('trace completion complete');
    },
  );

  test('a broken configuration and a missing ledger complete nothing, and an unknown shell is an error', async () => {
    const cwd = await folderWith({ 'trace.config.yaml': 'environments: [' });
    expect(await completed(cwd, 'import', '--env', '')).toEqual([':4']);
    expect(await completed(cwd, 'runs', 'show', '')).toEqual([':4']);
    expectEnd(await trace('completion tcsh', { cwd }), 2, 'bash, zsh, fish, powershell');
  });
});
