import { expect, test } from 'vitest';
import { kindNamed } from '../../../src/contract/registry.ts';
import { templateColumns } from '../../../src/contract/template/columns.ts';
import { exampleRows } from '../../../src/contract/template/example-rows.ts';
import { exampleFinding } from '../../../src/records/check/check-row.ts';
import { readSheet } from '../sheet.ts';

const kind = kindNamed('v2', 'supplier');
const columns = templateColumns(kind, undefined);
const headers = columns.map(({ header }) => header);
const example = columns.map(({ header }) => exampleRows(kind, columns)[0]![header] ?? null);
const at = (path: string) => columns.findIndex(({ header }) => header === path);
const changed = (path: string, value: string) => example.with(at(path), value);
const onlyKey = example.map((cell, index) => (index === at('supplierRef') ? cell : null));

test.each([
  ['the example', example, 'example-row'],
  ['the example with another batch', changed('importationBatch', 'W9'), 'example-row'],
  ['one with another category', changed('category', 'OTHER'), undefined],
  ['one with another key', changed('supplierRef', 'FRN-999'), undefined],
  ['one with few values', onlyKey, undefined],
])('a row of a template is an example row if it has the example values: %s', (_, cells, code) => {
  const { drafts } = readSheet('supplier', headers, [cells]);
  expect(exampleFinding(drafts[0]!)?.code).toBe(code);
});
