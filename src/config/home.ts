import { homedir } from 'node:os';
import { join } from 'node:path';

/** Replaces `~/` at the start of a path by the home folder, as a shell does. `~` alone and `~name` are file names. */
export const fromHome = (path: string): string =>
  /^~(?=[/\\])/.test(path) ? join(homedir(), path.slice(1)) : path;
