/**
 * The server for exports, in its own process: lists products and returns their studies after some milliseconds.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ResponseClock } from './response-clock.ts';

const latencyMs = Number(process.argv[2] ?? 0);
const count = Number(process.argv[3] ?? 1000);
const COLORS = 4;
const TEXT = 'Mesure faite sur l’ensemble de la chaîne, de la fibre au magasin : ';
const LANGUAGES = ['fr', 'en', 'es', 'it'];

const inEach = (text: string) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, `${TEXT}${text} (${language})`]));

const refOf = (product: number) => `REF-${String(product).padStart(6, '0')}`;

function product(at: number) {
  const studies = Array.from({ length: Math.min(COLORS, count - at * COLORS) }, (_, color) => ({
    id: `study-${at * COLORS + color}`,
    productRef: refOf(at),
    colorCode: `C${color}`,
    picture: '',
    state: 'PUBLISHED',
    brandCollection: { id: 'ss27', name: 'SS27' },
    links: [],
  }));
  return { id: `product-${at}`, ref: [refOf(at)], name: `Produit ${at}`, category: 'DRESSES', studies };
}

const products = Math.ceil(count / COLORS);
const step = (at: number) => ({
  id: `step-${at}`,
  name: 'TRANSFORMATION - Spinning',
  icon: 'spinning',
  position: `001.001.00${at}`,
  transports: [{ type: 'BOAT', distance: 8200.5 }],
  transportationType: 'BOAT',
  kmToNext: 8200.5,
  supplier: {
    ref: `FRN-${at}`,
    city: 'Porto',
    country: 'PT',
    region: 'Europe',
    socialCertifications: [{ ref: 'x', name: 'SA8000', status: 'VALIDATED', isVisible: true }],
    environmentalCertifications: [],
    isKnown: true,
    name: 'Fiação do Norte',
    id: `s-${at}`,
  },
});
const component = (at: number) => ({
  ref: `CMP-${at}`,
  supplierCode: '',
  type: 'TEXTILE',
  generalComposition: '60% COTTON;40% POLYESTER',
  name: 'Main fabric',
  category: 'MAIN FABRIC (WOVEN)',
  weight: 120,
  categoryTranslations: inEach('catégorie'),
  lotReferences: ['L1'],
  composition: [0, 1].map((material) => ({
    id: `m-${at}-${material}`,
    percentage: 50,
    raw_material: 'COTTON',
    materialTranslations: inEach('coton'),
    traceability_steps: Array.from({ length: 5 }, (_, each) => step(each)),
  })),
});
const impacts = [
  'resourceUseMineralsMetals',
  'resourceUseFossils',
  'acidification',
  'humanToxicityCancer',
  'climateChange',
  'waterUse',
  'frenchSingleScore',
];
const claims = {
  ecoModulation: inEach('prime'),
  microfibers: inEach('fibres'),
  recycledMaterials: inEach('part'),
};
/** About the size of a study in the fixtures. */
const shared = JSON.stringify({
  state: 'PUBLISHED',
  brandCollectionName: 'SS27',
  category: 'DRESSES',
  projectType: 'STANDARD',
  purchaseOrder: '',
  picture: 'https://img.example.com/a.jpg',
  ecoModulation: 'NONE',
  showcaseLinks: '',
  weight: 412.5,
  product: { id: 'p', ref: 'r', name: 'Robe', publicName: 'Robe', certifications: [] },
  components: Array.from({ length: 4 }, (_, at) => component(at)),
  results: Object.fromEntries(impacts.map((name, at) => [name, 0.125 * at])),
  links: [],
  showcaseTexts: { materialTextDescription: inEach('matière'), descriptionACV: inEach('analyse') },
  packaging: [],
  agecClaims: claims,
}).slice(1);

function answer(path: string): string | null {
  const url = new URL(path, 'http://far.test');
  if (url.pathname === '/v2/products') {
    const limit = Number(url.searchParams.get('limit'));
    const offset = Number(url.searchParams.get('offset'));
    const size = Math.max(0, Math.min(limit, products - offset));
    const data = Array.from({ length: size }, (_, at) => product(offset + at));
    return JSON.stringify({ offset, limit, total: products, data });
  }
  const at = Number(/^\/v2\/studies\/study-(\d+)\/details$/.exec(url.pathname)?.[1] ?? Number.NaN);
  if (!(at < count)) return null;
  const own = { id: `study-${at}`, productRef: refOf(Math.floor(at / COLORS)), colorCode: `C${at % COLORS}` };
  return `${JSON.stringify(own).slice(0, -1)},${shared}`;
}

const clock = new ResponseClock();
const server = createServer((request, response) => {
  const path = request.url ?? '';
  const text = answer(path);
  const send = () => {
    if (path.includes('/details')) clock.responded();
    response
      .writeHead(text === null ? 404 : 200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text ?? ''),
      })
      .end(text ?? '');
  };
  if (latencyMs > 0) setTimeout(send, latencyMs);
  else send();
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
