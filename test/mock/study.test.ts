import { beforeAll, describe, expect, test } from 'vitest';
import { FAMILY_NAMES } from '../../src/contract/family.ts';
import { unknownPaths, valuesAt } from '../../src/contract/read-shape.ts';
import { packagingItem } from '../../src/contract/v2/packaging-read.ts';
import { productDetail } from '../../src/contract/v2/product-read.ts';
import { readPaths } from '../../src/contract/v2/read-paths.ts';
import { fieldsOf, pageOf } from '../../src/contract/v2/read-shapes.ts';
import { study } from '../../src/contract/v2/study.ts';
import { LANGUAGES, STUDY_STATES } from '../../src/contract/v2/study-lists.ts';
import { showcase } from '../../src/contract/v2/study-showcase.ts';
import { studyWorld, withoutIds } from './study-world.ts';

type World = Awaited<ReturnType<typeof studyWorld>>;

/** A study with every field that can be pushed. */
async function richStudy(world: World): Promise<string> {
  await world.surround();
  const valid = { date_start: '2025-01-01', date_end: '2027-01-01' };
  const certifications = [{ type: 'GOTS', ...valid, file: 'https://x.example.com/a' }];
  const id = await world.pushProduct({ manufacturingAssemblyCountry: ['PT'], certifications });
  const cotton = { material: 'ORGANIC COTTON', percentage: 60, origin: 'EG' };
  const polyester = { material: 'RECYCLED POLYESTER', percentage: 40, origin: 'CN' };
  await world.pushComponent({ composition: [cotton, polyester] });
  await world.pushComponent({ componentRef: 'CMP-2', category: 'BUTTONS', lotReferences: [] });
  return id;
}

const query = (values: Record<string, string>) => `${readPaths.studies}?${new URLSearchParams(values)}`;
const ASKED = { collectionRef: 'SS27', productRef: 'ROB-2041', colorCode: 'NOIR' };

describe.each(FAMILY_NAMES)('studies in family %s', (family) => {
  test('have, like their showcase, every field of the contract and no other', async () => {
    const world = await studyWorld(family);
    const id = await richStudy(world);
    for (const [name, schema, answer] of [
      ['study', study, await world.details(id)],
      ['showcase', showcase, await world.showcase(id)],
    ] as const) {
      expect(schema.safeParse(answer).error).toBeUndefined();
      expect(unknownPaths(schema, answer)).toEqual([]);
      for (const { path, type } of fieldsOf(name)) {
        const values = valuesAt(answer, path);
        expect(values.length, path).toBeGreaterThan(0);
        for (const value of values) expect(typeof value, path).toBe(type);
      }
    }
  });

  test('fit the contract, like their showcase, also if the product has only the fewest fields', async () => {
    const world = await studyWorld(family);
    await world.surround();
    const names = [
      ...['weight', 'packagingRefs', 'certifications', 'name', 'warehouseRef', 'destinationMarket'],
      'picture',
      'manufacturingAssemblyCountry',
    ];
    const id = await world.pushProduct(Object.fromEntries(names.map((name) => [name, undefined])));
    for (const [schema, answer] of [
      [study, await world.details(id)],
      [showcase, await world.showcase(id)],
    ] as const) {
      expect(schema.safeParse(answer).error).toBeUndefined();
      expect(JSON.stringify(answer)).not.toContain('null');
    }
    expect(await world.details(id)).toMatchObject({ weight: 0, components: [], packaging: [], picture: '' });
  });
});

test('products and packaging fit the contract, alone and in a list', async () => {
  const world = await studyWorld();
  await richStudy(world);
  const products = (await world.get(readPaths.products)).json;
  const packagings = (await world.get(readPaths.packagings)).json;
  expect(pageOf(productDetail).safeParse(products).error).toBeUndefined();
  expect(pageOf(packagingItem).safeParse(packagings).error).toBeUndefined();
  expect(unknownPaths(productDetail, products.data[0])).toEqual([]);
  expect(unknownPaths(packagingItem, packagings.data[0])).toEqual([]);
  expect((await world.get(readPaths.product(products.data[0].id))).json).toEqual(products.data[0]);
});

describe('a study that is read', () => {
  let world: World;
  let id: string;
  beforeAll(async () => {
    world = await studyWorld();
    id = await richStudy(world);
  });

  test('a study read by product, collection and colour is the study read by its id', async () => {
    const byTriple = await world.get(query(ASKED));
    expect(byTriple.status).toBe(200);
    expect(byTriple.json).toEqual(await world.details(id));
    expect(byTriple.json.id).toBe(id);
  });

  test('a study that is read has the components, packaging and product that were sent, and links that open', async () => {
    const read = await world.details(id);
    expect(read).toMatchObject({
      brandCollectionName: 'SS27',
      productRef: 'ROB-2041',
      colorCode: 'NOIR',
      projectType: 'STANDARD',
      state: 'IN_PROGRESS',
      weight: 350,
      product: { ref: 'ROB-2041', certifications: [{ name: 'GOTS', status: 'VALIDATED', isVisible: true }] },
    });
    expect(read.components[0]).toMatchObject({
      ref: 'CMP-04410-01',
      supplierCode: 'VAL-8812',
      type: 'TEXTILE',
      category: 'MAIN FABRIC (WOVEN)',
      weight: 210,
      generalComposition: '60% ORGANIC COTTON;40% RECYCLED POLYESTER',
      lotReferences: ['L2611-A', 'L2611-B'],
      categoryTranslations: { fr: 'Tissu principal', en: 'Main woven fabric' },
      composition: [
        { raw_material: 'ORGANIC COTTON', percentage: 60, materialTranslations: { it: 'cotone biologico' } },
        { raw_material: 'RECYCLED POLYESTER', percentage: 40, raw_material_mock: 'recycled polyester' },
      ],
    });
    type Item = { packagingRef: string; type: string; id: string };
    const short = (items: Item[]) => items.map(({ packagingRef, type, id }) => [packagingRef, type, id]);
    const { data } = (await world.get(readPaths.packagings)).json;
    expect(short(read.packaging)).toEqual(short(data));
    const links = read.links.map((item: { link: string }) => item.link);
    for (const link of [...read.showcaseLinks.split(';'), ...links]) {
      const { pathname, search } = new URL(link);
      expect((await world.app.request(pathname + search)).status, link).toBe(200);
    }
  });

  test('a study that is read has claims that follow its composition and packaging', async () => {
    const read = await world.details(id);
    expect(read.results.recycledMaterialsPercentage).toBe(read.results.microplasticPercentage);
    expect(read.results.recycledMaterialsPercentage).toBeGreaterThan(0);
    expect(read.agecClaims.recycledMaterials.en).toMatch(/^Share of recycled materials, at least: [\d.]+%$/);
    expect(read.agecClaims.microfibers.en).toBe('Less than half of synthetic fibres');
    const { agecClaims } = read.packaging[0];
    expect(agecClaims.recycledMaterials.fr).toBe('Part de matières recyclées, au moins : 80 %');
    expect(agecClaims.recyclability.es).toBe('Envase mayoritariamente reciclable');
    const { impacts } = await world.showcase(id);
    expect(impacts.hazardousSubstancesTextDescription.it).toBe('Sostanze pericolose: non noto');
  });

  test('says in every language that its figures are synthetic, as does its showcase', async () => {
    const said = { fr: /fictifs/, en: /[Ss]ynthetic/, es: /ficticias/, it: /fittizie/ };
    const { showcaseTexts } = await world.details(id);
    const { impacts } = await world.showcase(id);
    for (const language of LANGUAGES) {
      for (const texts of [
        ...Object.values(showcaseTexts as Record<string, Record<string, string>>),
        impacts.descriptionACV,
        impacts.descriptionACVSpecific,
      ]) {
        expect(texts[language]).toMatch(said[language]);
      }
    }
  });

  test.each([
    ['', ['fr', 'en', 'es', 'it']],
    ['?lang=es', ['es']],
    ['?lang=it&lang=fr', ['fr', 'it']],
    ['?lang=en&lang=en', ['en']],
  ])('a study read with the query "%s" has its texts in the languages %j only', async (asked, languages) => {
    for (const [name, answer] of [
      ['study', await world.details(id, asked)],
      ['showcase', await world.showcase(id, asked)],
    ] as const) {
      for (const { path } of fieldsOf(name).filter(({ byLanguage }) => byLanguage)) {
        for (const texts of valuesAt(answer, path))
          expect(Object.keys(texts as object), path).toEqual(languages);
      }
      const translations = valuesAt(answer, 'components[].composition[].materialTranslations');
      for (const texts of translations) expect(Object.keys(texts as object)).toEqual(languages);
    }
  });

  test.each(STUDY_STATES)(
    'a study that is read has the state %s set by a test, as have showcase and product',
    async (state) => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ state });
      const reply = await world.app.request(`/__mock/studies/${id}/state`, { method: 'POST', headers, body });
      expect([reply.status, await reply.json()]).toEqual([200, { id, state }]);
      expect((await world.details(id)).state).toBe(state);
      expect((await world.showcase(id)).state).toBe(state);
      expect((await world.get(readPaths.product('ROB-2041'))).json.studies[0].state).toBe(state);
    },
  );
});

describe('reads of studies that are refused', () => {
  let world: World;
  let id: string;
  beforeAll(async () => {
    world = await studyWorld();
    id = await richStudy(world);
  });

  const languages = 'each value in lang must be one of the following values: fr, en, es, it';
  test.each([
    [readPaths.studies, Object.keys(ASKED).map((name) => `${name} should not be empty`)],
    [query({ ...ASKED, colorCode: '' }), ['colorCode should not be empty']],
    [query({ productRef: 'ROB-2041', colorCode: 'NOIR' }), ['collectionRef should not be empty']],
    [query({ ...ASKED, lang: 'de' }), [languages]],
    [query({ ...ASKED, lang: 'fr,en' }), [languages]],
    [query({ ...ASKED, lang: '' }), [languages]],
    [`${query(ASKED)}&lang=fr&lang=FR`, [languages]],
    [
      query({ collectionRef: 'C', productRef: 'P', lang: 'de' }),
      ['colorCode should not be empty', languages],
    ],
    ['/v2/studies/unknown/details?lang=xx', [languages]],
    ['/v2/studies/unknown/showcase?lang=xx', [languages]],
  ])('GET %s is a 400: %j', async (path, message) => {
    const reply = await world.get(path);
    expect([reply.status, reply.json]).toEqual([400, { statusCode: 400, message, error: 'Bad Request' }]);
  });

  test.each([
    query({ ...ASKED, collectionRef: 'FW27' }),
    query({ ...ASKED, productRef: 'ROB' }),
    query({ ...ASKED, colorCode: 'DEFAULT' }),
    query({ ...ASKED, colorCode: 'noir' }),
    readPaths.studyDetails('unknown'),
    readPaths.studyDetails('ROB-2041'),
    readPaths.studyShowcase('a/b'),
  ])('GET %s is a 404', async (path) => {
    const reply = await world.get(path);
    expect(reply.status).toBe(404);
    const message = ['STUDY_NOT_FOUND', expect.any(String)];
    expect(reply.json).toEqual({ statusCode: 404, message, error: 'Not Found' });
  });

  test.each(['studies', 'details', 'showcase'])('reads of %s need a token, and GET or HEAD', async (what) => {
    const path = what === 'studies' ? query(ASKED) : `/v2/studies/${id}/${what}`;
    const bare = await world.app.request(path);
    expect([bare.status, ((await bare.json()) as { message: unknown }).message]).toEqual([400, ['NO_TOKEN']]);
    expect((await world.call('HEAD', path)).status).toBe(200);
    const posted = await world.call('POST', path);
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test.each([
    ['a state that there is none of', 'known', '{"state":"DONE"}', 400],
    ['no state', 'known', '{}', 400],
    ['null', 'known', 'null', 400],
    ['no JSON', 'known', '{', 400],
    ['an unknown study', 'unknown', '{"state":"PLANNED"}', 404],
  ])('the path that sets the state of a study refuses %s', async (_, which, body, status) => {
    const of = which === 'known' ? id : which;
    const reply = await world.app.request(`/__mock/studies/${of}/state`, { method: 'POST', body });
    expect(reply.status).toBe(status);
    expect((await world.details(id)).state).toBe('IN_PROGRESS');
  });
});

describe('the components of a study', () => {
  const refs = (answer: { components: { ref: string }[] }) => answer.components.map(({ ref }) => ref);

  test('the components of a study are those of its family if two families have the study, otherwise those of every family', async () => {
    const world = await studyWorld();
    await world.surround();
    const first = await world.pushProduct();
    await world.pushComponent({ componentRef: 'C-STANDARD' });
    await world.pushComponent({ componentRef: 'C-AGEC' }, 'AGEC');
    expect(refs(await world.details(first))).toEqual(['C-AGEC', 'C-STANDARD']);
    const second = await world.pushProduct({}, 'AGEC');
    expect(refs(await world.details(first))).toEqual(['C-STANDARD']);
    expect(refs(await world.details(second))).toEqual(['C-AGEC']);
    expect((await world.get(query(ASKED))).json.id).toBe(first);
  });
});

test('the same content gives the same study, whatever the order and the importation batch', async () => {
  const one = await studyWorld();
  const other = await studyWorld();
  await one.surround();
  await other.surround();
  const first = await one.pushProduct({ importationBatch: 'WAVE-1' });
  const second = await other.pushProduct({ importationBatch: 'WAVE-2' });
  for (const componentRef of ['C-1', 'C-2', 'C-3']) await one.pushComponent({ componentRef });
  for (const componentRef of ['C-3', 'C-1', 'C-2']) await other.pushComponent({ componentRef });
  expect(withoutIds(await one.details(first))).toEqual(withoutIds(await other.details(second)));
  expect(withoutIds(await one.showcase(first))).toEqual(withoutIds(await other.showcase(second)));
});
