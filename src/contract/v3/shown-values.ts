import type { Value } from '../field.ts';

/**
 * The booleans and days that the interface shows for brand products, as filters (4.4) or in the list (2.8): in a text file a
 * cell of them is read as what it is, whatever kind has the column. Other columns of open bodies stay texts there.
 */
const SHOWN_VALUES = {
  isProductInAGECScope: { type: 'boolean' },
  hasCommunicationPackage: { type: 'boolean' },
  traceabilityStartDate: { type: 'date' },
  theoreticalTraceabilityEndDate: { type: 'date' },
} as const satisfies Record<string, Value>;

const folded = (name: string): string => name.replace(/[_-]/g, '').toLowerCase();

const BY_NAME: ReadonlyMap<string, Value> = new Map(
  Object.entries(SHOWN_VALUES).map(([name, value]) => [folded(name), value]),
);

/** What a field of that name holds, where the interface shows it; case and underscores do not count. */
export const shownValue = (name: string): Value | undefined => BY_NAME.get(folded(name));
