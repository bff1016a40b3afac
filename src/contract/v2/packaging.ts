import type { Field } from '../field.ts';
import type { KindSpec } from '../kind.ts';
import { readPaths } from '../routes.ts';
import { importationBatch, projectType } from './common.ts';
import * as lists from './packaging-lists.ts';

const choice = (
  path: string,
  values: readonly string[],
  names: string[],
  note: string,
  example: string,
): Field => ({
  path,
  value: {
    type: 'choice',
    list: { name: `packaging.${path.replace('[]', '')}`, values, complete: true },
  },
  required: 'always',
  names,
  note,
  example,
});

/** v2 packaging, interface 2.3. */
export const packaging: KindSpec = {
  interface: 'v2',
  name: 'packaging',
  plural: 'packaging',
  route: 'packaging',
  sheetNames: ['packaging', 'packagings', 'emballage', 'emballages', 'conditionnement', 'packs'],
  fields: [
    projectType,
    {
      path: 'packagingRef',
      value: { type: 'reference' },
      required: 'always',
      names: [
        'Packaging reference',
        'Packaging ref',
        'Packaging code',
        'Référence emballage',
        'Réf. emballage',
        'Code emballage',
      ],
      note: 'Your own reference of the packaging.',
      example: 'EMB-POLY-01',
    },
    choice(
      'type',
      lists.PACKAGING_TYPES,
      ['Packaging type', "Type d'emballage"],
      'What the packaging is.',
      'POLYBAG',
    ),
    choice(
      'channel',
      lists.PACKAGING_CHANNELS,
      ['Distribution channel', 'Canal', 'Canal de distribution'],
      'Where the packaging is used.',
      'BOTH',
    ),
    {
      path: 'percentageRecycled',
      value: { type: 'number', min: 0, max: 100, unit: '%', ours: 'bounds' },
      required: 'always',
      names: [
        'Recycled percentage',
        'Recycled content',
        'Recycled %',
        '% recyclé',
        'Pourcentage recyclé',
        'Part de recyclé',
      ],
      note: 'Share of recycled material, 0 to 100.',
      example: 80,
    },
    choice(
      'ecoModulation[]',
      lists.PACKAGING_ECO_MODULATIONS,
      ['Eco modulation', 'Éco-modulation', 'Ecomodulation'],
      'Bonus and malus that apply; several are separated by a semicolon, NONE for none.',
      'NONE',
    ),
    choice(
      'compostability',
      lists.COMPOSTABILITIES,
      ['Compostable', 'Compostabilité'],
      'Whether it can be composted.',
      'NO - 0',
    ),
    choice(
      'recyclability',
      lists.RECYCLABILITIES,
      ['Recyclable', 'Recyclabilité'],
      'How far it can be recycled.',
      'YES - MOSTLY RECYCLING',
    ),
    choice(
      'possibilityReUse',
      lists.REUSE_POSSIBILITIES,
      ['Possibility of reuse', 'Reuse', 'Réutilisation', 'Possibilité de réemploi', 'Réemploi'],
      'Whether it can be used again.',
      'NO - 0',
    ),
    choice(
      'hazardousSubstances.status',
      lists.HAZARDOUS_STATUSES,
      ['Hazardous substances', 'Substances dangereuses'],
      'Whether it holds hazardous substances.',
      'NO',
    ),
    {
      path: 'hazardousSubstances.value',
      value: { type: 'text' },
      names: [
        'Hazardous substance name',
        'Substance',
        'Nom de la substance dangereuse',
        'Nom de la substance',
      ],
      note: 'Name of the substance, when there is one.',
    },
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
