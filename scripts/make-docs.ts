/**
 * Writes the generated pages of docs/ and man/, and the outlines of countries. With --check, only lists the pages that are not up
 * to date, and exits with 1 if there are any. Each page is a line in PAGES: its path and the function that generates
 * it.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DOCUMENTS } from '../src/cli/view/document-schema.ts';
import { eventLine } from '../src/cli/view/event-schema.ts';
import { SCHEMA_VERSION } from '../src/cli/view/json-document.ts';
import { errorDocument, jsonSchemaOf, runReport } from '../src/cli/view/report-schema.ts';
import { configJsonSchema } from '../src/config/json-schema.ts';
import { mapFile } from '../src/map/map-file/map-file.ts';
import { commandsPage } from './commands-page.ts';
import { examplePage } from './example-page.ts';
import { exportsPage } from './exports-page.ts';
import { findingsPage } from './findings-page.ts';
import { manPage } from './man-page.ts';
import { mappingPage } from './mapping-page.ts';
import { studiesPage, studiesPicture } from './pictures/studies.ts';
import { importPicture } from './pictures/terminal.ts';
import { workbookPicture } from './pictures/workbook.ts';
import { spreadsheetsPage } from './spreadsheets-page.ts';
import { worldOutlines } from './world-outlines.ts';

const PAGES: Readonly<Record<string, () => string | Promise<string>>> = {
  'docs/commands.md': commandsPage,
  'docs/exports.md': exportsPage,
  'docs/findings.md': findingsPage,
  'docs/config.schema.json': configJsonSchema,
  'docs/documents.schema.json': () => schemaPage(documentsSchema()),
  'docs/errors.schema.json': () => schemaPage(jsonSchemaOf(errorDocument)),
  'docs/events.schema.json': () => schemaPage(jsonSchemaOf(eventLine)),
  'docs/map-file.schema.json': () => schemaPage(jsonSchemaOf(mapFile)),
  'docs/mapping.md': mappingPage,
  'docs/pictures/import.svg': importPicture,
  'docs/pictures/studies.svg': studiesPicture,
  'docs/pictures/workbook.svg': workbookPicture,
  'docs/report.schema.json': () => schemaPage(jsonSchemaOf(runReport)),
  'docs/run-page.html': examplePage,
  'docs/studies-page.html': studiesPage,
  'docs/spreadsheets.md': spreadsheetsPage,
  'man/trace.1': manPage,
  'src/read/page/world.json': worldOutlines,
};

const schemaPage = (schema: object): string => `${JSON.stringify(schema, null, 2)}\n`;

/** The documents that `--json` prints instead of a report, by command. */
function documentsSchema(): object {
  const entries = Object.entries(DOCUMENTS).map(([command, schema]) => {
    if (schema === runReport) return [command.replace(' ', '-'), { $ref: 'report.schema.json' }];
    const { $schema: _, ...own } = jsonSchemaOf(schema) as Record<string, unknown>;
    return [command.replace(' ', '-'), own];
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'JSON output of trace: one definition for each command; for commands that print lines, of a line',
    description: `Version ${SCHEMA_VERSION}. Members may be added without a new version.`,
    $defs: Object.fromEntries(entries),
  };
}

const check = process.argv.includes('--check');
const stale: string[] = [];
for (const [page, make] of Object.entries(PAGES)) {
  const path = fileURLToPath(new URL(`../${page}`, import.meta.url));
  const text = await make();
  const before = await readFile(path, 'utf8').catch(() => undefined);
  if (before?.replaceAll('\r\n', '\n') === text) continue;
  stale.push(page);
  if (check) continue;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
for (const page of stale) process.stdout.write(`${page} ${check ? 'is not up to date' : 'written'}\n`);
if (check && stale.length > 0) {
  process.stdout.write('Run "node scripts/make-docs.ts".\n');
  process.exitCode = 1;
}
