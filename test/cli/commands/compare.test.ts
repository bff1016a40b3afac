import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import {
  createsOf,
  expectEnd,
  folderWith,
  mockService,
  printed,
  sandboxConfig,
  TOKEN,
  trace,
} from './harness.ts';
import { gtinOf } from './v3-world.ts';

const V2 = {
  'suppliers.csv': `supplierRef,category,address.country
FRN-1,TRANSFORMATION - Dyeing,FR
FRN-2,TRANSFORMATION - Weaving,IT
`,
  'packagings.csv': `packagingRef,type,channel,percentageRecycled,ecoModulation,compostability,recyclability,possibilityReUse,hazardousSubstances.status
${['EMB-1', 'EMB-2', 'EMB-3', 'EMB-4'].map((ref) => `${ref},BOX,STORE,80,NONE,N/A,N/A,N/A,NO`).join('\n')}
`,
  // The service keeps one name for the colours of ROB-1.
  'products.csv': `productRef,productCollectionRef,productColorCode,name,category,supplierRef
ROB-1,SS27,RED,Robe rouge,DRESSES,FRN-1
ROB-1,SS27,BLUE,Robe bleue,DRESSES,FRN-1
ROB-2,SS27,RED,Jupe,SKIRTS,FRN-1
ROB-3,SS27,,Polo,POLOS,FRN-1
`,
  'components.csv': `componentRef,productRef,productCollectionRef,productColorCode,type,category,composition.1.material,componentWeight,lotReferences,supplierRef
CMP-1,ROB-1,SS27,RED,TEXTILE,BUTTONS,COTTON,10,L-1;L-2,FRN-1
CMP-2,ROB-1,SS27,,TEXTILE,BUTTONS,COTTON,10,,FRN-1
CMP-1,ROB-2,SS27,RED,TEXTILE,BUTTONS,COTTON,10,,FRN-1
CMP-3,ROB-3,SS27,,TEXTILE,BUTTONS,COTTON,10,,FRN-1
`,
};
const V3 = {
  'brand-products.csv': `uniqueIdentifier,productName,gtins,producedQuantity,traceabilityStartDate
${[0, 1, 2, 3].map((at) => `BP-${at},Robe ${at},${gtinOf(at)},${at}00,2026-11-0${at + 1}`).join('\n')}
`,
};

interface Found {
  readonly kind: string;
  readonly key: string;
  readonly result: string;
  readonly sheet: string | null;
  readonly row: number | null;
  readonly reason: string | null;
  readonly fields: readonly {
    readonly path: string;
    readonly found?: unknown;
    readonly by: string;
    readonly cell: string;
  }[];
}

/** A mock that has the files, and a function that changes its data. */
async function imported(files: Readonly<Record<string, string>>, ...flags: readonly string[]) {
  const cwd = await folderWith(files);
  const dataFile = path.join(cwd, 'mock-data.db');
  const mock = await mockService({ dataFile });
  await writeFile(path.join(cwd, 'trace.config.yaml'), sandboxConfig(mock.url));
  const common = ['--env', 'sandbox', ...flags];
  const names = Object.keys(files);
  const run = (...words: readonly string[]) => trace([...words, ...common], { cwd });
  expectEnd(await run('import', ...names), 0);
  const plant = (...changes: readonly string[]) => {
    using db = new DatabaseSync(dataFile, { enableForeignKeyConstraints: false });
    for (const change of changes) expect(db.prepare(change).run().changes, change).toBeGreaterThan(0);
  };
  const compare = (...words: readonly string[]) => run('compare', ...words);
  const compared = async (...words: readonly string[]) => {
    const { records, exitCode } = await printed(['compare', ...words, ...common, '--json'], { cwd });
    const found = (records as Found[]).filter(({ result }) => result !== 'not-comparable');
    return { records: records as Found[], exitCode, found };
  };
  return { cwd, mock, names, run, plant, compare, compared };
}

const place = ({ kind, key, result, fields }: Found) =>
  `${result} ${kind} ${key}${fields.map(({ path: at, found }) => ` ${at}=${found}`).join('')}`;

describe('trace compare', () => {
  it('finds every planted difference of v2, and invents none', async () => {
    const { names, plant, compare, compared } = await imported(V2, '--family', 'STANDARD', '--batch', 'B');
    expectEnd(await compare(...names), 0, '12 records compared, all equal; 2 not comparable.');
    expectEnd(await compare(), 0, '12 records compared, all equal; 2 not comparable.');

    const inStudy = (ref: string, product: string) =>
      `seq = (select journal from records where kind = 'component' and key like '${ref}' || char(31) || '${product}%')`;
    plant(
      "update packaging set type = 'CASE' where ref = 'EMB-1'",
      "delete from packaging where ref = 'EMB-2'",
      "insert into packaging(id, family, ref, type, search) values ('x', 'STANDARD', 'EMB-9', 'BOX', '')",
      "update products set name = 'Culotte' where ref = 'ROB-2'",
      "delete from studies where color = 'BLUE'",
      "insert into studies select null, 'y', product, collection, 'GREEN', picture, state, journal from studies where color = 'RED' limit 1",
      `update journal set body = json_set(body, '$.componentWeight', 11, '$.lotReferences', json('["L-2","L-3"]')) where ${inStudy('CMP-1', 'ROB-1')}`,
      `delete from components where journal in (select seq from journal where ${inStudy('CMP-3', 'ROB-3')})`,
      `update journal set body = json_set(body, '$.componentRef', 'CMP-8') where ${inStudy('CMP-1', 'ROB-2')}`,
    );
    const planted = [
      'different packaging EMB-1 type=CASE',
      'missing packaging EMB-2',
      'extra packaging EMB-9',
      'different product ROB-2 / SS27 / RED name=Culotte',
      'missing product ROB-1 / SS27 / BLUE',
      'extra product ROB-1 / SS27 / GREEN',
      'different component CMP-1 / ROB-1 / SS27 / RED componentWeight=11 lotReferences=L-2,L-3',
      'missing component CMP-3 / ROB-3 / SS27 / DEFAULT',
      'missing component CMP-1 / ROB-2 / SS27 / RED',
      'extra component CMP-8 / ROB-2 / SS27 / RED',
    ].toSorted();
    for (const files of [names, []]) {
      const { found, exitCode } = await compared(...files);
      expect(found.map(place).toSorted()).toEqual(planted);
      expect(exitCode).toBe(5);
    }
    const ran = await compare(...names, '--out', 'compared.csv');
    expectEnd(ran, 5, '15 records compared, 10 differ');
    expect(ran.stdout).toContain('packagings.csv › B2): type: "BOX", in the service "CASE"');
  });

  it('finds every planted difference of v3, and invents none', async () => {
    const { names, plant, mock, compare, compared } = await imported(V3, '--external-refs');
    expectEnd(await compare(...names), 0, '4 records compared, all equal.');
    const change = (uid: string, set: string) =>
      `update v3_versions set body = json_set(body, ${set}) where record = (select seq from v3_records where uid = '${uid}')`;
    plant(
      change('BP-0', "'$.producedQuantity', 999"),
      change('BP-1', `'$.gtins', json('["3612345678999"]'), '$.productName', 'Jupe'`),
      "delete from v3_records where uid = 'BP-2'",
    );
    const answer = await fetch(`${mock.url}/brand-products`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ uniqueIdentifier: 'BP-9' }),
    });
    expect(answer.status).toBe(201);
    const planted = [
      'different brand-product BP-0 producedQuantity=999',
      'different brand-product BP-1 productName=Jupe gtins=3612345678999',
      'extra brand-product BP-9',
      'missing brand-product BP-2',
    ];
    for (const files of [names, []]) {
      const { found, exitCode } = await compared(...files);
      expect(found.map(place).toSorted()).toEqual(planted);
      expect(exitCode).toBe(5);
    }
  });

  it('compares what the service does not show with what it accepted, at the cell', async () => {
    const { cwd, names, compared } = await imported(V2, '--family', 'STANDARD', '--batch', 'B');
    const suppliers = V2['suppliers.csv'].replace(
      'FRN-2,TRANSFORMATION - Weaving,IT',
      'FRN-2,TRANSFORMATION - Weaving,PT',
    );
    await writeFile(path.join(cwd, 'suppliers.csv'), `${suppliers}FRN-3,TRANSFORMATION - Weaving,XX\n`);
    const { records } = await compared(...names);
    expect(records.map(({ key, result, reason, fields }) => [key, result, reason, fields[0]])).toEqual([
      ['FRN-1', 'not-comparable', 'records of this kind cannot be read from the service', undefined],
      [
        'FRN-2',
        'different',
        null,
        { path: 'address.country', expected: 'PT', found: 'IT', by: 'ledger', cell: 'C3' },
      ],
      ['FRN-3', 'not-comparable', 'the row has errors', undefined],
    ]);
  });

  it('compares existing records, and reports a record of a moment ago as not comparable', async () => {
    const { cwd, mock, names, plant, compared } = await imported(V2, '--family', 'STANDARD', '--batch', 'B');
    plant(
      "update packaging set type = 'CASE' where ref = 'EMB-1'",
      "delete from packaging where ref = 'EMB-2'",
    );
    await writeFile(path.join(cwd, 'trace.config.yaml'), sandboxConfig(mock.url, 'absence: 10m'));
    const { records, exitCode } = await compared(...names);
    expect(records.filter(({ kind }) => kind === 'packaging').map(({ result }) => result)).toEqual(
      Array(2).fill('not-comparable'),
    );
    expect(exitCode).toBe(0);
    const other = ['--state-dir', 'other', '--env', 'sandbox', '--family', 'STANDARD', '--batch', 'B'];
    await writeFile(path.join(cwd, 'trace.config.yaml'), sandboxConfig(mock.url));
    const before = await printed(['compare', 'packagings.csv', ...other, '--json'], { cwd });
    expect((before.records as Found[]).map(place)).toEqual([
      'different packaging EMB-1 type=CASE',
      'missing packaging EMB-2',
    ]);
    expectEnd(await trace(['compare', ...other], { cwd }), 2, 'no records of the environment sandbox');
    expectEnd(
      await trace(['import', 'packagings.csv', ...other], { cwd }),
      0,
      '4 existing (their content was not compared)',
    );
    const after = await printed(['compare', ...other, '--json'], { cwd });
    expect((after.records as Found[]).map(place)).toEqual([
      'different packaging EMB-1 type=CASE',
      'missing packaging EMB-2',
    ]);
  });

  it('writes a list once, sends nothing, leaves the ledger as it is, and does not wait for a run', async () => {
    const { cwd, mock, names, compare } = await imported(V2, '--family', 'STANDARD', '--batch', 'B');
    const ledger = path.join(cwd, '.trace', 'ledger.db');
    const before = await readFile(ledger);
    const creates = createsOf(mock);
    using held = new DatabaseSync(ledger);
    held.exec('begin immediate');
    expectEnd(await compare(...names, '--out', 'list.xlsx'), 0, 'list: list.xlsx');
    expectEnd(await compare(...names, '--out', 'list.xlsx'), 2, '--force');
    expectEnd(await compare(...names, '--out', 'list.txt'), 2, '.csv');
    held.exec('rollback');
    expect(createsOf(mock)).toBe(creates);
    expect(await readFile(ledger)).toEqual(before);
  });
});
