import { describe, expect, it } from 'vitest';
import type { Body, KindSpec } from '../../src/contract/kind.ts';
import { kindNamed } from '../../src/contract/registry.ts';
import { MATERIALS } from '../../src/contract/v2/materials.ts';
import { readRow } from '../../src/records/read.ts';
import type { Draft } from '../../src/records/record.ts';
import type { Cell } from '../../src/sheets/cell.ts';
import { blend, readCell, readSheet, recognised, rowsOf } from './sheet.ts';

/** The component of an environment whose list of materials is known. */
const list = { ...MATERIALS, values: [...MATERIALS.values, ...MATERIALS.likely!], complete: true };
const component: KindSpec = {
  ...kindNamed('v2', 'component'),
  fields: kindNamed('v2', 'component').fields.map((field) =>
    field.path === 'composition[].material' ? { ...field, value: { type: 'choice', list } } : field,
  ),
};

function read(header: string, cell: Cell) {
  const firstRows = rowsOf([header], [cell]);
  const { map, findings } = recognised(firstRows, { asKind: component });
  return { map: map!, findings, draft: readRow(map!, firstRows[1]!) };
}

describe('a column with whole compositions', () => {
  it.each([
    ...['Composition', 'COMPOSITION :', 'Matières', 'Material composition', 'Zusammensetzung'],
    ...['Composizione', 'Composición', 'Composição'],
  ])('a column with whole compositions is recognised by the header "%s"', (header) => {
    const { draft, findings } = read(header, '95 % coton bio, 5% élasthanne (FR)');
    const [cotton, elastane] = blend({ 'ORGANIC COTTON': 95, ELASTANE: 5 });
    expect(draft.body).toEqual({ composition: [cotton, { ...elastane, origin: 'FR' }] });
    expect(draft.findings).toMatchObject([
      {
        code: 'composition-read',
        message: '"95 % coton bio, 5% élasthanne (FR)" → 95% ORGANIC COTTON, 5% ELASTANE (FR)',
        origin: { file: 'batch.xlsx', sheet: 'Feuil1', row: 2, column: 'A' },
      },
    ]);
    expect(findings.map(({ field }) => field)).not.toContain('composition.0.material');
  });

  it('a column with whole compositions is the column of each value of the composition', () => {
    const { draft } = read('Composition', '60% coton (IN, BCI) 40% soie');
    const [cotton, silk] = blend({ COTTON: 60, SILK: 40 });
    expect(draft.body.composition).toEqual([{ ...cotton, origin: 'IN', certifications: ['BCI'] }, silk]);
    expect(draft.columnOf('composition.1.material')).toBe('A');
  });

  const ONE = 'a component has one composition';
  it.each<[Cell, string, string, string?]>([
    [
      'lace: 100% nylon / lining: 100% polyester',
      'composition-parts',
      `the cell describes 2 parts: "lace", "lining"; ${ONE}`,
    ],
    ['60% lin 40% soie; 100% laine', 'composition-parts', `the cell describes 2 parts; ${ONE}`],
    ['95% coton, 5% licorne', 'composition-material', '"licorne" is not a known name in component.material'],
    ['100% Tencel', 'composition-material', '"Tencel" can mean LYOCELL or MODAL', 'write LYOCELL or MODAL'],
    ['9% coton', 'composition-cell-total', 'the shares in "9% coton" add up to 9, not 100'],
    ['GOTS: 100% coton', 'composition-unclear', '"GOTS" is not part of a composition'],
    ['coton, soie', 'composition-unclear', '"coton, soie" has no percentages'],
    [100, 'composition-unclear', '"100" is not a composition'],
    ['à définir', 'placeholder', '"à définir" is a placeholder for a value'],
    ['#N/A', 'cell-error', 'the cell contains the spreadsheet error #N/A'],
  ])('makes no composition of %j, but the finding %s', (cell, code, message, suggestion) => {
    const { draft } = read('Composition', cell);
    expect(draft.body).toEqual({});
    expect([...draft.unreadable]).toEqual(['composition']);
    expect(draft.findings).toMatchObject([
      { code, severity: 'error', message, ...(suggestion !== undefined && { suggestion }) },
    ]);
  });

  it('a column with whole compositions is read with the words that a person mapped', () => {
    const { map } = read('Composition', null);
    const words = new Map([['licorne', 'SILK']]);
    const mapped = { ...map, columns: map.columns.map((column) => ({ ...column, words })) };
    const { body } = readRow(mapped, rowsOf([], ['95% coton, 5% Licorne®'])[1]!);
    expect(body.composition).toEqual(blend({ COTTON: 95, SILK: 5 }));
  });

  it('a column with whole compositions is blank where the cell is blank or a filler', () => {
    expect(read('Composition', '-').draft.body).toEqual({});
    expect(read('Composition', null).draft.body).toEqual({});
  });

  it('a column with whole compositions takes the origin of its materials from another column, unless the cell says it', () => {
    const rows = [
      ['80% COTTON, 20% SILK', 'IT'],
      ['100% WOOL (FR)', 'CN'],
      ['100% WOOL', null],
      ['100% WOOL', 'Atlantis'],
      [null, 'IT'],
    ];
    const { findings, drafts } = readSheet('component', ['Composition', 'composition.1.origin'], rows);
    expect(findings.map(({ code }) => code)).not.toContain('header-duplicate');
    const origins = ({ body }: Draft) =>
      (body.composition as Body[] | undefined)?.map(({ origin }) => origin);
    expect(drafts.map(origins)).toEqual([['IT', 'IT'], ['FR'], [undefined], [undefined], undefined]);
    expect(drafts[3]!.findings.map(({ code, origin }) => [code, origin.column])).toContainEqual([
      'country-unknown',
      'B',
    ]);
  });

  it('a column with whole compositions is a duplicate of a column for one of its items', () => {
    const { findings } = readSheet('component', ['Composition', 'Matière 1'], [['100% COTTON', 'COTTON']]);
    expect(findings.map(({ code }) => code)).toContain('header-duplicate');
  });

  it('a column with whole compositions takes only names as they are written in the list, if the list is not complete', () => {
    expect(readCell('component', 'Composition', '100% cotton').value).toEqual(blend({ COTTON: 100 }));
    const { value, findings } = readCell('component', 'Composition', '100% coton');
    expect(value).toBeUndefined();
    expect(findings[0]!.suggestion).toBe('write COTTON');
  });

  it('a column with whole compositions stays a text for products', () => {
    expect(readCell('product', 'Composition', '95% coton, 5% licorne').value).toBe('95% coton, 5% licorne');
  });
});
