import { join } from 'node:path';

/**
 * Where a person's own state is kept, outside of any project: TRACE_HOME, else the folder of the system for it. Null
 * without any.
 */
export function stateHome(env: Readonly<Record<string, string | undefined>>): string | null {
  const { TRACE_HOME, XDG_STATE_HOME, LOCALAPPDATA, HOME } = env;
  if (TRACE_HOME) return TRACE_HOME;
  const state = XDG_STATE_HOME || LOCALAPPDATA || (HOME && join(HOME, '.local', 'state'));
  return state ? join(state, 'trace') : null;
}
