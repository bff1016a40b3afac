/**
 * Writes the generated pages of docs/ and the outlines of countries; with --check it only says which of them are not up to date, and exits 1.
 * A page is a line in PAGES: its path from the top folder and what it holds.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findingsPage } from '../src/findings/page.ts';
import { reportJsonSchema } from '../src/report/schema.ts';
import { commandsPage } from './commands-page.ts';
import { exportsPage } from './exports-page.ts';
import { spreadsheetsPage } from './spreadsheets-page.ts';
import { worldOutlines } from './world-outlines.ts';

const PAGES: Readonly<Record<string, () => string | Promise<string>>> = {
  'docs/commands.md': commandsPage,
  'docs/exports.md': exportsPage,
  'docs/findings.md': findingsPage,
  'docs/report.schema.json': () => `${JSON.stringify(reportJsonSchema(), null, 2)}\n`,
  'docs/spreadsheets.md': spreadsheetsPage,
  'src/page/world.json': worldOutlines,
};

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
