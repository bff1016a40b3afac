import { mapFile, sheetEntry, type WrittenEntry } from '../src/map/map-file/map-file.ts';

/** An example of each construct, as members of an entry. `test/map/map-file/page.test.ts` reads them. */
export const EXAMPLES: Readonly<Record<keyof WrittenEntry, string>> = {
  sheet: 'sheet: [Composants, "Composants *"]\nkind: component',
  file: 'file: "export-*.csv"\nkind: component',
  kind: 'sheet: Sommaire\nkind: skip',
  tables: `sheet: Export
tables:
  - kind: product
    headerRow: 3
    lastRow: 52
    columns:
      Artikel: productRef
      Lieferant: supplierRef
  - kind: supplier
    headerRow: 3 # the same rows: each describes a product and its supplier
    lastRow: 52
    columns:
      Lieferant: supplierRef
      Firma: name
  - kind: skip # a table below
    headerRow: 60`,
  headerRow: `sheet: Export
kind: component
headerRow: [3, 4] # Composition above Matière and %
columns:
  Composition / Matière: composition.1.material
  "%": composition.1.percentage`,
  lastRow: `sheet: Export
kind: component
lastRow: 120`,
  rows: `sheet: Export
tables:
  - kind: product
    headerRow: 1
    rows:
      Level: "0"
    columns:
      Item: productRef
      Season: productCollectionRef
  - kind: component
    headerRow: 1
    rows:
      Level: ["1", "2"]
    columns:
      Item: componentRef
    keys:
      productRef: "{^Item}" # the item of the last row of level 0 above
      productCollectionRef: "{^Season}"`,
  columns: `sheet: Export
kind: component
columns:
  Réf. frn: supplierRef
  "Mat. 1": composition.1.material
  "% 1": composition.1.percentage
  "Mat. 2": composition.2.material
  "% 2": composition.2.percentage
  Couleur: ignore
  "": ignore # columns without a header`,
  letters: `sheet: Export
kind: component
columns:
  Réf. frn: supplierRef
letters:
  F: lotReferences # has no header
  H: ignore`,
  labels: `sheet: "Style *"
tables:
  - kind: product # the form above: each sheet has one product
    labels:
      Style no.: productRef
      Season: productCollectionRef
      Designer: ignore
  - kind: component
    headerRow: 11
    columns:
      Item: componentRef
    labels: # the components are those of the product in the form
      Style no.: productRef
      Season: productCollectionRef`,
  groupBy: `sheet: Export
kind: component
columns:
  Article: componentRef
  Matière: composition.material
  "%": composition.percentage
groupBy: [Article]`,
  addUp: `sheet: Export
kind: product
groupBy: [productRef]
addUp: [producedQuantity]`,
  takeFirst: `sheet: Shop
kind: product
groupBy: [productRef]
takeFirst: [picture]`,
  fillDown: `sheet: Export
kind: component
columns:
  Modèle: productRef
fillDown: [Modèle]`,
  constants: `sheet: Export
kind: component
constants:
  productCollectionRef: SS27
  type: TEXTILE`,
  keys: `sheet: Export
kind: component
columns:
  Modèle: productRef
keys:
  componentRef: "{productRef}-{Pos.}" # or "{productRef}-{line}"
  productCollectionRef: "{product.productCollectionRef}" # that of its product`,
  values: `sheet: Export
kind: component
columns:
  Typ: type
values:
  Typ:
    TISSU: TEXTILE
    "-": "" # no value
  composition.material:
    coton bio: ORGANIC COTTON
    CO: COTTON
  composition.origin:
    PRC: CN
  componentPrint:
    digital: yes
  supplierRef:
    "4711": FR-001 # exactly this text`,
  units: `sheet: Export
kind: component
columns:
  Poids: componentWeight
  "% 1": composition.1.percentage
units:
  "% 1": "%"
  Poids: "{Unité}" # the column that has the unit of each weight
values:
  Unité:
    GRM: g
    KGM: kg`,
  separators: `sheet: Export
kind: component
columns:
  Lots: lotReferences
separators:
  Lots: ","`,
  references: `sheet: Export
kind: component
columns:
  Fournisseur: supplierRef
references:
  Fournisseur: name # the column has names of suppliers`,
  decimal: `sheet: Export
kind: component
columns:
  Poids: componentWeight
decimal: # or only ","
  Poids: ","
  composition.percentage: "."`,
  dateOrder: `sheet: Export
kind: product
dateOrder: day-first # or by header or field`,
};

/** A map file with one entry. */
export const exampleFile = (members: string): string =>
  `version: 1\nsheets:\n  - ${members.replaceAll('\n', '\n    ')}\n`;

const descriptionOf = (schema: { readonly description?: string | undefined }): string => schema.description!;

/** docs/mapping.md: each construct of a map file, from its schema. */
export function mappingPage(): string {
  const { version, interface: interfaceName } = mapFile.shape;
  return [
    '# Map files',
    '',
    'Generated from the schema of map files by `npm run docs`. Do not edit.',
    '',
    'A map file says how the sheets of another system are read: which field each column fills, and what their words mean. It is',
    'written once ([by `trace map FILE`](trace-map.md), or by hand), reviewed like code, and read by `check`, `plan`, `import` and `update`',
    'without a question. Its schema is [map-file.schema.json](map-file.schema.json); an editor that knows it completes keys:',
    '',
    '```yaml',
    '# yaml-language-server: $schema=./map-file.schema.json',
    'version: 1',
    'sheets:',
    '  - file: "export-*.csv"',
    '    kind: component',
    '    columns:',
    '      Modèle: productRef',
    '      "Mat. 1": composition.1.material',
    '```',
    '',
    '## Where it is found',
    '',
    '1. `--map FILE` (or `TRACE_MAP`).',
    '2. `map: FILE` of the environment in the configuration, or at its top, relative to its folder.',
    '3. `trace.map.yaml` beside the input file.',
    '',
    'An annotated copy is read with the map file of its original. If its sheet of questions is filled in, `trace map COPY` writes the',
    'answers into that file ([copies.md](copies.md#questions-in-an-annotated-copy)).',
    '',
    'Each sheet reports the map file that it was read with (`map-used`), and the run keeps its path and hash.',
    '',
    '## Nothing is guessed',
    '',
    'With a map file in force, each of these is an error. Its suggestion is the line to add, with its place. Lines can be pasted as they',
    'are printed, also several of them; `VALUE` and other words in capitals stand for your answer. Where no line of a map file can help,',
    'the suggestion says what to change in the cell: a text that names several materials without a share for each, for example.',
    '',
    '',
    '- a sheet with records that no entry matches (`map-sheet`);',
    '- a column with values that is neither mapped nor ignored and whose header is not a name of a field (`header-unknown`);',
    '- a word of a list that is neither one of its values nor mapped (`map-word`), also inside a composition (`composition-material`);',
    '- a number or a date with two readings (`number-ambiguous`, `map-date-order`); other cells of the column do not decide;',
    '- a cell of a list of references or texts with a comma, if `separators` does not say what separates its values (`map-separator`);',
    '- numbers below a header with a unit that does not convert to that of the field (`header-unit`), and numbers whose unit column has no',
    '  known unit (`map-unit`).',
    '',
    'A mapped column that the sheet does not have is a warning (`map-column`), and so is a value that its list only likely has',
    '(`map-likely`). Names of fields, of list values and of countries count in',
    'any case, with or without accents and punctuation, as without a map file. So do headers and words of the map.',
    '',
    'The map file is checked first, against the contract in force: a field or a value that it does not have ends the run before it',
    'reads a row, with the line (exit code 2).',
    '',
    '## The file',
    '',
    `- \`version\`: ${descriptionOf(version)}`,
    `- \`interface\`: ${descriptionOf(interfaceName)}`,
    '- `sheets`: a list of entries. The first entry that matches a sheet counts; each needs `sheet` or `file`, and `kind` or `tables`.',
    '',
    'All values are texts, as they are written: `010` stays `010`. Quote texts with `: `, ` #`, or one of `{}[]&*!|>%@"\'` at the start.',
    'Anchors, aliases and tags of YAML are not supported.',
    '',
    '`columns`, `letters`, `constants`, `keys`, `values`, `units`, `separators`, `references`, `decimal` and `dateOrder` of an entry, and the words of one',
    'key of `values`, may be given several times: their lines count together. So a printed line such as',
    '`values: { composition: { laine: WOOL } }` is added to an entry that has `values` already. The same key with two different values is an',
    'error; some editors warn about each repeated key.',
    '',
    '## The entry of a sheet',
    '',
    ...Object.entries(EXAMPLES).flatMap(([name, example]) => [
      `### \`${name}\``,
      '',
      descriptionOf(sheetEntry.shape[name as keyof WrittenEntry]),
      '',
      '```yaml',
      ...example.split('\n').map((line, at) => `${at === 0 ? '- ' : '  '}${line}`),
      '```',
      '',
    ]),
  ].join('\n');
}
