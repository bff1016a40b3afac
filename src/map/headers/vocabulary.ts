/**
 * The notions that headers are made of. A header means a field if its words name exactly the notions of one of the
 * field's patterns (`language/any/fields.yaml`).
 */
export const NOTIONS = [
  // What a column is about.
  'supplier site parent contact product article component material packaging certification warehouse',
  'buyer seller owner item purchase step info',
  // Which property of it: its code, its name, a person, an address, a quantity.
  'ref id uid sku name desc type category activity family function status note date start end link file',
  'company legal firstname lastname person email phone mobile language',
  'address street extra line full city state zip country region code',
  'collection season color weight net gross composition percentage origin quantity produced ordered purchased',
  'made weaving knitting dyeing printing print shoe finishing stitching',
  'market transport mode reach ecomodulation picture public po businessunit division group house',
  'lot batch recycled channel compost recyclable reuse hazard substance',
  'unit gtin price agec communication traceability segment position role used',
  // What no field means.
  'cost currency tax payment bank stock size width grammage created modified coordinates customs margin lead incoterm minimum',
  'consumption discount credit employees fax website barcode active sector user height length volume gender age care',
  'vague other doubtful',
  'system vendorgroup legalform tag shopify variants version approval numeric neutral destination salutation capacity quality rating wastage',
]
  .join(' ')
  .split(' ');

/** Words of a language or of a system: by the notions they name (separated by spaces), words separated by ` | `. */
export type Vocabulary = Readonly<Record<string, string>>;

/**
 * Notions that no field of v2 has. A header that names one is ignored, whatever else it names, unless a field of the
 * kind has a pattern for it.
 */
export const FOREIGN: ReadonlySet<string> = new Set(
  [
    'price cost currency tax payment bank stock size width grammage created modified coordinates customs margin lead incoterm',
    'minimum consumption discount credit employees fax website barcode gtin active user height length volume gender age care',
    'system vendorgroup legalform tag shopify version approval salutation capacity rating wastage gross',
  ]
    .join(' ')
    .split(' '),
);

/** Notions that say nothing about a column without another notion. */
export const GENERAL: ReadonlySet<string> = new Set(
  'ref id uid name desc type date start end link file code unit line full net used numeric person mode'.split(
    ' ',
  ),
);
