import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';

/** The tests of the real binary run what a person runs: the built one, made anew before them. */
export default function setup(): void {
  if (process.env.TRACE_SKIP_BUILD) return;
  const tsdown = createRequire(import.meta.url).resolve('tsdown/run');
  execFileSync(process.execPath, [tsdown], { stdio: 'pipe' });
}
