import type { FindingCode } from '../../findings/catalogue.ts';
import type { Severity } from '../../findings/finding.ts';

/** All texts in an annotated copy. A person who knows spreadsheets and no command line must understand them. */
export const TEXTS = {
  resultSheet: 'trace',
  author: 'trace',
  /** Between the note of a person and ours. */
  noteSeparator: '— trace —',
  severity: {
    error: 'Must be fixed',
    warning: 'Please check',
    fixed: 'Changed for you',
    notice: 'For information',
  } satisfies Record<Severity, string>,
  legend: {
    error: 'The row is not sent until this is fixed.',
    warning: 'The row is sent. Check that the value is what you mean.',
    fixed: 'trace reads the value in its right form. Your file stays as it is; there is nothing to do.',
    notice: 'There is nothing to do.',
  } satisfies Record<Severity, string>,
  howTo:
    'Each coloured cell has a note: move the pointer over the cell to read it. Fix the red cells in this file, save it, and have it read again.',
  ignored:
    'This sheet, the colours, the notes and the columns that start with trace_ are for you. They are not read, so you need not remove them.',
  causes: ['Severity', 'Where', 'How often', 'Problem', 'What to do'],
  cells: ['Severity', 'Cell', 'Value', 'Problem', 'What to do'],
  causesTitle: 'Problems by cause',
  cellsTitle: 'Cells to look at',
  nothing: 'No problem was found.',
  capped: (shown: number, all: number) =>
    `Only the first ${shown} of ${all} cells are listed here. The others have their colour and the column trace_message.`,
  notesLeftOut: (count: number) =>
    `${count} coloured ${count === 1 ? 'cell has' : 'cells have'} no note, because the sheet has too many notes or the cell has a comment thread. The column trace_message says what is wrong.`,
  wholeFile: 'the whole file',
  wholeColumn: (sheet: string, column: string) => `${sheet}, column ${column}`,
  isNothingToDo: 'Nothing: trace reads it as shown.',
  leaveOrChange: 'If it is right, leave it as it is. Otherwise, correct it.',
  write: (value: string) => `Write ${value} if that is what you mean.`,
  writeOr: (value: string, otherwise: string) =>
    `Write ${value} if that is what you mean. Otherwise, ${otherwise[0]!.toLowerCase()}${otherwise.slice(1)}`,
  allowed: (values: string) => `Allowed: ${values}.`,
  blockedBy: (kind: string, key: string) => `not sent, because the ${kind} ${key} was not accepted`,
  fromFile: (file: string) => `File: ${file}`,
  ok: 'ok',
  sheetWaits: 'The rows of this sheet wait until its errors are fixed: the first sheet lists them.',
} as const;

/** What to do about a finding, where its own suggestion needs a command line or says nothing. */
export const CURES: { readonly [Code in FindingCode]?: string } = {
  'annotation-ignored': 'Nothing: these are the results of an earlier reading.',
  'batch-missing': 'Write the name of the importation batch in this cell, for example AURORE-SS27-W1.',
  'boolean-unreadable': 'Write yes or no.',
  'cell-error': 'Correct the formula, or replace it by the value. If there is no value, clear the cell.',
  'cell-uncached':
    'Open the file in your spreadsheet program and save it, or replace the formula by its value.',
  'cells-merged': 'Unmerge the cells and write the value in each row.',
  collections: 'Check that each collection is spelled as in the service: another spelling creates a new one.',
  'column-ignored': 'Nothing, if this column is only for you.',
  'composition-cell-total': 'Correct the shares so that they add up to 100.',
  'composition-parts': 'Give each part of the product a row of its own.',
  'composition-share': 'Give each material its share in percent.',
  'composition-total': 'Correct the shares so that they add up to 100.',
  'composition-unclear': 'Write the materials and their shares, for example: 80% cotton, 20% polyester.',
  'country-na': 'For Namibia, leave it as it is. For "not applicable", clear the cell.',
  'country-unknown': 'Write the two letters of the country, such as FR, or its name in English or French.',
  'date-ambiguous': 'Write the date as year-month-day, for example 2026-04-03.',
  'date-order': 'Correct one of the two dates: the end must not be before the start.',
  'date-unreadable': 'Write the full date as year-month-day, for example 2026-04-30.',
  'duplicate-different':
    'If both rows are the same record, delete one of them or make them equal. If they are two records, give them different references.',
  'duplicate-identical': 'Nothing: it is sent once. You may delete one of the rows.',
  email: 'Write one e-mail address, such as name@example.com.',
  'example-row': 'Delete this row: it is the example of the template.',
  'family-differs':
    'If it is right, leave it as it is. Otherwise, write the same project type as in the other rows.',
  'family-missing':
    'Write the project type of the row: STANDARD, MODULE360_AGEC, AGEC_PACKAGING_ONLY or AGEC_NO_FDC.',
  'family-project-type':
    'Ask your contact at the service for the project type of this family, or write another one.',
  'family-unknown':
    'Write one of the project types: STANDARD, MODULE360_AGEC, AGEC_PACKAGING_ONLY or AGEC_NO_FDC.',
  'header-conflict': 'Rename or delete one of the two columns.',
  'header-duplicate': 'Rename or delete one of the two columns.',
  'header-missing': 'Add a column with this name, and fill it in for each row.',
  'header-unknown':
    'Rename the column if it means a known field. If it is only for you, delete it or start its name with trace_: such columns are not sent.',
  'header-unit':
    'Convert the values to the unit of the field, and take the unit out of the name of the column.',
  'list-comma':
    'If these are several values, separate them with a semicolon (;). Otherwise, leave it as it is.',
  'list-doubtful': 'If it is right, leave it as it is.',
  'list-near': 'Write the value exactly as it is in the list.',
  'not-in-known-list':
    'If the service accepts this value, leave it as it is. Otherwise, write a value of the list.',
  'not-in-list': 'Write a value of the list, exactly as it is written there.',
  'number-ambiguous': 'Write the number without a separator for thousands: 1200, or 1.2 with a point.',
  'number-fraction': 'Write a whole number of pieces.',
  'number-implausible': 'Correct the number.',
  'number-unreadable': 'Write a number, with digits only.',
  'number-voted': 'Check the number. Without a separator for thousands it is always clear.',
  'open-unreadable': 'Clear the cell, unless you were asked for a value in this form: {"name": value}.',
  'out-of-range': 'Correct the number, or its unit.',
  'owner-and-address': 'Fill in the owner or the address, and clear the other.',
  'owner-incomplete': 'Fill in both the kind and the id of the owner.',
  'owner-or-address': 'Fill in the owner or the address.',
  'percent-fraction': 'Write the percentage with a percent sign, such as 80%.',
  placeholder: 'Write the value. If there is none, clear the cell.',
  'reference-circle': 'Remove one of these references: a record cannot need itself.',
  'reference-date': 'Format the column as text, then type the reference again.',
  'reference-date-text':
    'If it is right, leave it as it is. Otherwise, format the column as text and type it again.',
  'reference-exponent': 'Format the column as text, then type or paste the whole reference again.',
  'reference-external': 'Nothing, if the service has this record already.',
  'reference-letters':
    'Type the text again with your keyboard: a letter in it only looks like the right one.',
  'reference-number':
    'If the reference has no zeros in front, leave it as it is. Otherwise, format the column as text and type it again.',
  'reference-unknown':
    'Correct the reference so that it is exactly that of a row in this file, or add the missing row. If the service has the record already, tell the person who sends the file.',
  required: 'Fill in the value.',
  'row-conflict': 'Write the same value in both rows, or clear it in the second one.',
  'row-ragged':
    'Check whether the values of this row are in the right columns, and clear the cells after the last column.',
  'row-short': 'Check that the row is complete.',
  'row-skipped': 'Nothing, if this row is not a record.',
  'row-unclear':
    'If the row is not a record (a title, a total, a note), delete it. If it is one, complete it.',
  'rows-above-header': 'Delete the rows above the header, or move them to another sheet.',
  'second-table': 'Move the second table to a sheet of its own.',
  'shared-ref-differs':
    'If it is the same component, make both rows equal. Otherwise, give it another reference.',
  'sheet-hidden': 'Nothing, if the sheet is not meant to be sent. Otherwise, show it.',
  'sheet-hidden-rows': 'Show the sheet if its rows are to be sent. Otherwise, delete it.',
  'sheet-no-header': 'Write the names of the fields in one row above the values, as in the template.',
  'sheet-transposed': 'Copy the table, and paste it into a new sheet with "Transpose".',
  'sheet-unknown':
    'Name the sheet after what its rows are (Suppliers, Packaging, Products or Components). If it is not meant to be sent, delete or hide it.',
  'text-cut': 'Check that the last row is complete, or export the file again.',
  'text-damaged': 'Type the text again, or export the file again from where it is right.',
  'text-length': 'Shorten or complete the text.',
  'text-letters': 'Type the word again with your keyboard.',
  'unit-assumed': 'If the unit is right, leave it as it is. Otherwise, convert the number.',
  url: 'Write the whole web address, starting with https://.',
  'warehouse-category':
    'Refer to a supplier of the category "OTHER - Warehouse", or correct the category of this one.',
};

/** How the suggestion of a finding continues what to do about it. */
export const SUGGESTED: { readonly [Code in FindingCode]?: (suggestion: string) => string } = {
  'composition-material': (values) => `It may mean: ${values}.`,
  'country-unknown': (country) => `Perhaps ${country}.`,
  'header-missing': (names) => `Its name is ${names}.`,
  'list-comma': (values) => `${values[0]!.toUpperCase()}${values.slice(1)}.`,
};
