import fc from 'fast-check';
import type { runReport } from '../../../src/cli/view/report-schema.ts';
import type { Body, Json, KindSpec } from '../../../src/contract/kind.ts';
import { columnNames } from '../../../src/contract/labels.ts';
import { type TemplateColumn, templateColumns } from '../../../src/contract/template/columns.ts';
import { columnLetters } from '../../../src/sheets/cell.ts';

/** A random sheet of a kind. */
export interface RandomSheet {
  readonly kind: KindSpec;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Whether unknown columns are ignored explicitly. */
  readonly unknown: boolean;
}

type Report = ReturnType<typeof runReport.parse>;

/** What people type in a cell of any type. */
const odd = fc.constantFrom(
  ...['', '', '', ' ', '-', 'n/a', 'N/A', 'néant', '?', 'TBD', 'none', '0', '12,5', '1 200', '80 %'],
  ...['="00012"', 'oui', 'no', 'x', 'Italie', 'fr', 'cotton', 'Laine', 'GOTS; GRS', 'a, b', '2026-01-31'],
  ...['31/01/2026', '#N/A', 'été\u00a0', ' spaced ', '00012', 'A|B', '(clear)', '1', 'NONE', 'metres'],
);

/** What a cell of an id may contain instead: the key of a record. */
const NAMED_KEYS: Readonly<Record<string, string>> = {
  supplier: 'AURORE-SITE-0007',
  material: 'AURORE-MAT-COTTON-001',
  component: 'AURORE-CMP-0044',
  product: 'AURORE-PRD-0003',
  'purchased-item': 'AURORE-PURCHASE-0031',
  'generic-product-info': 'ROB-2041_ECRU-012_SS27_PO-2026-0415',
};

/** A valid value where the contract has no example. */
function sampleOf(kind: KindSpec, { field }: TemplateColumn): string {
  if (field.example !== undefined) return String(field.example);
  const { value } = field;
  if (value.type === 'choice') return value.list.values[0]!;
  if (value.type === 'reference') {
    // the same record as its unique identifier field, by id
    const rule = kind.rules?.find((one) => one.type === 'exactly-one' && one.fields.includes(field.path));
    const twins = rule?.type === 'exactly-one' ? rule.fields : [];
    const twin = kind.fields.find(({ path, example }) => twins.includes(path) && example !== undefined);
    const reference = kind.references.find(({ fields }) => fields[0] === field.path);
    return String(twin?.example ?? NAMED_KEYS[reference?.to ?? ''] ?? 'AURORE-PACK-0001');
  }
  const samples: Partial<Record<typeof value.type, string>> = {
    country: 'IT',
    boolean: 'yes',
    date: '2026-12-24',
    number: '7',
  };
  return samples[value.type] ?? 'Via Torino 12';
}

/** Whether the column belongs to the path or to a part of it. */
const below = (column: TemplateColumn, path: string): boolean =>
  column.field.path === path || column.field.path.startsWith(`${path}.`);

/** The columns without contradictions: only one of two names of a reference, or of an owner and an address. */
function compatible(
  kind: KindSpec,
  columns: readonly TemplateColumn[],
  choices: readonly number[],
): TemplateColumn[] {
  return (kind.rules ?? []).reduce<TemplateColumn[]>(
    (left, rule, at) => {
      if (rule.type !== 'either' && rule.type !== 'exactly-one') return left;
      const groups = rule.type === 'either' ? rule.groups : rule.fields.map((field) => [field]);
      const present = groups.filter((group) =>
        left.some((column) => group.some((path) => below(column, path))),
      );
      const kept = present[choices[at % choices.length]! % Math.max(1, present.length)];
      const others = groups.filter((group) => group !== kept).flat();
      return left.filter((column) => !others.some((path) => below(column, path)));
    },
    [...columns],
  );
}

/** The columns that a row of a kind needs: those that the interface requires, and the references to its parts. */
function needed(kind: KindSpec, columns: readonly TemplateColumn[]): TemplateColumn[] {
  const rules = (kind.rules ?? []).flatMap((rule) => {
    if (rule.type === 'demands') return [rule.other];
    if (rule.type === 'exactly-one' && !rule.optional) return rule.fields;
    return rule.type === 'either' ? rule.groups.flat() : [];
  });
  if (rules.includes('address')) rules.push('address.country');
  return columns.filter(
    ({ required, field: { path } }) => required || path === kind.batchField || rules.includes(path),
  );
}

const strange = fc.constantFrom(
  ...['', '', 'Colour of logo', 'Logo', '"Notes, internal"', 'trace_outcome', 'valide du'],
);

/** A sheet of a kind: the columns it needs, some others, and columns that are unknown or ignored. */
export function sheetOf(kind: KindSpec): fc.Arbitrary<RandomSheet> {
  const columns = templateColumns(kind, 'STANDARD');
  const required = needed(kind, columns);
  // the id of the service: in an update sheet it would select another record
  const optional = columns.filter(
    (column) =>
      !required.includes(column) &&
      (kind.interface === 'v3' ? column.field.path !== 'id' : column.field.example !== undefined),
  );
  // a complete address or certificate: part of one lacks required fields
  const groups = [...Map.groupBy(optional, ({ header }) => header.replace(/\.[^.]*$/, '')).values()];
  const cellOf = (sample: string, sound: boolean) =>
    sound ? fc.constant(sample) : fc.oneof({ weight: 9, arbitrary: fc.constant(sample) }, odd);
  return fc
    .record({
      some: fc.subarray(groups, { maxLength: Math.min(4, groups.length) }),
      strangers: fc.array(strange, { maxLength: 3 }),
      choices: fc.array(fc.nat(3), { minLength: 3, maxLength: 3 }),
      named: fc.boolean(),
      unknown: fc.nat(4).map((value) => value > 0),
      height: fc.integer({ min: 1, max: 3 }),
      faults: fc.nat(2).map((value) => value > 0),
    })
    .chain(({ some, strangers, choices, named, unknown, height, faults }) => {
      const known = compatible(kind, [...required, ...some.flat()], choices);
      const cells = fc.tuple(
        ...known.map((column) => cellOf(sampleOf(kind, column), required.includes(column) || !faults)),
        ...strangers.map(() => fc.oneof(fc.constant(''), odd)),
      );
      const headers = known.map(({ header, field, item }) => {
        const [name = header] = columnNames(kind, field);
        return named && item === 1 && !header.includes('.') ? name : header;
      });
      // the last column has a header: cells beyond it would be another finding
      return fc.array(cells, { minLength: height, maxLength: height }).map((rows) => ({
        kind,
        headers: [...headers, ...strangers, 'Logo'],
        rows: rows.map((row) => [...(row as string[]), 'L']),
        unknown,
      }));
    });
}

/** The sheet with other keys: the rows in order get the first of `keys`. */
export function withKeys(sheet: RandomSheet, keys: readonly string[]): RandomSheet {
  const at = keyColumn(sheet);
  const rows = sheet.rows.map((row, line) => row.map((cell, index) => (index === at ? keys[line]! : cell)));
  return { ...sheet, rows };
}

const keyColumn = ({ kind, headers }: RandomSheet): number => {
  const key = templateColumns(kind, 'STANDARD').find(({ header }) => header === kind.key[0])!;
  return headers.findIndex((header) => header === key.header || header === columnNames(kind, key.field)[0]);
};

const quoted = (cell: string) =>
  /^"|[,"\n]/.test(cell) && !/^".*"$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** The sheet as a CSV. */
export const csvText = ({ headers, rows }: RandomSheet): string =>
  `${[headers, ...rows].map((row) => row.map(quoted).join(',')).join('\n')}\n`;

/** Every value in a body, as text. */
function leaves(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(leaves);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leaves);
  return [String(value)];
}

const YES_NO: Readonly<Record<string, readonly string[]>> = { yes: ['true', '1'], no: ['false', '0'] };

/** Whether a finding reports that a value was converted to one of these: `"31/01/2026" → 2026-01-31, day first`. */
function becameOneOf(values: ReadonlySet<string>, message: string): boolean {
  const [, became] = message.split(' → ');
  if (became === undefined) return false;
  const [, quotedText] = /^"(.*)"$/.exec(became) ?? [];
  const text = quotedText ?? became.split(/[ ,]/)[0]!;
  return [text, ...(YES_NO[text] ?? [])].some((one) => values.has(one));
}

/** Findings which say that the value of a cell is not sent. */
const NOT_SENT = ['blank-word', 'batch-replaced', 'clear-in-create'];

/** Where the value of a cell may be found. */
export interface Kept {
  /** The record in the service. */
  readonly body: Body;
  /** Values of columns that are never sent: the ledger or the report has them. */
  readonly local?: readonly string[];
  /** The ids of the service by key: they are sent where the service requires an id. */
  readonly ids?: ReadonlyMap<string, string>;
}

/** The filled cells that are in no body and that the report does not list as not sent; one sentence each. */
export function lostCells(sheet: RandomSheet, report: Report, keptOf: (key: string) => Kept): string[] {
  const { kind, headers, rows } = sheet;
  const ignored = new Set(report.ignoredColumns.map(({ column }) => column));
  const localHeaders = new Set(
    templateColumns(kind, 'STANDARD')
      .filter(({ field }) => field.local)
      .flatMap(({ header, field }) => [header, columnNames(kind, field)[0]!]),
  );
  const at = keyColumn(sheet);
  return rows.flatMap((row, line) => {
    const { body, local = [], ids } = keptOf(row[at]!);
    const sentValues = new Set(leaves(body));
    const localValues = new Set([...sentValues, ...local]);
    return row.flatMap((cell, index) => {
      const column = columnLetters(index);
      if (cell.trim() === '' || ignored.has(column)) return [];
      const about = report.findings.filter(
        ({ origin }) => origin.row === line + 2 && origin.column === column,
      );
      if (about.some(({ code }) => NOT_SENT.includes(code))) return [];
      const values = localHeaders.has(headers[index]!) ? localValues : sentValues;
      const sent = (text: string) =>
        [text, ids?.get(text), text === '' ? undefined : String(Number(text))].some(
          (one) => one !== undefined && values.has(one),
        );
      const converted = about.some(({ message }) => becameOneOf(values, message));
      const text = /^="(.*)"$/.exec(cell)?.[1] ?? cell;
      const pieces = text.split(/[;|]/).map((piece) => piece.trim().replace(/\u00a0/g, ''));
      if (converted || sent(text) || pieces.every(sent)) return [];
      return [`${headers[index]}: ${JSON.stringify(cell)} is nowhere: ${JSON.stringify([...values])}`];
    });
  });
}
