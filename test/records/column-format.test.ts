import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/contract/kind.ts';
import type { V2Kind } from '../../src/contract/registry.ts';
import type { ReadOptions } from '../../src/records/record.ts';
import type { Cell } from '../../src/sheets/cell.ts';
import { readSheet, valueAt } from './sheet.ts';

/** The value of each cell of a column, and the codes of its findings that are not mere conversions. */
function column(kind: V2Kind, header: string, cells: readonly Cell[], options: ReadOptions = {}) {
  const rows = cells.map((cell) => [cell]);
  const { map, drafts } = readSheet(kind, [header], rows, options);
  return {
    values: drafts.map(({ body }) => valueAt(body, map.columns[0]!.path)),
    codes: drafts.flatMap(({ findings }) =>
      findings.filter(({ severity }) => severity !== 'fixed').map(({ code }) => code),
    ),
  };
}

/** The days of two date columns of a sheet that also has a name, and their findings that are not mere conversions. */
function twoDates(rows: readonly (readonly Cell[])[]) {
  const headers = ['certifications.1.date_start', 'certifications.1.date_end', 'name'];
  const named = rows.map((cells) => [...cells, 'Tessitura']);
  const { drafts } = readSheet('supplier', headers, named);
  return {
    starts: drafts.map(({ body }) => valueAt(body, 'certifications.0.date_start')),
    ends: drafts.map(({ body }) => valueAt(body, 'certifications.0.date_end')),
    warnings: drafts.flatMap(({ findings }) =>
      findings
        .filter(({ severity }) => severity !== 'fixed')
        .map(({ code, origin }) => `${code} ${origin.column}${origin.row}`),
    ),
  };
}

describe('the decimal mark of a column', () => {
  it.each<[string, Cell[], Json[]]>([
    ['a comma before other than three digits', ['0,35', '1,200'], [0.35, 1.2]],
    ['a point before other than three digits', ['0.35', '1,200'], [0.35, 1200]],
    ['the mark after a thousands separator', ['1.200,5', '1.200'], [1200.5, 1200]],
    ['the mark after thousands with spaces', ['1 200,5', '1,200'], [1200.5, 1.2]],
    ['two points, which separate thousands', ['1.200.000', '1.200'], [1_200_000, 1200]],
    ['two commas, which separate thousands', ['1,200,000', '1.200'], [1_200_000, 1.2]],
    ['a negative number with a typographic minus', ['−0.35', '1,200'], [-0.35, 1200]],
    ['a negative number with thousands', ['−1.200,5', '1,200'], [-1200.5, 1.2]],
    ['a number with its unit', ['0,35 g', '1,200'], [0.35, 1.2]],
    ['a number after blank cells, number cells and words', ['', 7, 'n/a', '0,35', '1,200'], [0.35, 1.2]],
  ])('is shown by %s', (_, cells, last) => {
    const { values, codes } = column('component', 'componentWeight', cells);
    expect(values.slice(-2)).toEqual(last);
    expect(codes).toEqual(['number-voted']);
  });

  it('the decimal mark of a column is unknown if the numbers disagree, show none, or can all be read in two ways', () => {
    for (const other of ['0,35', '7', '−7', '1 200', '1.800']) {
      const cells = other === '0,35' ? ['0.35', other, '1,200'] : [other, '1,200'];
      const { values, codes } = column('component', 'componentWeight', cells);
      expect(values.at(-1)).toBeUndefined();
      expect(codes.at(-1)).toBe('number-ambiguous');
    }
  });
});

describe('the order of day and month of a column', () => {
  const start = 'certifications.1.date_start';
  const open = '03/04/2026';

  it.each<[string, Cell[], string, string[]]>([
    ['two days over 12 at the second place', ['01/31/2026', '02/28/2026', open], '2026-03-04', []],
    ['two days over 12 at the first place', ['31/01/2026', '28/02/2026', open], '2026-04-03', []],
    ['13 against 12', ['12/13/2026', '12/13/2026', open], '2026-03-04', []],
    ['12 against 13', ['13/12/2026', '13/12/2026', open], '2026-04-03', []],
    ['one day over 12, which is hardly certain', ['01/31/2026', open], '2026-03-04', ['date-ambiguous']],
    ['nothing, so that the day comes first', ['03/03/2026', open], '2026-04-03', ['date-ambiguous']],
    ['nothing in date cells and ISO dates', [46023, '2026-01-31', open], '2026-04-03', ['date-ambiguous']],
  ])('is taken from %s', (_, cells, day, warnings) => {
    const { values, codes } = column('supplier', start, cells);
    expect(values.at(-1)).toBe(day);
    expect(codes).toEqual(warnings);
  });

  it('the order of day and month of a column is not shown by a text with two numbers over 12', () => {
    const { codes } = column('supplier', start, ['31/31/2026', '13/13/2026', open]);
    expect(codes).toEqual(['date-unreadable', 'date-unreadable', 'date-ambiguous']);
  });

  it.each([[['12/05/2026', '12/04/2026', open]], [['05/12/2026', '04/12/2026', open]]])(
    'the order of day and month of a column is not shown by 12, which can be a month: %j',
    (cells) => {
      const { values, codes } = column('supplier', start, cells);
      expect(values.at(-1)).toBe('2026-04-03');
      expect(codes).toEqual(Array(3).fill('date-ambiguous'));
    },
  );

  it('the order of day and month of a column is unknown if the dates disagree: dates with the month first are not read', () => {
    const { values, codes } = column('supplier', start, ['31/01/2026', '01/31/2026', '02/28/2026', open]);
    expect(values).toEqual(['2026-01-31', undefined, undefined, '2026-04-03']);
    expect(codes).toEqual(['date-unreadable', 'date-unreadable', 'date-ambiguous']);
  });

  it.each([
    ['certifications.1.date_start (MM/JJ/AAAA)', '2026-03-04', 0],
    ['certifications.1.date_start (JJ/MM/AAAA)', '2026-04-03', 0],
    ['certifications.1.date_start MM/DD/YYYY', '2026-03-04', 0],
    ['certifications.1.date_start (obligatoire, MM/JJ/AAAA)', '2026-03-04', 0],
    ['certifications.1.date_start [format: M/D/YYYY]', '2026-03-04', 0],
    ['certifications.1.date_start dd.mm.yyyy', '2026-04-03', 0],
    ['certifications.1.date_start (AAAA-MM-JJ)', '2026-04-03', 1],
    ['certifications.1.date_start (AAAA-MM-JJ, MM/JJ/AAAA)', '2026-03-04', 0],
  ])('the order of day and month of a column is stated by the header %s', (header, day, warnings) => {
    const { values, codes } = column('supplier', header, [open]);
    expect(values).toEqual([day]);
    expect(codes).toHaveLength(warnings);
  });

  it('the order of day and month of a column is that of the flag, whatever the header and the dates show', () => {
    const header = 'certifications.1.date_start (JJ/MM/AAAA)';
    const options = { dateOrder: 'month-first' } as const;
    const { values } = column('supplier', header, ['31/01/2026', '30/01/2026', open], options);
    expect(values).toEqual([undefined, undefined, '2026-03-04']);
  });
});

describe('a date column that shows no order', () => {
  const withEnd = (end: string) => [
    ['01/31/2026', end],
    ['02/28/2026', '05/06/2027'],
  ];

  it('a date column that shows no order takes the order that the other date column shows with certainty', () => {
    const starts = ['2026-01-31', '2026-02-28'];
    const ends = ['2026-03-04', '2027-05-06'];
    expect(twoDates(withEnd('03/04/2026'))).toEqual({ starts, ends, warnings: [] });
  });

  it('a date column that shows no order does not take the order of a column that is hardly certain', () => {
    const [first, second] = withEnd('03/04/2026');
    const { ends, warnings } = twoDates([first!, [null, second![1]!]]);
    expect(ends).toEqual(['2026-04-03', '2027-06-05']);
    expect(warnings).toEqual(['date-ambiguous B2', 'date-ambiguous B3']);
  });

  it('a date column that shows no order takes that order with certainty if one of its dates shows it too, and not if one shows the other', () => {
    const same = { ends: ['2027-03-31', '2027-05-06'], warnings: [] };
    expect(twoDates(withEnd('03/31/2027'))).toMatchObject(same);
    const other = { ends: ['2027-03-31', '2027-06-05'], warnings: ['date-ambiguous B3'] };
    expect(twoDates(withEnd('31/03/2027'))).toMatchObject(other);
  });

  it('a date column that shows no order takes no order if the others are certain of different ones', () => {
    const headers = ['1.date_start', '1.date_end', '2.date_start'].map((path) => `certifications.${path}`);
    const { drafts } = readSheet('supplier', headers, [
      ['01/31/2026', '31/01/2026', '03/04/2026'],
      ['02/28/2026', '28/02/2026', null],
    ]);
    expect(drafts[0]!.body.certifications).toEqual([
      { date_start: '2026-01-31', date_end: '2026-01-31' },
      { date_start: '2026-04-03' },
    ]);
    const ambiguous = drafts[0]!.findings.filter(({ code }) => code === 'date-ambiguous');
    expect(ambiguous.map(({ origin }) => origin.column)).toEqual(['C']);
  });
});

describe('a number column beside dates of certain order', () => {
  it('a number column beside dates of certain order still warns of numbers that are read as the rest of the column shows', () => {
    const heads = ['certifications.1.date_start', 'weight'];
    const rows = Object.entries({ '01/31/2026': '0,35', '02/28/2026': '1,200' });
    const { drafts } = readSheet('product', heads, rows);
    expect(drafts[1]!.findings.map(({ code }) => code)).toContain('number-voted');
  });
});

describe('a country column', () => {
  it.each([[['FR', 'IT', 'NA']], [['FR; Italie', 'NA']], [['Atlantis', 'NA']], [['NA', 'na', 'NA']]])(
    'a country column with %j reads NA as Namibia, with a warning',
    (cells) => {
      const { values, codes } = column('supplier', 'address.country', cells);
      expect([values.at(-1), codes.at(-1)]).toEqual(['NA', 'country-na']);
    },
  );
});

describe('a reference column', () => {
  const reported = (cells: readonly Cell[]) => column('supplier', 'supplierRef', cells).codes;

  it('a reference column has dates on purpose if there are several and hardly anything else', () => {
    expect(reported(['12/03/2026', '13/03/2026'])).toEqual([]);
    expect(reported(['12/03/2026', '', null])).toEqual(['reference-date-text']);
    expect(reported(['1-2-26', '1-3-26', '1-4-26', '1-5-26', 'FR'])).toHaveLength(4);
    expect(reported(['1-2-26', '1-3-26', '1-4-26', '1-5-26', '1-6-26', 'FR'])).toEqual([]);
  });
});
