import { describe, expect, it } from 'vitest';
import { withoutHints } from '../../src/contract/completion-apply.ts';
import { kindNamed, kindsOf } from '../../src/contract/registry.ts';
import { headerKey } from '../../src/records/headers.ts';
import { readRow } from '../../src/records/read.ts';
import { interfaceOf, type SheetInput } from '../../src/records/recognise.ts';
import type { SheetMap } from '../../src/records/record.ts';
import { UnmappedColumns } from '../../src/records/unmapped-columns.ts';
import type { Cell } from '../../src/sheets/cell.ts';
import { recognised, rowsOf } from './sheet.ts';

function read(heads: readonly string[], cells: readonly Cell[], more: Partial<SheetInput> = {}) {
  const head = rowsOf(heads, cells);
  const options = { extra: new Set(heads.map(headerKey)) };
  const asKind = kindNamed('v3', 'supplier');
  const { map, findings } = recognised(head, { interfaceName: 'v3', asKind, options, ...more });
  const draft = map && readRow(map, head[1]!);
  if (map) {
    const leftOut = new UnmappedColumns([map]);
    leftOut.count(head[1]!);
    findings.push(...leftOut.findings());
  }
  return {
    body: draft?.body,
    reported: findings.map(({ severity, code, origin }) => `${severity} ${code} ${origin.column ?? '-'}`),
    findings,
    column: (path: string) => draft?.columnOf(path),
  };
}

describe('an unknown column of v3', () => {
  it('an unknown column that is sent on request is sent as its dotted path, with a notice', () => {
    const heads = [
      ...['uniqueIdentifier', 'annualTurnover', 'audit.auditor', 'audits.1.name', 'audits.2.name', 'tags.1'],
      'tags.2',
    ];
    const { body, reported, column } = read(heads, ['AURORE-SITE-0001', 12.5, 'BV', 'one', 'two', 'x', true]);
    expect(body).toEqual({
      ...{ uniqueIdentifier: 'AURORE-SITE-0001', annualTurnover: 12.5, audit: { auditor: 'BV' } },
      ...{ audits: [{ name: 'one' }, { name: 'two' }], tags: ['x', true] },
    });
    expect(reported).toEqual(
      ['B', 'C', 'D', 'E', 'F', 'G'].map((letter) => `notice header-not-shown ${letter}`),
    );
    expect([column('audit.auditor'), column('audits.1.name')]).toEqual(['C', 'E']);
  });

  it('an unknown column of v3 is omitted if its cell is blank, and keeps the case of its name', () => {
    const { body } = read(['uniqueIdentifier', 'Chiffre d’affaires', 'other'], ['A', 'x', null]);
    expect(body).toEqual({ uniqueIdentifier: 'A', 'Chiffre d’affaires': 'x' });
  });

  it('an unknown column of v3 can be in the same object as known columns', () => {
    const heads = ['uniqueIdentifier', 'siteAddress.country', 'siteAddress.floor'];
    const { body, reported } = read(heads, ['A', 'IT', '3']);
    expect(body).toMatchObject({ siteAddress: { country: 'IT', floor: '3' } });
    expect(reported).toEqual(['notice header-not-shown C']);
  });

  it('an unknown column of v3 gets the most similar field as the suggestion', () => {
    const { findings } = read(['uniqueIdentifier', 'siteNamme'], ['A', 'x']);
    expect(findings[0]).toMatchObject({ code: 'header-not-shown', suggestion: 'siteName' });
  });

  it.each([
    ['siteAdress.street', 'siteAddress.street'],
    ['Raison sociale', undefined],
    ['siteNamme', 'siteName'],
  ])('an unknown column of v3 is an error if nobody requests that it is sent: %s', (head, near) => {
    const { body, findings, reported } = read(['uniqueIdentifier', head], ['A', 'x'], { options: {} });
    expect([reported, body]).toEqual([['error header-unknown B'], { uniqueIdentifier: 'A' }]);
    if (near !== undefined) expect(findings[0]!.message).toContain(`the most likely field is ${near}`);
    expect(findings[0]!.suggestion).toContain('--extra-columns ');
    const options = { ignore: { names: new Set<string>(), unknown: true } };
    const ignored = read(['uniqueIdentifier', head], ['A', 'x'], { options });
    expect(ignored.reported).toEqual(['notice column-ignored B']);
    expect(ignored.body).toEqual({ uniqueIdentifier: 'A' });
  });

  it('an unknown column of v3 is skipped with a notice if only the service writes it', () => {
    const heads = ['uniqueIdentifier', 'links.qrCode', 'links.web', 'createdAt', 'updated_at'];
    const { body, reported } = read(heads, ['A', 'x', 'x', 'x', 'x'], { options: {} });
    expect([reported, body]).toEqual([
      ['B', 'C', 'D', 'E'].map((letter) => `notice column-ignored ${letter}`),
      { uniqueIdentifier: 'A' },
    ]);
  });

  it.each([
    [['foo', 'foo.bar'], 'C'],
    [['foo.1.bar', 'foo.baz'], 'C'],
    [['foo.1', 'foo.1.bar'], 'C'],
    [['foo', 'foo'], 'C'],
    [['siteAddress', 'City'], 'B'],
    [['siteEmails.name', 'siteEmails'], 'B'],
  ])('an unknown column of v3 is an error if its name conflicts with another column: %j', (heads, letter) => {
    const { reported, body } = read(['uniqueIdentifier', ...heads], ['A', 'x@example.com', 'y@example.com']);
    expect(reported).toContain(`error header-conflict ${letter}`);
    expect(body).toHaveProperty('uniqueIdentifier', 'A');
  });

  it.each(['__proto__.x', 'constructor', 'a..b', 'a.prototype.b'])(
    'an unknown column of v3 never has the name %s',
    (head) => {
      const { reported, body } = read(['uniqueIdentifier', head], ['A', 'x']);
      expect(reported).toEqual(['error header-unknown B']);
      expect(body).toEqual({ uniqueIdentifier: 'A' });
    },
  );

  it('an unknown column of v3 is an error in v2, also if it is requested', () => {
    const v2 = { interfaceName: 'v2', asKind: kindNamed('v2', 'supplier') } as const;
    const { reported } = read(['supplierRef', 'unheard'], ['A', 'x'], v2);
    expect(reported).toContain('error header-unknown B');
  });

  it('an unknown column of v3 may have a name that is a hint, when hints are off', () => {
    const asKind = withoutHints(kindNamed('v3', 'supplier'));
    const { body, reported } = read(['uniqueIdentifier', 'site_name'], ['A', 'Mill'], { asKind });
    expect(body).toEqual({ uniqueIdentifier: 'A', site_name: 'Mill' });
    expect(reported).toEqual(['notice header-not-shown B']);
  });
});

describe('the interface and the kind of a sheet', () => {
  const contract = { v2: kindsOf('v2'), v3: kindsOf('v3') };

  it.each([
    ['Suppliers', 'supplier'],
    ['Matières premières', 'material'],
    ['Purchased items', 'purchased-item'],
    ['SS27 purchased items v2', 'purchased-item'],
    ['brand-products', 'brand-product'],
    ['Generic product infos', 'generic-product-info'],
    ['Products', 'product'],
  ])('the interface and the kind of a sheet are found by the sheet name "%s": v3 %s', (sheet, kind) => {
    const head = rowsOf(['uniqueIdentifier', 'importationBatch'], ['A', 'B']);
    const { map } = recognised(head, { interfaceName: 'v3', sheet });
    expect(map?.kind).toBe(kindNamed('v3', kind));
  });

  it('the interface and the kind of a sheet are found by its headers alone', () => {
    const heads = ['uniqueIdentifier', 'buyerKind', 'buyerId', 'sellerId', 'itemId'];
    const { map } = recognised(rowsOf(heads, ['A', 'B', 'C', 'D', 'E']), { interfaceName: 'v3' });
    expect(map?.kind.name).toBe('purchased-item');
  });

  it.each<[string[], string | undefined]>([
    [['uniqueIdentifier', 'siteEmails'], 'v3'],
    [['supplierRef', 'category'], 'v2'],
    [['Référence fournisseur', 'Nom'], 'v2'],
    [['Name', 'City'], undefined],
  ])('the interface and the kind of a sheet are found by the headers %j: %s', (heads, reported) => {
    const noise = reported === 'v3' ? 'SUPPLIER' : 'x';
    expect(interfaceOf(rowsOf(heads, ['A', noise]), contract)).toBe(reported);
  });

  it.each([
    ['v2', ['uniqueIdentifier', 'siteName', 'siteEmails'], 'v3'],
    ['v3', ['supplierRef', 'name', 'category'], 'v2'],
  ] as const)(
    'the interface and the kind of a sheet are an error in a run of the other interface: %s',
    (interfaceName, heads, other) => {
      const head = rowsOf(heads, ['A', 'B', 'C']);
      const { map, findings } = recognised(head, { interfaceName, sheet: 'Suppliers' });
      expect(map).toBeNull();
      expect(findings).toMatchObject([{ code: 'sheet-interface', severity: 'error' }]);
      expect(findings[0]!.message).toContain(`suppliers of the interface ${other}`);
      expect(findings[0]!.suggestion).toContain(`--interface ${other}`);
    },
  );
});

it('a column that another table of the same rows sends is not ignored', () => {
  const ofTable = (sent: boolean) =>
    ({
      ...{ file: 'x.csv', sheet: 'x', headerRow: 1, columns: sent ? [{ index: 0 }] : [] },
      unmapped: sent
        ? []
        : [0, 1].map((index) => ({ index, header: `H${index}`, letters: 'A', ignored: 'name' })),
    }) as unknown as SheetMap;
  const leftOut = new UnmappedColumns([ofTable(true), ofTable(false)]);
  leftOut.count({ row: 2, cells: ['a', 'b'] });
  expect(leftOut.ignored().map(({ header }) => header)).toEqual(['H1']);
});
