import { resolve } from 'node:path';
import { colorLevel, write, writeAll } from '../../context.ts';
import { usage } from '../../errors.ts';
import { targetOf } from '../../import/state/target.ts';
import { say } from '../../say.ts';
import { type SharedRun, sharedRuns } from '../../shared/shared-runs.ts';
import { storedTexts } from '../../shared/stored-files.ts';
import { forTerminal, jsonText } from '../../terminal-text.ts';
import type { Session } from '../command.ts';
import { type JobsOptions, type OpenMemory, withMemory } from '../run/open-jobs.ts';
import type { ListedRun } from '../view/document-schema.ts';
import { checkReportPath, replaceFile } from '../view/file.ts';
import type { ReportRecord } from '../view/report-schema.ts';
import { runLines, runRecordLines } from '../view/runs-view.ts';
import { lineFor, terminalWidth } from '../view/wrap.ts';

interface RunOptions extends JobsOptions {
  readonly json?: boolean;
  readonly outcome?: string;
  readonly attempts?: boolean;
  readonly out?: string;
  readonly force?: boolean;
}

/** Prints the last ended runs of all machines that share a memory. */
export const listSharedRuns = (options: RunOptions, limit: number, session: Session): Promise<void> =>
  withMemory(options, session, async ({ postgres, environment }) => {
    const { stdout } = session.context;
    const runs = (await sharedRuns(postgres, targetOf(environment), limit)).map(listedRun);
    const lines = options.json
      ? [jsonText(runs)]
      : runLines(runs, colorLevel(session.context), terminalWidth(stdout));
    for (const line of lines) await write(stdout, `${line}\n`);
  });

/** Prints the records of an ended run of any machine, from its stored report. */
export const showSharedRun = (id: string, options: RunOptions, session: Session): Promise<void> =>
  withMemory(options, session, async (memory) => {
    const { stdout, stderr } = session.context;
    const run = await foundRun(id, memory);
    const text = (await Array.fromAsync(storedTexts(memory.postgres, run.report))).join('');
    const report = JSON.parse(text) as {
      readonly records: readonly ReportRecord[];
      readonly verdict: { readonly text: string } | null;
    };
    const records = report.records.filter(({ outcome }) => (options.outcome ?? outcome) === outcome);
    const rows = records.map(({ origin: { file, sheet, row }, ...record }) => ({
      ...record,
      origin: { file, ...(sheet !== null && { sheet }), ...(row !== null && { row }) },
    }));
    if (options.json) {
      for (const row of rows) await write(stdout, `${jsonText({ type: 'record', ...row })}\n`);
      return;
    }
    const view = { allAttempts: options.attempts ?? false, width: terminalWidth(stdout) };
    for await (const line of runRecordLines(listedRun(run), rows, view)) await write(stdout, `${line}\n`);
    if (report.verdict) await write(stderr, lineFor(stderr, forTerminal(report.verdict.text, 1000)));
  });

/** Prints or writes the stored report of an ended run of any machine. */
export const writeSharedReport = (id: string, options: RunOptions, session: Session): Promise<void> =>
  withMemory(options, session, async (memory) => {
    const { stdout, cwd } = session.context;
    const { report } = await foundRun(id, memory);
    const texts = storedTexts(memory.postgres, report);
    if (options.out === undefined) return writeAll(stdout, texts);
    const how = { force: options.force === true, keep: [] };
    const path = resolve(cwd, options.out);
    await checkReportPath(path, how);
    await replaceFile(path, texts, how);
  });

async function foundRun(id: string, { postgres, environment }: OpenMemory): Promise<SharedRun> {
  const runs = await sharedRuns(postgres, targetOf(environment), null);
  const found = id === 'latest' ? runs.slice(0, 1) : runs.filter((run) => run.id.startsWith(id));
  if (found.length === 1) return found[0]!;
  throw usage('run-unknown', say().jobs.noSharedRun({ id }));
}

const listedRun = ({ id, target: _, report: __, finishedAt: ___, totals, ...run }: SharedRun): ListedRun => ({
  ...{ run: id, ...run },
  totals: totals as ListedRun['totals'],
});
