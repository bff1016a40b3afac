import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, test, vi } from 'vitest';
import type * as Drafts from '../../../src/drafts.ts';
import { writeFileWhole } from '../../../src/drafts.ts';
import { LANGUAGES } from '../../../src/language/languages.ts';
import { SLOW } from '../../effort.ts';
import { changedParts, inflated, partsOf } from '../../sheets/annotate/annotated.ts';
import { readBytes } from '../../sheets/reading.ts';
import { zip } from '../../sheets/zip-builder.ts';
import {
  expectEnd,
  findingsIn,
  folderWith,
  journalOf,
  mockService,
  sandboxConfig,
  trace,
} from './harness.ts';
import { csvOf, supplier, supplierBody } from './sheets.ts';

vi.mock('../../../src/drafts.ts', async (original) => {
  const real = await original<typeof import('../../../src/drafts.ts')>();
  return { ...real, writeFileWhole: vi.fn(real.writeFileWhole) };
});

const fixture = (name: string) => fileURLToPath(new URL(`../../../fixtures/${name}`, import.meta.url));
const BROKEN = 'broken/maison-aurore.xlsx';

const textOf = (bytes: Buffer, part: string) => inflated(partsOf(bytes).get(part)!).toString('utf8');

async function folderOf(...files: readonly string[]): Promise<string> {
  const folder = await folderWith();
  for (const file of files) await copyFile(fixture(file), path.join(folder, path.basename(file)));
  return folder;
}

/** The findings of a check without those about the annotation itself. */
function found(stdout: string): string[] {
  return findingsIn(stdout)
    .filter(({ code }) => code !== 'annotation-ignored')
    .map(({ code, severity, origin }) => [code, severity, origin.sheet, origin.row, origin.column].join(' '));
}

describe('check --annotate', () => {
  it('copies the broken workbook with colours, notes, columns and results; the copy has the same findings', async () => {
    const cwd = await folderOf(BROKEN);
    const inFolder = (...argv: string[]) => trace(argv, { cwd });
    const input = path.join(cwd, 'maison-aurore.xlsx');
    const output = path.join(cwd, 'fix-me.xlsx');
    const ran = await inFolder('check', input, '--json', '--annotate', output);
    expectEnd(ran, 3, `annotated copy: ${output}`);
    const [original, copy] = await Promise.all([input, output].map((file) => readFile(file)));
    expect(
      changedParts(original!, copy!).filter((part) =>
        /theme|sharedStrings|docProps|_rels\/\.rels/.test(part),
      ),
    ).toEqual([]);
    const notes = textOf(copy!, 'xl/comments1.xml');
    expect(notes).toMatch(
      /ref="K10"[\s\S]*?&quot;Itallie&quot; is not a known country\.\n→ Write the two letters/,
    );
    expect(notes).not.toMatch(/--[a-z]|trace taxonomy/);
    // Another row of the same product has the value, and the sheet of results has the whole list.
    expect(textOf(copy!, 'xl/comments3.xml')).toMatch(
      /ref="G12"[\s\S]*?→ In the other rows of ROB-2050: SHIRT-DRESSES\. Write &quot;SHIRTS&quot; if [\s\S]*? Allowed: SHIRT-DRESSES, SHIRTS/,
    );
    expect(textOf(copy!, 'xl/worksheets/sheet11.xml')).toMatch(
      />Allowed values of product\.category<[\s\S]*>ZIPPED POUCHES</,
    );
    // A wrong total is in each of the shares.
    expect(
      ['L12', 'P12'].filter((cell) => textOf(copy!, 'xl/comments4.xml').includes(`ref="${cell}"`)),
    ).toEqual(['L12', 'P12']);
    // The sheet of products has a column trace_status of its own.
    const products = textOf(copy!, 'xl/worksheets/sheet3.xml');
    expect(products.match(/>trace_\w+</g)).toEqual(
      ['trace_status_2', 'trace_id_2', 'trace_study_2', 'trace_qr_2', 'trace_message_2'].map(
        (name) => `>${name}<`,
      ),
    );
    const suppliers = textOf(copy!, 'xl/worksheets/sheet1.xml');
    expect(suppliers).toMatch(/<c r="AC1"[^>]*><is><t [^>]*>trace_status</);
    expect(suppliers).toMatch(/<c r="AC10"[^>]*><is><t [^>]*>invalid</);
    expect(suppliers).toMatch(
      /<c r="AC2"[^>]*><is><t [^>]*>ready: sent when the errors are fixed<[\s\S]*?The rows of this sheet wait/,
    );
    expect(textOf(copy!, 'xl/worksheets/sheet2.xml')).toMatch(/<c r="N2"[^>]*><is><t [^>]*>ready: sent when/);
    // An error about a sheet that was not read is on its first cell.
    expect(textOf(copy!, 'xl/comments6.xml')).toMatch(
      /ref="A1"[\s\S]*?Name the sheet after what its rows are/,
    );
    const results = textOf(copy!, 'xl/worksheets/sheet11.xml');
    expect(results).toMatch(/[1-9]\d* errors and [1-9]\d* warnings found/);
    expect(results).toMatch(/location="'Suppliers'!K10" display="Suppliers!K10"/);
    const again = await inFolder('check', output, '--json');
    expect(found(again.stdout)).toEqual(found(ran.stdout));
  });

  it('writes a text file as a workbook of texts', async () => {
    const cwd = await folderWith({
      'suppliers.csv':
        'supplierRef;name;category;address.country\n0017;Étoffe & Cie;OTHER - Warehouse;Itallie\n',
    });
    expect((await trace('check suppliers.csv --annotate out.xlsx', { cwd })).code).toBe(3);
    const { sheets } = await readBytes('a.xlsx', await readFile(path.join(cwd, 'out.xlsx')));
    expect(sheets.map(({ name }) => name)).toEqual(['trace', 'suppliers']);
    const expected = ['0017', 'Étoffe & Cie', 'OTHER - Warehouse', 'Itallie'];
    expect(sheets[1]?.rows[1]?.cells.slice(0, 4)).toEqual(expected);
    const several = await trace('check suppliers.csv suppliers.csv --annotate out', { cwd });
    expect(several.stderr).not.toContain('annotated copy: ');
  });

  it.each([
    ['batch.zip', 'unpack the file'],
    ['page.xls', 'save it as .xlsx and use'],
    ['suppliers.csv', null],
    ['packed.zip', null],
  ])('prints whether the copy of %s lacks anything', async (name, remark) => {
    const csv = 'supplierRef;name\nA;B\n';
    const files = {
      'batch.zip': zip([{ name: 'batch.xlsx', content: await readFile(fixture(BROKEN)) }]),
      'page.xls':
        '<html><table><tr><td>supplierRef</td><td>name</td></tr><tr><td>A</td><td>B</td></tr></table></html>',
      'suppliers.csv': csv,
      'packed.zip': zip([{ name: 'suppliers.csv', content: csv }]),
    };
    const cwd = await folderWith();
    await writeFile(path.join(cwd, name), files[name as keyof typeof files]);
    const out = path.join(cwd, 'out.xlsx');
    const { stderr } = await trace(['check', path.join(cwd, name), '--annotate', out], { cwd });
    const line = stderr.split('\n').find((one) => one.startsWith(`annotated copy: ${out}`));
    if (remark === null) expect(line).toBe(`annotated copy: ${out}`);
    else expect(line).toMatch(new RegExp(`only the values of ${name}, as texts: .*${remark}`));
  });

  it('check --annotate does not change a sheet of the input that is named "trace"', async () => {
    const cwd = await folderWith({ 'trace.csv': 'supplierRef;name;category\nA;B;OTHER - Warehouse\n' });
    const ran = await trace('check trace.csv --sheet trace=supplier --annotate out.xlsx', { cwd });
    expect(ran.stderr).toContain('annotated copy: ');
    const { sheets, findings } = await readBytes('a.xlsx', await readFile(path.join(cwd, 'out.xlsx')));
    expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
      ['trace 2', 0],
      ['trace', 2],
    ]);
    expect(findings.map(({ code }) => code)).toEqual(['annotation-ignored', 'annotation-ignored']);
  });

  it('check --annotate refuses the extension .xlsx for the copy of a workbook with macros', async () => {
    const bytes = partsOf(await readFile(fixture(BROKEN)));
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
    const cwd = await folderWith({
      'm.xlsm': zip(
        [...bytes].map(([name, part]) => {
          const content = inflated(part);
          if (name !== '[Content_Types].xml') return { name, content };
          const macros = 'application/vnd.ms-excel.sheet.macroEnabled.main+xml';
          return { name, content: content.toString('utf8').replace(type, macros) };
        }),
      ),
    });
    expectEnd(await trace('check m.xlsm --annotate o.xlsx', { cwd }), 2, 'Use --annotate o.xlsm.');
  });

  it('exits with 2 for standard input, which cannot be copied', async () => {
    const ran = await trace('check - --annotate out.xlsx', { cwd: await folderWith(), stdin: 'a;b\n' });
    expectEnd(ran, 2, '--annotate cannot copy standard input.');
  });
});

describe('import with an annotated copy', () => {
  it.each([
    ['batch/maison-aurore.xlsx', ...(SLOW ? [] : ['--only', 'suppliers,packaging'])],
    ...(SLOW ? [['v3/maison-aurore-v3.xlsx']] : []),
  ])('sends the same bodies from the annotated copy of %s', { tags: ['sampled'] }, async (name, ...only) => {
    const bodies = async (cwd: string, file: string, ...more: string[]) => {
      const mock = await mockService();
      await writeFile(path.join(cwd, 'trace.config.yaml'), sandboxConfig(mock.url));
      const argv = ['import', path.join(cwd, file), '--env', 'sandbox', '--yes', ...only, ...more];
      const ran = await trace(argv, { cwd });
      expect(ran.code, ran.stderr).toBe(0);
      // The service chooses ids at random.
      const ids = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
      return (await journalOf(mock))
        .map(({ kind, key, body }) => JSON.stringify([kind, key, body]).replace(ids, 'ID'))
        .sort();
    };
    const cwd = await folderOf(name!);
    const file = path.basename(name!);
    const first = await bodies(cwd, file, '--annotate', path.join(cwd, 'copy.xlsx'));
    const copy = await readFile(path.join(cwd, 'copy.xlsx'));
    const sheet = textOf(copy, 'xl/worksheets/sheet1.xml');
    expect(sheet).toContain('>created<');
    const other = await folderWith();
    await writeFile(path.join(other, 'copy.xlsx'), copy);
    expect(await bodies(other, 'copy.xlsx')).toEqual(first);
    expect(first.length).toBeGreaterThan(20);
  });

  it('import with an annotated copy shows an outdated row as outdated', async () => {
    const mock = await mockService();
    const cwd = await folderWith({ 'trace.config.yaml': sandboxConfig(mock.url) });
    const run = async (name: string, ...more: string[]) => {
      const bodies = [supplierBody('FRN-1', { name }), supplierBody('FRN-2')];
      await writeFile(path.join(cwd, 'suppliers.csv'), csvOf(supplier, bodies));
      return trace(['import', 'suppliers.csv', '--env', 'sandbox', '--yes', ...more], { cwd });
    };
    expect((await run('Aurore')).code).toBe(0);
    expect((await run('Borea', '--annotate', 'copy.xlsx')).code).toBe(5);
    const copy = await readFile(path.join(cwd, 'copy.xlsx'));
    const texts = (part: string) => textOf(copy, part).replaceAll(/<[^>]+>/g, '|');
    expect(texts('xl/worksheets/sheet2.xml')).toMatch(/suppliers!A2\|+outdated\|+name changed since/);
    expect(texts('xl/worksheets/sheet2.xml')).not.toContain('No problem was found');
    expect(texts('xl/worksheets/sheet2.xml')).toMatch(
      /Rows by outcome\|+Status\|+How often\|+outdated\|+1\|+unchanged\|+1\|+Rows that the service did not take/,
    );
    expect(texts('xl/comments1.xml')).toMatch(/outdated\nname changed since/);
  });

  it('writes the copy next to the report if there are problems, and never over an older copy', async () => {
    const mock = await mockService();
    const cwd = await folderOf(BROKEN);
    await writeFile(path.join(cwd, 'trace.config.yaml'), sandboxConfig(mock.url));
    const argv = ['import', path.join(cwd, 'maison-aurore.xlsx'), '--env', 'sandbox', '--yes'];
    const ran = await trace(argv, { cwd });
    expect(ran.code).toBe(3);
    const copy = /annotated copy: (.*\.xlsx)/.exec(ran.stderr)![1]!;
    expect(copy).toBe(`${/report: (.*)\.json/.exec(ran.stderr)![1]}.xlsx`);
    const again = await trace([...argv, '--report', path.join(cwd, 'r.json')], { cwd });
    expect(again.stderr).toContain(`annotated copy: ${path.join(cwd, 'r.xlsx')}`);
    const third = await trace([...argv, '--report', path.join(cwd, 'r.json')], { cwd });
    expect(third.stderr).toMatch(/annotated copy: .*r-.+\.xlsx/);
    expect(third.code).toBe(3);
  });

  it('reports why the copy could not be written, and keeps its exit code', async () => {
    const mock = await mockService();
    const cwd = await folderWith({
      'trace.config.yaml': sandboxConfig(mock.url),
      'suppliers.csv':
        'supplierRef;name;category;address.country;projectType;importationBatch\nA;B;OTHER - Warehouse;FR;STANDARD;W1\n',
    });
    const file = path.join(cwd, 'suppliers.csv');
    const copy = path.join(cwd, 'copy.xlsx');
    const { writeFileWhole: real } = await vi.importActual<typeof Drafts>('../../../src/drafts.ts');
    vi.mocked(writeFileWhole)
      // The report comes first.
      .mockImplementationOnce(real)
      .mockRejectedValueOnce(Object.assign(new Error(), { code: 'ENOSPC' }));
    const ran = await trace(['import', file, '--env', 'sandbox', '--yes', '--annotate', copy], { cwd });
    expect(ran.stderr).toContain(
      `The annotated copy of ${file} was not written: ${copy} cannot be written (ENOSPC).`,
    );
    expect(ran.stderr).toContain('1 created');
    expect(ran.code).toBe(0);
  });

  it('import with an annotated copy refuses --annotate with --dry-run', async () => {
    const cwd = await folderOf(BROKEN);
    const ran = await trace(['import', 'maison-aurore.xlsx', '--dry-run', '--annotate', 'a.xlsx'], { cwd });
    expectEnd(ran, 2, 'trace check maison-aurore.xlsx --annotate a.xlsx');
  });
});

test.each(LANGUAGES)('each note of an annotated copy in %s has a problem and what to do', async (lang) => {
  const cwd = await folderOf(BROKEN);
  const argv = ['check', 'maison-aurore.xlsx', '--sheet', 'Lisez-moi=skip', '--annotate', 'copy.xlsx'];
  await trace([...argv, '--lang', lang], { cwd });
  const copy = await readFile(path.join(cwd, 'copy.xlsx'));
  const parts = [...partsOf(copy).keys()].filter((part) => part.startsWith('xl/comments'));
  const notes = parts.flatMap((part) => textOf(copy, part).match(/<comment .*?<\/comment>/gs) ?? []);
  expect(notes.length).toBeGreaterThan(30);
  const texts = notes.map((note) => note.replaceAll(/<[^>]+>/g, ''));
  expect(texts.filter((text) => !/^[^→\s][^\n]*(?:\n[^→][^\n]*)*\n→ \S/.test(text))).toEqual([]);
  // If a cell has an error, no other note on it advises to keep the value.
  const family = texts.filter((text) => text.includes('FRN-0019'));
  expect(family).toEqual([expect.stringMatching(/E360.*STANDARD/s)]);
  expect(family[0]).not.toMatch(/leave it|laissez|lassen Sie/);
  const listed = [...partsOf(copy).keys()].filter((part) => /worksheets\/sheet\d+\.xml$/.test(part));
  const result = listed.map((part) => textOf(copy, part)).find((xml) => xml.includes('#trace:results'))!;
  const rows = (result.match(/<row .*?<\/row>/gs) ?? []).map((row) =>
    (row.match(/<c .*?(?:<\/c>|\/>)/gs) ?? []).map((cell) => cell.replaceAll(/<[^>]+>/g, '')),
  );
  expect(rows.filter((cells) => cells.length === 5).length).toBeGreaterThan(60);
  expect(rows.filter((cells) => cells.length === 5 && (cells[3] === '' || cells[4] === ''))).toEqual([]);
});
