import type { Context, Hono } from 'hono';
import type { KindSpec } from '../../contract/kind.ts';
import { locks } from '../../contract/v3/update.ts';
import { refuse } from '../refusal.ts';
import type { MockStore } from '../store.ts';
import { LINK_NAMES } from './brand-product.ts';
import type { V3Record } from './records.ts';

/**
 * Adds controls for tests, which need no token, for actions that have no call in the interface.
 * `POST /__mock/purchased-items/{uniqueIdentifier}/launch` starts supplier data collection, which locks updates.
 * `POST /__mock/brand-products/{uniqueIdentifier}/links` with `{"missing": ["qrCode"]}` removes links.
 * If several brands have the identifier, `?brand=` selects one.
 */
export function addControls(app: Hono, store: MockStore, kinds: readonly KindSpec[], now: () => Date): void {
  const launch = (c: Context, item: V3Record) => {
    const { uniqueIdentifier, brand } = item;
    if (store.atomically(() => store.v3.launch(item, now()))) {
      return c.json({ uniqueIdentifier, brand, launched: true });
    }
    const messages = [`collection was launched before for ${uniqueIdentifier}`];
    return refuse(c, { status: 409, code: 'COLLECTION_ALREADY_LAUNCHED', messages });
  };

  const removeLinks = async (c: Context, product: V3Record) => {
    const { uniqueIdentifier, brand } = product;
    const body = (await c.req.json().catch(() => null)) as { missing?: unknown } | null;
    const missing = Array.isArray(body?.missing) ? (body.missing as unknown[]) : null;
    if (!missing?.every((name) => (LINK_NAMES as readonly unknown[]).includes(name))) {
      return refuse(c, {
        status: 400,
        messages: [`missing must be a list out of ${LINK_NAMES.join(', ')}`],
      });
    }
    store.atomically(() => store.v3.setMissingLinks(product, missing as string[]));
    return c.json({ uniqueIdentifier, brand, missing });
  };

  for (const kind of kinds) {
    const path = `/__mock/${kind.plural}/:uniqueIdentifier`;
    if (locks(kind)) control(kind.name, `${path}/launch`, launch);
    if (kind.response.qrCodeLink !== undefined) control(kind.name, `${path}/links`, removeLinks);
  }

  function control(
    kind: string,
    path: string,
    act: (c: Context, record: V3Record) => Response | Promise<Response>,
  ): void {
    app.post(path, (c) => {
      const uniqueIdentifier = c.req.param('uniqueIdentifier') ?? '';
      const brand = c.req.query('brand');
      const found = store.v3
        .inAnyBrand(kind, uniqueIdentifier)
        .filter((record) => brand === undefined || record.brand === brand);
      const [record] = found;
      if (found.length > 1) {
        const brands = found.map((each) => each.brand).join(', ');
        return refuse(c, { status: 400, messages: [`brand must say whose: ${brands}`] });
      }
      if (record) return act(c, record);
      const noun = kind.replaceAll('-', ' ');
      return refuse(c, { status: 404, messages: [`there is no ${noun} ${uniqueIdentifier}`] });
    });
  }
}
