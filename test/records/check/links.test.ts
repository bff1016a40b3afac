import { describe, expect, test } from 'vitest';
import { kindsOf } from '../../../src/contract/registry.ts';
import type { CrossFinding } from '../../../src/records/check/cross-finding.ts';
import {
  collectionLinks,
  cycleFindings,
  type LinkIndex,
  severalKinds,
} from '../../../src/records/check/links.ts';
import type { RecordReference } from '../../../src/records/check/record-index.ts';
import { placed as placedAt } from './placed.ts';

const COLUMNS = { siteEmails: 'B', 'usedMaterials.0.uniqueIdentifier': 'D', itemUniqueIdentifier: 'F' };
const placed = (kind: string, key: string, row: number) =>
  placedAt(kind, key, row, { family: '', batch: '', sheet: 'Sheet1' }, COLUMNS);
const naming = (kind: string, key: string, named: Pick<RecordReference, 'field' | 'toKind' | 'toKey'>) => ({
  ...placed(kind, key, 2),
  ...named,
});

const NOTHING: LinkIndex = { recordsWithout: () => [], uncountedLinks: () => [] };
const links = (index: Partial<LinkIndex>) => [...collectionLinks({ ...NOTHING, ...index }, kindsOf('v3'))];
/** `severity code cell effect: message`. */
const told = ({ finding: { severity, code, origin, message }, effect }: CrossFinding) =>
  `${severity} ${code} ${origin.column}${origin.row} ${effect}: ${message}`;

describe('links between records', () => {
  test('an identifier of records of several kinds is a warning', () => {
    const named = { field: 'itemUniqueIdentifier', toKind: 'material, component', toKey: 'X' };
    const several = () => [naming('purchased-item', 'P-1', named)];
    expect([...severalKinds({ ambiguousReferences: several }, kindsOf('v3'))].map(told)).toEqual([
      'warning reference-several F2 null: X is the identifier of a material and of a component: the service decides which one is meant',
    ]);
    expect([...severalKinds({ ambiguousReferences: several }, kindsOf('v2'))]).toEqual([]);
  });

  test.each<[actual: string | null, namedBy: string[], found: boolean]>([
    [null, [], true],
    ['Weaving', ['buyerUniqueIdentifier'], true],
    ['Warehouse', [], false],
    ['OTHER - Warehouse', ['buyerUniqueIdentifier'], false],
    ['Entrepôt', [], false],
    [null, ['warehouseUniqueIdentifier'], false],
    [null, ['warehouseUniqueIdentifier', 'sellerUniqueIdentifier'], true],
    [null, ['sellerUniqueIdentifier'], true],
  ])('a site of role %j, named by %j, without an e-mail is an error: %s', (actual, namedBy, found) => {
    const without = (kind: string) =>
      kind === 'supplier' ? [{ ...placed(kind, 'SITE-1', 3), actual, namedBy }] : [];
    expect(links({ recordsWithout: without }).map(told)).toEqual(
      found ? [expect.stringMatching(/^error collection-needs B3 invalid: .*SITE-1/)] : [],
    );
  });

  test('a site without an e-mail is reported with what it lacks and what to do', () => {
    const without = (kind: string, field: string, says: string) =>
      kind === 'supplier' && field === 'siteEmails' && says === 'siteRole'
        ? [{ ...placed(kind, 'SITE-1', 3), actual: null, namedBy: [] }]
        : [];
    expect(links({ recordsWithout: without })[0]!.finding).toMatchObject({
      field: 'siteEmails',
      value: 'SITE-1',
      message:
        'supplier SITE-1 has no siteEmails: supplier data collection writes to every site but warehouses',
      suggestion: 'mark a warehouse in the column siteRole',
    });
  });

  test('a link that no purchased item makes gets a warning that it does not count', () => {
    const named = { field: 'usedMaterials.0.uniqueIdentifier', toKind: 'material', toKey: 'M-1' };
    const uncounted = (kind: string) => (kind === 'component' ? [naming(kind, 'C-1', named)] : []);
    const ofSuppliers = (kind: string) => (kind === 'supplier' ? uncounted('component') : []);
    expect(links({ uncountedLinks: ofSuppliers })).toEqual([]);
    expect(links({ uncountedLinks: uncounted }).map(told)).toEqual([
      expect.stringMatching(/^warning collection-link D2 null: .*link to material M-1 does not count/),
    ]);
  });
});

describe('a circle of references', () => {
  const field = 'usedComponents.0.uniqueIdentifier';
  const circle = (...keys: string[]) =>
    keys.map((key, at) => ({ ...placed('component', key, at + 2), field }));

  test('a circle of references is reported with its path, at its first record, with what to do', () => {
    expect([...cycleFindings(circle('A', 'B', 'C'))]).toMatchObject([
      {
        effect: 'invalid',
        finding: {
          code: 'reference-circle',
          origin: { row: 2 },
          field,
          value: 'A',
          suggestion: 'remove one of the references',
          message:
            'component A refers to component B, which refers to component C, which refers to component A: none of them can be sent first (batch.xlsx › Sheet1!A2, batch.xlsx › Sheet1!A3, batch.xlsx › Sheet1!A4)',
        },
      },
    ]);
  });

  test('a circle of many records is reported without its middle', () => {
    const keys = Array.from({ length: 30 }, (_, at) => `K${at}`);
    const [found] = cycleFindings(circle(...keys));
    expect(found!.finding.message).toContain('which refers to 22 more in turn, and finally component K0');
    expect(found!.finding.message.length).toBeLessThan(700);
  });

  test('a circle of eight records is reported whole, of nine without its middle', () => {
    const message = (count: number) => {
      const keys = Array.from({ length: count }, (_, at) => `K${at}`);
      return [...cycleFindings(circle(...keys))][0]!.finding.message;
    };
    const [steps, places] = message(8).split(': none of them can be sent first ');
    expect(steps!.split(', which refers to ')).toHaveLength(8);
    expect(steps).toMatch(/component K7, which refers to component K0$/);
    expect(places!.split(', ')).toHaveLength(8);
    expect(places).toMatch(/Sheet1!A9\)$/);
    const [longSteps, longPlaces] = message(9).split(': none of them can be sent first ');
    expect(longSteps).toMatch(/K7, which refers to 1 more in turn, and finally component K0$/);
    expect(longPlaces).toMatch(/Sheet1!A9, \.\.\.\)$/);
  });

  test('a circle of no record is not reported', () => {
    expect([...cycleFindings([])]).toEqual([]);
  });

  test('a circle of one record is reported as a reference to itself', () => {
    const [found] = cycleFindings(circle('A'));
    expect(found!.finding.message).toBe('component A refers to itself: it cannot be sent');
  });
});
