import { describe, expect, test } from 'vitest';
import { BUYER, MATERIAL, makeChain, PURCHASE, SITE, v3Mock } from './harness.ts';

const EMAILS = { siteEmails: ['giulia@example.com'] };

describe('supplier data collection', () => {
  test('data collection, if on, requires an e-mail of each site except a warehouse, and an order of each purchased item', async () => {
    const mock = v3Mock({ collection: true });
    const post = (path: string, body: object) => mock.as('a-token', 'POST', path, body);
    const bare = await post('/suppliers', SITE);
    expect(bare.status).toBe(400);
    expect(bare.json.message).toEqual([
      'siteEmails should not be empty: supplier data collection needs it of each supplier',
    ]);
    expect((await post('/suppliers', { ...SITE, siteName: 'Entrepôt de Roissy' })).status).toBe(201);
    await mock.make('suppliers', { ...BUYER, ...EMAILS });
    await mock.make('materials', MATERIAL);
    const { purchaseOrder: _, ...others } = PURCHASE;
    const rest = { ...others, itemUniqueIdentifier: MATERIAL.uniqueIdentifier! };
    const orderless = await post('/purchased-items', rest);
    expect(orderless.status).toBe(400);
    expect(orderless.json.message.join()).toContain('purchaseOrder should not be empty');
    await mock.make('purchased-items', { ...rest, purchaseOrder: 'PO-1' });
    const path = `/purchased-items/by-unique-identifier/${PURCHASE.uniqueIdentifier}`;
    expect((await mock.patch(path, { purchaseOrder: null })).status).toBe(400);
    expect((await mock.patch(path, { purchaseOrder: 'PO-2' })).status).toBe(200);
  });

  test('data collection, if off, requires neither e-mails nor orders', async () => {
    const mock = v3Mock();
    await makeChain(mock);
    const path = `/purchased-items/by-unique-identifier/${PURCHASE.uniqueIdentifier}`;
    expect((await mock.patch(path, { purchaseOrder: null })).status).toBe(200);
  });
});
