import { choice, number, reference } from '../../src/contract/field-rows.ts';
import { completeList } from '../../src/contract/list.ts';
import { supplierRef, v2Kind } from '../../src/contract/v2/common.ts';
import { uniqueIdentifier, v3Kind } from '../../src/contract/v3/common.ts';

/** A v2 kind that the service does not have, as a new file in `contract/v2` would describe it. */
const swatch = v2Kind({
  name: 'swatch',
  plural: 'swatches',
  fields: [
    reference('swatchRef', 'SWA-01', {
      required: 'always',
      names: ['Swatch reference'],
      note: 'Your own reference of the swatch.',
    }),
    choice('finish', completeList('swatch.finish', ['MATT', 'SHINY']), 'MATT', { required: 'always' }),
    number('sizes[].width', { min: 0, unit: 'mm' }, 40),
    supplierRef('FRN-0007'),
  ],
  key: ['swatchRef'],
  references: [{ fields: ['supplierRef'], to: 'supplier' }],
  response: { id: 'swatch.id', repeats: ['swatchRef[]', 'finish'] },
  existsCode: 'SAMPLE_EXISTS',
  codeNouns: ['sample'],
  examples: [{ swatchRef: 'SWA-02', finish: 'SHINY', supplierRef: 'FRN-0021' }],
  templateRepeats: { sizes: 2 },
});

/** A v3 kind that the service does not have, with updates. */
const shipment = v3Kind({
  name: 'shipment',
  fields: [
    uniqueIdentifier('AURORE-SHIP-0001'),
    reference('carrierUniqueIdentifier', 'AURORE-SITE-0007'),
    number('crates', { min: 1 }, 12),
  ],
  references: [{ fields: ['carrierUniqueIdentifier'], to: 'supplier' }],
  update: {
    paths: { byId: '/shipments/{id}', byUniqueIdentifier: '/shipments/by/{uniqueIdentifier}' },
    fixed: ['id', 'uniqueIdentifier'],
    clears: { crates: 'crates' },
    returnsRecord: true,
    documented: true,
    summary: () => 'update shipments',
    note: () => '(clear) empties the number of crates.',
  },
});

export const TOY_KINDS = { v2: { swatch }, v3: { shipment } } as const;
