import { KINDS } from '../../contract/registry.ts';
import type { Language } from '../../contract/v2/study-lists.ts';
import type { SentProduct } from '../../ledger/sent-records.ts';
import type { StudyKey } from '../../service/reads.ts';
import type { V3Query } from './v3-list.ts';

/** Filters for studies. A missing filter matches all. */
export interface Filters {
  readonly collection?: string | undefined;
  readonly productRef?: string | undefined;
  readonly color?: string | undefined;
  readonly states: readonly string[];
}

/** What to list or export. */
export interface Selection {
  /** The name of the resource. */
  readonly subject: string;
  /** Empty for everything that the service or the ledger lists. */
  readonly ids: readonly string[];
  /** The products from the ledger that `--batch`, `--run` or `--since` selects; null without these flags. */
  readonly sent: readonly SentProduct[] | null;
  readonly filters: Filters;
  /** The text that the service searches for. */
  readonly search?: string | undefined;
  readonly limit?: number | undefined;
  readonly languages: readonly Language[];
  /** The flags of the environment and its state, for commands in messages. They select nothing. */
  readonly place?: readonly string[];
  /** The query of a v3 list. If it is set, the other fields except `subject` are ignored. */
  readonly v3?: V3Query;
}

/** Whether a text equals the value of the filter. Accents may be composed or decomposed. */
export function matchesText(filter: string | undefined, text: string): boolean {
  return filter === undefined || filter.normalize('NFC') === text.normalize('NFC');
}

/** The key of a product without a colour. */
export const BLANK_COLOR = KINDS.v2.product.blankKey ?? '';

/** Whether a colour equals the value of the filter. An empty filter matches products without a colour. */
export function matchesColor(filter: string | undefined, text: string): boolean {
  return filter === undefined || matchesText(filter || BLANK_COLOR, text || BLANK_COLOR);
}

/**
 * The key of one study if collection, product reference and colour are all given, else null. Also null for an empty
 * colour, because the interface does not document how to read a study without a colour.
 */
export function studyKeyOf({ collection, productRef, color }: Filters): StudyKey | null {
  if (collection === undefined || productRef === undefined || !color) return null;
  return { collectionRef: collection, productRef, colorCode: color };
}
