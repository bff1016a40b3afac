import { columnPath, type Field, type Value } from '../src/contract/field.ts';
import type { KindSpec } from '../src/contract/kind.ts';
import { columnNames, kindNames } from '../src/contract/labels.ts';
import { kindsOf, updatableKinds } from '../src/contract/registry.ts';
import { noteOf } from '../src/contract/template/text.ts';
import { WORD_LANGUAGES } from '../src/language/languages.ts';

/** What files are read, and how their cells are. */
const FORMATS = [
  '## Formats of files',
  '',
  'The content of a file decides how it is read, not its extension.',
  '',
  '| file | how its cells are read |',
  '| --- | --- |',
  '| `.xlsx`, `.xlsm`, `.xlsb`, `.xls` (Excel 5 to 2003), `.ods`, XML workbooks of Excel 2003 | a text keeps its zeros; a number with a format of zeros (`00000`) is what it shows, and a number whose format adds a unit (`0.0" kg"`) is the exact number with that unit; a format that shows a text alone is an error in a record; dates, percents, booleans and errors are known by their types and formats |',
  '| tables in web pages (HTML), often named `.xls` | each table is a sheet, and each cell is the text that it shows; a number with the format of zeros or of a unit that Excel would give it (`mso-number-format`) shows them; hidden text is left out, and a form field has the text that it shows; text that is struck out, superscript or subscript beside other text, and a box to tick are errors in a record |',
  '| `.csv`, `.tsv`, `.txt` with `,` `;` tab or bar | each cell is a text; encoding and separator are detected |',
  '| `.gz`, or `.zip` with one file | as the file in it; an archive of several files is an error that lists them |',
  '',
  'A merged cell, or one that spans several, has its value in the first of them. Files that are protected by a password, Numbers',
  'documents, PDF, Word, SYLK, DIF, JSON, `.mht` and `.fods` are refused; the error says how to save them without losing zeros.',
  'An `.xls` or `.xlsb` file may take 512 MB and 60 seconds. Google Sheets and Numbers export `.xlsx` and CSV.',
  '',
  '## Headers',
  '',
];

/** The languages of the words, as a list of their English names. */
function languageNames(): string {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
    WORD_LANGUAGES.map((language) => names.of(language)!),
  );
}

/** The text of docs/spreadsheets.md: every column of every kind, from the contract. */
export function spreadsheetsPage(): string {
  const parts = [
    '# Columns of spreadsheets',
    '',
    'Generated from the contract by `npm run docs`. Do not edit.',
    '',
    ...FORMATS,
    'The header of a column is the field or any of its other names, in upper or lower case, with or without accents and punctuation.',
    'Columns of a repeated group are numbered (`composition.2.material`, `Matière 2`). Several values in one cell are separated',
    'by `;`, `|` or a line break.',
    '',
    'A v2 component may have its whole composition in one column (`Composition`, `Matières`, `Zusammensetzung`, ...):',
    '`95 % coton bio (IN, GOTS), 5% élasthanne` becomes materials with shares, origins and certifications; a column with the origin',
    '(`composition.1.origin`) gives it to the materials whose cell does not say theirs. Names are values of the',
    `list in force, or words for them in ${languageNames()},`,
    'textile codes (`CO`, `PES`) or trade names (`Lycra`). A word for a value that the list only likely has, or for several values, is an error that lists them. So are',
    'shares that do not total 100, text that is not understood, and several parts (`lace: ... / lining: ...`).',
    '',
    'A sheet is invalid if a column with values matches none of these names; [values.md](values.md) says how to ignore one, and how cells',
    'with two readings are read. [configuration.md](configuration.md#required-fields) says how an environment changes which fields are',
    'required. [copies.md](copies.md) is about copies of a workbook with notes, repairs or dropdowns.',
    '',
  ];
  for (const kind of kindsOf('v2')) parts.push(...sectionOf(kind, kind.plural));
  parts.push(
    '# Columns of v3',
    '',
    'Fields marked *hint* are not documented by the interface. Their names, lengths and lists are used unless the environment has',
    '`hints: false`. Fields marked *ours* are never sent: they name a record whose id fills another field, or are settings for',
    'trace.',
    '',
    'A column that is not listed makes its sheet invalid, as in v2, unless `--extra-columns` or `extraColumns` in the configuration',
    'names it. It is then sent under its header (with dots for objects and numbers for lists), with a notice. Numbers and booleans',
    'of a workbook are sent as such, values of a CSV file as text.',
    '',
    `[updates.md](updates.md) describes sheets for ${updateCommands()}.`,
    '',
  );
  for (const kind of kindsOf('v3')) parts.push(...sectionOf(kind, `v3 ${kind.plural}`));
  return parts.join('\n');
}

/** The commands that update records, as a list. */
function updateCommands(): string {
  const commands = updatableKinds().map(({ plural }) => `\`trace ${plural} update\``);
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(commands);
}

function sectionOf(kind: KindSpec, title: string): string[] {
  const parts: string[] = [];
  const names = new Set(kindNames(kind).map((name) => name.toLowerCase().replaceAll('-', ' ')));
  parts.push(`## ${title}`, '', `Sheet or file names: ${[...names].join(', ')}.`, '');
  parts.push('| field | required | value | other names |', '| --- | --- | --- | --- |');
  for (const field of kind.fields) {
    const cells = [
      `\`${columnPath(field.path)}\`${mark(field)}`,
      requiredText(field),
      `${valueText(field)}. ${field.note ?? noteOf(kind, field, 'en')}`,
      columnNames(kind, field).join(', '),
    ];
    parts.push(`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
  }
  parts.push('');
  return parts;
}

function mark({ local, documented }: Field): string {
  return local ? ' *ours*' : documented === false ? ' *hint*' : '';
}

function requiredText({ required }: Field): string {
  if (required === 'always') return 'yes';
  if (required === 'within') return 'with its group';
  return required === undefined ? '' : required.join(', ');
}

const WORDS: { readonly [type in Value['type']]: string } = {
  text: 'text',
  reference: 'reference',
  number: 'number',
  boolean: 'yes or no',
  flag: 'yes or no',
  choice: 'list',
  country: 'country',
  date: 'date',
  email: 'e-mail',
  url: 'web address',
  open: 'anything',
};

function valueText({ value }: Field): string {
  const word = WORDS[value.type];
  if (value.type === 'choice')
    return `${word} \`${value.list.name}\`${value.list.complete ? '' : ' (not complete)'}`;
  if (value.type !== 'number') return word;
  const { min, max, unit } = value;
  const range = min === undefined ? '' : max === undefined ? `, ${min} or more` : `, ${min} to ${max}`;
  return `${word}${range}${unit ? ` (${unit})` : ''}`;
}
