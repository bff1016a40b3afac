import { homedir } from 'node:os';
import { join } from 'node:path';

/** A path that begins with `~/`, in the person's home, as a shell makes it. `~` alone and `~name` are names of files. */
export const fromHome = (path: string): string =>
  /^~(?=[/\\])/.test(path) ? join(homedir(), path.slice(1)) : path;
