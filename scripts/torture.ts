/**
 * Kills the real binary at random moments of an import under faults, goes on with `trace resume`, and compares what is
 * reported with what the service holds: `npm run torture -- [ROUNDS] [--seed N]`, after `npm run build`. A bad round is
 * named with its seed; `npm run torture -- 1 --seed SEED` is that round again, as far as the machine's timing repeats.
 */
import { parseArgs } from 'node:util';
import { type Round, tortureRound } from './torture-round.ts';

export interface TortureOptions {
  readonly rounds: number;
  /** Of the first round; each further one has the next. */
  readonly seed: number;
  /** Takes each round as it ends. */
  readonly told?: (round: Round) => void;
}

export interface Torture {
  readonly rounds: number;
  readonly kills: number;
  readonly requests: number;
  /** Records that only a person can settle. */
  readonly inDoubt: number;
  /** Records of which the report and the service say different things. */
  readonly lost: number;
  /** Creates that were sent though the service had the record. */
  readonly twice: number;
  /** Lines about the rounds that went wrong, with their seeds. */
  readonly bad: readonly string[];
}

/** Runs the rounds one after the other. */
export async function torture({ rounds, seed, told }: TortureOptions): Promise<Torture> {
  const all: Round[] = [];
  for (let at = 0; at < rounds; at++) {
    const round = await tortureRound(seed + at);
    all.push(round);
    told?.(round);
  }
  const sum = (count: (round: Round) => number) => all.reduce((total, round) => total + count(round), 0);
  return {
    rounds,
    kills: sum(({ kills }) => kills),
    requests: sum(({ requests }) => requests),
    inDoubt: sum(({ inDoubt }) => inDoubt),
    lost: sum(({ lost }) => lost.length),
    twice: sum(({ repeats }) => repeats),
    bad: all.flatMap((round) => badLine(round) ?? []),
  };
}

function badLine({ seed, lost, twice, unsettled, broken }: Round): string | null {
  const parts = Object.entries({ lost, twice, unsettled, broken }).filter(([, said]) => said.length > 0);
  if (parts.length === 0) return null;
  return `seed ${seed}: ${parts.map(([part, said]) => `${part}: ${said.join(' | ')}`).join('; ')}`;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { seed: { type: 'string', default: '1' } },
    allowPositionals: true,
  });
  const rounds = Number(positionals[0] ?? 20);
  const seed = Number(values.seed);
  if (!Number.isSafeInteger(rounds) || rounds < 1 || !Number.isSafeInteger(seed) || seed < 0) {
    process.stdout.write('npm run torture -- [ROUNDS] [--seed N]: whole numbers, at least one round\n');
    process.exitCode = 2;
    return;
  }
  const told = (round: Round) => {
    const line = badLine(round);
    if (line !== null) process.stdout.write(`${line}\n`);
  };
  const { bad, ...counts } = await torture({ rounds, seed, told });
  const { kills, requests, inDoubt, lost, twice } = counts;
  process.stdout.write(
    `rounds ${rounds}, kills ${kills}, requests ${requests}, in doubt ${inDoubt}, lost ${lost}, twice ${twice}\n`,
  );
  if (bad.length > 0) process.exitCode = 1;
}

if (import.meta.main) await main();
