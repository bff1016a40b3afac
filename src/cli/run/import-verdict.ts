import type { ImportResult } from '../../import/import.ts';
import type { Verdict } from '../../import/report/run-event.ts';
import { totalsOf } from '../../import/report/run-result.ts';
import { environmentLabel, verdictOf } from '../../import/report/verdict.ts';
import { remainingWork } from './earlier-run.ts';
import { type Judged, problemsOf } from './verdicts.ts';

/** `sendsUpdates`: whether changed records are sent as updates. */
export function importVerdict(
  { ledger, run, runId, findingGroups, unsentRows, stop }: ImportResult,
  { environment, isNamed, invocation, skipInvalid, updates }: Omit<Judged, 'signal'>,
  sendsUpdates: boolean,
): Verdict {
  const history = ledger.history(run);
  return verdictOf({
    ...{ command: updates === undefined ? 'import' : 'update', run: runId, updates, sendsUpdates },
    ...{ environment: environment.name, label: environmentLabel(environment, isNamed) },
    ...{ ...invocation, ...problemsOf({ findingGroups }), skipInvalid },
    totals: totalsOf(ledger, run),
    ignored: history.ignoredColumns(),
    partlyRead: history.partlyRead(),
    unsent: history.unsentSheets(),
    unsentRows,
    ...remainingWork(ledger, runId, environment),
    ...{ stop, toSend: 0 },
  });
}
