import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoOfSerial, serialOfIso } from '../../src/sheets/xlsx/date-serial.ts';

describe('a date serial', () => {
  it.each<[number, string | undefined]>([
    [-1, undefined],
    [0, undefined],
    [0.75, undefined],
    [1, '1900-01-01'],
    [31, '1900-01-31'],
    [59, '1900-02-28'],
    [60, undefined],
    [61, '1900-03-01'],
    [366, '1900-12-31'],
    [36_585, '2000-02-29'],
    [45_351, '2024-02-29'],
    [45_351.999_99, '2024-02-29'],
    [2_958_465, '9999-12-31'],
    [2_958_466, undefined],
  ])('the date serial %d is %s in the 1900 system', (serial, iso) => {
    expect(isoOfSerial(serial, false)).toBe(iso);
  });

  it.each<[number, string | undefined]>([
    [-0.5, undefined],
    [0, '1904-01-01'],
    [42_735, '2021-01-01'],
    [2_957_003, '9999-12-31'],
    [2_957_004, undefined],
  ])('the date serial %d is %s in the 1904 system', (serial, iso) => {
    expect(isoOfSerial(serial, true)).toBe(iso);
  });

  it('agrees with the calendar on every day, in both directions and both systems', () => {
    const serials = fc.integer({ min: 61, max: 2_957_003 });
    fc.assert(
      fc.property(serials, fc.boolean(), (serial, date1904) => {
        const epoch = date1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
        const iso = new Date(epoch + serial * 86_400_000).toISOString().slice(0, 10);
        expect(isoOfSerial(serial, date1904)).toBe(iso);
        expect(serialOfIso(iso, date1904)).toBe(serial);
      }),
    );
  });

  it.each<[string, number | undefined]>([
    ['1900-01-01', 1],
    ['1900-02-28', 59],
    ['1900-03-01', 61],
    ['2024-02-29T12:00:00', 45_351.5],
    ['2024-02-29T18:00:00.000Z', 45_351.75],
    ['2023-02-29', undefined],
    ['2024-13-01', undefined],
    ['29/02/2024', undefined],
  ])('the date serial %s is %s', (iso, serial) => {
    expect(serialOfIso(iso, false)).toBe(serial);
  });
});
