import type { CatalogueEntry } from './finding.ts';

/** Findings of the rules of the contract, of updates, and across records. */
export const RULE_FINDINGS = {
  // Rules of the contract.
  required: { severity: 'error', meaning: 'A required value is missing.' },
  'not-in-list': { severity: 'error', meaning: 'The value is not in the closed list of the field.' },
  'not-in-known-list': {
    severity: 'warning',
    meaning: 'The value is not in the known part of the list. It is sent anyway.',
  },
  'list-near': {
    severity: 'error',
    meaning:
      'The value is not in the known part of the list, but it is a misspelling or a translation of a known value.',
    ours: true,
  },
  'list-doubtful': {
    severity: 'warning',
    meaning: 'The interface mentions the value without saying whether it is accepted. It is sent.',
  },
  'out-of-range': { severity: 'error', meaning: 'The number is outside the limits of the field.' },
  'number-implausible': {
    severity: 'error',
    meaning:
      'The number is negative or not a percentage. The interface itself documents no limits for the field.',
    ours: true,
  },
  email: { severity: 'error', meaning: 'The text is not an e-mail address.', ours: true },
  url: { severity: 'error', meaning: 'The text is not a web address (https://...).', ours: true },
  'date-order': { severity: 'error', meaning: 'The end is before the start.', ours: true },
  'family-unknown': { severity: 'error', meaning: 'The project type does not belong to any family.' },
  'family-missing': {
    severity: 'error',
    meaning:
      'The family is unknown: there is no project type in the row, no --family, and none in the environment.',
  },
  'family-project-type': {
    severity: 'error',
    meaning:
      'The project type of the E360 and AGEC families is not public. Set it in the configuration (families.<NAME>.projectType).',
  },
  'batch-replaced': {
    severity: 'notice',
    meaning: 'The importation batch of the row is not used, because --batch sets the batch of every row.',
  },
  'batch-missing': {
    severity: 'error',
    meaning: 'The row has no importation batch, and --batch is not set.',
  },
  'composition-total': {
    severity: 'error',
    meaning: 'The shares of a composition, of inputs or of transports do not add up to 100.',
    ours: true,
  },
  'composition-share': {
    severity: 'warning',
    meaning: 'Some items of a composition, of inputs or of transports have a share and others do not.',
    ours: true,
  },
  'text-length': { severity: 'error', meaning: 'The text is shorter or longer than the field allows.' },
  digits: { severity: 'error', meaning: 'The code does not have the required number of digits.' },
  'identifier-both': {
    severity: 'error',
    meaning:
      'Something is identified twice, by its id and by a client identifier. Exactly one of them is allowed.',
  },
  'identifier-missing': {
    severity: 'error',
    meaning:
      'The buyer, the seller, the item or the input has no identifier. Exactly one of its fields is required.',
  },
  'identifier-kind': {
    severity: 'error',
    meaning: 'A buyer or an owner that is identified by a client identifier must be of the kind SUPPLIER.',
  },
  'owner-and-address': {
    severity: 'error',
    meaning:
      'The row has both an owner and the address of the processing step. Exactly one of them is allowed.',
  },
  'owner-or-address': {
    severity: 'error',
    meaning: 'The row has neither an owner nor the address of the processing step. One of them is required.',
  },
  'owner-incomplete': {
    severity: 'error',
    meaning: 'The row gives only the kind or only the id of the owner. Both are required.',
  },
  'collection-needs': {
    severity: 'error',
    meaning:
      'Supplier data collection (--data-collection) requires a contact e-mail for every site except warehouses, and a purchase order on each purchased item.',
  },
  'collection-link': {
    severity: 'warning',
    meaning:
      'The record is linked only through a used item, which supplier data collection does not count: it counts only links through purchased items.',
    summary: '{rows} links that supplier data collection does not count',
  },
  'clear-not-allowed': {
    severity: 'error',
    meaning:
      'The cell contains (clear), but the field cannot be cleared. Only lists and three fields of a purchased item can: purchaseOrder, purchaseOrderDate and purchasedQuantity. Put only (clear) in the cell.',
  },
  // Rules of updates.
  'update-list': {
    severity: 'error',
    meaning:
      'An update gives only a part of a list, and it is not clear what happens to the other entries. Give the whole list.',
  },
  'update-identity': {
    severity: 'error',
    meaning:
      'A field that identifies the record (its identifiers, its buyer or its seller) differs from what was accepted. An update cannot change it.',
  },
  'update-unknown': {
    severity: 'notice',
    meaning:
      'The ledger does not know the current values of the record, so all fields of the row are sent as an update.',
    summary: '{rows} records are updated without knowing their current values',
  },
  'update-or-create': {
    severity: 'error',
    meaning:
      'With --update, a row with only changed fields or an id cannot create a record. Use the update command of its kind, or add the fields that describe it (name, reference or product).',
  },
  'example-row': {
    severity: 'error',
    meaning:
      'The example row of the template is still there without its mark [EXAMPLE]: delete it. Or a row with the mark has values of its own: remove the mark to import the row. Example rows with the mark are skipped.',
  },
  // Rules across records.
  'family-differs': {
    severity: 'warning',
    meaning: 'The project type of the row differs from the family of all or most other rows.',
    ours: true,
  },
  'warehouse-category': {
    severity: 'warning',
    meaning: 'The warehouse must be a supplier of category OTHER - Warehouse (interface 2.1).',
  },
  'reference-circle': {
    severity: 'error',
    meaning: 'Records refer to each other in a cycle, so none of them can be sent first.',
  },
  'reference-several': {
    severity: 'warning',
    meaning: 'The identifier belongs to records of several kinds. The service decides which one is meant.',
  },
  'duplicate-identical': {
    severity: 'notice',
    meaning: 'The same record appears twice with the same content. It is sent once.',
  },
  'duplicate-different': { severity: 'error', meaning: 'The same key appears twice with different content.' },
  'shared-ref-differs': {
    severity: 'warning',
    meaning: 'Rows with the same component reference have different content.',
    ours: true,
  },
  'reference-unknown': {
    severity: 'error',
    meaning: 'The row refers to a record that is neither in the input nor known from earlier runs.',
    summary: '{rows} rows refer to records that are not in the input',
  },
  'reference-external': {
    severity: 'warning',
    meaning:
      'The row refers to a record that is not in the input. With --external-refs it is assumed to exist in the service.',
    summary: '{rows} rows refer to records that are not in the input',
  },
  collections: {
    severity: 'notice',
    meaning: 'The collections of the input. An unknown one creates a new collection in the service.',
  },
} as const satisfies Record<string, CatalogueEntry>;
