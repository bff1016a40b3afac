import { describe, expect, it } from 'vitest';
import { columnPath } from '../../src/contract/field.ts';
import { columnNames } from '../../src/contract/labels.ts';
import { kindNamed, kindsOf, type V2Kind } from '../../src/contract/registry.ts';
import { headerAliases } from '../../src/records/headers.ts';
import { readSheet } from './sheet.ts';

describe('the known headers of a kind', () => {
  it('the known headers of a kind never mean two fields', () => {
    const shared = kindsOf('v2').flatMap((kind) => {
      const owners = new Map<string, string>();
      return headerAliases(kind).flatMap(({ key, field }) => {
        const owner = owners.get(key);
        if (owner === undefined) owners.set(key, field.path);
        return owner === undefined || owner === field.path
          ? []
          : [`${kind.name} ${key}: ${owner}, ${field.path}`];
      });
    });
    expect(shared).toEqual([]);
  });

  it('the known headers of a kind include every path as the template writes it, and every name of every field', () => {
    for (const kind of kindsOf('v2')) {
      for (const field of kind.fields) {
        if (field.value.type === 'open') continue;
        for (const head of [columnPath(field.path), ...columnNames(kind, field)]) {
          const { map, findings } = readSheet(kind.name as V2Kind, [head], [['x']]);
          expect([head, map.columns[0]?.field.path]).toEqual([head, field.path]);
          expect(findings.filter(({ code }) => code === 'header-unknown')).toEqual([]);
        }
      }
    }
  });
});

const pathOf = (kind: V2Kind, head: string): string | undefined => {
  // A known column beside it, so that the row counts as the header in any case.
  const sure = kindNamed('v2', kind).key[0]!;
  const { map } = readSheet(kind, [sure, 'importationBatch', head], [['r', 'b', 'x']]);
  return map.columns[2]?.path;
};

describe('a header', () => {
  const cases: [V2Kind, string, string | undefined][] = [
    ['supplier', 'address.country', 'address.country'],
    ['supplier', 'ADDRESS COUNTRY', 'address.country'],
    ['supplier', ' Pays\u00a0* ', 'address.country'],
    ['supplier', 'Country (ISO)', 'address.country'],
    ['supplier', 'country', 'address.country'],
    ['supplier', 'Adresse 2', 'address.additionalStreet'],
    ['supplier', 'name', 'name'],
    ['supplier', 'contacts.1.person.email', 'contacts.0.person.email'],
    ['supplier', 'contacts.2.person.email', 'contacts.1.person.email'],
    ['supplier', 'contact 2 email', 'contacts.1.person.email'],
    ['supplier', 'contacts[1].person.name', 'contacts.0.person.name'],
    ['supplier', 'Prénom', 'contacts.0.person.firstname'],
    ['supplier', 'Certification 2', 'certifications.1.type'],
    ['supplier', 'certifications.2.type', 'certifications.1.type'],
    ['supplier', 'certification.3.date_end', 'certifications.2.date_end'],
    ['supplier', 'certifications.0.type', 'certifications.0.type'],
    ['supplier', 'certifications.9999.type', undefined],
    ['supplier', 'address.1.country', undefined],
    ['component', 'composition.1.material', 'composition.0.material'],
    ['component', 'composition 2 material', 'composition.1.material'],
    ['component', 'Matière 1', 'composition.0.material'],
    ['component', 'Matière n° 3', 'composition.2.material'],
    ['component', 'MATIERE', 'composition.0.material'],
    ['component', '% matière', 'composition.0.percentage'],
    ['component', 'Matière (%)', 'composition.0.percentage'],
    ['component', 'Matière 2 (%)', 'composition.1.percentage'],
    ['component', 'Pourcentage 2', 'composition.1.percentage'],
    ['component', 'Pourcentage (%)', 'composition.0.percentage'],
    ['component', 'Material (kg)', undefined],
    ['component', 'composition.2.certifications', 'composition.1.certifications'],
    ['component', 'composition.2.certifications.3', 'composition.1.certifications.2'],
    ['component', 'Poids', 'componentWeight'],
    ['component', 'Poids (g)', 'componentWeight'],
    ['component', 'Poids en kg', 'componentWeight'],
    ['component', 'Poids (%)', undefined],
    ['component', 'type', 'type'],
    ['component', 'Type\nde composant', 'type'],
    ['component', 'certifications', undefined],
    ['component', 'composition', 'composition'],
    ['packaging', 'hazardousSubstances.status', 'hazardousSubstances.status'],
    ['packaging', 'Recycled %', 'percentageRecycled'],
    ['packaging', 'Éco-modulation', 'ecoModulation'],
    ['product', 'packagingRefs', 'packagingRefs'],
    ['product', 'packagingRefs.2', 'packagingRefs.1'],
    ['product', 'Made in', 'manufacturingAssemblyCountry'],
    ['product', 'customBrandField1', 'customBrandField1'],
    ['product', 'projectImpact', 'projectImpact'],
    ['product', 'projectImpact.energy', 'projectImpact.energy'],
    ['product', 'projectImpact.Energy use.year 1', 'projectImpact.Energy use.year 1'],
    ['product', 'projectImpact.__proto__', undefined],
    ['product', 'projectImpact.a.constructor', undefined],
    ['supplier', 'Type', undefined],
    ['packaging', 'Status', undefined],
    ['product', '__proto__', undefined],
    ['product', 'constructor', undefined],
    ['product', 'toString', undefined],
    ['product', 'x'.repeat(5000), undefined],
  ];
  it.each(cases)('a header of a $0, "$1", means $2', (kind, head, path) => {
    expect(pathOf(kind, head)).toBe(path);
  });

  it('a header that is numbered from 0 makes all items of its array count from 0', () => {
    const heads = ['composition.0.material', 'composition.1.material', 'composition.1.certifications.1'];
    const { map } = readSheet('component', heads, [['COTTON', 'WOOL', 'GOTS']]);
    expect(map.columns.map(({ path }) => path)).toEqual(heads.with(2, 'composition.1.certifications.0'));
  });
});

const skipAdvice = (lead: string, header: string): string =>
  `${lead}, or skip it: --ignore-columns ${/ /.test(header) ? `"${header}"` : header}, or in trace.config.yaml: ignoreColumns: ["${header}"]`;

describe('findings about headers', () => {
  /** `severity code cell: suggestion`. */
  const MAP = '; to map the columns of another system: trace map batch.xlsx';
  const about = (kind: V2Kind, heads: string[], row: (string | null)[]) =>
    readSheet(kind, heads, [row])
      .findings.filter(({ code }) => code !== 'header-missing')
      .map(
        ({ code, severity, origin, suggestion }) =>
          `${severity} ${code} ${origin.column}${origin.row}: ${suggestion}`,
      );

  it('suggest the nearest field of an unknown header, and never apply it', () => {
    const heads = ['supplierRef', 'Pais', 'suplierCategory', 'Couleur du logo'];
    const advice = [
      skipAdvice('rename the column "Pais" to address.country or Country', 'Pais'),
      skipAdvice('rename the column "suplierCategory" to category or Activity', 'suplierCategory'),
      // A required field has no column, and this header is like no other.
      `${skipAdvice('name the column after its field', 'Couleur du logo')}${MAP}`,
    ];
    expect(about('supplier', heads, ['F', 'FR', 'x', 'y'])).toEqual(
      advice.map((text, at) => `error header-unknown ${'BCD'[at]}1: ${text}`),
    );
    const { drafts } = readSheet('supplier', heads, [['F', 'FR', 'x', 'y']]);
    expect(drafts[0]!.body).toEqual({ supplierRef: 'F' });
  });

  it('findings about headers never suggest a field that has a column already', () => {
    const advice = skipAdvice('name the column after its field', 'supplierRefs');
    const found = about('supplier', ['supplierRef', 'supplierRefs'], ['F', 'G']);
    expect(found).toEqual([`error header-unknown B1: ${advice}${MAP}`]);
  });

  it('findings about headers are not about blank columns, but about values without a header or below a reserved name', () => {
    const heads = ['supplierRef', 'trace_outcome', '', 'name', ''];
    expect(about('supplier', heads, ['F', null, null, 'n', null])).toEqual([]);
    expect(about('supplier', heads, ['F', 'created', 'stray', 'n', null])).toEqual([
      'notice column-ignored B1: undefined',
      'error header-unknown C1: name the column after its field, or skip all unknown columns: --ignore-unknown-columns',
    ]);
  });

  it('findings about headers name both columns of a duplicate', () => {
    const heads = ['supplierRef', 'Pays', 'address.country'];
    const { findings, drafts } = readSheet('supplier', heads, [['F', 'FR', 'IT']]);
    const [double] = findings.filter(({ code }) => code === 'header-duplicate');
    const message = 'columns B ("Pays") and C ("address.country") both map to address.country';
    expect(double).toMatchObject({ severity: 'error', origin: { row: 1, column: 'C' }, message });
    expect(drafts[0]!.body).toEqual({ supplierRef: 'F', address: { country: 'FR' } });
  });

  it('suggest numbers for the columns of one array', () => {
    const heads = ['Matière 2', 'Pourcentage', 'composition 2 material'];
    const { findings } = readSheet('component', heads, [['a', 1, 'b']]);
    expect(findings.find(({ code }) => code === 'header-duplicate')).toMatchObject({
      field: 'composition.1.material',
      message: expect.stringContaining('both map to composition.2.material'),
      suggestion: 'number them: composition.1.material, composition.2.material',
    });
  });

  it('report an object and a column inside it as duplicates', () => {
    const { findings } = readSheet('product', ['projectImpact', 'projectImpact.energy'], [['{}', 1]]);
    expect(findings.map(({ code }) => code)).toContain('header-duplicate');
  });

  it('findings about headers list once each required field without a column, but not the fields that flags fill', () => {
    const rows = ['F', 'G'].map((ref) => [ref, 'x']);
    const { findings } = readSheet('supplier', ['supplierRef', 'name'], rows);
    expect(findings).toMatchObject([
      { code: 'header-missing', severity: 'error', field: 'category', origin: { row: 1 } },
    ]);
    const component = readSheet('component', ['componentRef', 'name'], [['F', 'x']]).findings;
    expect(component.flatMap(({ code, field }) => (code === 'header-missing' ? [field] : []))).toEqual([
      ...['productRef', 'productCollectionRef', 'type', 'category', 'composition.0.material', 'supplierRef'],
    ]);
  });

  it('findings about headers are missing for a sheet with a header and no rows', () => {
    const { findings } = readSheet('supplier', ['supplierRef', 'strange'], []);
    expect(findings.map(({ code }) => code)).toEqual(['sheet-skipped']);
  });
});
