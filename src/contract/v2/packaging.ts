import type { Field } from '../field.ts';
import { choice, percentage, reference, text } from '../field-rows.ts';
import { completeList } from '../list.ts';
import { importationBatch, v2Kind } from './common.ts';
import * as lists from './packaging-lists.ts';
import { readPaths } from './read-paths.ts';

/** A required field with its own list. */
const listed = (path: string, values: readonly string[], example: string): Field =>
  choice(path, completeList(`packaging.${path.replace('[]', '')}`, values), example, { required: 'always' });

/** v2 packaging, interface 2.3. */
export const packaging = v2Kind({
  name: 'packaging',
  plural: 'packaging',
  fields: [
    reference('packagingRef', 'EMB-POLY-01', { required: 'always' }),
    listed('type', lists.PACKAGING_TYPES, 'POLYBAG'),
    listed('channel', lists.PACKAGING_CHANNELS, 'BOTH'),
    percentage('percentageRecycled', 80, { required: 'always' }),
    listed('ecoModulation[]', lists.PACKAGING_ECO_MODULATIONS, 'NONE'),
    listed('compostability', lists.COMPOSTABILITIES, 'NO - 0'),
    listed('recyclability', lists.RECYCLABILITIES, 'YES - MOSTLY RECYCLING'),
    listed('possibilityReUse', lists.REUSE_POSSIBILITIES, 'NO - 0'),
    listed('hazardousSubstances.status', lists.HAZARDOUS_STATUSES, 'NO'),
    text('hazardousSubstances.value'),
    importationBatch,
  ],
  key: ['packagingRef'],
  verify: { method: 'searched-list', path: readPaths.packagings, compared: { type: 'type' } },
  response: { id: 'packagingId', repeats: ['packagingRef[]', 'importationBatch', 'projectType'] },
  existsCode: 'PACKAGING_EXISTS',
  examples: [
    {
      packagingRef: 'EMB-BOX-02',
      type: 'DELIVERY BOX',
      channel: 'E-COMMERCE',
      percentageRecycled: 90,
      ecoModulation: 'NONE',
      compostability: 'NO - 0',
      recyclability: 'YES - FULLY RECYCLING',
      possibilityReUse: 'YES - REUSABLE',
      'hazardousSubstances.status': 'NO',
    },
  ],
});
