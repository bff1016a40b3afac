import type { Body, Json } from '../contract/kind.ts';
import type { V2Kind } from '../contract/registry.ts';
import type * as read from '../contract/v2/product-read.ts';
import type { ProductDetail, Study } from './products.ts';
import type { Entry, Kept } from './store.ts';

/** Where the pages of a study stand; only those are addresses to click. */
export const studyLinks = (baseUrl: string, studyId: string) => ({
  qrCodeLink: `${baseUrl}/qr/${studyId}`,
  showcaseLink: `${baseUrl}/showcase/${studyId}`,
});

type Answer = (entry: Entry, kept: Kept, baseUrl: string) => { [name: string]: Json };

/** The 201 body of each kind, with the fields of interface 2.1 to 2.4 and no other. */
const ANSWERS = {
  supplier: ({ body }, { id }) => ({ success: true, id, ...wave(body) }),
  component: (_, { id }) => ({ success: true, id }),
  packaging: ({ body, keyParts }, { id }) => ({
    success: true,
    packagingId: id,
    packagingRef: [...keyParts],
    ...wave(body),
  }),
  product: ({ body, keyParts }, { id, studyId = '' }, baseUrl) => ({
    success: true,
    productId: id,
    studyId,
    productRef: keyParts.slice(0, 1),
    name: body.name ?? '',
    productColorCode: keyParts.at(-1) ?? '',
    ...studyLinks(baseUrl, studyId),
    ...wave(body),
  }),
} satisfies Record<V2Kind, Answer>;

export function createdAnswer(entry: Entry, kept: Kept, baseUrl: string): { [name: string]: Json } {
  const answer: Answer = ANSWERS[entry.kind as V2Kind];
  return answer(entry, kept, baseUrl);
}

function wave(body: Body): { importationBatch: Json; projectType: Json } {
  return { importationBatch: body.importationBatch ?? '', projectType: body.projectType ?? '' };
}

/** A product's detail as it is read, with the links of its studies (interface 2.4). */
export function productAnswer(product: ProductDetail, baseUrl: string): read.ProductDetail {
  return {
    ...product,
    ref: [...product.ref],
    studies: product.studies.map((study) => {
      const { qrCodeLink, showcaseLink } = studyLinks(baseUrl, study.id);
      return {
        ...study,
        links: [
          { id: `${study.id}-showcase`, link: showcaseLink, type: 'SHOWCASE' },
          { id: `${study.id}-qr`, link: qrCodeLink, type: 'QR_CODE' },
        ],
      };
    }),
  };
}

/** What the showcase of a study shows, for people. */
export function showcaseFacts(study: Study): readonly (readonly [string, string])[] {
  return [
    ['Product', study.productName],
    ['Reference', study.productRef],
    ['Category', study.category],
    ['Collection', study.brandCollection.name],
    ['Colour', study.colorCode],
    ['State', study.state],
  ];
}
