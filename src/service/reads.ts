import type { z } from 'zod';
import { inLanguages, readPaths } from '../contract/routes.ts';
import { READ_SHAPES } from '../contract/v2/read-shapes.ts';
import type { Language } from '../contract/v2/study-lists.ts';
import { type Read, ReadClient, type ReadSettings } from './read-client.ts';
import { type ListEnd, type ListQuestion, readList } from './read-list.ts';
import { type Answered, looksLike } from './read-record.ts';
import type { ReadSource } from './read-source.ts';

/** The three references that make a study, as the service finds one by them. */
export interface StudyKey {
  readonly collectionRef: string;
  readonly productRef: string;
  readonly colorCode: string;
}

/** What reading one thing came to. */
export type Found =
  | { readonly type: 'found'; readonly record: Answered }
  | { readonly type: 'absent'; readonly said?: readonly string[] }
  /**
   * It cannot be had: `status` is that of the response, null when none came. `again`: the response was lost, cut or not of
   * the service, so that asking again may help; without it the service refuses, or no address can carry the question.
   */
  | {
      readonly type: 'failed';
      readonly status: number | null;
      readonly error: string;
      readonly again: boolean;
    };

/** The read paths of the interface (4.2), one function each, with retries, the rate and the concurrency of all. */
export interface Reads {
  readonly origin: string;
  readonly client: ReadClient;
  products(question?: ListQuestion): AsyncGenerator<Answered, ListEnd>;
  /** By the id of the service or by our reference. */
  product(idOrRef: string): Promise<Found>;
  packagings(question?: ListQuestion): AsyncGenerator<Answered, ListEnd>;
  packaging(id: string): Promise<Found>;
  studyOf(key: StudyKey, languages: readonly Language[]): Promise<Found>;
  study(id: string, languages: readonly Language[]): Promise<Found>;
  showcase(id: string, languages: readonly Language[]): Promise<Found>;
}

/** A read that came to nothing. */
export const failedRead = ({ status, error, refused }: Extract<Read, { type: 'failed' }>): Found => ({
  type: 'failed',
  status,
  error,
  again: !refused,
});

/** A response that is JSON, and not what was asked for: from something on the way, or of another version. */
export const UNLIKE: Found = {
  type: 'failed',
  status: 200,
  error: 'HTTP 200, but the answer does not look as the interface shows it',
  again: true,
};

/** Opens the read paths on a source. All throw TraceError when the token, the address or the service fails them. */
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
        error: `no address can carry ${what.toWellFormed()}`,
        again: false,
      };
    }
    const read = await client.read(path(), what);
    if (read.type === 'absent') return read;
    if (read.type === 'failed') return failedRead(read);
    return looksLike(shape, read.body) ? { type: 'found', record: read.body } : UNLIKE;
  }

  const { packaging, product, study, showcase } = READ_SHAPES;
  return {
    origin: source.origin,
    client,
    products: (question) => readList(client, readPaths.products, question),
    packagings: (question) => readList(client, readPaths.packagings, question),
    product: (id) => one(product.schema, () => readPaths.product(id), [id], `product ${id}`),
    packaging: (id) => one(packaging.schema, () => readPaths.packaging(id), [id], `packaging ${id}`),
    studyOf({ collectionRef, productRef, colorCode }, languages) {
      const parts = [collectionRef, productRef, colorCode];
      const path = () => inLanguages(readPaths.study(collectionRef, productRef, colorCode), languages);
      // In a query even dots are carried.
      const carried = parts.map((part) => `=${part}`);
      return one(study.schema, path, carried, `the study of ${parts.join(' / ')}`);
    },
    study: (id, languages) =>
      one(study.schema, () => inLanguages(readPaths.studyDetails(id), languages), [id], `study ${id}`),
    showcase: (id, languages) =>
      one(showcase.schema, () => inLanguages(readPaths.studyShowcase(id), languages), [id], `study ${id}`),
  };
}

/** Half characters cannot be encoded, and dots alone are taken for steps of the path by everything on the way. */
const isAddressable = (part: string): boolean =>
  part !== '' && part.isWellFormed() && !/^\.{1,2}$/.test(part);
