import type { Field, Length } from '../field.ts';
import { choice, country, field, hinted, number, percentage, reference, text } from '../field-rows.ts';
import type { IdentifierRule, KindSpec, Reference } from '../kind.ts';
import { OWNER_KINDS, QUANTITY_UNITS } from './lists.ts';

/** The length of the unique identifiers of suppliers and materials. A hint. */
export const IDENTIFIER_LENGTH: Length = { min: 15, max: 255 };

/** The key of all v3 kinds: the identifier that the client gives to a record. */
export const uniqueIdentifier = (note: string, example: string, length?: Length): Field =>
  field(
    'uniqueIdentifier',
    { type: 'reference', ...(length && { length }) },
    'Unique identifier | Unique ID | Client identifier | Identifiant unique | Identifiant client',
    note,
    example,
    { required: 'always' },
  );

/** The importation batch of a row. It is not in v3 bodies, only in the ledger and the reports. */
export const importationBatch: Field = text(
  'importationBatch',
  "Importation batch | Import batch | Batch | Import wave | Lot d'import | Vague d'import",
  'Free text that marks the import wave in your own reports; it is not sent. Can be set with --batch instead.',
  'AURORE-SS27-W1-2026-11',
  { shown: false, local: true },
);

/** The id that the service gave to the record. Users give it if the ledger does not know it. It is not sent. */
export const systemId: Field = reference(
  'id',
  'System id | Identifiant système',
  'Id of the record in the service, if trace does not know it. Records that refer to this one need it. It is not sent.',
  undefined,
  { shown: false, local: true },
);

/** The fields of the owner of a material, a component or a product (interface 2.8), by their names in the request. */
const OWNER = { kind: 'owner_kind', id: 'owner_id', named: 'owner_unique_identifier' } as const;

const ownerFields: readonly Field[] = [
  choice(
    OWNER.kind,
    OWNER_KINDS,
    'Owner kind | Owner type | Type de propriétaire',
    'Kind of the owner, such as SUPPLIER. Enter either an owner or the address of the processing step.',
    'SUPPLIER',
  ),
  reference(
    OWNER.id,
    'Owner | Owner id | Propriétaire | Identifiant du propriétaire',
    'Id of the owner in the service, or the unique identifier of a supplier, which trace replaces with its id.',
  ),
  reference(
    OWNER.named,
    'Owner unique identifier | Owner supplier | Identifiant unique du propriétaire | Fournisseur',
    'Unique identifier of the supplier that owns it: its id is filled in as owner_id once it is known.',
    'AURORE-SITE-0007',
    { local: true },
  ),
];

const STEPS = 'steps[]';

/** The fields of the address where a processing step takes place. */
function addressFields(): Field[] {
  const address = (path: string, lead: string, french: string): Field[] => [
    country(
      `${path}.country`,
      `${lead}country | Pays${french}`,
      'Country of the processing step, when no owner is given.',
    ),
    ...hinted(
      text(`${path}.city`, `${lead}city | Ville${french}`, 'City of the processing step.'),
      text(`${path}.postalCode`, `${lead}postal code | Code postal${french}`, 'Postal code, kept as text.'),
      text(`${path}.street`, `${lead}street | Rue${french}`, 'Street and number.'),
    ),
  ];
  const step = 'Step | Processing step | Étape | Étape de transformation';
  return [
    ...address('address', 'Address ', " de l'adresse"),
    ...hinted(text(`${STEPS}.name`, step, 'Name of a processing step.', 'Spinning')),
    ...address(`${STEPS}.address`, 'Step ', " de l'étape"),
  ];
}

const OWNED_BY_CUSTOMER = { field: OWNER.kind, value: 'CUSTOMER' } as const;

const ownerReferences: readonly Reference[] = [
  { fields: [OWNER.named], to: 'supplier', fills: OWNER.id, unless: OWNED_BY_CUSTOMER },
  { fields: [OWNER.id], to: 'supplier', fills: OWNER.id, unless: OWNED_BY_CUSTOMER },
];

const ownerRules: readonly IdentifierRule[] = [
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

/** Records that are bought or used to make a record. The interface documents the arrays (4.3), but not their fields. */
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

/** The names of the fields of an input. */
const INPUT = { named: 'uniqueIdentifier', id: 'id', share: 'usagePercentage' } as const;

/** The columns, references and rules of the inputs of a kind. */
function inputsOf(names: readonly InputName[], given?: InputName) {
  const fields = names.flatMap((name): Field[] => {
    const { what, french, example } = INPUT_KINDS[name];
    const title = what[0]!.toUpperCase() + what.slice(1);
    const [key, share] = name === given ? [example, 100] : [];
    const titles = `${title} | ${title} unique identifier | ${french}`;
    const shares = `${title} share | ${title} percentage | Part ${french.toLowerCase()}`;
    const idNote = `Id of the ${what} in the service, instead of its unique identifier.`;
    return hinted(
      reference(`${name}[].${INPUT.named}`, titles, `Unique identifier of a ${what}.`, key),
      reference(`${name}[].${INPUT.id}`, `${title} id`, idNote),
      percentage(`${name}[].${INPUT.share}`, shares, 'Its share, 0 to 100.', share),
    );
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

const INPUT_REPEATS = { purchasedItems: 3, usedMaterials: 3, usedComponents: 3, usedProducts: 2 };

/** What every v3 kind has is omitted; the ids in its response follow from its name. */
type V3Spec = Pick<KindSpec, 'name' | 'sheetNames' | 'fields'> & Partial<KindSpec>;

/** A v3 kind (interface 2.8). */
export function v3Kind({ name, fields, ...spec }: V3Spec): KindSpec {
  const camelCase = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  return {
    interface: 'v3',
    name,
    plural: `${name}s`,
    fields: [...fields, systemId, importationBatch],
    key: ['uniqueIdentifier'],
    references: [],
    openBody: true,
    batchField: 'importationBatch',
    response: { id: [`${name.replaceAll('-', '_')}_id`, `${camelCase}Id`, 'id'] },
    ...spec,
  };
}

interface MadeSpec extends V3Spec {
  readonly inputs: readonly InputName[];
  /** The input that example rows have. */
  readonly example?: InputName;
}

/**
 * A v3 kind that somebody makes: with an owner or the address of the step, and with inputs. Links in the arrays of used
 * records do not count for supplier data collection (interface 4.3).
 */
export function madeKind({ fields, inputs, example, templateRepeats, ...spec }: MadeSpec): KindSpec {
  const made = inputsOf(inputs, example);
  return v3Kind({
    fields: [...fields, ...ownerFields, ...addressFields(), ...made.fields],
    references: [...ownerReferences, ...made.references],
    rules: [...ownerRules, ...made.rules],
    collection: {
      links: {
        uncounted: inputs.filter((name) => name !== 'purchasedItems'),
        counted: 'purchasedItems',
        itemKind: 'purchased-item',
        itemFields: ['itemUniqueIdentifier', 'itemId'],
      },
    },
    templateRepeats: { ...templateRepeats, ...INPUT_REPEATS },
    ...spec,
  });
}

/** A quantity: `value` and `unit` (interface 2.8). */
export function quantityFields(
  path: string,
  names: { readonly english: readonly string[]; readonly french: readonly string[]; readonly sums?: true },
  note: string,
  example: readonly [number, string],
): Field[] {
  const units = [
    ...names.english.map((name) => `${name} unit`),
    ...names.french.flatMap((name) => [`Unité de ${name.toLowerCase()}`, `${name} (unité)`]),
  ];
  const within = { required: 'within' } as const;
  return [
    number(
      `${path}.value`,
      { min: 0, ours: 'bounds', ...(names.sums && { sums: true }) },
      [...names.english, ...names.french].join(' | '),
      note,
      example[0],
      within,
    ),
    choice(
      `${path}.unit`,
      QUANTITY_UNITS,
      units.join(' | '),
      'Unit of the number next to it.',
      example[1],
      within,
    ),
  ];
}

/** A certification. The interface documents only its `certificationName`. */
export const certificationField = (path: string, shown: boolean): Field =>
  text(
    `${path}[].certificationName`,
    'Certification | Certification name | Nom de la certification',
    'Name of the certification.',
    'GOTS',
    { required: 'within', ...(!shown && { shown }) },
  );
