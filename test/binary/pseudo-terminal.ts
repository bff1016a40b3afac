import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished } from 'vitest';
import { BINARY } from './harness.ts';

export const UP = '\u001b[A';
export const DOWN = '\u001b[B';
export const ENTER = '\r';
export const CTRL_C = '\u0003';

/** Gives a program a terminal; its flags differ on other systems. */
export const hasScript = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

/** A terminal of 80 columns with `trace ...argv`. */
export function terminal(cwd: string, argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const command = [process.execPath, BINARY, ...argv].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['-qec', `stty cols 80 rows 40; ${command}`, '/dev/null'], {
    cwd,
    env: { PATH: process.env.PATH, TERM: 'xterm-256color', NO_COLOR: '1', ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let shown = '';
  let from = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
  });
  return {
    all: () => shown,
    ended: once(child, 'exit') as Promise<[number | null]>,
    /** Types keys after the terminal has shown a text that it did not show before. */
    async type(text: string, ...keys: readonly string[]): Promise<void> {
      await expect.poll(() => shown.slice(from), { timeout: 20_000 }).toContain(text);
      for (const key of keys) {
        from = shown.length;
        child.stdin.write(key);
        await expect.poll(() => shown.length, { timeout: 20_000 }).toBeGreaterThan(from);
      }
    },
  };
}
