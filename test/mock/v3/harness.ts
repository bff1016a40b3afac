import { onTestFinished } from 'vitest';
import type { Body } from '../../../src/contract/kind.ts';
import type { MockOptions } from '../../../src/mock/routes.ts';
import { mockInProcess, type Reply } from '../harness.ts';

export const MINUTE_MS = 60_000;
/** The id of a record that was never sent. */
export const ELSEWHERE = '5f0c3f7e-8f4e-4d6a-9d6c-0d8f8c2b7a11';
/** A time just after a refresh of the list, which is refreshed every twenty minutes. */
export const NOON = Date.parse('2026-11-21T12:00:00Z');

/** A v3 mock in this process with two brands, and a clock that only moves when it is set. */
export function v3Mock(options: Partial<MockOptions> = {}, dataFile: string | null = null) {
  let ms = NOON;
  const now = () => new Date(ms);
  const mock = mockInProcess({ tokens: { 'b-token': 'boreal' }, now, ...options }, dataFile);
  onTestFinished(() => mock.store.close());
  const as = (token: string, method: string, path: string, body?: unknown): Promise<Reply> =>
    mock.call(method, path, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  return {
    ...mock,
    as,
    patch: (path: string, body: unknown) => as('a-token', 'PATCH', path, body),
    /** Creates a record that must be accepted, and returns its id. */
    async make(route: string, body: Body, token = 'a-token'): Promise<string> {
      const reply = await as(token, 'POST', `/${route}`, body);
      if (reply.status !== 201) throw new Error(`${route}: ${reply.status} ${reply.text}`);
      return String(Object.entries(reply.json).find(([name]) => /^id$|_id$/.test(name))?.[1]);
    },
    advance: (minutes: number) => {
      ms += minutes * MINUTE_MS;
    },
  };
}

export type V3Mock = ReturnType<typeof v3Mock>;

/** Bodies that the service accepts, in the order of their references; `makeChain` fills in the ids. */
export const SITE: Body = { uniqueIdentifier: 'AURORE-SITE-0007', siteName: 'Borgosesia mill' };
export const BUYER: Body = { uniqueIdentifier: 'AURORE-SITE-0021', siteName: 'Porto sewing' };
export const MATERIAL: Body = { uniqueIdentifier: 'AURORE-MAT-COTTON-001', address: { country: 'EG' } };
export const COMPONENT: Body = {
  uniqueIdentifier: 'AURORE-CMP-0044',
  address: { country: 'IT' },
  usedMaterials: [{ uniqueIdentifier: 'AURORE-MAT-COTTON-001', usagePercentage: 100 }],
};
export const PURCHASE: Body = {
  uniqueIdentifier: 'AURORE-PURCHASE-0031',
  buyerKind: 'SUPPLIER',
  buyerUniqueIdentifier: 'AURORE-SITE-0021',
  sellerUniqueIdentifier: 'AURORE-SITE-0007',
  itemUniqueIdentifier: 'AURORE-CMP-0044',
  purchaseOrder: 'PO-2026-0415',
};
export const PRODUCT: Body = {
  uniqueIdentifier: 'AURORE-PRD-2041',
  address: { country: 'PT' },
  purchasedItems: [{ uniqueIdentifier: 'AURORE-PURCHASE-0031', usagePercentage: 100 }],
};

/** A chain from a site to a manufactured product; returns the ids. */
export async function makeChain({ make }: V3Mock) {
  const site = await make('suppliers', SITE);
  const buyer = await make('suppliers', BUYER);
  const material = await make('materials', MATERIAL);
  const component = await make('components', COMPONENT);
  const purchase = await make('purchased-items', PURCHASE);
  const product = await make('products', PRODUCT);
  return { site, buyer, material, component, purchase, product };
}
