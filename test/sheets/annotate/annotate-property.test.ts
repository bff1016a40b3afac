import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RowMarks } from '../../../src/sheets/annotate/marks.ts';
import { columnLetters } from '../../../src/sheets/cell.ts';
import { full, SLOW } from '../../effort.ts';
import { readBytes } from '../reading.ts';
import { escaped, workbook, worksheet } from '../workbook-builder.ts';
import { annotated, annotation, changedParts, mark, trimmed } from './annotated.ts';

const TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"></Types>';
const TOUCHED =
  /^(?:\[Content_Types\]\.xml|xl\/(?:workbook|styles)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/(?:_rels\/)?sheet[13]\.xml(?:\.rels)?|xl\/comments1\.xml|xl\/drawings\/vmlDrawing1\.vml)$/;

const words = fc.string({
  unit: fc.constantFrom('a', 'é', ' ', '<', '&', '"', '漢'),
  minLength: 1,
  maxLength: 5,
});
const cells = fc.uniqueArray(fc.nat({ max: 6 }), { maxLength: 4 });
const rows = fc.array(
  fc.record({
    ...{ skipped: fc.nat({ max: 2 }), columns: cells, text: words, isNamed: fc.boolean() },
    style: fc.nat({ max: 2 }),
  }),
  { maxLength: 6 },
);
const marks = fc.uniqueArray(
  fc.record({ row: fc.integer({ min: 1, max: 14 }), columns: cells, value: fc.option(words) }),
  { maxLength: 6, selector: ({ row }) => row },
);

type MadeRow = { skipped: number; columns: number[]; text: string; isNamed: boolean; style: number };

function xmlOf(made: readonly MadeRow[]): string {
  let row = 0;
  return made
    .map(({ skipped, columns, text, isNamed, style }) => {
      row += 1 + (isNamed ? skipped : 0);
      const all = [...columns]
        .sort((a, b) => a - b)
        .map((column, at) => {
          const ref = `${columnLetters(column)}${row}`;
          if (at === 1) return `<c r="${ref}" s="${style}"/>`;
          return `<c r="${ref}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
        });
      const tag = isNamed ? `<row r="${row}"` : '<row';
      return all.length === 0 && isNamed
        ? `${tag}/>`
        : all.length === 0
          ? `<row r="${row}"></row>`
          : `${tag}>${all.join('')}</row>`;
    })
    .join('');
}

it('an annotated copy keeps its rows, and other parts byte for byte', { tags: ['sampled'] }, async () => {
  await fc.assert(
    fc.asyncProperty(rows, marks, fc.boolean(), async (made, wanted, isTwice) => {
      const original = workbook({
        rows: { Sheet1: '', Other: '<row r="1"><c r="A1"><v>1</v></c></row>' },
        formats: ['0.00', 14],
        parts: [
          { name: 'xl/worksheets/sheet1.xml', content: worksheet(xmlOf(made)) },
          { name: 'xl/media/image.png', content: Buffer.from([0, 1, 2, 255]), stored: true },
          { name: '[Content_Types].xml', content: TYPES },
        ],
      });
      const rowMarks: RowMarks[] = wanted
        .sort((a, b) => a.row - b.row)
        .map(({ row, columns, value }) => ({
          row,
          cells: columns.sort((a, b) => a - b).map((column) => mark(column)),
          values: value === null ? null : [value, null, null, null, value],
        }));
      const first = await annotated(original, annotation([{ headerRow: 1, rows: rowMarks }]));
      expect(changedParts(original, first.bytes).filter((part) => !TOUCHED.test(part))).toEqual([]);
      const before = trimmed(await readBytes('a.xlsx', original));
      const read = await readBytes('a.xlsx', first.bytes);
      expect(trimmed(read).slice(1)).toEqual(before);
      if (!isTwice) return;
      const letters = read.findings.find(({ origin }) => origin.column !== undefined)!.origin.column!;
      const addedAt = letters.charCodeAt(0) - 65;
      const again = await annotated(
        first.bytes,
        annotation([{ addedAt, rows: [] }], { earlierResult: 'trace' }),
      );
      const twice = await readBytes('a.xlsx', again.bytes);
      expect(trimmed(twice).slice(1)).toEqual(before);
      expect(again.text('xl/worksheets/sheet1.xml').match(/trace_status/g)).toHaveLength(1);
    }),
    { numRuns: SLOW ? full(50) : 12 },
  );
});
