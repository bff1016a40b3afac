import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { BOUNDS, examine } from '../../scripts/hostile-run.ts';
import { folderWith } from '../cli/commands/harness.ts';
import { workbook, worksheet } from '../sheets/workbook-builder.ts';

/** Not a measure of speed: other programs run on the machine too. */
const PATIENT = { ...BOUNDS, seconds: 50 };

/** A header row and one supplier, with cells built by `cell`. */
const sheetOf = (cell: (text: string) => string): string => {
  const row = (cells: readonly string[]) => `<row>${cells.map(cell).join('')}</row>`;
  return worksheet(row(['supplierRef', 'name']) + row(['FRN-1', 'Mill']));
};
const inline = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;

const PLAIN = sheetOf(inline);

const bookOf = (content: string | Uint8Array): Buffer =>
  workbook({ rows: { Suppliers: '' }, parts: [{ name: 'xl/worksheets/sheet1.xml', content }] });

async function examined(name: string, bytes: Uint8Array) {
  const file = path.join(await folderWith(), name);
  await writeFile(file, bytes);
  return examine(file, PATIENT);
}

describe('cells that an unusual program wrote', () => {
  test.each<[name: string, sheet: string | Uint8Array]>([
    ['prefixes of elements', PLAIN.replace(/<(\/?)(?=[a-z])/g, '<$1x:').replace('xmlns=', 'xmlns:x=')],
    ['character data', sheetOf((text) => inline(`<![CDATA[${text}]]>`))],
    ['comments', sheetOf((text) => `<!-- -->${inline(`<!-- -->${text}`)}`)],
    ['rich text', sheetOf((text) => `<c t="inlineStr"><is><r><t>${text}</t></r></is></c>`)],
    ['results of formulas', sheetOf((text) => `<c t="str"><f>A1</f><v>${text}</v></c>`)],
    ['UTF-16', Buffer.from(`\ufeff${PLAIN.replace(/^<\?.*\n/, '')}`, 'utf16le')],
  ])(
    'cells that an unusual program wrote are read, not taken for empty, if they have %s',
    async (name, sheet) => {
      const { faults, rows } = await examined(`${name}.xlsx`, bookOf(sheet));
      expect([faults, rows]).toEqual([[], 1]);
    },
  );
});

test('a check of a workbook that is truncated, or whose sheet is invalid, ends in findings', async () => {
  const whole = bookOf(PLAIN);
  const cuts = [1, 3, 30, 200, 700, whole.length - 40, whole.length - 1].map((end) => whole.subarray(0, end));
  for (const bytes of [...cuts, bookOf(''), bookOf('<worksheet/>'), bookOf('{"rows":[]}')]) {
    const { faults, exit, findings } = await examined('batch.xlsx', bytes);
    expect([faults, exit]).toEqual([[], 3]);
    expect(findings).toBeGreaterThan(0);
  }
});
