import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { resolveEnvironment } from '../../../src/config/resolve-environment.ts';
import { differencesIn, type FixJob } from '../../../src/handback/fix/differences.ts';
import { inspect } from '../../../src/import/inspect.ts';
import { folderWith } from '../../cli/commands/harness.ts';
import { csvOf, supplier, supplierBody } from '../../cli/commands/sheets.ts';

const original = [supplierBody('FRN-1'), supplierBody('FRN-2')];

test.each([
  ['the same rows', original, []],
  ['another value', [supplierBody('FRN-1', { name: 'Aurore' }), original[1]!], [2]],
  ['a row more', [...original, supplierBody('FRN-3')], [4]],
  ['a row less', original.slice(0, 1), [3]],
  ['an error more', [...original, supplierBody('FRN-3', { category: 'none' })], [4, 0]],
])('differencesIn finds the rows that differ between a file and a copy with %s', async (_, bodies, rows) => {
  const folder = await folderWith();
  const [file, copy] = ['suppliers.csv', 'copy.csv'].map((name) => path.join(folder, name));
  await writeFile(file!, csvOf(supplier, original));
  await writeFile(copy!, csvOf(supplier, bodies));
  const job: FixJob = {
    environment: await resolveEnvironment({ config: {}, file: null, folder }, {}, folder),
    env: {},
    settings: {
      ...{ files: [file!], interface: 'v2', interfaceBySheets: true, family: null, batch: null },
      ...{ projectTypes: {}, strict: false, only: [], sheets: new Map(), externalRefs: false },
      ...{ allowEmpty: false, stdin: Readable.from([]) },
    },
    ...{ now: () => new Date(0), signal: new AbortController().signal, options: '{}', emit: () => {} },
  };
  const before = await inspect({ ...job, command: 'check' });
  using _ledger = before.ledger;
  const found = await differencesIn(job, before, [{ file: file!, copy: copy!, names: new Map() }], []);
  expect(found.map(({ row }) => row)).toEqual(rows);
  expect(new Set(found.map((one) => one.file))).toEqual(new Set(rows.length === 0 ? [] : [file]));
});
