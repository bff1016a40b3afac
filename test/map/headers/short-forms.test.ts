import { describe, expect, it } from 'vitest';
import { kindsOf } from '../../../src/contract/registry.ts';
import { sharedLexicon } from '../../../src/map/headers/lexicon.ts';
import { sharedPrefix } from '../../../src/map/headers/shared-prefix.ts';
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
    expect(sharedPrefix(['PR_REF', 'PR_NOM', 'PR_COR', 'PR_FAM', 'FAM'])).toBe('PR_');
    expect(sharedPrefix(['PR_REF', 'PR_NOM', 'PR_COR', 'FO_COD', 'FAM', 'COR'])).toBe('');
    expect(sharedPrefix(['PR_REF', 'PR_NOM'])).toBe('');
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
