import { describe, expect, it } from 'vitest';
import { differing } from '../../../scripts/committed.ts';
import { madeTemplates } from '../../../scripts/make-templates.ts';
import { referencesIn } from '../../../src/contract/body.ts';
import { type Body, keyOf } from '../../../src/contract/kind.ts';
import { withoutExampleMark } from '../../../src/contract/labels.ts';
import { knownValues } from '../../../src/contract/list.ts';
import { kindsOf, listsOf } from '../../../src/contract/registry.ts';
import { bodySchema } from '../../../src/contract/schema.ts';
import { hasManyValues, templateColumns } from '../../../src/contract/template/columns.ts';
import { countryLabels } from '../../../src/contract/template/countries.ts';
import { columnHeader, sheetName } from '../../../src/contract/template/names.ts';
import { templateWorkbook } from '../../../src/contract/template/template.ts';
import { noteOf } from '../../../src/contract/template/text.ts';
import { readRow } from '../../../src/records/read.ts';
import { recogniseSheet } from '../../../src/records/recognise.ts';
import type { Cell } from '../../../src/sheets/cell.ts';
import type { SheetData } from '../../../src/sheets/workbook-data.ts';

const kinds = kindsOf('v2');
const workbook = templateWorkbook('v2', kinds);
const sheetOf = (kind: (typeof kinds)[number], of = workbook): SheetData =>
  of.sheets.find(({ name }) => name === sheetName(kind))!;
const lists = workbook.sheets.at(-1)!;

/** The example rows of the sheet of a kind, as the command reads them. */
function exampleBodies(kind: (typeof kinds)[number], sheet: SheetData): Body[] {
  const cells = [sheet.columns.map(({ header }) => header), ...sheet.rows] as readonly (readonly Cell[])[];
  const firstRows = cells.map((row, at) => ({ row: at + 1, cells: row }));
  const place = { file: 'template.xlsx', sheet: sheet.name };
  const { map, findings } = recogniseSheet({ interfaceName: 'v2', ...place, firstRows, options: {} });
  expect(findings).toEqual([]);
  expect(map?.kind).toBe(kind);
  return firstRows.slice(1).map((row) => {
    const [key, ...others] = row.cells;
    const draft = readRow(map!, { ...row, cells: [withoutExampleMark(key as string)!, ...others] });
    expect(draft.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    return draft.body;
  });
}

describe('the committed templates', () => {
  it('the committed templates are the files that the script writes', async () => {
    const made = await madeTemplates();
    expect([...made.keys()]).toContain('templates/v2-all.xlsx');
    expect(made.size).toBe(kinds.length + 1);
    expect(differing(made)).toEqual([]);
  });

  it('the committed templates are reported as stale if a file is missing or differs', async () => {
    const made = await madeTemplates();
    const other = made.get('templates/v2-products.xlsx')!;
    const stale = new Map([['templates/v2-all.xlsx', other]]).set('templates/v1-all.xlsx', other);
    expect(differing(stale)).toEqual([...stale.keys()]);
  });
});

describe.each(kinds.map((kind) => [kind.name, kind] as const))('the template sheet of a %s', (_, kind) => {
  const sheet = sheetOf(kind);
  const columns = templateColumns(kind, undefined);

  it('the template sheet has a column for every field, except for open objects', () => {
    const paths = new Set(columns.map(({ field }) => field.path));
    const missing = kind.fields.filter(({ path }) => !paths.has(path));
    expect(missing.every(({ value }) => value.type === 'open')).toBe(true);
    expect(new Set(sheet.columns.map(({ header }) => header)).size).toBe(columns.length);
  });

  it('the template sheet has example rows that the interface accepts', () => {
    const bodies = exampleBodies(kind, sheet);
    expect(bodies.length).toBe(sheet.exampleRows);
    const schema = bodySchema(kind, 'STANDARD', { openLists: false });
    for (const body of bodies) expect(schema.safeParse(body).error?.issues ?? []).toEqual([]);
  });

  it('marks exactly the columns that are always required', () => {
    const required = columns.filter(({ field, item }) => field.required === 'always' && item === 1);
    const marked = sheet.columns
      .filter(({ headerStyle }) => headerStyle === 'required')
      .map(({ header }) => header);
    expect(marked).toEqual(required.map((column) => columnHeader(kind, column, 'en')));
    expect(marked.every((header) => header.endsWith(' *'))).toBe(true);
    expect(marked.length).toBeGreaterThan(0);
  });

  it('the template sheet has a note on each header with the meaning of the field, whether it is required, and its name', () => {
    for (const [at, { note }] of sheet.columns.entries()) {
      const { field, header } = columns[at]!;
      expect(note).toContain(noteOf(kind, field, 'en'));
      expect(note).toMatch(/^(Required|Optional)/m);
      expect(note).toMatch(`\nField name: ${header}`);
    }
  });

  it('freezes the columns of the key, which come first', () => {
    expect(columns.slice(0, sheet.frozenColumns).map(({ header }) => header)).toEqual(kind.key);
  });

  it('groups the columns of further items, and collapses the groups of arrays that no record needs', () => {
    const folded = sheet.columns
      .filter(({ outline }) => outline)
      .map(({ outline, header }) => [outline, header]);
    const further = columns
      .filter(({ item }) => item > 1)
      .map((column) => {
        const [array] = column.field.path.split('.');
        const isNeeded = kind.fields.some(
          ({ path, required }) => path.startsWith(`${array}.`) && required === 'always',
        );
        return [isNeeded ? 'open' : 'collapsed', columnHeader(kind, column, 'en')];
      });
    expect(folded).toEqual(further);
  });

  it('formats references, postal codes and telephone numbers as text', () => {
    const text = columns.flatMap(({ field, header }, at) =>
      field.value.type === 'reference' || /postalCode|phone/.test(header) ? [sheet.columns[at]!.format] : [],
    );
    expect(text.length).toBeGreaterThan(0);
    expect(new Set(text)).toEqual(new Set(['text']));
  });

  it('the template sheet has a dropdown for every list, which rejects other values only if the list is complete', () => {
    for (const [at, { field }] of columns.entries()) {
      const { dropdown } = sheet.columns[at]!;
      const { value } = field;
      if (value.type === 'choice') {
        expect(offered(dropdown)).toEqual(knownValues(value.list));
        const others = hasManyValues(field) ? 'accept' : value.list.complete ? 'reject' : 'ask';
        expect(dropdown?.others).toBe(others);
      } else if (value.type === 'country') {
        expect(offered(dropdown)).toEqual(countryLabels('en'));
        expect(dropdown?.others).toBe('accept');
      } else expect(dropdown?.others ?? 'accept').toBe('accept');
    }
  });
});

function offered(dropdown: SheetData['columns'][number]['dropdown']): Cell[] {
  expect(dropdown?.sheet).toBe('Lists');
  const { column, firstRow, lastRow } = dropdown!;
  return lists.rows.slice(firstRow - 2, lastRow - 1).map((row) => row[column] as Cell);
}

describe('the workbook with the templates of all kinds', () => {
  it('refers, in its example rows, only to records of its example rows', () => {
    const bodies = new Map(kinds.map((kind) => [kind.name, exampleBodies(kind, sheetOf(kind))]));
    const keys = new Map(
      kinds.map((kind) => [kind.name, bodies.get(kind.name)!.map((body) => keyOf(kind, body))]),
    );
    const named = kinds.flatMap((kind) => bodies.get(kind.name)!.flatMap((body) => referencesIn(kind, body)));
    expect(named.length).toBeGreaterThan(4);
    for (const { to, key } of named) expect(keys.get(to)).toContain(key);
  });

  it('the workbook of all kinds has every closed list once, in a hidden sheet', () => {
    expect(lists.hidden).toBe(true);
    const headers = lists.columns.map(({ header }) => header);
    expect(new Set(headers).size).toBe(headers.length);
    for (const { name } of listsOf('v2')) expect(headers).toContain(name);
  });

  it('the workbook of all kinds has a dropdown for the supplier of a component that lists the keys of the sheet Suppliers', () => {
    const component = sheetOf(kinds.find(({ name }) => name === 'component')!);
    const at = component.columns.findIndex(({ header }) => header === 'Supplier reference *');
    const dropdown = { sheet: 'Suppliers', column: 0, firstRow: 5, others: 'accept' };
    expect(component.columns[at]?.dropdown).toMatchObject(dropdown);
  });
});

describe('the template of products', () => {
  const product = kinds.find(({ name }) => name === 'product')!;

  it('a template for a family marks the columns that the family requires, and contains its project type', () => {
    const sheet = sheetOf(product, templateWorkbook('v2', [product], { family: 'MODULE360_AGEC' }));
    const column = sheet.columns.find(({ header }) => header === 'REACH compliance *');
    expect(column?.headerStyle).toBe('required');
    const at = sheet.columns.findIndex(({ header }) => header === 'Project type *');
    expect(sheet.rows.map((row) => row[at])).toEqual(['MODULE360_AGEC']);
    const body = exampleBodies(product, sheet)[0];
    expect(bodySchema(product, 'MODULE360_AGEC', { openLists: false }).safeParse(body).success).toBe(true);
  });

  it('a template without a family has notes that name the families that require a column', () => {
    const column = sheetOf(product).columns.find(({ header }) => header === 'REACH compliance');
    expect(column?.headerStyle).toBe('optional');
    expect(column?.note).toContain('Required for MODULE360_AGEC');
  });
});
