import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { usage } from '../errors.ts';
import { say } from '../say.ts';

/** Replaces `~/` at the start of a path by the home folder, as a shell does. `~` and `~name` are not replaced. */
export const fromHome = (path: string): string =>
  /^~(?=[/\\])/.test(path) ? join(homedir(), path.slice(1)) : path;

/** The environment variables of a process. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Variables that say where the folders of the user are. */
const FOLDERS = [
  ...['TRACE_HOME', 'HOME', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME'],
  ...['APPDATA', 'LOCALAPPDATA'],
];

/**
 * Refuses relative folders of the user: they would be in the current folder, and a cloned folder could then approve
 * its own configuration.
 *
 * @throws TraceError `home-relative`
 */
export function refuseRelativeHome(env: Variables): void {
  for (const name of FOLDERS) {
    const value = env[name];
    if (!value || isAbsolute(value)) continue;
    const { homeRelative, homeRelativeHow } = say().configuration;
    throw usage('home-relative', homeRelative({ name, value }), homeRelativeHow({ name }));
  }
}

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
