import { spawnSync } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** The POSIX shells on this machine. `sh` is always one of them. */
export const SHELLS: readonly string[] = ['sh', 'dash', 'bash', 'zsh', 'ksh'].filter(isInstalled);

function isInstalled(name: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** The arguments of a command that each line becomes when `shell` runs the lines as a script. */
export function shellWords(shell: string, lines: readonly string[]): string[][] {
  return run(shell, [], lines, {});
}

/** As pasted at a prompt of bash, where `!` refers to an earlier command. */
export function promptWords(lines: readonly string[]): string[][] {
  return run('bash', ['--norc', '--noprofile', '-i'], ['set -o history -o histexpand', ...lines], {
    HISTFILE: '/dev/null',
    PS1: '',
    PS2: '',
  });
}

/**
 * Replaces `trace`: writes each of its arguments, and a mark after the last, to a file, since standard output may be
 * redirected.
 */
const TRACE = 'trace() { { for word in "$@"; do printf "%s\\0" "$word"; done; printf "\\1\\0"; } >&3; }';

function run(
  shell: string,
  flags: readonly string[],
  lines: readonly string[],
  env: Readonly<Record<string, string>>,
): string[][] {
  const script = `${[TRACE, ...lines].join('\n')}\nexit 0\n`;
  const cwd = mkdtempSync(join(tmpdir(), 'trace-shell-'));
  const { output, stderr, status } = spawnSync(shell, flags, {
    ...{ input: script, encoding: 'utf8', cwd, stdio: ['pipe', 'pipe', 'pipe', 'pipe'] },
    env: { PATH: process.env.PATH ?? '', HOME: '/nonexistent', LC_ALL: 'C.UTF-8', ...env },
  });
  rmSync(cwd, { recursive: true });
  if (status !== 0) throw new Error(`${shell} ended with ${status}: ${stderr}`);
  const calls: string[][] = [[]];
  for (const word of output[3]!.split('\0').slice(0, -1)) {
    if (word === '\x01') calls.push([]);
    else calls.at(-1)!.push(word);
  }
  return calls.slice(0, -1);
}
