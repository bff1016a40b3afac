import { expect, test } from 'vitest';
import { findingsIn, folderWith } from '../cli/commands/harness.ts';
import { runTrace } from './harness.ts';

const page = (...rows: readonly string[]) =>
  `<html><meta charset=utf-8><style>.hid {display:none}</style><table><tr><th>Référence produit<th>Catégorie<th>Collection<th>Code couleur<th>Quantité<th>Fournisseur${rows.map((row) => `<tr>${row}`).join('')}</table></html>`;
const row = (ref: string, color = '001', quantity = '5') =>
  `<td>${ref}<td>DRESSES<td>SS27<td>${color}<td>${quantity}<td>0001`;

async function found(files: Record<string, string>) {
  const cwd = await folderWith(files);
  const flags = ['--family', 'STANDARD', '--batch', 'B', '--external-refs', '--json'];
  const { code, stdout } = await runTrace(['check', 'p.xls', ...flags], cwd);
  const told = findingsIn(stdout).filter((one) => /cell-error|row-skipped|rows-hidden/.test(one.code));
  return {
    code,
    told: told.map((one) => `${one.code} ${one.origin.column ?? ''}${one.origin.row ?? ''}`).sort(),
  };
}

test('a cell of a web page whose text is not certain makes its record invalid', async () => {
  const rows = [
    row('0010', '<span class=hid>20260102</span>001', '<input value=5>'),
    row('0011', '001<sup>1</sup>'),
    row('0012', '001', '<del>5</del>6'),
  ];
  expect(await found({ 'p.xls': page(...rows) })).toMatchObject({
    code: 3,
    told: ['cell-error D3', 'cell-error E4'],
  });
});

test('footnote marks in headers and notes are no errors', async () => {
  const text = page(row('0010'), '<td colspan=6>* weights in g/m<sup>2</sup>');
  const raised = text.replace('Code couleur', 'Code<sup> couleur</sup>');
  expect(await found({ 'p.xls': raised })).toEqual({ code: 0, told: ['row-skipped 3'] });
});
