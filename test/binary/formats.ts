import { readdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { batchRecords } from '../../scripts/fixtures/batch.ts';
import { recordsIn } from '../../scripts/fixtures/exports/export-format.ts';
import { EXPORTS } from '../../scripts/fixtures/exports/systems.ts';
import { filledTemplate } from '../../scripts/fixtures/exports/template-workbook.ts';
import { BATCH } from '../../scripts/fixtures/house.ts';
import { batchWorkbook, type Records } from '../../scripts/fixtures/sheets.ts';
import type { Body } from '../../src/contract/kind.ts';
import { writeWorkbook } from '../../src/sheets/workbook-writer.ts';
import { folderWith, sandboxConfig } from '../cli/commands/harness.ts';
import { recordingService } from '../mock/recording.ts';
import { runTrace } from './harness.ts';

const MAPPED = path.join(import.meta.dirname, '..', '..', 'fixtures', 'mapped');
const SETTINGS = ['--family', 'STANDARD', '--batch', BATCH];

/** The batch in the format of another system, and the same records in columns that are named like the fields. */
export interface Format {
  readonly name: string;
  /** Files to copy into a folder, by name. */
  files(): Promise<Record<string, Uint8Array>>;
  /** The hand-written map file. */
  readonly map: string;
  readonly flags: readonly string[];
  plain(): Promise<Uint8Array>;
}

const records = batchRecords();

/** Without the project type and the batch, which other systems do not have. */
const exported = (all: Records): Records => {
  const cut = (bodies: readonly Body[]) =>
    bodies.map(({ projectType: _, importationBatch: __, ...body }): Body => body);
  const { supplier, packaging, product, component } = all;
  return {
    supplier: cut(supplier),
    packaging: cut(packaging),
    product: cut(product),
    component: cut(component),
  };
};

export const FORMATS: readonly Format[] = [
  {
    name: 'template',
    files: async () => ({ 'batch.xlsx': await writeWorkbook(filledTemplate(records)) }),
    map: path.join(MAPPED, 'template.map.yaml'),
    flags: [],
    plain: () => writeWorkbook(filledTemplate(records, 'names')),
  },
  ...EXPORTS.map(
    (format): Format => ({
      name: format.name,
      files: async () => filesOf(path.join(MAPPED, format.name)),
      map: path.join(MAPPED, `${format.name}.map.yaml`),
      flags: SETTINGS,
      plain: () => writeWorkbook(batchWorkbook(exported(recordsIn(format, records)))),
    }),
  ),
];

async function filesOf(folder: string): Promise<Record<string, Uint8Array>> {
  const names = readdirSync(folder);
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(path.join(folder, name))] as const)),
  );
}

/** Imports the files in `cwd` into a service that accepts all; returns the requests, sorted, since their order varies. */
export async function requestsOf(files: readonly string[], flags: readonly string[], cwd: string) {
  const { url, bodies } = await recordingService();
  writeFileSync(path.join(cwd, 'trace.config.yaml'), sandboxConfig(url, 'rate: 0'));
  const { code, stderr } = await runTrace(['import', ...files, '--env', 'sandbox', ...flags], cwd);
  return { code, stderr, bodies: bodies.sort() };
}

/** The requests for the records of a format in columns that are named like the fields. */
export async function plainRequests(format: Format) {
  const cwd = await folderWith({ 'plain.xlsx': await format.plain() });
  return requestsOf(['plain.xlsx'], format.flags, cwd);
}
