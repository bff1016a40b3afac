import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json, KindSpec } from '../../src/contract/kind.ts';
import { runReport } from '../../src/report/schema.ts';
import { columnLetters } from '../../src/sheets/cell.ts';
import { templateColumns } from '../../src/template/columns.ts';
import { folderWith, journalOf, mockService, sandboxConfig, trace } from './harness.ts';
import { component, packaging, product, supplier } from './sheets.ts';

interface Sheet {
  readonly kind: KindSpec;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly unknown: boolean;
}

/** What people type where a value of any kind may stand. */
const odd = fc.constantFrom(
  ...[
    '',
    '',
    '',
    ' ',
    '-',
    'n/a',
    'N/A',
    'néant',
    '?',
    'TBD',
    'none',
    '0',
    '12,5',
    '1 200',
    '80 %',
    '="00012"',
  ],
  ...[
    'oui',
    'no',
    'x',
    'Italie',
    'fr',
    'cotton',
    'Laine',
    'GOTS; GRS',
    'a, b',
    '2026-01-31',
    '31/01/2026',
    '#N/A',
  ],
  ...['été\u00a0', ' spaced ', '00012', 'A|B', '(clear)', '1', 'NONE'],
);

/** A sheet of a kind: its required columns, some others, and columns that nobody knows or that are ignored. */
const sheetOf = (kind: KindSpec): fc.Arbitrary<Sheet> => {
  const columns = templateColumns(kind, 'STANDARD');
  const required = columns.filter((column) => column.required);
  const optional = columns.filter((column) => !column.required && column.field.example !== undefined);
  // an address or a certificate as a whole: a part of one lacks what it needs
  const groups = [...Map.groupBy(optional, ({ header }) => header.replace(/\.[^.]*$/, '')).values()];
  const strange = fc.constantFrom(
    '',
    '',
    'Colour of logo',
    'Logo',
    '"Notes, internal"',
    'trace_outcome',
    'valide du',
  );
  const cellOf = (example: unknown, sound: boolean) =>
    sound
      ? fc.constant(String(example))
      : fc.oneof({ weight: 9, arbitrary: fc.constant(String(example)) }, odd);
  return fc
    .record({
      some: fc.subarray(groups, { maxLength: Math.min(4, groups.length) }),
      strangers: fc.array(strange, { maxLength: 3 }),
      named: fc.boolean(),
      unknown: fc.nat(4).map((value) => value > 0),
      height: fc.integer({ min: 1, max: 3 }),
      faults: fc.nat(2).map((value) => value > 0),
    })
    .chain(({ some, strangers, named, unknown, height, faults }) => {
      const known = [...required, ...some.flat()];
      const cells = fc.tuple(
        ...known.map(({ field }, at) => cellOf(field.example, at < required.length || !faults)),
        ...strangers.map(() => fc.oneof(fc.constant(''), odd)),
      );
      const headers = known.map(({ header, field, item }) =>
        named && item === 1 && !header.includes('.') && field.names.length > 0 ? field.names[0]! : header,
      );
      // the last column has a header: what stands beyond it is another finding
      return fc.array(cells, { minLength: height, maxLength: height }).map((rows) => ({
        kind,
        headers: [...headers, ...strangers, 'Logo'],
        rows: rows.map((row) => [...(row as string[]), 'L']),
        unknown,
      }));
    });
};

const quoted = (cell: string) =>
  /^"|[,"\n]/.test(cell) && !/^".*"$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** Every value in a body, as text. */
function leaves(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(leaves);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leaves);
  return [String(value)];
}

const YES_NO: Readonly<Record<string, readonly string[]>> = { yes: ['true', '1'], no: ['false', '0'] };

/** Whether a finding says that a value became one of these: `"31/01/2026" → 2026-01-31, day first`. */
function becameOneOf(values: ReadonlySet<string>, message: string): boolean {
  const [, became] = message.split(' → ');
  if (became === undefined) return false;
  const [, quotedText] = /^"(.*)"$/.exec(became) ?? [];
  const text = quotedText ?? became.split(/[ ,]/)[0]!;
  return [text, ...(YES_NO[text] ?? [])].some((one) => values.has(one));
}

test('what ends with 0 has every filled cell in a body that the service took, or reported as not sent', async () => {
  const mock = await mockService();
  const cwd = await folderWith({ 'trace.config.yaml': sandboxConfig(mock.url) });
  let number = 0;
  let ended = 0;
  const kinds = [supplier, packaging, product, component];
  await fc.assert(
    fc.asyncProperty(fc.oneof(...kinds.map(sheetOf)), fc.nat(3), async (sheet, times) => {
      const { kind, headers, unknown } = sheet;
      // every row has a key of its own
      const key = templateColumns(kind, 'STANDARD').find(({ header }) => header === kind.key[0])!;
      const at = headers.findIndex((header) => header === key.header || header === key.field.names[0]);
      const rows = sheet.rows.map((row) => row.map((cell, index) => (index === at ? `K-${++number}` : cell)));
      const lines = [headers, ...rows].map((row) => row.map(quoted).join(','));
      await writeFile(path.join(cwd, 'sheet.csv'), `${lines.join('\n')}\n`);
      const argv = ['import', 'sheet.csv', '--sheet', `sheet.csv=${kind.name}`, '--family', 'STANDARD'];
      argv.push('--env', 'sandbox', '--external-refs', '--report', 'r.json');
      argv.push(
        '--ignore-columns',
        '"Notes, internal",Logo',
        ...(unknown ? ['--ignore-unknown-columns'] : []),
      );
      let { code } = await trace(argv, { cwd });
      if (code !== 0) return;
      const first = runReport.parse(JSON.parse(await readFile(path.join(cwd, 'r.json'), 'utf8')));
      if (times === 0) ({ code } = await trace(argv, { cwd }));
      expect(code).toBe(0);
      ended++;
      const bodies = new Map(
        (await journalOf(mock)).map(({ key, body }) => [key.split('\u001f')[0]!, body as Json]),
      );
      const ignored = new Set(first.ignoredColumns.map(({ column }) => column));
      for (const [line, row] of rows.entries()) {
        const values = new Set(leaves(bodies.get(row[at]!)!));
        for (const [index, cell] of row.entries()) {
          const column = columnLetters(index);
          if (cell.trim() === '' || ignored.has(column)) continue;
          const about = first.findings.filter(
            ({ origin }) => origin.row === line + 2 && origin.column === column,
          );
          if (about.some(({ code }) => code === 'blank-word')) continue;
          const sent = (text: string) =>
            values.has(text) || (text !== '' && values.has(String(Number(text))));
          const converted = about.some(({ message }) => becameOneOf(values, message));
          const pieces = cell.split(/[;|]/).map((piece) => piece.trim().replace(/\u00a0/g, ''));
          if (!converted && !sent(cell) && !pieces.every(sent)) {
            throw new Error(
              `${headers[index]}: ${JSON.stringify(cell)} is nowhere: ${JSON.stringify([...values])}`,
            );
          }
        }
      }
    }),
    { numRuns: 40 },
  );
  expect(ended).toBeGreaterThan(6);
});
