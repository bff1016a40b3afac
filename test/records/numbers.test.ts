import { describe, expect, it } from 'vitest';
import type { V2Kind } from '../../src/contract/registry.ts';
import { type Filled, UNREADABLE } from '../../src/recognise/coercion.ts';
import { amountCoercion, parseNumber, splitUnit, unitFactor, unitNamed } from '../../src/records/number.ts';
import type { ReadOptions } from '../../src/records/record.ts';
import { decimalText } from '../../src/say.ts';
import type { Cell } from '../../src/sheets/cell.ts';
import { coerced } from './coerced.ts';
import { readCell } from './sheet.ts';

/** The number that a cell under a header is parsed as, and its findings: code and message. */
function read(kind: V2Kind, header: string, cell: Cell, options: ReadOptions = {}) {
  const { value, findings } = readCell(kind, header, cell, options);
  return [value, ...findings.map(({ code, message }) => `${code}: ${message}`)];
}

const time = { type: 'time', value: 0.5, text: '12:00' } as const;
const padded = { type: 'padded', value: 712, text: '0000712' } as const;
const shown = (value: number, text: string, unit: string) => ({ type: 'padded', value, text, unit }) as const;
const percent = (value: number) => ({ type: 'percent', value }) as const;

describe('the text of a number', () => {
  it.each<[string, number, boolean]>([
    ['12.345', 12.345, true],
    ['012.345', 12.345, true],
    ['012,345', 12.345, false],
    ['0.5', 0.5, true],
    ['.5', 0.5, false],
    ['-0,5', -0.5, false],
    ['1234,567', 1234.567, false],
    ['1,8000', 1.8, false],
    ['-1 234,5', -1234.5, false],
    ['+1.234.567,5', 1_234_567.5, false],
    ['−1,234,567', -1_234_567, false],
    ["1'234'567", 1_234_567, false],
    ['0', 0, true],
    ['-0', 0, true],
    ['-0,0', 0, false],
  ])('"%s" is read as %d', (text, value, plain) => {
    const decimal = text === '12.345' ? '.' : undefined;
    expect(parseNumber(text, decimal)).toEqual({ value, plain });
  });

  it.each(['', '+', '-', '−', '5−', '--5', '.', ',', '1 234,5,6', "1 234'567", '1,234,567,5', '01 234'])(
    'the text of a number is not a number: %j',
    (text) => expect(parseNumber(text, undefined)).toBeUndefined(),
  );

  it('a number with one comma or point before exactly three digits has two readings, if the decimal mark is unknown', () => {
    for (const [text, thousands, fraction] of [
      ['1,800', 1800, 1.8],
      ['-12,345', -12_345, -12.345],
      ['999,999', 999_999, 999.999],
    ] as const) {
      expect(parseNumber(text, undefined)).toEqual({ readings: [thousands, fraction], mark: ',' });
      expect(parseNumber(text, ',')).toEqual({ value: fraction, plain: false });
      expect(parseNumber(text, '.')).toEqual({ value: thousands, plain: false });
    }
    expect(parseNumber('1.800', undefined)).toEqual({ readings: [1800, 1.8], mark: '.' });
  });
});

describe('a unit', () => {
  it.each([
    ['g', 'kg', 1000],
    ['g', 'Grammes', 1],
    ['g', 'mg', 0.001],
    ['g', 't', 1_000_000],
    ['g', 'oz', 28.349523125],
    ['%', '%', 1],
    ['%', '% du poids', 1],
    ['%', 'Pct.', 1],
    ['g', '千克 kg', 1000],
    ['g', 'g kg', undefined],
    ['pieces', 'Unités', 1],
    ['g', '%', undefined],
    ['g', 'pcs', undefined],
    ['', 'g', undefined],
    ['g', 'livre', undefined],
    ['g', 'KGM', 1000],
    ['g', '千克 kg', 1000],
    ['g', 'kg / lb', undefined],
    ['g', 'kg net', undefined],
  ] as const)('"%s" of the contract is converted from "%s" with the factor %s', (unit, name, factor) => {
    expect(unitFactor(unit, name)).toBe(factor);
  });

  it('a unit of the contract is found for a word that converts to it', () => {
    expect(['KG', 'pct', 'pz', 'carats'].map(unitNamed)).toEqual(['g', '%', 'pieces', undefined]);
    expect(['γραμμάρια', 'Κιλά', 'yüzde', 'cái', '枚'].map(unitNamed)).toEqual([
      'g',
      'g',
      '%',
      'pieces',
      'pieces',
    ]);
  });

  it('a unit is split off a number, unless the text is too long to be one', () => {
    expect(splitUnit('0,35 kg')).toEqual({ number: '0,35', unit: 'kg' });
    expect(splitUnit('0,35kg')).toEqual({ number: '0,35', unit: 'kg' });
    expect(splitUnit('0,35')).toEqual({ number: '0,35', unit: undefined });
    const [longest, tooLong] = [62, 63].map((digits) => `${'1'.repeat(digits)} g`);
    expect(splitUnit(longest!).unit).toBe('g');
    expect(splitUnit(tooLong!)).toEqual({ number: tooLong, unit: undefined });
  });
});

const HEADER_UNIT = 'because the header names the unit';

describe('a cell of a number column', () => {
  const notNumber = (text: string, unit: string) =>
    [undefined, `number-unreadable: "${text}" is not a number (unit: ${unit})`] as const;
  const converted = (from: string, to: number) =>
    [to, `number-converted: ${from} → ${decimalText(to)}`] as const;

  it.each<[V2Kind, string, Cell, ...(number | string | undefined)[]]>([
    ['product', 'weight', padded, 712],
    ['product', 'weight', shown(1.234, '1.234 kg', 'kg'), ...converted('"1.234 kg"', 1234)],
    ['product', 'weight', shown(12.5, '12.5 g', 'g'), 12.5],
    ['product', 'weight (kg)', shown(12, '12 g', 'g'), ...converted('"12 g"', 12)],
    ['product', 'producedQuantity', shown(12, '12 mille', 'mille'), ...notNumber('12 mille', 'pieces')],
    ['product', 'weight', shown(12, 'C-012', 'C-'), ...notNumber('C-012', 'g')],
    ['product', 'weight (kg)', padded, 712_000, `number-converted: 712 × 1000 → 712000, ${HEADER_UNIT}`],
    [
      'product',
      'weight (kg)',
      0.1 + 0.2,
      ...[300, `number-converted: 0.30000000000000004 × 1000 → 300, ${HEADER_UNIT}`],
    ],
    ['product', 'weight (g)', 12.345678901, 12.345678901],
    ['product', 'weight (g)', '12.345678901', 12.345678901],
    ['product', 'weight (kg)', '0,0123456789', ...converted('"0,0123456789"', 12.345679)],
    ['product', 'weight (kg)', '350', ...converted('"350"', 350_000)],
    ['product', 'weight (kg)', '0', 0],
    ['product', 'weight (kg)', '350 g', ...converted('"350 g"', 350)],
    ['product', 'weight', time, ...notNumber('12:00', 'g')],
    ['product', 'weight', percent(0.5), ...notNumber('50%', 'g')],
    ['product', 'weight', '12 pcs', ...notNumber('12 pcs', 'g')],
    ['product', 'weight', ' \u200b', undefined],
    ['product', 'weight', Number.POSITIVE_INFINITY, ...notNumber('Infinity', 'g')],
    ['product', 'weight', Number.NaN, ...notNumber('NaN', 'g')],
    ['packaging', 'percentageRecycled', percent(0.57), ...converted('57%, stored as 0.57', 57)],
    ['packaging', 'percentageRecycled', padded, 712],
    ['packaging', 'percentageRecycled', time, ...notNumber('12:00', '%')],
    ['packaging', 'percentageRecycled', '80', 80],
    ['packaging', 'percentageRecycled', '80 %', ...converted('"80 %"', 80)],
    ['packaging', 'percentageRecycled', '80 g', ...notNumber('80 g', '%')],
    ['product', 'producedQuantity', 12, 12],
    [
      'product',
      'producedQuantity',
      12.5,
      ...[12.5, 'number-fraction: "12.5" is not a whole number of pieces; sent as 12.5'],
    ],
    ['product', 'producedQuantity', 'beaucoup', ...notNumber('beaucoup', 'pieces')],
    ['product', 'producedQuantity', '', undefined],
    ['product', 'weight', 12.5, 12.5],
  ])('of a %s, below "%s" with %j, is read as %s', (kind, header, cell, ...expected) => {
    expect(read(kind, header, cell)).toEqual(expected);
  });

  it('a number that was converted to a unit that is only assumed is a warning', () => {
    const warning = (value: number) =>
      `unit-assumed: sent as ${decimalText(value)}: the interface does not document the unit, g is assumed`;
    expect(read('component', 'componentWeight', '0,35 kg').slice(2)).toEqual([warning(350)]);
    expect(read('component', 'componentWeight (kg)', 0.35).slice(2)).toEqual([warning(350)]);
    expect(read('component', 'componentWeight (kg)', '0,35').slice(2)).toEqual([warning(350)]);
    expect(read('component', 'componentWeight (kg)', padded).slice(2)).toEqual([warning(712_000)]);
    for (const [header, cell] of [
      ['componentWeight', '0,35'],
      ['componentWeight', '350 g'],
      ['componentWeight (g)', 350],
    ] as const)
      expect(read('component', header, cell).join()).not.toContain('unit-assumed');
    expect(read('product', 'weight', '0,35 kg').join()).not.toContain('unit-assumed');
  });

  it('a number with two readings suggests the flag for each', () => {
    const suggestion = (cell: string) => readCell('product', 'weight', cell).findings[0]!.suggestion;
    expect(suggestion('1,800')).toBe('--decimal . for 1800, --decimal "," for 1.8');
    expect(suggestion('1.800')).toBe('--decimal "," for 1800, --decimal . for 1.8');
  });

  it('a number of a field without a unit accepts no unit, and its message has none', () => {
    const coercion = amountCoercion({}, { text: 'Prix (kg)', unit: 'kg' }, undefined);
    expect(coerced(coercion, 12)).toEqual({ value: 12, findings: [] });
    expect(coerced(coercion, '12,5').value).toBe(12.5);
    const findings = [['number-unreadable', '"12 kg" is not a number']];
    expect(coerced(coercion, '12 kg')).toEqual({ value: UNREADABLE, findings });
  });
});

describe('a number that is read as the rest of its column shows', () => {
  const weight = { text: 'weight', unit: undefined };
  const voted = (mark: ',' | '.', cell: string) =>
    coerced(amountCoercion({ unit: 'g' }, weight, mark, true), cell).findings.filter(
      ([code]) => code === 'number-voted',
    );

  it('a number that is read as the rest of its column shows is a warning that suggests the flag for each reading', () => {
    expect(voted(',', '1,200')).toEqual([
      [
        'number-voted',
        '"1,200" can mean 1200 or 1.2; it is read using the decimal mark of the other numbers in the column',
        'set --decimal . for 1200, --decimal "," for 1.2',
      ],
    ]);
    expect(voted(',', '1.200 g').map(([, , suggestion]) => suggestion)).toEqual([
      'set --decimal "," for 1200, --decimal . for 1.2',
    ]);
  });

  it('a number that is read as the rest of its column shows is no warning if it has only one reading, or if a flag decides', () => {
    for (const cell of ['1,20', '1200', '1 200,5', '0,350']) expect(voted(',', cell)).toEqual([]);
    const chosen = coerced(amountCoercion({ unit: 'g' }, weight, ','), '1,200');
    expect(chosen.findings.map(([code]) => code)).toEqual(['number-converted']);
  });
});

describe('a number column whose header has a word that is not understood', () => {
  const reading = (unit: object, text: string, remark: string) =>
    amountCoercion(unit, { text, unit: undefined }, undefined, false, remark);

  it.each<[object, string, string, Filled, ...finding: string[]]>([
    [
      { unit: 'g' },
      ...(['Poids (brut)', 'brut', 350] as const),
      'the header "Poids (brut)" contains "brut", which trace does not understand; the unit of the field is g',
      'convert the values to g and write (g) in the header, or skip the column: --ignore-columns "Poids (brut)"',
    ],
    [
      {},
      ...(['Prix (HT)', 'HT', '12'] as const),
      'the header "Prix (HT)" contains "HT", which trace does not understand',
      'convert the values if needed and remove it from the header, or skip the column: --ignore-columns "Prix (HT)"',
    ],
  ])('with the unit %j reads no number below "%s"', (unit, text, remark, cell, ...finding) => {
    const findings = [['header-unit', ...finding]];
    expect(coerced(reading(unit, text, remark), cell)).toEqual({ value: UNREADABLE, findings });
  });

  it('a number column with an unknown word in its header has no finding for a blank cell', () => {
    const coercion = reading({ unit: 'g' }, 'Poids (brut)', 'brut');
    expect(coerced(coercion, '  ')).toEqual({ value: undefined, findings: [] });
    const findings = [['blank-word', '"n/a" is read as blank']];
    expect(coerced(coercion, ' n/a ')).toEqual({ value: undefined, findings });
  });
});
