import { z } from 'zod';
import { readPaths } from '../../contract/routes.ts';
import type { LookUp } from '../service.ts';
import { cannotTell, found, type Search, shown, strange } from './search.ts';

/** A page as the sample of the interface asks for it; a service may give fewer. */
const PAGE = 20;
/** Against a list that never ends. */
const MOST_PAGES = 500;

const packagingPage = z.looseObject({
  total: z.number(),
  data: z.array(z.looseObject({ id: z.string().min(1), packagingRef: z.string(), type: shown })),
});

/** The packaging list, searched for the reference, to its end (interface 4.2). */
export async function packagingList({ request, part, get }: Search): Promise<LookUp> {
  const ref = part('packagingRef');
  const seen = new Set<string>();
  let offset = 0;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const reading = await get(readPaths.packagingPage(ref, offset, PAGE));
    if (reading.type === 'absent') {
      return { type: 'failed', answer: { type: 'misdirected', status: 404, error: 'HTTP 404 for a list' } };
    }
    if (reading.type !== 'body') return reading;
    const parsed = packagingPage.safeParse(reading.body);
    if (!parsed.success) return strange;
    const { total, data } = parsed.data;
    const item = data.find(({ packagingRef }) => packagingRef === ref);
    if (item) return found({ id: item.id }, request, item, { type: 'type' });
    for (const { id } of data) seen.add(id);
    offset += data.length;
    if (data.length > 0 && offset < total) continue;
    return seen.size >= total ? { type: 'absent' } : cannotTell('the list changed while it was read');
  }
  return cannotTell(`the list has more than ${MOST_PAGES} pages that match`);
}
