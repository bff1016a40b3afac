import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The measurements of one run, by name, such as CPU seconds. */
export type Figures = Readonly<Record<string, number>>;

/** The target ratio. */
export type Goal = { readonly most: number } | { readonly least: number };

/** A line of the table: our value, that of another tool or a minimal baseline, and their ratio. */
export interface Line {
  readonly name: string;
  readonly ours: string;
  /** The other tool or the baseline. */
  readonly beside: string;
  readonly peer: string;
  readonly ratio: number;
  readonly goal?: Goal | undefined;
}

/** The result of a benchmark. */
export interface Told {
  readonly title: string;
  readonly lines: readonly Line[];
}

/** The number on the command line, or the default. */
export function size(fallback: number): number {
  const given = Number(process.argv[2] ?? fallback);
  if (!Number.isSafeInteger(given) || given < 1) throw new Error(`no size: ${process.argv[2]}`);
  return given;
}

/**
 * Runs the candidates in turn, all of them in each round, and returns the medians: other load on the machine affects
 * all of them equally.
 */
export async function interleave<Name extends string, Figure extends string>(
  works: Readonly<Record<Name, () => Promise<Record<Figure, number>>>>,
  rounds = 5,
): Promise<Record<Name, Record<Figure, number>>> {
  const names = Object.keys(works) as Name[];
  const runs = new Map(names.map((name) => [name, [] as Record<Figure, number>[]]));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      runs.get(name)!.push(await works[name]());
    }
  }
  return Object.fromEntries(names.map((name) => [name, mediansOf(runs.get(name)!)])) as Record<
    Name,
    Record<Figure, number>
  >;
}

/** Set in a process that `apart` started: its candidate, and the folder of the data. */
const { TRACE_BENCH_WORK: ownWork, TRACE_BENCH_FOLDER: ownFolder } = process.env;
let folderOfAll = '';

/**
 * The same, with each candidate in its own process: in one process each would pay for the heaps of the others. The
 * benchmark runs again in each process, up to this call.
 */
export async function apart<Name extends string, Figure extends string>(
  works: Readonly<Record<Name, () => Promise<Record<Figure, number>>>>,
  rounds = 5,
): Promise<Record<Name, Record<Figure, number>>> {
  if (ownWork !== undefined) return await serve(works[ownWork as Name]);
  const children = new Map<Name, ChildProcess>();
  try {
    for (const name of Object.keys(works) as Name[]) {
      const env = { ...process.env, TRACE_BENCH_WORK: name, TRACE_BENCH_FOLDER: folderOfAll };
      const child = fork(process.argv[1]!, process.argv.slice(2), { env });
      children.set(name, child);
      await answer(child);
    }
    const remote = [...children].map(([name, child]) => [
      name,
      () => {
        child.send('run');
        return answer(child);
      },
    ]);
    return await interleave<Name, Figure>(Object.fromEntries(remote), rounds);
  } finally {
    for (const child of children.values()) if (child.connected) child.disconnect();
  }
}

/** Runs the candidate whenever the parent requests it, and ends with the parent. */
async function serve(work: () => Promise<Figures>): Promise<never> {
  process.on('disconnect', () => process.exit());
  process.on('message', async () => process.send!(await work()));
  process.send!({});
  return await new Promise(() => {});
}

/** The next message of the process, which must not end before. */
function answer<Figure extends string>(child: ChildProcess): Promise<Record<Figure, number>> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`a process of the bench ended with ${code}`));
    child.once('exit', onExit);
    child.once('message', (figures) => {
      child.off('exit', onExit);
      resolve(figures as Record<Figure, number>);
    });
  });
}

/** The median of each figure. */
export function mediansOf<F extends Figures>(runs: readonly F[]): F {
  const figures = Object.keys(runs[0]!);
  return Object.fromEntries(
    figures.map((figure) => [figure, median(runs.map((run) => run[figure]!))]),
  ) as unknown as F;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
}

/** CPU seconds of this process for the candidate, including its helper threads. */
export async function cpuOf(work: () => unknown): Promise<{ cpu: number }> {
  const before = process.cpuUsage();
  await work();
  const used = process.cpuUsage(before);
  return { cpu: (used.user + used.system) / 1e6 };
}

/** Runs Node with these arguments; returns its CPU and wall seconds. */
export type ChildRunner = (args: readonly string[], cwd?: string) => Promise<{ cpu: number; wall: number }>;

/** A child reports its usage on a pipe, since Node does not give a parent the usage of one child. */
export async function childRunner(folder: string): Promise<ChildRunner> {
  const hook = join(folder, 'usage.cjs');
  await writeFile(
    hook,
    "process.on('exit', () => require('node:fs').writeSync(3, JSON.stringify(process.cpuUsage())));\n",
  );
  return async (args, cwd = folder) => {
    const start = performance.now();
    const { status, output, error } = spawnSync(process.execPath, ['--require', hook, ...args], {
      cwd,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    });
    const wall = (performance.now() - start) / 1000;
    if (error) throw error;
    if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${output[2]}`);
    const { user, system } = JSON.parse(String(output[3])) as NodeJS.CpuUsage;
    return { cpu: (user + system) / 1e6, wall };
  };
}

/** Runs in a temporary folder; `prepare` writes the data once for all processes of a benchmark. */
export async function inFolder(
  work: (folder: string) => Promise<void>,
  prepare: (folder: string) => Promise<void> = async () => {},
): Promise<void> {
  if (ownFolder !== undefined) return await work(ownFolder);
  const folder = await mkdtemp(join(tmpdir(), 'trace-bench-'));
  folderOfAll = folder;
  try {
    await prepare(folder);
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A line of CPU seconds. */
export function cpuLine(
  name: string,
  ours: { readonly cpu: number },
  beside: string,
  peer: { readonly cpu: number },
  goal?: Goal,
): Line {
  const ratio = ours.cpu / peer.cpu;
  return { name, ours: seconds(ours.cpu), beside, peer: seconds(peer.cpu), ratio, goal };
}

export const seconds = (value: number): string => `${value.toFixed(3)} s`;
export const millis = (value: number): string => `${(value * 1e3).toFixed(1)} ms`;
export const micros = (value: number): string => `${(value * 1e6).toFixed(1)} us`;

/** Prints the table, or sends it to `all.ts` if that started this process. */
export function tell(title: string, lines: readonly Line[]): void {
  if (process.send) process.send({ title, lines } satisfies Told);
  else process.stdout.write(tableOf([{ title, lines }]));
}

/** Formats the tables with aligned columns. */
export function tableOf(tables: readonly Told[]): string {
  const rows = tables.map(({ title, lines }) => ({ title, cells: lines.map(cellsOf) }));
  const all = [HEADERS, ...rows.flatMap(({ cells }) => cells)];
  const widths = HEADERS.map((_, at) => Math.max(...all.map((cells) => cells[at]!.length)));
  const text = (cells: readonly string[]) =>
    cells
      .map((cell, at) =>
        at === 0 || at === 2 || at > 4 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!),
      )
      .join('  ')
      .trimEnd();
  const blocks = rows.map(
    ({ title, cells }) => `${title}\n${cells.map((row) => `  ${text(row)}\n`).join('')}`,
  );
  return `  ${text(HEADERS)}\n${blocks.join('')}`;
}

const HEADERS = ['', 'ours', 'compared with', '', 'ratio', 'goal'];

function cellsOf({ name, ours, beside, peer, ratio, goal }: Line): string[] {
  return [name, ours, beside, peer, `${ratio.toFixed(2)}x`, goal ? goalText(goal, ratio) : ''];
}

function goalText(goal: Goal, ratio: number): string {
  if ('most' in goal) return `at most ${goal.most}x: ${ratio <= goal.most ? 'met' : 'NOT MET'}`;
  return `at least ${goal.least}x: ${ratio >= goal.least ? 'met' : 'NOT MET'}`;
}
