import type { Field } from '../field.ts';
import { choice, percentage, reference, text } from '../field-rows.ts';
import type { KindSpec } from '../kind.ts';
import { importationBatch, projectType } from './common.ts';
import * as lists from './packaging-lists.ts';
import { readPaths } from './read-paths.ts';

/** A required field with its own list. */
const listed = (
  path: string,
  values: readonly string[],
  names: string,
  note: string,
  example: string,
): Field => {
  const list = { name: `packaging.${path.replace('[]', '')}`, values, complete: true };
  return choice(path, list, names, note, example, { required: 'always' });
};

/** v2 packaging, interface 2.3. */
export const packaging: KindSpec = {
  interface: 'v2',
  name: 'packaging',
  plural: 'packaging',
  sheetNames: ['packaging', 'packagings', 'emballage', 'emballages', 'conditionnement', 'packs'],
  fields: [
    projectType,
    reference(
      'packagingRef',
      'Packaging reference | Packaging ref | Packaging code | Référence emballage | Réf. emballage | Code emballage',
      'Your own reference of the packaging.',
      'EMB-POLY-01',
      { required: 'always' },
    ),
    listed(
      'type',
      lists.PACKAGING_TYPES,
      "Packaging type | Type d'emballage",
      'What the packaging is.',
      'POLYBAG',
    ),
    listed(
      'channel',
      lists.PACKAGING_CHANNELS,
      'Distribution channel | Canal | Canal de distribution',
      'Where the packaging is used.',
      'BOTH',
    ),
    percentage(
      'percentageRecycled',
      'Recycled percentage | Recycled content | Recycled % | % recyclé | Pourcentage recyclé | Part de recyclé',
      'Share of recycled material, 0 to 100.',
      80,
      { required: 'always' },
    ),
    listed(
      'ecoModulation[]',
      lists.PACKAGING_ECO_MODULATIONS,
      'Eco modulation | Éco-modulation | Ecomodulation',
      'Bonus and malus that apply, separated by a semicolon; NONE if none applies.',
      'NONE',
    ),
    listed(
      'compostability',
      lists.COMPOSTABILITIES,
      'Compostable | Compostabilité',
      'Whether it can be composted.',
      'NO - 0',
    ),
    listed(
      'recyclability',
      lists.RECYCLABILITIES,
      'Recyclable | Recyclabilité',
      'How far it can be recycled.',
      'YES - MOSTLY RECYCLING',
    ),
    listed(
      'possibilityReUse',
      lists.REUSE_POSSIBILITIES,
      'Possibility of reuse | Reuse | Réutilisation | Possibilité de réemploi | Réemploi',
      'Whether it can be used again.',
      'NO - 0',
    ),
    listed(
      'hazardousSubstances.status',
      lists.HAZARDOUS_STATUSES,
      'Hazardous substances | Substances dangereuses',
      'Whether it contains hazardous substances.',
      'NO',
    ),
    text(
      'hazardousSubstances.value',
      'Hazardous substance name | Substance | Nom de la substance dangereuse | Nom de la substance',
      'Name of the substance, when there is one.',
    ),
    importationBatch,
  ],
  key: ['packagingRef'],
  references: [],
  verify: { method: 'searched-list', path: readPaths.packagings, compared: { type: 'type' } },
  batchField: 'importationBatch',
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
};
