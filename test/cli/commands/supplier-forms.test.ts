import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { read, utils, write } from 'xlsx';
import type { NewValue } from '../../../src/sheets/annotate/new-values.ts';
import { askedIn, fillIn } from './filled-forms.ts';
import { expectEnd, expectSaid, folderWith, printed, trace } from './harness.ts';

const BROKEN = 'fixtures/broken/maison-aurore.xlsx';

/** What the brand says about its own workbook: no supplier can correct its sheets and headers. */
const OWN = [
  ...['--ignore-columns', 'Cote interne', '--sheet', 'Divers=skip', '--sheet', 'Composants=skip'],
  ...['--sheet', 'Emballages 2025=skip'],
];

/** The right value of each wrong cell of the fixture. */
const RIGHT: Readonly<Record<string, NewValue>> = {
  'Suppliers!3 address.city': 'Guimarães',
  'Suppliers!5 contacts.0.person.email': 'rui.fontes@example.com',
  'Suppliers!7 address.country': 'Portugal (PT)',
  'Suppliers!9 address.city': 'Arzignano',
  'Suppliers!10 address.country': 'Italy (IT)',
  'Suppliers!12 category': 'MANUFACTURING - Ready To Wear',
  'Suppliers!14 certifications.0.date_end': '2028-04-14',
  'Suppliers!15 certifications.0.date_end': '2028-02-28',
  'Suppliers!16 certifications.0.file': 'https://docs.example.com/lwg.pdf',
  'Suppliers!18 projectType': 'STANDARD',
  'Suppliers!19 projectType': 'STANDARD',
  'Suppliers!20 projectType': 'STANDARD',
  'Suppliers!31 importationBatch': 'AURORE-SS27-W1-2026-11',
  'Suppliers!34 supplierRef': 'FRN-0034',
  'Packaging!4 percentageRecycled': 40,
  'Packaging!5 percentageRecycled': 80,
  'Packaging!8 ecoModulation': 'NONE',
  'Packaging!9 channel': 'BOTH',
  'Packaging!10 percentageRecycled': 85,
  'Packaging!11 M': null,
  'Products!9 weight': 350,
  'Products!10 producedQuantity': 1200,
  'Products!11 weight': 410,
  'Products!12 category': 'SHIRTS',
  'Products!13 reachCompliance': 'no',
  'Products!14 purchaseOrder': '3607010000012',
  'Products!15 purchaseOrder': 'MAR-27-18',
  'Products!19 projectImpact': null,
  'Products!20 category': 'SHIRTS',
  'Products!21 composition': '97% cotton, 3% elastane',
  'Products!16 supplierRef': 'FRN-0005',
  'Products!17 warehouseRef': 'ENT-02',
  'Products!18 packagingRefs': 'EMB-POLY-01',
  'Products!22 packagingRefs': 'EMB-POLY-01; EMB-BOX-02',
  'Components!12 composition.0.percentage': 96,
  'Components!18 composition.0.material': 'POLYESTER',
  'Components!19 supplierRef': 'FRN-0007',
  'Components!20 componentWeight': 74,
  'Components!21 type': 'PLASTIC',
  'Components!21 composition.0.material': 'POLYESTER',
  'Components!16 productRef': 'ROB-2041',
};

test('the broken workbook: a form for each supplier, filled in, merged: no error is left', async () => {
  const cwd = await folderWith();
  await copyFile(BROKEN, path.join(cwd, 'broken.xlsx'));
  await trace(['ask', 'broken.xlsx', '--out', 'forms', ...OWN], { cwd });
  const seen = new Set<string>();
  const files = await readdir(path.join(cwd, 'forms'));
  for (const file of files) {
    const form = path.join(cwd, 'forms', file);
    const cells = await askedIn(form);
    for (const { about } of cells) seen.add(about);
    const answers = cells.flatMap((cell) =>
      cell.about in RIGHT ? { ...cell, value: RIGHT[cell.about]! } : [],
    );
    if (answers.length > 0) await fillIn(form, answers);
  }
  expect([...Object.keys(RIGHT)].filter((about) => !seen.has(about))).toEqual([]);
  const merged = await printed(
    ['merge', 'forms/*.xlsx', '--into', 'broken.xlsx', '--out', 'merged.xlsx', '--json', ...OWN],
    { cwd },
  );
  expect(merged).toMatchObject({ errors: 0, conflicts: [], problems: [], formulas: [], exitCode: 0 });
  expect(merged.answers).toHaveLength(Object.keys(RIGHT).length);
  // Another reader of workbooks finds each value in the cell that the answer names.
  const { Sheets } = read(await readFile(path.join(cwd, 'merged.xlsx')));
  for (const { sheet, cell, after } of merged.answers) expect(Sheets[sheet]![cell]?.v ?? null).toEqual(after);
});

const HEADERS =
  'componentRef;productRef;productCollectionRef;productColorCode;type;category;composition.1.material;composition.1.percentage;componentWeight (kg);supplierRef;certifications.1.type;certifications.1.date_end;projectType;importationBatch';
const component = (ref: string, material: string, weight: string, supplier: string, end = '') =>
  `${ref};P1;SS27;RED;TEXTILE;MAIN FABRIC (WOVEN);${material};100;${weight};${supplier};${end && 'GOTS'};${end};STANDARD;B1`;
const FILE = [
  HEADERS,
  component('C1', '', '0.2', 'S1', '2027-03-01'),
  component('C2', 'COTTON', 'heavy', 'S1'),
  component('C3', 'COTTN', '0.1', 'S2', '2028-01-01'),
].join('\n');

const FLAGS = ['--sheet', 'batch=components', '--external-refs'];
const ask = (cwd: string, ...more: readonly string[]) =>
  trace(['ask', 'batch.csv', '--out', 'forms', ...FLAGS, ...more], {
    cwd,
    now: () => new Date('2026-11-20T12:00:00Z'),
  });

/** Merges forms. Files have the names that they have in the folder. */
async function merge(cwd: string, ...words: readonly string[]) {
  const argv = ['merge', ...words, '--into', 'batch.csv', '--out', 'merged.xlsx', '--force', ...FLAGS];
  const ran = await trace(argv, { cwd });
  return { ...ran, stdout: ran.stdout.replaceAll(`${cwd}${path.sep}`, '') };
}

/** Fills in open cells of a form by what they ask about. */
async function answer(file: string, answers: Readonly<Record<string, NewValue>>): Promise<void> {
  const cells = await askedIn(file);
  const filled = cells.filter(({ about }) => about in answers);
  expect(filled).toHaveLength(Object.keys(answers).length);
  await fillIn(
    file,
    filled.map((cell) => ({ ...cell, value: answers[cell.about]! })),
  );
}

/** The rows of the sheet of a form, as texts. */
const textsOf = async (file: string): Promise<string[][]> =>
  utils.sheet_to_json<string[]>(read(await readFile(file)).Sheets.Components!, {
    ...{ header: 1, raw: false, defval: '' },
  });

const csv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(';')).join('\n');

test('a form has the rows of its supplier: the cells that are open, and certificates that end in the season', async () => {
  const cwd = await folderWith({ 'batch.csv': FILE });
  const { stdout } = await ask(cwd);
  expect(stdout.split('\n').slice(0, 2)).toEqual([
    'forms/S1.xlsx: 3 cells in 2 rows, in English',
    'forms/S2.xlsx: 1 cell in 1 row, in English',
  ]);
  expect(stdout).toContain('trace merge "forms/*.xlsx" --into batch.csv');
  const form = path.join(cwd, 'forms', 'S1.xlsx');
  const [, example, first, second] = await textsOf(form);
  expect(example![0]).toBe('[EXAMPLE] CMP-04410-01');
  expect([first!.slice(0, 4), second![8]]).toEqual([['C1', 'P1', 'SS27', 'RED'], 'heavy']);
  // The column of the form is in grams.
  expect(first![8]).toBe('0.2 kg');
  expect((await askedIn(form)).map(({ about }) => about)).toEqual([
    'batch!2 composition.0.material',
    'batch!2 certifications.0.date_end',
    'batch!3 componentWeight',
  ]);
  const exists = await ask(cwd);
  expectEnd(exists, 2, 'The form forms/S1.xlsx exists.');
  const later = await printed(
    [...'ask batch.csv --out later --until 2028-01-01 --json'.split(' '), ...FLAGS],
    { cwd },
  );
  expect(later.forms.map(({ cells }: { cells: number }) => cells)).toEqual([3, 2]);
});

test('a form asks for all shares of a composition whose total is wrong, and shows their materials', async () => {
  const headers = HEADERS.replace(
    'composition.1.percentage',
    'composition.1.percentage;composition.2.material;composition.2.percentage',
  );
  const row = component('C1', 'COTTON', '0.2', 'S1').replace('COTTON;100', 'COTTON;60;POLYESTER;30');
  const cwd = await folderWith({ 'batch.csv': [headers, row].join('\n') });
  expectSaid((await ask(cwd)).stdout, 'forms/S1.xlsx: 2 cells in 1 row');
  const form = path.join(cwd, 'forms', 'S1.xlsx');
  expect((await askedIn(form)).map(({ about }) => about)).toEqual([
    'batch!2 composition.0.percentage',
    'batch!2 composition.1.percentage',
  ]);
  expect((await textsOf(form))[2]).toEqual(expect.arrayContaining(['COTTON', 'POLYESTER']));
});

test('a folder for forms that cannot be created is an error with its cause', async () => {
  const cwd = await folderWith({ 'batch.csv': FILE });
  const inFile = (out: string) => trace(['ask', 'batch.csv', '--out', out, ...FLAGS], { cwd });
  expectEnd(
    await inFile('batch.csv'),
    2,
    /Cannot create the folder .*batch\.csv: a file with this name is in the way .* Choose another with --out\./,
  );
  expectEnd(await inFile('batch.csv/forms'), 2, /Cannot create the folder .*forms: a part of the path/);
});

test('the texts of a form are in the language of --language', async () => {
  const cwd = await folderWith({ 'batch.csv': FILE });
  const { stdout, stderr } = await ask(cwd, '--language', 'de');
  expect(stdout).toContain('forms/S1.xlsx: 3 cells in 2 rows, in German');
  expect(stderr).toContain('3 errors');
  const { SheetNames, Sheets } = read(await readFile(path.join(cwd, 'forms', 'S1.xlsx')));
  expect(SheetNames).toEqual(['Anleitung', 'Komponenten', 'Listen']);
  const notes = Object.values(Sheets.Komponenten!).map((cell) => cell?.c?.[0]?.t);
  expect(notes).toContain('"Material 1" fehlt.\n→ Tragen Sie den Wert ein. Zum Beispiel: COTTON.');
});

test('a form is in the language of its supplier also where a value is in no list, in a process of another language', async () => {
  const columns = 'Supplier reference;Supplier name;Activity;Country;Project type;Importation batch';
  const rows = ['DE1;Weberei Nord;Weberei;DE;STANDARD;W1', 'FR1;Tissage Nord;Weberei;FR;STANDARD;W1'];
  const cwd = await folderWith({ 'batch.csv': [columns, ...rows].join('\n') });
  await trace(['ask', 'batch.csv', '--out', 'forms', '--sheet', 'batch=suppliers'], { cwd });
  const notesOf = async (name: string, sheet: string) => {
    const { Sheets } = read(await readFile(path.join(cwd, 'forms', `${name}.xlsx`)));
    return Object.values(Sheets[sheet]!).map((cell) => cell?.c?.[0]?.t);
  };
  expect(await notesOf('DE1', 'Lieferanten')).toContainEqual(
    expect.stringContaining('"Weberei" ist nicht in'),
  );
  const french = await notesOf('FR1', 'Fournisseurs');
  expect(french).toContainEqual(expect.stringContaining('"Weberei" n’est pas dans'));
  expect(french).toContainEqual(expect.stringContaining('la liste de la cellule les contient toutes'));
});

test('answers reach their cells in the unit of the column, and wrong ones are reported', async () => {
  const cwd = await folderWith({ 'batch.csv': FILE });
  await ask(cwd);
  await answer(path.join(cwd, 'forms', 'S1.xlsx'), {
    'batch!2 composition.0.material': 'COTTON',
    'batch!3 componentWeight': 350,
  });
  await answer(path.join(cwd, 'forms', 'S2.xlsx'), { 'batch!4 composition.0.material': 'COTTTON' });
  const merged = await merge(cwd, 'forms/S1.xlsx', 'forms/S2.xlsx');
  expect(merged.code, merged.stderr).toBe(3);
  expectSaid(
    merged.stdout,
    'batch.csv › G2 ← forms/S1.xlsx › Components!G3: COTTON',
    'batch.csv › I3 ← forms/S1.xlsx › Components!I4: 350 g',
    'Answers that are not valid yet:',
    /batch\.csv › G4, from forms\/S2\.xlsx › Components!\w+: "COTTTON" is not/,
    '3 answers merged, 1 open, 0 conflicts; 1 error remains. Next: trace check merged.xlsx',
  );
});

test('two answers for one cell are a conflict with both; equal ones are one answer', async () => {
  const cwd = await folderWith({ 'batch.csv': FILE });
  await ask(cwd);
  const [form, other] = ['S1.xlsx', 'other.xlsx'].map((name) => path.join(cwd, 'forms', name)) as [
    string,
    string,
  ];
  await answer(form, { 'batch!2 composition.0.material': 'COTTON' });
  await copyFile(form, other);
  await answer(form, { 'batch!3 componentWeight': 350 });
  await answer(other, { 'batch!3 componentWeight': 340 });
  const merged = await merge(cwd, 'forms/S1.xlsx', 'forms/other.xlsx', '--json');
  const [forms1, forms2] = ['forms/S1.xlsx', 'forms/other.xlsx'];
  expect(JSON.parse(merged.stdout)).toMatchObject({
    answers: [{ cell: 'G2', from: [`${forms1} › Components!G3`, `${forms2} › Components!G3`] }],
    conflicts: [
      {
        place: 'batch.csv › I3',
        reason: 'the forms have different answers',
        answers: [
          { place: `${forms1} › Components!I4`, text: '350' },
          { place: `${forms2} › Components!I4`, text: '340' },
        ],
      },
    ],
    exitCode: 3,
  });
});

test('rows that were sorted and columns that were moved are found; what cannot be placed is named', async () => {
  const cwd = await folderWith({ 'batch.csv': FILE });
  await ask(cwd);
  const form = path.join(cwd, 'forms', 'S1.xlsx');
  await answer(form, { 'batch!2 composition.0.material': 'COTTON', 'batch!3 componentWeight': 350 });
  const [header, , first, second] = (await textsOf(form)) as [string[], string[], string[], string[]];
  const moved = [header, second, first].map((row) => row.toReversed());
  await writeFile(path.join(cwd, 'moved.csv'), csv(moved));
  const sorted = await merge(cwd, 'moved.csv', '--json');
  expect(JSON.parse(sorted.stdout)).toMatchObject({
    answers: [
      { cell: 'I3', after: '350 g' },
      { cell: 'G2', after: 'COTTON' },
    ],
    ...{ conflicts: [], problems: [], exitCode: 0 },
  });
  // A supplier deletes a row, renames a column, adds a row and corrects what was not asked.
  const at = header.indexOf('End date of certificate 1');
  const renamed = [header.with(at, 'End date'), first.with(4, 'LEATHER'), ['C9', 'P9']];
  await writeFile(path.join(cwd, 'renamed.csv'), csv(renamed));
  await writeFile(path.join(cwd, 'list.csv'), 'a;b\n1;2');
  const changed = await merge(cwd, 'renamed.csv', 'list.csv');
  expect(changed.code).toBe(3);
  expectSaid(
    changed.stdout,
    'batch.csv › G2 ← renamed.csv › G2: COTTON',
    'batch.csv › E2: the form does not ask for this value; the file has "TEXTILE"\n  renamed.csv › E2: "LEATHER"',
    'renamed.csv: the column "End date of certificate 1" is missing, so its cells were not merged',
    'renamed.csv › A3: the row has no hidden key of trace',
    'list.csv: not a form of trace',
  );
});

test('a sheet without its hidden cells and a column that was added are named: their values were not merged', async () => {
  const cwd = await folderWith({ 'batch.csv': FILE });
  await ask(cwd);
  const form = path.join(cwd, 'forms', 'S1.xlsx');
  await answer(form, { 'batch!2 composition.0.material': 'COTTON', 'batch!3 componentWeight': 350 });
  const workbook = read(await readFile(form));
  const rows: (string | null)[][] = utils.sheet_to_json(workbook.Sheets.Components!, {
    header: 1,
    defval: null,
  });
  const last = rows[0]!.length - 1;
  const save = async (name: string, changed: (string | null)[][], ...bare: (string | null)[][][]) => {
    const saved = utils.book_new();
    for (const [at, data] of [changed, ...bare].entries())
      utils.book_append_sheet(saved, utils.aoa_to_sheet(data), at === 0 ? 'Components' : 'Copy');
    await writeFile(path.join(cwd, name), write(saved, { type: 'buffer', bookType: 'xlsx' }));
  };
  const remarks = rows.map((row, at) => [...row, ['Remark', null, null, 'call me'][at]!]);
  const bare = rows.map((row) => row.slice(0, last));
  await save('added.xlsx', remarks, bare);
  const merged = await merge(cwd, 'added.xlsx');
  expect(merged.code).toBe(3);
  expectSaid(
    merged.stdout,
    /added\.xlsx › Components!\w+4: the column "Remark" is not one of the form/,
    'added.xlsx › Copy: the sheet has no hidden header of trace, so its values were not merged',
    '2 answers merged',
  );
});

test('an answer for a cell that has changed since is a conflict, and one for a row that moved is not', async () => {
  const cwd = await folderWith({ 'batch.csv': FILE });
  await ask(cwd);
  await answer(path.join(cwd, 'forms', 'S1.xlsx'), {
    'batch!2 composition.0.material': 'COTTON',
    'batch!3 componentWeight': 350,
  });
  const rows = [
    ...[HEADERS, component('C0', 'COTTON', '0.1', 'S2'), component('C1', '', '0.2', 'S1', '2027-03-01')],
    component('C2', 'COTTON', '0.3', 'S1'),
  ];
  await writeFile(path.join(cwd, 'batch.csv'), rows.join('\n'));
  const merged = await merge(cwd, 'forms/S1.xlsx');
  expectSaid(
    merged.stdout,
    'batch.csv › G3 ← forms/S1.xlsx › Components!G3: COTTON',
    'batch.csv › I4: the cell has changed since the form was written, from "heavy" to "0.3"\n  forms/S1.xlsx › Components!I4: "350"',
    'batch.csv has changed since the forms were written.',
  );
  await writeFile(path.join(cwd, 'batch.csv'), [HEADERS, rows[1]].join('\n'));
  expectSaid(
    (await merge(cwd, 'forms/S1.xlsx')).stdout,
    'the record is no longer in the file',
    '2 conflicts',
  );
});

test('a map file that names the file does not fit the copy: a line says what to change', async () => {
  const entry = (sheet: string) => `version: 1\nsheets:\n  - ${sheet}\n    kind: component\n`;
  const cwd = await folderWith({ 'batch.csv': FILE, 'trace.map.yaml': entry('file: batch.csv') });
  await trace('ask batch.csv --out forms --external-refs', { cwd });
  const argv = 'merge forms/S1.xlsx --into batch.csv --out merged.xlsx --external-refs --force';
  expectSaid(
    (await trace(argv, { cwd })).stdout,
    'merged.xlsx: If the map file names the input files (file: A.csv)',
  );
  await writeFile(path.join(cwd, 'trace.map.yaml'), entry('sheet: batch'));
  const fitting = await trace(argv, { cwd });
  expect(fitting.code).toBe(0);
  expectSaid(fitting.stdout, '0 answers merged, 3 open, 0 conflicts; 3 errors remain.');
});

test.each([
  ['ask batch.csv', '--out is missing: the folder of the forms.'],
  ['ask batch.csv --out forms --by product', '--by must be supplier, not "product".'],
  ['ask batch.csv --out forms --until 2027-02-30', '--until must be a day such as 2027-05-31'],
  ['ask batch.csv --out forms --language it', '--language must be one of en, fr, de, not "it".'],
  ['merge f.xlsx --out merged.xlsx', '--into is missing'],
  ['merge f.xlsx --into batch.csv', '--out is missing: the file of the copy'],
])('%s is refused', async (words, message) => {
  const cwd = await folderWith({ 'batch.csv': FILE });
  expectEnd(await trace(words, { cwd }), 2, message);
});
