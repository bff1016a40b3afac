import type { Field, Length } from '../field.ts';
import type { IdentifierRule, Reference } from '../kind.ts';
import { OWNER_KINDS, QUANTITY_UNITS } from './lists.ts';

/** Identifiers of suppliers and materials, by a hint: 15 to 255 characters. */
export const IDENTIFIER_LENGTH: Length = { min: 15, max: 255 };

/** By which a client names its records; every kind of v3 has it. */
export const uniqueIdentifier = (note: string, example: string, length?: Length): Field => ({
  path: 'uniqueIdentifier',
  value: { type: 'reference', ...(length && { length }) },
  required: 'always',
  names: ['Unique identifier', 'Unique ID', 'Client identifier', 'Identifiant unique', 'Identifiant client'],
  note,
  example,
});

/** The importation batch of a row. v3 bodies have none: it stays in the ledger and the reports. */
export const importationBatch: Field = {
  path: 'importationBatch',
  value: { type: 'text' },
  shown: false,
  local: true,
  names: ['Importation batch', 'Import batch', 'Batch', 'Import wave', "Lot d'import", "Vague d'import"],
  note: 'Free text that marks the import wave in your own reports; it is not sent. May be left to --batch.',
  example: 'AURORE-SS27-W1-2026-11',
};

/** The id that the service gave to the record of the row, where a person knows what the ledger does not. No content. */
export const systemId: Field = {
  path: 'id',
  value: { type: 'reference' },
  shown: false,
  local: true,
  names: ['System id', 'Identifiant système'],
  note: "The service's id of the record, where trace never heard it: for fields of others that want it. It is not sent.",
};

/** A field whose name or meaning is a hint. */
export const hinted = (field: Omit<Field, 'shown'>): Field => ({ ...field, shown: false });

/** Who owns a material, a component or a product (interface 2.8): `owner_kind` and `owner_id` are the wire names. */
const OWNER = { kind: 'owner_kind', id: 'owner_id', named: 'owner_unique_identifier' } as const;

export const ownerFields: readonly Field[] = [
  {
    path: OWNER.kind,
    value: { type: 'choice', list: OWNER_KINDS },
    names: ['Owner kind', 'Owner type', 'Type de propriétaire'],
    note: 'What the owner is. Give the owner or the address of the processing step, never both.',
    example: 'SUPPLIER',
  },
  {
    path: OWNER.id,
    value: { type: 'reference' },
    names: ['Owner', 'Owner id', 'Propriétaire', 'Identifiant du propriétaire'],
    note: "The service's id of the owner, or the unique identifier of a supplier, which is replaced by its id.",
  },
  {
    path: OWNER.named,
    value: { type: 'reference' },
    local: true,
    names: ['Owner unique identifier', 'Owner supplier', 'Identifiant unique du propriétaire', 'Fournisseur'],
    note: 'Unique identifier of the supplier that owns it: its id is filled in as owner_id once it is known.',
    example: 'AURORE-SITE-0007',
  },
];

const STEPS = 'steps[]';

/** The address of the processing step: of the record, or of a step of it. */
export function addressFields(): Field[] {
  const address = (path: string, lead: string, french: string): Field[] => [
    {
      path: `${path}.country`,
      value: { type: 'country' },
      names: [`${lead}country`, `Pays${french}`],
      note: 'Country of the processing step, when no owner is given.',
    },
    hinted({
      path: `${path}.city`,
      value: { type: 'text' },
      names: [`${lead}city`, `Ville${french}`],
      note: 'City of the processing step.',
    }),
    hinted({
      path: `${path}.postalCode`,
      value: { type: 'text' },
      names: [`${lead}postal code`, `Code postal${french}`],
      note: 'Postal code, kept as text.',
    }),
    hinted({
      path: `${path}.street`,
      value: { type: 'text' },
      names: [`${lead}street`, `Rue${french}`],
      note: 'Street and number.',
    }),
  ];
  return [
    ...address('address', 'Address ', " de l'adresse"),
    hinted({
      path: `${STEPS}.name`,
      value: { type: 'text' },
      names: ['Step', 'Processing step', 'Étape', 'Étape de transformation'],
      note: 'Name of a processing step.',
      example: 'Spinning',
    }),
    ...address(`${STEPS}.address`, 'Step ', " de l'étape"),
  ];
}

const OWNED_BY_CUSTOMER = { field: OWNER.kind, value: 'CUSTOMER' } as const;

export const ownerReferences: readonly Reference[] = [
  { fields: [OWNER.named], to: 'supplier', fills: OWNER.id, unless: OWNED_BY_CUSTOMER },
  { fields: [OWNER.id], to: 'supplier', fills: OWNER.id, unless: OWNED_BY_CUSTOMER },
];

export const ownerRules: readonly IdentifierRule[] = [
  {
    type: 'either',
    of: 'an owner or the address of the processing step',
    groups: [
      [OWNER.kind, OWNER.id, OWNER.named],
      ['address', `${STEPS}.address`],
    ],
  },
  { type: 'together', of: 'the owner', fields: [[OWNER.kind], [OWNER.id, OWNER.named]] },
  { type: 'exactly-one', of: 'the owner', fields: [OWNER.id, OWNER.named], optional: true },
  { type: 'demands', of: 'the owner', field: OWNER.named, other: OWNER.kind, value: 'SUPPLIER' },
];

/** What is bought or used to make a record: arrays whose names the interface shows (4.3), with names inside from hints. */
const INPUT_KINDS = {
  purchasedItems: {
    to: 'purchased-item',
    what: 'purchased item',
    french: 'Article acheté',
    example: 'AURORE-PURCHASE-0031',
  },
  usedMaterials: {
    to: 'material',
    what: 'used material',
    french: 'Matière utilisée',
    example: 'AURORE-MAT-COTTON-001',
  },
  usedComponents: {
    to: 'component',
    what: 'used component',
    french: 'Composant utilisé',
    example: 'AURORE-CMP-0044',
  },
  usedProducts: {
    to: 'product',
    what: 'used product',
    french: 'Produit utilisé',
    example: 'AURORE-PRD-0003',
  },
} as const;

type InputName = keyof typeof INPUT_KINDS;

/** Names inside an input. */
const INPUT = { named: 'uniqueIdentifier', id: 'id', share: 'usagePercentage' } as const;

/** The columns, references and rules of the inputs of a kind. */
export function inputsOf(names: readonly InputName[], examples: readonly InputName[]) {
  const fields: Field[] = names.flatMap((name) => {
    const { what, french, example } = INPUT_KINDS[name];
    const head = what[0]!.toUpperCase() + what.slice(1);
    const shown = examples.includes(name);
    return [
      hinted({
        path: `${name}[].${INPUT.named}`,
        value: { type: 'reference' },
        names: [head, `${head} unique identifier`, french],
        note: `Unique identifier of a ${what}.`,
        ...(shown && { example }),
      }),
      hinted({
        path: `${name}[].${INPUT.id}`,
        value: { type: 'reference' },
        names: [`${head} id`],
        note: `The service's id of the ${what}, instead of its unique identifier.`,
      }),
      hinted({
        path: `${name}[].${INPUT.share}`,
        value: { type: 'number', min: 0, max: 100, unit: '%', ours: 'bounds' },
        names: [`${head} share`, `${head} percentage`, `Part ${french.toLowerCase()}`],
        note: 'Its share, 0 to 100.',
        ...(shown && { example: 100 }),
      }),
    ];
  });
  const references: Reference[] = names.flatMap((name) => {
    const { to } = INPUT_KINDS[name];
    return [
      { fields: [`${name}[].${INPUT.named}`], to },
      { fields: [`${name}[].${INPUT.id}`], to, fills: `${name}[].${INPUT.id}` },
    ];
  });
  const rules: IdentifierRule[] = names.map((name) => ({
    type: 'exactly-one',
    of: `the ${INPUT_KINDS[name].what}`,
    fields: [`${name}[].${INPUT.named}`, `${name}[].${INPUT.id}`],
  }));
  return { fields, references, rules };
}

export const INPUT_SHARE = INPUT.share;

export const INPUT_REPEATS = { purchasedItems: 3, usedMaterials: 3, usedComponents: 3, usedProducts: 2 };

/** Links through used items do not count for supplier data collection (interface 4.3). */
export const usedLinks = (uncounted: readonly InputName[]) => ({
  uncounted,
  counted: 'purchasedItems',
  itemKind: 'purchased-item',
  itemFields: ['itemUniqueIdentifier', 'itemId'],
});

/** A quantity: `value` and `unit` (interface 2.8). */
export function quantityFields(
  path: string,
  names: { readonly english: readonly string[]; readonly french: readonly string[] },
  note: string,
  example: readonly [number, string],
): Field[] {
  return [
    {
      path: `${path}.value`,
      value: { type: 'number', min: 0, ours: 'bounds' },
      required: 'within',
      names: [...names.english, ...names.french],
      note,
      example: example[0],
    },
    {
      path: `${path}.unit`,
      value: { type: 'choice', list: QUANTITY_UNITS },
      required: 'within',
      names: [
        ...names.english.map((name) => `${name} unit`),
        ...names.french.flatMap((name) => [`Unité de ${name.toLowerCase()}`, `${name} (unité)`]),
      ],
      note: 'Unit of the number beside it.',
      example: example[1],
    },
  ];
}

/** `certificationName` is the only part of a certification that the interface shows. */
export const certificationField = (path: string, shown: boolean): Field => ({
  path: `${path}[].certificationName`,
  value: { type: 'text' },
  required: 'within',
  ...(!shown && { shown: false }),
  names: ['Certification', 'Certification name', 'Nom de la certification'],
  note: 'Name of the certification.',
  example: 'GOTS',
});
