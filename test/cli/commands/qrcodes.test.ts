import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import type { QrOptions } from '../../../src/cli/commands/brand-products-qrcodes.ts';
import { labelOutput } from '../../../src/cli/read/label-output.ts';
import type { Environment } from '../../../src/config/environment.ts';
import type { Context } from '../../../src/context.ts';
import { useLanguage } from '../../../src/say.ts';
import { unpackParts } from '../../../src/sheets/workbook-parts.ts';
import { decodeQr } from '../../read/labels/decode.ts';
import { modulesInPng, modulesInSvg } from '../../read/labels/picture.ts';
import { expectEnd, trace } from './harness.ts';
import { numbered, v3World } from './v3-world.ts';

afterEach(() => useLanguage('en'));

const PRODUCTS = [
  numbered(0),
  numbered(1),
  numbered(2, { name: 'sans lien', hasCommunicationPackage: false }),
];
const linkOf = (url: string, id: string) => `${url}/brand-product-pages/${id}`;

test('brand-products qrcodes writes images with the printable link, and names products without a link', async () => {
  const { qrcodes, cwd, ids, mock } = await v3World(PRODUCTS);
  const ran = await qrcodes('--out', 'codes');
  expect(ran.code).toBe(0);
  expect(ran.stdout).toBe('');
  expect(ran.stderr).toContain('1 product has no link for a code: BP-002.');
  expect(ran.stderr).toContain('2 codes, 4 images in codes, listed in qrcodes.csv.');
  const names = ['ROB-2000_3607012000000', 'ROB-2001_3607012000007'];
  const files = names.flatMap((name) => [`${name}.png`, `${name}.svg`]);
  expect((await readdir(path.join(cwd, 'codes'))).sort()).toEqual([...files, 'qrcodes.csv'].sort());
  for (const [at, name] of names.entries()) {
    const png = modulesInPng(await readFile(path.join(cwd, 'codes', `${name}.png`)));
    const svg = modulesInSvg(await readFile(path.join(cwd, 'codes', `${name}.svg`), 'utf8'));
    const link = `${linkOf(mock.url, ids[at]!)}/qr`;
    expect([png, svg].map(({ size, dark }) => decodeQr(size, dark))).toEqual([link, link]);
  }
  const list = await readFile(path.join(cwd, 'codes', 'qrcodes.csv'), 'utf8');
  expect(list.split('\r\n')[1]).toBe(
    `ROB-2000_3607012000000,ROB-2000,Robe,C-0,3607012000000,BP-000,${ids[0]},${linkOf(mock.url, ids[0]!)}/qr`,
  );

  // The same links change nothing; another link would be another image.
  expect((await qrcodes('--out', 'codes')).code).toBe(0);
  const other = await qrcodes('--out', 'codes', '--link', 'web');
  expectEnd(other, 2, /exists already.*--force/);
  const forced = await qrcodes('--out', 'codes', '--link', 'web', '--force', '--image-format', 'png');
  expect(forced.code).toBe(0);
  const { size, dark } = modulesInPng(await readFile(path.join(cwd, 'codes', files[0]!)));
  expect(decodeQr(size, dark)).toBe(linkOf(mock.url, ids[0]!));
});

test('a PDF of labels has vector codes, and replaces only a PDF that trace wrote', async () => {
  const { qrcodes, cwd } = await v3World(Array.from({ length: 7 }, (_, at) => numbered(at)));
  const ran = await qrcodes('--out', 'labels.pdf', '--grid', '2x3');
  expect([ran.code, ran.stderr]).toEqual([0, '7 codes on 2 pages in labels.pdf.\n']);
  const pdf = await readFile(path.join(cwd, 'labels.pdf'));
  expect(pdf.toString('latin1')).toMatch(/^%PDF-1\./);
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2);
  expect(pdf.toString('latin1')).not.toContain('/Subtype /Image');
  const drawn = contentsOf(pdf);
  expect(drawn.match(/\bf\*/g)).toHaveLength(7);
  expect((await qrcodes('--out', 'labels.pdf')).code).toBe(0);
  await writeFile(path.join(cwd, 'own.pdf'), 'mine');
  const own = await qrcodes('--out', 'own.pdf');
  expect([own.code, await readFile(path.join(cwd, 'own.pdf'), 'utf8')]).toEqual([2, 'mine']);
  expect((await readdir(cwd)).filter((name) => name.startsWith('.trace-'))).toEqual([]);
});

test('--start-at skips used labels of a sheet, and a roll has one label per page', async () => {
  const { qrcodes, cwd } = await v3World(Array.from({ length: 4 }, (_, at) => numbered(at)));
  const sheet = ['--out', 'sheet.pdf', '--paper', 'avery l7160', '--start-at', '19'];
  const ran = await qrcodes(...sheet);
  expect([ran.code, ran.stderr]).toEqual([0, '4 codes on 2 pages in sheet.pdf.\n']);
  const roll = await qrcodes('--out', 'roll.pdf', '--paper', '57x32', '--lang', 'fr');
  expect([roll.code, roll.stderr]).toEqual([0, '4 codes sur 4 pages dans roll.pdf.\n']);
  expect((await readFile(path.join(cwd, 'roll.pdf'))).toString('latin1')).toMatch(
    /MediaBox \[0 0 161\.57\d* 90\.7\d*\]/,
  );
});

test.each([
  [{ paper: 'L7651' }, /38\.1 x 21\.2 mm leaves 17\.2 mm for a code; ROB-1 needs 23 mm/, '--paper L7159'],
  [{ paper: '50x25' }, /50 x 25 mm leaves 22 mm for a code; ROB-1 needs 23 mm/, '--paper 62x29'],
  [{ grid: '7x9' }, /--grid 7x9 leaves 1\d\.\d mm for a code; ROB-1 needs 23 mm/, '--grid'],
])(
  'labels that are too small for a link are not written, and the error names the next size: %j',
  async (flags, said, hint) => {
    const { cwd } = await v3World([]);
    const context = { cwd, now: () => new Date(0) } as Context;
    const output = await labelOutput({ out: 'l.pdf', ...flags } as QrOptions, context);
    const label = {
      ...{ id: '1', uniqueIdentifier: 'BP-1', reference: 'ROB-1', name: 'Robe', color: '', gtins: [] },
      link: `https://example.com/${'x'.repeat(215)}`,
    };
    const environment = { stateDir: { value: path.join(cwd, '.trace') } } as Environment;
    await expect(output.write([label], environment, () => {})).rejects.toMatchObject({
      message: expect.stringMatching(said),
      hint: expect.stringContaining(hint),
    });
    expect(await readdir(cwd)).not.toContain('l.pdf');
  },
);

test('a workbook of labels has the image of each code in its row', async () => {
  const { qrcodes, cwd, ids, mock } = await v3World(PRODUCTS);
  const ran = await qrcodes('BP-001', 'BP-000', '--out', 'labels.xlsx');
  expect([ran.code, ran.stderr]).toEqual([0, '2 codes in labels.xlsx.\n']);
  const parts = unpackParts(await readFile(path.join(cwd, 'labels.xlsx')));
  const drawing = parts.get('xl/drawings/drawing1.xml')!.toString();
  expect(drawing.match(/<xdr:oneCellAnchor><xdr:from><xdr:col>0<[\s\S]*?<xdr:row>(\d+)</g)).toHaveLength(2);
  expect(drawing).not.toContain('twoCellAnchor');
  const pictures = [1, 2].map((at) => modulesInPng(parts.get(`xl/media/image${at}.png`)!));
  expect(pictures.map(({ size, dark }) => decodeQr(size, dark))).toEqual(
    ids.slice(0, 2).map((id) => `${linkOf(mock.url, id)}/qr`),
  );
  expect(parts.get('xl/sharedStrings.xml')!.toString()).toContain('3607012000007');
});

test('qrcodes exits with 5 and writes no file if no product has a link', async () => {
  const { qrcodes, cwd } = await v3World([PRODUCTS[2]!]);
  expectEnd(await qrcodes('--out', 'codes'), 5, 'No code was written.');
  expect(await readdir(cwd)).not.toContain('codes');
});

test.each([
  ['identifiers', ['NOPE-1', 'BP-000'], 'NOPE-1', '1 code'],
  ['GTINs of a file', ['--gtins-file', 'codes.txt'], '9999999999994', '1 code'],
])('qrcodes and exports exit with 5 and name missing %s', async (_, asked, name, codes) => {
  const { qrcodes, run, cwd } = await v3World(PRODUCTS);
  await writeFile(path.join(cwd, 'codes.txt'), '3607012000000\n9999999999994\n');
  const ran = await qrcodes(...asked, '--out', 'labels.pdf');
  expectEnd(ran, 5, name, `${codes} on 1 page`);
  const exported = await run('brand-products', 'export', ...asked, '--out', 'x.csv');
  expectEnd(exported, 5, '1 brand product in x.csv; 1 problem');
  const listed = (await readdir(cwd)).filter((file) => file.includes('problems'));
  expect(await readFile(path.join(cwd, listed[0]!), 'utf8')).toContain(name);
  const costs = await run('fec', 'export', ...asked, '--out', 'y.csv');
  if (name.startsWith('NOPE')) expect([costs.code, costs.stderr]).toEqual([5, expect.stringContaining(name)]);
});

test('an empty list advises --wait, unless --wait was given', async () => {
  const { run } = await v3World([]);
  const none = await run('brand-products', 'list');
  expect(none.stderr).toContain('add --wait');
  const waited = await run('brand-products', 'list', '--wait');
  expect(waited.stderr).toContain('No brand product in the service matches.');
  expect(waited.stderr).not.toContain('add --wait');
});

test('qrcodes reports a limit that comes from TRACE_LIMIT', async () => {
  const { cwd } = await v3World(PRODUCTS);
  const argv = ['brand-products', 'qrcodes', '--env', 'sandbox', '--out', 'l.pdf'];
  const ran = await trace(argv, { cwd, env: { TRACE_LIMIT: '1' } });
  expectEnd(ran, 0, 'TRACE_LIMIT=1 is set: the list stops after 1', '1 code on 1 page');
});

test('--font with a file that is not a font is rejected', async () => {
  const { qrcodes } = await v3World([PRODUCTS[0]!]);
  expectEnd(await qrcodes('--out', 'l.pdf', '--font', 'trace.config.yaml'), 2, 'not a readable font');
});

/** The drawing commands of the pages, uncompressed. */
function contentsOf(pdf: Buffer): string {
  const text = pdf.toString('latin1');
  return [...text.matchAll(/\/FlateDecode\s*>>\s*stream\r?\n/g)]
    .map((match) => {
      const from = match.index + match[0].length;
      const to = text.indexOf('endstream', from);
      try {
        return inflateSync(pdf.subarray(from, to)).toString('latin1');
      } catch {
        return '';
      }
    })
    .join('\n');
}
