import { describe, expect, test } from 'vitest';
import { journalOf, reportIn, sandboxFolder } from '../cli/commands/harness.ts';
import { supplierBody } from '../cli/commands/sheets.ts';
import { runTrace } from './harness.ts';

const { projectType, category, importationBatch } = supplierBody('any') as Record<string, string>;
const HEADER = 'projectType;importationBatch;category;supplierRef;name;additionalInformation';

/** A row of suppliers; its cells are written to the file unchanged. */
const row = (...cells: readonly string[]): string =>
  [projectType, importationBatch, category, ...cells].join(';');

/** Imports the bytes as `list.csv` into a mock; returns the exit code, the report, and what the mock stored. */
async function imported(bytes: string | Uint8Array, ...flags: readonly string[]) {
  const { mock, cwd } = await sandboxFolder({ 'list.csv': bytes });
  const argv = 'import list.csv --env sandbox --sheet list.csv=supplier --report r.json'.split(' ');
  const { code, stdout, stderr } = await runTrace([...argv, ...flags], cwd);
  const report = await reportIn(cwd);
  const bodies = (await journalOf(mock)).map(({ body }) => body as Record<string, unknown>);
  const found = report.findings.map(
    ({ code, severity, origin }) => `${severity} ${code} ${origin.column}${origin.row} line ${origin.line}`,
  );
  return { code, text: stdout + stderr, report, bodies, found };
}

const asText = (lines: readonly string[]) => `${[HEADER, ...lines].join('\r\n')}\r\n`;

describe('an import of a text file', () => {
  test('takes quotes inside cells as characters and formulas of a text as that text', async () => {
    const lines = [
      row('="00012"', 'Talon 14" SARL', `37°36'37.8"N`),
      row('00013', '"Deux\nlignes"', '"a ""b"""'),
      row('="00014"', 'Sœurs', '12" x 5"'),
    ];
    const { code, bodies, found, report } = await imported(asText(lines));
    expect(bodies).toMatchObject([
      { supplierRef: '00012', name: 'Talon 14" SARL', additionalInformation: `37°36'37.8"N` },
      { supplierRef: '00013', name: 'Deux lignes', additionalInformation: 'a "b"' },
      { supplierRef: '00014', name: 'Sœurs', additionalInformation: '12" x 5"' },
    ]);
    expect(found).toEqual([
      'notice text-formula D2 line 2',
      'notice text-quote-inside E2 line 2',
      'fixed text-trimmed E3 line 3',
    ]);
    expect([code, report.exitCode]).toEqual([0, 0]);
  });

  test('stops at a row that quotes leave with another number of cells, and keeps the rows before it', async () => {
    const lines = [
      row('S-1', '5" wide', ''),
      row('S-2', '"two\nlines"', ''),
      row('S-3', ' "a;b"', ''),
      row('S-4', 'after', ''),
    ];
    const refused = await imported(asText(lines));
    expect([refused.code, refused.bodies]).toEqual([3, []]);
    expect(refused.text).toContain('error   E4 [text-quotes]');
    const { code, bodies, found, report } = await imported(asText(lines), '--skip-invalid');
    expect(found).toContain('error text-quotes E4 line 5');
    expect(bodies.map(({ supplierRef }) => supplierRef)).toEqual(['S-1', 'S-2']);
    expect(report.records.map(({ key, outcome }) => `${key} ${outcome}`)).toEqual([
      'S-1 created',
      'S-2 created',
    ]);
    expect([code, report.exitCode]).toEqual([5, 5]);
  });

  test.each(['#N/A', '#REF!', '#VALUE!', '#NAME?', '#DIV/0!', '#NUM!', '#NULL!'])(
    'refuses the error %s and sends the other rows',
    async (error) => {
      const lines = [row('S-1', error, ''), row('S-2', 'two', ''), row(error, 'three', '')];
      const { code, bodies, found } = await imported(asText(lines), '--skip-invalid');
      expect(found).toEqual(
        expect.arrayContaining(['error cell-error E2 line 2', 'error cell-error D4 line 4']),
      );
      expect([code, bodies.map(({ supplierRef }) => supplierRef)]).toEqual([5, ['S-2']]);
    },
  );

  test('refuses placeholders, reads words for nothing as blank, and warns of short rows', async () => {
    const lines = [
      row('S-1', 'à définir', ''),
      row('S-2', '?', ''),
      row('S-3', 'three', 'xxx'),
      row('S-4', 'four', '-'),
      row('S-5', 'five'),
    ];
    const { code, bodies, found, text } = await imported(asText(lines), '--skip-invalid');
    expect(found).toEqual(
      expect.arrayContaining([
        'error placeholder E2 line 2',
        'error placeholder E3 line 3',
        'error placeholder F4 line 4',
        'fixed blank-word F5 line 5',
        'warning row-short F6 line 6',
      ]),
    );
    expect(text).toContain('F6 [row-short]\n        the row has 5 cells, the header 6');
    expect(
      bodies.map(({ supplierRef, additionalInformation }) => [supplierRef, additionalInformation]),
    ).toEqual([
      ['S-4', undefined],
      ['S-5', undefined],
    ]);
    expect(code).toBe(5);
  });

  test.each([
    ['all rows are short', [row('S-1', 'one'), row('S-2', 'two')]],
    ['rows end at their last value', [row('S-1', 'one'), row('S-2', 'two'), row('S-3', 'three', 'more')]],
  ])('says nothing of short rows where %s', async (_, lines) => {
    const { code, found, bodies } = await imported(asText(lines));
    expect([code, bodies.length]).toEqual([0, lines.length]);
    expect(found.filter((one) => one.includes('row-short'))).toEqual([]);
  });

  test('refuses a last row that is cut and has no line end, until a person says that it is right', async () => {
    const whole = asText([row('S-1', 'one', 'a'), row('S-2', 'two', 'b')]);
    const cut = whole.slice(0, whole.lastIndexOf('two') + 1);
    const { code, bodies, found, text } = await imported(cut);
    expect([code, bodies, found]).toEqual([3, [], ['error text-cut F3 line 3']]);
    expect(text).toContain(
      'the file may be truncated: its last row has 5 of 6 cells and no line end\n        → export the file again',
    );
    const sent = await imported(cut, '--severity', 'text-cut=warning');
    expect([sent.code, sent.bodies.map(({ name }) => name)]).toEqual([0, ['one', 't']]);
    const skipping = await imported(cut, '--skip-invalid');
    expect([skipping.code, skipping.bodies.map(({ name }) => name)]).toEqual([5, ['one']]);
  });

  test('gives the line of the text beside each row, for what is found across rows too', async () => {
    const lines = [row('S-1', '"two\nlines"', ''), row('S-2', 'two', ''), row('S-2', 'other', '')];
    const { report, found } = await imported(asText(lines), '--skip-invalid');
    expect(report.records.map(({ key, origin }) => [key, origin.row, origin.line])).toEqual([
      ['S-1', 2, 2],
      ['S-2', 3, 4],
      ['S-2', 4, 5],
    ]);
    expect(found).toEqual(
      expect.arrayContaining(['error duplicate-different D3 line 4', 'error duplicate-different D4 line 5']),
    );
  });
});
