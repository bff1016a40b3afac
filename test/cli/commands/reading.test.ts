import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkDocument } from '../../../src/cli/view/report-schema.ts';
import { escaped, textRow, workbook } from '../../sheets/workbook-builder.ts';
import { expectEnd, folderWith, journalOf, sandboxFolder, trace } from './harness.ts';
import {
  component,
  componentBody,
  csvOf,
  product,
  productBody,
  SMALL_BATCH,
  smallBatch,
  supplier,
  supplierBody,
} from './sheets.ts';

interface Checked {
  readonly code: number;
  readonly found: [
    code: string,
    severity: string,
    sheet: string | null,
    row: number | null,
    column: string | null,
  ][];
  readonly stderr: string;
}

/** Runs `trace check --json` on files in a new folder. */
async function check(
  files: Record<string, string | Uint8Array>,
  argv: readonly string[] = Object.keys(files),
): Promise<Checked> {
  const ran = await trace(['check', ...argv, '--json'], { cwd: await folderWith(files) });
  if (ran.code === 2) return { code: ran.code, found: [], stderr: ran.stderr };
  const { findings } = checkDocument.parse(JSON.parse(ran.stdout));
  return {
    code: ran.code,
    found: findings
      .filter(({ code }) => code !== 'collections')
      .map(({ code, severity, origin }) => [code, severity, origin.sheet, origin.row, origin.column]),
    stderr: ran.stderr,
  };
}

const suppliers = (...refs: string[]) =>
  csvOf(
    supplier,
    refs.map((ref) => supplierBody(ref)),
  );
/** A CSV without some of its columns. */
function without(text: string, ...heads: string[]): string {
  const [first, ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const kept = first!.flatMap((head, at) => (heads.includes(head) ? [] : [at]));
  return [first!, ...rows].map((row) => `${kept.map((at) => row[at]).join(',')}\n`).join('');
}

describe('the kind of a sheet', () => {
  test('the kind of a sheet is given by --sheet for a file or standard input, and --sheet NAME=skip skips a sheet', async () => {
    const text = suppliers('FRN-1');
    const cwd = await folderWith({ 'x.csv': text, 'notes.csv': 'to do\ncall Marie\n' });
    for (const argv of [
      ['x.csv', '--sheet', 'x=suppliers'],
      ['x.csv', '--sheet', 'X.CSV=Supplier'],
      ['x.csv', 'notes.csv', '--sheet', 'notes=skip'],
    ]) {
      expect([argv, (await trace(['check', ...argv], { cwd })).code]).toEqual([argv, 0]);
    }
    const piped = await trace(['check', '-', '--sheet', '-=suppliers'], { cwd, stdin: text });
    expect(piped.code).toBe(0);
    expect(piped.stdout).toContain('1 record: no errors');
  });

  test('the kind of a sheet is given by the exact name if two sheets differ only in a space at the end', async () => {
    const rows = (ref: string) => {
      const lines = suppliers(ref).trim().split('\n');
      return lines.map((line) => textRow(line.split(',').map(escaped))).join('');
    };
    const both = { 'batch.xlsx': workbook({ rows: { Data: rows('FRN-1'), 'Data ': rows('FRN-2') } }) };
    const skipped = async (...argv: string[]) =>
      (await check(both, ['batch.xlsx', ...argv])).found.map(([code, , sheet]) => [code, sheet]);
    expect(await skipped('--sheet', 'Data =skip')).toEqual([['sheet-skipped', 'Data ']]);
    expect(await skipped('--sheet', 'data=skip')).toEqual([['sheet-skipped', 'Data']]);
    expect(await skipped('--sheet', 'Data =suppliers', '--sheet', 'Data=skip')).toEqual([
      ['sheet-skipped', 'Data'],
    ]);
    // the space is invisible: unless a sheet has this exact name, it may be typed or omitted
    const one = { 'batch.xlsx': workbook({ rows: { 'Data ': rows('FRN-2'), Other: rows('FRN-1') } }) };
    for (const name of ['Data', 'Data ', ' data  ']) {
      const { code, found } = await check(one, ['batch.xlsx', '--sheet', `${name}=skip`]);
      expect([name, code, found]).toEqual([name, 0, [['sheet-skipped', 'notice', 'Data ', null, null]]]);
      expect((await check(one, ['batch.xlsx', '--sheet', `${name}=suppliers`])).code).toBe(0);
    }
  });
});

describe('rows without family and importation batch', () => {
  const bare = without(suppliers('FRN-1'), 'projectType', 'importationBatch');

  test('rows without family and batch get those of --family and --batch', async () => {
    const { mock, cwd } = await sandboxFolder({ 'suppliers.csv': bare });
    const argv = ['suppliers.csv', '--env', 'sandbox', '--family', 'agec_no_fdc', '--batch', ' W7 '];
    expect((await trace(['import', ...argv], { cwd })).code).toBe(0);
    const [entry] = await journalOf(mock);
    const expected = { family: 'AGEC_NO_FDC', body: { projectType: 'AGEC_NO_FDC', importationBatch: 'W7' } };
    expect(entry).toMatchObject(expected);
  });

  test('rows without family and batch get the family of the environment; --batch replaces the batch of a row, but nothing replaces its family', async () => {
    const files = {
      'suppliers.csv': suppliers('FRN-1'),
      'more-suppliers.csv': bare.replace('FRN-1', 'FRN-2'),
    };
    const { mock, cwd } = await sandboxFolder(files, { config: ['family: E360'] });
    const ran = await trace(['import', ...Object.keys(files), '--env', 'sandbox', '--batch', 'W8'], { cwd });
    expect(ran.code).toBe(0);
    expect((await journalOf(mock)).map(({ family, body }) => [family, body])).toMatchObject([
      ['STANDARD', { supplierRef: 'FRN-1', importationBatch: 'W8' }],
      ['E360', { supplierRef: 'FRN-2', importationBatch: 'W8', projectType: 'E360_TYPE' }],
    ]);
  });
});

describe('--only', () => {
  test('--only sends only the named kinds; other files are read for references, and their errors are not reported', async () => {
    const files = { ...smallBatch(), 'components.csv': 'componentRef,colour\nCMP-1,red\n' };
    const { mock, cwd } = await sandboxFolder(files);
    const ran = await trace(['import', ...SMALL_BATCH, '--env', 'sandbox', '--only', 'Suppliers,product'], {
      cwd,
    });
    expect(ran.stderr).toContain('5 created, 1 not-attempted (skipped by --only).');
    const again = await trace(['import', ...SMALL_BATCH, '--env', 'sandbox'], {
      cwd,
      env: { TRACE_ONLY: 'suppliers,products' },
    });
    expectEnd(again, 0, '5 unchanged, 1 not-attempted (skipped by TRACE_ONLY).');
    expect(ran.code).toBe(0);
    expect(new Set((await journalOf(mock)).map(({ kind }) => kind))).toEqual(
      new Set(['supplier', 'product']),
    );
  });
});

describe('references', () => {
  test('references with a blank part are one finding, not two', async () => {
    const text = csvOf(component, [componentBody('CMP-1', 'ROB-1', 'FRN-1')]).replace('SS27', '');
    const files = { ...smallBatch(), 'components.csv': text };
    const { found } = await check(files);
    expect(found.map(([code]) => code)).toEqual(['required']);
  });
});

describe('the input', () => {
  test('an input without a row is an error, or a notice if --allow-empty is given', async () => {
    const heads = 'supplierRef,category\n';
    const { code, found } = await check({ 'suppliers.csv': heads });
    expect(code).toBe(3);
    expect(found).toContainEqual(['file-empty', 'error', null, null, null]);
    for (const text of [heads, '', '\n\n']) {
      const allowed = await check({ 'suppliers.csv': text }, ['suppliers.csv', '--allow-empty']);
      expect([allowed.code, allowed.found.at(-1)?.slice(0, 2)]).toEqual([0, ['file-empty', 'notice']]);
    }
  });

  test.each([
    ['a .csv named .xlsx', 'suppliers.xlsx', suppliers('FRN-1'), 0, 'file-extension'],
    ['an empty file', 'suppliers.csv', '', 3, 'file-empty'],
    ['an old workbook', 'suppliers.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 3, 'file-format'],
    ['a PDF', 'suppliers.csv', '%PDF-1.7\n', 3, 'file-format'],
    ['a broken archive', 'suppliers.xlsx', Buffer.from('504b0304deadbeef', 'hex'), 3, 'file-unreadable'],
  ])('an input that is %s is exactly one finding', async (_, name, bytes, code, finding) => {
    const checked = await check({ [name]: bytes });
    expect(checked.code).toBe(code);
    expect(checked.found.map(([of]) => of)).toEqual([finding]);
  });

  test('an input with an open quote is read up to it: --skip-invalid sends the rows before it and exits with 5', async () => {
    const text = `${suppliers('FRN-1', 'FRN-2')}"FRN-3,`;
    const { mock, cwd } = await sandboxFolder({ 'suppliers.csv': text });
    const ran = await trace(['import', 'suppliers.csv', '--env', 'sandbox', '--skip-invalid'], { cwd });
    expect(ran.code).toBe(5);
    expect((await journalOf(mock)).map(({ key }) => key)).toEqual(['FRN-1', 'FRN-2']);
  });
});

describe('a text file', () => {
  test('a text file has its delimiter and encoding detected and printed; --delimiter overrides the delimiter', async () => {
    const text = suppliers('FRN-1').replaceAll(',', ';');
    const cwd = await folderWith({ 'suppliers.csv': text });
    const detected = await trace(['check', 'suppliers.csv'], { cwd });
    expect([detected.code, /semicolon/i.test(detected.stderr)]).toEqual([0, true]);
    expect((await trace(['check', 'suppliers.csv', '--delimiter', ';'], { cwd })).code).toBe(0);
    expect((await trace(['check', 'suppliers.csv', '--delimiter', 'tab'], { cwd })).code).toBe(3);
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    await writeFile(path.join(cwd, 'suppliers.csv'), bytes);
    expect((await trace(['check', 'suppliers.csv'], { cwd })).stderr).toMatch(/UTF-16/);
  });

  test('a text file with an ambiguous number is read as --decimal says', async () => {
    const text = csvOf(product, [productBody('ROB-1', 'FRN-1', { weight: 1800 })]).replace('1800', '"1,800"');
    const files = { 'suppliers.csv': suppliers('FRN-1'), 'products.csv': text };
    expect((await check(files)).found.map(([code]) => code)).toEqual(['number-ambiguous']);
    expect(
      (await check(files, [...Object.keys(files), '--decimal', '.'])).found.map(([code]) => code),
    ).toEqual(['number-converted']);
    expect(
      (await check(files, [...Object.keys(files), '--decimal', ','])).found.map(([code]) => code),
    ).toEqual(['number-converted', 'out-of-range']);
  });
});
