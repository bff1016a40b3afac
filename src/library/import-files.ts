import { invocationWith } from '../cli/command.ts';
import { inputOf } from '../cli/flags/input.ts';
import { confirmProduction } from '../cli/run/confirm.ts';
import { importVerdict } from '../cli/run/import-verdict.ts';
import { jobOf } from '../cli/run/inspecting.ts';
import { keptState } from '../cli/run/kept-state.ts';
import { documentOf } from '../cli/view/json-document.ts';
import { reportMembers } from '../cli/view/run-report.ts';
import { requireApproval, requireState } from '../config/approval.ts';
import type { Context } from '../context.ts';
import { TraceError } from '../errors.ts';
import { storeVerdict } from '../import/end-run.ts';
import { importFiles } from '../import/import.ts';
import { reportParts } from '../import/report/report-parts.ts';
import type { RunEvent } from '../import/report/run-event.ts';
import type { RunReport } from './documents.ts';
import { flagsOf } from './flags.ts';
import type { ImportOptions } from './options.ts';
import type { ImportResult } from './results.ts';

export async function importWith(
  options: ImportOptions,
  emit: (event: RunEvent) => void,
  context: Context,
): Promise<ImportResult> {
  const { files, ledger: replace, yes, skipInvalid = false } = options;
  const flags = flagsOf(options);
  const input = await inputOf(files, flags, { context });
  const { environment } = input;
  await requireState(environment, context.env);
  await requireApproval(environment, context.env);
  const invocation = invocationWith(files, flags);
  const job = jobOf(input, invocation, { ...flags, yesTrust: undefined }, context);
  const run = await importFiles({
    ...{ ...job, emit, skipInvalid, replace, forced: context.forced },
    confirm: (leaving) => confirmProduction(environment, leaving, { ...(yes && { yes }) }, context),
  });
  try {
    const judged = { environment, isNamed: options.environment !== undefined, invocation, skipInvalid };
    const isUpdate = options.update === true;
    const at = context.now();
    const judge = (of: typeof run) => importVerdict(of, judged, isUpdate);
    const { verdict, row, error } = storeVerdict(run, judge, at.toISOString());
    emit(verdict);
    if (error !== undefined && !(error instanceof TraceError)) throw error;
    const isReadable = error === undefined && !run.ledger.goneError();
    const failures = isReadable ? await keptState(run, row, environment, context.now(), null) : [];
    const report = await documentOf<RunReport>(reportMembers(reportParts(run.ledger, row)));
    const warnings = [...(run.warning?.split('\n') ?? []), ...failures];
    return { ...report, warnings };
  } finally {
    run.close();
  }
}
