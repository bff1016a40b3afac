import { command as advised, operands } from '../../advice.ts';
import type { Environment } from '../../config/environment.ts';
import { loadConfig } from '../../config/load.ts';
import { resolveEnvironment } from '../../config/resolve-environment.ts';
import { type Context, colorLevel, write } from '../../context.ts';
import type { InterfaceName } from '../../contract/kind.ts';
import { TraceError, usage } from '../../errors.ts';
import { openServiceOf } from '../../import/open-service.ts';
import { say } from '../../say.ts';
import { systemClock } from '../../service/clock.ts';
import { openReads, type Reads } from '../../service/reads.ts';
import type { Session } from '../command.ts';
import type { OptionsOf } from '../flags/help.ts';
import type { READ_FLAGS } from '../flags/input-flags.ts';
import { type ExportListener, exportProgress } from '../view/export-progress.ts';
import { marksFor } from '../view/marks.ts';
import { lineFor } from '../view/wrap.ts';

/** The values of the flags of every command that reads from the service. */
export type ListReadOptions = OptionsOf<typeof READ_FLAGS>;

/** A service that is open for reading, with its environment. */
export interface OpenService {
  readonly environment: Environment;
  /** The flags with which the next command uses the same environment, configuration and state. */
  readonly place: readonly string[];
  readonly reads: Reads;
  readonly listener: ExportListener;
}

/**
 * Opens the environment that the flags select, calls `work` with it, and closes it. `drawn` is false if `work` may write to
 * the terminal meanwhile. `watch` gets all events and warnings; without it, they are printed.
 */
export async function withOpenService<T>(
  options: ListReadOptions,
  { context }: Pick<Session, 'context'>,
  work: (open: OpenService) => Promise<T>,
  generation: InterfaceName = 'v2',
  drawn = context.isTTY,
  watch?: ExportListener['on'],
): Promise<T> {
  const environment = await environmentOf(options, context, generation);
  const target = await openServiceOf(environment, context.env, 'read', context.signal);
  const listener = watch ? { on: watch, end: async () => {} } : await listenerOf(context, drawn);
  let open: Reads | undefined;
  try {
    for (const line of target.warning?.split('\n') ?? [])
      if (watch) watch({ type: 'note', text: line });
      else await write(context.stderr, lineFor(context.stderr, line));
    open = openReads(target.service, {
      limiter: target.limiter,
      signal: context.signal,
      onEvent: listener.on,
    });
    return await work({ environment, place: environmentFlags(environment), reads: open, listener });
  } catch (error) {
    throw withNextCommand(error, environment);
  } finally {
    open?.client.close();
    await listener.end().finally(() => target.close());
  }
}

/** Shows the progress of reading: a task on a terminal, else lines. */
async function listenerOf(context: Context, drawn: boolean): Promise<ExportListener> {
  const screen = { stream: context.stderr, now: systemClock.now, colorLevel: colorLevel(context) };
  if (!drawn) return exportProgress(screen, null);
  const { TaskScreen } = await import('../view/task-screen.ts');
  return exportProgress(screen, new TaskScreen(screen, marksFor(process.platform, context.env)));
}

/**
 * The environment that the flags select. A v2 environment can also read v3 paths, at the same address; a v3 environment
 * has no v2 paths.
 *
 * @throws TraceError `interface` for a v3 environment if v2 is needed
 */
export async function environmentOf(
  options: ListReadOptions,
  context: Context,
  generation: InterfaceName = 'v2',
): Promise<Environment> {
  const { config, token } = context.given ?? {};
  const loaded = await loadConfig(context.cwd, options.config, context.signal, config);
  const environment = await resolveEnvironment(loaded, { ...options, token }, context.cwd);
  if (generation === 'v2' && environment.interface.value !== 'v2') {
    throw usage(
      'interface',
      say().reading.wrongInterface({ name: environment.interface.value }),
      say().reading.wrongInterfaceHow({
        command: advised('brand-products', 'list', ...environmentFlags(environment)),
      }),
    );
  }
  return environment;
}

/** The flags with which the next command uses the same environment, configuration and state. */
export const environmentFlags = ({ name, place }: Environment): string[] => ['--env', name, ...place];

/** Adds a hint with the next command to an error without a hint. */
function withNextCommand(error: unknown, { name, place }: Environment): unknown {
  if (!(error instanceof TraceError) || error.hint !== undefined) return error;
  const check = advised('env', 'check', ...operands([name], place));
  const next: Partial<Record<TraceError['exit'], string>> = {
    token: say().reading.tokenFrom({ command: check }),
    usage: say().reading.checkAddress({ command: advised('env', 'show', ...operands([name], place)) }),
    unreachable: say().reading.checkNetwork({ command: check }),
  };
  return new TraceError(error.exit, error.code, error.message, next[error.exit], error.cause);
}

/** The width of the terminal at standard output; null if it is not a terminal. */
export function screenOf(stdout: Context['stdout']): { readonly width: number } | null {
  const { isTTY, columns } = stdout as { isTTY?: boolean; columns?: number };
  return isTTY === true ? { width: columns && columns > 0 ? columns : 100 } : null;
}
