import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parseMap } from '../../src/import/mapping/map-file/map-file.ts';
import { folderWith } from '../cli/commands/harness.ts';
import { FORMATS, plainRequests, requestsOf } from './formats.ts';
import { runTrace } from './harness.ts';

type Entry = Record<string, string | Record<string, string | Record<string, string>>>;

/** An edit of the map file: the sheet or file of the entry, and the path of the line with its value. */
interface Answer {
  readonly of: string;
  readonly line: readonly string[];
  readonly value: string;
}

const column = (of: string, header: string, value: string): Answer => ({
  of,
  line: ['columns', header],
  value,
});

/** What a person answers to the questions of `trace map --yes`, by format. */
const ANSWERS: Readonly<Record<string, readonly Answer[]>> = {
  template: [],
  'erp-fr': [
    column('ARTICLES', 'Programme RSE', 'projectImpact.programme'),
    column('NOMENCLATURES', 'Nature', 'type'),
    column('NOMENCLATURES', 'Famille composant', 'category'),
  ],
  sap: [
    column('Materialstamm', 'Programm', 'projectImpact.programme'),
    column('Kreditoren', 'Weltregion', 'address.region'),
    { of: 'Materialstamm', line: ['units', 'Nettogewicht'], value: 'kg' },
    { of: 'Stueckliste', line: ['units', 'Nettogewicht'], value: 'kg' },
  ],
  odoo: [
    column('Product Variant', 'Program', 'projectImpact.programme'),
    { of: 'Product Variant', line: ['units', 'Weight'], value: 'kg' },
    { of: 'Bill of Material', line: ['units', 'BoM Lines/Component/Weight'], value: 'kg' },
  ],
  plm: [
    column('Style List', 'Program', 'projectImpact.programme'),
    { of: 'Style List', line: ['separators', 'Packaging Codes'], value: ',' },
    { of: 'BOM', line: ['separators', 'Lot No.'], value: ',' },
  ],
};

const MOST_ANSWERS = 5;

function entriesOf(text: string): Entry[] {
  const parsed = parseMap(text);
  if (!('lineOf' in parsed)) throw new Error(JSON.stringify(parsed));
  return parsed.map.sheets as unknown as Entry[];
}

const isOf = (entry: Entry, of: string): boolean =>
  [entry.sheet, entry.file].flat().some((name) => String(name ?? '').startsWith(of));

/** Writes the answers into the entries; a map file may be JSON. */
function answered(text: string, answers: readonly Answer[]): string {
  const sheets = entriesOf(text);
  for (const { of, line, value } of answers) {
    const entry = sheets.find((one) => isOf(one, of));
    if (entry === undefined) throw new Error(`no entry of ${of}`);
    let at = entry as Record<string, unknown>;
    for (const step of line.slice(0, -1)) {
      at[step] ??= {};
      at = at[step] as Record<string, unknown>;
    }
    at[line.at(-1)!] = value;
  }
  return JSON.stringify({ version: 1, sheets }, null, 2);
}

/** What the map written by hand has and the other one has not, and the reverse: for a person who reads a failure. */
function differences(proposed: string, byHand: string): string[] {
  const own = entriesOf(proposed);
  return entriesOf(byHand).flatMap((entry) => {
    const other = own.find(({ kind }) => kind === entry.kind);
    if (other === undefined) return [`no entry of ${JSON.stringify(entry.kind)}`];
    const [mine, theirs] = [flat(entry), flat(other)];
    return [...mine]
      .filter(([key, value]) => theirs.get(key) !== value)
      .map(
        ([key, value]) =>
          `${String(entry.kind)} ${key}: ${value} (proposed: ${theirs.get(key) ?? 'nothing'})`,
      );
  });
}

const flat = (value: unknown, key = ''): Map<string, string> =>
  typeof value === 'object' && value !== null
    ? new Map(Object.entries(value).flatMap(([name, inner]) => [...flat(inner, `${key}/${name}`)]))
    : new Map([[key, String(value)]]);

test.each(FORMATS)(
  'the batch as $name, with the proposed map and at most five answers, sends the same bytes',
  async (format) => {
    const files = await format.files();
    const cwd = await folderWith(files);
    const names = Object.keys(files);
    const proposal = await runTrace(['map', ...names, '--yes'], cwd);
    expect([0, 3], proposal.stderr).toContain(proposal.code);
    const mapFile = path.join(cwd, 'trace.map.yaml');
    const text = readFileSync(mapFile, 'utf8');
    const answers = ANSWERS[format.name]!;
    expect(answers.length).toBeLessThanOrEqual(MOST_ANSWERS);
    if (answers.length > 0) writeFileSync(mapFile, answered(text, answers));
    const mapped = await requestsOf(names, format.flags, cwd);
    const missing = differences(readFileSync(mapFile, 'utf8'), readFileSync(format.map, 'utf8'));
    expect(mapped.code, `${missing.join('\n')}\n${mapped.stderr.slice(-2000)}`).toBe(0);
    expect(mapped.bodies).toEqual((await plainRequests(format)).bodies);
  },
);
