import { invocationWith } from '../cli/command.ts';
import { inputOf } from '../cli/flags/input.ts';
import { jobOf } from '../cli/run/inspecting.ts';
import { checkParts, checkVerdict } from '../cli/run/verdicts.ts';
import { checkMembers } from '../cli/view/check-view.ts';
import { documentOf } from '../cli/view/json-document.ts';
import type { Context } from '../context.ts';
import { checkInput } from '../import/check-input.ts';
import type { RunEvent } from '../import/report/run-event.ts';
import type { CheckDocument } from './documents.ts';
import { flagsOf } from './flags.ts';
import type { CheckOptions } from './options.ts';
import type { CheckResult } from './results.ts';

export async function checkWith(
  options: CheckOptions,
  emit: (event: RunEvent) => void,
  context: Context,
): Promise<CheckResult> {
  const flags = flagsOf(options);
  const all = options.all === true;
  const { environment, settings } = await inputOf(options.files, { ...flags, offline: true }, { context });
  const invocation = invocationWith(options.files, flags);
  const input = { environment, settings: { ...settings, allPlaces: all } };
  using checked = await checkInput({ ...jobOf(input, invocation, flags, context), listsAll: true, emit });
  context.signal.throwIfAborted();
  const verdict = checkVerdict(checked, { environment, invocation, signal: context.signal });
  emit(verdict);
  const document = await documentOf<CheckDocument>(checkMembers({ ...checkParts(checked), all }));
  const { exitCode, text, next } = verdict;
  return { ...document, exitCode, verdict: { text, next } };
}
