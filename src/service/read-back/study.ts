import { z } from 'zod';
import { projectTypeOf } from '../../contract/family.ts';
import { readPaths } from '../../contract/v2/read-paths.ts';
import { say } from '../../say.ts';
import type { LookUp } from '../service.ts';
import { cannotTell, found, inconclusiveResult, type Search, scalar } from './search.ts';

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
  name: scalar,
  category: scalar,
  studies: z.array(studyExtract),
});

/** A product, and its studies in one collection. */
interface ProductRead {
  readonly type: 'product';
  readonly product: z.infer<typeof productShape>;
  readonly studies: readonly z.infer<typeof studyExtract>[];
}

/** Reads `GET /v2/products/{productRef}` (interface 2.4). */
async function readProduct({ part, get }: Search): Promise<ProductRead | LookUp> {
  const ref = part('productRef');
  const reading = await get(readPaths.product(ref));
  if (reading.type !== 'body') return reading;
  const parsed = productShape.safeParse(reading.body);
  if (!parsed.success) return inconclusiveResult();
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

const studyShape = z.looseObject({
  id: z.string().min(1),
  projectType: z.string().optional(),
  components: z.array(z.looseObject({ ref: z.string(), type: scalar, category: scalar, weight: scalar })),
});

/** Reads the study of the component's product (interface 2.6). Without that study, the component does not exist. */
export async function studyComponents(search: Search): Promise<LookUp> {
  const { request, part } = search;
  if (!request.body.productColorCode) return studiesOfAnyColour(search);
  return inStudy(
    search,
    readPaths.study(part('productCollectionRef'), part('productRef'), part('productColorCode')),
  );
}

/**
 * A component without a colour is either in the study without a colour, or in every study of its product and
 * collection; the interface does not say which. If only some studies contain it, it may be another component, with a
 * colour.
 */
async function studiesOfAnyColour(search: Search): Promise<LookUp> {
  const read = await readProduct(search);
  if (read.type !== 'product') return read;
  const { blankKey } = search.request.kind;
  const looks: LookUp[] = [];
  for (const { id, colorCode } of read.studies) {
    const look = await inStudy(search, readPaths.studyDetails(id));
    if (look.type !== 'found' && look.type !== 'absent') return look;
    if (look.type === 'found' && (colorCode || blankKey) === blankKey) return look;
    looks.push(look);
  }
  const there = looks.filter(({ type }) => type === 'found');
  if (there.length === 0) return { type: 'absent' };
  if (there.length === looks.length) return there[0]!;
  return cannotTell(say().responses.someColours());
}

async function inStudy(search: Search, path: string): Promise<LookUp> {
  const { part, get } = search;
  const { body, family } = search.request;
  const reading = await get(path);
  if (reading.type !== 'body') return reading;
  const parsed = studyShape.safeParse(reading.body);
  if (!parsed.success) return inconclusiveResult();
  const { id: studyId, projectType, components } = parsed.data;
  const sent = typeof body.projectType === 'string' ? body.projectType : family && projectTypeOf(family, {});
  if (projectType && sent && projectType !== sent) {
    return cannotTell(say().responses.otherProject({ shown: projectType, sent }));
  }
  const component = components.find(({ ref }) => ref === part('componentRef'));
  if (!component) return { type: 'absent' };
  return found(search, { studyId }, { projectType, ...component });
}
