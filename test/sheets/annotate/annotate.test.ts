import { describe, expect, it } from 'vitest';
import type { CellMark, RowMarks } from '../../../src/sheets/annotate/marks.ts';
import { withoutSelection } from '../../../src/sheets/annotate/package-parts.ts';
import { EMPTY_STYLES } from '../../../src/sheets/annotate/style-lists.ts';
import { BookStyles } from '../../../src/sheets/annotate/styles.ts';
import { attribute } from '../../../src/sheets/annotate/tags.ts';
import { codes, readBytes } from '../reading.ts';
import { relation, relationships, workbook, worksheet } from '../workbook-builder.ts';
import {
  type Annotated,
  annotated,
  annotation,
  changedParts,
  mark,
  partsOf,
  type TestMarks,
  trimmed,
  withPart,
} from './annotated.ts';

const TYPES = {
  name: '[Content_Types].xml',
  content:
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
};
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const text = (ref: string, value: string, more = '') =>
  `<c r="${ref}" t="inlineStr"${more}><is><t>${value}</t></is></c>`;
const ROWS = `<row r="1" spans="1:2">${text('A1', 'ref')}${text('B1', 'name')}</row><row r="2" spans="1:2">${text('A2', '007')}${text('B2', 'Étoffe')}</row><row r="4">${text('A4', '008')}</row>`;
const values = (status: string, message: string | null = null) => [status, 'id-1', null, null, message];
const MARKS = [
  { row: 2, cells: [mark(1, 'wrong\n→ do this')], values: values('invalid', 'B: wrong') },
  { row: 4, cells: [mark(1, 'missing')], values: values('created') },
];

/** The annotation of a copy that was annotated before. */
const annotationAgain = (sheets: readonly TestMarks[]) => annotation(sheets, { earlierResult: 'trace' });

const withTypes = (made: Parameters<typeof workbook>[0]) =>
  workbook({ ...made, parts: [TYPES, ...(made.parts ?? [])] });

const SHEET = 'xl/worksheets/sheet1.xml';
/** A workbook whose first sheet is this XML. */
const withSheet = (content: string | Buffer) => withTypes({ rows: ROWS, parts: [{ name: SHEET, content }] });
/** A workbook whose sheet has this XML after its rows. */
const withAfter = (more: string) => withSheet(worksheet(ROWS).replace('</sheetData>', `</sheetData>${more}`));

describe('an annotated workbook', () => {
  it('an annotated workbook has a first sheet, colours, notes and columns, and is read with the same rows as before', async () => {
    const original = withTypes({ rows: { Sheet1: ROWS, Other: '<row r="1"><c r="A1"><v>1</v></c></row>' } });
    const { bytes, text: part } = await annotated(original, annotation([{ rows: MARKS }]));
    expect(changedParts(original, bytes).sort()).toEqual([
      ...['[Content_Types].xml', 'xl/_rels/workbook.xml.rels', 'xl/comments1.xml'],
      ...['xl/drawings/vmlDrawing1.vml', 'xl/styles.xml', 'xl/workbook.xml'],
      ...['xl/worksheets/_rels/sheet1.xml.rels', SHEET, 'xl/worksheets/sheet3.xml'],
    ]);
    expect([...partsOf(bytes).keys()].slice(0, 7)).toEqual([...partsOf(original).keys()].slice(0, 7));
    const before = await readBytes('a.xlsx', original);
    const after = await readBytes('a.xlsx', bytes);
    expect(after.sheets.map(({ name }) => name)).toEqual(['trace', 'Sheet1', 'Other']);
    expect(after.sheets[0]?.rows).toEqual([]);
    expect(trimmed(after).slice(1)).toEqual(trimmed(before));
    expect(codes(after)).toEqual(['annotation-ignored', 'annotation-ignored C1']);
    const sheet = part(SHEET);
    expect(sheet).toContain('<row r="2">');
    expect(sheet).toMatch(/<row r="4"><c r="A4"[\s\S]*?<c r="B4" s="\d+"\/><c r="C4"/);
    expect(sheet).toMatch(/<\/sheetData><legacyDrawing [^>]*r:id="rIdTrace1"\/><\/worksheet>$/);
    expect(part('xl/comments1.xml')).toContain('<comment ref="B2" authorId="0">');
  });

  it.each(['<dimension ref="A1:B4"/>', "<x:dimension ref='A1'></x:dimension>"])(
    'an annotated workbook has no dimension and no spans that would exclude the added columns: %s',
    async (dimension) => {
      const content = worksheet(ROWS).replace(/<dimension [^>]*>/, dimension);
      const original = withSheet(content);
      const { text: part } = await annotated(original, annotation([{ rows: MARKS }]));
      expect(part(SHEET)).not.toMatch(/dimension|spans="1:2"[^>]*>(?:(?!<\/row>).)*trace/);
    },
  );

  it('an annotated workbook keeps number format, font and borders of a coloured cell', async () => {
    const { text: part } = await annotated(
      withTypes({
        rows: '<row r="1"><c r="A1" s="1"><v>5</v></c></row><row r="2"><c r="A2" s="1"><v>6</v></c></row>',
        parts: [
          {
            name: 'xl/styles.xml',
            content: `<x:styleSheet xmlns:x='${MAIN}'><x:fonts count='1'><x:font/></x:fonts><x:fills count='1'><x:fill/></x:fills><x:cellXfs count='2'><x:xf/><x:xf numFmtId='14' fontId='0' borderId='3' fillId='0' applyFill='0'><x:alignment horizontal='right'/></x:xf></x:cellXfs></x:styleSheet>`,
          },
        ],
      }),
      annotation([{ rows: [{ row: 2, cells: [mark(0)], values: null }] }]),
    );
    const style = /<c r="A2" s="(\d+)"/.exec(part(SHEET))![1]!;
    const styles = part('xl/styles.xml');
    const formats = styles.slice(styles.indexOf('<x:cellXfs')).match(/<x:xf[\s\S]*?(?:\/>|<\/x:xf>)/g)!;
    expect(formats[Number(style)]).toMatch(
      /^<x:xf numFmtId='14' fontId='0' borderId='3' fillId="\d+" applyFill="1"><x:alignment/,
    );
    expect(styles).toContain(`<x:cellXfs count="${formats.length}">`);
  });

  it('an annotated workbook changes only marked cells if the workbook has no formats', async () => {
    const content = `<styleSheet xmlns="${MAIN}"/>`;
    const { text: part } = await annotated(
      withTypes({ rows: ROWS, parts: [{ name: 'xl/styles.xml', content }] }),
      annotation([{ rows: MARKS }]),
    );
    const styles = part('xl/styles.xml');
    expect(styles.endsWith('</cellXfs></styleSheet>')).toBe(true);
    const lists = [...styles.matchAll(/<(fonts|fills|borders|cellStyleXfs|cellXfs) /g)].map(
      ([, name]) => name,
    );
    expect(lists).toEqual(['fonts', 'fills', 'borders', 'cellStyleXfs', 'cellXfs']);
    expect(styles).toMatch(
      /<cellXfs count="\d+"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"\/>/,
    );
    expect(styles).toMatch(
      /<fills count="\d+"><fill><patternFill patternType="none"\/><\/fill><fill><patternFill patternType="gray125"/,
    );
    expect(part(SHEET)).not.toContain(' s="0"');
  });

  it('opens at the sheet of trace, and no other sheet is selected', async () => {
    const { text: part } = await annotated(
      withTypes({ parts: [], rows: ROWS }),
      annotation([{ name: 'Trace', rows: MARKS }]),
    );
    expect(part('xl/worksheets/sheet2.xml')).toContain('tabSelected="1"');
    expect(part('xl/workbook.xml')).toContain('activeTab="0"');
    expect(
      withoutSelection('<x:sheetView a="1" tabSelected="1"/><sheetView tabSelected=\'true\' b=""/>'),
    ).toBe('<x:sheetView a="1"/><sheetView b=""/>');
  });

  it('an annotated workbook has black text in a coloured cell whose text was white', () => {
    const xml = EMPTY_STYLES(MAIN).replace('<sz val="11"/>', '<color rgb="FFFFFFFF"/><sz val="11"/>');
    const styles = new BookStyles(xml);
    const format = styles.markedFormat(0, 'error');
    expect(styles.part()).toMatch(/<font><color rgb="FF000000"\/><sz val="11"\/>/);
    expect(styles.part()).toContain('fontId="1"');
    expect(format).toBe(1);
  });

  it('refers to the same sheets as before, and names the sheet of trace differently from all others', async () => {
    const { bytes, text: part } = await annotated(
      withTypes({
        parts: [
          {
            name: 'xl/workbook.xml',
            content: `<workbook xmlns="${MAIN}" xmlns:rel="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><bookViews><workbookView activeTab='2' firstSheet="1"/></bookViews><sheets><sheet name="Trace" sheetId="7" rel:id="rId1"/></sheets><definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">Trace!A1</definedName><definedName name="all">1</definedName></definedNames></workbook>`,
          },
        ],
        rows: ROWS,
      }),
      annotation([{ name: 'Trace', rows: MARKS }]),
    );
    const book = part('xl/workbook.xml');
    expect(book).toContain('<workbookView activeTab="0" firstSheet="0"/>');
    expect(book).toContain('localSheetId="1"');
    expect(book).toMatch(
      /<sheets><sheet [^>]*name="trace 2" sheetId="8" r:id="rIdTrace1"\/><sheet name="Trace"/,
    );
    const read = await readBytes('a.xlsx', bytes);
    expect(read.sheets.map(({ rows }) => rows.length)).toEqual([0, 3]);
  });

  it.each([
    [
      'prefixes',
      (rows: string) =>
        worksheet(rows)
          .replace(/<(\/?)(?=[a-z])/g, '<$1x:')
          .replace('xmlns=', 'xmlns:x='),
    ],
    ['single quotes', (rows: string) => worksheet(rows).replaceAll('"', "'")],
    [
      'UTF-16',
      (rows: string) => Buffer.from(`\ufeff${worksheet(rows).replace('UTF-8', 'UTF-16')}`, 'utf16le'),
    ],
    ['character data', (rows: string) => worksheet(rows.replace('Étoffe', '<![CDATA[a </row> <c> & b]]>'))],
    ['comments', (rows: string) => worksheet(rows.replaceAll('<row', '<!-- <row> --><row'))],
    [
      'columns',
      (rows: string) =>
        worksheet(rows).replace('<sheetData>', '<cols><col min="1" max="9" width="9"/></cols><sheetData>'),
    ],
    ['no references', (rows: string) => worksheet(rows.replace(/ r="[A-Z]\d"/g, ''))],
  ])('is read with the same rows as before if its XML has %s', async (_, write) => {
    const original = withSheet(write(ROWS));
    const { bytes } = await annotated(original, annotation([{ rows: MARKS }]));
    const before = await readBytes('a.xlsx', original);
    const after = await readBytes('a.xlsx', bytes);
    expect(before.sheets[0]?.rows).toHaveLength(3);
    expect(trimmed(after).slice(1)).toEqual(trimmed(before));
  });

  it('an annotated workbook has rows that the sheet did not have, if they are marked', async () => {
    const { text: part } = await annotated(
      withSheet(worksheet('').replace(/<sheetData>.*<\/sheetData>/, '<sheetData/>')),
      annotation([{ headerRow: 2, addedAt: 1, rows: [{ row: 3, cells: [mark(0)], values: null }] }]),
    );
    expect(part(SHEET)).toMatch(
      /<sheetData><row r="2"><c r="B2"[\s\S]*<\/row><row r="3"><c r="A3" s="\d+"\/><\/row><\/sheetData>/,
    );
  });

  it('an annotated workbook has the drawing of its notes where the XML schema requires it', async () => {
    const after = '<pageMargins left="1"/><drawing r:id="rId1"/><tableParts count="0"/><extLst/>';
    const { text: part } = await annotated(withAfter(after), annotation([{ rows: MARKS }]));
    expect(part(SHEET)).toMatch(/<drawing r:id="rId1"\/><legacyDrawing [^>]*\/><tableParts/);
  });

  it('an annotated workbook has the marks of merged cells on the visible cell', async () => {
    const original = withAfter('<mergeCells><mergeCell ref="A2:B4"/></mergeCells>');
    const rows = [MARKS[0]!, { ...MARKS[1]!, cells: [mark(0, 'below'), mark(9, 'beside')] }];
    const { text: part } = await annotated(original, annotation([{ rows }]));
    const refs = [...part('xl/comments1.xml').matchAll(/ref="(\w+)"/g)].map(([, ref]) => ref);
    expect(refs).toEqual(['A2', 'J4']);
    expect(part('xl/comments1.xml')).toMatch(/>wrong\n→ do this\n\nRow 4:\nbelow</);
  });

  it('an annotated workbook keeps the notes of a person, with the text of trace added to them and later removed', async () => {
    const sheet = worksheet(ROWS).replace(
      '</worksheet>',
      '<legacyDrawing xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="rId7"/></worksheet>',
    );
    const original = withTypes({
      parts: [
        { name: SHEET, content: sheet },
        {
          name: 'xl/worksheets/_rels/sheet1.xml.rels',
          content: relationships(
            relation('rId7', 'vmlDrawing', '../drawings/d.vml') +
              relation('rId8', 'comments', '../notes.xml'),
          ),
        },
        {
          name: 'xl/notes.xml',
          content: `<comments xmlns="${MAIN}"><authors><author>Zoé</author><author>tc={1}</author></authors><commentList><comment ref="B2" authorId="0"><text><t>mine</t></text></comment><comment ref="C9" authorId="0"><text><t>other</t></text></comment><comment ref="B4" authorId="1"><text><t>thread</t></text></comment></commentList></comments>`,
        },
        {
          name: 'xl/drawings/d.vml',
          content:
            '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout><v:shape id="_x0000_s1025"/></xml>',
        },
      ],
    });
    const marks = [{ ...MARKS[0]!, cells: [mark(0, 'first'), mark(1, 'second')] }, MARKS[1]!];
    const { bytes, text: part, unmarked } = await annotated(original, annotation([{ rows: marks }]));
    const notes = part('xl/notes.xml');
    expect(notes).toMatch(
      /<t>mine<\/t><r>[\s\S]*>\n— trace —\n<[\s\S]*>second<[\s\S]*>\n— trace —<\/t><\/r><\/text>/,
    );
    expect(notes).toContain('<t>other</t>');
    expect(notes).toContain('<comment ref="A2" authorId="2">');
    expect(notes).toContain('<comment ref="B4" authorId="1"><text><t>thread</t></text>');
    expect(unmarked.notes).toBe(1);
    const drawing = part('xl/drawings/d.vml');
    expect(drawing).toContain('data="1,2"');
    expect(drawing).toContain('id="_x0000_s2049"');
    expect(part(SHEET)).toBe(part(SHEET).replace('rIdTrace', ''));

    const again = await annotated(bytes, annotationAgain([{ addedAt: 2, rows: [] }]));
    const left = again.text('xl/notes.xml');
    expect(left).toContain('<comment ref="B2" authorId="0"><text><t>mine</t></text></comment>');
    expect(left).not.toContain('first');
    expect(again.text('xl/drawings/d.vml')).not.toContain('<x:Row>');
  });

  it('an annotated workbook has its columns where a person moved them, and a deleted one again at the end', async () => {
    const header = ['ref', 'trace_status', 'mine', 'trace_id', 'trace_message'];
    const cells = (row: number, texts: readonly string[]) =>
      texts.map((one, at) => text(`${'ABCDE'[at]}${row}`, one)).join('');
    const rows = `<row r="1">${cells(1, header)}</row><row r="2">${cells(2, ['F1', 'old', 'kept', 'old', 'old'])}</row>`;
    const marks = [{ row: 2, cells: [], values: ['created', 'id-2', null, 'qr', null] }];
    const again = annotationAgain([{ added: [1, 3, null, null, 4], rows: marks }]);
    const { text: part } = await annotated(withTypes({ rows }), again);
    const sheet = part(SHEET);
    const found = [...sheet.matchAll(/<c r="(\w+)"[^>]*>(?:<is><t[^>]*>([^<]*))?/g)];
    expect(found.map(([, ref, value]) => `${ref} ${value ?? ''}`)).toEqual([
      ...[
        ...['A1 ref', 'B1 trace_status', 'C1 mine', 'D1 trace_id', 'E1 trace_message', 'F1 trace_study'],
        'G1 trace_qr',
      ],
      ...['A2 F1', 'B2 created', 'C2 kept', 'D2 id-2', 'G2 qr'],
    ]);
  });

  it.each([
    ['cells with addresses', (ref: string) => ` r="${ref}"`],
    ['cells without addresses', () => ''],
  ])('loses the status of a sheet that is skipped now, but not its headers and ids: %s', async (_, at) => {
    const cells = (row: number, texts: readonly string[]) =>
      texts.map((one, index) => `<c${at(`${'ABCD'[index]}${row}`)} t="str"><v>${one}</v></c>`);
    const rowOf = (row: number, made: readonly string[]) => `<row${at(`${row}`)}>${made.join('')}</row>`;
    const header = rowOf(1, cells(1, ['ref', 'trace_status', 'trace_id', 'mine']));
    const [ref, status, id, mine] = cells(2, ['F1', 'old', 'id-1', 'kept']);
    const rows = header + rowOf(2, [ref!, status!, id!, mine!]);
    const original = withTypes({ rows: { Sheet1: ROWS, Skipped: rows } });
    const stale = new Map([['Skipped', { headerRow: 1, columns: [1, 2, null, null, null] }]]);
    const { text: part } = await annotated(
      original,
      annotation([{ rows: MARKS }], { earlierColumns: stale }),
    );
    const empty = at('') === '' ? '<c/>' : '';
    expect(part('xl/worksheets/sheet2.xml')).toContain(
      `<sheetData>${header}${rowOf(2, [ref!, empty, id!, mine!])}</sheetData>`,
    );
  });

  it('an annotated workbook shows the sheet of trace again if a person hid it', async () => {
    const original = withTypes({
      rows: { trace: ROWS, Sheet1: ROWS },
      sheetAttributes: { trace: 'state="hidden"' },
    });
    const { text: part } = await annotated(original, annotationAgain([]));
    expect(part('xl/workbook.xml')).toContain('<sheet name="trace" sheetId="1" state="visible"');
  });

  it('extends the filter of a person over its columns, once, if it ends just before them', async () => {
    const names = (range: string, sheet = 0) =>
      `<definedName name="_xlnm._FilterDatabase" localSheetId="${sheet}" hidden="1">'L''été'!${range}</definedName>`;
    const content = worksheet(ROWS).replace(
      '</sheetData>',
      '</sheetData><autoFilter ref="A1:B4"><sortState ref="A2:B4"/></autoFilter>',
    );
    const original = withPart(
      withTypes({ rows: { 'L\u2019été': ROWS }, parts: [{ name: SHEET, content }] }),
      'xl/workbook.xml',
      (xml) => xml.replace('</workbook>', `<definedNames>${names('$A$1:$B$4')}</definedNames></workbook>`),
    );
    const name = 'L\u2019été';
    const first = await annotated(original, annotation([{ name, rows: MARKS }]));
    const filters = ({ text: part }: Annotated) => part(SHEET).match(/<autoFilter.*<\/autoFilter>/)?.[0];
    const wide = '<autoFilter ref="A1:G4"><sortState ref="A2:G4"/></autoFilter>';
    expect(filters(first)).toBe(wide);
    expect(first.text('xl/workbook.xml')).toContain(names('$A$1:$G$4', 1));
    const again = await annotated(first.bytes, annotationAgain([{ name, addedAt: 2, rows: MARKS }]));
    expect(filters(again)).toBe(wide);
    expect(again.text('xl/workbook.xml')).toContain(names('$A$1:$G$4', 1));
  });

  it.each([
    ['ends in another column', '<autoFilter ref="A1:A4"/>'],
    ['has its headers in another row', '<autoFilter ref="A2:B4"/>'],
    [
      'is of a view of the sheet',
      '<customSheetViews><customSheetView><autoFilter ref="A1:B4"/></customSheetView></customSheetViews>',
    ],
  ])('an annotated workbook keeps a filter unchanged that %s', async (_, filter) => {
    const { text: part } = await annotated(withAfter(filter), annotation([{ rows: MARKS }]));
    expect(part(SHEET)).toContain(filter);
  });

  it('an annotated workbook is reported if its marked sheet has conditional formats, which hide colours', async () => {
    const rule = '<cfRule type="expression" priority="1"/>';
    const original = withAfter(`<conditionalFormatting sqref="A1:B4">${rule}</conditionalFormatting>`);
    const { unmarked } = await annotated(original, annotation([{ rows: MARKS }]));
    expect(unmarked.hasConditional).toBe(true);
    const unmarkedSheet = await annotated(original, annotation([{ rows: [] }]));
    expect(unmarkedSheet.unmarked.hasConditional).toBe(false);
  });

  it('recognises its notes if a program has removed their author', async () => {
    const first = await annotated(withTypes({ rows: ROWS }), annotation([{ rows: MARKS }]));
    const saved = withPart(first.bytes, 'xl/comments1.xml', (xml) =>
      xml.replace('<author>trace</author>', '<author> </author>'),
    );
    const again = await annotated(saved, annotationAgain([{ addedAt: 2, rows: MARKS.slice(1) }]));
    const refs = (xml: string) => [...xml.matchAll(/<comment ref="(\w+)"/g)].map(([, ref]) => ref);
    expect(refs(first.text('xl/comments1.xml'))).toEqual(['B2', 'B4']);
    expect(refs(again.text('xl/comments1.xml'))).toEqual(['B4']);
    expect(again.text('xl/comments1.xml').match(/— trace —/g)).toHaveLength(2);
    expect(again.text('xl/drawings/vmlDrawing1.vml').match(/<x:Row>/g)).toHaveLength(1);
  });

  describe('with marks on cells that a person has coloured', () => {
    const solid = (colour: string) =>
      `<fill><patternFill patternType="solid"><fgColor ${colour}/></patternFill></fill>`;
    const styles = EMPTY_STYLES(MAIN)
      .replace('</fills>', `${solid('theme="4" tint="0.8"')}${solid('rgb="FFFFC9CE"')}</fills>`)
      .replace('</fonts>', '<font><b/><color rgb="FFFFFFFF"/><sz val="9"/></font></fonts>')
      .replace(
        '</cellXfs>',
        '<xf fillId="2" fontId="0"/><xf fillId="3" fontId="1"/><xf fillId="0" fontId="1"/></cellXfs>',
      );
    const cells = [1, 2, 3, 0].map((format, at) => `<c r="${'ABCD'[at]}2" s="${format}"><v>5</v></c>`);
    const own = withTypes({
      rows: `<row r="2">${cells.join('')}</row>`,
      parts: [{ name: 'xl/styles.xml', content: styles }],
    });
    const marks = (severity: CellMark['severity'], columns = [0, 1, 2, 3]) => [
      { row: 2, cells: columns.map((column) => mark(column, 'a problem', severity)), values: null },
    ];
    const again = (bytes: Uint8Array, rows: readonly RowMarks[], earlierResult: string | null = 'trace') =>
      annotated(bytes, annotation([{ addedAt: 4, rows }], { earlierResult }));

    /** The fills and fonts of the cells of row 2. */
    function looks({ text }: Pick<Annotated, 'text'>) {
      const part = text('xl/styles.xml');
      const list = (name: string) =>
        part
          .slice(part.indexOf(`<${name} `), part.indexOf(`</${name}>`))
          .match(/<(fill|font|xf)\b[^>]*?(?:\/>|>.*?<\/\1>)/g)!;
      const [formats, fills, fonts] = ['cellXfs', 'fills', 'fonts'].map(list);
      return [...text(SHEET).matchAll(/<c r="[A-D]2" s="(\d+)"/g)].map(([, format]) => {
        const [fill, font] = ['fillId', 'fontId'].map((name) =>
          Number(new RegExp(`${name}="(\\d+)"`).exec(formats![Number(format)]!)![1]),
        );
        return `${/(?:theme|rgb)="\w+"/.exec(fills![fill!]!)?.[0]} ${/rgb="\w+"/.exec(fonts![font!]!)?.[0]}`;
      });
    }
    const BEFORE = [
      ...['theme="4" undefined', 'rgb="FFFFC9CE" rgb="FFFFFFFF"', 'undefined rgb="FFFFFFFF"'],
      'undefined undefined',
    ];

    const MARKED = [
      ...['rgb="FFFFC9CF" undefined', 'rgb="FFFFC9CF" rgb="FF000000"', 'rgb="FFFFC9CF" rgb="FF000000"'],
      'rgb="FFFFC9CF" undefined',
    ];

    it('a copy with marks on coloured cells has a named style for each look that a mark covers', async () => {
      const first = await annotated(own, annotation([{ rows: marks('error') }]));
      expect(looks(first)).toEqual(MARKED);
      const names = (part: string) => part.match(/<cellStyle [^>]*>/g)!.map((tag) => attribute(tag, 'name'));
      expect(names(first.text('xl/styles.xml'))).toEqual(['Normal', 'trace 1', 'trace 2', 'trace 3']);
      const plain = await annotated(own, annotation([{ rows: marks('error', [3]) }]));
      expect(names(plain.text('xl/styles.xml'))).toEqual(['Normal']);
    });

    it('a copy with marks on coloured cells gets the colours back when the cells are correct, after any number of annotations', async () => {
      let copy = await annotated(own, annotation([{ rows: marks('error') }]));
      for (const severity of ['warning', 'error', 'notice'] as const)
        copy = await again(copy.bytes, marks(severity));
      expect(looks(await again(copy.bytes, marks('error', [0])))).toEqual([MARKED[0], ...BEFORE.slice(1)]);
      expect(looks(await again(copy.bytes, []))).toEqual(BEFORE);
    });

    it('a copy with marks on coloured cells gets the named style of a cell back, also after another program has renumbered the styles', async () => {
      const good = withPart(own, 'xl/styles.xml', (xml) =>
        xml
          .replace('</cellStyleXfs>', '<xf fillId="2" fontId="0"/></cellStyleXfs>')
          .replace('</cellStyles>', '<cellStyle name="L&amp;é" xfId="1"/></cellStyles>')
          .replace('<xf fillId="2" fontId="0"/></cellXfs>', '')
          .replace(
            '<xf fillId="2" fontId="0"/><xf fillId="3"',
            '<xf fillId="2" fontId="0" xfId="1"/><xf fillId="3"',
          ),
      );
      const first = await annotated(good, annotation([{ rows: marks('error') }]));
      expect(first.text('xl/styles.xml')).toContain('<cellStyle name="trace 1: L&amp;é" xfId="2"/>');
      const swapped = withPart(first.bytes, 'xl/styles.xml', (xml) => {
        const [all, usual, own, ...covers] =
          /<cellStyleXfs [^>]*>(<xf [^>]*>)(<xf [^>]*>)(<xf.*)<.cellStyleXfs>/s.exec(xml)!;
        return xml
          .replace(all, `<cellStyleXfs count="5">${usual}${covers.join('')}${own}</cellStyleXfs>`)
          .replace(/xfId="(\d)"/g, (_, id) => `xfId="${[0, 4, 1, 2, 3][Number(id)]}"`);
      });
      const cleared = await again(swapped, []);
      expect(looks(cleared)).toEqual(BEFORE);
      const format = /<c r="A2" s="(\d+)"/.exec(cleared.text(SHEET))![1];
      const formats = cleared
        .text('xl/styles.xml')
        .split('<cellXfs')[1]!
        .match(/<xf [^>]*>/g)!;
      expect(formats[Number(format)]).toContain('xfId="4"');
    });

    it('a copy with marks on coloured cells keeps text dark on a mark whose font a person has changed', async () => {
      const first = await annotated(own, annotation([{ rows: marks('error') }]));
      const larger = first
        .text('xl/styles.xml')
        .replace(/(<color rgb="FF000000"\/>)<sz val="9"\/>/, '$1<sz val="12"/>');
      const { bytes, text } = await again(
        withPart(first.bytes, 'xl/styles.xml', () => larger),
        marks('warning'),
      );
      expect(looks({ text })[1]).toBe('rgb="FFFFE9A8" rgb="FF000000"');
      const cleared = await again(bytes, []);
      expect(looks(cleared)).toEqual(BEFORE);
      expect(cleared.text('xl/styles.xml')).toContain('<color rgb="FFFFFFFF"/><sz val="12"/>');
    });

    it('a copy with marks on coloured cells keeps a colour equal to one of trace in a workbook that was never annotated', async () => {
      const ours = withPart(own, 'xl/styles.xml', (xml) => xml.replace('FFFFC9CE', 'FFFFC9CF'));
      expect(looks(await annotated(ours, annotation([{ rows: marks('error', [0]) }])))[1]).toBe(
        'rgb="FFFFC9CF" rgb="FFFFFFFF"',
      );
    });

    it('a copy with marks on coloured cells gets no new format if nothing has changed', async () => {
      const first = await annotated(own, annotation([{ rows: marks('error') }]));
      const second = await again(first.bytes, marks('error'));
      const third = await again(second.bytes, marks('error'));
      expect(third.text('xl/styles.xml')).toBe(second.text('xl/styles.xml'));
    });

    it('a copy with marks on coloured cells gets the colours back without the sheet and the columns of trace too', async () => {
      const { bytes } = await annotated(own, annotation([{ rows: marks('warning') }]));
      expect(looks(await again(bytes, [], null))).toEqual(BEFORE);
      const unsure = await annotated(bytes, annotation([{ rows: [] }]));
      expect(looks(unsure)).toEqual([...BEFORE.slice(0, 3), 'rgb="FFFFE9A8" undefined']);
    });
  });

  it('an annotated workbook keeps the id of a record that is annotated again without one', async () => {
    const rows = (id: string | null) => [{ row: 2, cells: [], values: ['ok', id, null, null, null] }];
    const first = await annotated(withTypes({ rows: ROWS }), annotation([{ rows: rows('id-1') }]));
    const sheet = async (marks: readonly RowMarks[]) => {
      const again = annotationAgain([{ addedAt: 2, rows: marks }]);
      return (await annotated(first.bytes, again)).text(SHEET);
    };
    expect(await sheet(rows(null))).toContain('>id-1<');
    expect(await sheet(rows('id-2'))).not.toContain('>id-1<');
    // The row has no record any more.
    expect(await sheet([{ row: 2, cells: [], values: null }])).not.toContain('>id-1<');
  });

  it('loses its marks on a sheet that is not read any more', async () => {
    const original = withTypes({ rows: { Sheet1: ROWS, Other: ROWS } });
    const first = await annotated(original, annotation([{ rows: MARKS }, { name: 'Other', rows: MARKS }]));
    expect(first.text('xl/comments2.xml')).toContain('<comment ref="B2"');
    const again = annotationAgain([{ addedAt: 2, rows: MARKS }]);
    const { text: part } = await annotated(first.bytes, again);
    expect(part('xl/comments1.xml')).toContain('<comment ref="B2"');
    expect(part('xl/comments2.xml')).not.toContain('<comment ');
    const styleOf = (sheet: string) => /<c r="B2"[^>]* s="(\d+)"/.exec(part(sheet))![1]!;
    const formats = part('xl/styles.xml')
      .split('<cellXfs')[1]!
      .match(/<xf [^>]*>/g)!;
    expect(formats[Number(styleOf('xl/worksheets/sheet2.xml'))]).toContain('fillId="0"');
    expect(formats[Number(styleOf(SHEET))]).not.toContain('fillId="0"');
  });

  it('an annotated workbook has the new marks, notes and columns instead of those of an earlier annotation', async () => {
    const first = await annotated(withTypes({ rows: ROWS }), annotation([{ rows: MARKS }]));
    const marks = [{ row: 4, cells: [], values: values('created', 'new') }];
    const second = await annotated(first.bytes, annotationAgain([{ addedAt: 2, rows: marks }]));
    const sheet = second.text(SHEET);
    expect([...sheet.matchAll(/trace_status/g)]).toHaveLength(1);
    expect(sheet).not.toContain('wrong');
    expect(sheet).toContain('new');
    expect(second.text('xl/comments1.xml')).not.toContain('<comment ');
    const fill = /<c r="B2"[^>]* s="(\d+)"/.exec(sheet)![1]!;
    const formats = second.text('xl/styles.xml').match(/<xf [^>]*>/g)!;
    expect(formats.at(-1)).toContain('fillId="0"');
    expect(Number(fill)).toBeGreaterThan(0);
    const read = await readBytes('a.xlsx', second.bytes);
    expect(read.sheets.map(({ name }) => name)).toEqual(['trace', 'Sheet1']);
    expect(trimmed(read).slice(1)).toEqual(trimmed(await readBytes('a.xlsx', withTypes({ rows: ROWS }))));
  });
});
