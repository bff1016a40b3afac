import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Builds the binary that tests start, gives all processes of the test run one cache of compiled code, and puts their
 * temporary files into memory if there is room, so that ledgers do not wait for a disk. A kill loses neither of them.
 */
export default function setup(): () => void {
  const folder = mkdtempSync(path.join(memoryFolder() ?? tmpdir(), 'trace-'));
  // Some tests run as another user.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  process.env.NODE_COMPILE_CACHE = path.join(folder, 'compiled');
  if (!process.env.TRACE_SKIP_BUILD) {
    const tsdown = createRequire(import.meta.url).resolve('tsdown/run');
    for (const program of ['scripts/compile-languages.ts', 'scripts/library-types.ts', tsdown])
      execFileSync(process.execPath, [program], { stdio: 'pipe' });
  }
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** A folder in memory with 2 GiB free, from which programs can be started: containers often have one without. */
function memoryFolder(): string | undefined {
  const folder = '/dev/shm';
  if (!existsSync('/proc/mounts') || !existsSync(folder)) return undefined;
  const isMounted = /^\S+ \/dev\/shm tmpfs (?!\S*\bnoexec\b)/m.test(readFileSync('/proc/mounts', 'utf8'));
  const { bavail, bsize } = statfsSync(folder);
  return isMounted && bavail * bsize > 2 ** 31 ? folder : undefined;
}
