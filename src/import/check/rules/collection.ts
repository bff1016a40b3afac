import { fieldText } from '../../../findings/finding.ts';
import type { RowContext } from '../rule.ts';

/**
 * Reports fields that supplier data collection requires (interface 4.3). A kind with exceptions is checked across
 * records, since references decide whether a record is one.
 */
export function collectionNeeds({ kind, body, draft, collection, report }: RowContext): void {
  const { needs, except } = kind.collection ?? {};
  if (!collection || needs === undefined || except !== undefined) return;
  if (body[needs.field] !== undefined || draft.unreadable.has(needs.field)) return;
  report('collection-needs', needs.field, `${fieldText(needs.field)} is missing: ${needs.reason}`);
}
