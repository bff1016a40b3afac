import { resolve } from 'node:path';
import { type Context, write, writeAll } from '../../context.ts';
import { reportParts } from '../../import/report/report-parts.ts';
import type { Ledger, RunRow } from '../../ledger/ledger.ts';
import { headingOf } from '../../read/tables/headings.ts';
import { kindText, say, stateText } from '../../say.ts';
import { blockText } from '../../send/push/outcome.ts';
import type { TableCell, TableColumn } from '../../sheets/table-file.ts';
import { requireListPath, writeList } from '../run/list-file.ts';
import { reportJson, writeRunPage, writeRunReport } from '../view/run-report.ts';
import { lineFor } from '../view/wrap.ts';

interface ReportOutputs {
  readonly out?: string;
  readonly html?: string;
  readonly rows?: string;
  readonly force?: boolean;
}

/**
 * Writes the report of a run: as JSON to `out`, as a page to `html`, every record to the table `rows`. Without any of them, prints
 * the JSON.
 *
 * @throws TraceError `flag-value` for a table that is neither CSV nor a workbook, and the errors of `writeRunReport` and `writeList`
 */
export async function reportRun(
  ledger: Ledger,
  run: RunRow,
  { out, html, rows, force = false }: ReportOutputs,
  active: boolean,
  { cwd, stdout, stderr }: Context,
): Promise<void> {
  // The lists of a report are each read once.
  const report = () => reportParts(ledger, run, active);
  if (rows !== undefined) requireListPath(rows, '--rows');
  if (out === undefined && html === undefined && rows === undefined)
    return writeAll(stdout, reportJson(report()));
  const how = { force, keep: [ledger.path] };
  if (out !== undefined) await writeRunReport(resolve(cwd, out), report(), how);
  if (html !== undefined) await writeRunPage(resolve(cwd, html), report(), how);
  if (rows !== undefined)
    await writeList(resolve(cwd, rows), { name: 'records', columns: columns() }, rowsOf(report()), force);
  for (const path of [html, rows])
    if (path !== undefined) await write(stderr, lineFor(stderr, say().runs.report({ path })));
}

function* rowsOf({ records }: ReturnType<typeof reportParts>): Iterable<readonly TableCell[]> {
  for (const { kind, key, outcome, messages, blockedBy, attempts, origin, ...record } of records) {
    const { id, studyId, showcaseLink, qrCodeLink, family, importationBatch } = record;
    const blocked = blockedBy && blockText(JSON.stringify(blockedBy));
    yield [
      ...[kindText(kind), key, stateText(outcome), messages.join(' '), blocked, `${attempts}`],
      ...[origin.file, origin.sheet, origin.rows?.join(', ') ?? origin.row],
      ...[id, studyId, showcaseLink, qrCodeLink, family, importationBatch],
    ];
  }
}

const columns = (): TableColumn[] =>
  [
    ...['kind', 'key', 'outcome', 'messages', 'blockedBy', 'attempts', 'file', 'sheet', 'row'],
    ...['id', 'studyId', 'showcaseLink', 'qrCodeLink', 'family', 'importationBatch'],
  ].map((name) => ({ name, heading: headingOf(name), type: 'text' }));
