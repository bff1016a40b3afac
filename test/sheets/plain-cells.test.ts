import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/findings/finding.ts';
import type { Row } from '../../src/sheets/cell.ts';
import { Damage } from '../../src/sheets/damage.ts';
import { DEFAULT_LIMITS } from '../../src/sheets/limits.ts';
import type { Limits } from '../../src/sheets/source.ts';
import { builtInFormat, formatOfCode } from '../../src/sheets/xlsx/number-format.ts';
import { type Book, Worksheet } from '../../src/sheets/xlsx/worksheet.ts';
import { xmlChunks } from '../../src/sheets/xlsx/xml-text.ts';
import { full, SLOW } from '../effort.ts';
import { worksheet } from './workbook-builder.ts';

const RUNS = { numRuns: SLOW ? full(1600) : 500, endOnFailure: true };

type Chunks = AsyncIterable<Buffer | string>;
/** Text goes to the tokenizer only. */
type Reading = (bytes: AsyncIterable<Buffer>, name: string) => Chunks;

async function* eachOf(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks;
}

/** Splits the bytes at each of the offsets. */
function chunksOf(bytes: Buffer, offsets: readonly number[]): Buffer[] {
  const sorted = [0, ...offsets.map((at) => at % (bytes.length + 1)).sort((one, other) => one - other)];
  return sorted.map((at, index) => Buffer.from(bytes.subarray(at, sorted[index + 1])));
}

/** What stopped reading, if anything. */
async function damageOf(read: () => Promise<void>): Promise<string | undefined> {
  try {
    await read();
    return undefined;
  } catch (error) {
    if (error instanceof Damage) return error.message;
    throw error;
  }
}

const part = 'sheet.xml';

async function rowsOf(chunks: readonly Buffer[], book: Book, reading: Reading) {
  const findings: Finding[] = [];
  const rows: Row[] = [];
  const sheet = new Worksheet(book, part, 'a.xlsx', 'A', (finding) => findings.push(finding));
  const damage = await damageOf(async () => {
    for await (const chunk of reading(eachOf(chunks), part)) {
      sheet.push(chunk);
      while (sheet.read()) rows.push(...sheet.take());
    }
    sheet.finish();
    while (sheet.read()) rows.push(...sheet.take());
  });
  rows.push(...sheet.take());
  return { rows, findings, damage, place: sheet.place, seen: sheet.rowsSeen };
}

const asText: Reading = async function* (bytes, name) {
  for await (const chunk of xmlChunks(bytes, name)) yield chunk.toString();
};

async function expectSameRows(chunks: readonly Buffer[], book: Book): Promise<void> {
  expect(await rowsOf(chunks, book, xmlChunks)).toEqual(await rowsOf(chunks, book, asText));
}

const texts = ['a', 'Été', '', '织 €', ' '];

const bookOf = (limits: Partial<Limits>): Book => ({
  strings: { texts: { get: (number) => texts[number] }, tooLong: new Map() },
  styles: [0, 14, '0000', 10, '[>=1]0;0%', 21].map((format) =>
    typeof format === 'number' ? builtInFormat(format) : formatOfCode(format),
  ),
  date1904: false,
  limits: { ...DEFAULT_LIMITS, ...limits },
});

const offsets = fc.array(fc.nat(), { maxLength: 4 });
const limits = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  ...(['rows', 'columns', 'cells', 'cellCharacters'] as const).map((name) =>
    fc.record({ [name]: fc.integer({ min: 1, max: 12 }) }),
  ),
);

const SIGNS = [
  ...['a', 'B1', ' ', '\t', '\n', '0', '7', '-', '.', 'e', 'E', '+', 'É', 'ÿ', 'œ', '€', '織', '𝄞'],
  ...['\ufeff', '\0'],
  ...['&amp;', '&lt;', '&#233;', '&#xD800;', '&no;', '&', '\r\n', '\r', '_', '_x', '_x0041_', '_xD800_'],
  ...['>', ']]>'],
  ...['"', "'", '<!--x-->', '<![CDATA[<a>]]>', '<b/>'],
];
const text = fc.oneof(
  fc.stringMatching(/^[A-Za-z ]{0,12}$/),
  fc.array(fc.constantFrom(...SIGNS), { maxLength: 6 }).map((signs) => signs.join('')),
);
const number = fc.oneof(
  fc.integer({ min: -3, max: 70_000 }).map(String),
  fc.double({ noNaN: true }).map(String),
  fc.stringMatching(/^-?\d{0,17}(?:\.\d{0,17})?(?:[eE][-+]?\d{1,3})?$/),
);
const index = fc.oneof(fc.integer({ min: 0, max: 5 }).map(String), number);
const formula = fc.constantFrom(
  '',
  '',
  '<f>A1+1</f>',
  '<f t="shared" si="0"/>',
  '<f t="a>b">"é"</f>',
  '<f><!----></f>',
);
const style = fc.constantFrom(
  '',
  '',
  ' s="0"',
  ' s="1"',
  ' s="2"',
  ' s="3"',
  ' s="4"',
  ' s="5"',
  ' s="9"',
  ' s=""',
  ' cm="1"',
);
const preserve = fc.constantFrom('', '', ' xml:space="preserve"', ' a="b"');
const blank = fc.constantFrom('', '', '', '', ' ', '\n');
const value = fc.oneof(
  fc.tuple(formula, number, blank).map(([f, v, b]) => ['', `${f}${b}<v>${v}</v>`]),
  fc.tuple(formula, number).map(([f, v]) => [' t="n"', `${f}<v>${v}</v>`]),
  fc.tuple(formula, index, blank).map(([f, v, b]) => [' t="s"', `${f}<v>${v}</v>${b}`]),
  fc.tuple(formula, text).map(([f, v]) => [' t="str"', `${f}<v>${v}</v>`]),
  fc
    .tuple(formula, fc.constantFrom('0', '1', '2', 'true', '', '10'))
    .map(([f, v]) => [' t="b"', `${f}<v>${v}</v>`]),
  fc.tuple(preserve, text, blank).map(([p, v, b]) => [' t="inlineStr"', `<is>${b}<t${p}>${v}</t></is>`]),
  fc.tuple(preserve, text).map(([p, v]) => [' t="inlineStr"', `<is><t${p}>${v}</t></is>`]),
  text.map((v) => [' t="inlineStr"', `<is><r><t>${v}</t></r><rPh><t>no</t></rPh></is>`]),
  fc.constantFrom(
    ['', ''],
    [' t="n"', ''],
    ['', '<f>A1</f>'],
    [' t="s"', '<v/>'],
    ['', '<v></v>'],
    ['', '<v>1</v><v>2</v>'],
  ),
  fc.constantFrom(
    [' t="e"', '<v>#N/A</v>'],
    [' t="d"', '<v>2024-02-29</v>'],
    [' t="strange"', '<v>1</v>'],
    [' t="t"', '<f>A1</f><v></v>'],
    [' t="x"', '<is><t>a</t></is>'],
  ),
) as fc.Arbitrary<[string, string]>;
const letters = fc.constantFrom('', '', 'A', 'B', 'C', 'D', 'F', 'AA', 'd', 'XFD', 'XFE', 'ZZZZ', '$A', '0');

const cell = fc
  .tuple(letters, style, value, fc.constantFrom('', '', ' '), fc.boolean())
  .map(([column, s, [type, content], space, isShort]) => (row: string) => {
    const place = column === '' ? '' : ` r="${column}${row}"`;
    return content === '' && isShort
      ? `<c${place}${s}${type}${space}/>`
      : `<c${place}${s}${type}${space}>${content}</c>`;
  });
/** Cells in order, as spreadsheet programs write them. */
const inOrder = fc
  .array(fc.tuple(fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F'), style, value), { maxLength: 6 })
  .map((cells) => (row: string) => {
    const seen = new Set<string>();
    return cells
      .filter(([column]) => !seen.has(column) && seen.add(column))
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([column, s, [type, content]]) => `<c r="${column}${row}"${s}${type}>${content}</c>`)
      .join('');
  });
const anyOrder = fc
  .array(fc.tuple(cell, blank), { maxLength: 4 })
  .map((cells) => (row: string) => cells.map(([one, b]) => one(row) + b).join(''));
const rowTag = fc.constantFrom(
  ...['', ' hidden="1"', ' spans="1:9" hidden="false"', ' hidden="&#49;"', ' x:dyDescent="0.25"'],
  ...[" ht='1'", ' a = "b"'],
  ...[' r="7"', ' r="1048577"', ' r="0"', ' r="x"', ' r="12345678"', ' a="/>"', ' é="1"', ' a', ' '],
);
const row = fc
  .tuple(
    fc.boolean(),
    fc.oneof({ weight: 3, arbitrary: fc.constant('') }, rowTag),
    fc.oneof(inOrder, inOrder, anyOrder),
    blank,
  )
  .map(([isNamed, tag, cells, b]) => (number: number) => {
    const content = cells(String(number));
    const name = `row${isNamed ? ` r="${number}"` : ''}${tag}`;
    return content === '' ? `<${name}/>${b}` : `<${name}>${b}${content}</row>${b}`;
  });
const rows = fc
  .array(
    fc.oneof(
      { weight: 12, arbitrary: row },
      fc.constantFrom(...['<!--</row>-->', '<x:row/>', '</row>', '<rows/>', '<?a?>', 'x']),
    ),
    { maxLength: 8 },
  )
  .map((made) => made.map((one, at) => (typeof one === 'string' ? one : one(at + 1))).join(''));

describe('plain rows of a workbook are read by the fast reader as by the tokenizer', () => {
  it('the fast reader reads cells of all types as the tokenizer does, in chunks of any size, with any limits', {
    tags: ['sampled'],
  }, async () => {
    const property = fc.asyncProperty(rows, offsets, limits, (rows, offsets, limits) =>
      expectSameRows(chunksOf(Buffer.from(worksheet(rows)), offsets), bookOf(limits)),
    );
    await fc.assert(property, RUNS);
  });

  it('the fast reader reads rows with any characters replaced or added as the tokenizer does', {
    tags: ['sampled'],
  }, async () => {
    const changes = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...'<>/"=& \0crvtsf1A'), fc.boolean()), {
      maxLength: 3,
    });
    const property = fc.asyncProperty(rows, changes, offsets, (rows, changes, offsets) => {
      let xml = worksheet(rows);
      for (const [at, sign, isAdded] of changes) {
        const place = at % xml.length;
        xml = xml.slice(0, place) + sign + xml.slice(isAdded ? place : place + 1);
      }
      return expectSameRows(chunksOf(Buffer.from(xml), offsets), bookOf({}));
    });
    await fc.assert(property, RUNS);
  });

  it('wherever a sheet is split in two', async () => {
    const xml = worksheet(
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1"><v>1.5</v></c></row><row r="2"/>\n<row r="4" hidden="1"><c r="A4" t="inlineStr"><is><t>é织</t></is></c></row><row r="5"><c r="A5" t="e"><v>#N/A</v></c></row><row r="6"><c r="B6" t="b"><v>1</v></c></row>',
    );
    const bytes = Buffer.from(xml);
    for (let at = 0; at <= bytes.length; at++) await expectSameRows(chunksOf(bytes, [at]), bookOf({}));
  });

  it('the fast reader reads rows longer than a chunk, and many unusual ones, as the tokenizer does', async () => {
    const long = `<row>${'<c><v>1</v></c>'.repeat(16_000)}</row>`;
    const odd = '<row><c t="e"><v>#N/A</v></c></row>'.repeat(3000);
    const plain = '<row><c><v>1</v></c></row>'.repeat(1000);
    const bytes = Buffer.from(worksheet(plain + odd + plain + long + plain + long + odd));
    const pieces = Array.from({ length: 40 }, (_, at) => at * 16_384);
    await expectSameRows([bytes], bookOf({}));
    await expectSameRows(chunksOf(bytes, pieces), bookOf({}));
  });
});
