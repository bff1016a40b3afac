import { invocationWith } from '../cli/command.ts';
import { inputOf } from '../cli/flags/input.ts';
import { jobOf } from '../cli/run/inspecting.ts';
import { planDocument } from '../cli/run/plan-document.ts';
import { planVerdict } from '../cli/run/verdicts.ts';
import type { Context } from '../context.ts';
import { inspect } from '../import/inspect.ts';
import type { RunEvent } from '../import/report/run-event.ts';
import { flagsOf } from './flags.ts';
import type { PlanOptions } from './options.ts';
import type { PlanResult } from './results.ts';

export async function planWith(
  options: PlanOptions,
  emit: (event: RunEvent) => void,
  context: Context,
): Promise<PlanResult> {
  const flags = flagsOf(options);
  const skipInvalid = options.skipInvalid === true;
  const input = await inputOf(options.files, flags, { context });
  const invocation = invocationWith(options.files, flags);
  const job = { ...jobOf(input, invocation, flags, context), command: 'plan', skipInvalid, emit } as const;
  const inspection = await inspect(job);
  using _ledger = inspection.ledger;
  const { signal } = context;
  signal.throwIfAborted();
  const { environment } = input;
  const isNamed = options.environment !== undefined;
  const judged = { environment, isNamed, invocation, signal, skipInvalid };
  const verdict = planVerdict(inspection, judged);
  emit(verdict);
  const { exitCode, text, next } = verdict;
  return { ...planDocument(inspection, environment, exitCode), verdict: { text, next } };
}
