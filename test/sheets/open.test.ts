import { chmod, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSource } from '../../src/sheets/open.ts';
import { codes, nothing, readBytes } from './reading.ts';
import { workbook } from './workbook-builder.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trace-open-'));
  await mkdir(join(folder, 'spool'));
  await writeFile(join(folder, 'suppliers.csv'), 'a,b\n1,2\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const silent = { stdin: nothing(), onFinding: () => {} };

describe('a file that cannot be opened', () => {
  it('a missing file is a usage error with the nearest name', async () => {
    const error = await openSource(join(folder, 'Supplier.csv'), {}, silent).catch((reason) => reason);
    expect(error).toMatchObject({ name: 'TraceError', exit: 'usage', code: 'file-missing' });
    expect(error.hint).toBe(`Did you mean ${join(folder, 'suppliers.csv')}?`);
  });

  it('a missing file gets no hint if no name is similar', async () => {
    const error = await openSource(join(folder, 'x.xlsx'), {}, silent).catch((reason) => reason);
    expect(error).toMatchObject({ code: 'file-missing', hint: 'Check the name and the folder.' });
  });

  it('a folder is a usage error', async () => {
    const error = await openSource(folder, {}, silent).catch((reason) => reason);
    expect(error).toMatchObject({ code: 'file-missing', message: `${folder} is a folder, not a file.` });
  });

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('may lack a permission', async () => {
    const file = join(folder, 'secret.csv');
    await writeFile(file, 'a,b\n');
    await chmod(file, 0);
    const error = await openSource(file, {}, silent).catch((reason) => reason);
    expect(error).toMatchObject({ exit: 'usage', code: 'file-denied' });
  });
});

describe('standard input as a file', () => {
  async function* given(...chunks: string[]): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks) yield Buffer.from(chunk);
  }

  it('standard input is kept in a private copy until the source is closed', async () => {
    const temporaryFolder = join(folder, 'spool');
    const source = (await openSource(
      '-',
      {},
      { stdin: given('a;b\n1', ';2\n3;4\n'), temporaryFolder, onFinding: () => {} },
    ))!;
    expect(source.file).toBe('standard input');
    expect(source.sheets[0]?.name).toBe('standard input');
    // No name, so that nobody can open it and a kill leaves nothing behind.
    if (process.platform !== 'win32') expect(await readdir(temporaryFolder)).toEqual([]);
    for (let pass = 0; pass < 2; pass++) {
      const rows = (await Array.fromAsync(source.sheets[0]!.rows(() => {}))).flat();
      expect(rows.map(({ cells }) => cells)).toEqual([
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
      ]);
    }
    await source.close();
    expect(await readdir(temporaryFolder)).toEqual([]);
  });

  it('standard input leaves no copy if it is refused or breaks off', async () => {
    const temporaryFolder = join(folder, 'spool');
    const findings: string[] = [];
    const onFinding = ({ code }: { code: string }) => findings.push(code);
    expect(await openSource('-', {}, { stdin: given(), temporaryFolder, onFinding })).toBeNull();
    expect(findings).toEqual(['file-empty']);
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('a;b\n');
      throw new Error('the pipe broke');
    }
    await expect(openSource('-', {}, { stdin: broken(), temporaryFolder, onFinding })).rejects.toMatchObject({
      code: 'temporary-file',
    });
    expect(await readdir(temporaryFolder)).toEqual([]);
  });
});

describe('a copy of standard input that a killed process left', () => {
  it.each([
    ['is removed if it is a day old', 'trace-input-AbCdEf', ['input'], 25, false],
    ['is kept if it is a moment old', 'trace-input-AbCdEf', ['input'], 0, true],
    ['is kept if it contains another file', 'trace-input-AbCdEf', ['input', 'notes.txt'], 25, true],
    ['is kept if it has another name', 'trace-export', ['input'], 25, true],
  ] as const)('%s', async (_, name, files, hours, stays) => {
    const temporaryFolder = await mkdtemp(join(folder, 'old-'));
    const old = join(temporaryFolder, name);
    await mkdir(old);
    for (const file of files) await writeFile(join(old, file), 'a;b\n');
    const then = new Date(Date.now() - hours * 3_600_000);
    await utimes(old, then, then);
    const stdin = Readable.from([Buffer.from('a;b\n1;2\n')]);
    const source = await openSource('-', {}, { stdin, temporaryFolder, onFinding: () => {} });
    await source!.close();
    expect(await readdir(temporaryFolder)).toEqual(stays ? [name] : []);
  });
});

describe('an interruption by the user', () => {
  it.each([
    ['standard input', '-'],
    ['a file', 'large.csv'],
    ['a workbook', 'large.xlsx'],
  ])('an interruption by the user ends the opening of %s, and no finding reports damage', async (_, file) => {
    const findings: unknown[] = [];
    const interrupt = new AbortController();
    await writeFile(join(folder, 'large.csv'), 'a;b\n'.repeat(200_000));
    await writeFile(join(folder, 'large.xlsx'), workbook({ rows: { s: '<row><c><v>1</v></c></row>' } }));
    const opening = openSource(
      file === '-' ? file : join(folder, file),
      {},
      {
        stdin: new Readable({ read() {} }),
        signal: interrupt.signal,
        onFinding: (finding) => findings.push(finding),
      },
    );
    interrupt.abort();
    await expect(opening).rejects.toBe(interrupt.signal.reason);
    expect(findings).toEqual([]);
  });
});

describe('an opened file', () => {
  it('an opened file has the format of its bytes, with a notice if its extension is another', async () => {
    const read = await readBytes('list.xlsx', 'a,b\n1,2\n');
    expect(read.description).toBe('comma-separated, UTF-8');
    expect(codes(read)).toEqual(['file-extension']);
    expect(read.findings[0]?.severity).toBe('notice');
    expect(codes(await readBytes('list.dat', 'a,b\n1,2\n'))).toEqual([]);
    expect(codes(await readBytes('PK.csv', 'PK,name\n1,2\n'))).toEqual([]);
  });

  it('an opened file has the hash of its bytes', async () => {
    const source = await openSource(join(folder, 'suppliers.csv'), {}, silent);
    // sha256sum of the eight bytes
    expect(source?.sha256).toBe('492d5ea496056f1a6a6592241032fab764c321596317930b4fa0e1e8bc3b7470');
    await source?.close();
  });
});
