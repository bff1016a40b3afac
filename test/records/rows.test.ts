import { describe, expect, it } from 'vitest';
import { LineNumbers } from '../../src/records/line-numbers.ts';
import { readRow } from '../../src/records/read.ts';
import { LINE, type TemplatePart } from '../../src/records/record.ts';
import { readSheet } from './sheet.ts';

const read = (...args: Parameters<typeof readSheet>) => readSheet(...args).drafts[0]!;

describe('a row', () => {
  it('a row becomes nested objects and items, without blank ones', () => {
    const draft = read(
      'supplier',
      [
        ...['supplierRef', 'Pays', 'Ville', 'contacts.1.person.email', 'contacts.2.person.email'],
        'certifications.1.type',
      ],
      [['F1', 'Italie', '', 'a@example.com', 'b@example.com', null]],
    );
    expect(draft.body).toEqual({
      supplierRef: 'F1',
      address: { country: 'IT' },
      contacts: [{ person: { email: 'a@example.com' } }, { person: { email: 'b@example.com' } }],
    });
  });

  it('a row is empty if none of its columns has a value', () => {
    const draft = read('supplier', ['supplierRef', 'name'], [[null, ' ']]);
    expect(draft.body).toEqual({});
    expect(draft.findings).toEqual([]);
    expect(draft.unreadable.size).toBe(0);
  });

  const composition = [
    ...['componentRef', 'composition.1.material', 'composition.1.percentage', 'composition.2.material'],
    ...['composition.2.percentage', 'composition.4.material', 'composition.4.origin'],
  ];

  it('moves items up after a blank one, and still knows their columns', () => {
    const draft = read('component', composition, [['C', null, ' ', 'COTTON', '97,5', 'WOOL', 'Atlantis']]);
    expect(draft.body.composition).toEqual([{ material: 'COTTON', percentage: 97.5 }, { material: 'WOOL' }]);
    expect(draft.columnOf('composition.0.material')).toBe('D');
    expect(draft.columnOf('composition.0.percentage')).toBe('E');
    expect(draft.columnOf('composition.1.material')).toBe('F');
    expect(draft.columnOf('composition.1.origin')).toBe('G');
    expect(draft.findings.map(({ code, field, origin }) => [code, field, origin.column])).toEqual([
      ['number-converted', 'composition.0.percentage', 'E'],
      ['country-unknown', 'composition.1.origin', 'G'],
    ]);
    expect([...draft.unreadable]).toEqual(['composition.1.origin']);
  });

  it('a row keeps an unreadable item in its place', () => {
    const draft = read('component', composition, [['C', null, 'beaucoup', 'COTTON', 100, null, null]]);
    expect(draft.body.composition).toEqual([{}, { material: 'COTTON', percentage: 100 }]);
    expect([...draft.unreadable]).toEqual(['composition.0.percentage']);
    expect(draft.columnOf('composition.1.material')).toBe('D');
  });

  it('a row finds the column of a field, a group and an item, if there is one', () => {
    const draft = read('component', composition, [['C', 'COTTON', 100, null, null, null, null]]);
    expect(draft.columnOf('composition')).toBe('B');
    expect(draft.columnOf('composition.0')).toBe('B');
    expect(draft.columnOf('composition.1.material')).toBe('D');
    expect(draft.columnOf('composition.0.origin')).toBeUndefined();
    expect(draft.columnOf('supplierRef')).toBeUndefined();
    expect(draft.columnOf('')).toBeUndefined();
  });

  it('a row appends numbered columns to the list in one cell', () => {
    const heads = ['productRef', 'packagingRefs.3', 'packagingRefs.2', 'Emballages'];
    const draft = read('product', heads, [['P', 'E4', null, 'E1; E2']]);
    expect(draft.body.packagingRefs).toEqual(['E1', 'E2', 'E4']);
    expect([0, 1, 2].map((at) => draft.columnOf(`packagingRefs.${at}`))).toEqual(['D', 'D', 'B']);
    const only = read('product', heads, [['P', 'E4', 'E3', null]]);
    expect(only.body.packagingRefs).toEqual(['E3', 'E4']);
    expect([0, 1].map((at) => only.columnOf(`packagingRefs.${at}`))).toEqual(['C', 'B']);
  });

  it('knows the columns of a list within an item that moved', () => {
    const heads = ['1.material', '2.certifications', '3.certifications.1'].map(
      (name) => `composition.${name}`,
    );
    const draft = read('component', heads, [[null, 'GOTS; OCS', 'RWS']]);
    const composition = [{ certifications: ['GOTS', 'OCS'] }, { certifications: ['RWS'] }];
    expect(draft.body).toEqual({ composition });
    expect(draft.columnOf('composition.0.certifications.1')).toBe('B');
    expect(draft.columnOf('composition.1.certifications.0')).toBe('C');
  });

  it('joins the columns below an open object', () => {
    const below = ['energy.total', 'energy.unit', 'note'].map((name) => `projectImpact.${name}`);
    const { body } = read('product', ['productRef', ...below], [['P', 3, 'kWh', null]]);
    expect(body).toEqual({ productRef: 'P', projectImpact: { energy: { total: 3, unit: 'kWh' } } });
  });

  it('a row with values beyond the last header is one error, at the first of them', () => {
    const heads = ['supplierRef', 'name', ''];
    const { drafts } = readSheet('supplier', heads, [
      ['F', 'n', '', ''],
      ['F', 'n', null, 'x', 'y'],
    ]);
    expect(drafts[0]!.findings).toEqual([]);
    expect(drafts[1]!.findings).toMatchObject([
      { code: 'row-ragged', severity: 'error', origin: { row: 3, column: 'D' }, value: 'x' },
    ]);
  });

  it('shorter than the header is blank at the end', () => {
    expect(read('supplier', ['supplierRef', 'name', 'Pays'], [['F']]).body).toEqual({ supplierRef: 'F' });
  });

  it('a row leaves nothing in the next row', () => {
    const { drafts } = readSheet('component', composition, [
      ['C1', 'COTTON', 'beaucoup', 'WOOL', '97,5', null, null],
      ['C2', 'SILK', null, null, null, null, null],
    ]);
    const second = { componentRef: 'C2', composition: [{ material: 'SILK' }] };
    expect(drafts[1]).toMatchObject({ row: 3, body: second, findings: [] });
    expect(drafts[1]!.unreadable.size).toBe(0);
    const first = [{ material: 'COTTON' }, { material: 'WOOL', percentage: 97.5 }];
    expect(drafts[0]!.body.composition).toEqual(first);
  });
});

describe('a key that a map file makes', () => {
  const { map } = readSheet('supplier', ['name', 'Pays', 'Ville'], [['Filature', 'FR', 'Lille']]);
  const field = map.kind.fields.find(({ path }) => path === 'supplierRef')!;
  /** The column of the finding about a sheet whose rows can no longer be numbered. */
  const columnOf = (...parts: TemplatePart[]) => {
    const lines = new LineNumbers();
    lines.numberOf = () => undefined;
    const line = { line: 1, text: '' };
    const fills = [{ field, path: 'supplierRef', line, parts, lines }];
    const { findings } = readRow({ ...map, fills }, { row: 2, cells: ['Filature', 'FR', 'Lille'] });
    const [found] = findings.filter(({ code }) => code === 'map-key');
    return found!.origin.column;
  };

  it('a key that a map file makes is reported in the column of its first placeholder, or in none, if rows cannot be numbered', () => {
    expect(columnOf('S-', { name: 'Ville', index: 2, at: 2 }, LINE)).toBe('C');
    expect(columnOf('S-', LINE)).toBeUndefined();
  });
});
