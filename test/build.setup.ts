import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Builds the binary that tests start, and gives all processes of the test run one cache of compiled code. */
export default function setup(): () => void {
  const cache = mkdtempSync(path.join(tmpdir(), 'trace-compiled-'));
  process.env.NODE_COMPILE_CACHE = cache;
  if (!process.env.TRACE_SKIP_BUILD) {
    const tsdown = createRequire(import.meta.url).resolve('tsdown/run');
    for (const program of ['scripts/compile-languages.ts', tsdown])
      execFileSync(process.execPath, [program], { stdio: 'pipe' });
  }
  return () => rmSync(cache, { recursive: true, force: true, maxRetries: 3 });
}
