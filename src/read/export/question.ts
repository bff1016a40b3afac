import { KINDS } from '../../contract/registry.ts';
import type { Language } from '../../contract/v2/study-lists.ts';
import type { SentProduct } from '../../ledger/sent-records.ts';
import type { Subject } from './item.ts';
import type { V3Question } from './v3-list.ts';

/** Which studies are meant; each that is left out does not restrict. */
export interface Filters {
  readonly collection?: string | undefined;
  readonly productRef?: string | undefined;
  readonly color?: string | undefined;
  readonly states: readonly string[];
}

/** What is exported, whatever it is written to. */
export interface Question {
  readonly subject: Subject;
  /** None: the list of the service, or the ledger, tells. */
  readonly ids: readonly string[];
  /** From the ledger, when a batch, a run or a time is meant. */
  readonly sent: readonly SentProduct[] | null;
  readonly filters: Filters;
  /** For the lists of the service. */
  readonly search?: string | undefined;
  readonly limit?: number | undefined;
  readonly languages: readonly Language[];
  /** Flags of the environment and its state, for commands that are named; not part of what is asked. */
  readonly place?: readonly string[];
  /** Of a list of v3: what is asked for, in place of all the above but `subject`. */
  readonly v3?: V3Question;
}

/** Whether a text is the one that is meant, however its accents are composed. */
export function meant(filter: string | undefined, text: string): boolean {
  return filter === undefined || filter.normalize('NFC') === text.normalize('NFC');
}

/** What a product without a colour is keyed by. */
export const BLANK_COLOR = KINDS.v2.product.blankKey ?? '';

/** The same for a colour; an empty one is that of products without, however the service shows it. */
export function meantColor(filter: string | undefined, text: string): boolean {
  return filter === undefined || meant(filter || BLANK_COLOR, text || BLANK_COLOR);
}

/**
 * The study that collection, product reference and colour name together; null when one of them is not given. An empty
 * colour has no such name: the interface does not show how a study without colour is asked for.
 */
export function tripleOf({ collection, productRef, color }: Filters) {
  if (collection === undefined || productRef === undefined || !color) return null;
  return { collectionRef: collection, productRef, colorCode: color };
}
