/**
 * Runs `trace check` on every spreadsheet below a folder (`npm run hostile -- FOLDER`; by default the hostile files in
 * TRACE_SAMPLES) and prints the result for each. Exits with 1 if a file exceeds a limit, causes a stack trace, or is
 * read as empty although it is not.
 */
import { readdir } from 'node:fs/promises';
import { extname, join, relative, resolve } from 'node:path';
import { BOUNDS, examine } from './hostile-run.ts';

const SPREADSHEETS = /^\.(xlsx|xlsm|xltx|xltm|xls|xlsb|ods|ooxml|csv|tsv|tab|psv|txt|slk|dif|fods)$/i;

const { INIT_CWD, TRACE_SAMPLES } = process.env;
const named = process.argv[2] === undefined ? undefined : resolve(INIT_CWD ?? '.', process.argv[2]);
const folder = named ?? (TRACE_SAMPLES === undefined ? undefined : join(TRACE_SAMPLES, 'hostile'));
if (folder === undefined) {
  process.stdout.write('Name a folder of spreadsheets, or set TRACE_SAMPLES.\n');
  process.exitCode = 2;
} else await examineAll(folder);

async function examineAll(top: string): Promise<void> {
  const entries = await readdir(top, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && SPREADSHEETS.test(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const line = (cells: readonly (string | number)[]) =>
    process.stdout.write(
      `${cells.map((cell, at) => (at < 5 ? String(cell).padStart(8) : String(cell))).join('  ')}\n`,
    );
  line(['exit', 'seconds', 'MB', 'findings', 'rows', 'file: verdict']);
  let faulty = 0;
  for (const file of files) {
    const { exit, seconds, megabytes, findings, rows, first, faults } = await examine(file);
    if (faults.length > 0) faulty++;
    const verdict = faults.length > 0 ? `FAULT: ${faults.join(', ')}` : 'ok';
    const excerpt = JSON.stringify(first.slice(0, 100)).slice(1, -1);
    line([
      exit ?? '-',
      seconds.toFixed(1),
      megabytes === null ? '-' : Math.round(megabytes),
      findings ?? '-',
      rows ?? '-',
      `${JSON.stringify(relative(top, file)).slice(1, -1)}: ${verdict}${excerpt === '' ? '' : ` (${excerpt})`}`,
    ]);
  }
  process.stdout.write(
    `${files.length} files, ${faulty} at fault; each may take ${BOUNDS.seconds} s and ${BOUNDS.megabytes} MB\n`,
  );
  if (faulty > 0 || files.length === 0) process.exitCode = 1;
}
