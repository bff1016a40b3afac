import { describe, expect, it } from 'vitest';
import { kindNamed, type V2Kind } from '../../../src/contract/registry.ts';
import { knownParts, withoutCode } from '../../../src/recognise/words/known-parts.ts';
import { shippedResolver } from '../../../src/recognise/words/shipped.ts';

function read(kind: V2Kind, path: string, text: string): string | readonly string[] {
  const value = kindNamed('v2', kind).fields.find((field) => field.path === path)?.value;
  if (value?.type !== 'choice') throw new Error(`${kind} has no list ${path}`);
  const reading = shippedResolver(value.list)(text);
  return 'value' in reading ? reading.value : reading.candidates;
}

describe('a text of known words', () => {
  it.each<[V2Kind, string, string, string]>([
    // Two words with several meanings have one in common.
    ['component', 'category', '主料（针织）', 'MAIN FABRIC (KNITTED)'],
    ['component', 'category', '主料针织', 'MAIN FABRIC (KNITTED)'],
    ['component', 'category', '大身面料 梭织', 'MAIN FABRIC (WOVEN)'],
    ['component', 'category', '主面料：针织面料', 'MAIN FABRIC (KNITTED)'],
    ['component', 'category', 'Obermaterial Webware', 'MAIN FABRIC (WOVEN)'],
    ['component', 'category', 'Oberstoff, gestrickt', 'MAIN FABRIC (KNITTED)'],
    ['component', 'category', 'tissu principal - maille', 'MAIN FABRIC (KNITTED)'],
    ['component', 'category', 'Tejido principal (punto)', 'MAIN FABRIC (KNITTED)'],
    ['component', 'category', 'Materiał główny: skóra', 'MAIN COMPONENT (LEATHER)'],
    ['component', 'category', 'Vải chính (dệt thoi)', 'MAIN FABRIC (WOVEN)'],
    ['component', 'category', 'Ana kumaş / örme', 'MAIN FABRIC (KNITTED)'],
    ['packaging', 'recyclability', 'Oui – entièrement', 'YES - FULLY RECYCLING'],
    ['packaging', 'recyclability', 'Sí, en su mayor parte', 'YES - MOSTLY RECYCLING'],
    ['packaging', 'possibilityReUse', 'Tak, wielokrotnego użytku', 'YES - REUSABLE'],
    ['packaging', 'compostability', 'nein, nicht kompostierbar', 'NO - 0'],
    // Two words of one value, also in two languages.
    ['product', 'category', '半身裙 Skirt', 'SKIRTS'],
    ['supplier', 'category', '梭织 / Weaving', 'TRANSFORMATION - Weaving'],
    // Words that change nothing.
    ['supplier', 'category', 'Atelier de broderie industriel', 'TRANSFORMATION - Embroidery'],
    ['supplier', 'category', 'Kumaş boyama tesisi', 'TRANSFORMATION - Dyeing'],
    ['supplier', 'category', '绣花加工厂', 'TRANSFORMATION - Embroidery'],
    ['product', 'category', 'Chemises homme', 'SHIRTS'],
    ['product', 'category', 'Robe femme manches longues', 'DRESSES'],
    ['product', 'category', '女式连衣裙', 'DRESSES'],
    ['product', 'category', '婦人ブラウス', 'BLOUSES'],
    ['supplier', 'category', '刺繍業者', 'TRANSFORMATION - Embroidery'],
    ['component', 'category', '表地（織物）', 'MAIN FABRIC (WOVEN)'],
    ['product', 'category', 'ΓΥΝΑΙΚΕΙΟ ΦΟΡΕΜΑ', 'DRESSES'],
    ['product', 'category', 'Faldilles dona', 'SKIRTS'],
    ['packaging', 'type', 'Pel·lícula retràctil', 'SHRINK_FILM'],
    ['component', 'category', 'Κύριο ύφασμα - πλεκτό', 'MAIN FABRIC (KNITTED)'],
    ['product', 'category', 'Kinder-Pullover', 'PULLOVERS'],
    // Codes beside a text.
    ['supplier', 'category', '10 - Konfektion', 'MANUFACTURING - Ready To Wear'],
    ['supplier', 'category', 'DK: Dokuma', 'TRANSFORMATION - Weaving'],
    ['supplier', 'category', 'Weaving (W02)', 'TRANSFORMATION - Weaving'],
    ['supplier', 'category', 'CMT / Confection', 'MANUFACTURING - Ready To Wear'],
    ['supplier', 'category', 'Assembly / Cut & Sew', 'MANUFACTURING - Ready To Wear'],
    ['supplier', 'category', 'Warehousing / Distribution', 'OTHER - Warehouse'],
    ['component', 'category', 'Metal zipper #5', 'ZIPS'],
    ['component', 'category', 'Nhãn chính, nhãn size', 'LABELLINGS'],
    ['packaging', 'type', 'Étiquette volante carton', 'HANDTAG_PAPER'],
    ['product', 'category', '310 T-shirts', 'TSHIRTS'],
    ['component', 'category', 'TR04 Zipper', 'ZIPS'],
    ['supplier', 'certifications[].type', 'GOTS 7.0', 'GOTS'],
    ['supplier', 'certifications[].type', 'ISO 9001:2015', 'ISO 9001'],
    ['supplier', 'certifications[].type', 'amfori BSCI - C', 'BSCI GRADE C'],
    ['supplier', 'certifications[].type', 'GRS 认证', 'GRS'],
    // German without umlauts, and traditional Chinese.
    ['component', 'category', 'KNOEPFE', 'BUTTONS'],
    ['component', 'category', 'Naehgarn', 'SEWING THREADS'],
    ['product', 'category', 'Guertel', 'BELTS'],
    ['supplier', 'category', 'FAERBEREI', 'TRANSFORMATION - Dyeing'],
    ['component', 'category', '拉鍊', 'ZIPS'],
    ['component', 'category', '鈕扣', 'BUTTONS'],
    ['component', 'category', '主料（針織）', 'MAIN FABRIC (KNITTED)'],
    ['supplier', 'category', '紡紗廠', 'TRANSFORMATION - Spinning'],
    ['product', 'category', '連衣裙', 'DRESSES'],
    // One half is not known.
    ['product', 'category', '衬衫 Xyzzy', 'SHIRTS'],
    ['component', 'category', '里料 Plugh', 'LININGS'],
    ['supplier', 'certifications[].type', 'WRAP 金级', 'WRAP GOLD'],
  ])('of %s.%s: "%s" means %s', (kind, path, text, value) => {
    expect(read(kind, path, text)).toBe(value);
  });

  it.each<[V2Kind, string, string, string[]]>([
    [
      'supplier',
      'category',
      'Confection + teinture',
      ['MANUFACTURING - Ready To Wear', 'TRANSFORMATION - Dyeing'],
    ],
    ['supplier', 'category', '织造、染色', ['TRANSFORMATION - Weaving', 'TRANSFORMATION - Dyeing']],
    [
      'supplier',
      'category',
      'Spinnerei und Weberei',
      ['TRANSFORMATION - Spinning', 'TRANSFORMATION - Weaving'],
    ],
    ['supplier', 'category', 'dokuma ve boya', ['TRANSFORMATION - Weaving', 'TRANSFORMATION - Dyeing']],
    [
      'supplier',
      'category',
      'tessitura e ricamo',
      ['TRANSFORMATION - Weaving', 'TRANSFORMATION - Embroidery'],
    ],
    ['supplier', 'category', 'Fournisseur de boutons', ['MANUFACTURING - Other']],
    ['component', 'category', '03 - Oberstoff', ['MAIN FABRIC (WOVEN)', 'MAIN FABRIC (KNITTED)']],
    ['product', 'category', 'Damen Stiefel', ['FASHION BOOTS', 'PROTECTIVE BOOTS']],
    ['supplier', 'certifications[].type', 'GOTS / OCS', ['GOTS', 'OCS']],
    ['supplier', 'certifications[].type', 'not certified', []],
    // An unknown word may change the meaning, and a code may be a word.
    ['supplier', 'category', 'Weaving qwertz', []],
    ['component', 'category', 'no lining', []],
    ['product', 'category', '18K', []],
  ])('of %s.%s: "%s" is a question about %j', (kind, path, text, values) => {
    expect(read(kind, path, text)).toEqual(values);
  });
});

it('a composition has no codes, and its words are not combined', () => {
  const list = { name: 'component.material', values: ['COTTON', 'LINEN'], complete: true };
  const reading = shippedResolver(list)('RM01 cotton');
  expect('value' in reading).toBe(false);
});

it.each([
  ['10 - Konfektion', 'Konfektion'],
  ['RM01 Fabric', 'Fabric'],
  ['A1. Weaving', 'Weaving'],
  ['CMT: Sewing', 'Sewing'],
  ['Sewing | CMT', 'Sewing'],
  ['Weaving (W02)', 'Weaving'],
])('the text beside the code in "%s" is "%s"', (text, rest) => {
  expect(withoutCode(text)?.rest).toBe(rest);
});

it.each(['T-shirt', 'Weaving', 'PVC bag', 'Denim', '10', ''])('"%s" has no code', (text) => {
  expect(withoutCode(text)).toBeUndefined();
});

it.each<[V2Kind, string, string, string | string[]]>([
  // The last name of a path.
  ['product', 'category', 'Women > Tops > T-Shirts', 'TSHIRTS'],
  ['product', 'category', 'Vêtements » Femme » Robes', 'DRESSES'],
  ['product', 'category', 'Apparel > Dresses > Xyzzy', []],
  ['component', 'category', 'Trims > Buttons', 'BUTTONS'],
  // Cut names are never certain.
  ['component', 'category', 'TISSU PRINC', ['MAIN FABRIC (WOVEN)', 'MAIN FABRIC (KNITTED)']],
  ['component', 'category', 'FERM ECLAIR', ['ZIPS']],
  ['component', 'category', 'Etiq. compo', ['LABELLINGS']],
  ['component', 'category', 'Tope para xyzzy', []],
  ['supplier', 'category', 'FILAT.', ['TRANSFORMATION - Spinning']],
  ['product', 'category', 'PANTAL. DONNA', ['PANTS', 'SHORTS']],
  // What a text excludes.
  [
    'supplier',
    'category',
    'Fabricant (hors prêt-à-porter)',
    ['MANUFACTURING - Leather Goods', 'MANUFACTURING - Other'],
  ],
  // Two values that a third one means.
  ['packaging', 'channel', 'Boutique et web', 'BOTH'],
  ['packaging', 'channel', 'Filiale + Onlineshop', 'BOTH'],
  // Modulations of eco-organisations, and none.
  ['packaging', 'ecoModulation[]', 'Nenhuma', 'NONE'],
  [
    'packaging',
    'ecoModulation[]',
    'Malus 50 % – papier/carton imprimé aux huiles minérales',
    'MALUS +50% - PAPER/CARDBOARD CONTAINING PRINTING MINERAL OILS',
  ],
  // Regions by their countries.
  ['product', 'destinationMarket', 'FR', ['EUROPE']],
  ['product', 'destinationMarket', 'Deutschland', ['EUROPE']],
  ['product', 'destinationMarket', 'US / CA', 'AMERICA'],
  ['product', 'destinationMarket', 'FR, JP', ['EUROPE', 'ASIA']],
  ['product', 'destinationMarket', 'Türkiye', ['EUROPE', 'ASIA', 'MIDDLE EAST']],
  ['product', 'destinationMarket', 'AM', ['AMERICA']],
  ['product', 'destinationMarket', 'KG', []],
  ['product', 'destinationMarket', 'gr', []],
])('%s %s: "%s" means %j', (kind, path, text, values) => {
  expect(read(kind, path, text)).toEqual(values);
});

it('long texts are not split into known parts', () => {
  expect(knownParts('棉'.repeat(100), { has: () => true, meaningOf: () => ['COTTON'] })).toBeUndefined();
});

it('a text has known parts only if each of its words is known', () => {
  const meaningOf = (part: string) => (['cotton', 'linen'].includes(part) ? [part] : undefined);
  const vocabulary = { has: (word: string) => meaningOf(word) !== undefined, meaningOf };
  expect(knownParts('cotton and linen', vocabulary)?.map(({ part }) => part)).toEqual(['cotton', 'linen']);
  expect(knownParts('cotton, xyzzy', vocabulary)).toBeUndefined();
  expect(knownParts('cotton cotton', { has: () => true, meaningOf: () => undefined })).toBeUndefined();
});
