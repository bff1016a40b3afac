import type { z } from 'zod';
import { inLanguages, readPaths } from '../contract/v2/read-paths.ts';
import { READ_SHAPES } from '../contract/v2/read-shapes.ts';
import type { Language } from '../contract/v2/study-lists.ts';
import { say } from '../say.ts';
import { type FailedRead, failed, ReadClient, type ReadSettings, type ReadSource } from './read-client.ts';
import { type ListEnd, type ListQuery, readList } from './read-list.ts';
import { type Answered, hasFormat, isAddressable } from './read-record.ts';

/** The three references that identify a study. */
export interface StudyKey {
  readonly collectionRef: string;
  readonly productRef: string;
  readonly colorCode: string;
}

/** The result of reading one record. */
export type Found =
  | { readonly type: 'found'; readonly record: Answered }
  | { readonly type: 'absent'; readonly messages?: readonly string[] }
  | FailedRead;

/** A function for each path of the interface that reads (4.2), with retries, a common rate and a common concurrency. */
export interface Reads {
  readonly origin: string;
  readonly client: ReadClient;
  products(query?: ListQuery): AsyncGenerator<Answered, ListEnd>;
  /** Reads a product by its id in the service or by its reference. */
  product(idOrRef: string): Promise<Found>;
  packagings(query?: ListQuery): AsyncGenerator<Answered, ListEnd>;
  packaging(id: string): Promise<Found>;
  studyOf(key: StudyKey, languages: readonly Language[]): Promise<Found>;
  study(id: string, languages: readonly Language[]): Promise<Found>;
  showcase(id: string, languages: readonly Language[]): Promise<Found>;
}

/** The result for JSON in another format: from a proxy, or from another version of the service. */
export const unexpectedFormat = (): Found => failed(200, say().responses.format(), true);

/**
 * Removes a large value from the result of a promise, after its last use. A promise that was pending for some time is
 * collected late, and would keep the value until then.
 */
export function releaseProperty<Name extends string>(
  result: { readonly [name in Name]: unknown },
  name: Name,
): void {
  (result as { [name in Name]: unknown })[name] = undefined;
}

/** Opens the read paths of a source. All throw TraceError as `ReadClient.read` does. */
export function openReads(source: ReadSource, settings: ReadSettings): Reads {
  const client = new ReadClient(source, settings);

  async function one(
    shape: z.ZodObject,
    path: () => string,
    parts: readonly string[],
    what: string,
  ): Promise<Found> {
    if (!parts.every(isAddressable))
      return failed(null, say().responses.noUrl({ what: what.toWellFormed() }));
    const read = await client.read(path(), what);
    if (read.type !== 'body') return read;
    const { body } = read;
    releaseProperty(read, 'body');
    return hasFormat(shape, body) ? { type: 'found', record: body } : unexpectedFormat();
  }

  const { packaging, product, study, showcase } = READ_SHAPES;
  return {
    origin: source.origin,
    client,
    products: (query) => readList(client, readPaths.products, query),
    packagings: (query) => readList(client, readPaths.packagings, query),
    product: (id) => one(product.schema, () => readPaths.product(id), [id], say().reading.product({ id })),
    packaging: (id) =>
      one(packaging.schema, () => readPaths.packaging(id), [id], say().reading.packaging({ id })),
    studyOf({ collectionRef, productRef, colorCode }, languages) {
      const parts = [collectionRef, productRef, colorCode];
      const path = () => inLanguages(readPaths.study(collectionRef, productRef, colorCode), languages);
      // A query may contain `.` and `..`, unlike a path.
      const carried = parts.map((part) => `=${part}`);
      return one(study.schema, path, carried, say().reading.theStudyOf({ names: parts.join(' / ') }));
    },
    study: (id, languages) =>
      one(
        study.schema,
        () => inLanguages(readPaths.studyDetails(id), languages),
        [id],
        say().reading.study({ id }),
      ),
    showcase: (id, languages) =>
      one(
        showcase.schema,
        () => inLanguages(readPaths.studyShowcase(id), languages),
        [id],
        say().reading.study({ id }),
      ),
  };
}
