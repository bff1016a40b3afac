import type { Environment } from '../../config/environment.ts';
import { type Context, colorLevel } from '../../context.ts';
import { type CheckedInput, checkInput } from '../../import/check-input.ts';
import { storedMaps } from '../../import/input/map-in-force.ts';
import { limitYoungGeneration } from '../../import/input/read-context.ts';
import type { InputSettings } from '../../import/input/settings.ts';
import { type Inspection, type InspectJob, inspect } from '../../import/inspect.ts';
import type { SheetMap } from '../../records/record.ts';
import { systemClock } from '../../service/clock.ts';
import type { Invocation, Session } from '../command.ts';
import { emitTo, type Listener, plainListener } from '../view/listener.ts';
import { marksFor } from '../view/marks.ts';

/** Shows the progress of a run: drawn on a terminal, else as lines; with `quiet`, only what needs a person. */
export async function listenerOf(context: Context, drawn: boolean, quiet = false): Promise<Listener> {
  const screen = {
    ...{ stream: context.stderr, now: systemClock.now, colorLevel: colorLevel(context) },
    // What is not a terminal may become a log, so its lines have times.
    ...(context.isTTY ? {} : { at: context.now }),
  };
  if (!drawn || quiet) return plainListener(screen, { quiet });
  const { tasks } = await import('../view/tasks.ts');
  return tasks(screen, marksFor(process.platform, context.env));
}

/** Limits the heap of this process while it reads rows. A program that calls trace as a library keeps its own settings. */
export const HEAP_LIMIT = { 'rows-read': limitYoungGeneration };

/** The input of a check or a plan, and the options of its command. */
interface InspectionInput {
  readonly environment: Environment;
  readonly settings: InputSettings;
}
interface InspectingOptions {
  readonly skipInvalid?: boolean;
  readonly quiet?: boolean;
  readonly json?: boolean;
  readonly annotate?: string;
}

/** Reads, checks and plans the files, and reports progress, also to `lines`. The caller closes the ledger. */
export function planInput(
  input: InspectionInput,
  invocation: Invocation,
  options: InspectingOptions,
  { context }: Session,
  lines: Listener | null = null,
): Promise<Inspection> {
  const plan = (emit: InspectJob['emit']) =>
    inspect({
      ...jobOf(input, invocation, options, context),
      command: 'plan',
      skipInvalid: options.skipInvalid === true,
      emit,
    });
  return withProgress(context, lines, plan, { quiet: options.quiet });
}

/** Reads and checks the files, and reports progress, also to `watch`. The caller disposes the result. */
export function checkFiles(
  input: InspectionInput,
  invocation: Invocation,
  options: InspectingOptions,
  { context }: Session,
  watch: Pick<Listener, 'on'>,
): Promise<CheckedInput> {
  const listsAll = options.json === true || options.annotate !== undefined;
  const check = (emit: InspectJob['emit']) =>
    checkInput({ ...jobOf(input, invocation, options, context), listsAll, emit });
  return withProgress(context, null, check, { watch, quiet: options.quiet });
}

/** Reads files to repair them, to ask about them, or to merge answers into them, and reports progress. */
export const readInput = <Result>(
  input: InspectionInput,
  invocation: Invocation,
  { context }: Session,
  work: (job: Omit<InspectJob, 'command' | 'skipInvalid'>) => Promise<Result>,
): Promise<Result> =>
  withProgress(context, null, (emit) => work({ ...jobOf(input, invocation, {}, context), emit }));

/** Reads files to compare their records with the service, and reports progress. The caller closes the ledger. */
export const readToCompare = (
  input: InspectionInput,
  invocation: Invocation,
  { context }: Session,
): Promise<Inspection> =>
  withProgress(context, null, (emit) =>
    inspect({
      ...jobOf(input, invocation, {}, context),
      command: 'plan',
      emit: (event) => {
        if (event.type !== 'planned' && event.type !== 'run-started') emit(event);
      },
    }),
  );

/** Reads files to learn how their sheets are read, and reports no progress. The caller disposes the result. */
export const recogniseFiles = (
  { environment, settings }: InspectionInput,
  invocation: Invocation,
  { context }: Session,
  onSheet: (map: SheetMap) => void,
): Promise<CheckedInput> =>
  checkInput({
    ...jobOf({ environment, settings: { ...settings, onSheet } }, invocation, {}, context),
    listsAll: false,
    emit: emitTo([], HEAP_LIMIT),
  });

/** The job of reading files; see `InspectJob`. */
export const jobOf = (
  { environment, settings }: InspectionInput,
  { files }: Invocation,
  options: object,
  { env, now, signal }: Context,
) => ({
  ...{ environment, settings, env, now, signal },
  options: JSON.stringify({ ...options, files, maps: storedMaps(settings.maps) }),
});

/** Shows the progress of `work`. Draws nothing if JSON lines may go to the same terminal. */
async function withProgress<Result>(
  context: Context,
  lines: Listener | null,
  work: (emit: InspectJob['emit']) => Promise<Result>,
  { watch = null, quiet }: { watch?: Pick<Listener, 'on'> | null; quiet?: boolean | undefined } = {},
): Promise<Result> {
  const listener = await listenerOf(context, context.isTTY && lines === null, quiet);
  return work(emitTo([watch, listener, lines], HEAP_LIMIT)).finally(() => listener.end());
}
