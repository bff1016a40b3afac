import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COUNTRY_CODES } from '../../src/contract/country-codes.ts';
import { columnPath, type Field, pathSteps } from '../../src/contract/field.ts';
import type { Body, Json } from '../../src/contract/kind.ts';
import { knownValues } from '../../src/contract/list.ts';
import { kindsOf, type V2Kind } from '../../src/contract/registry.ts';
import { cleanText } from '../../src/recognise/text.ts';
import { parseDate } from '../../src/records/date.ts';
import { parseNumber } from '../../src/records/number.ts';
import { readSheet } from './sheet.ts';

// Every run uses the same cases.
fc.configureGlobal({ seed: 20261121 });

/** Texts that stay unchanged: no separator, filler, error or abbreviated number. */
const text = fc
  .stringMatching(/^[A-Za-zÀ-ÿ][A-Za-zÀ-ÿ0-9 _./&+'-]{0,20}[A-Za-z0-9]$/)
  .filter((value) => value.length > 3 && cleanText(value) === value);

const day = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

function arbitraryOf({ value }: Field): fc.Arbitrary<Json> {
  switch (value.type) {
    case 'text':
    case 'reference':
      return text;
    case 'number':
      // Without a percent sign, 1 can also mean 100 %.
      return fc
        .integer({ min: value.min ?? 0, max: value.max ?? 1e9 })
        .filter((number) => value.unit !== '%' || number !== 1);
    case 'boolean':
      return fc.boolean();
    case 'flag':
      return fc.constantFrom(0, 1);
    case 'choice':
      return fc.constantFrom(...knownValues(value.list));
    case 'country':
      // Alone in its column, NA is ambiguous.
      return fc.constantFrom(...COUNTRY_CODES).filter((code) => code !== 'NA');
    case 'date':
      return day;
    case 'email':
      return text.map((name) => `${name.replace(/[^A-Za-z0-9]/g, 'x')}@example.com`);
    case 'url':
      return text.map((name) => `https://example.com/${encodeURIComponent(name)}`);
    case 'open':
      return fc.constant(null);
  }
}

interface FilledColumn {
  readonly header: string;
  readonly field: Field;
  readonly cell: Json | null;
}

/** The columns of `items` items of each group, and a value or nothing in each. */
function row(fields: readonly Field[], items: number): fc.Arbitrary<FilledColumn[]> {
  const columns = fields
    .filter(({ value }) => value.type !== 'open')
    .flatMap((field) => {
      const repeated = columnPath(field.path, 1) !== columnPath(field.path, 2);
      return Array.from({ length: repeated ? items : 1 }, (_, at) => ({
        field,
        header: columnPath(field.path, at + 1),
      }));
    });
  return fc
    .tuple(...columns.map(({ field }) => fc.option(arbitraryOf(field), { nil: null })))
    .map((cells) => columns.map((column, at) => ({ ...column, cell: cells[at]! })));
}

const readColumns = (kind: V2Kind, columns: readonly FilledColumn[]) =>
  readSheet(
    kind,
    columns.map(({ header }) => header),
    [columns.map(({ cell }) => cell as string | number | boolean | null)],
  );

/** The expected body, built without the code under test. */
function bodyOf(columns: readonly FilledColumn[]): Body {
  const body: Body = {};
  for (const { header, field, cell } of columns) {
    if (cell === null) continue;
    const names = header.split('.');
    let at: Record<string, unknown> | unknown[] = body;
    for (const [depth, name] of names.entries()) {
      const last = depth === names.length - 1;
      const key = Array.isArray(at) ? Number(name) - 1 : name;
      const there = at as Record<string | number, unknown>;
      if (last) there[key] = field.path.endsWith('[]') ? [cell] : cell;
      else there[key] ??= /^\d+$/.test(names[depth + 1]!) ? [] : {};
      at = there[key] as Record<string, unknown>;
    }
  }
  return packed(body) as Body;
}

const packed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.filter((item) => item !== undefined).map(packed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, packed(inner)]));
};

const KINDS = kindsOf('v2').map((kind) => [kind.name as V2Kind, kind.fields] as const);

describe.each(KINDS)('a row of a %s', (kind, fields) => {
  it('written with column paths is read as the same body, without a finding', () => {
    fc.assert(
      fc.property(row(fields, 3), (columns) => {
        const { drafts } = readColumns(kind, columns);
        expect(drafts[0]!.findings).toEqual([]);
        expect(drafts[0]!.body).toEqual(bodyOf(columns));
      }),
      { numRuns: 40 },
    );
  });

  it('knows the column of every leaf of its body', () => {
    fc.assert(
      fc.property(row(fields, 3), (columns) => {
        const { drafts, map } = readColumns(kind, columns);
        for (const [path, value] of leaves(drafts[0]!.body)) {
          const column = map.columns.find(({ letters }) => letters === drafts[0]!.columnOf(path));
          expect([path, columns[column!.index]!.cell]).toEqual([path, value]);
        }
      }),
      { numRuns: 20 },
    );
  });
});

function leaves(value: Json, path = ''): [string, Json][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, inner]) =>
    leaves(inner, path === '' ? name : `${path}.${name}`),
  );
}

describe('numbers', () => {
  const amounts = fc.integer({ min: -99_999_999, max: 99_999_999 }).map((cents) => cents / 100);

  it.each([
    ['fr-FR', ','],
    ['de-DE', ','],
    ['en-US', '.'],
    ['fr-CH', undefined],
    ['de-CH', '.'],
  ] as const)('numbers in the notation of %s are read back as themselves', (locale, decimal) => {
    const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 });
    fc.assert(
      fc.property(amounts, (amount) => {
        // two decimals are never ambiguous, so the decimal mark is not needed
        for (const said of [decimal, undefined]) {
          expect(parseNumber(cleanText(format.format(amount)), said)).toMatchObject({ value: amount + 0 });
        }
      }),
    );
  });

  it('numbers that JavaScript prints as plain digits are read back unchanged', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const plain = String(amount);
        expect(parseNumber(plain, '.')).toEqual({ value: amount, plain: true });
      }),
    );
  });
});

describe('dates', () => {
  it('written day first or month first are read back in that order', () => {
    fc.assert(
      fc.property(day, fc.constantFrom('/', '.', '-'), (iso, mark) => {
        const [year, month, date] = iso.split('-');
        expect(parseDate([date, month, year].join(mark), 'day-first')).toBe(iso);
        expect(parseDate([month, date, year].join(mark), 'month-first')).toBe(iso);
        expect(parseDate([year, month, date].join(mark), 'day-first')).toBe(iso);
      }),
    );
  });
});

describe('texts', () => {
  it('texts that were cleaned have no spaces at their ends, and a second cleaning does not change them', () => {
    const spaces = [' ', '\u00a0', '\u202f', '\u200b', '\ufeff', '\n', '\t'];
    const odd = fc.string({ unit: fc.constantFrom(...spaces, 'a', 'é', 'e\u0301', '\u0007', '界') });
    fc.assert(
      fc.property(odd, (value) => {
        const clean = cleanText(value);
        expect(cleanText(clean)).toBe(clean);
        expect(clean).toBe(clean.trim());
      }),
    );
  });
});

describe('any cell', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.double().map((value) => ({ type: 'percent', value }) as const),
    fc.constantFrom({ type: 'error', code: '#DIV/0!' } as const, { type: 'uncached' } as const),
  );

  it.each(KINDS)(
    'any cell of a %s is read without an exception, and unreadable only with an error',
    (kind, fields) => {
      const heads = fields
        .filter(({ path }) => pathSteps(path).length > 0)
        .map(({ path }) => columnPath(path));
      fc.assert(
        fc.property(fc.array(cell, { minLength: heads.length, maxLength: heads.length }), (cells) => {
          const draft = readSheet(kind, heads, [cells]).drafts[0]!;
          const errors = new Set(
            draft.findings.filter(({ severity }) => severity === 'error').map(({ field }) => field),
          );
          for (const path of draft.unreadable) expect(errors).toContain(path);
          expect(() => JSON.stringify(draft.body)).not.toThrow();
        }),
        { numRuns: 50 },
      );
    },
  );
});
