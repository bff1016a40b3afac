import { expect, test } from 'vitest';
import { folderWith } from '../cli/commands/harness.ts';
import { runBinary } from './harness.ts';

test('a header of two rows is skipped when it comes again, row by row; a part of it is not', async () => {
  const map = `version: 1
sheets:
  - file: suppliers.csv
    kind: supplier
    headerRow: [1, 2]
    columns:
      Identification / Code: supplierRef
      Identification / Nom: name
      Site / Pays: address.country
      Site / Ville: address.city
`;
  const headers = ['Identification;;Site;', 'Code;Nom;Pays;Ville'];
  const skipped = async (...rows: readonly string[]) => {
    const text = [...headers, 'S1;Filature;FR;Lille', ...rows].join('\n');
    const cwd = await folderWith({ 'suppliers.csv': `${text}\n`, 'trace.map.yaml': map });
    const { stdout, stderr } = await runBinary(['check', 'suppliers.csv', '--json'], cwd);
    const findings = JSON.parse(stdout).findings as { code: string; origin: { row: number } }[];
    expect(findings, stderr).toBeDefined();
    return findings.filter(({ code }) => code === 'row-skipped').map(({ origin }) => origin.row);
  };
  expect(await skipped(...headers, 'S2;Tissage;FR;Roubaix')).toEqual([4, 5]);
  expect(await skipped(';Nom;Pays;', 'S2;Tissage;FR;Roubaix')).toEqual([]);
});
