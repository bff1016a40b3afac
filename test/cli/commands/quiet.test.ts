import { describe, expect, it } from 'vitest';
import { expectEnd, folderWith, sandboxFolder, trace } from './harness.ts';
import { csvOf, SMALL_BATCH, smallBatch, supplier, supplierBody } from './sheets.ts';

const SILENT = { code: 0, stdout: '', stderr: '' };
const ONE = { 'suppliers.csv': csvOf(supplier, [supplierBody('SUP-1')]) };

describe('--quiet prints only what needs a person', () => {
  it('prints nothing for a clean import, and nothing when all is unchanged; the report is written', async () => {
    const { cwd } = await sandboxFolder(ONE);
    const run = 'import suppliers.csv --env sandbox --quiet';
    expect(await trace(run, { cwd })).toEqual(SILENT);
    expect(await trace(run, { cwd })).toEqual(SILENT);
    expect((await trace('runs show', { cwd })).stdout).toContain('unchanged');
    expect(await trace('resume --env sandbox --quiet', { cwd })).toEqual(SILENT);
  });

  it('prints nothing for a clean check, plan and dry run; without it, each says something', async () => {
    const cwd = await folderWith(smallBatch());
    const files = SMALL_BATCH.join(' ');
    for (const command of [`check ${files}`, `plan ${files}`, `import ${files} --dry-run`]) {
      expect([command, await trace(`${command} --quiet`, { cwd })]).toEqual([command, SILENT]);
      expect((await trace(command, { cwd })).stderr).not.toBe('');
    }
  });

  it('prints errors with the verdict, but no progress', async () => {
    const cwd = await folderWith({
      'suppliers.csv': csvOf(supplier, [supplierBody('SUP-1', { category: 'nonsense' })]),
    });
    const checked = await trace('check suppliers.csv --quiet', { cwd });
    expect([checked.code, checked.stderr]).toEqual([3, '']);
    expect(checked.stdout).toMatch(/error .*category[\s\S]*1 error/);
    const planned = await trace('plan suppliers.csv --quiet', { cwd });
    expectEnd(planned, 3, '1 error');
    expect(planned.stdout).toBe('');
    const imported = await trace('import suppliers.csv --quiet', { cwd });
    expectEnd(imported, 3, '1 error', 'report: ');
    expect(imported.stderr).not.toContain('checked');
  });

  it('prints the rows that the service rejected, each with its time, and the verdict', async () => {
    const { cwd } = await sandboxFolder(ONE, {
      before: ({ path: at }) => (at === '/v2/suppliers' ? new Response('{}', { status: 400 }) : null),
    });
    const ran = await trace('import suppliers.csv --env sandbox --quiet', { cwd });
    expectEnd(
      ran,
      5,
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d rejected: supplier SUP-1/,
      /1 rejected\. Next: trace /,
    );
    expect(ran.stderr.split('\n')).toHaveLength(4);
  });
});
