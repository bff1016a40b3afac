import type { KindSpec } from '../../src/contract/kind.ts';
import { importationBatch, projectType, supplierRef } from '../../src/contract/v2/common.ts';
import * as v3 from '../../src/contract/v3/common.ts';

/** A v2 kind that the service does not have, as a new file in `contract/v2` would describe it. */
const swatch: KindSpec = {
  interface: 'v2',
  name: 'swatch',
  plural: 'swatches',
  sheetNames: ['swatch', 'swatches', 'échantillons'],
  fields: [
    projectType,
    {
      path: 'swatchRef',
      value: { type: 'reference' },
      required: 'always',
      names: ['Swatch reference', 'Référence échantillon'],
      note: 'Your own reference of the swatch.',
      example: 'SWA-01',
    },
    {
      path: 'finish',
      value: { type: 'choice', list: { name: 'swatch.finish', values: ['MATT', 'SHINY'], complete: true } },
      required: 'always',
      names: ['Finish', 'Finition'],
      note: 'Surface of the swatch.',
      example: 'MATT',
    },
    {
      path: 'sizes[].width',
      value: { type: 'number', min: 0, unit: 'mm' },
      names: ['Width', 'Largeur'],
      note: 'Width of a size.',
      example: 40,
    },
    supplierRef('Reference of the supplier of the swatch.', 'FRN-0007'),
    importationBatch,
  ],
  key: ['swatchRef'],
  references: [{ fields: ['supplierRef'], to: 'supplier' }],
  batchField: 'importationBatch',
  response: { id: 'swatch.id', repeats: ['swatchRef[]', 'finish'] },
  existsCode: 'SAMPLE_EXISTS',
  codeNouns: ['sample'],
  examples: [{ swatchRef: 'SWA-02', finish: 'SHINY', supplierRef: 'FRN-0021' }],
  templateRepeats: { sizes: 2 },
};

/** A v3 kind that the service does not have, with updates. */
const shipment: KindSpec = {
  interface: 'v3',
  name: 'shipment',
  plural: 'shipments',
  sheetNames: ['shipment', 'shipments', 'expéditions'],
  fields: [
    v3.uniqueIdentifier('Your own identifier of the shipment.', 'AURORE-SHIP-0001'),
    {
      path: 'carrierUniqueIdentifier',
      value: { type: 'reference' },
      names: ['Carrier', 'Transporteur'],
      note: 'Unique identifier of the supplier that carries it.',
      example: 'AURORE-SITE-0007',
    },
    {
      path: 'crates',
      value: { type: 'number', min: 1 },
      names: ['Crates', 'Caisses'],
      note: 'Number of crates.',
      example: 12,
    },
    v3.systemId,
    v3.importationBatch,
  ],
  key: ['uniqueIdentifier'],
  references: [{ fields: ['carrierUniqueIdentifier'], to: 'supplier' }],
  batchField: 'importationBatch',
  response: { id: ['shipment_id', 'id'] },
  update: {
    paths: { byId: '/shipments/{id}', byUniqueIdentifier: '/shipments/by/{uniqueIdentifier}' },
    fixed: ['id', 'uniqueIdentifier'],
    clears: { crates: 'crates' },
    whole: true,
    shown: true,
    summary: () => 'update shipments',
    note: () => '(clear) empties the number of crates.',
  },
};

export const TOY_KINDS = { v2: { swatch }, v3: { shipment } } as const;
