import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS, LIMIT_NAMES, parseLimit } from '../../src/sheets/limits.ts';
import { folderWith, trace } from '../cli/commands/harness.ts';
import { csvOf, supplier, supplierBody } from '../cli/commands/sheets.ts';
import { readBytes } from './reading.ts';
import { workbook } from './workbook-builder.ts';

describe('parseLimit', () => {
  test.each<[string, ReturnType<typeof parseLimit>]>([
    ['rows=5', { name: 'rows', limit: 'rows', value: 5 }],
    [' Part-Bytes = 512MB ', { name: 'Part-Bytes', limit: 'partBytes', value: 512 * 1024 ** 2 }],
    ['file-bytes=3GiB', { name: 'file-bytes', limit: 'fileBytes', value: 3 * 1024 ** 3 }],
    ['cells=2k', { name: 'cells', limit: 'cells', value: 2048 }],
    ['depth=2', { name: 'depth', limit: undefined, value: 2 }],
    ['__proto__=2', { name: '__proto__', limit: undefined, value: 2 }],
    ['rows', undefined],
    ['rows=', undefined],
    ['rows=0', undefined],
    ['rows=-1', undefined],
    ['rows=1.5', undefined],
    ['rows=Infinity', undefined],
    ['rows=999999999999999G', undefined],
  ])('of "%s" is %j', (text, expected) => expect(parseLimit(text)).toEqual(expected));

  test('knows every limit by its name', () => {
    expect(LIMIT_NAMES).toHaveLength(Object.keys(DEFAULT_LIMITS).length);
    for (const name of LIMIT_NAMES) expect(parseLimit(`${name}=7`)?.limit).toBeDefined();
  });
});

const row = '<row><c t="inlineStr"><is><t>supplierRef</t></is></c><c><v>1</v></c></row>';
const book = workbook({
  rows: { Suppliers: row.repeat(3), Products: row },
  strings: '<si><t>a</t></si>'.repeat(9),
});

describe('a file that exceeds a limit is an error with the limit and the flag to raise it', () => {
  test.each<[limit: string, file: string | Buffer, name: string]>([
    ['file-bytes=10', 'a,b\nc,d\ne,f\n', 'a.csv'],
    ['rows=2', 'a,b\nc,d\ne,f\n', 'a.csv'],
    ['columns=1', 'a,b\nc,d\n', 'a.csv'],
    ['cells=3', 'a,b\nc,d\n', 'a.csv'],
    ['row-bytes=8', `a,b\n"${'x'.repeat(100)}`, 'a.csv'],
    ['cell-characters=2', 'abc,b\n', 'a.csv'],
    ['entries=3', book, 'a.xlsx'],
    ['inflated-bytes=200', book, 'a.xlsx'],
    ['part-bytes=100', book, 'a.xlsx'],
    ['sheets=1', book, 'a.xlsx'],
    ['shared-characters=20', book, 'a.xlsx'],
    ['rows=1', book, 'a.xlsx'],
    ['columns=1', book, 'a.xlsx'],
    ['cells=3', book, 'a.xlsx'],
    ['cell-characters=4', book, 'a.xlsx'],
  ])('%s, case %#', async (text, bytes, name) => {
    const { limit, value, name: called } = parseLimit(text)!;
    const limits = { [limit!]: value };
    const { description, findings } = await readBytes(name, bytes, { limits });
    if (/^(entries|inflated-bytes|part-bytes|shared-characters)/.test(text))
      expect(description).toBeUndefined();
    const reported = findings.find(({ message }) => message.includes(`the limit ${called}`));
    expect(reported).toMatchObject({ severity: 'error' });
    expect(reported!.message).toContain(String(value));
    if (reported!.code !== 'text-quotes') expect(reported!.suggestion).toContain(`--file-limit ${called}=`);
    const wide = await readBytes(name, bytes);
    expect(wide.findings.filter(({ message }) => /the limit/.test(message))).toEqual([]);
  });
});

describe('the flag --file-limit', () => {
  const suppliers = csvOf(supplier, [supplierBody('FRN-1'), supplierBody('FRN-2')]);

  test('sets limits, may be repeated, and has priority over TRACE_FILE_LIMIT', async () => {
    const cwd = await folderWith({ 'suppliers.csv': suppliers });
    expect((await trace(['check', 'suppliers.csv'], { cwd })).code).toBe(0);
    const low = await trace(
      ['check', 'suppliers.csv', '--file-limit', 'rows=2', '--file-limit', 'cells=1M'],
      { cwd },
    );
    expect(low.code).toBe(3);
    expect(low.stdout).toContain('the limit rows');
    expect(
      (await trace(['check', 'suppliers.csv'], { cwd, env: { TRACE_FILE_LIMIT: 'rows=2,cells=9' } })).code,
    ).toBe(3);
    const high = { TRACE_FILE_LIMIT: 'rows=2' };
    expect((await trace(['check', 'suppliers.csv', '--file-limit', 'rows=3'], { cwd, env: high })).code).toBe(
      0,
    );
  });

  test('applies to standard input too', async () => {
    const cwd = await folderWith();
    const argv = ['check', '-', '--sheet', '-=suppliers', '--file-limit', 'file-bytes=20', '--json'];
    const { code, stdout } = await trace(argv, { cwd, stdin: suppliers });
    expect(code).toBe(3);
    expect(JSON.parse(stdout).findings[0]).toMatchObject({
      code: 'file-unreadable',
      message: 'The file is larger than 20 bytes (the limit file-bytes).',
    });
  });

  test.each([
    ['rows', 'use NAME=NUMBER'],
    ['row=5', 'unknown limit "row". Did you mean "rows"?'],
    ['rows=0', 'use NAME=NUMBER'],
  ])('--file-limit with the value "%s" is refused: %s', async (value, reported) => {
    const cwd = await folderWith({ 'suppliers.csv': suppliers });
    const { code, stderr } = await trace(['check', 'suppliers.csv', '--file-limit', value], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(reported);
    expect(stderr).toContain('part-bytes');
  });
});
