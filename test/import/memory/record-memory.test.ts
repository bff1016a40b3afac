import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Body, Json } from '../../../src/contract/kind.ts';
import { kindNamed, kindsOf } from '../../../src/contract/registry.ts';
import { Content } from '../../../src/import/input/staged-record.ts';
import { contentHash } from '../../../src/import/memory/content-hash.ts';
import { NO_TEXT, NumberedTexts } from '../../../src/import/memory/numbered-texts.ts';
import { NeedsLedger, RecordMemory } from '../../../src/import/memory/record-memory.ts';

const anyText = fc.oneof(
  { weight: 15, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
  { weight: 15, arbitrary: fc.constantFrom('', 'a', 'é', 'Ā', '\u{1f600}', '\ud800', '\0') },
  { weight: 1, arbitrary: fc.constant('long '.repeat(120_000)) },
);

describe('a table of texts', () => {
  test('a table of texts gives each new pair of group and text the next number', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(2), anyText), { maxLength: 60 }), (texts) => {
        const [table, map] = [new NumberedTexts(), new Map<string, number>()];
        for (const [group, text] of texts) {
          const name = `${group} ${text}`;
          expect(table.find(group, text)).toBe(map.get(name) ?? NO_TEXT);
          if (!map.has(name)) map.set(name, map.size);
          const number = table.add(group, text);
          expect([number, table.size, table.groupOf(number)]).toEqual([map.get(name), map.size, group]);
          expect(table.text(number) === text).toBe(true);
        }
      }),
    );
  });

  test('grows to 100,000 texts', () => {
    const table = new NumberedTexts();
    const texts = Array.from({ length: 100_000 }, (_, at) => `CMP-${String(at).padStart(7, '0')}`);
    expect(texts.every((text, at) => table.add(0, text) === at)).toBe(true);
    expect(texts.every((text, at) => table.find(0, text) === at && table.text(at) === text)).toBe(true);
    expect(table.find(1, texts[0]!)).toBe(NO_TEXT);
  });
});

const names = fc.constantFrom('a', 'b', 'composition', 'projectType');
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('', 'a', 'ab', 'COTTON'),
    fc.constantFrom(0, -0, 1, 10, 0.1),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3 }),
  ),
}));
const body = fc.dictionary(names, value) as fc.Arbitrary<Body>;

describe('the hash of a content', () => {
  test('the hash of a content is equal for two contents if and only if the hashes of their JSON are equal', () => {
    fc.assert(
      fc.property(body, body, fc.subarray(['a', 'projectType']), (one, other, except) => {
        const hashes = [one, other].map((each) => contentHash(each, new Set(except)));
        expect(hashes[0] === hashes[1]).toBe(
          new Content(one).hash(except) === new Content(other).hash(except),
        );
      }),
      { numRuns: 2000 },
    );
  });

  test('the hash of a content does not depend on the order of fields', () => {
    fc.assert(
      fc.property(body, (one) => {
        const reversed = Object.fromEntries(Object.entries(one).reverse());
        expect(contentHash(reversed, new Set())).toBe(contentHash(one, new Set()));
      }),
    );
  });
});

test('a record that does not fit into the memory limit is refused with NeedsLedger', () => {
  const kind = kindNamed('v2', 'supplier');
  const memory = new RecordMemory(kindsOf('v2'), 1_000_000);
  const add = (key: string) => {
    const body = { supplierRef: key };
    memory.add({
      kind,
      key,
      body,
      family: '',
      isSelected: true,
      batch: '',
      sheetId: 1,
      row: 2,
      ending: null,
    });
  };
  for (let at = 0; at < 5000; at++) add(`S${at}`);
  expect(() => add('S'.repeat(1_000_000))).toThrow(NeedsLedger);
});
