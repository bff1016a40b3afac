import { describe, expect, it } from 'vitest';
import { kindsOf } from '../../../src/contract/registry.ts';
import { WORD_LANGUAGES } from '../../../src/language/languages.ts';
import { LANGUAGES } from '../../../src/map/headers/lexicon.ts';
import { kindHeaders } from '../../../src/map/headers/read-header.ts';
import { sheetLanguage } from '../../../src/map/headers/sheet-language.ts';
import { kindsLikelyNamed } from '../../../src/recognise/sheet-names.ts';
import { EXPORTS, proposed } from './sheets.ts';

const kindNamed = (name: string) => kindsOf('v2').find((kind) => kind.name === name)!;

/** The targets that a header may mean, `!` if the values must confirm it, `~` if it is only likely; `-` if no field has it. */
const read = (kind: string, header: string): string => {
  const { readings, isForeign } = kindHeaders(kindNamed(kind)).read(header);
  if (readings.length === 0) return isForeign ? '-' : '?';
  return readings
    .map(({ target, confirm, likely }) => `${target}${confirm ? '!' : ''}${likely ? '~' : ''}`)
    .join(' ');
};

describe('the words of headers in each language', () => {
  it.each([...WORD_LANGUAGES])('name what every spreadsheet has: %s', (language) => {
    const vocabulary = LANGUAGES[WORD_LANGUAGES.indexOf(language)]!;
    const notions = [
      ...[
        'supplier',
        'product',
        'component',
        'material',
        'packaging',
        'certification',
        'ref',
        'name',
        'desc',
      ],
      ...[
        'type',
        'category',
        'date',
        'start',
        'end',
        'company',
        'email',
        'phone',
        'address',
        'street',
        'city',
      ],
      ...['zip', 'country', 'season', 'color', 'weight', 'composition', 'percentage', 'origin', 'quantity'],
      ...['made', 'weaving', 'knitting', 'dyeing', 'po', 'lot', 'unit', 'price', 'size', 'stock', 'customs'],
      ...['created', 'modified', 'payment', 'tax', 'currency', 'barcode', 'consumption', 'grammage', 'width'],
    ];
    expect(notions.filter((notion) => vocabulary[notion] === undefined)).toEqual([]);
  });

  it('make the language of a sheet clear', () => {
    const of = (name: string) =>
      sheetLanguage(
        EXPORTS.find((one) => one.name === name)!
          .columns.split('\n')
          .map((line) => line.split('|')[0]!),
      );
    const sheets = {
      tr: 'tr cari kartlar',
      zh: 'zh 供应商',
      pl: 'pl dostawcy',
      ro: 'ro furnizori',
      nl: 'nl leveranciers',
      vi: 'vi nhà cung cấp',
      ja: 'ja 仕入先',
      el: 'el προμηθευτές',
      ca: 'ca proveïdors',
      sv: 'sv leverantörer',
      cs: 'cs dodavatelé',
      da: 'da leverandører',
    };
    for (const [language, name] of Object.entries(sheets)) {
      const bits = [language, 'en'].map((one) => 1 << (WORD_LANGUAGES as readonly string[]).indexOf(one));
      expect([name, of(name)]).toEqual([name, bits[0]! | bits[1]!]);
    }
    expect(of('English PLM BOM')).toBeUndefined();
  });
});

describe('a header in another language', () => {
  it.each([
    ['supplier', 'Cari Kodu', 'supplierRef'],
    ['supplier', 'İl', 'address.city'],
    ['supplier', 'ÜLKE', 'address.country'],
    ['supplier', 'Sertifika Geçerlilik Tarihi', 'certifications.1.date_end'],
    ['component', 'Ted. Kodu', 'supplierRef'],
    ['component', 'Ağırlık (gr)', 'componentWeight'],
    ['component', 'Kumaş Kompozisyonu', 'composition'],
    ['component', 'Fire %', '-'],
    ['supplier', '供应商编号', 'supplierRef'],
    ['supplier', '供货商名称', 'name'],
    ['supplier', '联系人邮箱', 'contacts.1.person.email'],
    ['supplier', '证书有效期', 'certifications.1.date_end'],
    ['component', '产品编号', 'productRef'],
    ['component', '染色国家', 'dyeingCountry'],
    ['component', '重量（克）', 'componentWeight'],
    ['component', '面料成分', 'composition'],
    ['component', '物料的单价', '-'],
    ['component', '未知词编号', '?'],
    ['component', 'Kod dost.', 'supplierRef'],
    ['component', 'Skład surowcowy', 'composition'],
    ['supplier', 'Województwo', 'address.administrativeArea'],
    ['supplier', 'Ważny od', 'certifications.1.date_start~'],
    ['supplier', 'Ważny do', 'certifications.1.date_end~'],
    ['supplier', 'Cod furnizor', 'supplierRef'],
    ['supplier', 'Denumire firmă', 'name'],
    ['supplier', 'Țara', 'address.country'],
    ['supplier', 'Valabil de la', 'certifications.1.date_start~'],
    ['supplier', 'Valabil până la', 'certifications.1.date_end~'],
    ['component', 'g', 'componentWeight'],
    ['component', 'GRS', '?'],
    ['component', 'g por par', 'componentWeight'],
    ['product', 'Qty/yr', 'producedQuantity'],
    ['product', 'Proj. Units', 'producedQuantity'],
    ['product', '波段', '-'],
    ['product', 'Cod Produs (SKU)', 'productRef'],
    ['supplier', 'strCodFornecedor', 'supplierRef'],
    ['supplier', 'Fty code', 'supplierRef'],
    ['component', 'Lev.nr', 'supplierRef'],
    ['component', 'Leveranciersnummer', 'supplierRef'],
    ['component', 'Materiaalsamenstelling', 'composition'],
    ['component', 'Mã NCC', 'supplierRef'],
    ['component', 'Thành phần vải', 'composition'],
    ['component', 'Mã màu', 'productColorCode'],
    ['component', 'Mã mẫu', 'componentRef productRef'],
    ['component', 'Số lô', 'lotReferences'],
    ['supplier', '取引先CD', 'supplierRef'],
    ['supplier', '都道府県', 'address.administrativeArea'],
    ['supplier', '担当者名（名）', 'contacts.1.person.firstname'],
    ['component', '仕入先品番', 'supplierComponentCode'],
    ['component', '製織国', 'weavingCountry'],
    ['component', '染色が行われた国', 'dyeingCountry'],
    ['component', '用尺', '-'],
    ['component', '製品1枚あたり重量（ｇ）', 'componentWeight'],
    ['product', '仕向け地', 'destinationMarket'],
    ['product', '年間生産数量', 'producedQuantity'],
    ['packaging', 'ﾘｻｲｸﾙ可否', 'recyclability'],
    ['component', 'プリント有無(有/無)', 'componentPrint'],
    ['supplier', 'ΚΩΔ. ΠΡΟΜ.', 'supplierRef'],
    ['supplier', 'Τ.Κ.', 'address.postalCode'],
    ['supplier', 'Ημ/νία λήξης πιστοποιητικού', 'certifications.1.date_end'],
    ['component', 'Σε ποια χώρα υφαίνεται', 'weavingCountry'],
    ['component', 'ΒΑΡΟΣ (γρ)', 'componentWeight'],
    ['component', 'Εμπριμέ (ναι/όχι)', 'componentPrint'],
    ['component', 'Φύρα %', '-'],
    ['component', 'Βάρος σε γραμμάρια', 'componentWeight'],
    ['product', 'Τεμάχια ανά έτος', 'producedQuantity'],
    ['product', 'Μεταφορικό μέσο', 'transportTypeToDestMarket'],
    ['supplier', 'Codi proveïdor', 'supplierRef'],
    ['supplier', 'Vàlid des de', 'certifications.1.date_start~'],
    ['supplier', 'Vàlid fins a', 'certifications.1.date_end~'],
    ['component', 'País de teixidura', 'weavingCountry'],
    ['component', 'Pes (g)', 'componentWeight'],
    ['component', 'Gramatge', '-'],
    ['component', 'País on es teixeix', 'weavingCountry'],
    ['component', 'País d’estampació', 'printingCountry'],
    ['packaging', "Tipus d'envàs", 'type'],
    ['packaging', "Type d'emballage", 'type'],
    ['product', 'Col·lecció', 'productCollectionRef'],
    ['product', 'Unitats per any', 'producedQuantity'],
    ['supplier', 'Levnr', 'supplierRef'],
    ['supplier', 'Giltig från', 'certifications.1.date_start~'],
    ['supplier', 'Giltig t.o.m.', 'certifications.1.date_end~'],
    ['component', 'Vävd i', 'weavingCountry'],
    ['component', 'Leverantörens artikelnr', 'supplierComponentCode'],
    ['supplier', 'Č. dodavatele', 'supplierRef'],
    ['supplier', 'Platí od', 'certifications.1.date_start~'],
    ['supplier', 'Platí do', 'certifications.1.date_end~'],
    ['component', 'Tkáno v', 'weavingCountry'],
    ['component', 'Číslo zboží dodavatele', 'supplierComponentCode'],
    ['supplier', 'Kreditornr', 'supplierRef'],
    ['supplier', 'Gyldig fra', 'certifications.1.date_start~'],
    ['supplier', 'Gyldig til', 'certifications.1.date_end~'],
    ['component', 'Farvet i', 'dyeingCountry'],
    ['component', 'Leverandørens varenr.', 'supplierComponentCode'],
    ['product', 'Antall per år', 'producedQuantity'],
  ])('of a %s: "%s" is %s', (kind, header, expected) => expect(read(kind, header)).toBe(expected));
});

it.each([
  ['供应商信息表', 'supplier'],
  ['2026款式列表', 'product'],
  ['Tedarikçi Listesi 2026', 'supplier'],
  ['Lista dostawców', 'supplier'],
  ['Stuklijst', 'component'],
  ['Danh sách nhà cung cấp', 'supplier'],
  ['仕入先マスタ2026', 'supplier'],
  ['部品表', 'component'],
  ['Κατάλογος προμηθευτών', 'supplier'],
  ['ΛΙΣΤΑ ΥΛΙΚΩΝ', 'component'],
  ['Llista de proveïdors', 'supplier'],
  ['Leverantörslista 2026', 'supplier'],
  ['Kusovník', 'component'],
  ['Styklister', 'component'],
])('a sheet or file with the name %s probably has records of the kind %s', (name, kind) => {
  expect(kindsLikelyNamed(kindsOf('v2'), name).map((one) => one.name)).toEqual([kind]);
});

describe('a header in two languages', () => {
  it.each([
    ['component', '供应商编号\nSupplier No.', 'supplierRef'],
    ['component', '供应商编号 Supplier No.', 'supplierRef'],
    ['component', 'Supplier No. 供应商编号', 'supplierRef'],
    ['component', '供应商编号（Supplier code）', 'supplierRef'],
    ['component', '供应商编号/Supplier code *', 'supplierRef'],
    ['component', 'Tedarikçi Kodu\nSupplier Code', 'supplierRef'],
    ['component', 'Skład / Composition', 'composition'],
    ['component', '单价 Unit price', '-'],
    ['component', '颜色 Supplier No.', 'productColorCode~ supplierRef~'],
    ['component', '供应商 Product code', 'supplierRef!~ productRef~'],
    ['component', '单价 Supplier No.', 'supplierRef~'],
    ['component', '供应商 Code', 'supplierRef'],
    ['component', '重量(kg)', 'componentWeight'],
    ['component', 'Product code 供应商编号', 'productRef~ supplierRef~'],
  ])('of a %s: %j is %s', (kind, header, expected) => expect(read(kind, header)).toBe(expected));

  it('of suppliers is a question if its values are Chinese names instead of references', () => {
    const columns = (values: readonly string[]) => [
      { header: '供应商 Supplier', values },
      { header: '物料编码 Material code', values: ['M1', 'M2'] },
      { header: '成分 Composition', values: ['棉95% 氨纶5%', '100%涤纶'] },
    ];
    const targetOf = (...values: readonly string[]) =>
      proposed(columns(values), { sheet: 'BOM' }).columns[0]!.target;
    expect([targetOf('华锦纺织', '利达五金'), targetOf('S001', 'S002')]).toEqual([null, 'supplierRef']);
  });

  it('is a question with the fields of both if they do not agree', () => {
    const [column] = proposed(
      [
        { header: '供应商 Product code', values: ['A-1', 'A-2'] },
        { header: '物料编码', values: ['M1', 'M2'] },
        { header: '面料成分', values: ['棉95% 氨纶5%', '涤纶100%'] },
      ],
      { sheet: '物料清单表' },
    ).columns;
    expect(column).toMatchObject({
      target: null,
      candidates: expect.arrayContaining(['supplierRef', 'productRef']),
    });
  });
});

it('a unit in a Chinese header does not end it: the other half is the header in another language', () => {
  expect(read('product', '成衣克重(g) / Garment Weight')).toBe('weight~');
  // Beside a unit for one piece, a word for the weight of an area is that of the piece.
  expect(read('product', '克重(克/件)')).toBe('weight');
  expect(read('product', 'Grammatura (g/capo)')).toBe('weight');
});
