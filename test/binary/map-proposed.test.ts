import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parseMap } from '../../src/import/mapping/map-file/map-file.ts';
import { folderWith, sandboxConfig } from '../cli/commands/harness.ts';
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

const MATERIALS = path.join(import.meta.dirname, '..', '..', 'fixtures', 'mapped', 'materials.txt');

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

/** The lines of a proposed map file that are questions. */
const questions = (text: string): string[] =>
  text.split('\n').filter((line) => /^ *#.*: \?( |$)|: ["']\?["']/.test(line));

/** Columns that the proposed map reads otherwise than the one written by hand. Open ones are not wrong. */
function wrongColumns(proposed: string, byHand: string): string[] {
  const own = entriesOf(proposed);
  return entriesOf(byHand).flatMap(({ kind, columns = {} }) => {
    const targets = own.find((entry) => entry.kind === kind)?.columns ?? {};
    return Object.entries(columns).flatMap(([header, target]) => {
      const got = (targets as Record<string, string>)[header] ?? '?';
      return got === '?' || got === target
        ? []
        : [`${String(kind)}: ${header}: ${got}, not ${String(target)}`];
    });
  });
}

test.each(FORMATS)(
  'the batch as $name, with the proposed map and at most five answers, sends the same bytes',
  async (format) => {
    const files = await format.files();
    const cwd = await folderWith({ ...files, 'materials.txt': readFileSync(MATERIALS) });
    writeFileSync(path.join(cwd, 'trace.config.yaml'), sandboxConfig('http://127.0.0.1:9'));
    // Words only get values that the service is known to have.
    const added = await runTrace(['taxonomy', 'add', 'materials', 'materials.txt', '--env', 'sandbox'], cwd);
    expect(added.code, added.stderr).toBe(0);
    const names = Object.keys(files);
    const proposal = await runTrace(['map', ...names, '--yes', '--env', 'sandbox'], cwd);
    expect([0, 3], proposal.stderr).toContain(proposal.code);
    const mapFile = path.join(cwd, 'trace.map.yaml');
    // Columns that are all named like their fields need no map file.
    const text = existsSync(mapFile) ? readFileSync(mapFile, 'utf8') : readFileSync(format.map, 'utf8');
    expect(wrongColumns(text, readFileSync(format.map, 'utf8'))).toEqual([]);
    const answers = ANSWERS[format.name]!;
    expect(answers.length).toBeLessThanOrEqual(MOST_ANSWERS);
    if (answers.length > 0) writeFileSync(mapFile, answered(text, answers));
    const mapped = await requestsOf(names, format.flags, cwd);
    expect(mapped.code, `${questions(text).join('\n')}\n${mapped.stderr.slice(-2000)}`).toBe(0);
    expect(mapped.bodies).toEqual((await plainRequests(format)).bodies);
  },
);
