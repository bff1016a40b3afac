import { LANGUAGES } from '../src/contract/v2/study-lists.ts';
import type { ExportTable } from '../src/read/export/resource.ts';
import { RESOURCES } from '../src/read/export/resources.ts';

const INTRO = `# What an export holds

Made from the contract by \`npm run docs\`; do not edit by hand.

\`\`\`sh
trace studies export --env sandbox --out studies.xlsx            # a workbook, one sheet a grain
trace studies export --env sandbox --out out/ --excel fr         # CSV that a French Excel opens with a double click
trace studies export --env sandbox --grain impact --out -        # one table into a pipe
trace studies export --env sandbox --format ndjson --out -       # whole answers, one a line
trace studies report --env sandbox --batch B1 --out report.html  # a page with maps and charts
trace brand-products export --env sandbox --out products.xlsx    # the third generation: the list with its links
trace fec export --env sandbox --out costs.xlsx                  # its declared French environmental costs
\`\`\`

A grain is what a row is. Every row carries the study, product, collection and colour that it belongs to.

- **Excel.** Take the workbook (\`.xlsx\`): its codes are text. When Excel opens CSV it reads \`0101\` as 101 and long codes as powers
  of ten, with \`--excel\` too; the export says so where it happens. \`--excel fr\` is for what wants CSV: \`;\`, decimal commas, a
  mark of UTF-8. Numbers are written in full precision, very small ones as \`3.77e-9\` (\`3,77e-9\`).
- **Formulas.** Where a text of a CSV could start a formula, at its beginning or after a comma, semicolon, tab, bar or line
  break in it, an apostrophe stands before that; \`trace\` removes it when it reads the file, and \`--raw\` leaves it out. A
  workbook holds real text.
- **Scripts.** In JSON and lines of JSON a row is an object by the names below, empty cells are \`null\`; without \`--grain\` an
  answer stands as the service gave it. CSV and workbooks have heads with units. Names and their order change with the contract alone; what the contract does not know
  yet is JSON in the column \`other\`. Without rows CSV has its heads, JSON is \`[]\`.
- **Same bytes.** Rows stand in the order of collection, product reference, colour and id: what has not changed in the service
  gives the same bytes.
- **What fails.** A study that cannot be read is listed in \`problems.csv\` (beside a file: \`NAME.problems.csv\`; standard output:
  on stderr), and the exit code is 5. The others are there. Where a response was lost or truncated it is 7: run again.
  When nothing at all could be read, no file is touched.
- **Cut off.** Run the same again, or \`--resume\`: what was fetched within the last day is not fetched again.
- **A file that you saved since** is not replaced, unless you say \`--force\`.
- **Labels.** \`trace brand-products qrcodes\` writes the printable links as QR codes instead: a picture for each, a sheet to print
  (\`.pdf\`) or a workbook of labels (\`.xlsx\`) with reference, name, colour, GTIN and link.
- **Every night:** \`--changed-since-last\` writes what is not as the last export of it was. Write it to a place of its own: it
  replaces what an export left there.
`;

/** docs/exports.md: every column of every grain, from the contract. */
export function exportsPage(): string {
  const parts = [INTRO];
  for (const { name, command, tables } of Object.values(RESOURCES)) {
    parts.push(`## trace ${command} export${name === 'showcases' ? ' --showcase' : ''}`, '');
    for (const table of tables(LANGUAGES)) parts.push(...sectionOf(table));
  }
  return parts.join('\n');
}

function sectionOf({ name, columns }: ExportTable): string[] {
  const rows = columns.map(
    ({ name: column, heading, type }) => `| \`${column}\` | ${type} | ${heading === column ? '' : heading} |`,
  );
  return [
    `### ${name}`,
    '',
    '| name | holds | head, where it is not the name |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ];
}
