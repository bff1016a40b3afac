import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { askAll } from '../../../src/cli/map/ask.ts';
import type { Prompts } from '../../../src/cli/map/prompts.ts';
import { mapLines } from '../../../src/cli/view/map-view.ts';
import { parseMap, type SheetEntry } from '../../../src/map/map-file/map-file.ts';
import { mergedBook } from '../../sheets/workbook-builder.ts';
import { findingsIn, folderWith, trace } from '../commands/harness.ts';
import { mapOf, surveyOf } from './surveys.ts';

const MAP = 'trace.map.yaml';
const csv = (rows: readonly (readonly string[])[]) => rows.map((row) => `${row.join(';')}\n`).join('');

function entryOf(text: string): SheetEntry | undefined {
  const parsed = parseMap(text);
  if (!('lineOf' in parsed)) throw new Error(JSON.stringify(parsed));
  return parsed.map.sheets[0];
}

/** The map file that `trace map --yes` writes for one file, and the findings of a check that uses it. */
async function written(rows: readonly (readonly string[])[], file = 'components.csv') {
  const cwd = await folderWith({ [file]: csv(rows) });
  const { code, stdout } = await trace(['map', file, '--yes', '--interface', 'v2'], { cwd });
  const text = await readFile(path.join(cwd, MAP), 'utf8');
  const checked = await trace(['check', file, '--json', '--interface', 'v2'], { cwd });
  const findings = findingsIn(checked.stdout);
  return { cwd, code, stdout, text, entry: entryOf(text), codes: findings.map((one) => one.code), findings };
}

/** The questions that a person sees, and the entry that results from the answers. */
async function answering(
  rows: readonly (readonly string[])[],
  choices: Readonly<Record<string, string>>,
  sheet = 'components',
) {
  const file = `${sheet}.csv`;
  const all = surveyOf(rows, sheet, file);
  const seen: string[] = [];
  const prompts: Prompts = {
    note: () => {},
    select: async (message, offered) => {
      seen.push(message);
      const answer = Object.entries(choices).find(([part]) => message.includes(part))?.[1] ?? 'leave open';
      const found = offered.find(({ label }) => label === answer);
      if (!found)
        throw new Error(`no ${answer} in ${offered.map(({ label }) => label).join(', ')}\n${message}`);
      return found.value;
    },
    pick: async (_, offered) => offered.slice(1).map(({ value }) => value),
    search: async () => null,
    text: async () => null,
    confirm: async () => true,
  };
  const answers = await askAll(all, prompts);
  const { text } = mapOf(all, answers);
  return { seen, text, entry: text === '' ? undefined : entryOf(text) };
}

const HEADERS = ['Réf. composant', 'Réf. produit', 'Collection', 'Matière', '%', 'Lots', 'Poids (g)'];
const LINES = [
  HEADERS,
  ['C-1', 'P-1', 'SS27', 'COTTON', '95', 'L-1', '210'],
  ['', '', '', 'ELASTANE', '5', '', ''],
  ['C-2', 'P-1', 'SS27', 'LINEN', '100', 'L-2', '80'],
];

describe('several rows of one record', () => {
  test('rows of one record are grouped by trace map --yes if blank keys show it, and a second run changes nothing', async () => {
    const { cwd, entry, text, stdout, codes } = await written(LINES);
    expect(entry?.groupBy, text).toEqual(['Réf. composant', 'Réf. produit', 'Collection']);
    expect(stdout).toContain('  groupBy: Réf. composant, Réf. produit, Collection');
    expect(stdout).toMatch(/ {2}first records:\n {4}rows 2 to 3: .* \+ /);
    expect(codes).not.toContain('row-conflict');
    await trace(['map', 'components.csv', '--yes', '--interface', 'v2'], { cwd });
    expect(await readFile(path.join(cwd, MAP), 'utf8')).toBe(text);
  });

  test('rows of one record stay a question and are errors if a value differs, until a person decides', async () => {
    const rows = [
      ...LINES,
      ['C-3', 'P-1', 'SS27', 'LINEN', '50', '', '70'],
      ['C-3', 'P-1', 'SS27', 'COTTON', '50', '', '80'],
    ];
    const { cwd, entry, text, code, stdout } = await written(rows);
    expect([code, entry?.groupBy]).toEqual([3, undefined]);
    expect(stdout).toContain(
      '  if these rows are one record:\n    rows 2 to 3: C-1 | P-1 | SS27 | COTTON + ',
    );
    const by = '[Réf. composant, Réf. produit, Collection]';
    const why = 'they differ in Poids (g); addUp: [componentWeight] sends the sum';
    expect(text).toContain(`    # groupBy: ? # rows 2 to 3: one record? ${by}; ${why}\n`);
    const planned = await trace(['check', 'components.csv', '--json'], { cwd });
    expect(planned.code).toBe(3);
    // The answer in the file replaces the question, and is kept.
    await writeFile(path.join(cwd, MAP), text.replace(/# groupBy: \?.*/, 'groupBy: [Réf. composant]'));
    const again = await trace(['map', 'components.csv', '--yes', '--json'], { cwd });
    const { sheets } = JSON.parse(again.stdout) as { sheets: { settings: { name: string }[] }[] };
    expect(sheets[0]!.settings.map(({ name }) => name)).not.toContain('groupBy');
  });

  test('rows of one record are shown to a person, who decides about numbers that differ', async () => {
    const rows = [
      HEADERS,
      ['C-1', 'P-1', 'SS27', 'COTTON', '95', 'L-1', '210'],
      ['C-1', 'P-1', 'SS27', 'LINEN', '5', 'L-1', '10'],
    ];
    const { seen, entry, text } = await answering(rows, { 'one record': 'one record', Poids: 'add up' });
    const asked = seen.find((message) => message.includes('Are they one record?'));
    expect(asked).toContain('rows 2 to 3: C-1 | P-1 | SS27 | COTTON + LINEN | 95 + 5 | L-1 | 210 + 10');
    expect([entry?.groupBy, entry?.addUp], text).toEqual([HEADERS.slice(0, 3), ['componentWeight']]);
    const ignored = await answering(rows, { 'one record': 'one record', Poids: 'ignore' });
    expect([ignored.entry?.addUp, ignored.entry?.columns?.['Poids (g)']]).toEqual([undefined, 'ignore']);
    const open = await answering(rows, { 'one record': 'one record' });
    expect(open.text).toMatch(/# addUp: \? # or ignore: rows of a record differ in Poids \(g\)/);
    const each = await answering(rows, { 'one record': 'each row is a record' });
    expect(each.text).not.toContain('groupBy');
  });

  test('the pictures of a product on several rows are a question: send that of its first row, or none', async () => {
    const headers = ['productRef', 'productCollectionRef', 'productColorCode', 'picture', 'Taille'];
    const rows = [headers, ['P-1', 'SS27', 'ECRU', 'a.jpg', 'S'], ['P-1', 'SS27', 'ECRU', 'b.jpg', 'M']];
    const answers = { 'one record': 'one record', Taille: 'ignore' };
    const first = await answering(rows, { ...answers, picture: 'that of the first row' }, 'products');
    expect([first.entry?.takeFirst, first.entry?.addUp], first.text).toEqual([['picture'], undefined]);
    const open = await answering(rows, answers, 'products');
    expect(open.text).toContain('# takeFirst: ? # or ignore: rows of a record differ in picture\n');
  });

  test('rows of one record with equal quantities are a question: add them up, or send the quantity once', async () => {
    const headers = ['productRef', 'productCollectionRef', 'productColorCode', 'producedQuantity', 'Taille'];
    const rows = [headers, ['P-1', 'SS27', 'ECRU', '600', 'S'], ['P-1', 'SS27', 'ECRU', '600', 'M']];
    const answers = { 'one record': 'one record', Taille: 'ignore' };
    const sum = await answering(rows, { ...answers, producedQuantity: 'add up' }, 'products');
    expect(sum.entry?.addUp, sum.text).toEqual(['producedQuantity']);
    const once = await answering(rows, { ...answers, producedQuantity: 'once' }, 'products');
    expect(once.entry?.addUp, once.text).toEqual([]);
    const open = await answering(rows, answers, 'products');
    expect(open.entry?.addUp).toBeUndefined();
    expect(open.text).toContain('# addUp: ? # or [] if the rows of a record repeat producedQuantity\n');
  });
});

describe('blank cells below a value', () => {
  const HEAD = ['Réf. composant', 'Réf. produit', 'Réf. fournisseur', 'Type'];
  const rows = [
    HEAD,
    ['C-1', 'P-1', 'F-1', 'TEXTILE'],
    ['C-2', 'P-1', '', 'TEXTILE'],
    ['C-3', 'P-2', 'F-2', 'TEXTILE'],
    ['C-4', 'P-2', '', 'TEXTILE'],
  ];

  test('blank cells below a value are a question, and the column is not read until it is answered', async () => {
    const { entry, text, codes } = await written(rows);
    expect([entry?.fillDown, text]).toEqual([undefined, expect.stringContaining('# fillDown: ?')]);
    expect(codes).toContain('required');
  });

  test('blank cells below a value are a question in an optional part of the key too, and the column is not read until then', async () => {
    const own = rows.map((row) => [
      ...row.slice(0, 2),
      row[2] === HEAD[2] ? 'Code couleur' : row[2]!,
      row[3]!,
    ]);
    const { entry, text, codes } = await written(own);
    expect(entry?.columns, text).toMatchObject({ 'Code couleur': '?' });
    expect(codes).toContain('header-unknown');
    const above = await answering(own, { 'blank cells': 'the value above' });
    const expected = [['Code couleur'], expect.not.stringContaining('"?"')];
    expect([above.entry?.fillDown, above.text], above.text).toEqual(expected);
  });

  test('blank cells below a value get the value above or stay blank, as a person answers', async () => {
    const above = await answering(rows, { 'blank cells': 'the value above' });
    expect(above.entry?.fillDown, above.text).toEqual(['Réf. fournisseur']);
    const blank = await answering(rows, { 'blank cells': 'no value' });
    expect([blank.entry?.fillDown, blank.text]).toEqual([undefined, expect.not.stringContaining('fillDown')]);
  });
});

describe('merged cells in trace map', () => {
  const suppliers = (...ranges: readonly string[]) =>
    mergedBook(
      'Suppliers',
      [
        ['supplierRef', 'name', 'Pays', 'Ville'],
        ['S1', 'Filature', 'FR', 'Lyon'],
        ['S2', 'Tissage', '', ''],
        ['S3', 'Confection', 'PT', 'Porto'],
      ],
      ranges,
    );

  test('merged cells in trace map are written as fillDown, and --check reports those that the map file does not have', async () => {
    const cwd = await folderWith({
      'b.xlsx': suppliers('C2:C3', 'D2:D3'),
      'next.xlsx': suppliers('B2:B3', 'C2:C3', 'D2:D3'),
    });
    const { stdout, stderr } = await trace(['map', 'b.xlsx', '--yes', '--interface', 'v2'], { cwd });
    expect(stderr).not.toContain('merged');
    expect(stdout).toContain('    row 3: S2 | Tissage | FR | Lyon\n');
    const text = await readFile(path.join(cwd, MAP), 'utf8');
    expect(entryOf(text)?.fillDown, text).toEqual(['Pays', 'Ville']);
    const codes = async (file: string) => {
      const { stdout } = await trace(['map', file, '--check', '--json', '--interface', 'v2'], { cwd });
      return (JSON.parse(stdout) as { changes: { code: string }[] }).changes.map(({ code }) => code);
    };
    expect(await codes('b.xlsx')).not.toContain('cells-merged');
    expect(await codes('next.xlsx')).toContain('cells-merged');
  });
});

describe('merged cells of products in trace map', () => {
  const products = (...ranges: readonly string[]) =>
    mergedBook(
      'Products',
      [
        ['Product reference', 'Category', 'Collection', 'Color code', 'Produced quantity', 'Supplier'],
        ['0010', 'DRESSES', 'SS27', '001', '10', '0001'],
        ['', '', '', '002', ranges.includes('E2:E3') ? '' : '20', ''],
        ['0011', 'DRESSES', 'SS27', '001', '5', '0002'],
      ],
      ranges,
    );

  test.each([
    ['a reference merged over its colors', ['A2:A3', 'B2:B3', 'C2:C3', 'F2:F3'], []],
    [
      'a quantity merged as well',
      ['A2:A3', 'B2:B3', 'C2:C3', 'E2:E3', 'F2:F3'],
      ['unmerge "Produced quantity", and write the quantity of each row'],
    ],
  ])(
    'merged cells of products in trace map are written as fillDown in a list of colours, except for quantities: %s',
    async (_, ranges, advice) => {
      const cwd = await folderWith({ 'b.xlsx': products(...ranges) });
      await trace(['map', 'b.xlsx', '--yes', '--interface', 'v2'], { cwd });
      const text = await readFile(path.join(cwd, MAP), 'utf8');
      const filled = ['Product reference', 'Category', 'Collection', 'Supplier'];
      expect(entryOf(text)?.fillDown, text).toEqual(filled);
      const { stdout } = await trace(['check', 'b.xlsx', '--json', '--interface', 'v2'], { cwd });
      const findings = findingsIn(stdout);
      expect(findings.map(({ code }) => code)).not.toContain('row-unclear');
      const told = findings.filter(({ code }) => code === 'cells-merged');
      expect(told.map(({ suggestion }) => suggestion)).toEqual(advice);
    },
  );
});

describe('the separators of several values in a cell', () => {
  const rows = [
    ['Réf. composant', 'Réf. produit', 'Lots'],
    ['C-1', 'P-1', 'L-1, L-2'],
    ['C-2', 'P-1', 'L-3 / L-4'],
  ];

  test('the separators of a cell are a question if nothing proves them, and each such cell is an error until it is answered', async () => {
    const { cwd, entry, text, stdout, findings } = await written(rows);
    const changed = await trace(['map', 'components.csv', '--check', '--json', '--interface', 'v2'], { cwd });
    const { changes } = JSON.parse(changed.stdout) as { changes: { code: string; suggestion: string }[] };
    expect(changes.find(({ code }) => code === 'map-separator')?.suggestion).toContain(
      'separators: { Lots: SIGN }',
    );
    expect(entry?.separators).toBeUndefined();
    expect(text).toMatch(/^ {4}# +lotReferences: \? # L-1, L-2: "," or "\/", or ";" for one value\?$/m);
    expect(stdout).toMatch(/ {2}\? separators: L-1, L-2 in Lots may be several values/);
    expect(findings.filter(({ code }) => code === 'map-separator')).toHaveLength(2);
  });

  test('the separators of a cell are the sign that a person chooses, or none if the cell is one value', async () => {
    const comma = await answering(rows.slice(0, 2), { separates: '","' });
    expect([comma.entry?.separators, comma.text]).toEqual([{ lotReferences: ',' }, expect.anything()]);
    const one = await answering(rows, { separates: 'nothing' });
    expect(one.entry?.separators).toEqual({ lotReferences: ';' });
  });

  test('the separators of a cell are proven by keys in another sheet', async () => {
    const cwd = await folderWith({
      'emballages.csv': 'packagingRef;type;channel\nE-1;BOX;RETAIL\nE-2;BAG;RETAIL\n',
      'produits.csv': 'Réf. produit;Réf. emballages\nP-1;E-1, E-2\nP-2;E-1\n',
    });
    await trace(['map', 'emballages.csv', 'produits.csv', '--yes', '--interface', 'v2'], { cwd });
    const parsed = parseMap(await readFile(path.join(cwd, MAP), 'utf8'));
    const own = 'lineOf' in parsed ? parsed.map.sheets.find(({ kind }) => kind === 'product') : undefined;
    expect(Object.values(own?.separators ?? {})).toEqual([',']);
  });
});

describe('the unit of a weight', () => {
  test.each([
    ['Poids', '0,210', true],
    ['Gewicht', '210', true],
    ['Poids (kg)', '0,210', false],
    ['Poids', '0,210 kg', false],
    ['componentWeight', '210', false],
  ])(
    'the unit of a weight below the header "%s" with the value "%s" is an open question: %s',
    async (header, value, isOpen) => {
      const rows = [
        ['Réf. composant', 'Réf. produit', header, 'Code fournisseur'],
        ['C-1', 'P-1', value, 'F-1'],
      ];
      const { entry, codes } = await written(rows);
      expect(entry?.columns?.[header] === '?').toBe(isOpen);
      expect(codes.includes('header-unknown')).toBe(isOpen);
    },
  );

  test('the unit of a weight is the one that a person chooses, or the column is ignored', async () => {
    const rows = [
      ['Réf. composant', 'Réf. produit', 'Poids'],
      ['C-1', 'P-1', '210'],
    ];
    const kilos = await answering(rows, { 'Which unit': 'kg' });
    expect(kilos.entry?.units, kilos.text).toEqual({ componentWeight: 'kg' });
    const ignored = await answering(rows, { 'Which unit': 'ignore' });
    expect(ignored.entry?.columns?.Poids).toBe('ignore');
  });
});

test('trace map writes two header rows as headerRow, and the import reads them', async () => {
  const rows = [
    ['Export', '', '', '', '', '', ''],
    ['Identification', '', '', 'Composition', '', 'Composition 2', ''],
    ['Réf. composant', 'Réf. produit', 'Type', 'Matière', '%', 'Matière', '%'],
    ['C-1', 'P-1', 'TEXTILE', 'COTTON', '95', 'LINEN', '5'],
  ];
  const { cwd, entry, text, codes, stdout } = await written(rows);
  expect(stdout).toContain('  first records:\n    row 4: C-1 | P-1 | TEXTILE | COTTON | 95 | LINEN | 5\n');
  const shown = { file: 'a.csv', sheet: 'a', kind: 'component', headerRow: 3, headerRows: [2, 3] };
  const nothing = {
    kindCandidates: [],
    entry: null,
    columns: [],
    words: [],
    fields: [],
    settings: [],
    open: 0,
  };
  const [title] = mapLines({ ...shown, ...nothing });
  expect(title).toBe('a.csv › a: component, headers in rows 2 and 3');
  expect(entry?.headerRow, text).toEqual([2, 3]);
  expect(entry?.columns).toMatchObject({
    'Identification / Réf. composant': 'componentRef',
    'Composition / Matière': 'composition.1.material',
    'Composition 2 / %': 'composition.2.percentage',
  });
  expect(codes).not.toContain('header-unknown');
  await trace(['map', 'components.csv', '--yes', '--interface', 'v2'], { cwd });
  expect(await readFile(path.join(cwd, MAP), 'utf8')).toBe(text);
});
