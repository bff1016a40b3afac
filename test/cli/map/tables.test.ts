import { expect, test } from 'vitest';
import { AmbiguousCells } from '../../../src/cli/map/ambiguous.ts';
import { draftOf } from '../../../src/cli/map/draft.ts';
import { reviewed } from '../../../src/cli/map/questions.ts';
import { blankMap, type EntryDraft } from '../../../src/map/map-file/write.ts';
import { extendedMap } from '../../../src/map/map-file/write-edit.ts';
import { SheetSurvey } from '../../../src/map/propose.ts';
import { kinds } from './surveys.ts';

const rows = [
  [
    'Artikelnr.',
    'Kollektion',
    'Farbnr.',
    'Warengruppe',
    'Lieferantennr.',
    'Firma',
    'Tätigkeit',
    'Ort',
    'Land',
  ],
  ['A-100', 'AH26', '001', 'SHIRTS', 'F-01', 'Weberei Nord', 'TRANSFORMATION - Weaving', 'Hamburg', 'DE'],
  ['A-101', 'AH26', '002', 'SKIRTS', 'F-02', 'Costa Lda', 'MANUFACTURING - Ready To Wear', 'Braga', 'PT'],
  ['A-102', 'AH26', '002', 'SKIRTS', 'F-02', 'Costa Lda', 'MANUFACTURING - Ready To Wear', 'Braga', 'PT'],
];

/** The entry for a sheet with these rows, without the comments. `ignored`: a header that another table has, too. */
function entryOf(all: readonly (readonly string[])[], ignored?: string): string | undefined {
  const survey = new SheetSurvey({ file: 'x.xlsx', sheet: 'Export', kinds });
  for (const [at, cells] of all.entries()) survey.add({ row: at + 1, cells });
  const tables = survey.tables().flatMap((table) => {
    const parts = table.parts({});
    return parts.length > 0 ? parts : [table];
  });
  const ambiguous = new AmbiguousCells();
  const sheet = { file: 'x.xlsx', sheet: 'Export', isText: false, ambiguous, kinds, firstRows: [] };
  const drafts = tables.map((own): EntryDraft => {
    const review = reviewed({ ...sheet, survey: own, asked: undefined, known: undefined }, []);
    const columns = review.columns.map((one) =>
      one.header === ignored
        ? { ...one, state: 'mapped' as const, target: 'ignore', isShared: true as const }
        : one,
    );
    return draftOf({ ...review, columns }, {}, undefined, own.proposal().headerRow!);
  });
  const entry: EntryDraft = { sheet: 'Export', sections: [{ name: 'tables', lines: [], tables: drafts }] };
  const text = extendedMap(blankMap('v2'), [{ entry }]);
  // Without questions and comments.
  return text
    ?.split('\n')
    .slice(3)
    .join('\n')
    .replace(/ *#.*\n?/g, (line) => (line.includes(': ? #') ? '' : '\n'));
}

test('tables are written with their rows, and with a line for each of their columns', () => {
  const all = [...rows, ['Audits'], ['Firma', 'Norm', 'Note', 'Datum', 'Land']];
  expect(entryOf(all)).toBe(`sheets:
  - sheet: Export
    tables:
      - kind: product
        headerRow: 1
        lastRow: 4
        columns:
          Artikelnr.: productRef
          Kollektion: productCollectionRef
          Farbnr.: productColorCode
          Warengruppe: category
          Lieferantennr.: supplierRef
      - kind: supplier
        headerRow: 1
        lastRow: 4
        columns:
          Lieferantennr.: supplierRef
          Firma: name
          Tätigkeit: category
          Ort: address.city
          Land: address.country
      - kind: skip
        headerRow: 6
`);
});

test('columns with a header that a column of another table has are named by letters, also if they are ignored', () => {
  const named = rows.map((cells, at) => [
    ...cells.slice(0, 4),
    at === 0 ? 'Preis' : `1${at},50`,
    ...cells.slice(4),
  ]);
  expect(entryOf(named)).toContain('Preis: ignore');
  expect(entryOf(named, 'Preis')!.match(/\w+: ignore$/gm)).toEqual(['E: ignore']);
});
