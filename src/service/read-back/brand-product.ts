import { brandProductListItem, v3PageOf } from '../../contract/v3/brand-product-read.ts';
import { v3ReadPaths } from '../../contract/v3/read-paths.ts';
import type { LookUp } from '../service.ts';
import { cannotTell, found, type Search, strange } from './search.ts';

/** The list shows a write up to 20 minutes late (interface 4.4 and 8); a quarter more, as clocks differ. */
const SURE_AFTER_MS = 25 * 60_000;

const page = v3PageOf(brandProductListItem.partial().required({ id: true }));

/**
 * The brand-product list, asked for one unique identifier (interface 4.4). That it is not there proves something only
 * once the list must have been refreshed since the last try.
 */
export async function brandProductList({ request, part, get }: Search): Promise<LookUp> {
  const key = part('uniqueIdentifier');
  const query = `brandProductUniqueIdentifier=${encodeURIComponent(key)}&limit=100`;
  const reading = await get(`${v3ReadPaths.brandProducts}?${query}`);
  if (reading.type === 'absent') {
    return { type: 'failed', answer: { type: 'misdirected', status: 404, error: 'HTTP 404 for a list' } };
  }
  if (reading.type !== 'body') return reading;
  const parsed = page.safeParse(reading.body);
  if (!parsed.success) return strange;
  const { data, total } = parsed.data;
  const item = data.find(({ uniqueIdentifier }) => uniqueIdentifier === key);
  if (item) {
    const { qrCode, web } = item.links ?? {};
    const answer = {
      id: item.id,
      ...(qrCode && { qrCodeLink: qrCode }),
      ...(web && { showcaseLink: web }),
    };
    return found(answer, request.body, item, { producedQuantity: 'producedQuantity' });
  }
  if (total > 0) return cannotTell(`the list answers with other brand products than ${key}`);
  const age = request.ageMs ?? 0;
  if (age >= SURE_AFTER_MS) return { type: 'absent' };
  const minutes = Math.ceil((SURE_AFTER_MS - Math.max(0, age)) / 60_000);
  return {
    type: 'cannot-tell',
    reason: `not in the list yet, which may show it up to 20 minutes late: ask again in ${minutes} minutes`,
    later: true,
  };
}
