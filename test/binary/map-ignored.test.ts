import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { expectEnd, folderWith, sandboxConfig } from '../cli/commands/harness.ts';
import { runTrace } from './harness.ts';

/** The map file that `trace map` writes about one file. */
async function mapOf(file: string, text: string, ...flags: readonly string[]): Promise<string> {
  const cwd = await folderWith({ [file]: text });
  await runTrace(['map', file, ...flags], cwd);
  return readFileSync(path.join(cwd, 'trace.map.yaml'), 'utf8');
}

const HEAD = 'Component ref,Product ref,DS_FIBRA1,PR_FIBRA1,DS_FIBRA2,PR_FIBRA2,Care Content,gtin';
const ROW = 'C1,P1,COTON,90,LIN,10,100% RECYCLED POLYESTER,3607012300009';

test('trace map --yes leaves filled columns open while a required field has no column, and import exits with 3', async () => {
  const cwd = await folderWith({
    'a.csv': `${HEAD}\n${ROW}\n`,
    'trace.config.yaml': sandboxConfig('http://127.0.0.1:9'),
  });
  const made = await runTrace(['map', 'a.csv', '--sheet', 'a=component', '--interface', 'v2', '--yes'], cwd);
  expect(made.code).toBe(3);
  const map = readFileSync(path.join(cwd, 'trace.map.yaml'), 'utf8');
  expect(map).not.toMatch(/: ignore/);
  expect(map).toMatch(/# PR_FIBRA1: \?/);
  expect(map).toContain('Care Content: composition');
  expect(map).toMatch(/# gtin: \?/);
  const sent = await runTrace(['import', 'a.csv', '--env', 'sandbox', '--yes'], cwd);
  expect(sent.code).toBe(3);
  expect(`${sent.stdout}${sent.stderr}`).toContain('PR_FIBRA1');
});

test('trace map asks about a column if another of its series may be a field, though no required one is missing', async () => {
  const text = 'Supplier ref,Name,DS_FIBRA1,PR_FIBRA1\nS1,Acme,COTON,90\n';
  const map = await mapOf('p.csv', text, '--sheet', 'p=supplier', '--interface', 'v2', '--yes');
  expect(map).toMatch(/# PR_FIBRA1: \?/);
});

test('trace map recognises compositions below an unusual header, and headers with a path of a shop', async () => {
  const head =
    'SKU,Title,Season (product.metafields.custom.season),Type,Supplier code (product.metafields.x.code)';
  const text = `${head},Care Content\nS1,Tee,SS27,TSHIRTS,F1,100% ORGANIC COTTON\nS2,Slip,SS27,PANTS,F1,100% WOOL\n`;
  const map = await mapOf('p.csv', text, '--sheet', 'p=product', '--accept', 'likely');
  expect(map).toContain('Season (product.metafields.custom.season): productCollectionRef');
  expect(map).toContain('Supplier code (product.metafields.x.code): supplierRef');
  expect(map).toContain('Care Content: composition # 100% ORG');
});

test('trace map proposes a missing required list for a column whose words are values of that list', async () => {
  const text =
    'Cod. materiale;Modello;Stagione;Tipologia;Utilizzo;Fornitore;Composizione\nT1;M1;PE27;TESSUTO;Fodera;F1;100% lana\nT2;M1;PE27;PLASTICA;Cerniera;F1;100% lana\n';
  const map = await mapOf('d.csv', text, '--sheet', 'd=component', '--accept', 'likely');
  expect(map).toMatch(/Utilizzo: category # \(accepted, not checked\)/);
  expect(map).toMatch(/Fodera: LININGS/);
});

const SOUND = 'projectType;importationBatch;Component ref;Product ref;Collection;Supplier ref;Type;Category';
const CELLS = 'STANDARD;B;C1;P1;SS27;S1;TEXTILE;LININGS';

test.for<[head: string, asked: readonly string[], more?: string]>([
  ['Material 1;Qty 1;Material 2;Qty 2', ['Qty 1', 'Qty 2']],
  ['Fibre;Qté;Fibre (2);Qté (2)', ['Qté', 'Qté (2)']],
  ['composition.1.material;Prezzo1;composition.2.material;Prezzo2', ['Prezzo1', 'Prezzo2']],
  ['FIBRA_A;QTA_A;FIBRA_B;QTA_B', ['QTA_A', 'QTA_B']],
  ['Material 1;% 1;Material 2;% 2;Price 1', [], ';3'],
])('trace map asks about columns of "%s" that may be shares', async ([head, asked, more = '']) => {
  const map = await mapOf(
    'components.csv',
    `${SOUND};${head}\n${CELLS};COTTON;90;LINEN;10${more}\n`,
    '--yes',
  );
  for (const header of asked) expect(map).toContain(`# ${header}: ?`);
  expect(/: ignore/.test(map)).toBe(asked.length === 0);
});

test('trace map does not ignore a column of compositions while no column is mapped to composition', async () => {
  const head =
    'projectType;importationBatch;Product ref;Category;Collection;Supplier ref;Care Content;Care label';
  const cells = 'STANDARD;B;P1;DRESSES;SS27;S1;100% RECYCLED POLYESTER;30 °C';
  const map = await mapOf('products.csv', `${head}\n${cells}\n`, '--yes');
  expect(map).toContain('Care Content: composition');
  expect(map).toContain('Care label: ignore');
});

test.each([[['--yes']], [['--accept', 'likely']]])(
  'trace map %j ignores no column of a shop export while a required field has no column',
  async (flags) => {
    const columns = [
      'SAIS_CREATION_PRODUIT',
      'Color (product.metafields.custom.color)',
      'Material (product.metafields.custom.material)',
    ];
    const cwd = await folderWith({
      'shop.csv': `Variant SKU,Title,${columns.join(',')}\nROB-1,Robe,SS27,Noir,COTTON\n`,
      'trace.config.yaml': sandboxConfig('http://127.0.0.1:9'),
    });
    await runTrace(['map', 'shop.csv', '--sheet', 'shop=product', '--interface', 'v2', ...flags], cwd);
    const map = readFileSync(path.join(cwd, 'trace.map.yaml'), 'utf8');
    expect(map).not.toMatch(/: ignore/);
    expect((await runTrace(['import', 'shop.csv', '--env', 'sandbox', '--yes'], cwd)).code).toBe(3);
  },
);

test('--accept likely accepts an answer that is the only candidate and marks it; several candidates stay open', async () => {
  const cwd = await folderWith({
    's.csv':
      'supplierRef,Suppler name,category,address.country\nF1,Acme,OTHER - Warehouse,Congo\nF2,Beta,OTHER - Warehouse,FR\n',
  });
  const flags = ['map', 's.csv', '--sheet', 's=supplier', '--interface', 'v2'];
  expectEnd(await runTrace([...flags, '--yes', '--out', 'asked.yaml'], cwd), 3, '--accept likely');
  const made = await runTrace([...flags, '--accept', 'likely'], cwd);
  expectEnd(made, 3, '1 answer was accepted');
  const next = /Then: trace (.*)$/m.exec(made.stderr.replaceAll(/\n +/g, ' '))![1]!;
  expect(next).not.toContain('--accept');
  const map = readFileSync(path.join(cwd, 'trace.map.yaml'), 'utf8');
  expect(map).toContain('Suppler name: name # (accepted, not checked) Acme, Beta');
  expect(map).toMatch(/# +Congo: \?/);
  expectEnd(await runTrace([...flags, '--accept', 'some'], cwd), 2, 'use one of likely, everything');
});

test('check advises trace map for an export of another system, and both assume the same kind', async () => {
  const head = 'Style Code,Colour Code,Season,Type,Content,Comp No,Weight g,Mill,Finish';
  const rows = [1, 2, 3].map(
    (at) => `ROB-${at},C${at},SS27,MAIN,100% COTTON,CMP-${at},120,Filature ${at},RAW`,
  );
  const cwd = await folderWith({
    'Style 147.csv': [head, ...rows, ''].join('\n'),
    'known.csv': 'supplierRef,name,category\nF1,Acme,OTHER - Warehouse\n',
  });
  const { code, stdout } = await runTrace(['check', 'Style 147.csv', 'known.csv', '--strict'], cwd);
  expect(code).toBe(3);
  const [first] = stdout.split('\n');
  expect(first).toMatch(/^This looks like an export of another system; \d+ columns can be mapped/);
  const command = /: (trace map .*)$/.exec(first!)![1]!;
  expect(stdout).toContain(`Next: ${command}`);
  expect(command).toBe('trace map "Style 147.csv" known.csv');
  const mapped = await runTrace(['map', 'Style 147.csv', 'known.csv', '--json'], cwd);
  const { sheets } = JSON.parse(mapped.stdout) as { sheets: { kindCandidates: string[] }[] };
  expect(stdout).toContain(`(${sheets[0]!.kindCandidates[0]}s in Style 147)`);
  expect((await runTrace(['check', 'known.csv'], cwd)).stdout).not.toContain('another system');
});
