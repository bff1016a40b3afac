import type { Severity } from './finding.ts';

interface Entry {
  readonly severity: Severity;
  /** What it means and what to do, for docs/findings.md. */
  readonly meaning: string;
  /**
   * How people see many of them: one line per `value` (same column, same message) or one line per `column`, led by
   * this head. `{rows}` is the number of rows.
   */
  readonly summary?: string;
  /** A check of ours, stricter than the interface: a person can lower it or turn it off (`--severity`). */
  readonly ours?: true;
}

/** Every finding there is, by its stable code. `docs/findings.md` is generated from this table. */
export const CATALOGUE = {
  // what is wrong with a file or a sheet as a whole
  'file-unreadable': {
    severity: 'error',
    meaning: 'The file is damaged or breaks a limit; nothing of it can be trusted.',
  },
  'file-encrypted': {
    severity: 'error',
    meaning: 'The workbook is protected by a password. Save a copy without one.',
  },
  'file-format': {
    severity: 'error',
    meaning: 'The file is of a format that trace does not read. Save it as .xlsx or CSV.',
  },
  'file-extension': {
    severity: 'notice',
    meaning: 'The bytes are of another format than the extension says; the bytes count.',
  },
  'file-empty': { severity: 'error', meaning: 'There is no row of data in the file.' },
  'text-encoding': {
    severity: 'error',
    meaning:
      'The letters of a text file look like another encoding than the one it was read in. Say --encoding, or save it as UTF-8.',
    ours: true,
  },
  'text-damaged': {
    severity: 'error',
    meaning:
      'The text was damaged before it came here or while it was decoded: a mark for a letter that could not be read, control characters, UTF-8 decoded twice (SociÃ©tÃ©), a question mark or a sign in a word (Pozna?, Zak³ad). Save the list again as UTF-8 where its text is still right.',
    ours: true,
  },
  'text-mixed': {
    severity: 'error',
    meaning: 'Most of the text is UTF-8 and some is not; either reading would damage names. Say --encoding.',
  },
  'text-quotes': {
    severity: 'error',
    meaning:
      'A quote is open to the end of the file, text follows a closing one, or a row with a quote inside a cell does not have as many cells as the header: nothing from that row on is read. The rows before it are kept.',
  },
  'text-quoted-rows': {
    severity: 'error',
    meaning:
      'A quoted cell of a text file holds lines that look like rows of their own: a stray quote may have taken them into the cell. Remove the quote, or double it.',
    ours: true,
  },
  'text-quote-inside': {
    severity: 'notice',
    meaning:
      'A cell that does not begin with a quote has one inside; it is read as a character, as spreadsheets do. Reported once for a file.',
  },
  'text-formula': {
    severity: 'notice',
    meaning:
      'Cells are written as `="00012"`, which a spreadsheet shows as the text 00012; that text is read. Reported once for a file.',
  },
  'row-short': {
    severity: 'warning',
    meaning:
      'The row of a text file has fewer cells than the header: the missing ones are read as blank. Not reported where the rows of the file end at their last value.',
  },
  'row-ragged': {
    severity: 'error',
    meaning: 'The row has more cells than there are columns: its values may stand under the wrong heads.',
  },
  'nothing-chosen': {
    severity: 'error',
    meaning: 'Every sheet of the input is skipped: no row was read. --allow-empty accepts it.',
  },
  'sheet-hidden-rows': {
    severity: 'error',
    meaning:
      'A hidden sheet has rows that look like records. It is not sent: choose with --sheet NAME=KIND or --sheet NAME=skip.',
  },
  'sheet-hidden': {
    severity: 'notice',
    meaning: 'A hidden sheet without rows that look like records is not read.',
  },
  'sheet-skipped': {
    severity: 'notice',
    meaning:
      'A sheet without data rows, one that the person said to skip, or one that the workbook lists without its cells, is not read.',
  },
  'sheet-unknown': {
    severity: 'error',
    meaning:
      'Neither name nor heads say what the rows of the sheet describe. Say --sheet "NAME=kind", or "NAME=skip".',
  },
  'sheet-no-header': {
    severity: 'error',
    meaning: 'No row of heads was found in the first rows of the sheet.',
  },
  'header-duplicate': {
    severity: 'error',
    meaning: 'Two columns have the same meaning; it is not clear which one counts.',
  },
  'header-unknown': {
    severity: 'error',
    meaning:
      'The column has values, and no field has its name: they would be lost. Rename it, leave it out with --ignore-columns, or send it as it is with --extra-columns (v3).',
  },
  'header-unit': {
    severity: 'error',
    meaning:
      'The header of a column of numbers has a unit, a multiplier or a word in brackets that is not known for the field, such as (livres) or (milliers). Convert the values, or leave the column out with --ignore-columns.',
  },
  'header-remark': {
    severity: 'notice',
    meaning:
      'The header has words in brackets that trace does not understand; the column is read as if they were not there.',
  },
  'column-ignored': {
    severity: 'notice',
    meaning:
      'The column has values that are not sent, as --ignore-columns, --ignore-unknown-columns or the configuration says. Names that start with trace_, and what the service alone writes (v3: links, createdAt, updatedAt, and hasCommunicationPackage where it is not a field), are left out too.',
  },
  'flag-unused': {
    severity: 'warning',
    meaning: 'A flag names a column that no file has: it had no effect.',
  },
  'header-not-shown': {
    severity: 'notice',
    meaning:
      'The interface does not show a field of this name (v3); the column is sent as it is, under its header, as --extra-columns or extraColumns in the configuration says.',
  },
  'header-conflict': {
    severity: 'error',
    meaning: 'Two columns make different things of one name of the body, such as a list and a text.',
  },
  'sheet-interface': {
    severity: 'error',
    meaning:
      'The sheet is of the other interface generation (v2 or v3). One run sends to one: import them apart, say --interface.',
  },
  'rows-above-header': {
    severity: 'error',
    meaning:
      'Rows that look like data stand above the header row, where no row is read: most of the columns have a value in them. Move them below it, or remove them.',
  },
  'header-missing': { severity: 'error', meaning: 'A field that every row must have has no column.' },
  // cells that cannot be read as what their field wants
  'cell-error': { severity: 'error', meaning: 'The cell holds a spreadsheet error such as #N/A.' },
  'cell-uncached': {
    severity: 'error',
    meaning: 'The cell holds a formula without a stored result. Open and save the workbook, or paste values.',
  },
  placeholder: {
    severity: 'error',
    meaning:
      'The cell says that its value is still to come (TBD, à définir, xxx, ?). Give the value, or leave the cell blank.',
  },
  'number-unreadable': { severity: 'error', meaning: 'The cell is no number.' },
  'number-ambiguous': {
    severity: 'error',
    meaning: 'A single comma or point before three digits can mean thousands or decimals. Say --decimal.',
  },
  'boolean-unreadable': {
    severity: 'error',
    meaning: 'The cell is neither yes nor no in English, French, Italian, Spanish or German.',
  },
  'date-unreadable': { severity: 'error', meaning: 'The cell is no date.' },
  'country-na': {
    severity: 'warning',
    meaning:
      'NA is the code of Namibia, and often means not applicable; it is sent as Namibia where the others of its column are codes. Leave the cell blank for not applicable.',
    ours: true,
  },
  'country-unknown': {
    severity: 'error',
    meaning: 'The cell is neither an ISO 3166-1 alpha-2 code nor a known name of a country.',
  },
  'reference-exponent': {
    severity: 'error',
    meaning:
      'A reference was turned into a number such as 3.6E+12: digits are lost and are never guessed back.',
  },
  'reference-date': {
    severity: 'error',
    meaning:
      'The spreadsheet turned a reference into a date: what was typed is lost. Format the column as text.',
  },
  'open-unreadable': {
    severity: 'error',
    meaning: 'The cell is no JSON object ({"name": value}), or has a name that is not allowed.',
  },
  'reference-date-text': {
    severity: 'warning',
    meaning:
      'A reference in a text looks like a date (janv-26, 12/03/2026), and the others of its column do not: a spreadsheet may have made it of what was typed. Format the column as text.',
    ours: true,
  },
  'reference-number': {
    severity: 'warning',
    meaning: 'References are stored as numbers: leading zeros may be lost. Format the column as text.',
    summary: '{rows} references are stored as numbers',
    ours: true,
  },
  'number-voted': {
    severity: 'warning',
    meaning:
      'A single comma or point before three digits can mean thousands or decimals; it was read as other cells of the column are. Say --decimal.',
    summary: '{rows} numbers that can mean two things are read as others of their column',
    ours: true,
  },
  'number-fraction': {
    severity: 'warning',
    meaning: 'A number of pieces is not a whole number.',
    summary: '{rows} numbers of pieces are not whole',
    ours: true,
  },
  'date-ambiguous': {
    severity: 'warning',
    meaning:
      'Day and month of the date can be the other way round, and at most one cell of the column shows the order. Say --date-order.',
    summary: '{rows} dates that can mean two days',
    ours: true,
  },
  'unit-assumed': {
    severity: 'warning',
    meaning:
      'The value was converted to a unit that the interface does not show and that we assume, such as grams for the weight of a component.',
    summary: '{rows} values converted to a unit that is assumed',
    ours: true,
  },
  'list-comma': {
    severity: 'warning',
    meaning:
      'A cell of a list has a comma, which does not separate its values: it is sent as one value. Semicolons, bars and line breaks separate.',
    summary: '{rows} cells of a list have commas, which do not separate values',
  },
  'text-too-long': { severity: 'error', meaning: 'The text is longer than a cell may be.' },
  // values changed on the way to the body
  'text-trimmed': {
    severity: 'fixed',
    meaning: 'Spaces around the text, or odd spaces and invisible characters in it, were removed.',
    summary: 'spaces or invisible characters removed in {rows} cells',
  },
  'text-from-number': {
    severity: 'fixed',
    meaning: 'A number was written as text.',
    summary: '{rows} numbers written as text',
  },
  'text-from-boolean': {
    severity: 'fixed',
    meaning: 'A yes/no cell was written as text.',
    summary: '{rows} yes/no cells written as text',
  },
  'text-from-date': {
    severity: 'fixed',
    meaning: 'A date was written as text, YYYY-MM-DD.',
    summary: '{rows} dates written as text',
  },
  'number-converted': {
    severity: 'fixed',
    meaning: 'A number with a decimal comma, thousands separators, a percent sign or a unit was converted.',
    summary: '{rows} numbers converted',
  },
  'boolean-converted': {
    severity: 'fixed',
    meaning: 'A yes or no in words was converted.',
    summary: '{rows} yes/no values converted',
  },
  'date-converted': {
    severity: 'fixed',
    meaning: 'A day-first date, a date cell or a date serial was converted to YYYY-MM-DD.',
    summary: '{rows} dates converted',
  },
  'country-converted': {
    severity: 'fixed',
    meaning: 'The name of a country was converted to its code.',
    summary: '{rows} country names converted to codes',
  },
  'list-spelling': {
    severity: 'fixed',
    meaning: 'A list value in another case, spacing or punctuation was replaced by the exact one.',
    summary: '{rows} list values respelled',
  },
  'blank-word': {
    severity: 'fixed',
    meaning: 'A word that stands for nothing (n/a, néant, -) was read as blank.',
    summary: '{rows} fillers read as blank',
  },
  // rules of the contract
  required: { severity: 'error', meaning: 'A value that the service demands is missing.' },
  'not-in-list': { severity: 'error', meaning: 'The value is not in the closed list of the field.' },
  'not-in-known-list': {
    severity: 'warning',
    meaning: 'The value is not in the part of the list that is known; it is sent anyway.',
  },
  'list-near': {
    severity: 'error',
    meaning:
      'The value is not in the part of the list that is known, and differs from a known value by a typing error or by its language.',
    ours: true,
  },
  'list-doubtful': {
    severity: 'warning',
    meaning: 'The interface names the value without saying whether it is accepted; it is sent.',
  },
  'out-of-range': { severity: 'error', meaning: 'The number is outside the bounds of the field.' },
  'number-implausible': {
    severity: 'error',
    meaning: 'The number is negative or not a percentage; the interface itself shows no bounds of the field.',
    ours: true,
  },
  email: { severity: 'error', meaning: 'The text is not an e-mail address.', ours: true },
  url: { severity: 'error', meaning: 'The text is not a web address (https://...).', ours: true },
  'date-order': { severity: 'error', meaning: 'The end is before the start.', ours: true },
  'family-unknown': { severity: 'error', meaning: 'The project type names no family.' },
  'family-missing': {
    severity: 'error',
    meaning: 'Nothing says the family: no project type in the row, no --family, none in the environment.',
  },
  'family-project-type': {
    severity: 'error',
    meaning:
      'The project type of the E360 and AGEC families is not public; configuration must say it (families.<NAME>.projectType).',
  },
  'batch-replaced': {
    severity: 'notice',
    meaning: 'The importation batch of the row is not used: --batch names that of every row.',
  },
  'batch-missing': { severity: 'error', meaning: 'No importation batch in the row and none by --batch.' },
  'composition-total': {
    severity: 'error',
    meaning: 'The shares of a composition, of inputs or of transports do not total 100.',
    ours: true,
  },
  'composition-share': {
    severity: 'warning',
    meaning: 'Some items of a composition, of inputs or of transports have a share and some have none.',
    ours: true,
  },
  'text-length': { severity: 'error', meaning: 'The text is shorter or longer than the field allows.' },
  digits: { severity: 'error', meaning: 'The code does not have the number of digits that the field takes.' },
  'identifier-both': {
    severity: 'error',
    meaning:
      'Something is named twice, by its id and by a client identifier: exactly one of them is allowed.',
  },
  'identifier-missing': {
    severity: 'error',
    meaning:
      'Nothing names the buyer, the seller, the item or the input: exactly one of its fields is needed.',
  },
  'identifier-kind': {
    severity: 'error',
    meaning: 'A buyer or an owner that is named by a client identifier must be of the kind SUPPLIER.',
  },
  'owner-and-address': {
    severity: 'error',
    meaning: 'The row has an owner and the address of the processing step: one of them, never both.',
  },
  'owner-or-address': {
    severity: 'error',
    meaning: 'The row has neither an owner nor the address of the processing step: one of them is needed.',
  },
  'owner-incomplete': {
    severity: 'error',
    meaning: 'The owner is named by its kind or by its id alone: both are needed.',
  },
  'collection-needs': {
    severity: 'error',
    meaning:
      'Supplier data collection (--data-collection) needs a contact e-mail of every site but warehouses, and a purchase order on each purchased item.',
  },
  'collection-link': {
    severity: 'warning',
    meaning:
      'The link is made through a used item alone: supplier data collection counts links through purchased items only.',
    summary: '{rows} links do not count',
  },
  'clear-not-allowed': {
    severity: 'error',
    meaning:
      'A cell says (clear), and the field cannot be cleared: only purchaseOrder, purchaseOrderDate and purchasedQuantity of a purchased item, and lists, can.',
  },
  // rules of updates
  'update-list': {
    severity: 'error',
    meaning:
      'An update gives a part of a list, and it is not clear what becomes of the other entries: give the whole list.',
  },
  'update-identity': {
    severity: 'error',
    meaning:
      'What makes a record itself (its identifiers, its buyer, its seller) differs from what was accepted, and an update cannot change it.',
  },
  'update-unknown': {
    severity: 'notice',
    meaning:
      'The ledger does not know what the service has of the record: all fields that the row gives are sent as an update.',
    summary: '{rows} records are updated without knowing what they hold',
  },
  'update-or-create': {
    severity: 'error',
    meaning:
      'An import with --update does not create a record from a row that only says what changed, or that gives the id of a record. Update it with the update command of its kind, or add what describes it (name, reference or product).',
  },
  'example-row': {
    severity: 'error',
    meaning: 'The example row of the template is still there. Delete it.',
  },
  // rules across records
  'family-differs': {
    severity: 'warning',
    meaning: 'The project type of the row leaves the family that all the others have.',
    ours: true,
  },
  'warehouse-category': {
    severity: 'warning',
    meaning: 'The warehouse named is a supplier of another category than OTHER - Warehouse (interface 2.1).',
  },
  'reference-circle': {
    severity: 'error',
    meaning: 'Records name each other in a circle: none of them can be sent first.',
  },
  'reference-several': {
    severity: 'warning',
    meaning:
      'The identifier named is that of records of several kinds; which one is meant is for the service to say.',
  },
  'duplicate-identical': {
    severity: 'notice',
    meaning: 'The same record stands twice with the same content; it is sent once.',
  },
  'duplicate-different': { severity: 'error', meaning: 'The same key stands twice with different content.' },
  'shared-ref-differs': {
    severity: 'warning',
    meaning: 'One component reference is used with differing content.',
    ours: true,
  },
  'reference-unknown': {
    severity: 'error',
    meaning: 'What the row refers to is neither in the input nor known from earlier runs.',
    summary: '{rows} rows name',
  },
  'reference-external': {
    severity: 'warning',
    meaning: 'What the row refers to is not in the input; --external-refs says that the service has it.',
    summary: '{rows} rows name',
  },
  collections: {
    severity: 'notice',
    meaning: 'The collections of the input: an unknown one makes a new collection in the service.',
  },
} as const satisfies Record<string, Entry>;

export type FindingCode = keyof typeof CATALOGUE;

/** Whether a finding is a check of ours, which a person can lower, and no rule of the interface. */
export const isOurs = (code: FindingCode): boolean => 'ours' in CATALOGUE[code];
