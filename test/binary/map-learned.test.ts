import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { batchRecords } from '../../scripts/fixtures/batch.ts';
import { batchWorkbook } from '../../scripts/fixtures/sheets.ts';
import type { Body } from '../../src/contract/kind.ts';
import { writeWorkbook } from '../../src/sheets/workbook-writer.ts';
import { expectEnd, folderWith } from '../cli/commands/harness.ts';
import { requestsOf } from './formats.ts';
import { runTrace } from './harness.ts';

/** Words of an ERP in Finnish, which trace does not know. */
const WORDS: Readonly<Record<string, string>> = {
  ...{
    TEXTILE: 'Tekstiili',
    PLASTIC: 'Muovi',
    METAL: 'Metalli',
    OTHER: 'Muu',
    LEATHER: 'Nahka',
    WOOD: 'Puu',
  },
  ...{ COTTON: 'Puuvilla', ELASTANE: 'Elastaani', POLYESTER: 'Polyesteri', WOOL: 'Villa', LINEN: 'Pellava' },
  // Poetic names of countries, which no list of country names has.
  ...{
    IT: 'Italia',
    PT: 'Portugalinmaa',
    DE: 'Saksanmaa',
    FR: 'Ranskanmaa',
    CN: 'Kiinanmaa',
    TR: 'Turkinmaa',
  },
  ...{ IN: 'Intianmaa', PL: 'Puolanmaa', BE: 'Belgianmaa', VN: 'Vietnam', ES: 'Espanjanmaa', MA: 'Marokko' },
  JP: 'Japaninmaa',
};

const said = (value: unknown): string => WORDS[String(value)] ?? String(value ?? '');

const FIELDS = [
  ...['componentRef', 'productRef', 'productCollectionRef', 'productColorCode', 'type', 'category'],
  ...['supplierRef', 'componentWeight', 'weavingCountry', 'dyeingCountry'],
];

interface Item {
  readonly material: string;
  readonly percentage: number;
}

/** The cells of a component in the export, by header. */
function cellsOf(body: Body): Record<string, string> {
  const items = (body.composition ?? []) as unknown as readonly Item[];
  return {
    Nimikenumero: String(body.componentRef),
    Malli: String(body.productRef),
    Kokoelma: String(body.productCollectionRef),
    Värikoodi: String(body.productColorCode ?? ''),
    Tyyppi: said(body.type),
    Ryhmä: String(body.category),
    Toimittaja: String(body.supplierRef ?? ''),
    'Paino (kg)':
      body.componentWeight === undefined ? '' : String(Number(body.componentWeight) / 1000).replace('.', ','),
    Koostumus: items.map(({ material, percentage }) => `${percentage} % ${said(material)}`).join(', '),
    Kutomamaa: said(body.weavingCountry),
    Värjäysmaa: said(body.dyeingCountry),
  };
}

const quoted = (cell: string) => (/[;"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

function csvOf(bodies: readonly Body[]): string {
  const rows = bodies.map(cellsOf);
  const headers = Object.keys(rows[0]!);
  return [headers, ...rows.map((row) => headers.map((header) => row[header]!))]
    .map((cells) => `${cells.map(quoted).join(';')}\n`)
    .join('');
}

test('trace map --learn maps an export in an unknown language from an imported file that a person corrected', async () => {
  const records = batchRecords();
  const cwd = await folderWith({
    'corrected.xlsx': await writeWorkbook(batchWorkbook(records)),
    'vienti.csv': csvOf(records.component),
  });
  const imported = await runTrace(['import', 'corrected.xlsx', '--yes'], cwd);
  expect(imported.code, imported.stderr).toBe(0);
  const [{ run }] = JSON.parse((await runTrace(['runs', 'list', '--json'], cwd)).stdout) as [{ run: string }];
  const learn = ['map', 'vienti.csv', '--learn', run, '--yes'];
  const mapped = await runTrace(learn, cwd);
  const mapFile = path.join(cwd, 'trace.map.yaml');
  const text = readFileSync(mapFile, 'utf8');
  expectEnd(
    mapped,
    3,
    /Learned from run \S+: 8 columns, 13 words\.\n {2}C "Kokoelma": .* too few different ones\n/,
  );
  // What the words of a column prove about its header is only likely, so a person confirms it.
  const confirmed = text.replace(
    /# (Kokoelma|Tyyppi|Kutomamaa): \? .*?(?:, .*; )?(\w+), ignore\?/g,
    '$1: $2',
  );
  expect(confirmed).toContain('Kokoelma: productCollectionRef');
  writeFileSync(mapFile, confirmed);
  expectEnd(await runTrace(learn, cwd), 0, /Learned from run \S+: no columns, 10 words\./);
  const checked = await runTrace(
    ['check', 'vienti.csv', '--family', 'STANDARD', '--external-refs', '--batch', 'B'],
    cwd,
  );
  expect(checked.code, checked.stdout).toBe(0);
  // Only the values of the corrected file are sent. The service of this import is empty, so it refuses the references.
  const { bodies } = await requestsOf(
    ['vienti.csv'],
    ['--family', 'STANDARD', '--external-refs', '--batch', 'B', '--map', mapFile, '--state-dir', 'other'],
    cwd,
  );
  const sent = bodies.map((body) => exportedPart(JSON.parse(body.slice(body.indexOf('{'))) as Body)).sort();
  expect(sent).toEqual(records.component.map(exportedPart).sort());
});

/** The fields of a component that the export has, as JSON. */
function exportedPart(body: Body): string {
  const items = ((body.composition ?? []) as unknown as readonly Item[]).map(({ material, percentage }) => ({
    material,
    percentage,
  }));
  const named = FIELDS.map((name) => [name, body[name] ?? null]);
  return JSON.stringify([...named, items]);
}
