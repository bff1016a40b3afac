import type { CatalogueEntry } from './finding.ts';

/** Findings about single cells. */
export const CELL_FINDINGS = {
  // Cells that cannot be read as the type of their field.
  'cell-error': {
    severity: 'error',
    meaning:
      'The cell contains a spreadsheet error such as #N/A. In a web page also: text that is struck out, superscript or subscript beside other text, a box to tick, a form field beside other text, or text that may be hidden.',
  },
  'cell-uncached': {
    severity: 'error',
    meaning:
      'The cell contains a formula without a stored result. Open and save the workbook, or paste values.',
  },
  placeholder: {
    severity: 'error',
    meaning:
      'The cell contains a placeholder for a value (TBD, à définir, xxx, ?). Enter the value, or leave the cell blank.',
  },
  'number-unreadable': { severity: 'error', meaning: 'The cell is not a number.' },
  'number-ambiguous': {
    severity: 'error',
    meaning:
      'A single comma or point before three digits can be a thousands separator or a decimal mark. Set --decimal.',
  },
  'boolean-unreadable': {
    severity: 'error',
    meaning: 'The cell is neither yes nor no in English, French, Italian, Spanish, German or Portuguese.',
  },
  'date-unreadable': {
    severity: 'error',
    meaning:
      'The cell is not a date, or names a month, a quarter or a year where a day is required. A cell of a workbook that shows only the month counts as a month if its date is the first day.',
  },
  'country-na': {
    severity: 'warning',
    meaning:
      'NA is the country code of Namibia, but it often means "not applicable". It is sent as Namibia if the other values of the column are codes. Leave the cell blank for "not applicable".',
    ours: true,
  },
  'country-unknown': {
    severity: 'error',
    meaning: 'The cell is neither an ISO 3166-1 alpha-2 code nor a known country name.',
  },
  'reference-exponent': {
    severity: 'error',
    meaning:
      'A spreadsheet turned a reference into a number such as 3.6E+12. The lost digits cannot be restored.',
  },
  'reference-date': {
    severity: 'error',
    meaning:
      'A spreadsheet turned a reference into a date, so the original text is lost. Format the column as text.',
  },
  'open-unreadable': {
    severity: 'error',
    meaning: 'The cell is not a JSON object ({"name": value}), or it contains a name that is not allowed.',
  },
  'reference-date-text': {
    severity: 'warning',
    meaning:
      'A reference looks like a date (janv-26, 12/03/2026), while the others of its column do not. A spreadsheet may have converted it. Format the column as text.',
    ours: true,
  },
  'reference-number': {
    severity: 'warning',
    meaning: 'References are stored as numbers: leading zeros may be lost. Format the column as text.',
    summary: '{rows} references are stored as numbers',
    ours: true,
  },
  'percent-fraction': {
    severity: 'error',
    meaning:
      'A percentage of at most 1 has no percent sign, so it may be a fraction: 0.8 can mean 0.8 % or 80 %. Write the percent sign, or the unit in the header; in a map file, `units` decides (% or fraction).',
  },
  'number-voted': {
    severity: 'warning',
    meaning:
      'A single comma or point before three digits can be a thousands separator or a decimal mark. The number was read using the decimal mark of the other numbers in the column. Set --decimal.',
    summary: '{rows} ambiguous numbers, read using the decimal mark of the other numbers in the column',
    ours: true,
  },
  'number-fraction': {
    severity: 'warning',
    meaning: 'A number of pieces has decimals.',
    summary: '{rows} numbers of pieces have decimals',
    ours: true,
  },
  'date-ambiguous': {
    severity: 'warning',
    meaning:
      'Day and month of the date could be swapped, and at most one cell of the column shows the order. Set --date-order.',
    summary: '{rows} dates whose day and month could be swapped',
    ours: true,
  },
  'unit-assumed': {
    severity: 'warning',
    meaning:
      'The value was converted to a unit that trace assumes because the interface does not document it, such as grams for the weight of a component.',
    summary: '{rows} values converted to an assumed unit',
    ours: true,
  },
  'list-comma': {
    severity: 'warning',
    meaning:
      'A cell of a list contains a comma, which does not separate values. The cell is sent as one value. Separate values with semicolons, bars or line breaks.',
    summary: '{rows} list cells contain commas, which do not separate values',
  },
  'text-too-long': { severity: 'error', meaning: 'The text is longer than a cell can be.' },
  // Values that were changed before sending.
  'text-trimmed': {
    severity: 'fixed',
    meaning:
      'Spaces around the text, unusual spaces or invisible characters were removed, or accents that were separate characters were composed.',
    summary: 'spaces or invisible characters removed in {rows} cells',
  },
  'text-decoded': {
    severity: 'fixed',
    meaning:
      'UTF-8 text that had been decoded twice (SociÃ©tÃ©) was decoded correctly. Only if the whole text decodes and no other reading is possible; never in references.',
    summary: '{rows} texts decoded correctly',
  },
  'text-from-number': {
    severity: 'fixed',
    meaning: 'A number was converted to text.',
    summary: '{rows} numbers converted to text',
  },
  'text-from-boolean': {
    severity: 'fixed',
    meaning: 'A yes/no cell was converted to text.',
    summary: '{rows} yes/no cells converted to text',
  },
  'text-from-date': {
    severity: 'fixed',
    meaning: 'A date was converted to text, YYYY-MM-DD.',
    summary: '{rows} dates converted to text',
  },
  'composition-fractions': {
    severity: 'fixed',
    meaning:
      'The shares of a composition, of inputs or of transports were fractions that add up to 1 (0.3 and 0.7). They were converted to percentages (30 and 70).',
    summary: 'fractions converted to percentages in {rows} rows',
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
    meaning:
      'A list value with different case, spacing or punctuation, or with letters of another script that look the same, was replaced by the exact value.',
    summary: '{rows} list values respelled',
  },
  'blank-word': {
    severity: 'fixed',
    meaning: 'A filler word (n/a, néant, -) was read as blank.',
    summary: '{rows} fillers read as blank',
  },
} as const satisfies Record<string, CatalogueEntry>;
