import { z } from 'zod';
import { listPath } from '../../contract/v2/read-paths.ts';
import { brandProductListItem, v3PageOf } from '../../contract/v3/brand-product-read.ts';
import { listText } from '../../contract/v3/list-names.ts';
import { numberText, say } from '../../say.ts';
import type { LookUp } from '../service.ts';
import { cannotTell, found, listMissing, type Search, unexpected } from './search.ts';

/** The page size in the interface's sample. A service may return fewer items. */
const PAGE = 20;
/** Stops at a list that never ends. */
const MOST_PAGES = 500;

const listPage = z.looseObject({
  total: z.number(),
  data: z.array(z.looseObject({ id: z.string().min(1) })),
});

/** Reads a v2 list to its end, searched for the key (interface 4.2). */
export async function searchedList(search: Search, path: string): Promise<LookUp> {
  const [field = ''] = search.request.kind.key;
  const key = search.part(field);
  const seen = new Set<string>();
  let offset = 0;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const reading = await search.get(listPath(path, { limit: PAGE, offset, search: key }));
    if (reading.type === 'absent') return listMissing();
    if (reading.type !== 'body') return reading;
    const parsed = listPage.safeParse(reading.body);
    if (!parsed.success) return unexpected();
    const { total, data } = parsed.data;
    if (data.some((item) => typeof item[field] !== 'string')) return unexpected();
    const item = data.find((one) => one[field] === key);
    if (item) return found(search, { id: item.id }, item);
    for (const { id } of data) seen.add(id);
    offset += data.length;
    if (data.length > 0 && offset < total) continue;
    return seen.size >= total ? { type: 'absent' } : cannotTell(say().responses.listChanged());
  }
  return cannotTell(say().responses.manyPages({ number: numberText(MOST_PAGES) }));
}

const v3Page = v3PageOf(brandProductListItem.partial());

/** Reads a v3 list, filtered by the unique identifier (interface 4.4). */
export async function filteredList(search: Search, path: string, filter: string): Promise<LookUp> {
  const key = search.part('uniqueIdentifier');
  const reading = await search.get(`${path}?${filter}=${encodeURIComponent(key)}&limit=100`);
  if (reading.type === 'absent') return listMissing();
  if (reading.type !== 'body') return reading;
  const parsed = v3Page.safeParse(reading.body);
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
