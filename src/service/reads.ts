import type { z } from 'zod';
import { inLanguages, readPaths } from '../contract/v2/read-paths.ts';
import { READ_SHAPES } from '../contract/v2/read-shapes.ts';
import type { Language } from '../contract/v2/study-lists.ts';
import { say } from '../say.ts';
import { type Read, ReadClient, type ReadSettings } from './read-client.ts';
import { type ListEnd, type ListQuestion, readList } from './read-list.ts';
import { type Answered, hasFormat } from './read-record.ts';
import type { ReadSource } from './read-source.ts';

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
  /**
   * The record cannot be read. `status` is null if no response arrived. `again`: the response was lost, truncated or
   * not from the service, so a retry may help. Otherwise the service refuses, or no address can contain the key.
   */
  | {
      readonly type: 'failed';
      readonly status: number | null;
      readonly error: string;
      readonly again: boolean;
    };

/** A function for each path of the interface that reads (4.2), with retries, a common rate and a common concurrency. */
export interface Reads {
  readonly origin: string;
  readonly client: ReadClient;
  products(question?: ListQuestion): AsyncGenerator<Answered, ListEnd>;
  /** Reads a product by its id in the service or by its reference. */
  product(idOrRef: string): Promise<Found>;
  packagings(question?: ListQuestion): AsyncGenerator<Answered, ListEnd>;
  packaging(id: string): Promise<Found>;
  studyOf(key: StudyKey, languages: readonly Language[]): Promise<Found>;
  study(id: string, languages: readonly Language[]): Promise<Found>;
  showcase(id: string, languages: readonly Language[]): Promise<Found>;
}

/** The result for a read that failed. */
export const failedRead = ({ status, error, refused }: Extract<Read, { type: 'failed' }>): Found => ({
  type: 'failed',
  status,
  error,
  again: !refused,
});

/** The result for JSON in another format: from a proxy, or from another version of the service. */
export const unexpectedFormat = (): Found => ({
  type: 'failed',
  status: 200,
  error: say().responses.format(),
  again: true,
});

/**
 * Removes a large value from the result of a promise, after its last use. A promise that was pending for some time is
 * collected late, and would keep the value until then.
 */
export function forget<Name extends string>(result: { readonly [name in Name]: unknown }, name: Name): void {
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
    if (!parts.every(isAddressable)) {
      return {
        type: 'failed',
        status: null,
        error: say().responses.noUrl({ what: what.toWellFormed() }),
        again: false,
      };
    }
    const read = await client.read(path(), what);
    if (read.type === 'absent') return read;
    if (read.type === 'failed') return failedRead(read);
    const { body } = read;
    forget(read, 'body');
    return hasFormat(shape, body) ? { type: 'found', record: body } : unexpectedFormat();
  }

  const { packaging, product, study, showcase } = READ_SHAPES;
  return {
    origin: source.origin,
    client,
    products: (question) => readList(client, readPaths.products, question),
    packagings: (question) => readList(client, readPaths.packagings, question),
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

/** Whether a path can contain the text. Lone surrogates cannot be encoded, and proxies resolve `.` and `..`. */
const isAddressable = (part: string): boolean =>
  part !== '' && part.isWellFormed() && !/^\.{1,2}$/.test(part);
