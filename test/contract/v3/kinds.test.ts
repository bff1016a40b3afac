import { describe, expect, it } from 'vitest';
import { referencesIn, wireBody } from '../../../src/contract/body.ts';
import { withoutHints } from '../../../src/contract/completion-apply.ts';
import { createPath } from '../../../src/contract/kind.ts';
import { KINDS, kindsOf, type V3Kind } from '../../../src/contract/registry.ts';
import { bodySchema } from '../../../src/contract/schema.ts';
import { readCreated } from '../../../src/service/response-body.ts';
import { soundBody } from '../../mock/sound-body.ts';

const kinds = kindsOf('v3');

describe('the kinds of v3', () => {
  it('the kinds of v3 have the create paths of the interface, without a family', () => {
    const { 'purchased-item': item, 'generic-product-info': info, 'brand-product': brand } = KINDS.v3;
    const { supplier, material, component, product } = KINDS.v3;
    const shown = [supplier, material, component, product, item, info, brand];
    expect(shown.map((kind) => createPath(kind, null))).toEqual([
      ...['/suppliers', '/materials', '/components', '/products', '/purchased-items'],
      ...['/generic-product-infos', '/brand-products'],
    ]);
    expect(() => createPath(KINDS.v2.supplier, null)).toThrow(/without a family/);
  });

  it('the kinds of v3 have the fields that the interface shows, with its names', () => {
    const shown = (kind: V3Kind) =>
      KINDS.v3[kind].fields
        .filter((field) => field.documented !== false && !field.local)
        .map(({ path }) => path);
    expect(shown('purchased-item')).toEqual([
      ...['uniqueIdentifier', 'buyerKind', 'buyerUniqueIdentifier', 'buyerId', 'sellerUniqueIdentifier'],
      'sellerId',
      ...['itemUniqueIdentifier', 'itemId', 'purchaseOrder', 'purchaseOrderDate'],
      ...['transports[].name', 'transports[].usagePercentage'],
      ...['purchasedQuantity.value', 'purchasedQuantity.unit'],
      'certifications[].certificationName',
    ]);
    expect(shown('supplier')).toEqual(['uniqueIdentifier', 'siteEmails[]']);
    expect(shown('component')).toEqual(
      expect.arrayContaining(['uniqueIdentifier', 'category_family', 'owner_kind', 'owner_id']),
    );
    expect(shown('brand-product')).toEqual([
      ...['uniqueIdentifier', 'gtins[]', 'producedQuantity'],
      ...['isProductInAGECScope', 'hasCommunicationPackage'],
      ...['traceabilityStartDate', 'theoreticalTraceabilityEndDate'],
    ]);
  });

  it.each(kinds)(
    '$name: its references, rules, totals and collection name only fields that it has',
    (kind) => {
      const paths = kind.fields.map(({ path }) => path);
      const isKnown = (path: string) =>
        paths.some(
          (known) => known === path || known.startsWith(`${path}.`) || known.startsWith(`${path}[]`),
        );
      const spoken = [
        ...kind.references.flatMap(({ fields, fills, unless }) => [...fields, fills, unless?.field]),
        ...(kind.rules ?? []).flatMap((rule) =>
          rule.type === 'demands'
            ? [rule.field, rule.other]
            : rule.type === 'either'
              ? rule.groups.flat()
              : rule.fields.flat(),
        ),
        ...(kind.totals ?? []).flatMap(({ items, with: others = [] }) => [items, ...others]),
        kind.collection?.needs?.field,
        kind.collection?.except?.field,
        ...(kind.collection?.links?.uncounted ?? []),
      ].filter((path) => path !== undefined);
      expect(spoken.filter((path) => !isKnown(path))).toEqual([]);
      const others = kinds.map(({ name }) => name);
      expect(kind.references.flatMap(({ to, or = [] }) => [to, ...or])).toEqual(
        kind.references.flatMap(({ to, or = [] }) => [to, ...or]).filter((name) => others.includes(name)),
      );
    },
  );

  it.each(kinds)('$name: fields that only trace uses are not sent, and unknown fields are', (kind) => {
    const sent = { ...soundBody(kind, 'STANDARD', { fill: 'required' }), further: { is: 'sent' } };
    const schema = bodySchema(kind, null, { openLists: true });
    const wire = wireBody(kind, { ...sent, importationBatch: 'W1' }, () => undefined);
    expect(wire).toEqual({ body: sent, filled: false, unfilled: [] });
    expect(schema.safeParse(wire.body).error).toBeUndefined();
  });
});

describe('the body of a 201 response', () => {
  const LINK = 'https://q.example.com';
  it.each([
    ['supplier', { supplier_id: 'S' }, { id: 'S' }],
    ['supplier', { id: 'S' }, { id: 'S' }],
    ['purchased-item', { purchased_item_id: 'P' }, { id: 'P' }],
    ['component', { id: 'C' }, { id: 'C' }],
    ['component', { supplier_id: 'S' }, null],
    ['supplier', { supplier_id: '' }, null],
    ['supplier', ['S'], null],
    ['brand-product', { id: 'B', links: { qrCode: LINK, web: null } }, { id: 'B', qrCodeLink: LINK }],
    ['brand-product', { id: 'B', links: null }, { id: 'B' }],
  ] as const)('the body of a 201 to the create of a %s, %j, is read as %j', (kind, body, kept) => {
    expect(readCreated(KINDS.v3[kind], body)).toEqual(kept);
  });
});

describe('ids learned from responses', () => {
  const ids: Record<string, string | null> = { 'SITE-A': 'id-A', 'SITE-B': null };
  const idOf = (_: readonly string[], key: string) => ids[key];

  it('fill the id field of a reference, whichever column names the record', () => {
    const named = { uniqueIdentifier: 'M', owner_kind: 'SUPPLIER', owner_unique_identifier: 'SITE-A' };
    const direct = { uniqueIdentifier: 'M', owner_kind: 'SUPPLIER', owner_id: 'SITE-A' };
    const sent = { uniqueIdentifier: 'M', owner_kind: 'SUPPLIER', owner_id: 'id-A' };
    for (const body of [named, direct]) {
      expect(wireBody(KINDS.v3.material, body, idOf)).toEqual({ body: sent, filled: true, unfilled: [] });
    }
    expect(direct.owner_id).toBe('SITE-A');
  });

  it('fill the id fields of the items of an array', () => {
    const body = { uniqueIdentifier: 'C', usedMaterials: [{ id: 'SITE-A' }, { uniqueIdentifier: 'SITE-A' }] };
    expect(wireBody(KINDS.v3.component, body, idOf).body).toEqual({
      uniqueIdentifier: 'C',
      usedMaterials: [{ id: 'id-A' }, { uniqueIdentifier: 'SITE-A' }],
    });
  });

  it('ids learned from responses do not replace an id, nor the reference to a customer', () => {
    const id = { uniqueIdentifier: 'M', owner_kind: 'SUPPLIER', owner_id: '0c3e' };
    expect(wireBody(KINDS.v3.material, id, idOf)).toEqual({ body: id, filled: false, unfilled: [] });
    const customer = { uniqueIdentifier: 'M', owner_kind: 'CUSTOMER', owner_id: 'SITE-A' };
    expect(wireBody(KINDS.v3.material, customer, idOf).body).toEqual(customer);
    expect(referencesIn(KINDS.v3.material, customer)).toEqual([]);
  });

  it('unknown ids are reported as unfilled fields of the body', () => {
    const named = { uniqueIdentifier: 'M', owner_kind: 'SUPPLIER', owner_unique_identifier: 'SITE-B' };
    const unknown = { ...named, owner_unique_identifier: 'SITE-C' };
    for (const body of [named, unknown]) {
      expect(wireBody(KINDS.v3.material, body, idOf).unfilled).toEqual([
        { kinds: ['supplier'], key: body.owner_unique_identifier, field: 'owner_id' },
      ]);
    }
  });
});

describe('a kind without hints', () => {
  it.each(kinds)(
    '$name without hints has no limits and no closed lists, and keeps its references',
    (kind) => {
      const bare = withoutHints(kind);
      for (const { value } of bare.fields) {
        expect(value).not.toHaveProperty('length');
        expect(value).not.toHaveProperty('digits');
        expect(value).not.toHaveProperty('max');
        expect(value.type).not.toBe('choice');
      }
      expect(bare.totals).toBeUndefined();
      const paths = new Set(bare.fields.map(({ path }) => path));
      for (const { fields } of kind.references) expect(paths).toContain(fields[0]);
      const gone = kind.fields.filter(({ path }) => !paths.has(path));
      expect(gone.every(({ documented }) => documented === false)).toBe(true);
    },
  );

  it('a kind without hints is the same as with hints in v2', () => {
    for (const kind of kindsOf('v2')) expect(withoutHints(kind)).toBe(kind);
  });
});
