import { describe, expect, it } from 'vitest';
import { dateCoercion, serialDay } from '../../src/records/date.ts';
import type { ReadOptions } from '../../src/records/record.ts';
import type { Cell } from '../../src/sheets/cell.ts';
import { coerced } from './coerced.ts';
import { readCell } from './sheet.ts';

const dayFirst = { dateOrder: 'day-first' } as const;
const monthFirst = { dateOrder: 'month-first' } as const;

/** The day that a cell is parsed as, and the code, message and suggestion of its one finding. */
function read(cell: Cell, options: ReadOptions = dayFirst) {
  const { value, findings } = readCell('supplier', 'certifications.1.date_start', cell, options);
  const [finding] = findings;
  expect(findings.length).toBeLessThan(2);
  return [value, finding && [finding.code, finding.message, finding.suggestion]] as const;
}

const unreadable = (message: string, suggestion: string) =>
  [undefined, ['date-unreadable', message, suggestion]] as const;
const noDate = (cell: Cell) => unreadable(`"${cell}" is not a date`, 'YYYY-MM-DD');

describe('a day', () => {
  it.each([
    ...[31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].map((days, at) => [2027, at + 1, days]),
    ...Object.entries({ 1900: 28, 2000: 29, 2028: 29, 2100: 28 }).map(([year, days]) => [
      Number(year),
      2,
      days,
    ]),
  ])('a day of the month %i-%i exists up to %i', (year, month, days) => {
    const iso = (day: number) => [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
    for (const day of [1, days!]) expect(read(iso(day))).toEqual([iso(day), undefined]);
    for (const day of [0, days! + 1]) expect(read(iso(day))[1]![0]).toBe('date-unreadable');
  });

  it.each(['2026-00-10', '2026-13-10', '0/1/2026', '1/0/2026', '0000-01-01'])(
    'a day is not read in %s',
    (text) => expect(read(text)[0]).toBeUndefined(),
  );

  it('a day has a year of four digits', () => {
    expect(read('987-1-5')[0]).toBeUndefined();
    expect(read('0987-1-5')[0]).toBe('0987-01-05');
    expect(read('0001-01-01')).toEqual(['0001-01-01', undefined]);
  });
});

describe('a date serial', () => {
  it('a date serial counts the days from 1899-12-30', () => {
    const wrong: number[] = [];
    for (let serial = 20_000; serial <= 80_000; serial++) {
      // An independent computation: milliseconds from 1970, which is serial 25569.
      const day = new Date((serial - 25_569) * 86_400_000).toISOString().slice(0, 10);
      if (serialDay(serial) !== day || serialDay(serial + 0.999) !== day) wrong.push(serial);
    }
    expect(wrong).toEqual([]);
  });

  it('outside 1954 to 2119 is not a date', () => {
    for (const serial of [0, -46_023, 19_999.99, 80_001, Number.NaN, 1e21])
      expect(serialDay(serial)).toBeUndefined();
    for (const cell of ['19999', '80001', '00123', 19_999, 80_001]) expect(read(cell)).toEqual(noDate(cell));
  });

  it('a date serial in a text has exactly five digits', () => {
    expect(read('46023')[0]).toBe('2026-01-01');
    for (const text of ['46023.5', '046023', '4602 3']) expect(read(text)[0]).toBeUndefined();
  });

  it('a date serial counts the days from 1904 in a workbook that does so', () => {
    const message = '"44561" → 2026-01-01 (a date serial, days from 1904)';
    const converted = ['2026-01-01', ['date-converted', message, undefined]];
    expect(read(44_561, { date1904: true })).toEqual(converted);
    expect(read('31/01/2026', { date1904: true })[0]).toBe('2026-01-31');
  });
});

describe('a number of eight digits', () => {
  it('a number of eight digits is a date without separators, year first, like the same text', () => {
    for (const cell of [20_260_131, '20260131'])
      expect(read(cell)).toEqual(['2026-01-31', ['date-converted', '"20260131" → 2026-01-31', undefined]]);
  });

  it('a number of eight digits is not a date if the day does not exist, and gets no advice on the order of day and month', () => {
    for (const cell of [20_260_231, '20260231', 19_491_231, 20_261_301, 21_000_101])
      expect(read(cell)).toEqual(noDate(cell));
  });
});

describe('the finding of a converted date', () => {
  it.each<[Cell, ReadOptions, string]>([
    ['31/01/2026', dayFirst, '"31/01/2026" → 2026-01-31 (day first)'],
    ['01/31/2026', monthFirst, '"01/31/2026" → 2026-01-31 (month first)'],
    ['31.01.26 09:30', dayFirst, '"31.01.26 09:30" → 2026-01-31 (day first)'],
    ['2026/01/31', dayFirst, '"2026/01/31" → 2026-01-31'],
    ['46053', dayFirst, '"46053" → 2026-01-31 (a date serial)'],
    [46053.5, dayFirst, '"46053.5" → 2026-01-31 (a date serial)'],
    [{ type: 'date', serial: 46053, iso: '2026-01-31' }, dayFirst, 'a date cell → 2026-01-31'],
  ])('the finding of the converted date %j shows how it was read', (cell, options, message) => {
    expect(read(cell, options)).toEqual(['2026-01-31', ['date-converted', message, undefined]]);
  });

  it('the finding of an ISO date that was trimmed mentions only that', () => {
    const trimmed = ['text-trimmed', '" 2026-01-31" → "2026-01-31"', undefined];
    expect(read(' 2026-01-31')).toEqual(['2026-01-31', trimmed]);
  });
});

describe('a cell of a date column', () => {
  it('a date cell that is blank or a filler is blank', () => {
    expect(read(' \u200b')).toEqual([undefined, undefined]);
    expect(read('néant')).toEqual([undefined, ['blank-word', '"néant" is read as blank', undefined]]);
  });

  it('a date only in the other order is unreadable, and names the flag for that order', () => {
    const advice = (order: string) => `--date-order ${order} reads it as 2026-12-25`;
    expect(read('12/25/2026', dayFirst)).toEqual(
      unreadable('"12/25/2026" is not a date with the day first', advice('month-first')),
    );
    expect(read('25/12/2026', monthFirst)).toEqual(
      unreadable('"25/12/2026" is not a date with the month first', advice('day-first')),
    );
  });

  it('a text that is not a date in any order gets the format as the suggestion', () => {
    const percent = { type: 'percent', value: 0.5 } as const;
    for (const cell of ['demain', '31/02/2026', '2026-02-30', true, percent]) {
      const [value, finding] = read(cell);
      expect([value, finding![0], finding![2]]).toEqual([undefined, 'date-unreadable', 'YYYY-MM-DD']);
    }
  });

  it('an ambiguous date is a warning with both flags if the column hardly shows the order', () => {
    const { findings } = readCell('supplier', 'certifications.1.date_start', '03/04/2026');
    expect(findings.map(({ message, suggestion }) => [message, suggestion]).at(-1)).toEqual([
      '"03/04/2026" can mean 2026-04-03 or 2026-03-04; it is read with the day first',
      'set --date-order day-first or --date-order month-first',
    ]);
  });

  it('an ambiguous date is a warning too if one date has the month first', () => {
    expect(coerced(dateCoercion('month-first', true), '03/04/2026').findings[1]).toEqual([
      'date-ambiguous',
      '"03/04/2026" can mean 2026-03-04 or 2026-04-03; it is read with the month first',
      'set --date-order month-first or --date-order day-first',
    ]);
  });

  it('a date that can be read in one way only is no warning, even if the column shows no order', () => {
    for (const cell of ['2026/04/03', '03/03/2026', 46_023, '46023', '20260403'])
      expect(read(cell, {})[1]![0]).toBe('date-converted');
  });
});

describe('a number of eight digits', () => {
  it('a number of eight digits is a date from 1950 to 2099', () => {
    expect(read(19_500_101)[0]).toBe('1950-01-01');
    expect(read(20_991_231)[0]).toBe('2099-12-31');
  });
});

describe('a date with the name of a month', () => {
  it.each<[string, string]>([
    ['31 janv. 2026', '2026-01-31'],
    ['31. März 2026', '2026-03-31'],
    ['31. Maerz 2026', '2026-03-31'],
    ['3 febbr. 2026', '2026-02-03'],
    ['1 de setembro de 2026', '2026-09-01'],
    ['30 sett 2026', '2026-09-30'],
    ['5 setiembre 2026', '2026-09-05'],
    ['15. Jänner 2026', '2026-01-15'],
    ['14 juill. 2026', '2026-07-14'],
    ['25 dez 26', '2026-12-25'],
    ['July 4, 2026', '2026-07-04'],
  ])('a date with the name of a month is read: "%s" is %s', (text, iso) => {
    expect(read(text)).toEqual([iso, ['date-converted', `"${text}" → ${iso}`, undefined]]);
  });
});

describe('a date in another language', () => {
  it.each([
    ['3 Ocak 2026', '2026-01-03'],
    ['15 Ağustos 2026', '2026-08-15'],
    ['2026年1月3日', '2026-01-03'],
    ['2026 年 12 月 31 日', '2026-12-31'],
    ['3 stycznia 2026', '2026-01-03'],
    ['3 października 2026 r.', '2026-10-03'],
    ['3 ianuarie 2026', '2026-01-03'],
    ['3 maart 2026', '2026-03-03'],
    ['3 Μαρτίου 2026', '2026-03-03'],
    ['15 ΑΥΓ 2026', '2026-08-15'],
    ["3 d'abril de 2026", '2026-04-03'],
    ['3 de març de 2026', '2026-03-03'],
    ['ngày 3 tháng 1 năm 2026', '2026-01-03'],
    ['3 tháng 12, 2026', '2026-12-03'],
  ])('is read: "%s" is %s', (text, iso) => expect(read(text)[0]).toBe(iso));

  it.each(['2026年13月3日', 'ngày 32 tháng 1 năm 2026'])('is not read: "%s"', (text) =>
    expect(read(text)[0]).toBeUndefined(),
  );
});

describe('a period without a day', () => {
  const MONTHS = [
    ...['janv. 2026', 'Mars 26', 'jan-26', 'enero de 2026', '01/2026', '1.2026', '12-2026', '2026-01'],
    ...['2026/1', '2026.12', 'jan26', 'Jan-2026', 'mars 26'],
  ];
  it.each(
    Object.entries({
      'a month': MONTHS,
      'a quarter': ['Q1 2026', 'T4-26', '2026-Q3', '2026 t2', 'Q12026', '2026Q1'],
      'half a year': ['H1 2026', '2026-S2', '2026H1'],
      'a week': ['KW 5 2026', '2026-W05', 'KW5 2026', 'KW 12 2026', '2026W05'],
      'a year': ['2026', 2026],
    }).flatMap(([period, cells]) => cells.map((cell): [Cell, string] => [cell, period])),
  )('a period without a day is an error that names the period: "%s" is %s', (cell, period) =>
    expect(read(cell)).toEqual(unreadable(`"${cell}" is ${period}, without a day`, 'YYYY-MM-DD')),
  );

  it('a period without a day is an error in a date cell that shows only the first day of a month', () => {
    const cell = (iso: string) => ({ type: 'date', serial: 46_023, iso, hidesDay: true }) as const;
    const advice = 'enter the day, and format the cell as YYYY-MM-DD';
    expect(read(cell('2026-01-01'))).toEqual(unreadable('the cell shows 2026-01, without a day', advice));
    expect(read(cell('2026-01-02'))[0]).toBe('2026-01-02');
    expect(read({ type: 'date', serial: 46_023, iso: '2026-01-01' })[0]).toBe('2026-01-01');
  });

  it.each([
    ...['13/2026', '00/2026', '01/1899', 'Q5 2026', 'Q0 2026', 'H3 2026', '1899', '2126', '01/26', 'W5'],
    ...['01/2026', '2026-01', 'Q1 2026', 'H1 2026', 'KW 5 2026'].flatMap((text) => [`x${text}`, `${text}x`]),
    ...['brumaire 2026', 'Mars', 'fin mars 2026', 'mars 2026 ou avril'],
  ])('a period without a day is not assumed in "%s"', (text) => expect(read(text)).toEqual(noDate(text)));
});
