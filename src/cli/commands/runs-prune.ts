import { dirname } from 'node:path';
import { loadConfig } from '../../config/load.ts';
import { settingIn, stateDir } from '../../config/resolve-environment.ts';
import { type Retention, retentionOf } from '../../config/retention.ts';
import { days, keepLast } from '../../config/schema.ts';
import { write } from '../../context.ts';
import { bytesOf, oldState, prune } from '../../import/state/prune.ts';
import { stateFiles } from '../../import/state/state-files.ts';
import { openAlone } from '../../ledger/ledger-file.ts';
import { numberText, say } from '../../say.ts';
import { jsonText } from '../../terminal-text.ts';
import type { Session } from '../command.ts';
import { openLedger } from '../run/earlier-run.ts';
import { SCHEMA_VERSION } from '../view/json-document.ts';
import { lineFor } from '../view/wrap.ts';
import type { PruneOptions } from './runs.ts';

/**
 * Removes old runs, reports and ledgers that were set aside from the state folder, or says what would be removed, and gives the
 * space back to the disk.
 *
 * @throws TraceError `run-locked` while a run sends, and errors of the ledger
 */
export async function pruneRuns(options: PruneOptions, { context }: Session): Promise<void> {
  const dryRun = options.dryRun === true;
  const now = context.now();
  const loaded = await loadConfig(context.cwd, options.config, context.signal);
  const path = stateFiles(stateDir(loaded, options, context.cwd).value).ledger;
  // A ledger that is lost, damaged or older is not opened for writing.
  (await openLedger(options, context)).close();
  using alone = openAlone(path, dirname(stateFiles(dirname(path)).lock('any')));
  const { ledger } = alone;
  const old = oldState(ledger, retention(options, loaded.config), now);
  const size = { reports: bytesOf(old.reports), ledgers: bytesOf(old.ledgers), ledger: 0 };
  if (dryRun) size.ledger = ledger.retention.bytesWithout(old.runs.map(({ run }) => run));
  else {
    const before = bytesOf([path]);
    prune(ledger, old);
    ledger.retention.compact();
    size.ledger = Math.max(0, before - bytesOf([path]));
    await ledger.backUp(now);
  }
  if (options.json) {
    const runs = old.runs.map(({ id }) => id);
    const document = { schemaVersion: SCHEMA_VERSION, dryRun, ...old, runs, bytes: size };
    await write(context.stdout, `${jsonText(document)}\n`);
    return;
  }
  const { removed, smaller, kept } = say().retention;
  const count = (which: readonly unknown[]) => ({ count: which.length, number: numberText(which.length) });
  const lineOf = (what: 'runs' | 'reports' | 'ledgers', bytes = 0) =>
    removed({ what, dryRun: `${dryRun}`, ...count(old[what]), size: sizeText(bytes) });
  const lines = [
    lineOf('runs'),
    ...(size.ledger === 0 ? [] : [smaller({ dryRun: `${dryRun}`, size: sizeText(size.ledger) })]),
    lineOf('reports', size.reports),
    ...(old.ledgers.length === 0 ? [] : [lineOf('ledgers', size.ledgers)]),
    ...(old.open.length === 0 ? [] : [kept({ ...count(old.open), runs: old.open.slice(0, 3).join(', ') })]),
  ];
  for (const line of lines) await write(context.stdout, lineFor(context.stdout, line));
}

const sizeText = (bytes: number): string =>
  say().limits.megabytes({ number: numberText(Math.ceil(bytes / 1e6)) });

/** The retention of the flags, of the configuration for those that are not given, or of the defaults. */
function retention(options: PruneOptions, config: Parameters<typeof retentionOf>[0]): Retention {
  const { keep, keepLast: last, keepReports } = options;
  const configured = retentionOf(config) ?? retentionOf({})!;
  return {
    keep: keep === undefined ? configured.keep : settingIn(days, '--keep', keep),
    keepLast: last === undefined ? configured.keepLast : settingIn(keepLast, '--keep-last', last),
    reports: keepReports === undefined ? configured.reports : settingIn(days, '--keep-reports', keepReports),
  };
}
