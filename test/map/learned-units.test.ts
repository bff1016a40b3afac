import { expect, test } from 'vitest';
import { kindsOf } from '../../src/contract/registry.ts';
import { learnedFrom } from '../../src/map/learned.ts';
import { proposeSheet } from '../../src/map/propose.ts';

/** Whether trace map asks for the unit of a weight column that an earlier map file lists. */
function asksUnit(header: string): boolean {
  const columns = { componentRef: 'componentRef', [header]: 'componentWeight' };
  const rows = [
    ['componentRef', 'productRef', header],
    ['C-1', 'P-1', 120],
  ].map((cells, at) => ({ row: at + 1, cells }));
  const learned = learnedFrom([{ kind: 'component', columns }]);
  const proposal = proposeSheet({ file: 'b.xlsx', sheet: 'component', kinds: kindsOf('v2'), learned, rows });
  return proposal.columns.some(({ needsUnit }) => needsUnit === true);
}

test('the unit of a learned column is asked, unless its header is the path of a field', () => {
  expect(asksUnit('componentWeight')).toBe(false);
  expect(asksUnit('Poids du composant')).toBe(true);
});
