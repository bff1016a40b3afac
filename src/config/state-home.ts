import { join } from 'node:path';

/**
 * The folder for the person's own state, outside of any project: TRACE_HOME, else the state folder of the system.
 * Null if neither is set.
 */
export function stateHome(env: Readonly<Record<string, string | undefined>>): string | null {
  const { TRACE_HOME, XDG_STATE_HOME, LOCALAPPDATA, HOME } = env;
  if (TRACE_HOME) return TRACE_HOME;
  const state = XDG_STATE_HOME || LOCALAPPDATA || (HOME && join(HOME, '.local', 'state'));
  return state ? join(state, 'trace') : null;
}
