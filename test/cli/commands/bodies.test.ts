import { describe, expect, test } from 'vitest';
import { FAMILY_NAMES } from '../../../src/contract/family.ts';
import { pathSteps } from '../../../src/contract/field.ts';
import { type Body, type Json, keyOf } from '../../../src/contract/kind.ts';
import { kindsOf } from '../../../src/contract/registry.ts';
import { prerequisites, soundBody } from '../../mock/sound-body.ts';
import { folderWith, journalOf, mockService, sandboxConfig, trace } from './harness.ts';
import {
  component,
  componentBody,
  csvOf,
  packaging,
  product,
  productBody,
  supplier,
  supplierBody,
} from './sheets.ts';

/** A record with every field of its kind, and all records that it references, written to files and imported. */
describe.each(FAMILY_NAMES)('an import into %s', (family) => {
  test.each(kindsOf('v2'))(
    'sends every field of a $name, with its JSON type and its exact text',
    async (kind) => {
      const mock = await mockService();
      // keys of their own: unchanged, these would be the example rows of the template
      const own = Object.fromEntries(
        ['supplierRef', 'productRef', 'warehouseRef', kind.key[0]!]
          .filter((name) => kind.fields.some(({ path }) => path === name))
          .map((name) => [name, `OWN-${name}`]),
      );
      const whole = soundBody(kind, family, { with: own });
      const bodies = [...prerequisites(kind, whole, family), { kind, body: whole }];
      const files: Record<string, string> = {};
      for (const { plural } of kindsOf('v2')) {
        const ofKind = bodies.filter((entry) => entry.kind.plural === plural);
        if (ofKind.length > 0)
          files[`${plural}.csv`] = csvOf(
            ofKind[0]!.kind,
            ofKind.map(({ body }) => body),
          );
      }
      const cwd = await folderWith({ ...files, 'trace.config.yaml': sandboxConfig(mock.url) });

      const ran = await trace(['import', ...Object.keys(files), '--env', 'sandbox'], { cwd });

      expect(ran.stderr).toContain(`${bodies.length} created`);
      expect(ran.code).toBe(0);
      const taken = await journalOf(mock);
      for (const { kind: of, body } of bodies) {
        const entry = taken.find(({ kind: name, key }) => name === of.name && key === keyOf(of, body));
        expect(entry?.body).toEqual(body);
        expect(entry?.family).toBe(family);
      }
      for (const { path } of kind.fields) expect(leaf(whole, path), path).toBeDefined();
    },
  );
});

test('repeated groups and lists keep all their items, in order', async () => {
  const mock = await mockService();
  const bodies = {
    supplier: supplierBody('FRN-1', {
      address: { city: 'Roubaix, Nord', country: 'FR' },
      contacts: [
        { person: { name: 'Paul "Polo" Morel', email: 'paul@atelier.example' } },
        { person: { email: 'ines@atelier.example', phone: '+33 3 20 00 00 00' } },
      ],
    }),
    packaging: ['EMB-1', 'EMB 2/É'].map((packagingRef) =>
      soundBody(packaging, 'STANDARD', { with: { packagingRef } }),
    ),
    product: productBody('ROB-1', 'FRN-1', {
      packagingRefs: ['EMB 2/É', 'EMB-1'],
      composition: '60% cotton, 40% wool',
    }),
    component: componentBody('0017', 'ROB-1', 'FRN-1', {
      lotReferences: ['L1', 'L2', 'L3'],
      composition: [
        { material: 'COTTON', percentage: 60.5, certifications: ['GOTS', 'OCS'] },
        { material: 'WOOL', percentage: 39.5, origin: 'NO' },
      ],
    }),
  };
  const cwd = await folderWith({
    'trace.config.yaml': sandboxConfig(mock.url),
    'suppliers.csv': csvOf(supplier, [bodies.supplier]),
    'packaging.csv': csvOf(packaging, bodies.packaging),
    'products.csv': csvOf(product, [bodies.product]),
    'components.csv': csvOf(component, [bodies.component]),
  });
  const files = ['suppliers.csv', 'packaging.csv', 'products.csv', 'components.csv'];
  const ran = await trace(['import', ...files, '--env', 'sandbox', '--strict'], { cwd });
  expect(ran.code).toBe(0);
  const taken = (await journalOf(mock)).map(({ body }) => body);
  expect(taken).toHaveLength(5);
  for (const body of Object.values(bodies).flat()) expect(taken).toContainEqual(body);
});

/** The value at a path; of the first item if the path repeats. */
function leaf(body: Body, path: string): Json | undefined {
  return pathSteps(path).reduce<Json | undefined>((at, { name, array }) => {
    const next = (at as Body | undefined)?.[name];
    return array && Array.isArray(next) ? next[0] : next;
  }, body);
}
