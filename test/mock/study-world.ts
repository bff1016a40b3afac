import type { FamilyName } from '../../src/contract/family.ts';
import type { Body, Json } from '../../src/contract/kind.ts';
import { kindNamed, type V2Kind } from '../../src/contract/registry.ts';
import { readPaths } from '../../src/contract/v2/read-paths.ts';
import { mockInProcess, type Reply } from './harness.ts';
import { soundBody } from './sound-body.ts';

/** Top-level fields that replace those of a sound body; undefined removes one. */
export type Changes = { readonly [name: string]: Json | undefined };

export const SUPPLIER: Changes = {
  name: 'Tessitura Valsesia',
  category: 'TRANSFORMATION - Weaving',
  address: { city: 'Borgosesia', country: 'IT', region: 'EUROPE' },
  certifications: [
    {
      type: 'SA8000',
      date_start: '2025-01-01',
      date_end: '2027-12-31',
      file: 'https://x.example.com/sa.pdf',
    },
    { type: 'ISO 14001', date_end: '2025-06-30' },
  ],
};

const WAREHOUSE = { city: 'Lyon', country: 'FR' };

/** Suppliers and packaging that the bodies below reference. */
const SURROUNDINGS: readonly (readonly [V2Kind, Changes])[] = [
  ['supplier', { ...SUPPLIER, supplierRef: 'FRN-0007' }],
  [
    'supplier',
    {
      ...{ name: 'Confecções do Minho', supplierRef: 'FRN-0021', category: 'MANUFACTURING - Ready To Wear' },
      ...{ address: { city: 'Guimarães', country: 'PT', region: 'EUROPE' }, certifications: [] },
    },
  ],
  ['supplier', { supplierRef: 'ENT-01', category: 'OTHER - Warehouse', address: WAREHOUSE }],
  ['packaging', { packagingRef: 'EMB-POLY-01', type: 'POLYBAG' }],
  ['packaging', { packagingRef: 'EMB-BOX-02', type: 'BOX', hazardousSubstances: { status: 'UNKNOWN' } }],
];

const TRIPLE = { productRef: 'ROB-2041', productCollectionRef: 'SS27', productColorCode: 'NOIR' };

/** A mock with suppliers and packaging, and functions that push products and components to it and read studies. */
export async function studyWorld(family: FamilyName = 'STANDARD', dataFile: string | null = null) {
  const mock = mockInProcess({}, dataFile);

  async function push(kind: V2Kind, changes: Changes, path = family): Promise<Reply> {
    const spec = kindNamed('v2', kind);
    const reply = await mock.send(spec, path, soundBody(spec, path, { with: changes as Body }));
    if (reply.status !== 201) throw new Error(`${kind} was refused: ${reply.text}`);
    return reply;
  }

  async function surround(): Promise<void> {
    for (const [kind, body] of SURROUNDINGS) await push(kind, body);
  }

  /** The id of the study that the product created. */
  const pushProduct = async (changes: Changes = {}, path = family) =>
    String((await push('product', { ...TRIPLE, ...changes }, path)).json.studyId);
  const pushComponent = (changes: Changes = {}, path = family) =>
    push('component', { ...TRIPLE, ...changes }, path);
  const details = async (id: string, query = '') => (await mock.get(readPaths.studyDetails(id) + query)).json;
  const showcase = async (id: string, query = '') =>
    (await mock.get(readPaths.studyShowcase(id) + query)).json;

  return { ...mock, surround, push, pushProduct, pushComponent, details, showcase };
}

/** A response without its random ids: it must be the same for every push. */
export function withoutIds(answer: object): unknown {
  return JSON.parse(
    JSON.stringify(answer).replace(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID'),
  );
}
