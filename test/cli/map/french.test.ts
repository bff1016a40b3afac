import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { parseMap } from '../../../src/map/map-file/map-file.ts';
import { useLanguage } from '../../../src/say.ts';
import { folderWith, trace } from '../commands/harness.ts';

afterEach(() => useLanguage('en'));

const EXPORT = [
  'Réf fournisseur;Raison sociale;Type;Pays;Programme RSE',
  'F-1;Alpha;Tissage;IT;Oui',
  'F-2;Béta;Truc;FR;Non',
  'F-3;Gamma;Truc;IT;',
].join('\n');

const FRENCH = { LANG: 'fr_FR.UTF-8' };

/** With spaces that a terminal may break a line at instead of no-break spaces, so that the tests can be read. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

test('trace map proposes, writes and checks in French, and the file is the same map as in English', async () => {
  const cwd = await folderWith({ 'export.csv': EXPORT });
  const argv = ['map', 'export.csv', '--sheet', 'export=supplier', '--yes'];
  const { code, stdout, stderr } = await trace(argv, { cwd, env: FRENCH });
  expect(code).toBe(3);
  expect(plain(stdout)).toMatch(
    /export\.csv\s+›\s+export\s+:\s+fournisseur,\s+en-têtes\s+à\s+la\s+ligne\s1\n/,
  );
  expect(plain(stdout)).toContain('  ? aucune colonne n’a category, qui est obligatoire\n');
  expect(plain(stderr)).toContain(
    'trace.map.yaml : 14 nouvelles lignes\n3 questions en suspens, la première à la',
  );
  const file = path.join(cwd, 'trace.map.yaml');
  const text = await readFile(file, 'utf8');
  expect(plain(text)).toContain('# Programme RSE: ? # Oui, Non; ni l’en-tête ni les valeurs n’indiquent');
  // The questions of a French file are questions of the next command, too.
  const again = await trace(argv, { cwd });
  expect([again.code, await readFile(file, 'utf8')]).toEqual([3, text]);
  const english = await trace([...argv, '--out', '-'], { cwd: await folderWith({ 'export.csv': EXPORT }) });
  expect(parseMap(english.stdout)).toMatchObject({ map: (parseMap(text) as { map: object }).map });
  const checked = await trace(['map', 'export.csv', '--check'], { cwd, env: FRENCH });
  expect(plain(checked.stderr)).toMatch(/^3 changements que .*trace\.map\.yaml ne couvre pas\./);
});

test('an invalid map file is reported in French', async () => {
  const map = 'version: 2\nsheets:\n  - kind: supplier\n    colums: { a: b }\n';
  const cwd = await folderWith({ 'export.csv': EXPORT, 'map.yaml': map });
  const { stderr } = await trace(['check', 'export.csv', '--map', 'map.yaml'], { cwd, env: FRENCH });
  expect(plain(stderr)).toContain(
    'ligne 1 : version doit être 1 ; ligne 4 : sheets.1.colums n’est pas une clé ; vouliez-vous dire "columns" ?',
  );
});

describe('JSON for scripts', () => {
  test.each([
    [['check', 'export.csv', '--json']],
    [['map', 'export.csv', '--json']],
    [['env', 'show', '--json']],
    [['env', 'list', '--json']],
    [['taxonomy', 'list', '--json']],
    [['taxonomy', 'diff', '--json']],
  ])('JSON for scripts of trace %j is the same with a French locale', async (argv) => {
    const cwd = await folderWith({ 'export.csv': EXPORT });
    const [english, french] = [await trace(argv, { cwd }), await trace(argv, { cwd, env: FRENCH })];
    expect(french.stdout).toBe(english.stdout);
  });

  test('JSON for scripts has the same keys and codes with --lang fr', async () => {
    const cwd = await folderWith({ 'export.csv': EXPORT });
    const parsed = async (...words: string[]) =>
      JSON.parse((await trace(['check', 'export.csv', '--json', ...words], { cwd })).stdout);
    const [english, french] = [await parsed(), await parsed('--lang', 'fr')];
    const codes = ({ findings }: { findings: { code: string }[] }) => findings.map(({ code }) => code);
    expect([Object.keys(french), codes(french)]).toEqual([Object.keys(english), codes(english)]);
  });

  test('JSON for scripts has English sources of settings with --lang fr, while the table of env show is French', async () => {
    const cwd = await folderWith();
    const { stdout } = await trace(['env', 'show', '--json', '--lang', 'fr'], { cwd });
    expect(stdout).toBe((await trace(['env', 'show', '--json'], { cwd })).stdout);
    const shown = await trace(['env', 'show'], { cwd, env: FRENCH });
    expect(plain(shown.stdout)).toContain('par défaut (le service simulé intégré)');
  });
});

test('errors of trace taxonomy and trace mock are French with a French locale', async () => {
  const cwd = await folderWith({ 'api.json': '{"openapi":"3.0.0","paths":{}}' });
  const said = async (...argv: string[]) => plain((await trace(argv, { cwd, env: FRENCH })).stderr);
  expect(await said('taxonomy', 'list', 'nope')).toContain('trace: Liste inconnue : "nope".');
  expect(await said('taxonomy', 'import', 'api.json')).toContain(
    'api.json n’a aucun appel de création de l’interface.',
  );
  expect(await said('mock', '--port', 'x')).toContain('--port "x" : indiquez un nombre de 0 à 65535.');
});
