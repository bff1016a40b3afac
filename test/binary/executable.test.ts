import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { folderWith } from '../cli/commands/harness.ts';
import { SLOW } from '../effort.ts';
import { book, sheet } from '../sheets/old-excel/books.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const isWindows = process.platform === 'win32';
const NAME = `trace-${isWindows ? 'win' : process.platform}-${process.arch}${isWindows ? '.exe' : ''}`;
const OLD_WORKBOOK = book({
  suppliers: sheet(
    ['Project type', 'Supplier reference', 'Category', 'Country', 'Import batch'],
    ['STANDARD', '00017', 'TRANSFORMATION - Spinning', 'PT', 'b'],
  ),
});

/** A folder with the executable, a sound batch and an old workbook, and nothing else. */
async function emptyFolder(): Promise<string> {
  const cwd = await folderWith({ 'old.xls': OLD_WORKBOOK });
  await copyFile(path.join(ROOT, 'build', NAME), path.join(cwd, NAME));
  await copyFile(path.join(ROOT, 'fixtures/batch/maison-aurore.xlsx'), path.join(cwd, 'batch.xlsx'));
  return cwd;
}

describe.skipIf(!SLOW)('the executable', { tags: ['sampled'] }, () => {
  beforeAll(() => {
    for (const script of ['compile-languages.ts', 'make-executable.ts'])
      execFileSync(process.execPath, [path.join(ROOT, 'scripts', script)], { cwd: ROOT, stdio: 'pipe' });
  });

  test('needs no Node, no environment and no home folder', async () => {
    const cwd = await emptyFolder();
    const runs: readonly (readonly [string, string])[] = [
      ['--version', JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')).version],
      ['template', 'trace-template.xlsx'],
      ['check batch.xlsx', '572 records: no errors'],
      ['check old.xls --sheet suppliers=supplier', '1 record: no errors'],
      ['import batch.xlsx --env mock', 'report: '],
      ['studies export --env mock --out studies.xlsx', ''],
      ['studies report --env mock --out studies.html', ''],
      ['explain composition-total --lang fr', 'composition'],
      ['init --env qa --url http://127.0.0.1:9 --token-env QA_TOKEN --yes', 'trace.config.yaml is written'],
    ];
    for (const [words, said] of runs) {
      const ran = spawnSync(path.join(cwd, NAME), words.split(' '), { cwd, env: {}, encoding: 'utf8' });
      expect([words, ran.status, ran.stderr + ran.stdout]).toEqual([words, 0, expect.stringContaining(said)]);
    }
    const written = await readdir(cwd);
    expect(written).toEqual(expect.arrayContaining(['studies.xlsx', 'studies.html', 'trace-template.xlsx']));
  });

  test('writes a PDF with the fonts that it has in itself', async () => {
    const cwd = await emptyFolder();
    await copyFile(path.join(ROOT, 'fixtures/v3/maison-aurore-v3.xlsx'), path.join(cwd, 'v3.xlsx'));
    for (const words of [
      'import v3.xlsx --interface v3 --env mock',
      'brand-products qrcodes --env mock --out labels.pdf',
    ]) {
      const ran = spawnSync(path.join(cwd, NAME), words.split(' '), { cwd, env: {}, encoding: 'utf8' });
      expect([words, ran.status, ran.stderr]).toEqual([words, 0, expect.any(String)]);
    }
    expect((await readFile(path.join(cwd, 'labels.pdf'), 'latin1')).slice(0, 5)).toBe('%PDF-');
  });

  test('does not read an old workbook if the permission flags are missing', async () => {
    const cwd = await emptyFolder();
    const reading = promisify(execFile)(path.join(cwd, NAME), ['--read-old-workbook', '{}'], {
      cwd,
      env: {},
    });
    await expect(reading).rejects.toThrow('permission flags of Node are missing');
  });

  test('has checksums and a bill of materials beside it, with every package and its Node', async () => {
    const { components } = JSON.parse(await readFile(path.join(ROOT, 'build/sbom.cdx.json'), 'utf8'));
    const names: string[] = components.map(({ name }: { name: string }) => name);
    const { dependencies } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
    expect(names).toEqual(expect.arrayContaining([...Object.keys(dependencies), 'node']));
    expect(names).not.toContain('vitest');
    const sums = await readFile(path.join(ROOT, 'build/SHA256SUMS'), 'utf8');
    const sum = createHash('sha256').update(await readFile(path.join(ROOT, 'build', NAME)));
    expect(sums).toContain(`${sum.digest('hex')}  ${NAME}\n`);
  });
});
