import type { Field, Length } from '../field.ts';
import { choice, country, field, number, percentage, reference, text, undocumented } from '../field-rows.ts';
import type { IdentifierRule, KindSpec, Reference } from '../kind.ts';
import { OWNER_KINDS, QUANTITY_UNITS } from './lists.ts';

/** The length of the unique identifiers of suppliers and materials. A hint. */
export const IDENTIFIER_LENGTH: Length = { min: 15, max: 255 };

/** The key of all v3 kinds: the identifier that the client gives to a record. */
export const uniqueIdentifier = (example: string, length?: Length): Field =>
  field('uniqueIdentifier', { type: 'reference', ...(length && { length }) }, example, {
    required: 'always',
  });

/** A field that only trace uses. */
const LOCAL_FIELD = { documented: false, local: true } as const;

/** The importation batch of a row. It is not in v3 bodies, only in the ledger and the reports. */
const importationBatch: Field = text('importationBatch', 'AURORE-SS27-W1-2026-11', {
  ...LOCAL_FIELD,
  note: 'Free text that marks the import wave in your own reports; it is not sent. Can be set with --batch instead.',
});

/** The id that the service gave to the record. Users give it if the ledger does not know it. It is not sent. */
const systemId: Field = reference('id', undefined, LOCAL_FIELD);

/** The fields of the owner of a material, a component or a product (interface 2.8), by their names in the request. */
const OWNER_PATHS = { kind: 'owner_kind', id: 'owner_id', named: 'owner_unique_identifier' } as const;

const STEPS = 'steps[]';

/** The fields of the address where a processing step takes place. */
const address = (path: string): Field[] => [
  country(`${path}.country`),
  ...undocumented(text(`${path}.city`), text(`${path}.postalCode`), text(`${path}.street`)),
];

/** The fields for the owner of a record that somebody makes, or for the address of the step. */
const ownerFields: readonly Field[] = [
  choice(OWNER_PATHS.kind, OWNER_KINDS, 'SUPPLIER'),
  reference(OWNER_PATHS.id),
  reference(OWNER_PATHS.named, 'AURORE-SITE-0007', { local: true }),
  ...address('address'),
  ...undocumented(text(`${STEPS}.name`, 'Spinning')),
  ...address(`${STEPS}.address`),
];

const OWNED_BY_CUSTOMER = { field: OWNER_PATHS.kind, value: 'CUSTOMER' } as const;

const ownerReferences: readonly Reference[] = [
  { fields: [OWNER_PATHS.named], to: 'supplier', fills: OWNER_PATHS.id, unless: OWNED_BY_CUSTOMER },
  { fields: [OWNER_PATHS.id], to: 'supplier', fills: OWNER_PATHS.id, unless: OWNED_BY_CUSTOMER },
];

const ownerRules: readonly IdentifierRule[] = [
  {
    type: 'either',
    of: 'an owner or the address of the processing step',
    groups: [
      [OWNER_PATHS.kind, OWNER_PATHS.id, OWNER_PATHS.named],
      ['address', `${STEPS}.address`],
    ],
  },
  { type: 'together', of: 'the owner', fields: [[OWNER_PATHS.kind], [OWNER_PATHS.id, OWNER_PATHS.named]] },
  { type: 'exactly-one', of: 'the owner', fields: [OWNER_PATHS.id, OWNER_PATHS.named], optional: true },
  { type: 'demands', of: 'the owner', field: OWNER_PATHS.named, other: OWNER_PATHS.kind, value: 'SUPPLIER' },
];

/** Records that are bought or used to make a record. The interface documents the arrays (4.3), but not their fields. */
const INPUT_KINDS = {
  purchasedItems: { to: 'purchased-item', what: 'purchased item', example: 'AURORE-PURCHASE-0031' },
  usedMaterials: { to: 'material', what: 'used material', example: 'AURORE-MAT-COTTON-001' },
  usedComponents: { to: 'component', what: 'used component', example: 'AURORE-CMP-0044' },
  usedProducts: { to: 'product', what: 'used product', example: 'AURORE-PRD-0003' },
} as const;

type InputName = keyof typeof INPUT_KINDS;

/** The names of the fields of an input. */
const INPUT = { named: 'uniqueIdentifier', id: 'id', share: 'usagePercentage' } as const;

/** The columns, references and rules of the inputs of a kind. */
function inputsOf(names: readonly InputName[], given?: InputName) {
  const fields = names.flatMap((name): Field[] => {
    const [key, share] = name === given ? [INPUT_KINDS[name].example, 100] : [];
    return undocumented(
      reference(`${name}[].${INPUT.named}`, key),
      reference(`${name}[].${INPUT.id}`),
      percentage(`${name}[].${INPUT.share}`, share),
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

/** A v3 kind without the properties that every v3 kind has. The ids in its response follow from its name. */
type V3Spec = Pick<KindSpec, 'name' | 'fields'> & Partial<KindSpec>;

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
    batchField: importationBatch.path,
    response: { id: [`${name.replaceAll('-', '_')}_id`, `${camelCase}Id`, 'id'] },
    ...spec,
  };
}

interface MadeKindSpec extends V3Spec {
  readonly inputs: readonly InputName[];
  /** The kind of input in example rows. */
  readonly example?: InputName;
}

/**
 * A v3 kind that somebody makes: with an owner or the address of the step, and with inputs. Links in the arrays of used
 * records do not count for supplier data collection (interface 4.3).
 */
export function madeKind({ fields, inputs, example, templateRepeats, ...spec }: MadeKindSpec): KindSpec {
  const made = inputsOf(inputs, example);
  return v3Kind({
    fields: [...fields, ...ownerFields, ...made.fields],
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

/** The fields of a quantity: `value` and `unit` (interface 2.8). `sums`: quantities of parts add up to that of the whole. */
export function quantityFields(
  path: string,
  [value, unit]: readonly [number, string],
  { sums }: { readonly sums?: true } = {},
): Field[] {
  const within = { required: 'within' } as const;
  return [
    number(`${path}.value`, { min: 0, ours: 'bounds', ...(sums && { sums }) }, value, within),
    choice(`${path}.unit`, QUANTITY_UNITS, unit, within),
  ];
}

/** A certification. The interface documents only its `certificationName`. */
export const certificationField = (path: string, documented: boolean): Field =>
  text(`${path}[].certificationName`, 'GOTS', { required: 'within', ...(!documented && { documented }) });
