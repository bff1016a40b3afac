import { describe, expect, test } from 'vitest';
import { checkDocument } from '../../../src/cli/view/report-schema.ts';
import { COUNTRY_CODES, countryNames } from '../../../src/contract/country-codes.ts';
import { kindsOf } from '../../../src/contract/registry.ts';
import { templateColumns } from '../../../src/contract/template/columns.ts';
import { countryLabel } from '../../../src/contract/template/countries.ts';
import { exampleRows } from '../../../src/contract/template/example-rows.ts';
import { templateWorkbook } from '../../../src/contract/template/template.ts';
import { LANGUAGES, type Language } from '../../../src/language/languages.ts';
import { countryOf } from '../../../src/recognise/country.ts';
import type { WrittenCell } from '../../../src/sheets/workbook-data.ts';
import { writeWorkbook } from '../../../src/sheets/workbook-writer.ts';
import { dataOf } from '../../data.ts';
import { folderWith, journalOf, sandboxFolder, trace } from './harness.ts';

type FilledRow = Readonly<Record<string, WrittenCell>>;
type Filled = Readonly<Record<string, readonly FilledRow[]>>;

const FILLED = dataOf<Record<Language, Filled>>(import.meta.dirname, 'filled-templates.yaml');

/** A text like 2026-01-01 is a date. */
const cellOf = (value: WrittenCell = null): WrittenCell =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
    ? { type: 'date', serial: Date.parse(value) / 86_400_000 + 25_569, iso: value }
    : value;

/** The template with rows below its example rows. Headers that it does not have are errors. */
function filledIn(language: Language, filled: Filled): Promise<Uint8Array> {
  const blank = templateWorkbook('v2', kindsOf('v2'), { language });
  const names = new Set(blank.sheets.map(({ name }) => name));
  expect(Object.keys(filled).filter((name) => !names.has(name))).toEqual([]);
  return writeWorkbook({
    ...blank,
    sheets: blank.sheets.map((sheet) => {
      const headers = sheet.columns.map(({ header }) => header);
      const rows = (filled[sheet.name] ?? []).map((row) => {
        expect(Object.keys(row).filter((header) => !headers.includes(header))).toEqual([]);
        return headers.map((header) => cellOf(row[header]));
      });
      return { ...sheet, rows: [...sheet.rows, ...rows] };
    }),
  });
}

describe('a template that was filled in', () => {
  test('is imported without an error, with the same bodies in every language', async () => {
    const stored = [];
    for (const language of LANGUAGES) {
      expect(Object.keys(FILLED), 'filled-templates.yaml').toContain(language);
      const { mock, cwd } = await sandboxFolder({ 't.xlsx': await filledIn(language, FILLED[language]) });
      const { code, stderr } = await trace(['import', 't.xlsx', '--env', 'sandbox'], { cwd });
      expect([language, code, stderr]).toEqual([language, 0, expect.not.stringContaining('error   ')]);
      expect(stderr).toContain('the row is an example of the template, not a supplier: it is skipped');
      stored.push((await journalOf(mock)).map(({ kind, key, body }) => ({ kind, key, body })));
    }
    expect(stored[0]).toHaveLength(6);
    for (const others of stored.slice(1)) expect(others).toEqual(stored[0]);
    expect(stored[0]).toContainEqual(
      expect.objectContaining({
        body: expect.objectContaining({
          address: { city: 'Guimarães', country: 'PT' },
          certifications: [{ type: 'ISO 14001', date_start: '2026-01-01', date_end: '2026-12-31' }],
        }),
      }),
    );
  });

  test('has a field for each column in trace map, which ignores the example rows', async () => {
    const cwd = await folderWith({ 't.xlsx': await filledIn('fr', FILLED.fr) });
    const { stdout, stderr } = await trace(['map', 't.xlsx', '--yes'], { cwd });
    expect(stdout).toMatch(/E-mail du contact 1 +contacts\.1\.person\.email +ana@example\.com/);
    expect(`${stdout}${stderr}`).not.toMatch(/EXEMPLE|FRN-0007|no field/);
  });

  test('is an error if an example row was filled in but kept its mark', async () => {
    const [row] = FILLED.en.Suppliers!;
    const marked = { ...row, 'Supplier reference *': '[EXAMPLE] SUP-01' };
    const cwd = await folderWith({ 't.xlsx': await filledIn('en', { Suppliers: [marked] }) });
    const { code, stdout } = await trace(['check', 't.xlsx', '--json'], { cwd });
    const { findings } = checkDocument.parse(JSON.parse(stdout));
    const errors = findings.filter(({ severity }) => severity === 'error');
    const expected = [3, [['example-row', 'Suppliers', 5]]];
    expect([code, errors.map(({ code, origin }) => [code, origin.sheet, origin.row])]).toEqual(expected);
    expect(errors[0]!.suggestion).toContain('to import the row, remove the mark: "SUP-01"');
  });
});

test('a template of an earlier version, with field names as headers, is read; its example rows are errors', async () => {
  const sheets = kindsOf('v2').map((kind) => {
    const columns = templateColumns(kind, undefined);
    const rows = exampleRows(kind, columns).map((row) => columns.map(({ header }) => row[header] ?? null));
    return { name: kind.plural, columns: columns.map(({ header }) => ({ header })), rows };
  });
  const cwd = await folderWith({ 't.xlsx': await writeWorkbook({ title: 'old', sheets }) });
  const { code, stdout } = await trace(['check', 't.xlsx', '--json'], { cwd });
  const { files, findings } = checkDocument.parse(JSON.parse(stdout));
  const errors = findings.filter(({ severity }) => severity === 'error').map(({ code }) => code);
  expect([code, errors]).toEqual([3, Array(files[0]!.rows).fill('example-row')]);
});

test.each(LANGUAGES)('every country of the lists in %s is read as its code', (language) => {
  const read = [...COUNTRY_CODES].map((code) => countryOf(countryLabel(code, language)));
  expect(read).toEqual([...COUNTRY_CODES].map((code) => ({ code })));
  expect(countryLabel('FR', language)).toBe(`${countryNames(language).of('FR')} (FR)`);
});
