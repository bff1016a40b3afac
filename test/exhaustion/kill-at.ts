import { appendFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { type KillAt, watchSteps } from './steps.ts';

// Loaded before the tool: kills the process before the step that the environment names, and records which it was.
// Reads are not steps: a kill at one equals a kill at the next write.
const { area, at, inside } = JSON.parse(process.env.TRACE_TEST_KILL_AT!) as KillAt;
const note = process.env.TRACE_TEST_KILL_NOTE!;
let seen = 0;
await watchSteps(process.cwd(), {
  before(step) {
    if (step.area !== area || step.reads || (step.inside && !inside) || ++seen !== at) return undefined;
    appendFileSync(note, `${area}: ${step.what}`);
    // Otherwise only a process that ends fills the cache.
    flushCompileCache();
    process.kill(process.pid, 'SIGKILL');
    for (;;);
  },
});
