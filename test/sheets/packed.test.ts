import { createHash } from 'node:crypto';
import { mkdtemp, readFile as readBytesOf, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openGzip } from '../../src/sheets/archives.ts';
import type { Input } from '../../src/sheets/input.ts';
import { DEFAULT_LIMITS } from '../../src/sheets/limits.ts';
import { openSource } from '../../src/sheets/open.ts';
import { codes, nothing, numbered, readBytes } from './reading.ts';
import { workbook } from './workbook-builder.ts';
import { zip } from './zip-builder.ts';

const TEXT = 'ref;name\n00017;Tessitura\n';
const ROWS = [
  [1, 'ref', 'name'],
  [2, '00017', 'Tessitura'],
];

describe('a compressed file', () => {
  test.each([
    ['suppliers.csv.gz', gzipSync(TEXT)],
    ['x.zip', zip([{ name: 'Suppliers.csv', content: TEXT }])],
    [
      'x.zip',
      zip([
        { name: 'out/', content: '' },
        { name: 'out/Suppliers.csv', content: TEXT },
        { name: '__MACOSX/out/._Suppliers.csv', content: 'x' },
        { name: 'out/.DS_Store', content: 'x' },
      ]),
    ],
  ])('%s (case %#) is read as the file in it', async (name, bytes) => {
    const read = await readBytes(name, bytes);
    expect(codes(read)).toEqual([]);
    expect(read.description).toBe('semicolon-separated, UTF-8, unpacked');
    expect(read.sheets[0]!.name).toMatch(/^suppliers$/i);
    expect(numbered(read)).toEqual(ROWS);
  });

  test('a compressed file may contain a workbook, and have a wrong extension', async () => {
    const book = workbook({ rows: { s: '<row><c><v>1</v></c></row>' } });
    for (const bytes of [gzipSync(book), zip([{ name: 'a.csv', content: book }])]) {
      const read = await readBytes('a.xls.gz', bytes);
      expect(read.description).toBe('workbook, unpacked');
      expect(codes(read)).toEqual(['file-extension']);
      expect(numbered(read)).toEqual([[1, 1]]);
    }
  });

  test('a compressed file has the hash of its own bytes, and leaves no file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'trace-packed-'));
    try {
      const file = join(folder, 'a.csv.gz');
      await writeFile(file, gzipSync(TEXT));
      const temporaryFolder = await mkdtemp(join(folder, 'spool-'));
      const source = await openSource(file, {}, { stdin: nothing(), temporaryFolder, onFinding: () => {} });
      expect(source?.sha256).toBe(
        createHash('sha256')
          .update(await readBytesOf(file))
          .digest('hex'),
      );
      await source?.close();
      expect(await readdir(temporaryFolder)).toEqual([]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('a compressed file that becomes unreadable before its hash is computed leaves no file open', async () => {
    const bytes = gzipSync(TEXT);
    let starts = 0;
    const handle: Input['handle'] = {
      fd: -1,
      async read(buffer, offset, length, position) {
        if (position === 0 && ++starts === 2) throw new Error('the disk was removed');
        return { bytesRead: bytes.copy(buffer, offset, position, position + length), buffer };
      },
    };
    const input = { file: 'a.csv.gz', handle, size: bytes.length, close: async () => {} };
    const open = new Set<Input>();
    const openInner = async (inner: Input) => {
      open.add(inner);
      const about = { file: inner.file, format: 'csv' as const, description: '', sha256: '', sheets: [] };
      return { ...about, close: async () => void open.delete(inner) };
    };
    const context = { onFinding: () => {} };
    await expect(openGzip(input, DEFAULT_LIMITS, context, openInner)).rejects.toThrow('disk');
    expect(starts).toBe(2);
    expect(open.size).toBe(0);
  });

  test.each([
    [
      'more bytes than allowed',
      gzipSync(Buffer.alloc(3_000_000)),
      { inflatedBytes: 1_000_000 },
      /unpacks to more than 1,000,000 bytes/,
    ],
    ['over 100 MB of nothing', gzipSync(Buffer.alloc(120 * 1024 ** 2)), {}, /more than 200 times/],
    [
      'over 100 MB of nothing in a zip',
      zip([{ name: 'a.csv', content: Buffer.alloc(120 * 1024 ** 2) }]),
      {},
      /more than 200 times/,
    ],
    ['a false checksum', zip([{ name: 'a.csv', content: TEXT, claims: { crc32: 1 } }]), {}, /checksum/],
    ['a password', zip([{ name: 'a.csv', content: TEXT, claims: { flags: 1 } }]), {}, /password/],
    ['trailing noise', Buffer.concat([gzipSync(TEXT).subarray(0, -8), Buffer.alloc(8, 1)]), {}, /damaged/],
  ])('with %s is refused with one error', async (_, bytes, limits, says) => {
    const read = await readBytes('a.csv.gz', bytes, { limits });
    expect(read.description).toBeUndefined();
    expect(read.findings).toHaveLength(1);
    expect(read.findings[0]).toMatchObject({ severity: 'error', message: expect.stringMatching(says) });
  });
});
