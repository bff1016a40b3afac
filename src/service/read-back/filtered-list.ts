import { brandProductListItem, v3PageOf } from '../../contract/v3/brand-product-read.ts';
import { listText } from '../../contract/v3/list-names.ts';
import { say } from '../../say.ts';
import type { LookUp } from '../service.ts';
import { cannotTell, found, listMissing, type Search, unexpected } from './search.ts';

const page = v3PageOf(brandProductListItem.partial());

/** Reads a v3 list, filtered by the unique identifier (interface 4.4). */
export async function filteredList(search: Search, path: string, filter: string): Promise<LookUp> {
  const key = search.part('uniqueIdentifier');
  const reading = await search.get(`${path}?${filter}=${encodeURIComponent(key)}&limit=100`);
  if (reading.type === 'absent') return listMissing();
  if (reading.type !== 'body') return reading;
  const parsed = page.safeParse(reading.body);
  if (!parsed.success) return unexpected();
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
    return found(search, answer, item);
  }
  if (total > 0) return cannotTell(say().responses.otherRecords({ key }));
  return { type: 'absent' };
}
