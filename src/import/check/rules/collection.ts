import { fieldText } from '../../../findings/finding.ts';
import type { RowContext } from '../rule.ts';

/**
 * What supplier data collection asks of a row by itself (interface 4.3). A kind with exceptions is judged across records:
 * who names a record tells whether it is one.
 */
export function collectionNeeds({ kind, body, draft, collection, report }: RowContext): void {
  const { needs, except } = kind.collection ?? {};
  if (!collection || needs === undefined || except !== undefined) return;
  if (body[needs.field] !== undefined || draft.unreadable.has(needs.field)) return;
  report('collection-needs', needs.field, `${fieldText(needs.field)} is missing: ${needs.reason}`);
}
