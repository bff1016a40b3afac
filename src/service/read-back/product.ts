import { z } from 'zod';
import { readPaths } from '../../contract/v2/read-paths.ts';
import { say } from '../../say.ts';
import type { LookUp } from '../service.ts';
import { cannotTell, found, type Search, shown, unexpected } from './search.ts';

const studyExtract = z.looseObject({
  id: z.string().min(1),
  productRef: z.string().optional(),
  colorCode: z.string().nullish(),
  brandCollection: z.looseObject({ name: z.string() }),
  links: z.array(z.looseObject({ link: z.string(), type: z.string() })).catch([]),
});

const productShape = z.looseObject({
  id: z.string().min(1),
  ref: z.array(z.string()).optional(),
  name: shown,
  category: shown,
  studies: z.array(studyExtract),
});

/** A product, and its studies in one collection. */
interface ProductRead {
  readonly type: 'product';
  readonly product: z.infer<typeof productShape>;
  readonly studies: readonly z.infer<typeof studyExtract>[];
}

/** Reads `GET /v2/products/{productRef}` (interface 2.4). */
export async function readProduct({ part, get }: Search): Promise<ProductRead | LookUp> {
  const ref = part('productRef');
  const reading = await get(readPaths.product(ref));
  if (reading.type !== 'body') return reading;
  const parsed = productShape.safeParse(reading.body);
  if (!parsed.success) return unexpected();
  const product = parsed.data;
  // The path accepts ids of the service, too, and one of them may equal our reference.
  if (product.ref && !product.ref.includes(ref)) {
    return cannotTell(say().responses.otherProduct({ key: ref }));
  }
  const studies = product.studies.filter(
    ({ productRef, brandCollection }) =>
      (productRef === undefined || productRef === ref) &&
      brandCollection.name === part('productCollectionRef'),
  );
  return { type: 'product', product, studies };
}

/** Reads the product, then its study of the collection and colour. */
export async function productDetail(search: Search): Promise<LookUp> {
  const { request, part } = search;
  const read = await readProduct(search);
  if (read.type !== 'product') return read;
  const study = read.studies.find(
    ({ colorCode }) => (colorCode || request.kind.blankKey) === part('productColorCode'),
  );
  if (!study) return { type: 'absent' };
  const link = (type: RegExp) => study.links.find((each) => type.test(each.type) && each.link !== '')?.link;
  const [qrCodeLink, showcaseLink] = [link(/QR/i), link(/SHOWCASE/i)];
  const answer = {
    ...{ id: read.product.id, studyId: study.id },
    ...(qrCodeLink !== undefined && { qrCodeLink }),
    ...(showcaseLink !== undefined && { showcaseLink }),
  };
  return found(search, answer, read.product);
}
