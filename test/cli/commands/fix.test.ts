import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkDocument } from '../../../src/cli/view/report-schema.ts';
import { numberText } from '../../../src/say.ts';
import { changedParts, inflated, partsOf } from '../../sheets/annotate/annotated.ts';
import { cellsOf, listed } from './fixed.ts';
import { findingsIn, folderWith, journalOf, mockService, printed, sandboxConfig, trace } from './harness.ts';

const fixture = (name: string) => fileURLToPath(new URL(`../../../fixtures/${name}`, import.meta.url));
const BROKEN = 'broken/maison-aurore.xlsx';
const PLM = ['mapped/plm/bom-export.xlsx', 'mapped/plm.map.yaml'];
const BATCH_FR = ['composants', 'emballages', 'fournisseurs', 'produits'].map(
  (name) => `batch-fr/${name}.csv`,
);

const textOf = (bytes: Buffer, part: string) => inflated(partsOf(bytes).get(part)!).toString('utf8');

async function folderOf(...files: readonly string[]): Promise<string> {
  const folder = await folderWith();
  for (const file of files) await copyFile(fixture(file), path.join(folder, path.basename(file)));
  return folder;
}

/** A file of products in French, with a column for each of these texts in the first row of values. */
const products = (columns: Readonly<Record<string, string>>) => {
  const all = {
    'Référence produit': 'P-1',
    Collection: 'SS27',
    'Catégorie de produit': 'DRESSES',
    'Référence fournisseur': 'F-1',
    ...columns,
  };
  return [Object.keys(all), Object.values(all)].map((row) => row.join(';')).join('\n');
};
const MESS = {
  'products.csv': products({
    'Nom du produit sur la plateforme': '  Robe\u00a0Camille ',
    'Poids (g)': '1 000,5',
    'Quantité produite par an': '1\u202f200 pcs',
    'Références emballage': 'E-1 | E-2;E-3 '.replace(';', ','),
    'Pays de confection': 'Portugal',
    'Conformité REACH': 'vrai',
    'Marché de destination': 'europe',
    'Date de début du certificat 1': '31/12/2026',
    'Nom affiché aux consommateurs': 'n/a',
    'Lien vers la photo': 'URL: https://example.com/a.jpg',
  }),
};

describe('trace fix', () => {
  it.each([
    ['a broken workbook', [BROKEN], {}, ['maison-aurore.xlsx'], 10],
    ['text files', BATCH_FR, {}, BATCH_FR.map((file) => path.basename(file)), 25],
    ['a workbook with a map file', PLM, {}, ['bom-export.xlsx', '--map', 'plm.map.yaml'], 25],
    ['numbers, dates and words of all kinds', [], MESS, ['products.csv'], 8],
  ])('prints exactly the values that it writes into the copy: %s', async (_, files, more, argv, least) => {
    const cwd = await folderOf(...files);
    for (const [name, text] of Object.entries(more)) await writeFile(path.join(cwd, name), text);
    const ran = await trace(['fix', ...argv, '--out', 'fixed.xlsx', '--all'], { cwd });
    expect(ran.code, ran.stderr).toBe(0);
    const repairs = listed(ran.stdout);
    expect(repairs.length).toBeGreaterThanOrEqual(least);
    expect(ran.stdout).toContain(`${numberText(repairs.length)} values were written`);
    const inputs = argv.filter((word) => /\.(?:csv|xlsx)$/.test(word));
    for (const file of inputs) {
      const copy = inputs.length > 1 ? `fixed-${path.parse(file).name}.xlsx` : 'fixed.xlsx';
      const cells = await cellsOf(path.join(cwd, copy));
      for (const repair of repairs.filter((one) => one.file === file))
        expect([repair.cell, cells.get(repair.cell) ?? '']).toEqual([repair.cell, repair.value]);
    }
  });

  it('keeps the labels that templates offer in their lists, and repairs other words', async () => {
    const labels = ['oui', 'non', 'yes', 'no', 'Oui', ' oui '];
    const countries = ['Italie (IT)', 'Italy (IT)', 'ITALIE (IT)', 'Côte d’Ivoire (CI)', 'Italie', 'it'];
    const rows = labels.map((label, at) => `P-${at};${label};${countries[at]};SS27`);
    const head = 'Référence produit;Conformité REACH;Pays de confection;Collection';
    const cwd = await folderWith({ 'products.csv': [head, ...rows, 'P-9;vrai;France;SS27'].join('\n') });
    const ran = await trace(['fix', 'products.csv', '--out', 'f.xlsx'], { cwd });
    expect(ran.code, ran.stderr).toBe(0);
    expect(listed(ran.stdout).map(({ cell, value }) => `${cell} ${value}`)).toEqual(
      ['C6 IT', 'C7 IT', 'B8 yes', 'C8 FR'].map((one) => `products!${one}`),
    );
    expect(ran.stdout).not.toContain('Left as they are:');
    expect((await cellsOf(path.join(cwd, 'f.xlsx'))).get('products!C5')).toBe('Côte d’Ivoire (CI)');
  });

  it('rejects standard input, without advice to use a flag that it rejects too', async () => {
    const ran = await trace(['fix', '-'], { cwd: await folderWith(), stdin: 'Nom\nA\n' });
    expect([ran.code, ran.stderr]).toEqual([
      2,
      'trace: --out cannot copy standard input. Save the input as a file, and give its name.\n',
    ]);
  });

  it('writes the safe repairs of the broken workbook, and keeps its other findings', async () => {
    const cwd = await folderOf(BROKEN);
    const before = await readFile(path.join(cwd, 'maison-aurore.xlsx'));
    const ran = await trace(['fix', 'maison-aurore.xlsx', '--out', 'fixed.xlsx'], { cwd });
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stdout).toContain('Suppliers!K8: "Italie" → IT');
    expect(ran.stdout).toMatch(/Components!U4: .*\(the value is in doubt: a person must decide\)/);
    expect(ran.stdout).toContain('12 values were written into the copy; 2 left.');
    expect(await readFile(path.join(cwd, 'maison-aurore.xlsx'))).toEqual(before);
    const copy = await readFile(path.join(cwd, 'fixed.xlsx'));
    expect(changedParts(before, copy).sort()).toEqual(
      [1, 2, 3, 4].map((number) => `xl/worksheets/sheet${number}.xml`),
    );
    expect(textOf(copy, 'xl/worksheets/sheet1.xml')).toMatch(/<c r="K8"[^>]*><is><t[^>]*>IT</);
    expect(textOf(copy, 'xl/worksheets/sheet2.xml')).toMatch(/<c r="E3"[^>]*><v>92.5</);
    expect((await cellsOf(path.join(cwd, 'fixed.xlsx'))).get('Products!V3')).toBe('oui');
    const places = async (file: string) =>
      findingsIn((await trace(['check', file, '--json'], { cwd })).stdout).map(({ code, severity, origin }) =>
        [severity, code, origin.sheet, origin.row, origin.column].join(' '),
      );
    const [first, second] = [await places('maison-aurore.xlsx'), await places('fixed.xlsx')];
    expect(second.filter((one) => one.startsWith('fixed'))).toEqual([
      'fixed number-converted Packaging 6 E',
      'fixed boolean-converted Products 3 V',
      'fixed boolean-converted Components 3 H',
      'fixed number-converted Components 4 U',
    ]);
    const others = (all: string[]) => all.filter((one) => !one.startsWith('fixed'));
    expect(others(second)).toEqual(others(first));
  });

  it.each([
    ['text files', BATCH_FR, ['composants.csv', 'emballages.csv', 'fournisseurs.csv', 'produits.csv']],
    ['a workbook with a map file', PLM, ['bom-export.xlsx', '--map', 'plm.map.yaml']],
  ])('makes a copy of %s from which import sends the same bodies', async (_, files, argv) => {
    const cwd = await folderOf(...files);
    const fixed = await trace(['fix', ...argv, '--out', 'fixed.xlsx'], { cwd });
    expect(fixed.code, fixed.stderr).toBe(0);
    expect(fixed.stdout).toMatch(/… and [\d,]+ more; --all/);
    const inputs = argv.filter((word) => /\.(?:csv|xlsx)$/.test(word));
    const copies = (await readdir(cwd)).filter((name) => name.startsWith('fixed'));
    const rest = argv.slice(inputs.length);
    const bodies = async (...names: string[]) => {
      const mock = await mockService();
      await writeFile(path.join(cwd, 'trace.config.yaml'), sandboxConfig(mock.url));
      const more = ['--family', 'STANDARD', '--batch', 'W1', '--only', 'suppliers,packaging', ...rest];
      const run = [
        'import',
        ...names,
        ...['--env', 'sandbox', '--yes', '--state-dir', `state-${names[0]}`],
        ...more,
      ];
      const ran = await trace(run, { cwd });
      expect(ran.code, ran.stderr).toBe(0);
      const ids = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
      return (await journalOf(mock))
        .map(({ kind, key, body }) => JSON.stringify([kind, key, body]).replace(ids, 'ID'))
        .sort();
    };
    const sent = await bodies(...inputs);
    expect(sent.length).toBeGreaterThan(20);
    expect(await bodies(...copies)).toEqual(sent);
    const again = await trace(['check', ...copies, ...rest, '--json'], { cwd });
    const isLabel = (value: string | null) => /^(?:oui|non|yes|no)$|^[^()]+ \([A-Z]{2}\)$/.test(value ?? '');
    const fixedAgain = findingsIn(again.stdout).filter(({ severity }) => severity === 'fixed');
    expect(fixedAgain.filter(({ value }) => !isLabel(value))).toEqual([]);
  });

  it.each([
    ['Poids (g)', '1 000,5', '1000.5', undefined],
    ['Poids (g)', '1\u202f000,5 g', '1000.5', undefined],
    ['Poids (g)', '0,35 kg', '350', undefined],
    ['Poids (kg)', '0,35', '350', 'the unit stands in the header or in another column'],
    ['Poids (kg)', '350 g', '350', 'the unit stands in the header or in another column'],
    ['Conformité REACH', 'faux ', 'no', undefined],
    ['Références emballage', 'E-1 ', 'E-1', undefined],
    ['Nom du certificat 1', 'gots ', 'GOTS', undefined],
    ['Lien vers la photo', 'url: https://example.com/été.jpg', 'https://example.com/été.jpg', undefined],
  ])('writes in column "%s" for "%s" the value %s, or prints why not', async (header, text, value, why) => {
    const cwd = await folderWith({ 'products.csv': products({ [header]: text }) });
    const ran = await trace(['fix', 'products.csv', '--out', 'f.xlsx'], { cwd });
    expect(ran.code, ran.stderr).toBe(0);
    if (why === undefined) expect(listed(ran.stdout)).toMatchObject([{ cell: 'products!E2', value }]);
    else expect(ran.stdout).toContain(` → ${value} (${why})`);
    expect((await cellsOf(path.join(cwd, 'f.xlsx'))).get('products!E2')).toBe(
      why === undefined ? value : text,
    );
  });

  it('does not repair a column if that would change how its other numbers are read', async () => {
    const rows = ['P-1;1 000,5;1 200', 'P-2;350,5;12 pcs', 'P-3;1,200;1400'].map((row) => `${row};SS27`);
    const head = 'Référence produit;Poids (g);Quantité produite par an;Collection';
    const cwd = await folderWith({ 'products.csv': [head, ...rows].join('\n') });
    const ran = await trace(['fix', 'products.csv', '--out', 'f.xlsx'], { cwd });
    expect(listed(ran.stdout).map(({ cell }) => cell)).toEqual(['products!C2', 'products!C3']);
    expect(ran.stdout).toMatch(
      /B2: "1 000,5" → 1000.5 \(other cells of the column would be read in another way\)/,
    );
    expect(ran.stdout).toMatch(/B4: "1,200" → 1.2 \(the value is in doubt: a person must decide\)/);
  });

  it('writes project types in the spelling of the configuration', async () => {
    const rows = ['projectType;supplierRef;name', 'standard;A;Une', 'Standard ;B;Deux', 'STANDARD;C;Trois'];
    const cwd = await folderWith({ 'suppliers.csv': rows.join('\n') });
    const ran = await trace(['fix', 'suppliers.csv', '--out', 'f.xlsx'], { cwd });
    expect(ran.stdout.split('\n').slice(0, 2)).toEqual([
      expect.stringMatching(/suppliers\.csv › A2: "standard" → "STANDARD"$/),
      expect.stringMatching(/suppliers\.csv › A3: "Standard " → "STANDARD"$/),
    ]);
    expect(checkDocument.parse(await printed(['check', 'f.xlsx', '--json'], { cwd })).counts.fixed).toBe(0);
  });

  it('keeps a word that is read as blank if its field is required', async () => {
    const head = 'packagingRef;type;ecoModulation\n';
    const cwd = await folderWith({ 'packaging.csv': `${head}E-1;POLYBAG;Aucune\n` });
    const ran = await trace(['fix', 'packaging.csv', '--out', 'f.xlsx'], { cwd });
    expect(ran.stdout).toContain(
      'C2: "Aucune" is read as blank (the value is in doubt: a person must decide)',
    );
    expect((await cellsOf(path.join(cwd, 'f.xlsx'))).get('packaging!C2')).toBe('Aucune');
  });

  it('writes all shares of a composition as percentages', async () => {
    const cwd = await folderWith({
      'components.csv': [
        'componentRef;composition.1.material;composition.1.percentage;composition.2.material;composition.2.percentage',
        'A;COTTON;0,3;POLYESTER;0,7',
        'B;cotton;30 %;POLYESTER;70',
      ].join('\n'),
    });
    const ran = await trace('fix components.csv --sheet components.csv=components --out f.xlsx', { cwd });
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stdout).toContain('components.csv › C2: ');
    const sheet = textOf(await readFile(path.join(cwd, 'f.xlsx')), 'xl/worksheets/sheet1.xml');
    for (const [cell, value] of [
      ['C2', 30],
      ['E2', 70],
      ['C3', 30],
    ])
      expect(sheet).toMatch(new RegExp(`<c r="${cell}"[^>]*><v>${value}<`));
  });

  it('prints the command that renews the notes of an annotated copy', async () => {
    const cwd = await folderWith(MESS);
    const flags = ['--family', 'STANDARD'];
    await trace(['check', 'products.csv', ...flags, '--annotate', 'noted.xlsx'], { cwd });
    const ran = await trace(['fix', 'noted.xlsx', '--out', 'fixed.xlsx', ...flags, '--all'], { cwd });
    expect(ran.code, ran.stderr).toBe(0);
    const [, command] = /To renew them: trace (.*)$/m.exec(ran.stdout) ?? [];
    expect(command).toBe('check fixed.xlsx --family STANDARD --annotate fixed-annotated.xlsx');
    const notes = async (file: string) => {
      const bytes = await readFile(path.join(cwd, file));
      const parts = [...partsOf(bytes).keys()].filter((part) => part.includes('comments'));
      return parts.some((part) => textOf(bytes, part).includes('europe'));
    };
    expect(await notes('fixed.xlsx')).toBe(true);
    await trace(command!.split(' '), { cwd });
    expect(await notes('fixed-annotated.xlsx')).toBe(false);
    const plain = await trace(['fix', 'products.csv', '--out', 'plain.xlsx'], { cwd });
    expect(plain.stdout).not.toContain('To renew them');
  });

  it('exits with an error that names the file if it does not exist', async () => {
    const ran = await trace(['fix', 'no.xlsx', '--out', 'f.xlsx'], { cwd: await folderWith() });
    expect(ran.code).not.toBe(0);
    expect(ran.stderr).toContain('no.xlsx');
  });
});
