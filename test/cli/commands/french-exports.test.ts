import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { useLanguage } from '../../../src/say.ts';
import { readFile } from '../../sheets/reading.ts';
import { expectEnd, trace } from './harness.ts';
import { IN_SANDBOX, imported, importedWithStop, onScreen, textIn } from './reads-world.ts';

afterEach(() => useLanguage('en'));

const EXPORT = ['studies', 'export', ...IN_SANDBOX];
const inFrench = (...argv: readonly string[]) => [...argv, '--lang', 'fr'];

test('in French, tables have French headers, while the names in JSON and all cells are unchanged', async () => {
  const { cwd } = await imported();
  const printed = async (...flags: readonly string[]) =>
    (await trace([...EXPORT, '--grain', 'step', '--out', '-', ...flags], { cwd })).stdout;
  const french = await trace(inFrench(...EXPORT, '--grain', 'step', '--out', 'fr.csv'), { cwd });
  expectEnd(french, 0, 'études dans fr.csv');
  const [fr, en] = [await textIn(cwd, 'fr.csv'), await printed()];
  expect(fr).toMatch(/^Identifiant de l’étude,Référence produit,Collection,Code couleur,Composant – n°,/);
  expect(en).toMatch(/^studyId,productRef,brandCollectionName,colorCode,component.number,/);
  expect(fr.split('\n').slice(1)).toEqual(en.split('\n').slice(1));
  const json = await printed('--format', 'ndjson', '--lang', 'fr');
  expect(Object.keys(JSON.parse(json.split('\n')[0]!)).join()).toBe(
    en
      .trim()
      .split(/\r?\n/)[0]!
      .replace(/ \(.*?\)/g, ''),
  );
  const { stdout } = await onScreen(inFrench('studies', 'list'), cwd, 120);
  expect(stdout.split('\n')[0]).toMatch(/^réf. produit +produit +couleur +état +collection +étude$/);
});

test('an interrupted export is resumed in its own language; without --resume a new export starts', async () => {
  const { cwd, mock, signal } = await importedWithStop();
  const asked = [...EXPORT, '--grain', 'study'];
  const cut = await trace(inFrench(...asked, '--out', 'studies.csv'), { cwd, signal });
  expectEnd(cut, 130, 'Ensuite\u00a0: trace studies export');

  const other = await trace([...asked, '--out', 'other.csv'], { cwd });
  expect([other.code, other.stderr]).toEqual([0, expect.not.stringContaining('fetched already')]);
  expect(await textIn(cwd, 'other.csv')).toMatch(/^studyId,/);

  const before = mock.stats().requests;
  const { code, stderr } = await trace([...EXPORT, '--resume', '--lang', 'en'], { cwd });
  expectEnd({ code, stderr }, 0, 'began in another language (fr)');
  expect(mock.stats().requests - before).toBe(2);
  expect(await textIn(cwd, 'studies.csv')).toMatch(/^Identifiant de l’étude,/);
});

test('an interrupted export for a French Excel is resumed as the same workbook', async () => {
  const { cwd, signal } = await importedWithStop();
  const cut = await trace([...EXPORT, '--excel', 'fr', '--out', 'fr/'], { cwd, signal });
  expect(cut.code).toBe(130);
  expectEnd(await trace([...EXPORT, '--resume'], { cwd }), 0, '4 studies in');
  const { sheets } = await readFile(path.join(cwd, 'fr', 'studies.xlsx'));
  expect(sheets[0]!.rows[0]!.cells[0]).toBe('Identifiant de l’étude');
});

test('a French workbook has its sheets, indicators and units in French; --data-headers and CSV keep the names', async () => {
  const { cwd } = await imported();
  const sheetsOf = async (...flags: readonly string[]) => {
    await trace(inFrench(...EXPORT, '--force', '--out', 'fr.xlsx', ...flags), { cwd });
    const { sheets } = await readFile(path.join(cwd, 'fr.xlsx'));
    return sheets.map(({ name, rows }) => [
      name,
      ...rows.slice(0, 2).map(({ cells }) => cells.slice(4, 6).join()),
    ]);
  };
  const french = await sheetsOf();
  expect(french.map(([name]) => name).join()).toBe('Étude,Composant,Matière,Étape,Emballage,Mention,Impact');
  expect(french.at(-1)).toEqual(['Impact', 'Indicateur,Unité', 'Épuisement des minéraux et métaux,kg Sb eq']);
  expect(french.at(-2)![2]).toBe('Textes de la vitrine – description des matières,Étude');
  const { sheets } = await readFile(path.join(cwd, 'fr.xlsx'));
  const cells = new Set<unknown>(sheets.flatMap(({ rows }) => rows.flatMap((row) => row.cells)));
  expect([true, false, 'true', 'false', 'oui', 'non'].filter((one) => cells.has(one))).toEqual([
    'oui',
    'non',
  ]);
  const data = await sheetsOf('--data-headers');
  expect(data.at(-1)).toEqual(['impact', 'indicator,unit', 'resourceUseMineralsMetals,kg Sb eq']);
  const csv = ['--grain', 'impact', '--format', 'csv'];
  await trace(inFrench(...EXPORT, ...csv, '--out', 'i.csv'), { cwd });
  expect(await textIn(cwd, 'i.csv')).toContain(',resourceUseMineralsMetals,kg Sb eq,');
  await trace([...EXPORT, ...csv, '--excel', 'fr', '--out', 'e.csv'], { cwd });
  expect(await textIn(cwd, 'e.csv')).toContain(';Usage des sols;points;');
});

test('--excel de writes semicolons, decimal commas and German headers, whatever the language of trace', async () => {
  const { cwd } = await imported();
  const argv = [...EXPORT, '--grain', 'study', '--excel', 'de', '--out', 'studien.csv'];
  expectEnd(await trace([...argv, '--lang', 'fr'], { cwd }), 0, '4 études dans studien.csv');
  const [headers, row] = (await textIn(cwd, 'studien.csv')).split('\r\n');
  expect(headers).toMatch(/^\ufeffID der Studie;Produktreferenz;Kollektion;Farbcode;Status;/);
  expect(row).toMatch(/;\d+,\d+;/);
  expectEnd(await trace([...EXPORT, '--lang', 'de'], { cwd }), 0, '4 Studien in trace-studies/');
});
