import { LANGUAGES as STUDY_LANGUAGES } from '../src/contract/v2/study-lists.ts';
import { LANGUAGES } from '../src/language/languages.ts';
import type { ExportTable } from '../src/read/export/resource.ts';
import { RESOURCES } from '../src/read/export/resources.ts';
import { headingOf } from '../src/read/tables/headings.ts';

const INTRO = `# Exports

Generated from the contract by \`npm run docs\`. Do not edit.

\`\`\`sh
trace studies export --env sandbox --out studies.xlsx            # a workbook with one sheet for each grain
trace studies export --env sandbox --out out/ --excel fr         # a workbook with French headers; de: German
trace studies export ROB-2041 --env sandbox --out rob.xlsx       # the studies of a product
trace studies export --env sandbox --grain impact --out -        # one table on standard output
trace studies export --env sandbox --format parquet --out out/   # for notebooks: one Parquet file for each grain
trace studies export --env sandbox --format ndjson --out -       # complete responses, one per line
trace studies report --env sandbox --batch B1 --out report.html  # a page with maps and charts
trace brand-products export --env sandbox --out products.xlsx    # v3: brand products and their links
trace fec export --env sandbox --out costs.xlsx                  # v3: declared French environmental costs
\`\`\`

The grain of a table is what one row stands for. Every row has the study, product, collection and colour that it belongs to.

- **Excel.** \`--excel fr\` (or \`en\`) writes a workbook (\`.xlsx\`), whose codes are text: Excel shows \`0101\` and long codes as
  they are. When Excel opens a CSV file, it reads \`0101\` as 101 and long codes as powers of ten. If \`--out\` or \`--format\` names
  CSV, \`--excel fr\` writes it with \`;\`, decimal commas and a UTF-8 byte order mark, and the export warns about codes that Excel
  changes. Numbers are written in full precision, very small ones as \`3.77e-9\` (\`3,77e-9\`). In a workbook, dates are real
  dates (UTC), each sheet has a filter and a frozen header, and zeros are 0: an empty cell means that there is no figure.
- **Formulas.** In CSV, an apostrophe is written before a text that could start a formula, also inside the text after a comma,
  semicolon, tab, bar or line break. \`trace\` removes it when it reads the file; \`--raw\` does not write it. Workbooks have text
  cells.
- **JSON.** A row is an object with the names below; empty cells are \`null\`. Without \`--grain\`, responses are written as the service
  sent them. CSV files and workbooks have headers with units. Names and their order change only with the contract; fields that are
  not in the contract are JSON in the column \`other\`. Without rows, CSV has only its headers and JSON is \`[]\`.
- **Parquet.** \`--format parquet\`, or \`--out impacts.parquet\` for one grain. Columns have the names of JSON and one type each (text, double,
  boolean, timestamp in UTC); the units are JSON in the metadata \`units\`. A value of another type is left out, and a note counts them.
- **Languages.** With \`--lang fr\` or \`--lang de\` (or TRACE_LANG), the headers of CSV files and workbooks, the list of problems and
  its texts are French or German; with \`--excel fr\` or \`--excel de\` the headers are so in any language. \`--data-headers\` writes the headers of the tables as below,
  in the language of the contract, so that a script can rely on them. In a workbook and with \`--excel\`, the names of sheets, indicators and
  units are in the language of the headers, too. All other cells, names in JSON and Parquet, and names of files are the same in all languages; \`--data-lang\` selects the languages
  of the texts of studies. An export that is resumed with \`--resume\` keeps the language in which it began.
- **Order.** Rows are sorted by collection, product reference, colour and id. The same data gives the same bytes.
- **Errors.** Studies that cannot be read are listed in \`problems.csv\` (next to a file: \`NAME.problems.csv\`; for standard output: on
  standard error), and the exit code is 5. If a response was lost or truncated, it is 7: run the export again. If nothing could be
  read, no file is changed.
- **Interruptions.** Run the same command again, or with \`--resume\`: data of the last 24 hours is not fetched again.
- **Files that you changed** since the last export are replaced only with \`--force\`.
- **Labels.** \`trace brand-products qrcodes\` writes QR codes that link to brand products: images, sheets of labels (\`.pdf\`), or a
  workbook (\`.xlsx\`) with reference, name, colour, GTIN and link. \`--paper L7160\` prints on Avery label sheets (from the label
  \`--start-at\` on), \`--paper 57x32\` on a roll of a thermal printer: one label a page, modules of whole dots at 203 dpi. Print
  without scaling. A code keeps its light margin of four modules and modules of at least 0.33 mm; if a label is too small for that,
  nothing is written, and the error names the nearest size. Long texts are wrapped, and end with an ellipsis.
- **Page.** \`trace studies report\` writes one page ([an example](studies-page.html)) in the language of \`--lang\`; \`--data-lang\` chooses the languages of claims
  and texts. With several studies it begins with their climate change by product category, step and supplier, as charts and tables. It is dark if the reader's system is. Printed on A4, the overview and each study begin on a page of
  their own, in two columns, and no row or picture is divided.
- **Nightly exports.** \`--changed-since-last\` writes only what changed since the last export. Write it to its own file or folder: it
  replaces the earlier export there.
`;

/** The text of docs/exports.md: every column of every grain, from the contract. */
const OTHERS = LANGUAGES.filter((name) => name !== 'en');
const NAMES = new Intl.DisplayNames('en', { type: 'language' });

export function exportsPage(): string {
  const parts = [INTRO];
  for (const { name, command, tables } of Object.values(RESOURCES)) {
    parts.push(`## trace ${command} export${name === 'showcases' ? ' --showcase' : ''}`, '');
    for (const table of tables(STUDY_LANGUAGES)) parts.push(...sectionOf(table));
  }
  return parts.join('\n');
}

function sectionOf({ name, columns }: ExportTable): string[] {
  const rows = columns.map(
    ({ name: column, heading, type, unit }) =>
      `| \`${column}\` | ${type} | ${[heading === column ? '' : heading, ...OTHERS.map((name) => headingOf(column, unit, name))].join(' | ')} |`,
  );
  return [
    `### ${name}`,
    '',
    `| name | type | header, if it differs | ${OTHERS.map((name) => `header in ${NAMES.of(name)}`).join(' | ')} |`,
    `| --- | --- | ---${' | ---'.repeat(OTHERS.length)} |`,
    ...rows,
    '',
  ];
}
