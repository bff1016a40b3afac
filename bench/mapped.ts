/**
 * Measures a check of components in an export of another system, read with a map file, against a check of the same
 * components in columns that are named like the fields. `node bench/mapped.ts [ROWS]`; CPU seconds.
 */
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { checkFiles } from './check-files.ts';
import { companions, componentCells, componentsCsv, HEADS } from './components.ts';
import { apart, cpuLine, cpuOf, inFolder, size, tell } from './measure.ts';

const count = size(20_000);

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

const COMPOSITION = HEADS.filter((field) => field.startsWith('composition.'));

/** The whole composition in one cell: `50% Coton (FR), 50% Coton bio`. */
function composed(cells: readonly string[]): string {
  const [material, share, origin, other, rest] = COMPOSITION.map((field) =>
    exported(cells[HEADS.indexOf(field)]!, field),
  );
  return `${share}% ${material} (${origin}), ${rest}% ${other}`;
}

function* exportedCsv(whole: boolean): Generator<string> {
  const fields = whole ? HEADS.filter((field) => !COMPOSITION.includes(field)) : HEADS;
  const line = (cells: readonly string[]) => `${cells.join(';')}\n`;
  yield line([...fields.map((field) => HEADERS[field]!), 'Désignation', ...(whole ? ['Compo'] : [])]);
  for (let at = 0; at < count; at++) {
    const cells = componentCells(at);
    const own = fields.map((field) => exported(cells[HEADS.indexOf(field)]!, field));
    yield line([...own, `Article ${at}`, ...(whole ? [composed(cells)] : [])]);
  }
}

function mapText(whole: boolean): string {
  const fields = whole ? HEADS.filter((field) => !COMPOSITION.includes(field)) : HEADS;
  const columns = [...fields.map((field) => [HEADERS[field]!, field]), ['Désignation', 'ignore']];
  if (whole) columns.push(['Compo', 'composition']);
  const values = Object.entries(WORDS).flatMap(([field, words]) => [
    `      ${field}:`,
    ...Object.entries(words).map(([value, word]) => `        ${JSON.stringify(word)}: ${value}`),
  ]);
  const lines = columns.map(([header, field]) => `      ${JSON.stringify(header)}: ${field}`);
  return [
    ...['version: 1', 'sheets:', '  - sheet: "*"', '    kind: component', '    columns:', ...lines],
    ...['    values:', ...values, '    decimal: ","', ''],
  ].join('\n');
}

const OTHERS = ['suppliers.csv', 'products.csv'];

await inFolder(
  async (folder) => {
    const at = (name: string) => join(folder, name);
    const others = OTHERS.map(at);
    const work = (name: string, isMapped: boolean) => () =>
      cpuOf(async () => {
        const file = at(`${name}.csv`);
        const mapped = isMapped ? { file, map: at(`${name}.map.yaml`) } : undefined;
        const records = await checkFiles([...others, file], folder, mapped);
        if (records < count) throw new Error(`${records} rows, fewer than ${count}`);
      });
    const cost = await apart({
      clean: work('clean', false),
      columns: work('columns', true),
      whole: work('whole', true),
    });
    const pace = (name: string, { cpu }: { cpu: number }) =>
      `${name} (${Math.round(count / cpu / 1000)}k rows/CPU s)`;
    const clean = pace('the same, clean', cost.clean);
    tell(`mapped: check of ${count} components as csv`, [
      cpuLine(pace('mapped columns', cost.columns), cost.columns, clean, cost.clean, { most: 2 }),
      cpuLine(pace('composition cells', cost.whole), cost.whole, clean, cost.clean, { most: 2 }),
    ]);
  },
  async (folder) => {
    const write = (name: string, rows: Generator<string>) =>
      pipeline(Readable.from(rows), createWriteStream(join(folder, name)));
    await write('clean.csv', componentsCsv(count));
    await write('columns.csv', exportedCsv(false));
    await write('whole.csv', exportedCsv(true));
    await writeFile(join(folder, 'columns.map.yaml'), mapText(false));
    await writeFile(join(folder, 'whole.map.yaml'), mapText(true));
    const { suppliers, products } = companions();
    await writeFile(join(folder, 'suppliers.csv'), suppliers);
    await writeFile(join(folder, 'products.csv'), products);
  },
);
