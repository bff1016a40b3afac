import { describe, expect, it } from 'vitest';
import type { WorkbookData } from '../../src/sheets/workbook-data.ts';
import { packParts, unpackParts } from '../../src/sheets/workbook-parts.ts';
import { writeWorkbook } from '../../src/sheets/workbook-writer.ts';
import { serialOfIso } from '../../src/sheets/xlsx/date-serial.ts';

const DATA: WorkbookData = {
  title: 'Essai',
  sheets: [
    {
      name: 'Components',
      exampleRows: 1,
      columns: [
        {
          header: 'componentRef',
          format: 'text',
          headerStyle: 'required',
          note: `Référence <interne>\n${'x'.repeat(200)}`,
        },
        { header: 'date', format: 'date', headerStyle: 'optional' },
        {
          header: 'type',
          dropdown: {
            sheet: "Lists d'été",
            column: 0,
            firstRow: 2,
            lastRow: 4,
            others: 'reject',
            message: 'Non',
          },
        },
        { header: 'weight', width: 30 },
      ],
      rows: [
        [
          '0012',
          { type: 'date', serial: serialOfIso('2026-11-21', false)!, iso: '2026-11-21' },
          'WOOD',
          12.5,
        ],
        [' a\u00a0', null, '=1+1', { type: 'percent', value: 0.8 }],
        [
          { type: 'padded', value: 7, text: '007' },
          { type: 'error', code: '#N/A' },
          true,
          { type: 'uncached' },
        ],
        [null, null, null, { type: 'formula', formula: 'D2*2' }],
      ],
    },
    {
      name: "Lists d'été",
      hidden: true,
      columns: [{ header: 'types' }],
      rows: [['WOOD'], ['METAL'], ['OTHER']],
    },
  ],
};

async function partsOf(data: WorkbookData): Promise<(name: string) => string> {
  const parts = unpackParts(await writeWorkbook(data));
  return (name) => parts.get(name)!.toString('utf8');
}

/** The xml of one cell. */
const cell = (xml: string, ref: string): string =>
  new RegExp(`<c r="${ref}".*?(?:/>|</c>)`).exec(xml)?.[0] ?? '';

describe('writeWorkbook', () => {
  it('writeWorkbook gives the same bytes for the same data, with a fixed date', async () => {
    const first = await writeWorkbook(DATA);
    expect(Buffer.from(await writeWorkbook(structuredClone(DATA))).equals(Buffer.from(first))).toBe(true);
    const core = unpackParts(first).get('docProps/core.xml')!.toString();
    expect([...core.matchAll(/\d{4}-\d\d-\d\dT[^<]*/g)].map(String)).toEqual(
      Array(2).fill('2026-01-01T00:00:00Z'),
    );
  });

  it('writeWorkbook gives columns their format, also below the last row', async () => {
    const xml = (await partsOf(DATA))('xl/worksheets/sheet1.xml');
    const styles = (await partsOf(DATA))('xl/styles.xml');
    const columns = [...xml.matchAll(/<col [^>]*>/g)].map(([column]) => /style="(\d+)"/.exec(column)?.[1]);
    expect(columns.map((style) => style === undefined)).toEqual([false, false, true, true]);
    const formats = [...styles.split('<cellXfs')[1]!.matchAll(/<xf numFmtId="(\d+)"/g)].map(([, id]) => id);
    const codes = new Map(
      [...styles.matchAll(/numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [id, code]),
    );
    expect(columns.slice(0, 2).map((style) => codes.get(formats[Number(style)]))).toEqual([
      '@',
      'yyyy-mm-dd',
    ]);
    expect(xml).not.toContain('<row r="6"');
    expect(xml).toContain('<dimension ref="A1:D5"/>');
  });

  it('writeWorkbook writes each cell with its type', async () => {
    const xml = (await partsOf(DATA))('xl/worksheets/sheet1.xml');
    expect(cell(xml, 'A2')).toContain('t="s"');
    expect(cell(xml, 'B2')).toContain('<v>46347</v>');
    expect(cell(xml, 'D2')).toContain('<v>12.5</v>');
    expect(cell(xml, 'C3')).toContain('t="s"');
    expect(cell(xml, 'D3')).toContain('<v>0.8</v>');
    expect(cell(xml, 'A4')).toContain('<v>7</v>');
    expect(cell(xml, 'B4')).toMatch(/t="e"[^>]*><v>#N.A</);
    expect(cell(xml, 'C4')).toContain('t="b"><v>1</v>');
    expect(cell(xml, 'D4')).toContain('<f>NA()</f></c>');
    expect(cell(xml, 'D5')).toContain('<f>D2*2</f></c>');
  });

  it('freezes and filters the header, hides hidden sheets, and points dropdowns at their list', async () => {
    const part = await partsOf(DATA);
    const xml = part('xl/worksheets/sheet1.xml');
    expect(xml).toContain('ySplit="1"');
    expect(xml).toContain('<autoFilter ref="A1:D1"/>');
    expect(xml).toMatch(
      /<dataValidation type="list" sqref="C2:C20000"[^>]*errorStyle="stop"[^>]*error="Non"/,
    );
    expect(xml).toContain("<formula1>'Lists d''été'!$A$2:$A$4</formula1>");
    expect(part('xl/workbook.xml')).toMatch(/name="Lists d(?:'|&apos;)été" sheetId="2"[^>]*state="hidden"/);
    expect(part('xl/worksheets/sheet2.xml')).not.toContain('autoFilter');
  });

  it('freezes columns and folds others, with the button to unfold them above the next column', async () => {
    const column = (header: string, outline?: 'open' | 'collapsed') => ({
      header,
      ...(outline ? { outline } : {}),
    });
    const columns = [column('key'), column('two', 'open'), column('name'), column('three', 'collapsed')];
    const part = await partsOf({ title: 't', sheets: [{ name: 'S', frozenColumns: 1, columns, rows: [] }] });
    const xml = part('xl/worksheets/sheet1.xml');
    expect(xml).toContain('<pane xSplit="1" ySplit="1" topLeftCell="B2"');
    expect(xml).toContain('outlineLevelCol="1"');
    const cols = [...xml.matchAll(/<col min="(\d)"[^>]*>/g)].map(([col, at]) => [
      Number(at),
      /hidden/.test(col),
      /outlineLevel/.test(col),
      /collapsed/.test(col),
    ]);
    expect(cols).toEqual([
      [1, false, false, false],
      [2, false, true, false],
      [3, false, false, false],
      [4, true, true, false],
      [5, false, false, true],
    ]);
  });

  it('writeWorkbook writes a guide without filter and frozen rows, with rows as high as their text', async () => {
    const columns = [
      { header: 'Title', width: 10 },
      { header: '', width: 20 },
    ];
    const rows = [
      ['x'.repeat(50), null],
      ['Topic', 'y'.repeat(100)],
    ];
    const guide = ['wide', 'topic'] as const;
    const part = await partsOf({ title: 't', sheets: [{ name: 'Guide', columns, rows, guide }] });
    const xml = part('xl/worksheets/sheet1.xml');
    expect(xml).not.toMatch(/autoFilter|<pane/);
    expect(xml).toContain('<mergeCell ref="A2:B2"/>');
    expect([...xml.matchAll(/<row r="(\d)" ht="(\d+)"/g)].map(([, row, height]) => [row, height])).toEqual([
      ['1', '36'],
      ['2', '36'],
      ['3', '81'],
    ]);
  });

  it('writeWorkbook makes the box of a note large enough for its text', async () => {
    const part = await partsOf(DATA);
    expect(part('xl/comments1.xml')).toContain('Référence &lt;interne&gt;');
    // two paragraphs, of 1 and 5 lines of 18 pixels, and a margin of 12
    expect(part('xl/drawings/vmlDrawing1.vml')).toContain('height:90pt');
    expect(part('xl/drawings/vmlDrawing1.vml')).toMatch(/<x:Anchor>1,15,0,2,3,\d+,\d,\d+</);
  });
});

describe('packed parts of a workbook', () => {
  it('packed parts of a workbook are unpacked with the same names and bytes', () => {
    const parts = new Map([
      ['a.xml', Buffer.from('<a>é</a>')],
      ['empty', Buffer.alloc(0)],
      ['xl/long.xml', Buffer.from('x'.repeat(100_000))],
    ]);
    expect([...unpackParts(packParts(parts))]).toEqual([...parts]);
  });
});
