import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FindingCode } from '../../src/findings/catalogue.ts';
import type { Finding, Severity } from '../../src/findings/finding.ts';
import { FindingGroups, RowRanges, withThousands } from '../../src/findings/group.ts';
import { groupText } from '../../src/findings/group-text.ts';

const asIs = (text: string) => text;

interface Some {
  readonly code?: FindingCode;
  readonly severity?: Severity;
  readonly row?: number;
  readonly column?: string;
  readonly kind?: string;
  readonly field?: string;
  readonly value?: string;
  readonly message?: string;
  readonly suggestion?: string;
}

function finding({ code = 'not-in-list', severity = 'error', row, column = 'F', ...rest }: Some): Finding {
  return {
    code,
    severity,
    origin: { file: 'batch.xlsx', sheet: 'Components', column, ...(row === undefined ? {} : { row }) },
    field: 'category',
    message: `"${rest.value}" is no category`,
    ...rest,
  };
}

function grouped(findings: Iterable<Finding>): FindingGroups {
  const groups = new FindingGroups();
  for (const one of findings) groups.add(one);
  return groups;
}

const texts = (findings: Iterable<Finding>) =>
  grouped(findings)
    .groups()
    .map((group) => groupText(group, asIs));

describe('findings with the same cause', () => {
  it('are one line that names place, value, what is near and the rows', () => {
    const rows = [17, 23, 41];
    expect(texts(rows.map((row) => finding({ row, value: 'Coton', suggestion: 'COTTON' })))).toEqual([
      { line: 'batch.xlsx › Components!F17 (category): "Coton" is no category → COTTON, rows 17, 23, 41' },
    ]);
  });

  it('are separate for each column, message, code, severity and file', () => {
    const base = finding({ row: 2, value: 'A' });
    const findings = [
      base,
      finding({ row: 2, value: 'A', column: 'G' }),
      finding({ row: 2, value: 'B' }),
      finding({ row: 2, value: 'A', code: 'required' }),
      finding({ row: 2, value: 'A', severity: 'warning' }),
      { ...base, origin: { ...base.origin, file: 'other.xlsx' } },
    ];
    expect(
      grouped([...findings, ...findings])
        .groups()
        .map(({ count }) => count),
    ).toEqual([2, 2, 2, 2, 2, 2]);
  });

  it('say the value when the message does not', () => {
    expect(texts([finding({ row: 5, value: 'abc', message: 'no number' })])[0]!.line).toBe(
      'batch.xlsx › Components!F5 (category): "abc": no number',
    );
  });

  it('come errors first, then warnings, fixed values and notices, each in the order of the first', () => {
    const severities: Severity[] = ['notice', 'warning', 'error', 'fixed', 'error', 'warning'];
    const groups = grouped(severities.map((severity, index) => finding({ severity, value: `${index}` })));
    expect(groups.groups().map(({ severity, values }) => `${severity} ${values[0]!.value}`)).toEqual([
      'error 2',
      'error 4',
      'warning 1',
      'warning 5',
      'fixed 3',
      'notice 0',
    ]);
    expect(groups.counts()).toEqual({ error: 2, warning: 2, fixed: 1, notice: 1 });
  });

  it('of a file as a whole have no rows', () => {
    const whole: Finding = {
      code: 'file-encrypted',
      severity: 'error',
      origin: { file: 'batch.xlsx' },
      message: 'a password protects it',
    };
    expect(texts([whole])).toEqual([{ line: 'batch.xlsx: a password protects it' }]);
  });
});

describe('a code with a summary', () => {
  it('is one line a column, with the distinct values under it', () => {
    const values = ['Chine', 'Inde', 'Chine', 'Portugal', 'Italie', 'Espagne', 'Maroc', 'Tunisie'];
    const findings = values.map((value, index) =>
      finding({
        code: 'country-converted',
        severity: 'fixed',
        row: index + 2,
        value,
        message: `"${value}" was read as a code`,
        ...(value === 'Chine' ? { suggestion: 'CN' } : {}),
      }),
    );
    expect(texts(findings)).toEqual([
      {
        line: 'batch.xlsx › Components!F2 (category): 8 country names converted to codes, rows 2-9',
        detail: '"Chine" → CN, "Inde", "Portugal", "Italie", "Espagne", … and 2 more',
      },
    ]);
    expect(grouped(findings).groups()[0]!.values[0]).toEqual({ value: 'Chine', count: 2, suggestion: 'CN' });
  });

  it('shows how many rows refer to how many unknown records', () => {
    const findings = Array.from({ length: 120 }, (_, index) =>
      finding({
        code: 'reference-unknown',
        kind: 'product',
        field: 'supplierRef',
        column: 'C',
        row: 2 + 2 * index,
        value: `FRN-${index % 14}`,
        ...(index % 14 === 0 ? { suggestion: 'did you mean "FRN-0001"?' } : {}),
      }),
    );
    expect(texts(findings)).toEqual([
      {
        line:
          '120 products refer to 14 suppliers that are neither in the files nor known from earlier runs: ' +
          'FRN-0 (did you mean "FRN-0001"?), FRN-1, FRN-2, FRN-3, FRN-4, … and 9 more',
        detail: 'batch.xlsx › Components!C2 (supplierRef), rows 2, 4, 6, 8, 10 and 115 more',
      },
    ]);
  });

  it('counts a row that names two unknown ones once, and speaks of one as one', () => {
    const two = ['EMB-1', 'EMB-2'].map((value) =>
      finding({ code: 'reference-external', kind: 'packaging', field: 'packagingRefs.1', row: 4, value }),
    );
    expect(texts(two)[0]!.line).toBe(
      '1 packaging refers to 2 packaging that are not in the files and assumed to exist in the service: EMB-1, EMB-2',
    );
    const one = finding({
      code: 'reference-unknown',
      kind: 'component',
      field: 'productRef',
      row: 4,
      value: 'ROB',
    });
    expect(texts([one])[0]!.line).toContain('1 component refers to 1 product that is neither');
  });
});

describe('bounds', () => {
  it('keeps ten messages of a column and fifty groups of a code, and counts the rest', () => {
    function* many() {
      for (let row = 2; row < 5002; row += 1) {
        for (const column of 'ABCDEFGHIJ') yield finding({ row, column, value: `${column}${row}` });
      }
    }
    const groups = grouped(many()).groups();
    expect(groups.length).toBeLessThanOrEqual(51);
    expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(50_000);
    expect(groups.filter(({ rest }) => rest === 'code')).toHaveLength(1);
    expect(groupText(groups.find(({ rest }) => rest === 'code')!, asIs).line).toMatch(
      /^[\d,]+ more findings in other places: not-in-list$/,
    );
  });

  it('gathers further messages of one column in one group with its rows', () => {
    const findings = Array.from({ length: 40 }, (_, index) =>
      finding({ row: index + 2, value: `v${index}` }),
    );
    const all = texts(findings);
    expect(all).toHaveLength(11);
    expect(all.at(-1)).toEqual({
      line: 'batch.xlsx › Components!F12 (category): 30 more findings with other values: not-in-list, rows 12-41',
      detail: '"v10", "v11", "v12", "v13", "v14", … and 25 more',
    });
  });

  it('stops counting distinct values, and shows it', () => {
    const findings = Array.from({ length: 3000 }, (_, index) =>
      finding({ code: 'text-trimmed', severity: 'fixed', row: index + 2, value: ` ${index}` }),
    );
    const [group] = grouped(findings).groups();
    expect(group).toMatchObject({ count: 3000, distinct: 1000, manyValues: true });
    expect(groupText(group!, asIs).detail).toMatch(/and more than 995 more$/);
  });
});

it('passes every foreign text through show', () => {
  const seen: string[] = [];
  const hidden = (text: string) => {
    seen.push(text);
    return '#';
  };
  for (const code of ['not-in-list', 'text-trimmed', 'reference-unknown'] as const) {
    const one: Finding = {
      ...finding({ code, row: 2, value: 'EVIL', message: 'EVIL', suggestion: 'EVIL.', field: 'EVIL' }),
      origin: { file: 'EVIL', sheet: 'EVIL', row: 2, column: 'A' },
    };
    const { line, detail } = groupText(grouped([one]).groups()[0]!, hidden);
    // The field of a reference is named as in the contract.
    if (code !== 'reference-unknown') expect(line).not.toContain('EVIL');
    expect(detail ?? '').not.toContain('EVIL');
  }
  expect(seen).toContain('EVIL');
});

function rowsText(rows: readonly number[]): string {
  const ranges = new RowRanges();
  for (const row of rows) ranges.add(row);
  return ranges.text();
}

describe('rows', () => {
  it.each([
    [[], ''],
    [[17], 'row 17'],
    [[17, 17], 'row 17'],
    [[17, 23, 41], 'rows 17, 23, 41'],
    [[2, 3, 4, 9], 'rows 2-4, 9'],
    [[9, 2, 3], 'rows 9, 2-3'],
    [[1, 3, 5, 7, 9, 11, 12], 'rows 1, 3, 5, 7, 9 and 2 more'],
    [[1, 3, 5, 7, 9, 10, 11], 'rows 1, 3, 5, 7, 9-11'],
  ])('%j is "%s"', (rows, expected) => {
    expect(rowsText(rows)).toBe(expected);
  });

  it('accounts for every row: those in ranges and the rest', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 200 })), (rows) => {
        const said = rowsText(rows).replaceAll(',', '');
        const more = Number(/and (\d+) more/.exec(said)?.[1] ?? 0);
        const shown = [...said.replace(/and .*/, '').matchAll(/(\d+)(?:-(\d+))?/g)].flatMap(
          ([, first, last]) =>
            Array.from(
              { length: Number(last ?? first) - Number(first) + 1 },
              (_, index) => Number(first) + index,
            ),
        );
        expect(shown).toEqual(rows.slice(0, shown.length));
        expect(shown.length + more).toBe(rows.length);
      }),
    );
  });
});

it('whole numbers are written as English writes them', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (value) => {
      expect(withThousands(value)).toBe(value.toLocaleString('en'));
    }),
  );
});
