import { homedir } from 'node:os';
import { join } from 'node:path';

/** A path with `~` at its begin replaced by the person's home, as a shell does; `~name` stays a name. */
export const fromHome = (path: string): string =>
  /^~(?=$|[/\\])/.test(path) ? join(homedir(), path.slice(1)) : path;
