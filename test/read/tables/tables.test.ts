import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ReadField, valuesAt } from '../../../src/contract/read-shape.ts';
import { readPaths } from '../../../src/contract/v2/read-paths.ts';
import { fieldsOf } from '../../../src/contract/v2/read-shapes.ts';
import { LANGUAGES } from '../../../src/contract/v2/study-lists.ts';
import { packagingTable, productTables } from '../../../src/read/tables/record-tables.ts';
import { showcaseTables, studyTables } from '../../../src/read/tables/study.ts';
import type { CellValue, Table } from '../../../src/read/tables/table.ts';
import { GRAINS } from '../../../src/read/tables/table.ts';
import { studyWorld } from '../../mock/study-world.ts';

type Named = Record<string, CellValue>;

const ALL = { languages: LANGUAGES };
const tables = studyTables(GRAINS, ALL);
const table = (name: string, of: readonly Table<unknown>[] = tables) => of.find((one) => one.name === name)!;

function named<Answer>(of: Table<Answer>, answer: Answer): Named[] {
  return [...of.rows(answer)].map((row) =>
    Object.fromEntries(of.columns.map((column, at) => [column.name, row[at]!])),
  );
}

async function sample() {
  const world = await studyWorld();
  await world.surround();
  const id = await world.pushProduct({
    manufacturingAssemblyCountry: ['PT'],
    certifications: [{ type: 'GOTS', date_end: '2027-01-01', file: 'https://x.example.com/a' }],
  });
  await world.pushComponent({
    lotReferences: ['LOT-1', 'LOT-2'],
    composition: [
      { material: 'ORGANIC COTTON', percentage: 60, origin: 'EG' },
      { material: 'RECYCLED POLYESTER', percentage: 40, origin: 'CN' },
    ],
  });
  await world.pushComponent({ componentRef: 'CMP-2', category: 'BUTTONS', lotReferences: [] });
  const study = (await world.details(id)) as Record<string, unknown>;
  const products = (await world.get(readPaths.products)).json as { data: { id: string }[] };
  const product = (await world.get(readPaths.product(products.data[0]!.id))).json;
  return { id, study, showcase: await world.showcase(id), product };
}

/** A record with a value in each of these leaves, and one item in each list. */
function recordOf(leaves: readonly ReadField[]): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const { path, type, byLanguage } of leaves) {
    const texts = byLanguage
      ? Object.fromEntries(LANGUAGES.map((language) => [language, 'text']))
      : { a: 'b' };
    const value = { string: 'text', number: 7, boolean: true, object: texts }[type];
    const steps = path.replace('<brand>', 'mock').split('.');
    let at = record;
    for (const step of steps.slice(0, -1)) {
      const name = step.replace('[]', '');
      at[name] ??= step === name ? {} : [{}];
      at = (step === name ? at[name] : (at[name] as unknown[])[0]) as Record<string, unknown>;
    }
    const last = steps.at(-1)!;
    at[last.replace('[]', '')] = last.endsWith('[]') ? [value] : value;
  }
  return record;
}

describe.each([
  ['study', tables],
  ['showcase', showcaseTables(GRAINS, ALL)],
  ['product', productTables()],
  ['packaging', [packagingTable()]],
] as const)('the tables of a %s', (shape, all) => {
  test('show every field of the contract', () => {
    const fields = fieldsOf(shape);
    const shown = (leaves: readonly ReadField[]) => {
      const record = recordOf(leaves);
      const source = shape === 'showcase' ? { studyId: 'id', showcase: record } : record;
      return JSON.stringify(all.map(({ rows }) => [...(rows as Table<unknown>['rows'])(source)]));
    };
    const whole = shown(fields);
    expect(fields.filter((leaf) => shown(fields.filter((one) => one !== leaf)) === whole)).toEqual([]);
  });

  test('have no column name and no heading twice', () => {
    for (const { name, columns } of all) {
      for (const of of ['name', 'heading'] as const) {
        const said = columns.map((column) => column[of]);
        expect(new Set(said).size, name).toBe(said.length);
      }
    }
  });
});

test('a study and a showcase of the mock have every field of the contract, and fill every column but "other"', async () => {
  const { id, study, showcase } = await sample();
  for (const [shape, answer, of] of [
    ['study', study, tables.map((one) => [one.columns, [...one.rows(study)]] as const)],
    [
      'showcase',
      showcase,
      showcaseTables(GRAINS, ALL).map(
        (one) => [one.columns, [...one.rows({ studyId: id, showcase })]] as const,
      ),
    ],
  ] as const) {
    for (const { path } of fieldsOf(shape)) expect(valuesAt(answer, path).length, path).toBeGreaterThan(0);
    for (const [columns, rows] of of) {
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(row.length).toBe(columns.length);
      columns.forEach((column, at) => {
        const empty = rows.every((row) => row[at] === null);
        expect(empty, `${shape} ${column.name}`).toBe(column.name.endsWith('other'));
      });
    }
  }
});

test('each row of the tables has the key of its study, and its values agree with the response', async () => {
  const { study, id, product } = await sample();
  const key = { studyId: id, productRef: 'ROB-2041', brandCollectionName: 'SS27', colorCode: 'NOIR' };
  for (const one of tables) {
    for (const row of named(one, study)) expect(row).toMatchObject(key);
  }
  const components = named(table('component'), study);
  expect(components.map((row) => row['component.lotReferences'])).toEqual(['LOT-1; LOT-2', '']);
  const materials = named(table('material'), study);
  expect(materials[1]).toMatchObject({
    ...{ 'component.number': 1, 'material.number': 2, 'material.raw_material': 'RECYCLED POLYESTER' },
    'material.percentage': 40,
  });
  const steps = named(table('step'), study);
  expect(steps.length).toBe(valuesAt(study, 'components[].composition[].traceability_steps[]').length);
  const distances = valuesAt(
    study,
    'components[].composition[].traceability_steps[].transports[].distance',
  ) as number[];
  const sum = (numbers: readonly unknown[]) => numbers.reduce<number>((total, one) => total + Number(one), 0);
  expect(sum(steps.map((row) => row['step.transports.distance']))).toBeCloseTo(sum(distances), 6);
  const claims = named(table('claim'), study);
  const french = claims.filter(({ language }) => language === 'fr');
  expect(french.length * 4).toBe(claims.length);
  expect(french.map(({ subject }) => subject)).toContain('packaging.agecClaims.compostability');
  const impacts = named(table('impact'), study);
  expect(impacts.find(({ indicator }) => indicator === 'climateChange')).toMatchObject({
    unit: 'kg CO2 eq',
    value: (study.results as { climateChange: number }).climateChange,
  });
  const [productTable, extracts] = productTables();
  expect(named(productTable!, product)).toMatchObject([{ ref: 'ROB-2041' }]);
  expect(named(extracts!, product)).toMatchObject([{ 'study.id': id, 'study.colorCode': 'NOIR' }]);
});

test('the heading of a column of quantities has the unit', () => {
  const heads = table('study').columns.map(({ heading }) => heading);
  expect(heads).toContain('climateChange (kg CO2 eq)');
  expect(heads.slice(0, 4)).toEqual(['studyId', 'productRef', 'brandCollectionName', 'colorCode']);
  expect(table('step').columns.map(({ heading }) => heading)).toContain('step.transports.distance (km)');
});

test('languages that were not selected have no column and no row', async () => {
  const { study } = await sample();
  const [top, claim] = studyTables(['study', 'claim'], { languages: ['fr'] });
  expect(top!.columns.some(({ name }) => name.endsWith('.en'))).toBe(false);
  expect(new Set(named(claim!, study).map(({ language }) => language))).toEqual(new Set(['fr']));
  expect(named(top!, study)[0]!.other).toBeNull();
});

test('fields that the contract does not know are in the column "other" of their table', () => {
  const answer = {
    ...{ id: 'S1', novelty: 1, weight: '12 g' },
    results: { climateChange: 2, newIndicator: 3, grades: 'none' },
    agecClaims: { microfibers: { fr: 'oui', de: 'ja' } },
    components: [
      {
        ref: 'C1',
        colour: { name: 'red' },
        composition: [{ raw_material: 'WOOL', raw_material_acme: 'Lana', traceability_steps: 'soon' }],
      },
      7,
    ],
    packaging: 'none',
  };
  expect(JSON.parse(String(named(table('study'), answer)[0]!.other))).toEqual({
    novelty: 1,
    results: { newIndicator: 3, grades: 'none' },
    agecClaims: { microfibers: { de: 'ja' } },
    packaging: 'none',
  });
  expect(named(table('study'), answer)[0]!.weight).toBe('12 g');
  expect(named(table('component'), answer).map((row) => row['component.other'])).toEqual([
    '{"colour":{"name":"red"}}',
    '7',
  ]);
  expect(named(table('material'), answer)).toMatchObject([
    {
      'component.ref': 'C1',
      'material.raw_material_brand': 'Lana',
      'material.other': '{"traceability_steps":"soon"}',
    },
  ]);
  expect(named(table('claim'), answer)).toMatchObject([
    { subject: 'agecClaims.microfibers', language: 'fr', text: 'oui' },
    { subject: 'agecClaims.microfibers', language: 'de', text: 'ja' },
  ]);
  expect(named(table('impact'), answer)).toContainEqual(
    expect.objectContaining({ indicator: 'newIndicator', unit: null, value: 3 }),
  );
});

test('any JSON in place of a study becomes rows with as many plain values as columns', async () => {
  const { study } = await sample();
  const broken = fc
    .tuple(fc.constantFrom(...Object.keys(study)), fc.jsonValue())
    .map(([name, value]) => ({ ...study, [name]: value }));
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), broken), (answer) => {
      for (const one of tables) {
        for (const row of one.rows(answer)) {
          expect(row.length).toBe(one.columns.length);
          expect(row.every((cell) => cell === null || typeof cell !== 'object')).toBe(true);
        }
      }
    }),
    { numRuns: 60 },
  );
});
