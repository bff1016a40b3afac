import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { recordingService } from '../../mock/recording.ts';
import { type Filled, filledCopy, questionPart } from '../map/filled-sheets.ts';
import { expectEnd, expectSaid, folderWith, sandboxConfig, trace } from './harness.ts';

/** An export of another system: one column that names no field, one likely column, and an unknown word. */
const EXPORT = [
  'Lieferantennummer;Firmenname;Tätigkeit;Land;Zzqx',
  '=F-1;Weberei Ulm;Wxyzq;Deutschland;mm',
  'F-2;Filatura Biella;Spinnerei;Italien;nn',
  'F-3;Konfektion Graz;Wxyzq;Österreich;mm',
].join('\n');

/** Answers the questions of an annotated copy. */
async function fill(copy: string, filled: Filled): Promise<void> {
  await writeFile(copy, filledCopy(await readFile(copy), filled));
}

const xmlOf = async (copy: string) => questionPart(await readFile(copy))?.xml ?? '';

test('an export without a map file goes in after its questions were answered in the annotated copy', async () => {
  const { url, bodies } = await recordingService();
  const cwd = await folderWith({ 'lieferanten.csv': EXPORT, 'trace.config.yaml': sandboxConfig(url) });
  const copy = path.join(cwd, 'fragen.xlsx');
  const checked = await trace('check lieferanten.csv --annotate fragen.xlsx --env sandbox', { cwd });
  expectEnd(checked, 3, /questions are in the sheet "Questions"\..*: trace map fragen\.xlsx --env sandbox/);
  await fill(copy, { Wxyzq: 'MANUFACTURING - Ready To Wear', '"ignored\\"': 'yes', Zzqx: 'ignore' });
  const mapped = await trace('map fragen.xlsx --yes --env sandbox', { cwd });
  expectEnd(mapped, 0, 'fragen.xlsx: 2 answers were read', 'Next: trace check fragen.xlsx');
  const map = await readFile(path.join(cwd, 'trace.map.yaml'), 'utf8');
  // The entry is for the export, not for its copy, and so next month's export is read, too.
  expectSaid(map, 'file: lieferanten.csv', 'Wxyzq: MANUFACTURING - Ready To Wear', 'Zzqx: ignore');
  expect(map).not.toContain('not checked');
  expectEnd(await trace('import fragen.xlsx --env sandbox --family STANDARD --batch B1', { cwd }), 0);
  const sent = bodies
    .map((body) => JSON.parse(/{.*/s.exec(body)![0]))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  expect(sent.map(({ supplierRef, category }) => [supplierRef, category])).toEqual([
    ['F-2', 'TRANSFORMATION - Spinning'],
    ['F-3', 'MANUFACTURING - Ready To Wear'],
    ['=F-1', 'MANUFACTURING - Ready To Wear'],
  ]);
  // The original is read alike: its records are the same.
  const original = await trace('import lieferanten.csv --env sandbox --family STANDARD --batch B1', { cwd });
  expectEnd(original, 0, 'all 3 records are unchanged');
});

test('a wrong answer is an error at its cell, and a second copy asks only what is left, with that answer', async () => {
  const cwd = await folderWith({ 'lieferanten.csv': EXPORT });
  const copy = path.join(cwd, 'q.xlsx');
  await trace('check lieferanten.csv --annotate q.xlsx', { cwd });
  await fill(copy, { Wxyzq: 'MANUFACTURNG - Shoe', Zzqx: 'ignore' });
  const mapped = await trace('map q.xlsx --yes', { cwd });
  expectEnd(
    mapped,
    3,
    /error: .*q\.xlsx › Questions!G\d+: "MANUFACTURNG - Shoe" is not taken: Allowed: .*Did you mean "MANUFACTURING - Shoe"\?/,
    '→ Correct the cell, then: trace map q.xlsx --yes',
    /To ask what is open in a workbook: trace check q\.xlsx --annotate questions\.xlsx/,
  );
  expectEnd(await trace('check q.xlsx --annotate q2.xlsx', { cwd }), 3, '1 question is in the sheet');
  const xml = await xmlOf(path.join(cwd, 'q2.xlsx'));
  expect(xml).toContain('MANUFACTURNG - Shoe');
  expect(xml).not.toContain('Zzqx');
  // The old copy is read again without harm.
  const again = await trace('map q.xlsx --yes', { cwd });
  expectEnd(again, 3, /notice: .*1 answer is not used, because nothing asks for it any more: G\d+/);
  await fill(path.join(cwd, 'q2.xlsx'), { Wxyzq: 'MANUFACTURING - Shoe' });
  expectEnd(await trace('map q2.xlsx --yes', { cwd }), 0);
  // An annotation of a copy without questions says that none is open.
  const ended = await trace('check q2.xlsx --annotate q3.xlsx --family STANDARD --batch B1', { cwd });
  expect(ended.code, ended.stdout).toBe(0);
  expect(await xmlOf(path.join(cwd, 'q3.xlsx'))).toContain('No question is open.');
});

test('questions of several files are asked once, and one command reads all copies', async () => {
  const cwd = await folderWith({ 'a.csv': EXPORT, 'b.csv': EXPORT.replaceAll('F-', 'G-') });
  await mkdir(path.join(cwd, 'out'));
  const checked = await trace('check a.csv b.csv --annotate out/q.xlsx', { cwd });
  expectSaid(
    checked.stderr,
    '2 questions are in the sheet',
    'filled in: trace map out/q-a.xlsx out/q-b.xlsx\n',
  );
  expect(await xmlOf(path.join(cwd, 'out/q-b.xlsx'))).toBe('');
  await fill(path.join(cwd, 'out/q-a.xlsx'), { Wxyzq: 'TRANSFORMATION - Dyeing', Zzqx: 'ignore' });
  const mapped = await trace('map out/q-a.xlsx out/q-b.xlsx --yes', { cwd });
  expectEnd(mapped, 0);
  expect(await readFile(path.join(cwd, 'out/trace.map.yaml'), 'utf8')).toContain(
    'Wxyzq: TRANSFORMATION - Dyeing',
  );
});

test('questions in French are answered with the French words of the copy', async () => {
  const cwd = await folderWith({ 'fournisseurs.csv': EXPORT });
  await trace('check fournisseurs.csv --annotate q.xlsx --lang fr', { cwd });
  expectSaid(await xmlOf(path.join(cwd, 'q.xlsx')), 'Questions sur ce fichier', 'Réponse', 'ignorer');
  await fill(path.join(cwd, 'q.xlsx'), { Wxyzq: 'transformation - dyeing', Zzqx: 'ignorer' });
  expectEnd(await trace('map q.xlsx --yes', { cwd }), 0);
});

test('a copy of a file that lacks nothing but a word of its map file asks for the word', async () => {
  const cwd = await folderWith({
    'lieferanten.csv': EXPORT,
    'trace.map.yaml': `version: 1
sheets:
  - file: lieferanten.csv
    kind: supplier
    columns: { Lieferantennummer: supplierRef, Firmenname: name, Tätigkeit: category, Land: address.country, Zzqx: ignore }
    values: { category: { Spinnerei: TRANSFORMATION - Spinning } }
`,
  });
  expectEnd(await trace('check lieferanten.csv --annotate q.xlsx', { cwd }), 3, '1 question is in the sheet');
  await fill(path.join(cwd, 'q.xlsx'), { Wxyzq: 'TRANSFORMATION - Dyeing' });
  expectEnd(await trace('map q.xlsx --yes', { cwd }), 0, 'trace.map.yaml: 1 new line');
  const map = await readFile(path.join(cwd, 'trace.map.yaml'), 'utf8');
  expect(map).toContain('Wxyzq: TRANSFORMATION - Dyeing');
  // A workbook with errors that no map file can answer gets no questions.
  const wrong = await folderWith({ 's.csv': 'supplierRef;name;category;address.country\nF-1;A;Dyeng;FR\n' });
  expectEnd(await trace('check s.csv --annotate q.xlsx', { cwd: wrong }), 3);
  expect(await xmlOf(path.join(wrong, 'q.xlsx'))).toBe('');
});

test('the copy that an import writes beside its report asks, too, and an earlier yes accepts nothing new', async () => {
  const rows = EXPORT.split('\n').map((row, at) => `${row};${at === 0 ? 'Qqxz' : 'x'}`);
  const cwd = await folderWith({ 'lieferanten.csv': rows.join('\n') });
  const imported = await trace('import lieferanten.csv --family STANDARD --batch B1 --annotate q.xlsx', {
    cwd,
  });
  expectEnd(imported, 3, '3 questions are in the sheet "Questions"');
  const copy = path.join(cwd, 'q.xlsx');
  await fill(copy, { '"ignored\\"': 'yes' });
  await trace('check q.xlsx --annotate q2.xlsx', { cwd });
  expect(await xmlOf(path.join(cwd, 'q2.xlsx'))).not.toContain('<t>yes</t>');
  expectEnd(await trace('map q.xlsx --yes', { cwd }), 3, 'q.xlsx: 2 answers were read');
});
