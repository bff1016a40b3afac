import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Body, keyOf } from '../../../src/contract/kind.ts';
import { kindNamed } from '../../../src/contract/registry.ts';
import { compactKinds } from '../../../src/import/compact/compact-kinds.ts';
import { CompactRecords } from '../../../src/import/compact/compact-records.ts';
import type { IdentifiedRow } from '../../../src/import/input/read-context.ts';
import type { InputSettings } from '../../../src/import/input/settings.ts';
import { SLOW } from '../../effort.ts';

const SETTINGS: InputSettings = {
  ...{ files: [], interface: 'v2', family: null, batch: null, projectTypes: {}, strict: false, only: [] },
  ...{ sheets: new Map(), externalRefs: false, allowEmpty: false, stdin: Readable.from([]) },
};
const kinds = compactKinds(SETTINGS)!;

const few = (prefix: string, most: number) => fc.nat(most).map((at) => `${prefix}${at}`);

/** Records of few names, so that keys repeat, references match or do not, and shared content differs. */
const row = fc
  .record({
    kind: fc.constantFrom('supplier', 'product', 'component'),
    supplierRef: few('S', 20),
    productRef: few('P', 20),
    productCollectionRef: fc.oneof(few('C', 3), fc.constant(undefined)),
    productColorCode: fc.oneof(few('K', 2), fc.constant(undefined)),
    componentRef: few('M', 30),
    warehouseRef: fc.oneof(few('S', 20), fc.constant(undefined)),
    category: fc.constantFrom('OTHER - Warehouse', 'OTHER - Packaging'),
    isSelected: fc.constantFrom(true, true, true, false),
  })
  .map(({ kind: name, isSelected, ...fields }): IdentifiedRow => {
    const kind = kindNamed('v2', name);
    const own = new Set(kind.fields.map(({ path }) => path.split(/[.[]/, 1)[0]!));
    const body = Object.fromEntries(
      Object.entries(fields).filter(([field, value]) => own.has(field) && value !== undefined),
    ) as Body;
    return { kind, family: '', key: keyOf(kind, body), body, isSelected };
  });

test('records are the same suspects if their hashes are spilled', { tags: ['sampled'] }, () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 120 }), fc.integer({ min: 1, max: 30 }), (rows, most) => {
      const [kept, spilled] = [new CompactRecords(kinds), new CompactRecords(kinds, { most })];
      for (const one of rows) for (const records of [kept, spilled]) records.add(one);
      const known = () => [{ kind: 'supplier', key: 'S3', family: 'STANDARD' }];
      const families = new Set(['E360']);
      expect(spilled.compare(known, families)).toBe(kept.compare(known, families));
      for (const one of rows) {
        expect(spilled.suspicionOf(one)).toEqual(kept.suspicionOf(one));
        expect(spilled.isMissed(one.kind)).toBe(kept.isMissed(one.kind));
      }
    }),
    { numRuns: SLOW ? 1000 : 60 },
  );
});
