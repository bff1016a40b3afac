import { KINDS } from '../../contract/registry.ts';
import type { Language } from '../../contract/v2/study-lists.ts';
import type { SentProduct } from '../../ledger/sent-records.ts';
import type { StudyKey } from '../../service/reads.ts';
import type { V3Question } from './v3-list.ts';

/** Which studies to select; a missing filter selects all. */
export interface Filters {
  readonly collection?: string | undefined;
  readonly productRef?: string | undefined;
  readonly color?: string | undefined;
  readonly states: readonly string[];
}

/** What to list or export, whatever it is written to. */
export interface Question {
  /** The name of the resource. */
  readonly subject: string;
  /** Empty: all that the service or the ledger lists. */
  readonly ids: readonly string[];
  /** From the ledger, when a batch, a run or a time selects; null otherwise. */
  readonly sent: readonly SentProduct[] | null;
  readonly filters: Filters;
  /** For the lists of the service. */
  readonly search?: string | undefined;
  readonly limit?: number | undefined;
  readonly languages: readonly Language[];
  /** Flags of the environment and its state, for commands in messages; not part of what is selected. */
  readonly place?: readonly string[];
  /** For a list of v3: replaces all of the above but `subject`. */
  readonly v3?: V3Question;
}

/** Whether a text is the one of the filter, however its accents are composed. */
export function matchesText(filter: string | undefined, text: string): boolean {
  return filter === undefined || filter.normalize('NFC') === text.normalize('NFC');
}

/** The key of a product without a colour. */
export const BLANK_COLOR = KINDS.v2.product.blankKey ?? '';

/** The same for a colour; an empty filter selects products without one, however the service shows that. */
export function matchesColor(filter: string | undefined, text: string): boolean {
  return filter === undefined || matchesText(filter || BLANK_COLOR, text || BLANK_COLOR);
}

/**
 * The key of one study when collection, product reference and colour are all given; null otherwise, and for an empty
 * colour: the interface does not show how to ask for a study without one.
 */
export function studyKeyOf({ collection, productRef, color }: Filters): StudyKey | null {
  if (collection === undefined || productRef === undefined || !color) return null;
  return { collectionRef: collection, productRef, colorCode: color };
}
