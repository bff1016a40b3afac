import type { CatalogueEntry } from './finding.ts';

/** Findings about files, sheets, rows and headers. */
export const INPUT_FINDINGS = {
  // Files and sheets.
  'file-unreadable': {
    severity: 'error',
    meaning: 'The file is damaged or exceeds a limit. None of its content is used.',
  },
  'file-encrypted': {
    severity: 'error',
    meaning: 'The workbook is protected by a password. Save a copy without one.',
  },
  'file-format': {
    severity: 'error',
    meaning: 'trace does not read this file format. Save the file as .xlsx or CSV.',
  },
  'file-extension': {
    severity: 'notice',
    meaning: 'The content of the file does not match its extension. trace uses the content.',
  },
  'file-empty': { severity: 'error', meaning: 'The file has no data rows.' },
  'text-encoding': {
    severity: 'error',
    meaning:
      'The file is probably in another encoding than the one used to read it. Set --encoding, or save the file as UTF-8.',
    ours: true,
  },
  'text-damaged': {
    severity: 'error',
    meaning:
      'The text was damaged before or during decoding: it has a replacement character, control characters, UTF-8 decoded twice (SociÃ©tÃ©), or a question mark or symbol inside a word (Pozna?, Zak³ad). Save the file as UTF-8 again from a source where the text is correct.',
    ours: true,
  },
  'text-letters': {
    severity: 'warning',
    meaning:
      'A word of a text has letters of two scripts: a Cyrillic or Greek letter that looks like a Latin one (СOTTON). The message names it. The text is sent unchanged.',
    ours: true,
  },
  'reference-letters': {
    severity: 'error',
    meaning:
      'A reference, an e-mail or web address, or an unknown list value has a Cyrillic, Greek or full-width letter among Latin letters. It looks the same but is another text. The message names the letter. It is never corrected: type the text again.',
    ours: true,
  },
  'text-mixed': {
    severity: 'error',
    meaning:
      'Most of the text is UTF-8, but some is not. Either encoding would damage names. Set --encoding.',
  },
  'text-quotes': {
    severity: 'error',
    meaning:
      'A quote is never closed, text follows a closing quote, or a row with a quote inside a cell has a different number of cells than the header. Rows from this one on are not read. The rows before it are kept.',
  },
  'text-quoted-rows': {
    severity: 'error',
    meaning:
      'A quoted cell of a text file contains lines that look like rows. A stray quote may have merged them into the cell. Remove the quote, or double it.',
    ours: true,
  },
  'text-quote-inside': {
    severity: 'notice',
    meaning:
      'A cell that does not start with a quote contains one. It is read as a character, as spreadsheets do. Reported once per file.',
  },
  'text-formula': {
    severity: 'notice',
    meaning:
      'Cells are written as `="00012"`, which a spreadsheet shows as the text 00012. That text is used. Reported once per file.',
  },
  'row-short': {
    severity: 'warning',
    meaning:
      'The row of a text file has fewer cells than the header. The missing cells are read as blank. Not reported for files that omit trailing blank cells.',
  },
  'text-cut': {
    severity: 'error',
    meaning:
      'The last row of a text file has fewer cells than the header and no line end, and other rows are complete: the file may have been truncated while it was written or copied. Export it again.',
    ours: true,
  },
  'row-ragged': {
    severity: 'error',
    meaning: 'The row has more cells than the header, so its values may be in the wrong columns.',
  },
  'nothing-chosen': {
    severity: 'error',
    meaning: 'All sheets of the input are skipped, so no row was read. --allow-empty accepts this.',
  },
  'sheet-hidden-rows': {
    severity: 'error',
    meaning:
      'A hidden sheet contains rows that look like records. They are not sent. Choose with --sheet NAME=KIND or --sheet NAME=skip, or name the sheet in the map file.',
  },
  'sheet-hidden': {
    severity: 'notice',
    meaning: 'A hidden sheet is skipped. It has no rows that look like records.',
  },
  'rows-hidden': {
    severity: 'notice',
    meaning:
      'Rows of a workbook are hidden, by a filter or by hand. They are read and sent like the others; delete them if they should not be.',
  },
  'row-skipped': {
    severity: 'notice',
    meaning:
      'The row is a total, a note, the header row again, or numbers, units or remarks of the columns, and not a record: it is skipped. A row that could be an incomplete record is never skipped.',
  },
  'row-conflict': {
    severity: 'error',
    meaning:
      'Two rows of one record have different values for a field that has one value. Write the same value in both, or leave it blank in the rows after the first one. The map file groups the rows.',
  },
  'row-unclear': {
    severity: 'error',
    meaning:
      'A row without the values by which rows are grouped (groupBy of the map file) would continue the record above, but it may be a title, a note or a total. Or a row that could be sent as a record looks like a total, a heading, a note or a footer: its key has a word for a total, is the only one without digits and has no texts beside it, or is alone or has only numbers beside it where other records have more. Or it would be counted twice: a subtotal in a group, or a row of it that repeats another one. Or a row below or above the headers has units that are not in the headers. The sheet is not sent.',
  },
  'cells-merged': {
    severity: 'error',
    meaning:
      'Cells of a column are merged over several rows, so that only the first row has the value: the others would be sent without it. Unmerge them and repeat the value, or list the column in fillDown of a map file.',
  },
  'second-table': {
    severity: 'error',
    meaning:
      'A second table begins below the first one. A sheet has one table: nothing below the header of the second one is read, and the sheet is not sent.',
  },
  'sheet-transposed': {
    severity: 'error',
    meaning:
      'The names of the fields are in one column, with a record in each of the others. Transpose the sheet: copy it, then paste it with "Transpose".',
  },
  'annotation-ignored': {
    severity: 'notice',
    meaning:
      'The sheet or the columns were added by trace to an annotated copy (--annotate). They are not read.',
  },
  'sheet-skipped': {
    severity: 'notice',
    meaning:
      'The sheet is skipped: it has no data rows, --sheet NAME=skip was given, or the workbook lists it without its cells.',
  },
  'sheet-unknown': {
    severity: 'error',
    meaning:
      'Neither the name of the sheet nor its column names show what the rows describe. Set --sheet "NAME=kind", or "NAME=skip".',
  },
  'sheet-no-header': {
    severity: 'error',
    meaning: 'No header row was found in the first rows of the sheet.',
  },
  'header-duplicate': {
    severity: 'error',
    meaning: 'Two columns map to the same field, and it is not clear which one to use.',
  },
  'header-unknown': {
    severity: 'error',
    meaning:
      'The column has values but matches no field, so they would be lost. Rename the column, skip it with --ignore-columns, or send it unchanged with --extra-columns (v3).',
  },
  'header-unit': {
    severity: 'error',
    meaning:
      'The header of a column of numbers contains a unit, a multiplier or a word in brackets that is unknown for the field, such as (livres) or (milliers). Convert the values, or skip the column with --ignore-columns.',
  },
  'header-remark': {
    severity: 'notice',
    meaning:
      'trace does not understand the words in brackets in the header. The column is read as if they were not there.',
  },
  'column-ignored': {
    severity: 'notice',
    meaning:
      'The values of the column are not sent, because of --ignore-columns, --ignore-unknown-columns or the configuration. Columns whose names start with trace_ are ignored too, and so are fields that only the service writes (v3: links, createdAt, updatedAt, and hasCommunicationPackage where it is not a field).',
  },
  'flag-unused': {
    severity: 'warning',
    meaning: 'A flag names a column that no file has. It had no effect.',
  },
  'header-not-shown': {
    severity: 'notice',
    meaning:
      'The interface does not document a field of this name (v3). The column is sent unchanged under its header, because --extra-columns or extraColumns in the configuration lists it.',
  },
  'header-conflict': {
    severity: 'error',
    meaning: 'Two columns write the same body field with different types, such as a list and a text.',
  },
  'sheet-interface': {
    severity: 'error',
    meaning:
      'The sheet belongs to the other interface generation (v2 or v3), and a run sends to one generation only. Import the sheets separately, each with --interface.',
  },
  'composition-read': {
    severity: 'notice',
    meaning:
      'A cell with a whole composition was read into materials with shares, origins and certifications. The message shows them.',
  },
  'composition-parts': {
    severity: 'error',
    meaning:
      'The cell describes the composition of several parts, such as fabric and lining. A component has one composition: give each part a component of its own.',
  },
  'composition-material': {
    severity: 'error',
    meaning:
      'A material of a composition cell is not a value of the list in force, or may be several. The message quotes it, the suggestion lists what it may mean. Write one of them, or map the word.',
  },
  'composition-cell-total': {
    severity: 'error',
    meaning: 'The shares in a composition cell do not add up to 100.',
  },
  'composition-unclear': {
    severity: 'error',
    meaning:
      'The composition cell contains text that trace does not understand, or has no percentages. The message quotes the text. Nothing of the cell is sent.',
  },
  'rows-above-header': {
    severity: 'error',
    meaning:
      'Rows above the header row look like data: they fill at least half of its columns. Rows there are not read. Move them below the header, or remove them.',
  },
  'header-missing': { severity: 'error', meaning: 'A required field has no column.' },
} as const satisfies Record<string, CatalogueEntry>;
