/**
 * Measures starting the built `trace` (needs `npm run build`) against an empty Node script. `node bench/start.ts
 * [RUNS]`; CPU and wall time of child processes.
 */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { componentsCsv } from './components.ts';
import { childRunner, cpuLine, type Goal, inFolder, interleave, millis, size, tell } from './measure.ts';

const runs = size(15);
const binary = fileURLToPath(new URL('../bin/trace.js', import.meta.url));
if (!existsSync(new URL('../dist/main.js', import.meta.url))) {
  throw new Error('there is no dist/main.js: run "npm run build" first');
}

type Cost = { cpu: number; wall: number };

await inFolder(async (folder) => {
  await writeFile(join(folder, 'components.csv'), [...componentsCsv(10)].join(''));
  const run = await childRunner(folder);
  const { nothing, version, help, check } = await interleave(
    {
      nothing: () => run(['-e', '0']),
      version: () => run([binary, '--version']),
      help: () => run([binary, '--help']),
      check: () => run([binary, 'check', 'components.csv', '--external-refs']),
    },
    runs,
  );
  const baseline = 'node -e 0';
  const cpu = (name: string, cost: Cost, goal?: Goal) => ({
    ...cpuLine(`${name}, CPU`, cost, baseline, nothing, goal),
    ours: millis(cost.cpu),
    peer: millis(nothing.cpu),
  });
  const wall = (name: string, cost: Cost, goal?: Goal) => ({
    name: `${name}, wall`,
    ours: millis(cost.wall),
    beside: baseline,
    peer: millis(nothing.wall),
    ratio: cost.wall / nothing.wall,
    goal,
  });
  tell(`start: ${runs} runs`, [
    cpu('--version', version, { most: 1.5 }),
    wall('--version', version),
    cpu('--help', help),
    wall('--help', help, { most: 2.5 }),
    cpu('check of 10 rows', check, { most: 2 }),
    wall('check of 10 rows', check),
  ]);
});
