import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkDocument } from '../../../src/cli/view/report-schema.ts';
import type { Body, KindSpec } from '../../../src/contract/kind.ts';
import { writeWorkbook } from '../../../src/sheets/workbook-writer.ts';
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

describe('which kind a sheet is', () => {
  test('is said by --sheet for a file, for standard input, or left out with skip', async () => {
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

  test('that nobody can tell is one error with what to type', async () => {
    const { code, found } = await check({ 'x.csv': 'colour,shape\nred,round\n' });
    expect([code, found]).toEqual([3, [['sheet-unknown', 'error', 'x', null, null]]]);
  });

  test('in a name that no sheet has is a usage error with the nearest name', async () => {
    const cwd = await folderWith({ 'suppliers.csv': suppliers('FRN-1') });
    const ran = await trace(['check', 'suppliers.csv', '--sheet', 'supliers=products'], { cwd });
    expect(ran.code).toBe(2);
    expect(ran.stderr).toMatch(
      /--sheet supliers=products: no sheet or file has this name\. Did you mean "suppliers"\?/,
    );
    expect((await trace(['check', 'suppliers.csv', '--sheet', 'notes=skip'], { cwd })).code).toBe(2);
  });

  test('of sheets whose names differ in a space at the end: each is meant by its own', async () => {
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

  test('of a workbook: sheets by their names, a hidden one to be chosen, one skipped', async () => {
    const sheet = (name: string, kind: KindSpec, body: Body) => {
      const [heads, ...rows] = csvOf(kind, [body])
        .trim()
        .split('\n')
        .map((line) => line.split(',').map((cell) => cell || null));
      return { name, columns: heads!.map((header) => ({ header: header! })), rows };
    };
    const book = await writeWorkbook({
      title: 'batch',
      sheets: [
        sheet('Fournisseurs', supplier, supplierBody('FRN-1')),
        sheet('Produits', product, productBody('ROB-1', 'FRN-1')),
        { ...sheet('Archive', supplier, supplierBody('FRN-1', { name: 'old' })), hidden: true },
        sheet('Brouillon', supplier, supplierBody('FRN-1', { name: 'draft' })),
      ],
    });
    const words = ['batch.xlsx', '--sheet', 'Brouillon=skip'];
    const hidden = await check({ 'batch.xlsx': book }, words);
    expect(hidden.found).toEqual([
      ['sheet-hidden-rows', 'error', 'Archive', null, null],
      ['sheet-skipped', 'notice', 'Brouillon', null, null],
    ]);
    expect(hidden.code).toBe(3);
    const { code, found } = await check({ 'batch.xlsx': book }, [...words, '--sheet', 'Archive=skip']);
    expect(found).toEqual([
      ['sheet-skipped', 'notice', 'Archive', null, null],
      ['sheet-skipped', 'notice', 'Brouillon', null, null],
    ]);
    expect(code).toBe(0);
  });
});

describe('family and batch', () => {
  const bare = without(suppliers('FRN-1'), 'projectType', 'importationBatch');

  test('that nothing says are findings, of the row and not of a cell', async () => {
    const { code, found } = await check({ 'suppliers.csv': bare });
    expect(code).toBe(3);
    expect(found).toEqual([
      ['family-missing', 'error', 'suppliers', 2, null],
      ['batch-missing', 'error', 'suppliers', 2, null],
    ]);
  });

  test('are filled by --family and --batch', async () => {
    const { mock, cwd } = await sandboxFolder({ 'suppliers.csv': bare });
    const argv = ['suppliers.csv', '--env', 'sandbox', '--family', 'agec_no_fdc', '--batch', ' W7 '];
    expect((await trace(['import', ...argv], { cwd })).code).toBe(0);
    const [entry] = await journalOf(mock);
    const expected = { family: 'AGEC_NO_FDC', body: { projectType: 'AGEC_NO_FDC', importationBatch: 'W7' } };
    expect(entry).toMatchObject(expected);
  });

  test('are filled by the environment; --batch replaces the row’s own, its own family stays', async () => {
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

  test('of which the project type is not public name the key to set', async () => {
    const argv = ['suppliers.csv', '--family', 'E360', '--batch', 'W'];
    const { code, found } = await check({ 'suppliers.csv': bare }, argv);
    expect([code, found]).toEqual([3, [['family-project-type', 'error', 'suppliers', 2, null]]]);
  });

  test('with an empty --batch or --only are usage errors: an unset variable means neither all nor none', async () => {
    const cwd = await folderWith({ 'suppliers.csv': suppliers('FRN-1') });
    for (const flag of ['--batch', '--only']) {
      const ran = await trace(['check', 'suppliers.csv', flag, ' '], { cwd });
      expect([flag, ran.code, ran.stderr]).toEqual([flag, 2, `trace: ${flag} " ": it is empty.\n`]);
    }
  });
});

describe('--only', () => {
  test('sends the kinds named; the others are read for their references and not judged', async () => {
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
  const orphan = csvOf(product, [productBody('ROB-1', 'FRN-9'), productBody('ROB-2', 'FRN-9')]);

  test('to what nobody knows are errors with the nearest known, or warnings with --external-refs', async () => {
    const files = { 'suppliers.csv': suppliers('FRN-1'), 'products.csv': orphan };
    const strict = await check(files);
    expect(strict.code).toBe(3);
    expect(strict.found.map(([code, severity, , row]) => [code, severity, row])).toEqual([
      ['reference-unknown', 'error', 2],
      ['reference-unknown', 'error', 3],
    ]);
    const external = await check(files, [...Object.keys(files), '--external-refs']);
    expect(external.code).toBe(0);
    expect(external.found.map(([code, severity]) => [code, severity])).toEqual([
      ['reference-external', 'warning'],
      ['reference-external', 'warning'],
    ]);
  });

  test('that are partly blank are one finding, not two', async () => {
    const text = csvOf(component, [componentBody('CMP-1', 'ROB-1', 'FRN-1')]).replace('SS27', '');
    const files = { ...smallBatch(), 'components.csv': text };
    const { found } = await check(files);
    expect(found.map(([code]) => code)).toEqual(['required']);
  });
});

describe('what there is to read', () => {
  test('nothing is an error, unless --allow-empty', async () => {
    const heads = 'supplierRef,category\n';
    const { code, found } = await check({ 'suppliers.csv': heads });
    expect(code).toBe(3);
    expect(found).toContainEqual(['file-empty', 'error', null, null, null]);
    for (const text of [heads, '', '\n\n']) {
      const allowed = await check({ 'suppliers.csv': text }, ['suppliers.csv', '--allow-empty']);
      expect([allowed.code, allowed.found.at(-1)?.slice(0, 2)]).toEqual([0, ['file-empty', 'notice']]);
    }
  });

  test('a file that is not there is named with the nearest one: exit 2', async () => {
    const { code, stderr } = await check({ 'suppliers.csv': suppliers('FRN-1') }, ['supplier.csv']);
    expectEnd({ code, stderr }, 2, /There is no file .*supplier\.csv\. Did you mean .*suppliers\.csv\?\n$/);
    expect(stderr).not.toMatch(/\bat .*:\d+:\d+/);
  });

  test('a folder is no file: exit 2', async () => {
    const cwd = await folderWith();
    await mkdir(path.join(cwd, 'data'));
    const ran = await trace(['check', 'data'], { cwd });
    expect([ran.code, /is a folder/.test(ran.stderr)]).toEqual([2, true]);
  });

  test('standard input twice is a usage error', async () => {
    const ran = await trace(['check', '-', '-'], { cwd: await folderWith(), stdin: suppliers('FRN-1') });
    expect([ran.code, ran.stderr]).toEqual([2, 'trace: Standard input (-) can be given only once.\n']);
  });

  test.each([
    ['a .csv named .xlsx', 'suppliers.xlsx', suppliers('FRN-1'), 0, 'file-extension'],
    ['an empty file', 'suppliers.csv', '', 3, 'file-empty'],
    ['an old workbook', 'suppliers.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 3, 'file-format'],
    ['a PDF', 'suppliers.csv', '%PDF-1.7\n', 3, 'file-format'],
    ['a broken archive', 'suppliers.xlsx', Buffer.from('504b0304deadbeef', 'hex'), 3, 'file-unreadable'],
  ])('%s is one finding', async (_, name, bytes, code, finding) => {
    const checked = await check({ [name]: bytes });
    expect(checked.code).toBe(code);
    expect(checked.found.map(([of]) => of)).toEqual([finding]);
  });

  test('a row whose bytes are wrong is not sent, the others are', async () => {
    const text = `${suppliers('FRN-1', 'FRN-2', 'FRN-3').replace('FRN-2', `FRN-2${'x'.repeat(40_000)}`)}`;
    const { mock, cwd } = await sandboxFolder({ 'suppliers.csv': text });
    const ran = await trace(['import', 'suppliers.csv', '--env', 'sandbox', '--skip-invalid'], { cwd });
    expect(ran.code).toBe(5);
    expect((await journalOf(mock)).map(({ key }) => key)).toEqual(['FRN-1', 'FRN-3']);
  });

  test('an open quote ends the sheet there: the rows before it are sent, and the run does not end with 0', async () => {
    const text = `${suppliers('FRN-1', 'FRN-2')}"FRN-3,`;
    const { mock, cwd } = await sandboxFolder({ 'suppliers.csv': text });
    const ran = await trace(['import', 'suppliers.csv', '--env', 'sandbox', '--skip-invalid'], { cwd });
    expect(ran.code).toBe(5);
    expect((await journalOf(mock)).map(({ key }) => key)).toEqual(['FRN-1', 'FRN-2']);
  });
});

describe('--strict', () => {
  test('makes errors of changed values and of values that an incomplete list may hold', async () => {
    const text = csvOf(component, [
      componentBody('CMP-1', 'ROB-1', 'FRN-1', {
        composition: [{ material: 'SPIDER SILK' }],
        dyeingCountry: 'IT',
      }),
    ]).replace(',IT', ',Italie');
    const files = { ...smallBatch(), 'components.csv': text };
    const loose = await check(files);
    expect([loose.code, loose.found.map(([code, severity]) => [code, severity])]).toEqual([
      0,
      [
        ['country-converted', 'fixed'],
        ['not-in-known-list', 'warning'],
      ],
    ]);
    const strict = await check(files, [...Object.keys(files), '--strict']);
    expect([strict.code, strict.found.map(([code, severity]) => [code, severity])]).toEqual([
      3,
      [
        ['country-converted', 'error'],
        ['not-in-known-list', 'error'],
      ],
    ]);
  });
});

describe('how text is read', () => {
  test('is detected and said aloud, and can be said', async () => {
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

  test('ambiguous numbers and dates follow --decimal and --date-order', async () => {
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
