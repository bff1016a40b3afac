import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/findings/finding.ts';
import type { Row } from '../../src/sheets/cell.ts';
import { rowsOfText } from '../../src/sheets/csv.ts';
import { DEFAULT_LIMITS } from '../../src/sheets/limits.ts';
import { CsvRows, PlainRows, type TextSheet } from '../../src/sheets/plain-rows.ts';
import { full, SLOW } from '../effort.ts';

const RUNS = { numRuns: SLOW ? full(2500) : 600 };

type Taker = Pick<PlainRows, 'take'>;

/** Reads no row, so that csv-parse reads them all. */
const none: Taker = { take: (_, from) => from };

/** Rows and findings, in the order in which they were reported. */
async function read(
  chunks: readonly Buffer[],
  setting: Setting,
  plain?: Taker,
): Promise<{ rows: Row[]; findings: Finding[] }> {
  const findings: Finding[] = [];
  const batches = rowsOfText(chunks, sheetOf(setting), (finding) => findings.push(finding), plain);
  return { rows: (await Array.fromAsync(batches)).flat(), findings };
}

interface Setting {
  readonly delimiter?: string | null;
  readonly limits?: Partial<TextSheet['limits']>;
  readonly apostrophes?: boolean;
}

function sheetOf({ delimiter = ';', limits = {}, apostrophes = true }: Setting): TextSheet {
  const file = { file: 'list.csv', name: 'list', sepLine: 0 };
  return { ...file, delimiter, apostrophes, limits: { ...DEFAULT_LIMITS, ...limits } };
}

/** Splits the bytes at each of the offsets. */
function chunksOf(bytes: Buffer, offsets: readonly number[]): Buffer[] {
  const sorted = [0, ...offsets.map((at) => at % (bytes.length + 1)).sort((one, other) => one - other)];
  return sorted.map((at, index) => Buffer.from(bytes.subarray(at, sorted[index + 1])));
}

async function expectSame(chunks: readonly Buffer[], setting: Setting): Promise<void> {
  const expected = await read(chunks, setting, none);
  const { rows, findings } = await read(chunks, setting);
  expect({ rows, findings }).toEqual(expected);
}

/** Parts of rows, chosen so that all of them meet in one text. */
const SIGNS = [
  ...['a', 'b1', ' ', '\t', '0', '-', 'É', 'œ', '€', '織', '𝄞', '\u00a0', '\ufeff', '\ufffd', '\0', '\u0085'],
  ...[';', ';', ';', ',', '|', '"', '"', '""', '";"', '=', '="', "'", "'=", '\n', '\n', '\r\n', '\r', '"\n"'],
];
const text = fc.array(fc.constantFrom(...SIGNS), { maxLength: 60 }).map((signs) => signs.join(''));
const offsets = fc.array(fc.nat(), { maxLength: 4 });
const settings: fc.Arbitrary<Setting> = fc.record({
  delimiter: fc.constantFrom(';', ';', ',', '|', '\t', null),
  apostrophes: fc.boolean(),
  limits: fc.oneof(
    { weight: 4, arbitrary: fc.constant({}) },
    ...(['rows', 'columns', 'cells', 'rowBytes', 'cellCharacters'] as const).map((name) =>
      fc.record({ [name]: fc.integer({ min: 1, max: 12 }) }),
    ),
  ),
});

describe('rows of a CSV file are read by the fast reader as by csv-parse', () => {
  it('the fast reader reads quotes, line ends and letters anywhere as csv-parse does, whatever the chunks and limits', {
    tags: ['sampled'],
  }, async () => {
    const property = fc.asyncProperty(text, offsets, settings, (text, offsets, setting) =>
      expectSame(chunksOf(Buffer.from(text), offsets), setting),
    );
    await fc.assert(property, RUNS);
  });

  it('the fast reader reads any bytes as csv-parse does', { tags: ['sampled'] }, async () => {
    const byte = fc.oneof(
      fc.integer({ min: 0, max: 255 }),
      fc.constantFrom(0x3b, 0x0a, 0x0d, 0x22, 0x27, 0x3d, 0x80, 0xbf, 0xc3, 0xe2, 0xf0, 0x41),
    );
    const bytes = fc.array(byte, { maxLength: 60 }).map((bytes) => Buffer.from(bytes));
    const property = fc.asyncProperty(bytes, offsets, settings, (bytes, offsets, setting) =>
      expectSame(chunksOf(bytes, offsets), setting),
    );
    await fc.assert(property, RUNS);
  });

  it('wherever a file is split in two', async () => {
    const text = 'é;"a,b";c\r\n\r\n1;;"織"\n"";" ";\n"x"";y";2;3\n𝄞;\'=1;"a\nb"\r"q";="01";14"\n;;\nlast;"5';
    const bytes = Buffer.from(text);
    const setting = { delimiter: ';' };
    const { rows } = await read([bytes], setting, none);
    expect(rows.map(({ row, line }) => [row, line])).toEqual([
      [1, 1],
      [3, 3],
      [5, 5],
      [6, 6],
      [7, 8],
    ]);
    const whole = await read([bytes], setting, none);
    for (let at = 0; at <= bytes.length; at++) {
      const chunks = chunksOf(bytes, [at]);
      expect(await read(chunks, setting, none)).toEqual(whole);
      await expectSame(chunks, setting);
    }
  });

  it('the fast reader alone reads a regular file', () => {
    const lines = ['\ufeffa;b;c', '1;"x; y";', ';é;"織𝄞"', '"";\'t; ', '', 'a=b'];
    const sheet = sheetOf({});
    for (const end of ['\n', '\r\n']) {
      const bytes = Buffer.from(`${lines.join(end)}${end}next`);
      const rows = new CsvRows(sheet, () => {});
      const next = new PlainRows(sheet).take(bytes, 0, rows);
      expect([...rows.takeBatches(1)].flat()).toHaveLength(5);
      expect(bytes.toString('utf8', next)).toBe('next');
    }
  });

  it('more or longer cells than the fast reader accepts are read as by csv-parse', async () => {
    const lines = [
      'a;b',
      ';x'.repeat(1100),
      ';x'.repeat(1022),
      ';x'.repeat(1023),
      ';x'.repeat(1024),
      `1;${'y'.repeat(32_767)}`,
      `"${'é'.repeat(20_000)}";2`,
      `3;${'z'.repeat(32_768)}`,
      'last;4',
    ];
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    await expectSame([bytes], {});
    await expectSame(chunksOf(bytes, [1000, 30_000, 60_000]), {});
  });
});
