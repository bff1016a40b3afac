import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findingsIn, journalOf, reportIn, sandboxFolder, trace } from '../commands/harness.ts';

const HEADERS = 'Level;Item;Season;Colour code;Category;Type;Composition;Weight (g);Supplier code';
const style = (key: string) => `0;${key};SS27;NVY;SHIRTS;;100% Cotton;210;V-1`;
const item = (key: string) => `1;${key};;;BUTTONS;PLASTIC;100% Polyester;3;V-1`;
const SUPPLIERS = 'Supplier code;Name;Category;Country\nV-1;Sfax Mode;MANUFACTURING - Ready To Wear;TN\n';
const BOM = [
  HEADERS,
  style('S-1'),
  item('M-1'),
  item('M-2'),
  '9;;;;;;;;cutting',
  style('S-2'),
  item('M-3'),
  '',
];
const NEXT = [HEADERS, style('S-9'), item('M-9'), item('M-8'), ''];

test('a list of products and components goes from its map to the service, and the list of next month asks nothing new', async () => {
  const { mock, cwd } = await sandboxFolder({
    'suppliers.csv': SUPPLIERS,
    'bom.csv': BOM.join('\n'),
  });
  const outside = { cwd, env: { TRACE_STATE_DIR: path.join(cwd, 'state') } };
  const files = ['suppliers.csv', 'bom.csv', '--env', 'sandbox'];
  await trace(['map', ...files, '--accept', 'everything'], outside);
  const text = await readFile(path.join(cwd, 'trace.map.yaml'), 'utf8');
  const lines = text.split('\n').map((line) => line.trim());
  expect(lines).toEqual(
    expect.arrayContaining(['Level: [ "0" ]', 'Item: productRef # S-1, S-2', 'Level: [ 1 ]']),
  );
  expect(text).toContain('productRef: "{^Item}"');
  const batch = ['--family', 'STANDARD', '--batch', 'B1'];
  const { stdout } = await trace(['check', ...files, ...batch, '--json'], outside);
  expect(findingsIn(stdout).filter(({ code }) => code === 'rows-outside')).toMatchObject([
    { severity: 'notice', origin: { sheet: 'bom', row: 5 } },
  ]);
  const { code } = await trace(['import', ...files, ...batch, '--yes', '--report', 'r.json'], outside);
  expect([code, (await reportIn(cwd)).findings.filter(({ severity }) => severity === 'error')]).toEqual([
    0,
    [],
  ]);
  const sent = (await journalOf(mock)).map(({ body }) => body as Record<string, string>);
  expect(
    sent.flatMap(({ componentRef, productRef, productColorCode }) =>
      componentRef ? [`${productRef} ${productColorCode} ${componentRef}`] : [],
    ),
  ).toEqual(expect.arrayContaining(['S-1 NVY M-1', 'S-1 NVY M-2', 'S-2 NVY M-3']));
  await writeFile(path.join(cwd, 'bom.csv'), NEXT.join('\n'));
  const again = await trace(['map', ...files, '--json'], outside);
  expect(JSON.parse(again.stdout)).toMatchObject({ open: 0, lines: 0 });
});
