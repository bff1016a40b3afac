import { PAGE_LIMIT } from '../contract/v3/brand-product-query.ts';
import { listText } from '../contract/v3/list-names.ts';
import { isUuid } from '../contract/v3/query-read.ts';
import { buildQuery } from '../contract/v3/query-text.ts';
import { type LookupName, v3ReadPaths } from '../contract/v3/read-paths.ts';
import { say } from '../say.ts';
import { failed, type ReadClient } from './read-client.ts';
import { type ListEnd, readList } from './read-list.ts';
import { type Answered, isAddressable, isRecord } from './read-record.ts';
import { type Found, unexpectedFormat } from './reads.ts';

/** The lists of v3. Both accept the same query (interface 4.3, 4.4). */
export type V3ListName = 'brandProducts' | 'declaredFecs';

/**
 * Reads one query of a list page by page, each item once. Throws as `readList` does.
 *
 * @param query see `buildQuery`, without `offset` and `limit`
 * @param limit maximum number of items; by default all
 */
export function readV3List(
  client: ReadClient,
  list: V3ListName,
  query: string,
  limit?: number,
  pageSize: number = PAGE_LIMIT.max,
): AsyncGenerator<Answered, ListEnd> {
  const path = v3ReadPaths[list];
  return readList(
    client,
    path,
    { limit },
    {
      pathOf: (page) => `${path}?${query === '' ? '' : `${query}&`}${buildQuery({ ...page })}`,
      idOf: idIn,
      pageSize,
    },
  );
}

/**
 * The identity of an item of either list; for a declared FEC that of its product. The format of that list is not
 * documented, so an item without an id is identified by its whole content.
 */
export function idIn(item: Answered): string {
  return listText(item, 'id') || listText(item, 'uniqueIdentifier') || JSON.stringify(item);
}

/**
 * Makes a deprecated look-up (interface 4.3) of a name: by id of the service if it is a UUID, then by unique
 * identifier, which may be any text. Throws as `ReadClient.read` does.
 */
export async function readLookup(client: ReadClient, name: LookupName, typed: string): Promise<Found> {
  const paths = v3ReadPaths[name];
  if (!isAddressable(typed))
    return failed(null, say().responses.noUrl({ what: `"${typed.toWellFormed()}"` }));
  if (!isUuid(typed)) return one(paths.byUniqueIdentifier(typed));
  const byId = await one(paths.byId(typed));
  if (byId.type !== 'absent') return byId;
  const byName = await one(paths.byUniqueIdentifier(typed));
  return byName.type === 'found' ? byName : byId;

  async function one(path: string): Promise<Found> {
    const read = await client.read(path, path);
    if (read.type !== 'body') return read;
    return isRecord(read.body) ? { type: 'found', record: read.body } : unexpectedFormat();
  }
}
