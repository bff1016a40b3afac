import { copyFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { changedParts, inflated, partsOf } from '../../sheets/annotate/annotated.ts';
import { readBytes } from '../../sheets/reading.ts';
import { workbook, worksheet } from '../../sheets/workbook-builder.ts';
import { folderWith, trace } from './harness.ts';

const BATCH = fileURLToPath(new URL('../../../fixtures/batch/maison-aurore.xlsx', import.meta.url));
const textOf = (bytes: Buffer, part: string) => inflated(partsOf(bytes).get(part)!).toString('utf8');
const TYPES = {
  name: '[Content_Types].xml',
  content: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"></Types>',
};
const letters = 'ABCDEFGHIJ';
const row = (number: number, ...cells: readonly string[]) =>
  `<row r="${number}">${cells.map((cell, at) => `<c r="${letters[at]}${number}" t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;

/** The workbook of a brand, with a title above its headers. */
const own = () =>
  workbook({
    rows: {
      Fournisseurs: `${row(1, 'Collection SS27')}${row(3, 'Référence fournisseur', 'Pays', 'Activité', 'Acheteur', 'Lot d’import')}`,
      Produits: `${row(1, 'Référence produit', 'Référence fournisseur', 'Type de projet')}${row(2, 'DRESS-1', 'SUP-1', 'STANDARD')}`,
      Budget: `${row(1, 'Mois', 'Montant')}${row(2, 'mars', '12')}`,
    },
    parts: [
      TYPES,
      {
        name: 'xl/worksheets/sheet2.xml',
        content: worksheet(
          `${row(1, 'Référence produit', 'Référence fournisseur', 'Type de projet')}${row(2, 'DRESS-1', 'SUP-1', 'STANDARD')}`,
        ).replace(
          '</worksheet>',
          '<dataValidations count="1"><dataValidation type="list" sqref="C2:C9"><formula1>"STANDARD"</formula1></dataValidation></dataValidations></worksheet>',
        ),
      },
    ],
  });

/** The lines on standard error, with the file as a person names it. */
const linesOf = (stderr: string, cwd: string) =>
  stderr.replaceAll(`${cwd}${path.sep}form`, 'form').split('\n');

describe('template --onto', () => {
  test('adds notes and dropdowns to the columns that import recognises, and names all others', async () => {
    const cwd = await folderWith({ 'form.xlsx': own() });
    const ran = await trace('template --onto form.xlsx --out out.xlsx --family AGEC', { cwd });
    const { code, stdout, stderr } = ran;
    expect([code, stdout]).toEqual([0, '']);
    expect(linesOf(stderr, cwd)).toEqual([
      'form.xlsx › Fournisseurs: suppliers, 4 notes, 2 dropdowns',
      'form.xlsx › Fournisseurs: nothing added to columns that are not recognised: D "Acheteur"',
      'form.xlsx › Produits: products, 3 notes, 1 dropdown',
      'form.xlsx › Produits: kept the dropdowns or rules that these columns have: C',
      expect.stringMatching(/^form\.xlsx › Budget: nothing added: .*"Mois", "Montant"$/),
      expect.stringMatching(/^ {2}→ --sheet Budget=KIND /),
      `${path.join(cwd, 'out.xlsx')}: 2 sheets. Fill it in, then: trace check out.xlsx --family AGEC`,
      '',
    ]);
    const copy = await readFile(path.join(cwd, 'out.xlsx'));
    const suppliers = textOf(copy, 'xl/worksheets/sheet1.xml');
    expect(suppliers).toMatch(/sqref="B4:B1048576"><formula1>'Lists'!\$A\$1:\$A\$249</);
    expect(suppliers).toMatch(/errorStyle="warning"[^>]* sqref="C4:C1048576"/);
    expect(textOf(copy, 'xl/worksheets/sheet2.xml')).toContain(
      `sqref="B2:B1048576"><formula1>'Fournisseurs'!$A$4:$A$5000<`,
    );
    expect(textOf(copy, 'xl/worksheets/sheet4.xml')).toContain('>France (FR)<');
    expect(textOf(copy, 'xl/comments1.xml')).toMatch(
      /ref="C3"[\s\S]*?\nRequired\.\nOne of \d+ values[^\n]*\nField name: category</,
    );
    expect(changedParts(await readFile(path.join(cwd, 'form.xlsx')), copy)).not.toContain(
      'xl/worksheets/sheet3.xml',
    );
  });

  test('writes its notes, its sheet and its messages in French with --lang fr', async () => {
    const cwd = await folderWith({ 'form.xlsx': own() });
    const argv = ['template', '--onto', 'form.xlsx', '--out', 'out.xlsx', '--lang', 'fr'];
    const { stderr } = await trace(argv, { cwd });
    expect(linesOf(stderr, cwd)[0]).toBe(
      'form.xlsx › Fournisseurs : fournisseurs, 4 notes, 2 listes déroulantes',
    );
    expect(stderr).toContain('2 feuilles. Remplissez-le, puis : trace check out.xlsx --lang fr\n');
    const copy = await readFile(path.join(cwd, 'out.xlsx'));
    expect(textOf(copy, 'xl/workbook.xml')).toContain('name="Listes"');
    expect(textOf(copy, 'xl/comments1.xml')).toContain('Nom du champ : category<');
  });

  test('keeps all cells, also when it is repeated, and its notes remain in an annotated copy', async () => {
    const cwd = await folderWith();
    await copyFile(BATCH, path.join(cwd, 'a.xlsx'));
    const onto = (from: string, to: string) => trace(['template', '--onto', from, '--out', to], { cwd });
    expect((await onto('a.xlsx', 'b.xlsx')).code).toBe(0);
    expect((await onto('b.xlsx', 'c.xlsx')).stderr).toContain(' 0 dropdowns');
    const [before, after, again] = await Promise.all(
      ['a.xlsx', 'b.xlsx', 'c.xlsx'].map((name) => readFile(path.join(cwd, name))),
    );
    expect(before).toEqual(await readFile(BATCH));
    const cells = async (bytes: Buffer) => (await readBytes('a.xlsx', bytes)).sheets;
    expect((await cells(after!)).filter(({ name }) => name !== 'Lists')).toEqual(await cells(before!));
    expect(await cells(again!)).toEqual(await cells(after!));
    await trace(['check', 'b.xlsx', '--annotate', 'd.xlsx'], { cwd });
    const annotated = await readFile(path.join(cwd, 'd.xlsx'));
    expect(textOf(annotated, 'xl/comments1.xml')).toContain('Field name: supplierRef');
  });

  test('applies --sheet and a map file', async () => {
    const cwd = await folderWith({
      'form.xlsx': own(),
      'form.map.yaml':
        'version: 1\ninterface: v2\nsheets:\n  - { sheet: Budget, kind: supplier, columns: { Mois: supplierRef, Montant: name } }\n',
    });
    const argv = ['template', '--onto', 'form.xlsx', '--out', 'out.xlsx'];
    const skipped = await trace([...argv, '--sheet', 'Produits=skip'], { cwd });
    expect(skipped.stderr).toContain('Produits: nothing added: ');
    const mapped = await trace([...argv, '--map', 'form.map.yaml', '--force'], { cwd });
    expect(mapped.stderr).toContain('Budget: suppliers, 2 notes, 0 dropdowns');
    expect(mapped.stderr).toContain('trace check out.xlsx --map form.map.yaml\n');
  });

  const ONTO = 'template --onto';
  test.each([
    [`${ONTO} form.xlsx`, /--out is missing.*trace template --onto form\.xlsx --out to-fill-in\.xlsx/],
    [`${ONTO} form.xlsx --lang fr`, /--out manque.*trace template --onto form\.xlsx --out a-remplir\.xlsx/],
    ['template suppliers --onto form.xlsx --out o.xlsx', /remove suppliers/],
    ['template --sheet A=skip', /--sheet needs --onto/],
    [`${ONTO} form.xlsx --out form.xlsx --force`, /cannot replace/],
    [`${ONTO} form.xlsx --out o.csv`, /must end in \.xlsx/],
    [`${ONTO} rows.csv --out o.xlsx`, /--onto needs an Excel workbook.*rows\.csv is none/],
    [`${ONTO} none.xlsx --out o.xlsx`, /none\.xlsx cannot be read.*trace check .*none\.xlsx/],
    [`${ONTO} bad.xlsx --out o.xlsx`, /bad\.xlsx is none/],
    [`${ONTO} odd.xlsx --out o.xlsx`, /odd\.xlsx has no sheet that is recognised/],
  ])('template --onto (%s) writes nothing and prints what is wrong', async (argv, message) => {
    const cwd = await folderWith({
      'form.xlsx': own(),
      'rows.csv': 'supplierRef\nA\n',
      'bad.xlsx': 'PK\u0003\u0004 is no archive',
      'odd.xlsx': workbook({ rows: { Budget: row(1, 'Mois', 'Montant') }, parts: [TYPES] }),
    });
    const before = await readFile(path.join(cwd, 'form.xlsx'));
    const { code, stderr } = await trace(argv, { cwd });
    expect(code).not.toBe(0);
    expect(stderr).toMatch(message);
    expect(await readFile(path.join(cwd, 'form.xlsx'))).toEqual(before);
    await expect(readFile(path.join(cwd, 'o.xlsx'))).rejects.toThrow('ENOENT');
  });
});
