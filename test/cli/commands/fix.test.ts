import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { changedParts, inflated, partsOf } from '../../sheets/annotate/annotated.ts';
import { folderWith, journalOf, mockService, sandboxConfig, trace } from './harness.ts';

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

interface Found {
  readonly code: string;
  readonly severity: string;
  readonly origin: { readonly sheet: string; readonly row: number; readonly column: string };
}

const found = (stdout: string) => (JSON.parse(stdout) as { findings: Found[] }).findings;

describe('fix', () => {
  it('writes the safe repairs of the broken workbook, and leaves the other findings as they are', async () => {
    const cwd = await folderOf(BROKEN);
    const before = await readFile(path.join(cwd, 'maison-aurore.xlsx'));
    const ran = await trace(['fix', 'maison-aurore.xlsx', '--out', 'fixed.xlsx'], { cwd });
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stdout).toContain('Suppliers!K8: "Italie" → IT');
    expect(ran.stdout).toMatch(/Components!U4: .*\(the value is in doubt: a person must decide\)/);
    expect(ran.stdout).toContain('14 values were written into the copy; 2 left.');
    expect(await readFile(path.join(cwd, 'maison-aurore.xlsx'))).toEqual(before);
    const copy = await readFile(path.join(cwd, 'fixed.xlsx'));
    expect(changedParts(before, copy).sort()).toEqual([
      'xl/styles.xml',
      ...[1, 2, 3, 4].map((number) => `xl/worksheets/sheet${number}.xml`),
    ]);
    expect(textOf(copy, 'xl/worksheets/sheet1.xml')).toMatch(/<c r="K8"[^>]*><is><t[^>]*>IT</);
    expect(textOf(copy, 'xl/worksheets/sheet2.xml')).toMatch(/<c r="E3"[^>]*><v>92.5</);
    expect(textOf(copy, 'xl/worksheets/sheet3.xml')).toMatch(/<c r="V3"[^>]*><v>1</);
    const places = async (file: string) =>
      found((await trace(['check', file, '--json'], { cwd })).stdout).map(({ code, severity, origin }) =>
        [severity, code, origin.sheet, origin.row, origin.column].join(' '),
      );
    const [first, second] = [await places('maison-aurore.xlsx'), await places('fixed.xlsx')];
    expect(second.filter((one) => one.startsWith('fixed'))).toEqual([
      'fixed number-converted Packaging 6 E',
      'fixed number-converted Components 4 U',
    ]);
    const others = (all: string[]) => all.filter((one) => !one.startsWith('fixed'));
    expect(others(second)).toEqual(others(first));
  });

  it.each([
    ['text files', BATCH_FR, ['composants.csv', 'emballages.csv', 'fournisseurs.csv', 'produits.csv']],
    ['a workbook with a map file', PLM, ['bom-export.xlsx', '--map', 'plm.map.yaml']],
  ])('makes a copy of %s that the mock receives as before', async (_, files, argv) => {
    const cwd = await folderOf(...files);
    const fixed = await trace(['fix', ...argv, '--out', 'fixed.xlsx'], { cwd });
    expect(fixed.code, fixed.stderr).toBe(0);
    expect(fixed.stdout).toMatch(/… and \d+ more; --all/);
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
        '--env',
        'sandbox',
        '--yes',
        '--state-dir',
        `state-${names[0]}`,
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
    expect(found(again.stdout).filter(({ severity }) => severity === 'fixed')).toEqual([]);
  });

  it('writes all shares of a composition as percentages', async () => {
    const cwd = await folderWith({
      'components.csv': [
        'componentRef;composition.1.material;composition.1.percentage;composition.2.material;composition.2.percentage',
        'A;COTTON;0,3;POLYESTER;0,7',
        'B;cotton;30 %;POLYESTER;70',
      ].join('\n'),
    });
    const ran = await trace(
      ['fix', 'components.csv', '--sheet', 'components.csv=components', '--out', 'f.xlsx'],
      {
        cwd,
      },
    );
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

  it('says that a file cannot be read', async () => {
    const ran = await trace(['fix', 'no.xlsx', '--out', 'f.xlsx'], { cwd: await folderWith() });
    expect(ran.code).not.toBe(0);
    expect(ran.stderr).toContain('no.xlsx');
  });

  it.each([
    ['the input', ['--out', 'maison-aurore.xlsx', '--force'], 'this run uses that file'],
    ['a file that exists', ['--out', 'there.xlsx'], 'overwrite it with --force'],
    ['another extension', ['--out', 'out.xls'], 'Use --out out.xlsx'],
    ['no file', [], 'trace fix maison-aurore.xlsx --out fixed.xlsx'],
    ['--strict', ['--out', 'out.xlsx', '--strict'], 'exclude each other'],
  ])('refuses %s', async (_, more, text) => {
    const cwd = await folderOf(BROKEN);
    await writeFile(path.join(cwd, 'there.xlsx'), 'mine');
    const ran = await trace(['fix', 'maison-aurore.xlsx', ...more], { cwd });
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(text);
    expect((await readdir(cwd)).sort()).toEqual(['maison-aurore.xlsx', 'there.xlsx']);
  });

  it('speaks French', async () => {
    const cwd = await folderOf(BROKEN);
    const ran = await trace(['fix', 'maison-aurore.xlsx', '--out', 'fixed.xlsx', '--lang', 'fr'], { cwd });
    expect(ran.stdout).toContain('14 valeurs ont été écrites dans la copie\u00a0; 2 non.');
  });
});
