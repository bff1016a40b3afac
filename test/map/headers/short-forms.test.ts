import { describe, expect, it } from 'vitest';
import { kindsOf } from '../../../src/contract/registry.ts';
import { sharedLexicon } from '../../../src/map/headers/lexicon.ts';
import { sharedAffixes } from '../../../src/map/headers/shared-prefix.ts';
import { proposeSheet } from '../../../src/map/propose.ts';
import { targets } from './sheets.ts';

describe('names of columns that are made of parts of words', () => {
  it.each([
    ['stydsc', 'product desc'],
    ['netwgt', 'net weight'],
    ['paysfab', 'country made'],
    ['libfam', 'name family'],
    ['weavectry', 'weaving country'],
    ['coldsc', 'color desc'],
    ['cpostal', 'zip'],
  ])('%s means %s', (name, notions) => {
    const parts = sharedLexicon().partsOf(name) ?? [];
    expect(parts.map(([first]) => first!.join(' ')).join(' ')).toBe(notions);
  });

  it('have no meaning if a part is unknown, or the name is long', () => {
    expect(sharedLexicon().partsOf('xqwzk')).toBeUndefined();
    expect(sharedLexicon().partsOf('weight'.repeat(200))).toBeUndefined();
  });

  it('show a field only together with the values', () => {
    const found = targets(
      'STYNO | | WC4063 | BZ4076\nSTYDSC | | Waistcoat Alderley | Blazer Whitmore\nCollection code | | SS27 | SS27\nColor code | | 001 | 002',
      'products',
    );
    expect(found.STYNO).toMatch(/^\? productRef\b/);
    expect(found.STYDSC).toBe('? name');
  });
});

describe('the prefix of the columns of a table', () => {
  it('is what most headers begin with', () => {
    const prefixOf = (...headers: string[]) => sharedAffixes(headers).prefix;
    expect(prefixOf('PR_REF', 'PR_NOM', 'PR_COR', 'PR_FAM', 'FAM')).toBe('PR_');
    expect(prefixOf('A2_COD', 'A2_NOME', 'A2_END', 'A2_CEP')).toBe('A2_');
    expect(prefixOf('PR_REF', 'PR_NOM', 'PR_COR', 'FO_COD', 'FAM', 'COR')).toBe('');
    expect(prefixOf('PR_REF', 'PR_NOM')).toBe('');
    expect(prefixOf('FNumber', 'FName', 'FCity', 'FTel')).toBe('F');
    expect(prefixOf('FNumber', 'Name', 'City', 'FTel')).toBe('');
    expect(prefixOf('ANCODICE', 'ANINDIRI', 'ANLOCALI', 'AN___CAP')).toBe('AN');
    expect(prefixOf('ANCODICE', 'ANINDIRI', 'ANLOCALI', 'CITTA')).toBe('');
    expect(prefixOf('STKKOD', 'STKAD', 'STKRENKKOD', 'STKFIYAT1')).toBe('STK');
    expect(prefixOf('STKKOD', 'STKAD', 'STKRENKKOD', 'CITY')).toBe('');
  });

  it('a suffix is shared by fewer, and no word is cut', () => {
    const headers = ['CODPRO', 'NOMPRO', 'DIRPRO', 'TELPRO', 'CUENTA', 'LOCALIDAD'];
    expect(sharedAffixes(headers).suffix).toBe('PRO');
    expect(sharedAffixes(['CODPRO', 'NOMPRO', 'DIRPRO']).suffix).toBe('');
    const { columns } = proposeSheet({
      ...{ file: 'x.csv', sheet: 'proveedores', kinds: kindsOf('v2') },
      rows: [headers, ['F-1', 'Hilados Sur', 'Calle Mayor 4', '+34 93 555 12 00', '4000001', 'Alcoy']].map(
        (cells, at) => ({ row: at + 1, cells }),
      ),
    });
    const found = columns.slice(0, 3).map(({ target, likely }) => target ?? likely);
    expect(found).toEqual(['supplierRef', 'name', 'address.street']);
  });

  it('is not part of what a header means', () => {
    const { columns } = proposeSheet({
      ...{ file: 'x.csv', sheet: 'produits', kinds: kindsOf('v2') },
      rows: [
        ['PR_REF', 'PR_COLORIS', 'PR_POIDS_G', 'PR_SAISON'],
        ['TX1', '099', '458', 'AH26'],
        ['TX2', '062', '368', 'AH26'],
      ].map((cells, at) => ({ row: at + 1, cells })),
    });
    const found = columns.map(({ target }) => target);
    expect(found).toEqual(['productRef', 'productColorCode', 'weight', 'productCollectionRef']);
  });
});
