import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { otherWords, wordsOf } from '../../../scripts/language-files.ts';
import { type ClosedList, knownValues } from '../../../src/contract/list.ts';
import { kindsOf } from '../../../src/contract/registry.ts';
import { MATERIALS } from '../../../src/contract/v2/materials.ts';
import { foldWords } from '../../../src/fold.ts';
import texts from '../../../src/language/compiled/values.js';
import { WORD_LANGUAGES } from '../../../src/language/languages.ts';
import { resolverOf } from '../../../src/recognise/words/resolve.ts';
import { shippedWords } from '../../../src/recognise/words/shipped.ts';
import { wordsIn } from '../../../src/recognise/words/terms.ts';
import type { WordList } from '../../../src/recognise/words/word-list.ts';

const lists = new Map<string, ClosedList>();
for (const kind of [...kindsOf('v2'), ...kindsOf('v3')])
  for (const { value } of kind.fields) if (value.type === 'choice') lists.set(value.list.name, value.list);

/** The values of each folded word. */
function byWord({ values, brands = {} }: WordList): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [value, words] of [...Object.entries(values), ...Object.entries(brands)])
    for (const word of wordsIn(words)) {
      const key = foldWords(word);
      found.set(key, [...new Set([...(found.get(key) ?? []), value])]);
    }
  return found;
}

describe.each([...lists.values()].filter((list) => shippedWords(list)))('the words for $name', (list) => {
  const words = shippedWords(list)!;

  it('the words of a list are not empty when they are folded', () => {
    expect([...byWord(words).keys()]).not.toContain('');
  });

  it('belong to values of the list', () => {
    if (!list.complete || shippedWords(list)!.values.YES) return;
    const named = [...Object.keys(words.values), ...Object.values(words.questions ?? {}).flat()];
    expect(named.filter((value) => !list.values.includes(value))).toEqual([]);
  });

  it('name each value of a complete list in the trade of many countries', () => {
    if (!list.complete || words.values.YES || /ecoModulation/.test(list.name)) return;
    const open = Object.entries(words.questions ?? {});
    const named = (value: string) => [
      ...wordsIn(words.values[value] ?? '').filter((word) => word !== ''),
      ...open.flatMap(([names, values]) => (values.includes(value) ? wordsIn(names) : [])),
    ];
    // Names that are the same everywhere, or that only the service has.
    const alike = /^(?:BUTTINETTES|MARQUISETTES|PATIN|STRETCHERS|OTHER)$/;
    expect(list.values.filter((value) => named(value).length < 8 && !alike.test(value))).toEqual([]);
  });

  it('belong to known values, or to values that another file of words has', () => {
    const { values: shared, lists: names } = otherWords();
    const name = names[list.name]!;
    const known = new Set([...knownValues(list), ...Object.keys(shared[name] ?? {})]);
    const languages = WORD_LANGUAGES.map((language) => wordsOf(language).values[name] ?? {});
    const lone = Object.keys(words.values).filter(
      (value) => !known.has(value) && languages.filter((texts) => value in texts).length < 2,
    );
    expect(lone, 'misspelled, or to be added to src/language/any/words.yaml').toEqual([]);
  });

  it('belong to two values only if these mean the same', () => {
    const same = Object.entries({
      ...{ CHLOROFIBRE: 'CHLOROFIBER', ELASTANE: 'SPANDEX', FLUOROFIBRE: 'FLUOROFIBER', LINEN: 'FLAX' },
      ...{ 'GLASS FIBRE': 'GLASS FIBER', 'METALLIC FIBER': 'METALLIC FIBRE', NYLON: 'POLYAMIDE' },
    });
    const double = [...byWord(words)].filter(([, values]) => values.length > 1);
    const isSame = (values: string[]) => same.some((one) => values.every((value) => one.includes(value)));
    expect(double.filter(([, values]) => !isSame(values))).toEqual([]);
  });

  it('the words of a list are never both a question and a certain meaning', () => {
    const questions = Object.keys(words.questions ?? {})
      .flatMap(wordsIn)
      .map(foldWords);
    const named = byWord(words);
    const both = questions.filter((word) => named.has(word) && word !== 'rayon' && word !== 'rayonne');
    expect(both).toEqual([]);
  });

  it('the words of a list never contradict a value of the list', () => {
    const known = new Map(knownValues(list).map((value) => [foldWords(value), value]));
    const wrong = [...byWord(words)].filter(
      ([word, values]) => known.has(word) && !values.includes(known.get(word)!),
    );
    expect(wrong).toEqual([]);
  });
});

it('each list in the files of words is a list of the contract', () => {
  const used = new Set([...lists.values()].map(shippedWords).filter((words) => words !== undefined));
  expect(used.size).toBe(Object.keys(texts).length);
});

describe('the words of trace', () => {
  const read = (name: string, text: string): string | string[] => {
    const { likely = [], ...named } = lists.get(name)!;
    // One of two values that mean the same.
    const sure = likely.filter((value) => value !== 'FLAX' && value !== 'NYLON');
    const list = { ...named, values: [...named.values, ...sure] };
    const reading = resolverOf(list, shippedWords(list))(text);
    return 'value' in reading ? reading.value : [...reading.candidates];
  };

  it.each([
    ...['supplier.certification', 'component.certification', 'product.certification', 'product.category'],
    ...['product.destinationMarket', 'product.transportType', 'product.customBrandField3'],
    ...['packaging.type', 'packaging.channel', 'packaging.compostability', 'packaging.recyclability'],
    ...['packaging.possibilityReUse', 'packaging.hazardousSubstances.status', 'purchasedItem.transport'],
    ...['purchasedItem.buyerKind', 'owner.kind', 'quantity.unit', 'product.marketSegment'],
    ...['component.material', 'component.type', 'component.category', 'supplier.category'],
  ])('the words of trace include words for the list %s', (name) => {
    expect(shippedWords(lists.get(name)!)).toBe(shippedWords(lists.get(name)!));
    expect(shippedWords(lists.get(name)!)).toBeDefined();
  });

  it('the words of trace include none for an unknown list, even if its name is "constructor"', () => {
    expect(shippedWords({ name: 'constructor', values: ['A'], complete: true })).toBeUndefined();
  });

  const RAW = 'RAW MATERIAL';
  const RECYCLING = [
    ...['YES - FULLY RECYCLING', 'YES - FULLY RECYCLING + RECYCLABLE IN THE SAME TYPE OF PACKAGING'],
    'YES - MOSTLY RECYCLING',
  ];
  it.each<[string, string, string | string[]]>([
    ['component.type', 'Cuir', 'LEATHER'],
    ['component.type', 'Kunststoff', 'PLASTIC'],
    ['component.type', 'piel', ['LEATHER', 'OTHER']],
    ['component.category', 'Doublure', 'LININGS'],
    ['component.category', 'Fermeture Éclair', 'ZIPS'],
    ['component.category', 'Button', 'BUTTONS'],
    ['component.category', 'Velcro', 'HOOK_LOOP'],
    ['component.category', 'bord-côte', 'RIBBED EDGES'],
    ['component.category', 'maille', ['FABRICS KNITTED', 'MAIN FABRIC (KNITTED)']],
    ['component.category', 'dentelle', 'LACES'],
    ['component.category', 'lacets', ['LACES/CORDS', 'LACES']],
    ['component.category', 'lace', ['LACES', 'LACES/CORDS']],
    ['component.category', 'Tissu principal', ['MAIN FABRIC (WOVEN)', 'MAIN FABRIC (KNITTED)']],
    ['supplier.category', 'Teinturier', 'TRANSFORMATION - Dyeing'],
    ['supplier.category', 'Weberei', 'TRANSFORMATION - Weaving'],
    ['supplier.category', 'entrepôt', 'OTHER - Warehouse'],
    ['supplier.category', 'recyclage', ['Mechanical', 'Chemical'].map((how) => `${RAW} - ${how} Recycling`)],
    ['packaging.hazardousSubstances.status', 'sim', 'YES'],
    ['product.category', 'T-shirt', 'TSHIRTS'],
    ['product.category', 'Chemises', 'SHIRTS'],
    ['product.category', 'Kleider', 'DRESSES'],
    ['product.category', 'Shirt', 'SHIRTS'],
    ['product.category', 'pantaloni', 'PANTS'],
    ['product.category', 'Jeans', 'DENIM PANTS'],
    ['product.category', 'kurze Hose', 'SHORTS'],
    ['product.category', 'Mantel', ['FORMAL COATS', 'ZIPPED COATS', 'TRENCH', 'TABLECLOTHS']],
    ['product.category', 'serviette', ['NAPKINS', 'BATH_TOWELS', 'BEACH_TOWELS', 'TEA_TOWELS']],
    ['product.category', 'serviette de plage', 'BEACH_TOWELS'],
    ['product.destinationMarket', 'Moyen-Orient', 'MIDDLE EAST'],
    ['product.transportType', 'LKW', 'TRUCK'],
    ['product.transportType', 'route', ['TRUCK']],
    ['purchasedItem.transport', 'maritime', 'BOAT'],
    ['packaging.type', 'Kleiderbügel', 'HANGER'],
    ['packaging.type', 'carton', ['BOX', 'CARDBOARD_SHEET', 'DELIVERY BOX']],
    ['packaging.channel', 'boutique', 'STORE'],
    ['packaging.compostability', 'oui', 'YES - COMPOSTABLE'],
    ['packaging.compostability', 'non', 'NO - 0'],
    ['packaging.recyclability', 'oui', RECYCLING],
    ['packaging.possibilityReUse', 'ja', ['YES - REFILLABLE', 'YES - REUSABLE']],
    ['packaging.possibilityReUse', 'wiederverwendbar', 'YES - REUSABLE'],
    ['quantity.unit', 'm²', 'SQUARE METERS'],
    ['quantity.unit', 'Stück', 'PIECES'],
    ['quantity.unit', 'KGM', 'KILOGRAMS'],
    ['quantity.unit', 'ml', ['METERS']],
    ['owner.kind', 'fournisseur', 'SUPPLIER'],
    ['product.marketSegment', 'Homme', 'Menswear'],
    ['product.customBrandField3', 'petite maroquinerie', 'Small Leather Goods'],
    ['supplier.certification', 'Global Organic Textile Standard', 'GOTS'],
    ['supplier.certification', 'BSCI B', 'BSCI GRADE B'],
    ['supplier.certification', 'amfori BSCI', [...'ABCDE'].map((grade) => `BSCI GRADE ${grade}`)],
    ['product.certification', 'Écolabel européen', 'EU ECOLABEL'],
  ])('for the list %s: "%s" means %j', (name, text, value) => {
    expect(read(name, text)).toEqual(value);
  });

  // By value, its words in the languages that were added later.
  it.each<[string, Record<string, string>]>([
    [
      'component.material',
      {
        COTTON:
          'Pamuk, PAMUK, 棉, 全棉, Bawełna, bawełny, Bumbac, Katoen, Bông, 棉 Cotton, Bawełna / Cotton, Cotton（棉）, Bomull, Bavlna, bavlny, Bomuld',
        'ORGANIC COTTON':
          'Organik pamuk, 有机棉, bawełna organiczna, bumbac organic, biologisch katoen, bông hữu cơ, ekologisk bomull, biobavlna, økologisk bomuld',
        'RECYCLED POLYESTER':
          'geri dönüştürülmüş polyester, 再生涤纶, 再生聚酯纤维, poliester z recyklingu, poliester reciclat, gerecycled polyester, polyester tái chế, återvunnen polyester, recyklovaný polyester, genanvendt polyester, resirkulert polyester',
        POLYESTER: '涤纶, 聚酯纤维, poliester, poliestru',
        WOOL: 'yün, YÜN, 羊毛, wełna, lână, wol, lông cừu, ull, vlna, uld',
        LINEN: 'keten, 亚麻, in, linnen, lanh',
        SILK: 'ipek, İPEK, 桑蚕丝, jedwab, mătase, zijde, lụa',
        VISCOSE: 'viskon, 粘胶纤维, wiskoza, viscoză',
        ELASTANE: 'elastan, 氨纶, elastanu, elastaan',
        CASHMERE: 'kaşmir, 羊绒, kaszmir, cașmir, kasjmier',
        DOWN: 'kaz tüyü, 羽绒, puch, puf, dons',
        'COW LEATHER': 'sığır derisi, 牛皮, skóra bydlęca, piele de vită, rundleer, da bò',
      },
    ],
    [
      'component.type',
      { LEATHER: 'Deri, 皮革, Skóra, Piele, Leer, Da', TEXTILE: 'Kumaş, 面料, Tkanina, Țesătură, Stof, Vải' },
    ],
    [
      'component.category',
      {
        ZIPS: 'Fermuar, 拉链, Zamek błyskawiczny, Fermoar, Rits, Dây kéo, Dragkedja, Zdrhovadlo, Lynlås, Glidelås',
        LININGS: 'Astar, 里料, Podszewka, Căptușeală, Voering, Vải lót, Foder, Podšívka, Foer',
        BUTTONS: 'Düğme, 纽扣, Guziki, Nasturi, Knopen, Cúc, Knappar, Knoflíky, Knapper',
      },
    ],
    [
      'supplier.category',
      {
        'TRANSFORMATION - Weaving':
          'Dokuma, 织造, Tkalnia, Țesătorie, Weverij, Dệt, Väveri, Tkalcovna, Væveri',
        'TRANSFORMATION - Dyeing':
          'Boyahane, 染厂, Farbiarnia, Vopsitorie, Ververij, Nhuộm, Färgeri, Barvírna, Farveri',
        'TRANSFORMATION - Spinning': 'İplikhane, 纺纱厂, Przędzalnia, Filatură, Spinnerij, Kéo sợi',
      },
    ],
    [
      'product.category',
      {
        TSHIRTS: 'Tişört, T恤, Koszulka, Tricou, Áo thun',
        DRESSES: 'Elbise, 连衣裙, Sukienka, Rochie, Jurk, Váy liền, Klänning, Šaty, Kjoler',
        SHIRTS: 'Gömlek, 衬衫, Koszule, Cămăși, Overhemd, Áo sơ mi, Skjortor, Košile, Skjorter',
      },
    ],
    [
      'packaging.type',
      { 'SHOE BOX': 'Ayakkabı kutusu, 鞋盒, Pudełko na buty, Cutie de pantofi, Schoenendoos, Hộp giày' },
    ],
    [
      'quantity.unit',
      { PIECES: 'Adet, 件, szt., Bucăți, stuks, Cái, Styck, kusy, Stk.', KILOGRAMS: '公斤, Kilogram' },
    ],
    ['product.marketSegment', { Womenswear: 'Kadın, 女装, Damskie, Femei, Dames, Nữ' }],
  ])('for the list %s, in other languages', (name, words) => {
    for (const [value, texts] of Object.entries(words))
      for (const text of texts.split(', ')) expect([text, read(name, text)]).toEqual([text, value]);
  });

  it.each<[string, string, string[]]>([
    ['component.material', 'len', ['LINEN', 'WOOL']],
    ['component.material', '棉 Polyester', ['COTTON', 'POLYESTER']],
    ['component.material', 'Tencel 天丝', ['LYOCELL', 'MODAL']],
    ['product.category', 'vest', ['CARDIGANS', 'WAISTCOATS']],
    ['product.category', 'şort', ['APRONS', 'SHORTS']],
    ['component.category', 'tela', ['FABRICS WOVEN', 'FABRICS KNITTED', 'THERMOFUSINGS']],
    ['component.category', 'nit', ['SEWING THREADS', 'METAL ACCESSORIES']],
    ['packaging.type', 'Kasse', ['SHOPPING BAG', 'BOX']],
    ['supplier.category', 'Přádelna', ['TRANSFORMATION - Spinning', 'TRANSFORMATION - Laundry']],
  ])('for the list %s, "%s" is a question about %j', (name, text, values) => {
    expect(read(name, text)).toEqual(expect.arrayContaining(values));
  });
});

const samples = process.env.TRACE_SAMPLES;

describe.skipIf(samples === undefined)('material names that others published', () => {
  const values = [...MATERIALS.values, ...MATERIALS.likely!];
  const list: ClosedList = { name: MATERIALS.name, values, complete: true };
  const resolve = resolverOf(list, shippedWords(list));
  const read = (file: string) =>
    readFileSync(path.join(samples!, 'domain/materials', file), 'utf8')
      .split(/\r?\n/)
      .slice(1)
      .map((line) => line.split(';').at(-1)!.trim())
      .filter((name) => name !== '');

  const resolved = (names: readonly string[]) => names.filter((name) => 'value' in resolve(name));

  it('published material names are resolved: 34 French legal names', () => {
    expect(resolved(read('fr_fibre_names_arrete_1998.csv')).length).toBe(34);
  });

  it('published material names are resolved: 60 names of a German shop, but none of its ambiguous names', () => {
    const names = read('otto_material_names.csv');
    expect(resolved(names).length).toBe(60);
    const open =
      /sonst|divers|unbest|Textilmaterial|Kunst|imitat|Schurwolle|REPREVE|SEAQUAL|ECONYL|^Gummi|^Metall$/i;
    expect(resolved(names.filter((name) => open.test(name)))).toEqual([]);
  });
});

it.each([
  ['component.category', 'Cadenas', ['CHAIN', 'LOCKS']],
  ['component.category', 'Bouclé', ['FABRICS WOVEN', 'FABRICS KNITTED', 'BUCKLES']],
  ['product.category', 'Basket', ['SNEAKERS', 'OTHER BAGS']],
  ['product.category', 'Jersey', ['PULLOVERS', 'TSHIRTS']],
  ['supplier.category', 'tworzywa (guziki)', ['MANUFACTURING - Other', 'TRANSFORMATION - Plastic Shaping']],
  ['supplier.category', 'criação', ['RAW MATERIAL - Breeding', 'MANUFACTURING - Other']],
  ['quantity.unit', 'MT', ['METERS']],
])('in %s, "%s" is a question: it has a meaning in another language', (name, word, candidates) => {
  const list = lists.get(name)!;
  expect(resolverOf(list, shippedWords(list))(word)).toMatchObject({ candidates });
});

describe('the file of words of each language', () => {
  const FIBRES = [
    'COTTON',
    'LINEN',
    'WOOL',
    'SILK',
    'POLYESTER',
    'POLYAMIDE',
    'VISCOSE',
    'ELASTANE',
    'ACRYLIC',
    'DOWN',
  ];
  const CORE: Readonly<Record<string, readonly string[]>> = {
    materials: FIBRES,
    'component types': ['LEATHER', 'METAL', 'PLASTIC', 'TEXTILE', 'WOOD'],
    'component categories': ['BUTTONS', 'LABELLINGS', 'LININGS', 'SEWING THREADS', 'ZIPS'],
    'supplier categories': ['Dyeing', 'Embroidery', 'Printing', 'Spinning', 'Weaving'].map(
      (one) => `TRANSFORMATION - ${one}`,
    ),
    'product categories': ['BACKPACKS', 'HATS', 'PULLOVERS', 'TSHIRTS', 'UNDERWEARS'],
  };

  it.each([...WORD_LANGUAGES])('has the common words, the months and the terms: %s', (language) => {
    const file = load(
      readFileSync(new URL(`../../../src/language/${language}/words.yaml`, import.meta.url), 'utf8'),
    ) as Record<string, Record<string, unknown>> & { values: Record<string, Record<string, string>> };
    for (const [list, values] of Object.entries(CORE))
      expect([list, values.filter((value) => file.values[list]?.[value] === undefined)]).toEqual([list, []]);
    expect(Object.keys(file.months!)).toEqual(Array.from({ length: 12 }, (_, at) => String(at + 1)));
    for (const term of ['yes', 'no', 'joining', 'parts', 'composition', 'remarks', 'stopWords'])
      expect([term, typeof file.terms![term]]).toEqual([term, 'string']);
  });
});
