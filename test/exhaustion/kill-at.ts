import { appendFileSync } from 'node:fs';
import { type KillAt, watchSteps } from './steps.ts';

// Loaded before the tool: kills the process when it is about to do the step that the environment names, and leaves word
// of which it was. Reads are no steps: a kill at one is a kill at the write after it.
const { area, at, inside } = JSON.parse(process.env.TRACE_TEST_KILL_AT!) as KillAt;
const note = process.env.TRACE_TEST_KILL_NOTE!;
let seen = 0;
await watchSteps(process.cwd(), {
  before(step) {
    if (step.area !== area || step.reads || (step.inside && !inside) || ++seen !== at) return undefined;
    appendFileSync(note, `${area}: ${step.what}`);
    process.kill(process.pid, 'SIGKILL');
    for (;;);
  },
});
