import { brandProductListItem, v3PageOf } from '../../contract/v3/brand-product-read.ts';
import { listText } from '../../contract/v3/list-names.ts';
import { v3ReadPaths } from '../../contract/v3/read-paths.ts';
import type { LookUp } from '../service.ts';
import { cannotTell, found, type Search, strange } from './search.ts';

const page = v3PageOf(brandProductListItem.partial());

/**
 * Reads the brand-product list, filtered by one unique identifier (interface 4.4). The list is refreshed every 20 minutes:
 * the caller decides from when on absence counts.
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
  const item = data.find((one) => listText(one, 'uniqueIdentifier') === key);
  if (item) {
    const { qrCode, web } = item.links ?? {};
    const id = listText(item, 'id');
    const answer = {
      ...(id !== '' && { id }),
      ...(qrCode && { qrCodeLink: qrCode }),
      ...(web && { showcaseLink: web }),
    };
    return found(answer, request, item, { producedQuantity: 'producedQuantity' });
  }
  if (total > 0) return cannotTell(`the list answers with other brand products than ${key}`);
  return { type: 'absent' };
}
