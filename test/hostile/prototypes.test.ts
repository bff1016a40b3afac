import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkDocument } from '../../src/cli/view/report-schema.ts';
import { folderWith, journalOf, mockService, sandboxConfig, trace } from '../cli/commands/harness.ts';
import { csvOf, product, productBody, supplier, supplierBody } from '../cli/commands/sheets.ts';
import { textRow, workbook } from '../sheets/workbook-builder.ts';

const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__'];

/** The members that every object inherits, before and after. */
const inherited = () =>
  [Object.prototype, Array.prototype, Function.prototype].map((one) =>
    Object.getOwnPropertyNames(one).sort(),
  );

/** A valid supplier with a column for each of the names, and some below an open field. */
function poisoned(): string {
  const [heads, row] = csvOf(supplier, [supplierBody('FRN-1')])
    .trim()
    .split('\n') as [string, string];
  const extra = [
    ...NAMES,
    ...NAMES.map((name) => `${name}.polluted`),
    ...NAMES.map((name) => `address.${name}`),
  ];
  return `${heads},${extra.join(',')}\n${row}${extra.map(() => ',polluted').join('')}\n`;
}

describe('names of members of all objects, such as __proto__,', () => {
  test('names of members of all objects are reported as unknown columns if they are headers', async () => {
    const before = inherited();
    const cwd = await folderWith({ 'suppliers.csv': poisoned() });
    const { code, stdout } = await trace(['check', 'suppliers.csv', '--json'], { cwd });
    const { findings } = checkDocument.parse(JSON.parse(stdout));
    const unknown = findings.filter((finding) => finding.code === 'header-unknown').map(({ value }) => value);
    expect(unknown).toEqual(expect.arrayContaining(NAMES));
    const others = findings.filter(
      (finding) => finding.severity === 'error' && finding.code !== 'header-unknown',
    );
    expect([code, others]).toEqual([3, []]);
    expect(inherited()).toEqual(before);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });

  test('names of members of all objects are never sent if they are headers', async () => {
    const mock = await mockService();
    const cwd = await folderWith({
      'suppliers.csv': poisoned(),
      'trace.config.yaml': sandboxConfig(mock.url),
    });
    const names = ['--ignore-unknown-columns', '--report', 'r.json'];
    const { code } = await trace(['import', 'suppliers.csv', '--env', 'sandbox', ...names], { cwd });
    expect(code).toBe(0);
    const journal = await (await fetch(`${mock.url}/__mock/journal`)).text();
    expect(journal).toContain('FRN-1');
    expect(journal).not.toContain('polluted');
    expect(await readFile(path.join(cwd, 'r.json'), 'utf8')).toContain('FRN-1');
  });

  test('names of members of all objects are not sent if they are headers of --extra-columns or below an open field', async () => {
    const before = inherited();
    const reserved = ['__proto__', 'constructor', 'prototype'];
    const headers = reserved.flatMap((name) => [
      name,
      `${name}.polluted`,
      `audit.${name}`,
      `audit.${name}.polluted`,
    ]);
    const mock = await mockService();
    const v3 = `uniqueIdentifier,siteName,annualTurnover,${headers.join(',')}\nAURORE-SITE-0001,Mill,12${',polluted'.repeat(headers.length)}\n`;
    const below = reserved.map((name) => `projectImpact.${name}.polluted`);
    const [names, row] = csvOf(product, [productBody('ROB-1', 'FRN-2')])
      .trim()
      .split('\n') as [string, string];
    const cwd = await folderWith({
      'sites.csv': v3,
      'products.csv': `${names},projectImpact.a,${below.join(',')}\n${row},sound${',polluted'.repeat(below.length)}\n`,
      'suppliers.csv': csvOf(supplier, [supplierBody('FRN-2')]),
      'trace.config.yaml': sandboxConfig(mock.url),
    });
    for (const [files, columns] of [
      [['sites.csv', '--sheet', 'sites.csv=supplier', '--interface', 'v3'], headers],
      [['suppliers.csv', 'products.csv'], below],
    ] as const) {
      const ignoring = [
        '--ignore-unknown-columns',
        '--extra-columns',
        ['annualTurnover', ...headers].join(),
        '--env',
        'sandbox',
        '--json',
      ];
      const { code, stdout } = await trace(['import', ...files, ...ignoring], { cwd });
      expect(code).toBe(0);
      const { findings } = JSON.parse(stdout) as { findings: { code: string; value: string }[] };
      const unknown = findings.flatMap((finding) =>
        finding.code === 'column-ignored' ? [finding.value] : [],
      );
      expect(unknown).toEqual(expect.arrayContaining([...columns]));
    }
    const bodies = JSON.stringify((await journalOf(mock)).map(({ body }) => body));
    for (const sent of ['"annualTurnover":"12"', '"a":"sound"']) expect(bodies).toContain(sent);
    expect(bodies).not.toMatch(/polluted|"(__proto__|constructor|prototype)"/);
    expect(inherited()).toEqual(before);
  });

  test.each(NAMES)('cause no bug as names of a sheet and a file: %s', async (name) => {
    const before = inherited();
    const lines = csvOf(supplier, [supplierBody('FRN-1')])
      .trim()
      .split('\n');
    const rows = lines.map((line) => textRow(line.split(',')));
    const cwd = await folderWith({
      [`${name}.xlsx`]: workbook({ rows: Object.fromEntries([['s', rows.join('')]]) }),
    });
    const renamed = workbook({
      rows: { s: rows.join('') },
      parts: [
        {
          name: 'xl/workbook.xml',
          content: `<workbook xmlns:r="r"><sheets><sheet name="${name}" r:id="rId1"/></sheets></workbook>`,
        },
      ],
    });
    const other = await folderWith({ [`${name}.xlsx`]: renamed });
    for (const folder of [cwd, other]) {
      for (const more of [[], ['--sheet', `${name}=suppliers`]]) {
        const { code, stderr } = await trace(['check', `${name}.xlsx`, ...more], { cwd: folder });
        expect(stderr).not.toContain('bug in trace');
        expect([0, 2, 3]).toContain(code);
      }
    }
    expect(inherited()).toEqual(before);
  });

  test.each(NAMES)('names of members of all objects are ordinary values in cells: %s', async (name) => {
    const cwd = await folderWith({
      'suppliers.csv': csvOf(supplier, [
        supplierBody(name, { name, category: name }),
        supplierBody(`${name}2`),
      ]),
    });
    const { code, stdout } = await trace(['check', 'suppliers.csv', '--json'], { cwd });
    expect(code).toBe(3);
    expect(JSON.parse(stdout).findings.map((finding: { code: string }) => finding.code)).toContain(
      'not-in-list',
    );
  });
});
