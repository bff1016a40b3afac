import { describe, expect, test } from 'vitest';
import { toContractNames } from '../../src/contract/body.ts';
import { type InterfaceCompletion, noCompletion } from '../../src/contract/completion.ts';
import { completeKinds } from '../../src/contract/completion-apply.ts';
import type { Body, InterfaceName, KindSpec } from '../../src/contract/kind.ts';
import { kindNamed, kindsOf } from '../../src/contract/registry.ts';
import { readPaths } from '../../src/contract/v2/read-paths.ts';
import { mockInProcess } from './harness.ts';
import { prerequisites, soundBody } from './sound-body.ts';
import { withoutIds } from './study-world.ts';
import { MATERIAL, SITE, v3Mock } from './v3/harness.ts';

/**
 * The kinds of an interface with underscores in every name of two words, as the document of an environment may have
 * them.
 */
function underscored(name: InterfaceName): (asked: InterfaceName) => readonly KindSpec[] {
  const fieldsOf = ({ fields }: KindSpec) =>
    fields
      .filter(({ path }) => /[a-z][A-Z]/.test(path) && path !== 'projectType')
      .map(({ path }) => [path, { path: path.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) }]);
  const completion: InterfaceCompletion = {
    ...noCompletion()[name],
    kinds: Object.fromEntries(
      kindsOf(name).map((kind) => [kind.name, { fields: Object.fromEntries(fieldsOf(kind)), added: {} }]),
    ),
  };
  const kinds = completeKinds(kindsOf(name), completion, { hints: true });
  return (asked) => (asked === name ? kinds : kindsOf(asked));
}

const named = (kinds: readonly KindSpec[], wanted: string): KindSpec =>
  kinds.find(({ name }) => name === wanted)!;

describe('fields that the contract of an environment renames', () => {
  test('renamed fields are read in studies, products and packaging under the names of the interface', async () => {
    const completed = underscored('v2');
    const answers = [completed, kindsOf].map(async (own) => {
      const mock = mockInProcess({ kindsOf: own });
      const shown = kindNamed('v2', 'component');
      const body = soundBody(shown, 'STANDARD');
      for (const each of [...prerequisites(shown, body, 'STANDARD'), { kind: shown, body }]) {
        const kind = named(own('v2'), each.kind.name);
        const { status, text } = await mock.send(kind, 'STANDARD', toContractNames(kind, each.body));
        expect([kind.name, status, text]).toEqual([kind.name, 201, text]);
      }
      const products = await mock.get(readPaths.products);
      const study = await mock.get(readPaths.studyDetails(products.json.data[0].studies[0].id));
      const packagings = await mock.get(readPaths.packagings);
      const { json } = await mock.get('/__mock/journal');
      const product = json.data.find(({ kind }: { kind: string }) => kind === 'product').body;
      return { read: withoutIds([products.json, study.json, packagings.json]), product, study: study.json };
    });
    const [renamed, plain] = await Promise.all(answers);
    expect(renamed!.read).toEqual(plain!.read);
    expect(renamed!.study.components).not.toEqual([]);
    expect(renamed!.product).toEqual(toContractNames(named(completed('v2'), 'product'), plain!.product));
    expect(renamed!.product).toHaveProperty('product_ref');
  });

  test('renamed fields are read in the list of brand products under the names of the interface', async () => {
    const mock = v3Mock({ kindsOf: underscored('v3') });
    const body: Body = { unique_identifier: 'BP-1', product_ref: 'ROB-1', color_code: 'ECRU' };
    await mock.make('brand-products', body);
    const shown = async () =>
      (await mock.get('/brand-products?brandProductUniqueIdentifier=BP-1')).json.data[0];
    expect(await shown()).toMatchObject({ uniqueIdentifier: 'BP-1', reference: 'ROB-1', colorCode: 'ECRU' });
    const updated = await mock.patch('/brand-products/by-unique-identifier/BP-1', { color_code: 'NOIR' });
    expect([updated.status, updated.json]).toEqual([200, expect.objectContaining({ color_code: 'NOIR' })]);
    expect(await shown()).toMatchObject({ reference: 'ROB-1', colorCode: 'NOIR' });
    const { json } = await mock.get('/__mock/journal');
    expect(json.data.map((entry: { body: Body }) => entry.body)).toEqual([body, { color_code: 'NOIR' }]);
  });

  test('renamed fields may be updated in a purchased item, but not those that an update must not change', async () => {
    const completed = underscored('v3');
    const mock = v3Mock({ kindsOf: completed });
    const called = (kind: string, body: Body) => toContractNames(named(completed('v3'), kind), body);
    await mock.make('suppliers', called('supplier', SITE));
    await mock.make('materials', called('material', MATERIAL));
    const site = SITE.uniqueIdentifier!;
    const sent = called('purchased-item', {
      ...{ uniqueIdentifier: 'P-1', itemUniqueIdentifier: MATERIAL.uniqueIdentifier! },
      ...{ buyerKind: 'SUPPLIER', buyerUniqueIdentifier: site, sellerUniqueIdentifier: site },
    });
    await mock.make('purchased-items', sent);
    const patch = (body: Body) => mock.patch('/purchased-items/by-unique-identifier/P-1', body);
    const updated = await patch({ purchase_order: 'PO-2' });
    expect(updated).toMatchObject({ status: 200, json: { ...sent, purchase_order: 'PO-2' } });
    const refused = await patch({ seller_unique_identifier: 'S-2' });
    expect(refused.status).toBe(400);
    expect(refused.json.message[0]).toBe('seller_unique_identifier must not be in the body of an update');
  });
});
