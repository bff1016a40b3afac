import type { Environment } from '../../config/environment.ts';
import { type Context, colorLevel } from '../../context.ts';
import { mapsKept } from '../../import/input/map-in-force.ts';
import type { InputSettings } from '../../import/input/settings.ts';
import { type Inspection, inspect } from '../../import/inspect.ts';
import { systemClock } from '../../service/pacing.ts';
import type { Session } from '../command.ts';
import type { Listener } from '../view/listener.ts';
import { marksFor } from '../view/marks.ts';
import { plain } from '../view/plain.ts';
import type { Invocation } from './invocation.ts';

/** Shows the progress of a run: drawn on a terminal, else as lines. */
export async function listenerOf(context: Context, drawn = context.isTTY): Promise<Listener> {
  const screen = { stream: context.stderr, now: systemClock.now, colorLevel: colorLevel(context) };
  if (!drawn) return plain(screen);
  const { tasks } = await import('../view/tasks.ts');
  return tasks(screen, marksFor(process.platform, context.env));
}

/**
 * Reads and checks the files, plans them if the command is a plan, and reports progress, also to `lines`. The caller
 * closes the ledger.
 */
export async function inspecting(
  command: 'check' | 'plan',
  { environment, settings }: { environment: Environment; settings: InputSettings },
  invocation: Invocation,
  options: { readonly skipInvalid?: boolean; readonly json?: boolean },
  { context }: Session,
  lines: Listener | null = null,
): Promise<Inspection> {
  // Draws nothing if JSON lines may go to the same terminal.
  const listener = await listenerOf(context, context.isTTY && lines === null);
  return inspect({
    command,
    environment,
    env: context.env,
    settings,
    now: context.now,
    signal: context.signal,
    skipInvalid: options.skipInvalid === true,
    emit: (event) => {
      listener.on(event);
      lines?.on(event);
    },
    options: JSON.stringify({ ...options, files: invocation.files, maps: mapsKept(settings.maps) }),
  }).finally(() => listener.end());
}
