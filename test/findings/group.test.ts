import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { FindingCode } from '../../src/findings/catalogue.ts';
import type { Finding, Severity } from '../../src/findings/finding.ts';
import { ALL_LIMITS, FindingGroups, RowRanges } from '../../src/findings/group.ts';
import { groupText } from '../../src/findings/group-text.ts';
import { useLanguage } from '../../src/say.ts';

afterEach(() => useLanguage('en'));

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
  it('findings with the same cause are shown as one group with their cells, the message and the suggestion', () => {
    const rows = [17, 23, 41];
    expect(texts(rows.map((row) => finding({ row, value: 'Coton', suggestion: 'COTTON' })))).toEqual([
      { cells: 'Components!F17, F23, F41', problem: '"Coton" is no category', cure: 'COTTON' },
    ]);
  });

  it('findings with the same cause are shown with sorted ranges of cells, in whatever order they were found', () => {
    const cellsOf = (rows: readonly number[]) =>
      texts(rows.map((row) => finding({ row, value: 'x' })))[0]!.cells;
    expect(cellsOf([8, 2, 3, 4])).toBe('Components!F2:F4, F8');
    expect(cellsOf([8, 2, 3, 4, 5, 6, 7])).toBe('Components!F2:F8');
  });

  it('findings of a wrong total are shown with the decimal mark of the language', async () => {
    await useLanguage('fr');
    const message = 'les parts totalisent 101,5';
    expect(texts([finding({ code: 'composition-total', row: 2, value: '97.5 + 4', message })])).toMatchObject(
      [{ problem: `"97,5 + 4"\u00a0: ${message}` }],
    );
  });

  it('findings with the same cause list unknown references, separated by semicolons if one has a comma', () => {
    const unknown = (value: string, row: number) =>
      finding({
        code: 'reference-unknown',
        kind: 'component',
        field: 'packagingRefs',
        value,
        row,
        message: '',
      });
    const problem = (...values: string[]) =>
      texts(values.map((value, at) => unknown(value, at + 2))).map((text) => text.problem)[0];
    expect(problem('P-1', 'P-2')).toMatch(/: P-1, P-2$/);
    expect(problem('P-1, P-3', 'P-2')).toMatch(/: P-1, P-3; P-2$/);
  });

  it('findings with the same cause are grouped separately by column, message, code, severity and file', () => {
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

  it('findings with the same cause are shown with the value if the message does not contain it', () => {
    expect(texts([finding({ row: 5, value: 'abc', message: 'no number' })])).toEqual([
      { cells: 'Components!F5', problem: '"abc": no number' },
    ]);
  });

  it('findings with the same cause are sorted by severity: errors, warnings, fixed values, notices; then by their first occurrence', () => {
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

  it('findings of a whole file are shown without cells', () => {
    const whole: Finding = {
      code: 'file-encrypted',
      severity: 'error',
      origin: { file: 'batch.xlsx' },
      message: 'a password protects it',
    };
    expect(texts([whole])).toEqual([{ problem: 'a password protects it' }]);
  });
});

describe('a group whose code has a summary', () => {
  it('a group whose code has a summary is one line for each column, with the distinct values', () => {
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
        cells: 'Components!F2:F9',
        problem: '8 country names converted to codes',
        values: '"Chine" → CN, "Inde", "Portugal", "Italie", "Espagne", … and 2 more',
      },
    ]);
    expect(grouped(findings).groups()[0]!.values[0]).toEqual({ value: 'Chine', count: 2, suggestion: 'CN' });
  });

  it('a group whose code has a summary shows how many rows refer to how many unknown records', () => {
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
        cells: 'Components!C2, C4, C6, C8, C10 and 115 more',
        problem:
          '120 products refer to 14 suppliers that are neither in the files nor known from earlier runs: ' +
          'FRN-0 (did you mean "FRN-0001"?), FRN-1, FRN-2, FRN-3, FRN-4, … and 9 more',
        cure: 'correct the reference, or add the supplier to the files; if the service already has it: --external-refs',
      },
    ]);
  });

  it.each([
    ['en', 'no sheet of suppliers was read: add the file; if the service already has them: --external-refs'],
    [
      'fr',
      'aucune feuille de fournisseurs n’a été lue\u00a0: ajoutez le fichier\u00a0; si le service les a déjà\u00a0: --external-refs',
    ],
  ] as const)(
    'a group whose code has a summary names a missing sheet once, as the cure (%s)',
    async (name, suggestion) => {
      await useLanguage(name);
      const findings = ['FRN-1', 'FRN-2'].map((value, at) =>
        finding({
          code: 'reference-unknown',
          kind: 'product',
          field: 'supplierRef',
          row: 2 + at,
          value,
          suggestion,
        }),
      );
      const [text] = texts(findings);
      expect(text).toMatchObject({ cells: 'Components!F2:F3', cure: suggestion });
      expect(text!.problem).toMatch(/: FRN-1, FRN-2$/);
    },
  );

  it.each([
    ['productCollectionRef', '2 products that', 'product'],
    ['productColorCode', '2 products that', 'product'],
    ['usedMaterials.0.uniqueIdentifier', '2 records in usedMaterials.1.uniqueIdentifier that', 'record'],
    ['owner_unique_identifier', '2 owners that', 'owner'],
    ['owner_id', '2 owners that', 'owner'],
  ])('describes unknown references in the field %s as "%s"', (field, things, kind) => {
    const [text] = texts(
      ['M-1', 'M-2'].map((value, at) =>
        finding({ code: 'reference-unknown', kind: 'product', field, row: 2 + at, value }),
      ),
    );
    expect(text!.problem).toContain(`2 products refer to ${things} are neither`);
    expect(text!.cure).toContain(`or add the ${kind} to the files`);
  });

  it('a group whose code has a summary counts a row with two unknown references once, and uses the singular for one', () => {
    const two = ['EMB-1', 'EMB-2'].map((value) =>
      finding({ code: 'reference-external', kind: 'packaging', field: 'packagingRefs.1', row: 4, value }),
    );
    expect(texts(two)[0]!.problem).toBe(
      '1 packaging refers to 2 packaging that are not in the files and assumed to exist in the service: EMB-1, EMB-2',
    );
    const one = finding({
      code: 'reference-unknown',
      kind: 'component',
      field: 'productRef',
      row: 4,
      value: 'ROB',
    });
    expect(texts([one])[0]!.problem).toContain('1 component refers to 1 product that is neither');
  });
});

describe('the groups of many findings', () => {
  it('the groups of many findings are at most 51 for 50,000 findings of one code, of which one counts the rest', () => {
    function* many() {
      for (let row = 2; row < 5002; row += 1) {
        for (const column of 'ABCDEFGHIJ') yield finding({ row, column, value: `${column}${row}` });
      }
    }
    const groups = grouped(many()).groups();
    expect(groups.length).toBeLessThanOrEqual(51);
    expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(50_000);
    expect(groups.filter(({ rest }) => rest === 'code')).toHaveLength(1);
    expect(groupText(groups.find(({ rest }) => rest === 'code')!, asIs).problem).toMatch(
      /^[\d,]+ more findings in other places$/,
    );
  });

  it('the groups of many findings are ten for the messages of one column, and one with the rows of all its other messages', () => {
    const findings = Array.from({ length: 40 }, (_, index) =>
      finding({ row: index + 2, value: `v${index}` }),
    );
    const all = texts(findings);
    expect(all).toHaveLength(11);
    expect(all.at(-1)).toEqual({
      cells: 'Components!F12:F41',
      problem: '30 more findings with other values',
      values: '"v10", "v11", "v12", "v13", "v14", … and 25 more',
    });
  });

  it('the groups of many findings count at most 1,000 distinct values, and show that there may be more', () => {
    const findings = Array.from({ length: 3000 }, (_, index) =>
      finding({ code: 'text-trimmed', severity: 'fixed', row: index + 2, value: ` ${index}` }),
    );
    const [group] = grouped(findings).groups();
    expect(group).toMatchObject({ count: 3000, distinct: 1000, manyValues: true });
    expect(groupText(group!, asIs).values).toMatch(/and more than 995 more$/);
  });
});

it('the text of a group passes every text of the input through the given function', () => {
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
    const { cells, problem, values, cure } = groupText(grouped([one]).groups()[0]!, hidden);
    expect(`${cells} ${values}`).not.toContain('EVIL');
    // The field of a reference is named as in the contract.
    if (code !== 'reference-unknown') expect(`${problem} ${cure}`).not.toContain('EVIL');
  }
  expect(seen).toContain('EVIL');
});

function rangesOf(rows: readonly number[]): { ranges: readonly (readonly [number, number])[]; more: number } {
  const ranges = new RowRanges();
  for (const row of rows) ranges.add(row);
  return { ranges: ranges.ranges, more: ranges.more };
}

describe('the rows of a group', () => {
  it.each([
    [[], '', 0],
    [[17], '17-17', 0],
    [[17, 17], '17-17', 0],
    [[2, 3, 4, 9], '2-4 9-9', 0],
    [[9, 2, 3], '9-9 2-3', 0],
    [[1, 3, 5, 7, 9, 11, 12], '1-1 3-3 5-5 7-7 9-9', 2],
    [[1, 3, 5, 7, 9, 10, 11], '1-1 3-3 5-5 7-7 9-11', 0],
  ])('the rows %j are shown as the ranges "%s" and %i more rows', (rows, ranges, more) => {
    const found = rangesOf(rows);
    expect([found.ranges.map((range) => range.join('-')).join(' '), found.more]).toEqual([ranges, more]);
  });

  it('are all counted, in ranges or as the rest', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 200 })), (rows) => {
        const { ranges, more } = rangesOf(rows);
        const shown = ranges.flatMap(([first, last]) =>
          Array.from({ length: last - first + 1 }, (_, index) => first + index),
        );
        expect(shown).toEqual(rows.slice(0, shown.length));
        expect(shown.length + more).toBe(rows.length);
      }),
    );
  });
});

it('groups without a limit contain all rows and values', () => {
  const groups = new FindingGroups(ALL_LIMITS);
  for (let row = 2; row < 402; row += 2) groups.add(finding({ row, value: `v${row}`, code: 'text-trimmed' }));
  const [group] = groups.groups();
  expect([group!.rows.ranges.length, group!.rows.more, group!.values.length]).toEqual([200, 0, 200]);
});

it('groups read only the suggestions of values that they show', () => {
  const groups = new FindingGroups();
  let made = 0;
  for (let row = 2; row < 1002; row++) {
    const plain = finding({ row, value: `v${row}`, code: 'not-in-list' });
    groups.add({
      ...plain,
      get suggestion() {
        made++;
        return `did you mean "${row}"?`;
      },
    });
  }
  const all = groups.groups();
  expect(all[0]!.values[0]!.suggestion).toBe('did you mean "2"?');
  expect(made).toBe(all.length + all.flatMap(({ values }) => values).length);
  expect(made).toBeLessThan(100);
});
