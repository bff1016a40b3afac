import type { Inputs } from './inputs.ts';
import { type Figures, mediansOf } from './measure.ts';
import type { Processes, Usage } from './process.ts';
import { atMost, type Block, type Entry } from './table.ts';

/** What a job works with. */
export interface Bench {
  readonly folder: string;
  readonly inputs: Inputs;
  readonly processes: Processes;
  /** At most so many rounds. */
  readonly rounds: number;
}

/** One or more lines of the table. */
export interface Job {
  readonly name: string;
  /** Seconds after which no further round starts; the first round always runs. */
  readonly seconds: number;
  run(bench: Bench): Promise<Block>;
}

/** Each runs once and returns its figures. */
type Candidates = Readonly<Record<string, (() => Figures | Promise<Figures>) | undefined>>;
type Medians<C extends Candidates> = {
  readonly [Name in keyof C]: Awaited<ReturnType<NonNullable<C[Name]>>>;
};

/** Runs the candidates in turn until the time of the job is used, and makes the lines of their medians. */
export async function measured<C extends Candidates>(
  { rounds, seconds, title }: { rounds: number; seconds: number; title: string },
  candidates: C,
  entriesOf: (medians: Medians<C>) => Entry[],
): Promise<Block> {
  const runs = Object.entries(candidates).map(([name, run]) => ({
    name,
    run: run!,
    figures: [] as Figures[],
  }));
  const start = performance.now();
  let done = 0;
  let last = 0;
  do {
    const roundStart = performance.now();
    for (const { run, figures } of runs) figures.push(await run());
    last = performance.now() - roundStart;
    done++;
  } while (done < rounds && performance.now() - start + last <= seconds * 1000);
  const medians = runs.map(({ name, figures }) => [name, mediansOf(figures)] as const);
  compareSeen(medians);
  const entries = entriesOf(Object.fromEntries(medians) as Medians<C>);
  return { title: `${title} (${done} ${done === 1 ? 'run' : 'runs'})`, entries };
}

/** Readers must have seen the same rows and texts: one that reads nothing would be fast. */
function compareSeen(medians: readonly (readonly [name: string, figures: Figures])[]): void {
  const readers = medians.filter(([, { rows }]) => rows !== undefined);
  const told = readers.map(([name, { rows, chars }]) => `${name}: ${rows} rows, ${chars} characters`);
  if (new Set(told.map((text) => text.slice(text.indexOf(':')))).size > 1) throw new Error(told.join('; '));
}

export interface Limits {
  /** Ratios to other candidates that trace must not exceed. */
  readonly most?: Readonly<Record<string, number>>;
  readonly seconds?: number;
  readonly mb?: number;
}

/** Lines of CPU seconds and peak memory: trace, then each of the others with the ratio. */
export function cpuEntries(
  { trace, ...others }: Readonly<Record<string, Usage | undefined>> & { readonly trace: Usage },
  { most = {}, seconds: limit, mb }: Limits,
): Entry[] {
  const goals = [
    ...(limit === undefined ? [] : [atMost(trace.cpu, limit, 's')]),
    ...(mb === undefined ? [] : [atMost(trace.peak, Math.round(mb), 'MB')]),
  ];
  return [
    { name: 'trace', ...figuresOf(trace), goals },
    ...Object.entries(others as Record<string, Usage>).map(([name, usage]) => {
      const ratio = trace.cpu / usage.cpu;
      const ratioGoal = most[name] === undefined ? [] : [atMost(ratio, most[name])];
      return { name, ...figuresOf(usage), ratio, goals: ratioGoal };
    }),
  ];
}

/** The line of ten times the rows. */
export function growthEntry(name: string, small: Usage, large: Usage): Entry {
  const [time, memory] = [large.cpu / small.cpu, large.peak / small.peak];
  return {
    name,
    value: `${time.toFixed(1)}x`,
    peak: `${memory.toFixed(2)}x`,
    goals: [atMost(time, 11, 'times the CPU'), atMost(memory, 1.2, 'times the memory')],
  };
}

const figuresOf = ({ cpu, peak }: Usage) => ({
  value: `${cpu.toFixed(2)} s`,
  peak: `${Math.round(peak)} MB`,
});
export const thousands = (count: number): string => count.toLocaleString('en-US');
