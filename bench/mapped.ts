import { componentCells, HEADS } from './components.ts';

/**
 * The same components as an export of another system: with composition columns, the composition in one cell, or composition
 * columns among 60 columns.
 */
export type Form = 'columns' | 'whole' | 'wide';

/** Headers of the export, by field, and words for its list values. */
const HEADERS: Readonly<Record<string, string>> = {
  ...{ projectType: 'Projet', componentRef: 'Code composant', supplierComponentCode: 'Réf. article frn' },
  ...{ lotReferences: 'N° lot', productRef: 'Code modèle', productCollectionRef: 'Saison' },
  ...{ productColorCode: 'Code coloris', componentPrint: 'Imprimé (O/N)', type: 'Nature' },
  ...{ category: 'Famille', 'composition.1.material': 'Mat. 1', 'composition.1.percentage': '% 1' },
  ...{ 'composition.1.origin': 'Orig. 1', 'composition.2.material': 'Mat. 2' },
  ...{ 'composition.2.percentage': '% 2', dyeingCountry: 'Teint. pays', weavingCountry: 'Tiss. pays' },
  ...{ printingCountry: 'Impr. pays', knittingCountry: 'Tric. pays', componentWeight: 'Poids' },
  ...{ importationBatch: 'Vague', supplierRef: 'Code frn' },
};
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  type: { TEXTILE: 'Tissu' },
  category: {
    'MAIN FABRIC (WOVEN)': 'Tissu principal',
    LININGS: 'Doublures',
    'POCKETING FABRIC': 'Poches',
    'RIBBED EDGES': 'Bords-côtes',
    LABELLINGS: 'Étiquettes',
  },
  'composition.material': {
    COTTON: 'Coton',
    'ORGANIC COTTON': 'Coton bio',
    LINEN: 'Lin',
    WOOL: 'Laine',
    'RECYCLED POLYESTER': 'Polyester recyclé',
    SILK: 'Soie',
  },
  componentPrint: { yes: 'O', no: 'N' },
};

/** The cell of the export with the content of a clean cell. */
function exported(cell: string, field: string): string {
  const value = field === 'componentPrint' ? (cell === 'true' ? 'yes' : 'no') : cell;
  const text = WORDS[field.replace(/\.\d/, '')]?.[value] ?? value;
  return field === 'componentWeight' ? text.replace('.', ',') : text;
}

const quoted = (cell: string): string => (/[;"]/.test(cell) ? `"${cell}"` : cell);
const COMPOSITION = HEADS.filter((field) => field.startsWith('composition.'));

/** The whole composition in one cell: `50% Coton (FR), 50% Coton bio`. */
function composed(cells: readonly string[]): string {
  const [material, share, origin, other, rest] = COMPOSITION.map((field) =>
    exported(cells[HEADS.indexOf(field)]!, field),
  );
  return `${share}% ${material} (${origin}), ${rest}% ${other}`;
}

const WIDTH = 60;

/** The columns beside those of fields, of which 37 are only in the wide export, with texts as an ERP has them. */
const otherColumns = (form: Form): string[] => [
  'Désignation',
  ...(form === 'wide'
    ? Array.from({ length: WIDTH - HEADS.length - 1 }, (_, at) => `Zone libre ${at + 1}`)
    : []),
];
const otherCells = (form: Form, row: number): string[] =>
  otherColumns(form).map((_, at) => (at === 0 ? `Article ${row}` : `Z${at}-${row % (at * at * at)}`));

/** The export as text, in the order of `componentsCsv`. */
export function* exportedCsv(count: number, form: Form): Generator<string> {
  const whole = form === 'whole';
  const fields = whole ? HEADS.filter((field) => !COMPOSITION.includes(field)) : HEADS;
  const line = (cells: readonly string[]) => `${cells.map(quoted).join(';')}\n`;
  yield line([...fields.map((field) => HEADERS[field]!), ...otherColumns(form), ...(whole ? ['Compo'] : [])]);
  for (let at = 0; at < count; at++) {
    const cells = componentCells(at);
    const own = fields.map((field) => exported(cells[HEADS.indexOf(field)]!, field));
    yield line([...own, ...otherCells(form, at), ...(whole ? [composed(cells)] : [])]);
  }
}

/** The map file for the export. */
export function mapText(form: Form): string {
  const whole = form === 'whole';
  const fields = whole ? HEADS.filter((field) => !COMPOSITION.includes(field)) : HEADS;
  const ignored = otherColumns(form).map((header) => [header, 'ignore']);
  const columns = [...fields.map((field) => [HEADERS[field]!, field]), ...ignored];
  if (whole) columns.push(['Compo', 'composition']);
  const values = Object.entries(WORDS).flatMap(([field, words]) => [
    `      ${field}:`,
    ...Object.entries(words).map(([value, word]) => `        ${JSON.stringify(word)}: ${value}`),
  ]);
  const lines = columns.map(([header, field]) => `      ${JSON.stringify(header)}: ${field}`);
  return [
    ...['version: 1', 'sheets:', `  - sheet: ${form}`, '    kind: component', '    columns:', ...lines],
    ...['    values:', ...values, '    decimal: ","'],
    ...['  - { sheet: suppliers, kind: supplier }', '  - { sheet: products, kind: product }', ''],
  ].join('\n');
}
