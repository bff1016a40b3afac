import type { Context, Hono } from 'hono';
import type { KindSpec } from '../../contract/kind.ts';
import { locks } from '../../contract/v3/update.ts';
import { MockRefusal } from '../refusal.ts';
import type { Mock } from '../routes.ts';
import { LINK_NAMES } from './brand-product.ts';
import type { V3Record } from './records.ts';

/**
 * Adds controls for tests, which need no token, for actions that have no call in the interface.
 * `POST /__mock/purchased-items/{uniqueIdentifier}/launch` starts supplier data collection, which locks updates.
 * `POST /__mock/brand-products/{uniqueIdentifier}/links` with `{"missing": ["qrCode"]}` removes links.
 * If several brands have the identifier, `?brand=` selects one.
 */
export function addControls(app: Hono, { store, options }: Mock, kinds: readonly KindSpec[]): void {
  for (const kind of kinds) {
    const path = `/__mock/${kind.plural}/:uniqueIdentifier`;
    if (locks(kind)) control(kind.name, `${path}/launch`, launch);
    if (kind.response.qrCodeLink !== undefined) control(kind.name, `${path}/links`, removeLinks);
  }

  function launch(_: Context, item: V3Record): object {
    if (store.atomically(() => store.v3.launch(item, options.now()))) return { launched: true };
    const message = `collection was launched before for ${item.uniqueIdentifier}`;
    throw new MockRefusal(409, [message], 'COLLECTION_ALREADY_LAUNCHED');
  }

  async function removeLinks(c: Context, product: V3Record): Promise<object> {
    const body = (await c.req.json().catch(() => null)) as { missing?: unknown } | null;
    const missing = Array.isArray(body?.missing) ? (body.missing as unknown[]) : null;
    if (!missing?.every((name) => (LINK_NAMES as readonly unknown[]).includes(name))) {
      throw new MockRefusal(400, [`missing must be a list out of ${LINK_NAMES.join(', ')}`]);
    }
    store.atomically(() => store.v3.setMissingLinks(product, missing as string[]));
    return { missing };
  }

  function control(
    kind: string,
    path: string,
    act: (c: Context, record: V3Record) => object | Promise<object>,
  ): void {
    app.post(path, async (c) => {
      const uniqueIdentifier = c.req.param('uniqueIdentifier') ?? '';
      const brand = c.req.query('brand');
      const found = store.v3
        .inAnyBrand(kind, uniqueIdentifier)
        .filter((record) => brand === undefined || record.brand === brand);
      const [record] = found;
      if (found.length > 1) {
        throw new MockRefusal(400, [`brand must say whose: ${found.map((each) => each.brand).join(', ')}`]);
      }
      if (!record)
        throw new MockRefusal(404, [`there is no ${kind.replaceAll('-', ' ')} ${uniqueIdentifier}`]);
      return c.json({ uniqueIdentifier, brand: record.brand, ...(await act(c, record)) });
    });
  }
}
