import { resolve } from 'node:path';
import { command as advised } from '../../advice.ts';
import { loadConfig } from '../../config/load.ts';
import { stateDir } from '../../config/resolve-environment.ts';
import { colorLevel, write } from '../../context.ts';
import { keyText } from '../../contract/kind.ts';
import { EXIT_CODES, usage } from '../../errors.ts';
import { reportParts } from '../../import/report/report-parts.ts';
import { errorOf } from '../../import/report/run-result.ts';
import { listOpen } from '../../import/resolve/resolve-run.ts';
import { ledgerToRead } from '../../import/state/ledger-faults.ts';
import { stateFiles } from '../../import/state/state-files.ts';
import type { DoubtfulRow } from '../../ledger/doubts.ts';
import type { OutdatedRow } from '../../ledger/outdated.ts';
import { kindText, say } from '../../say.ts';
import { forTerminal, jsonText } from '../../terminal-text.ts';
import type { Invocation, Session } from '../command.ts';
import type { OptionsOf } from '../flags/help.ts';
import {
  type EarlierRun,
  foundRun,
  type LedgerOptions,
  placeFlagsOf,
  remainingWork,
  verdictOfEarlierRun,
} from '../run/earlier-run.ts';
import type { SendingOptions } from '../run/sending.ts';
import { doubtLines } from '../view/doubt-view.ts';
import { checkReportPath } from '../view/file.ts';
import { outdatedList } from '../view/outdated-view.ts';
import { writeRunReport } from '../view/run-report.ts';
import { lineFor, terminalWidth } from '../view/wrap.ts';
import { doubtRecord, outdatedRecord, resolveDocument } from './resolve-records.ts';

export const RESOLVE_FLAGS = [
  ['--verify', 'verify'],
  ['--resend', 'resend'],
  ['--sent', 'sent'],
  ['--keep', 'keep'],
  ['--key <key>', 'key', { collect: true }],
  ['--kind <name>', 'kind'],
] as const;

export type ResolveOptions = LedgerOptions & SendingOptions & OptionsOf<typeof RESOLVE_FLAGS>;

/** Prints the records in doubt, the outdated records, and how to settle them. Sends nothing. */
export async function listRecords(
  { run, environment }: EarlierRun,
  invocation: Invocation,
  options: ResolveOptions,
  { context, info }: Session,
): Promise<number> {
  const loaded = await loadConfig(context.cwd, options.config, context.signal);
  const folder = stateDir(loaded, options, context.cwd).value;
  const report = options.report === undefined ? null : resolve(context.cwd, options.report);
  const how = { force: options.force === true, keep: [stateFiles(folder).ledger] };
  if (report) await checkReportPath(report, how);
  const pick = (rows: readonly DoubtfulRow[], outdated: readonly OutdatedRow[]) => {
    const all = [...rows, ...outdated];
    const ids = new Set((all.length === 0 ? [] : selectedRecords(all, options, run.id)).map((row) => row.id));
    return {
      rows: rows.filter((row) => ids.has(row.id)),
      outdated: outdated.filter((row) => ids.has(row.id)),
    };
  };
  const listing = listOpen({ environment, env: context.env, now: context.now, runId: run.id }, pick, () =>
    ledgerToRead(folder, context.env, placeFlagsOf(options)),
  );
  const { ledger, rows, outdated, noted } = listing;
  try {
    const { run: number } = foundRun(ledger, run.id);
    const verdict = verdictOfEarlierRun(
      'resolve',
      { ledger, run: number, runId: run.id, stop: null },
      environment,
      invocation,
    );
    const exitCode =
      rows.length > 0 ? EXIT_CODES.doubt.code : outdated.length > 0 ? EXIT_CODES.rows.code : verdict.exitCode;
    const now = context.now();
    const inDoubt = rows.map((row) => doubtRecord(row, run.interface, environment, now));
    const changed = outdated.map(outdatedRecord);
    const records = [...inDoubt, ...changed];
    if (report) {
      const content = reportParts(ledger, foundRun(ledger, run.id));
      const error = errorOf(exitCode, { text: verdict.text, next: verdict.next });
      await writeRunReport(report, { ...content, head: { ...content.head, exitCode, error } }, how);
    }
    if (options.json) {
      const document = resolveDocument(run.id, environment.name, { ...verdict, exitCode }, records);
      await write(context.stdout, `${jsonText(document)}\n`);
    } else {
      const place = placeFlagsOf(options);
      const { updatable = 0, updateCommand: updating = null } = remainingWork(ledger, run.id, environment);
      const update = updatable > 0 ? updating : null;
      const width = terminalWidth(context.stdout);
      const lines = [
        ...(inDoubt.length > 0 || changed.length === 0
          ? doubtLines(run.id, inDoubt, colorLevel(context), { place, width })
          : []),
        ...outdatedList(run.id, changed, { place, update, width }),
      ];
      for (const line of lines) await write(context.stdout, `${line}\n`);
    }
    if (records.length === 0 && verdict.next && !options.json)
      await write(
        context.stderr,
        lineFor(context.stderr, say().verdict.next({ advice: forTerminal(verdict.next, 1000) })),
      );
    if (!noted && records.length > 0)
      await write(context.stderr, lineFor(context.stderr, say().resolve.listNotStored()));
    info.reported = true;
    return exitCode;
  } finally {
    listing.close();
  }
}

/** The names of a kind that `--kind` accepts: also those that the lists print in the language of the command. */
const namesOf = (kind: string): string[] => [kind, `${kind}s`, kindText(kind), kindText(kind, 2)];

/**
 * The records that `--key` and `--kind` select.
 *
 * @throws TraceError if there are none
 */
export function selectedRecords<Row extends { readonly key: string; readonly kind: string }>(
  rows: readonly Row[],
  options: ResolveOptions,
  run: string,
  state = say().resolve.isEither(),
): readonly Row[] {
  const { key, kind } = options;
  const keys = key?.map((text) => text.trim());
  for (const text of keys ?? []) {
    if (rows.some((row) => keyText(row.key) === text)) continue;
    throw usage(
      'key-unknown',
      say().resolve.keyUnknown({ key: text, state }),
      say().resolve.keyHint({ command: advised('resolve', run, ...placeFlagsOf(options)) }),
    );
  }
  const some = rows.filter(
    (row) =>
      (keys === undefined || keys.includes(keyText(row.key))) &&
      (kind === undefined || namesOf(row.kind).includes(kind)),
  );
  if (some.length > 0 || rows.length === 0) return some;
  throw usage('kind-unknown', say().resolve.kindUnknown({ kind: kind!, state }));
}
