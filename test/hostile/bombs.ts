import { relation, type Workbook, workbook } from '../sheets/workbook-builder.ts';
import type { ZipPart } from '../sheets/zip-builder.ts';
import { endless, repeated } from './stream.ts';

const MB = 1024 ** 2;
const SHEET = 'xl/worksheets/sheet1.xml';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const HEAD = `<worksheet xmlns="${MAIN}"><sheetData>`;
const TAIL = '</sheetData></worksheet>';

/** Headers of suppliers, so that all rows are read. */
const HEADS = ['supplierRef', 'name', 'category', 'country'];
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const HEADER_ROW = `<row r="1">${HEADS.map(text).join('')}</row>`;

/** A file that is built to exhaust a machine. */
export interface Bomb {
  readonly name: string;
  readonly bytes: () => Buffer;
  /** A part of the expected message. */
  readonly says: RegExp;
}

const sheetOf = (part: ZipPart, more: Omit<Workbook, 'parts'> = {}): Buffer =>
  workbook({ ...more, rows: { Suppliers: '' }, parts: [part] });

const filled = (head: string, unit: string, bytes: number, tail = TAIL): Buffer =>
  sheetOf(repeated(SHEET, head, unit, bytes, tail));

const csv = (name: string, says: RegExp, bytes: () => string | Buffer): Bomb => ({
  name: `${name}.csv`,
  says,
  bytes: () => Buffer.from(bytes() as string),
});

const xlsx = (name: string, says: RegExp, bytes: () => Buffer): Bomb => ({
  name: `${name}.xlsx`,
  says,
  bytes,
});

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';
/** Letters only, different for each number. */
const word = (at: number): string =>
  at < 26 ? ALPHABET[at]! : word(Math.floor(at / 26) - 1) + ALPHABET[at % 26]!;
const many = (count: number, one: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => one(at)).join('');

export const BOMBS: readonly Bomb[] = [
  // archives
  xlsx('blanks-512-mib', /hardly any rows.*limit ratio/, () => filled(HEAD, ' ', 512 * MB)),
  xlsx('blanks-without-root', /hardly any rows.*limit ratio/, () => filled('', '\n', 512 * MB, '')),
  xlsx('cells-8-million', /limit columns/, () =>
    filled(`${HEAD}${HEADER_ROW}<row r="2">`, '<c><v>1</v></c>', 8_000_000 * 15, `</row>${TAIL}`),
  ),
  xlsx('cells-8-million-in-rows', /country-unknown/, () =>
    filled(`${HEAD}${HEADER_ROW}`, `<row>${'<c><v>1</v></c>'.repeat(400)}</row>`, 8_000_000 * 15),
  ),
  xlsx('entry-count', /limit entries/, () =>
    workbook({
      parts: Array.from({ length: 60_000 }, (_, at) => ({ name: `x${at}`, content: '', stored: true })),
    }),
  ),
  xlsx('names-of-entries', /too long/, () =>
    workbook({
      parts: Array.from({ length: 500 }, (_, at) => ({
        name: `${at}`.padEnd(60_000, 'x'),
        content: '',
        stored: true,
      })),
    }),
  ),
  xlsx('size-claimed-2-gib', /damaged/, () =>
    sheetOf({ name: SHEET, content: `${HEAD}${HEADER_ROW}${TAIL}`, claims: { size: 0x7fffffff } }),
  ),
  xlsx('size-claimed-small', /damaged/, () => {
    const part = repeated(SHEET, HEAD, ' ', 90 * MB, TAIL);
    return sheetOf({ ...part, claims: { ...part.claims, size: 100 } });
  }),
  xlsx('stream-without-end', /damaged/, () => sheetOf(endless(SHEET, `${HEAD}${HEADER_ROW}`, 1))),
  xlsx('stream-without-bytes', /damaged/, () =>
    sheetOf({ ...endless(SHEET, '', 4_000_000), content: `${HEAD}${TAIL}` }),
  ),
  xlsx('parts-of-the-same-bytes', /sheet\d+.xml and xl\/worksheets\/sheet\d+.xml overlap/, () => {
    const part = repeated(SHEET, `${HEAD}${HEADER_ROW}`, `<row>${text('x').repeat(4)}</row>`, 60 * MB, TAIL);
    const { content: _, packed, ...rest } = part;
    return workbook({
      rows: Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`Suppliers ${at}`, ''])),
      parts: [
        part,
        ...Array.from({ length: 899 }, (_, at) => ({
          ...rest,
          content: '',
          packed: packed!,
          name: `xl/worksheets/sheet${at + 2}.xml`,
          sameAs: SHEET,
        })),
      ],
    });
  }),
  xlsx('zip-in-zip-in-zip', /zip archive/, () => {
    let inner = workbook({ rows: HEADER_ROW });
    for (let depth = 0; depth < 20; depth++) {
      inner = workbook({
        parts: [
          { name: 'xl/workbook.xml', content: '<x/>' },
          { name: 'a.xlsx', content: inner },
        ],
      });
    }
    return inner;
  }),
  xlsx('zip-as-sheet', /not UTF-8/, () =>
    sheetOf({ name: SHEET, content: workbook({ rows: HEADER_ROW }), stored: true }),
  ),
  // the list of sheets, styles, relations
  xlsx('million-sheets', /limit sheets/, () =>
    workbook({
      parts: [
        repeated(
          'xl/workbook.xml',
          `<workbook xmlns="${MAIN}" xmlns:r="r"><sheets>`,
          '<sheet name="Suppliers" sheetId="1" r:id="rId1"/>',
          49 * 1_000_000,
          '</sheets></workbook>',
        ),
      ],
    }),
  ),
  xlsx('sheets-of-one-part', /one and the same part/, () =>
    workbook({
      parts: [
        {
          name: 'xl/workbook.xml',
          content: `<workbook xmlns="${MAIN}" xmlns:r="r"><sheets>${many(900, (at) => `<sheet name="Suppliers ${at}" r:id="rId1"/>`)}</sheets></workbook>`,
        },
      ],
    }),
  ),
  xlsx('million-defined-names', /no rows of data/, () =>
    workbook({
      parts: [
        repeated(
          'xl/workbook.xml',
          `<workbook xmlns="${MAIN}" xmlns:r="r"><sheets><sheet name="Suppliers" r:id="rId1"/></sheets><definedNames>`,
          '<definedName name="n">Suppliers!$A$1:$XFD$1048576</definedName>',
          64 * 1_000_000,
          '</definedNames></workbook>',
        ),
      ],
    }),
  ),
  xlsx('million-relations', /points to more than/, () =>
    workbook({
      parts: [
        repeated(
          'xl/_rels/workbook.xml.rels',
          '<Relationships>',
          relation('x', 'worksheet', 'a.xml'),
          90 * MB,
          '</Relationships>',
        ),
      ],
    }),
  ),
  xlsx('million-styles', /more than 1,000,000 formats/, () =>
    workbook({
      parts: [
        repeated('xl/styles.xml', '<styleSheet><cellXfs>', '<xf/>', 99 * MB, '</cellXfs></styleSheet>'),
      ],
    }),
  ),
  xlsx('format-of-brackets', /no rows of data/, () =>
    workbook({ rows: '', formats: ['['.repeat(150_000), '"'.repeat(150_000), `[${'h'.repeat(150_000)}`] }),
  ),
  xlsx('name-of-a-sheet', /whose name has 1,000,000 characters/, () =>
    workbook({
      parts: [
        {
          name: 'xl/workbook.xml',
          content: `<workbook xmlns:r="r"><sheets><sheet name="${'x'.repeat(1_000_000)}" r:id="rId1"/></sheets></workbook>`,
        },
      ],
    }),
  ),
  // shared texts
  xlsx('shared-texts-many', /limit (shared-characters|ratio)/, () =>
    workbook({
      parts: [repeated('xl/sharedStrings.xml', '<sst>', '<si><t>ab</t></si>', 99 * 8 * MB, '</sst>')],
    }),
  ),
  xlsx('shared-texts-99-mb', /limit shared-characters/, () =>
    workbook({ parts: [repeated('xl/sharedStrings.xml', '<sst>', '<si><t>ab</t></si>', 99 * MB, '</sst>')] }),
  ),
  xlsx('shared-texts-empty', /limit shared-characters/, () =>
    workbook({ parts: [repeated('xl/sharedStrings.xml', '<sst>', '<si/>', 40 * MB, '</sst>')] }),
  ),
  xlsx('shared-text-long', /limit ratio/, () =>
    workbook({
      parts: [repeated('xl/sharedStrings.xml', '<sst><si><t>', 'é€', 90 * MB, '</t></si></sst>')],
    }),
  ),
  xlsx('shared-text-everywhere', /limit cell-characters/, () =>
    workbook({
      rows: {
        Suppliers: `${HEADER_ROW}${`<row>${'<c t="s"><v>0</v></c>'.repeat(4)}</row>`.repeat(5000)}`,
      },
      strings: `<si><t>${'x'.repeat(40_000)}</t></si>`,
    }),
  ),
  // XML
  xlsx('billion-laughs', /document type/, () =>
    workbook({
      parts: [
        {
          name: 'xl/sharedStrings.xml',
          content: `<!DOCTYPE l [<!ENTITY a "ha">${many(30, (at) => `<!ENTITY ${word(at + 1)} "${`&${word(at)};`.repeat(10)}">`)}]><sst>&z;</sst>`,
        },
      ],
    }),
  ),
  xlsx('xml-deep', /nested deeper/, () => filled(HEAD, '<a>', 50 * MB)),
  xlsx('xml-names', /not well-formed/, () =>
    workbook({ rows: { Suppliers: many(20_000, (at) => `<${word(at).padEnd(20, 'x')}/>`) } }),
  ),
  xlsx('xml-names-long', /not well-formed/, () =>
    workbook({ rows: { Suppliers: many(500, (at) => `<${word(at).padEnd(2000, 'x')}/>`) } }),
  ),
  xlsx('xml-comment-open', /is truncated/, () => filled(`${HEAD}<!--`, '- ', 90 * MB, '')),
  xlsx('xml-character-data-open', /is truncated/, () =>
    filled(`${HEAD}<row><c><v><![CDATA[`, ']]', 90 * MB, ''),
  ),
  xlsx('xml-instructions', /no rows of data/, () => filled(HEAD, '<?a?>', 99 * MB)),
  xlsx('xml-comments', /no rows of data/, () => filled(HEAD, '<!---->', 99 * MB)),
  xlsx('xml-attributes', /no rows of data/, () => filled(`${HEAD}<row `, 'a="" ', 1_000_000, `/>${TAIL}`)),
  xlsx('xml-attributes-often', /no rows of data/, () =>
    filled(`${HEAD}${HEADER_ROW}`, `<row ${'a="" '.repeat(12_000)}/>`, 99 * MB),
  ),
  xlsx('xml-tag-open', /tag without an end/, () => filled(`${HEAD}<row a="`, 'x', 99 * MB, '')),
  xlsx('xml-tags-long', /no rows of data/, () => filled(HEAD, `<a b="${'x'.repeat(1_000_000)}"/>`, 99 * MB)),
  xlsx('xml-ampersands', /entity/, () =>
    filled(`${HEAD}<row><c t="str"><v>`, '&', 90 * MB, `</v></c></row>${TAIL}`),
  ),
  xlsx('xml-character-references', /limit cell-characters/, () =>
    filled(`${HEAD}${HEADER_ROW}<row><c t="str"><v>`, '&#65;', 90 * MB, `</v></c></row>${TAIL}`),
  ),
  xlsx('xml-pieces-of-character-data', /limit cell-characters/, () =>
    filled(`${HEAD}${HEADER_ROW}<row><c t="str"><v>`, '<![CDATA[x]]>', 90 * MB, `</v></c></row>${TAIL}`),
  ),
  // cells
  xlsx('rows-empty', /no sheet has more than 1,048,576/, () =>
    filled(`${HEAD}${HEADER_ROW}`, '<row/>', 99 * MB),
  ),
  xlsx('rows-of-one-number', /limit rows/, () => filled(`${HEAD}${HEADER_ROW}`, '<row r="2"/>', 700 * MB)),
  xlsx('cells-empty', /no rows of data/, () =>
    filled(`${HEAD}${HEADER_ROW}`, `<row r="2">${'<c r="A2"/>'.repeat(4000)}</row>`, 200 * MB),
  ),
  xlsx('cells-in-the-last-column', /limit cells/, () =>
    filled(`${HEAD}${HEADER_ROW}`, '<row><c r="XFD1"><v>1</v></c></row>', 35 * 1_000_000),
  ),
  xlsx('cells-in-the-last-column-first', /sheet-no-header/, () =>
    filled(HEAD, '<row><c r="XFD1"><v>1</v></c></row>', 35 * 1_000_000),
  ),
  xlsx('cell-in-the-last-corner', /sheet-no-header/, () =>
    workbook({ rows: { Suppliers: '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>' } }),
  ),
  xlsx('cell-far-beyond', /limit columns/, () =>
    workbook({ rows: { Suppliers: `${HEADER_ROW}<row r="2"><c r="ZZZZZ999999999"><v>1</v></c></row>` } }),
  ),
  xlsx('heads-in-every-column', /country-unknown/, () =>
    workbook({
      rows: {
        Suppliers: `<row>${HEADS.map(text).join('')}${many(16_380, (at) => text(`country of ${word(at)}`))}</row><row>${text('x').repeat(16_384)}</row>`,
      },
    }),
  ),
  xlsx('heads-of-any-number', /sheet-no-header/, () =>
    workbook({
      rows: {
        Components: `<row>${many(16_384, (at) => text(`composition.${at}.material`))}</row><row>${text('x').repeat(16_384)}</row>`,
      },
    }),
  ),
  xlsx('texts-in-the-wrong-encoding', /text-damaged/, () =>
    workbook({
      rows: { Suppliers: `${HEADER_ROW}${`<row>${'<c t="s"><v>0</v></c>'.repeat(200)}</row>`.repeat(1000)}` },
      strings: '<si><t>cafÃ©</t></si>',
    }),
  ),
  // text
  csv('quote-without-end', /limit row-bytes/, () => `supplierRef,name\n"${'x'.repeat(40 * MB)}`),
  csv('quotes-only', /limit row-bytes/, () => `supplierRef,name\n${'"'.repeat(40 * MB + 1)}`),
  csv('one-line', /limit row-bytes/, () => `supplierRef,name\n${'x'.repeat(60 * MB)}`),
  csv('one-line-of-commas', /limit columns/, () => `supplierRef,name\n${','.repeat(60 * MB)}`),
  csv('blank-lines', /limit rows/, () => `supplierRef,name\n${'\n'.repeat(60 * MB)}`),
  csv('first-line-of-commas', /limit columns/, () => `${','.repeat(60_000)}\n1,2\n`),
  csv('zero-bytes', /neither a workbook nor text/, () => Buffer.alloc(20 * MB)),
  csv(
    'zero-bytes-in-cells',
    /zero character|sheet-unknown|neither/,
    () => `supplierRef,name\n${'ABCDEFGHIJ\0B,C\n'.repeat(5000)}`,
  ),
  csv('bytes-of-no-encoding', /text-encoding/, () =>
    Buffer.concat([Buffer.from('supplierRef,name\n'), Buffer.alloc(20 * MB, 0xc3)]),
  ),
  csv('letters-mixed', /text-mixed.*line 3145730/, () =>
    Buffer.concat([
      Buffer.from('supplierRef,name\n'),
      Buffer.from('é,à\n'.repeat(3 * MB)),
      Buffer.from([0xe9]),
    ]),
  ),
  csv('separator-line', /limit columns/, () => `sep=${';'.repeat(10 * MB)}`),
];
