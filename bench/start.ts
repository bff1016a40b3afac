/**
 * Measures starting the built `trace` (needs `npm run build`) against an empty Node script. `node bench/start.ts
 * [RUNS]`; CPU and wall time of child processes.
 */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { workbook } from '../test/sheets/workbook-builder.ts';
import { companions, componentCells, componentsCsv, HEADS } from './components.ts';
import { childRunner, cpuLine, type Goal, inFolder, interleave, millis, size, tell } from './measure.ts';

const ROWS = 10;
const runs = size(15);
const binary = fileURLToPath(new URL('../bin/trace.js', import.meta.url));
if (!existsSync(new URL('../dist/main.cjs', import.meta.url))) {
  throw new Error('there is no dist/main.cjs: run "npm run build" first');
}

/** The commands, each with its goals. An import gets a state folder of its own, so that it sends the rows each time. */
const COMMANDS: readonly {
  readonly name: string;
  readonly args: (run: number) => readonly string[];
  readonly cpu: Goal;
  readonly wall?: Goal;
}[] = [
  { name: '--version', args: () => ['--version'], cpu: { most: 1.6 } },
  { name: '--help', args: () => ['--help'], cpu: { most: 2 }, wall: { most: 2.5 } },
  {
    name: `check of ${ROWS} rows, csv`,
    args: () => ['check', 'components.csv', '--external-refs'],
    cpu: { most: 5 },
  },
  {
    name: `check of ${ROWS} rows, xlsx`,
    args: () => ['check', 'components.xlsx', '--external-refs'],
    cpu: { most: 6 },
  },
  {
    name: `import of ${ROWS} rows, mock`,
    args: (run) => ['import', 'suppliers.csv', '--state-dir', `state-${run}`],
    cpu: { most: 5 },
  },
];

await inFolder(async (folder) => {
  await writeFile(join(folder, 'components.csv'), [...componentsCsv(ROWS)].join(''));
  const suppliers = companions().suppliers.split(/(?<=\n)/);
  await writeFile(join(folder, 'suppliers.csv'), suppliers.slice(0, 1 + ROWS).join(''));
  await writeFile(join(folder, 'components.xlsx'), componentsWorkbook());
  const run = await childRunner(folder);
  let times = 0;
  const works = Object.fromEntries(
    COMMANDS.map(({ name, args }) => [name, () => run([binary, ...args(times++)])]),
  );
  for (const work of Object.values(works)) await work();
  const baseline = 'node -e 0';
  const costs = await interleave<string, 'cpu' | 'wall'>(
    { ...works, [baseline]: () => run(['-e', '0']) },
    runs,
  );
  const nothing = costs[baseline]!;
  tell(
    `start: ${runs} runs`,
    COMMANDS.flatMap(({ name, cpu, wall }) => {
      const cost = costs[name]!;
      return [
        {
          ...cpuLine(`${name}, CPU`, cost, baseline, nothing, cpu),
          ours: millis(cost.cpu),
          peer: millis(nothing.cpu),
        },
        {
          name: `${name}, wall`,
          ours: millis(cost.wall),
          beside: baseline,
          peer: millis(nothing.wall),
          ratio: cost.wall / nothing.wall,
          goal: wall,
        },
      ];
    }),
  );
});

/** The same rows as a workbook. */
function componentsWorkbook(): Buffer {
  const rows = [HEADS, ...Array.from({ length: ROWS }, (_, at) => componentCells(at))];
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const row = (cells: readonly string[]) => `<row>${cells.map(cell).join('')}</row>`;
  return workbook({ rows: { components: rows.map(row).join('') } });
}
