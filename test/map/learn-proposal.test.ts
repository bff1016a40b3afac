import { describe, expect, test } from 'vitest';
import type { Body } from '../../src/contract/kind.ts';
import { kindNamed } from '../../src/contract/registry.ts';
import { ColumnLearner } from '../../src/map/learn-columns.ts';
import { columnEvidence, withEvidence, wordEvidence } from '../../src/map/learn-proposal.ts';
import { proposeSheet } from '../../src/map/propose.ts';
import type { Cell } from '../../src/sheets/cell.ts';

const component = kindNamed('v2', 'component');
const supplier = kindNamed('v2', 'supplier');

type Example = readonly [cells: readonly Cell[], body: Body];

function evidence(kind: typeof component, headers: readonly string[], examples: readonly Example[]) {
  const learner = new ColumnLearner(kind);
  for (const [at, [cells, body]] of examples.entries()) learner.add({ row: at + 2, cells }, body);
  const rows = [{ row: 1, cells: headers }, ...examples.map(([cells], at) => ({ row: at + 2, cells }))];
  const input = { file: 'a.csv', sheet: 'a', kinds: [kind], rows };
  const answers = { kind: kind.name, headerRow: 1 };
  const own = columnEvidence(kind, proposeSheet({ ...input, answers }), learner);
  const proposal = proposeSheet({ ...input, answers: { ...answers, columns: own.columns } });
  const all = { ...own, kind: kind.name, words: wordEvidence(proposal, learner) };
  return { evidence: own, proposal: withEvidence(proposal, all) };
}

describe('the proposal that trace map learns from a run', () => {
  const weighed = (more: readonly (readonly [Cell, number])[]): Example[] =>
    (
      [
        ['1,250', '10.125', 1250, 10.125],
        ['0,5', '3.25', 500, 3.25],
        ['0,75', '4.5', 750, 4.5],
      ] as const
    ).map(([weight, share, componentWeight, percentage], at) => [
      [weight, ...(more.length === 0 ? [share] : [more[at]![0]])],
      {
        componentWeight,
        composition: [{ material: 'COTTON', percentage: more.length === 0 ? percentage : more[at]![1] }],
      },
    ]);

  test('has the units, and the decimal mark that all columns have', () => {
    const shares = [
      ['10,125', 10.125],
      ['3,25', 3.25],
      ['4,5', 4.5],
    ] as const;
    const { evidence: own } = evidence(component, ['Paino', 'Osuus'], weighed(shares));
    expect([...own.columns]).toEqual([
      [0, 'componentWeight'],
      [1, 'composition.1.percentage'],
    ]);
    expect([[...own.units], own.settings]).toEqual([[[0, 'kg']], { decimal: ',' }]);
  });

  test('no decimal mark if the columns have different ones', () => {
    const { evidence: own } = evidence(component, ['Paino', 'Osuus'], weighed([]));
    expect([own.columns.size, own.settings]).toEqual([2, {}]);
  });

  test('has no decimal mark if the run does not prove a column with numbers', () => {
    const examples = weighed([
      ['10,5', 1],
      ['3,25', 2],
      ['4,5', 3],
    ]);
    const { evidence: own } = evidence(component, ['Paino', 'composition.1.percentage'], examples);
    expect([[...own.columns], own.settings]).toEqual([[[0, 'componentWeight']], {}]);
  });

  test('another unit in the header is a question', () => {
    const { proposal } = evidence(
      component,
      ['Paino (g)'],
      weighed([]).map(([[cell], body]) => [[cell!], body]),
    );
    expect(proposal.columns[0]).toMatchObject({
      target: null,
      question: expect.stringContaining('in another unit'),
    });
  });

  const named = ['Uno', 'Due', 'Tre'].map((name): Example => [[name], { name }]);

  test('a header that means another field is a question, and is not read as that field', () => {
    const { proposal } = evidence(supplier, ['address.city'], named);
    expect(proposal.columns[0]).toMatchObject({
      ...{ target: null, basis: 'none', readsAs: 'address.city' },
      candidates: ['name', 'address.city'],
    });
  });

  test('the proposal that trace map learns from a run asks about a column if another column certainly fills its field', () => {
    const both = named.map(([[cell], body]): Example => [[cell!, 'x'], body]);
    const { proposal } = evidence(supplier, ['Yritys', 'name'], both);
    expect(proposal.columns.map(({ target }) => target)).toEqual([null, 'name']);
    expect(proposal.columns[0]!.question).toContain('but column B fills name too');
  });
});
