import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What one run of a work came to: figures by name, such as seconds of CPU. */
export type Figures = Readonly<Record<string, number>>;

/** A ratio that performance work is held to. */
export type Goal = { readonly most: number } | { readonly least: number };

/** One line of the table: our figure beside that of a peer or a floor, and the first divided by the second. */
export interface Line {
  readonly name: string;
  readonly ours: string;
  /** The peer or the floor. */
  readonly beside: string;
  readonly peer: string;
  readonly ratio: number;
  readonly goal?: Goal | undefined;
}

/** What a bench tells whoever started it. */
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
 * Runs the works in turn, all of them once a round, and gives the median of each figure of each: what the machine
 * does besides falls on all of them alike.
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
  return Object.fromEntries(names.map((name) => [name, medians(runs.get(name)!)])) as Record<
    Name,
    Record<Figure, number>
  >;
}

/** In a process that `apart` started: the work that it is for, and the folder of the data. */
const { TRACE_BENCH_WORK: ownWork, TRACE_BENCH_FOLDER: ownFolder } = process.env;
let folderOfAll = '';

/**
 * The same, each work in a process of its own, which waits for its turns: in one process each would pay for the heap
 * of the others, and a floor most of all. The bench is run again in each of them, up to this call.
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

/** Runs the work whenever the process that started this one asks for it, and ends with it. */
async function serve(work: () => Promise<Figures>): Promise<never> {
  process.on('disconnect', () => process.exit());
  process.on('message', async () => process.send!(await work()));
  process.send!({});
  return await new Promise(() => {});
}

/** What the process says next; it must not end before. */
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

function medians<Figure extends string>(runs: readonly Record<Figure, number>[]): Record<Figure, number> {
  const figures = Object.keys(runs[0]!) as Figure[];
  return Object.fromEntries(
    figures.map((figure) => [figure, median(runs.map((run) => run[figure]))]),
  ) as Record<Figure, number>;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
}

/** Seconds of CPU that this process spends on the work, its helper threads included. */
export async function cpuOf(work: () => unknown): Promise<{ cpu: number }> {
  const before = process.cpuUsage();
  await work();
  const used = process.cpuUsage(before);
  return { cpu: (used.user + used.system) / 1e6 };
}

/** Runs Node with these arguments to its end: seconds of its CPU up to its exit, and of the wall. */
export type ChildRunner = (args: readonly string[], cwd?: string) => Promise<{ cpu: number; wall: number }>;

/** A child tells its own usage on a pipe of its own: Node gives no usage of one child to its parent. */
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

/** Works in a folder that is gone afterwards; `prepare` puts the data there, once for all processes of a bench. */
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

/** A line of seconds of CPU. */
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

/** Prints the table, or hands it to `all.ts` when that started this process. */
export function tell(title: string, lines: readonly Line[]): void {
  if (process.send) process.send({ title, lines } satisfies Told);
  else process.stdout.write(tableOf([{ title, lines }]));
}

/** The tables as text, their columns aligned. */
export function tableOf(tables: readonly Told[]): string {
  const rows = tables.map(({ title, lines }) => ({ title, cells: lines.map(cellsOf) }));
  const all = [HEADS, ...rows.flatMap(({ cells }) => cells)];
  const widths = HEADS.map((_, at) => Math.max(...all.map((cells) => cells[at]!.length)));
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
  return `  ${text(HEADS)}\n${blocks.join('')}`;
}

const HEADS = ['', 'ours', 'peer or floor', '', 'ratio', 'goal'];

function cellsOf({ name, ours, beside, peer, ratio, goal }: Line): string[] {
  return [name, ours, beside, peer, `${ratio.toFixed(2)}x`, goal ? goalText(goal, ratio) : ''];
}

function goalText(goal: Goal, ratio: number): string {
  if ('most' in goal) return `at most ${goal.most}x: ${ratio <= goal.most ? 'met' : 'NOT MET'}`;
  return `at least ${goal.least}x: ${ratio >= goal.least ? 'met' : 'NOT MET'}`;
}
