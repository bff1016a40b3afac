import { columnPath, type Field, type Value } from '../src/contract/field.ts';
import type { KindSpec } from '../src/contract/kind.ts';
import { kindsOf } from '../src/contract/registry.ts';

/** docs/spreadsheets.md: every column of every kind, from the contract. */
export function spreadsheetsPage(): string {
  const parts = [
    '# What the columns are',
    '',
    'Made from the contract by `npm run docs`; do not edit by hand. A head may be written as the field or as any of the',
    'other names, in any case, with or without accents and punctuation. Columns of a repeated group are numbered',
    '(`composition.2.material`, `Matière 2`); several values in one cell are separated by `;`, `|` or a line break.',
    'A column with values that matches none of these makes its sheet invalid, until `--ignore-columns` or the configuration leaves it out; one',
    'that starts with `trace_` is ignored. What is ignored is counted in the verdict and the report.',
    '',
    'What is needed can be made otherwise for an environment in the configuration, by kind and field: `required: { v2: {',
    'component: { type: false, componentWeight: true, supplierRef: [STANDARD] } } }`. `within` asks for a field where its group',
    'is given; in v3 a field may be any column. Check, template and local service follow.',
    '',
  ];
  for (const kind of kindsOf('v2')) parts.push(...sectionOf(kind, kind.plural));
  parts.push(
    '# What the columns of v3 are',
    '',
    'Fields marked *hint* are not shown by the interface: their names, lengths and lists count until an environment says',
    '`hints: false`. Fields marked *ours* are never sent: they name a record whose id fills another field, or tell trace',
    'something. A column that is not listed makes its sheet invalid, as in v2, unless `--extra-columns` or `extraColumns` in the',
    'configuration names it: then it is sent under its header (dots for objects, numbers for lists), with a notice: numbers and',
    'yes or no of a workbook as such, what stands in a CSV as text. `links`, `createdAt` and `updatedAt` of exports are left',
    'out with a notice.',
    '',
    'A sheet for `trace purchased-items update` or `trace brand-products update` has the same columns, only those that are to',
    'change, and names each record by `uniqueIdentifier` or `id`. A blank cell leaves a field as it is; `(clear)` empties',
    '`purchaseOrder`, `purchaseOrderDate` or `purchasedQuantity` of a purchased item.',
    '',
  );
  for (const kind of kindsOf('v3')) parts.push(...sectionOf(kind, `v3 ${kind.plural}`));
  return parts.join('\n');
}

function sectionOf(kind: KindSpec, title: string): string[] {
  const parts: string[] = [];
  parts.push(`## ${title}`, '', `Sheet or file names: ${kind.sheetNames.join(', ')}.`, '');
  parts.push('| field | needed | holds | other names |', '| --- | --- | --- | --- |');
  for (const field of kind.fields) {
    const cells = [
      `\`${columnPath(field.path)}\`${mark(field)}`,
      neededText(field),
      `${valueText(field)}. ${field.note}`,
      field.names.join(', '),
    ];
    parts.push(`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
  }
  parts.push('');
  return parts;
}

function mark({ local, shown }: Field): string {
  return local ? ' *ours*' : shown === false ? ' *hint*' : '';
}

function neededText({ required }: Field): string {
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
