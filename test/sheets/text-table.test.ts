import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextTable } from '../../src/sheets/xlsx/strings.ts';

function tableOf(texts: readonly string[]): TextTable {
  const table = new TextTable();
  for (const text of texts) table.add(text);
  table.nextBlock();
  return table;
}

const MB = 1024 ** 2;

test('TextTable returns texts of any characters and lengths by their number', () => {
  const text = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.string({ unit: fc.constantFrom('a', ' ', '\0', 'é', 'ÿ', 'Ā', '织', '𝄞', '\ud800') }),
    },
    fc
      .tuple(
        fc.constantFrom('x', 'é', '织'),
        fc.integer({ min: Math.floor(MB / 3) - 3, max: Math.floor(MB / 3) + 3 }),
      )
      .map(([unit, length]) => unit.repeat(length)),
    fc.constantFrom('', 'x'.repeat(MB), '织'.repeat(MB / 4)),
  );
  const property = fc.property(fc.array(text, { maxLength: 20 }), (texts) => {
    const table = tableOf(texts);
    expect(texts.every((text, number) => table.get(number) === text)).toBe(true);
    expect(table.get(texts.length)).toBeUndefined();
    expect(table.characters).toBe(texts.reduce((sum, { length }) => sum + Math.max(24, length), 0));
  });
  fc.assert(property, { numRuns: 100 });
});

test('TextTable returns each of 40,000 texts by its number, across many blocks', () => {
  const texts = Array.from({ length: 40_000 }, (_, at) =>
    at % 7 ? `text ${at} é${'x'.repeat(at % 90)}` : `织 ${at}`,
  );
  const table = tableOf(texts);
  expect(texts.every((text, number) => table.get(number) === text)).toBe(true);
});
