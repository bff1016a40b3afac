import { homedir } from 'node:os';
import { join } from 'node:path';

/** Replaces `~/` at the start of a path by the home folder, as a shell does. `~` and `~name` are not replaced. */
export const fromHome = (path: string): string =>
  /^~(?=[/\\])/.test(path) ? join(homedir(), path.slice(1)) : path;

/**
 * The folder for state of the user that belongs to no project: TRACE_HOME, else the state folder of the user. Null if
 * neither is known.
 */
export function stateHome(env: Readonly<Record<string, string | undefined>>): string | null {
  const { TRACE_HOME, XDG_STATE_HOME, LOCALAPPDATA, HOME } = env;
  if (TRACE_HOME) return TRACE_HOME;
  const state = XDG_STATE_HOME || LOCALAPPDATA || (HOME && join(HOME, '.local', 'state'));
  return state ? join(state, 'trace') : null;
}
