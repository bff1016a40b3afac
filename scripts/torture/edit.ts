import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReportRecord } from '../../src/cli/view/report-schema.ts';
import type { Random } from '../fixtures/random.ts';
import type { RequestLog } from './log.ts';
import type { Trial } from './trial.ts';

const SHEET = 'suppliers.csv';
/** A new text column, by the key in the same row. */
const COLUMNS = { supplierRef: 'additionalInformation', uniqueIdentifier: 'parentCompanyName' };

interface Edit {
  readonly random: Random;
  readonly trial: Trial;
  readonly log: RequestLog;
  readonly folder: string;
  /** The files of the batch, by name. */
  readonly files: Readonly<Record<string, string>>;
  /** The command line of the import. */
  readonly line: string;
}

/**
 * Changes some suppliers that are in the service, imports again and keeps the outdated ones. Nothing may be sent, and
 * exactly the changed rows must be outdated. Returns the problems, one sentence each.
 */
export async function editAndKeep({ random, trial, log, folder, files, line }: Edit): Promise<string[]> {
  const { text, changed } = edited(files[SHEET]!, random);
  await writeFile(join(folder, SHEET), text);
  const faults: string[] = [];
  const before = log.requests;
  const steps = [
    { line, code: 5, outdated: changed },
    { line: trial.line('resolve'), code: 5, outdated: changed },
    { line: trial.line('resolve', '--keep'), code: 0, outdated: [] },
    { line, code: 0, outdated: [] },
  ];
  for (const step of steps) {
    const { code } = await trial.command(step.line, 0);
    const report = await trial.report();
    const outdated = outdatedIn(report?.records ?? []);
    if (code !== step.code || outdated.join() !== step.outdated.join())
      faults.push(
        `"${step.line}" ended with ${code}, and ${outdated.join(', ') || 'nothing'} is outdated; changed: ${changed.join(', ')}`,
      );
  }
  if (log.requests > before) faults.push(`changed rows sent ${log.requests - before} requests`);
  return faults;
}

const outdatedIn = (records: readonly ReportRecord[]): string[] =>
  records.flatMap(({ outcome, key }) => (outcome === 'outdated' ? [key] : []));

/** Adds a column to the sheet, with values in some of its rows: at least in one. */
function edited(text: string, random: Random): { text: string; changed: string[] } {
  const [header = '', ...rows] = text.trimEnd().split('\n');
  const names = header.split(',');
  const [key, column] = Object.entries(COLUMNS).find(([name]) => names.includes(name))!;
  const at = names.indexOf(key);
  const drawn = rows.map(() => random.next() < 0.4);
  if (!drawn.includes(true)) drawn[0] = true;
  const changed = rows.flatMap((row, index) => (drawn[index] ? [row.split(',')[at]!] : []));
  const lines = rows.map((row, index) => `${row},${drawn[index] ? 'changed' : ''}\n`);
  return { text: [`${header},${column}\n`, ...lines].join(''), changed };
}
