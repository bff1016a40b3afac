import { type Answered, recordsAt, textAt } from '../../service/read-record.ts';
import { type Item, refOf } from './item.ts';
import { matchesColor, matchesText, type Selection } from './selection.ts';

/** A study in the detail of its product. */
export interface StudyExtract {
  readonly id: string;
  readonly productId: string;
  readonly productName: string;
  readonly productRef: string;
  readonly collection: string;
  readonly colorCode: string;
  readonly state: string;
  readonly picture: string;
  readonly links: readonly Answered[];
}

/** The studies of a product. A study without an id cannot be read and is skipped. */
export function extractsOf(product: Answered | null): StudyExtract[] {
  return recordsAt(product, 'studies')
    .filter((study) => textAt(study, 'id') !== '')
    .map((study) => ({
      id: textAt(study, 'id'),
      productId: textAt(product, 'id'),
      productName: textAt(product, 'name'),
      productRef: textAt(study, 'productRef') || refOf(product!),
      collection: textAt(study.brandCollection, 'name'),
      colorCode: textAt(study, 'colorCode'),
      state: textAt(study, 'state'),
      picture: textAt(study, 'picture'),
      links: recordsAt(study, 'links'),
    }));
}

/** Whether a study matches the filters. */
export function matchesFilters({ filters }: Pick<Selection, 'filters'>, extract: StudyExtract): boolean {
  const { collection, productRef, color, states } = filters;
  return (
    matchesText(collection, extract.collection) &&
    matchesText(productRef, extract.productRef) &&
    matchesColor(color, extract.colorCode) &&
    (states.length === 0 || states.includes(extract.state))
  );
}

export function itemOf({ id, productRef, collection, colorCode }: StudyExtract): Item {
  return { key: id, id, productRef, place: [collection, productRef, colorCode, id] };
}
