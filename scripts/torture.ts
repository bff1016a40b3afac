/**
 * Kills the real binary at random moments of an import under faults, goes on with `trace resume`, and compares what is
 * reported with what the service holds: `npm run torture -- [ROUNDS] [--seed N] [--records N] [--at-once N]
 * [--program FILE]`, after `npm run build`. A bad round is named with its seed; `npm run torture -- 1 --seed SEED` is
 * that round again, as far as the machine's timing repeats. `--program` is the `bin/trace.js` of another build.
 */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ALL_FAULTS } from '../src/mock/chaos/plan.ts';
import { type Round, tortureRound } from './torture-round.ts';

export interface TortureOptions {
  readonly rounds: number;
  /** Of the first round; each further one has the next. */
  readonly seed: number;
  /** About how many records a round imports; a few hundred when left out. */
  readonly records?: number;
  /** Rounds that run at the same time, each with its own service and folder; 2 when left out. */
  readonly atOnce?: number;
  /** The program under test; `bin/trace.js` of this project when left out. */
  readonly program?: string;
  /** Takes each round as it ends. */
  readonly told?: (round: Round) => void;
}

export interface Torture {
  readonly rounds: number;
  /** Records imported, in all rounds. */
  readonly records: number;
  /** Of these, in the service at the end. */
  readonly stored: number;
  readonly kills: number;
  readonly requests: number;
  /** Records that only a person can settle. */
  readonly inDoubt: number;
  /** Of these, settled as the journal of the service tells. */
  readonly told: number;
  /** Records of which the report and the service say different things. */
  readonly lost: number;
  /** Creates that were sent though the service had the record. */
  readonly twice: number;
  /** What was injected, by name. */
  readonly faults: Readonly<Record<string, number>>;
  /** Lines about the rounds that went wrong, with their seeds. */
  readonly bad: readonly string[];
}

const PROGRAM = fileURLToPath(new URL('../bin/trace.js', import.meta.url));
const RECORDS = 254;
const LEAST_RECORDS = 20;
/** Sentences about one thing that went wrong. */
const MOST_SAID = 4;

/** Runs the rounds, a few at once. */
export async function torture(options: TortureOptions): Promise<Torture> {
  const { rounds, seed, records = RECORDS, atOnce = 2, program = PROGRAM, told } = options;
  const all: Round[] = [];
  let started = 0;
  const lane = async () => {
    while (started < rounds) {
      const round = await tortureRound({ seed: seed + started++, records, program });
      all.push(round);
      told?.(round);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  all.sort((one, other) => one.seed - other.seed);
  const sum = (count: (round: Round) => number) => all.reduce((total, round) => total + count(round), 0);
  return {
    rounds,
    records: sum((round) => round.records),
    stored: sum(({ stored }) => stored),
    kills: sum(({ kills }) => kills),
    requests: sum(({ requests }) => requests),
    inDoubt: sum(({ inDoubt }) => inDoubt),
    told: sum((round) => round.told),
    lost: sum(({ lost }) => lost.length),
    twice: sum(({ repeats }) => repeats),
    faults: Object.fromEntries(
      ALL_FAULTS.map((fault) => [fault, sum((round) => round.faults[fault] ?? 0)] as const),
    ),
    bad: all.flatMap((round) => badLine(round) ?? []),
  };
}

function badLine({ seed, lost, twice, unsettled, broken }: Round): string | null {
  const parts = Object.entries({ lost, twice, unsettled, broken }).filter(([, said]) => said.length > 0);
  if (parts.length === 0) return null;
  return `seed ${seed}: ${parts.map(([part, said]) => `${part}: ${firstOf(said)}`).join('; ')}`;
}

/** One cause mostly has many records. */
function firstOf(said: readonly string[]): string {
  const more = said.length > MOST_SAID ? [`and ${said.length - MOST_SAID} more`] : [];
  return [...said.slice(0, MOST_SAID), ...more].join(' | ');
}

const USAGE =
  `npm run torture -- [ROUNDS] [--seed N] [--records N] [--at-once N] [--program FILE]: whole numbers,\n` +
  `at least one round, ${LEAST_RECORDS} records in it\n`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      records: { type: 'string', default: String(RECORDS) },
      'at-once': { type: 'string', default: '2' },
      program: { type: 'string', default: PROGRAM },
    },
    allowPositionals: true,
  });
  const [rounds, seed, records, atOnce] = [
    [positionals[0] ?? '20', 1],
    [values.seed, 0],
    [values.records, LEAST_RECORDS],
    [values['at-once'], 1],
  ].map(([text, least]) => {
    const number = Number(text);
    return Number.isSafeInteger(number) && number >= Number(least) ? number : Number.NaN;
  }) as [number, number, number, number];
  if ([rounds, seed, records, atOnce].some(Number.isNaN)) {
    process.stdout.write(USAGE);
    process.exitCode = 2;
    return;
  }
  const told = (round: Round) => {
    const line = badLine(round);
    if (line !== null) process.stdout.write(`${line}\n`);
  };
  const program = resolve(values.program);
  if (!existsSync(join(dirname(program), '..', 'dist', 'main.js'))) {
    process.stdout.write(`${program} is not built: run npm run build there\n`);
    process.exitCode = 2;
    return;
  }
  const done = await torture({ rounds, seed, records, atOnce, program, told });
  const { kills, requests, inDoubt, lost, twice, bad } = done;
  process.stdout.write(
    `rounds ${rounds}, kills ${kills}, requests ${requests}, in doubt ${inDoubt}, lost ${lost}, twice ${twice}\n` +
      `records ${done.records}, stored ${done.stored}; of those in doubt ${done.told} settled by a word\n` +
      `faults ${Object.entries(done.faults)
        .map(([fault, count]) => `${fault} ${count}`)
        .join(', ')}\n`,
  );
  if (bad.length > 0) process.exitCode = 1;
}

if (import.meta.main) await main();
