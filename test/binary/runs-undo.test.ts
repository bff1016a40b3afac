import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { expectEnd, journalOf, sandboxFolder } from '../cli/commands/harness.ts';
import { csv, world as v3World } from '../cli/commands/purchases.ts';
import { csvOf, product, productBody, supplier, supplierBody } from '../cli/commands/sheets.ts';
import { readFile as sheetsOf } from '../sheets/reading.ts';
import { runTrace } from './harness.ts';

const HEADERS = 'kind,key,id,studyId,outcome,takeBack,family,importationBatch,file,sheet,row';

test('runs undo in v2 lists every record that the run stored or may have stored, and sends nothing', async () => {
  let creates = 0;
  const sheet = (names: readonly string[]) =>
    csvOf(
      supplier,
      names.map((ref) => supplierBody(ref, { name: `Mill ${ref}`, importationBatch: 'B1' })),
    );
  const { mock, cwd } = await sandboxFolder(
    {
      'first.csv': sheet(['00123']),
      'wrong.csv': sheet(['00123', '00124', 'FRN-3']),
      'products.csv': csvOf(product, [productBody('ROB-1', '00124', { productCollectionRef: 'SS27' })]),
    },
    {
      config: ['concurrency: 1'], // Whether the third create was stored cannot be known.
      before: ({ method }) =>
        method === 'POST' && ++creates === 3 ? Response.json({ statusCode: 500 }, { status: 500 }) : null,
    },
  );
  const run = (...argv: string[]) => runTrace(argv, cwd);
  expect((await run('import', 'first.csv', '--env', 'sandbox')).code).toBe(0);
  await run('import', 'wrong.csv', 'products.csv', '--env', 'sandbox');
  const before = mock.stats().requests;

  const ran = await run('runs', 'undo');
  expect([ran.code, ran.stderr]).toEqual([0, '']);
  const file = /listed in (undo-\S+\.csv), for the operator of the service at sandbox/.exec(ran.stdout)![1]!;
  expect(ran.stdout).toContain(
    'supplier: 1 created, 1 in doubt. The interface can neither change nor delete these: only the operator of the service can.',
  );
  expect(ran.stdout).toContain('1 other record was in the service before this run, and is not in the list.');
  expect(ran.stdout).toMatch(/3 records are listed in .* Nothing was sent\.\n$/);
  expect(mock.stats().requests).toBe(before);

  expect((await stat(path.join(cwd, file))).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
  const ids = new Map((await journalOf(mock)).map(({ key, id }) => [key.split('\u001f')[0], id]));
  const [head, ...rows] = (await readFile(path.join(cwd, file), 'utf8')).trim().split('\r\n');
  expect(head).toBe(HEADERS);
  const cells = rows.map((row) => row.split(','));
  expect(cells.map(([kind, , id, , outcome, way]) => [kind, id, outcome, way])).toEqual([
    ['supplier', ids.get('00124'), 'created', 'operator'],
    ['supplier', '', 'in-doubt', 'operator'],
    ['product', expect.stringMatching(/^\S{8,}$/), 'created', 'operator'],
  ]);
  expect(cells[0]!.slice(6)).toEqual(['STANDARD', 'B1', 'wrong.csv', 'wrong', '3']);

  expectEnd(await run('runs', 'undo'), 2, `${file} already exists. Choose another`);
  expect((await run('runs', 'undo', '--force')).code).toBe(0);

  const book = await run('runs', 'undo', '--out', 'undo.xlsx', '--lang', 'fr');
  expect([book.code, book.stdout]).toEqual([0, expect.stringContaining('Rien n’a été envoyé.')]);
  const { sheets } = await sheetsOf(path.join(cwd, 'undo.xlsx'));
  const read = sheets[0]!.rows.map((row) => row.cells.slice(0, 2));
  expect(read.slice(0, 3)).toEqual([
    ['Type d’enregistrement', 'Clé'],
    ['supplier', '00124'],
    ['supplier', 'FRN-3'],
  ]);
});

test('runs undo in v3 names the update command of each kind that has one, and replaces no other file', async () => {
  const { cwd } = await v3World({ 'u.csv': csv(['uniqueIdentifier', 'purchaseOrder'], ['P-1', 'PO-9']) });
  const run = (...argv: string[]) => runTrace(argv, cwd);
  const all = await run('runs', 'undo');
  expect(all.stdout).toContain('supplier: 2 created. The interface can neither change nor delete these');
  expect(all.stdout.replace(/\s+/g, ' ')).toContain(
    'purchased-item: 4 created. To correct their values: trace purchased-items update FILE. An update cannot change id, uniqueIdentifier, buyerKind,',
  );
  expect(all.stdout.replace(/\s+/g, ' ')).toContain(
    'brand-product: 1 created. To correct their values: trace brand-products update FILE.',
  );
  expect(all.stdout).toContain('9 records are listed in undo-');

  expect((await run('purchased-items', 'update', 'u.csv', '--env', 'sandbox')).code).toBe(0);
  const updated = await run('runs', 'undo', '--out', 'updated.csv');
  expect(updated.stdout).toContain('purchased-item: 1 updated. To correct');
  const [, row] = (await readFile(path.join(cwd, 'updated.csv'), 'utf8')).split('\r\n');
  expect(row).toMatch(/^purchased-item,P-1,\S+,,updated,update,/);

  expectEnd(await run('runs', 'undo', '--out', 'notes.txt'), 2, '.csv or .xlsx');
  await writeFile(path.join(cwd, 'mine.csv'), 'mine');
  expect((await run('runs', 'undo', '--out', 'mine.csv')).code).toBe(2);
  expect(await readFile(path.join(cwd, 'mine.csv'), 'utf8')).toBe('mine');
});
