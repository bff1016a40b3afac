import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { start } from '../../binary/harness.ts';
import { book, endlessBook, sheet } from './books.ts';

const SUPPLIERS = sheet(
  ['Project type', 'Supplier reference', 'Category', 'Country', 'Import batch'],
  ['STANDARD', '00017', 'Spinning', 'Portugal', 'b'],
);

/** Runs the built binary in a folder with these bytes as `a.xls`. */
async function inFolder(bytes: Buffer, use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'trace-built-'));
  try {
    await mkdir(join(folder, 'tmp'));
    await writeFile(join(folder, 'a.xls'), bytes);
    await use(folder);
    expect(await readdir(join(folder, 'tmp'))).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('the built binary reads an old workbook', async () => {
  await inFolder(book({ suppliers: SUPPLIERS }), async (folder) => {
    const { stdout } = await start(['check', 'a.xls', '--json'], folder, { TMPDIR: join(folder, 'tmp') })
      .done;
    const { files, findings } = JSON.parse(stdout);
    expect(files).toMatchObject([{ path: 'a.xls', rows: 1 }]);
    expect(findings.map(({ code }: { code: string }) => code)).not.toContain('file-unreadable');
  });
});

test.skipIf(process.platform !== 'linux')('Ctrl+C ends the binary and its workbook reader', async () => {
  await inFolder(endlessBook(), async (folder) => {
    const working = start(['check', 'a.xls'], folder, { TMPDIR: join(folder, 'tmp') });
    const { pid } = working.child;
    const reader = await vi.waitFor(
      () => {
        const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
        expect(child).toMatch(/\d/);
        return child;
      },
      { timeout: 60_000 },
    );
    working.child.kill('SIGINT');
    expect((await working.done).code).toBe(130);
    expect(existsSync(`/proc/${reader}`)).toBe(false);
  });
});
