/**
 * Runs the real binary as a person does, under faults, kills, signals and damaged files, and compares its reports with
 * what the service received and stored. Needs `npm run build`.
 *
 * `npm run torture -- [ROUNDS] [--seed N] [--records N] [--at-once N] [--only MODES] [--without MODES]
 *   [--program FILE]`
 *
 * A failed round prints its seed and folder. `npm run torture -- 1 --seed SEED` repeats it, as far as timing allows.
 * `--program` is the `bin/trace.js` of another build.
 */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ALL_FAULTS } from '../src/mock/chaos/plan.ts';
import { type Abilities, abilitiesOf } from './torture/abilities.ts';
import { MODE_NAMES, MODES, type Mode } from './torture/modes.ts';
import { isBad, type Round, tortureRound } from './torture/round.ts';

export interface TortureOptions {
  readonly rounds: number;
  /** The seed of the first round. Each further round has the next number. */
  readonly seed: number;
  /** Approximate number of records in a round; by default random. */
  readonly records?: number | undefined;
  /** Number of rounds that run at the same time, each with its own service and folder; by default 2. */
  readonly atOnce?: number;
  /** Allowed modes; by default all. */
  readonly modes?: readonly Mode[];
  /** The program under test; by default `bin/trace.js` of this project. */
  readonly program?: string;
  /** Called after each round. */
  readonly onRound?: (round: Round) => void;
}

export interface Torture {
  readonly abilities: Abilities;
  /** In the order of their seeds. */
  readonly rounds: readonly Round[];
  readonly totals: Totals;
  /** Lines about the rounds that went wrong, with their seeds. */
  readonly bad: readonly string[];
}

/** Sums over all rounds. */
export interface Totals {
  readonly records: number;
  readonly stored: number;
  /** Number of commands that were run. */
  readonly commands: number;
  readonly kills: number;
  readonly signals: number;
  /** Number of times that the lock files were removed during a run, and that the disk was full. */
  readonly locks: number;
  readonly full: number;
  readonly requests: number;
  readonly faults: number;
  /** Number of records that a list showed as in doubt, and how many of them a command settled. */
  readonly inDoubt: number;
  readonly settled: Readonly<Record<'sent' | 'resend' | 'verify', number>>;
  readonly late: number;
  readonly damaged: number;
  /** Number of damages after which a command refused to work and named the next step. */
  readonly stopped: number;
  readonly reports: number;
  /** Number of records that a report calls stored and that are not, and of records without a row. */
  readonly lost: number;
  /** Number of creates that were sent although the service had the record. */
  readonly twice: number;
  /** Number of other rows with a wrong outcome, in any report. */
  readonly wrong: number;
  /** Injected faults, by name. */
  readonly byFault: Readonly<Record<string, number>>;
}

const PROGRAM = fileURLToPath(new URL('../bin/trace.js', import.meta.url));
const LEAST_RECORDS = 25;
/** Maximum number of sentences about the same problem. */
const MAX_SENTENCES = 4;

/** Runs the rounds, several at a time. */
export async function torture(options: TortureOptions): Promise<Torture> {
  const { rounds, seed, records, atOnce = 2, modes = MODE_NAMES, program = PROGRAM, onRound } = options;
  const abilities = await abilitiesOf(program);
  const all: Round[] = [];
  let started = 0;
  const lane = async () => {
    while (started < rounds) {
      const round = await tortureRound({ seed: seed + started++, records, program, abilities, modes });
      all.push(round);
      onRound?.(round);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  all.sort((one, other) => one.seed - other.seed);
  return { abilities, rounds: all, totals: totalsOf(all), bad: all.filter(isBad).map(badLine) };
}

function totalsOf(rounds: readonly Round[]): Totals {
  const sum = (count: (round: Round) => number) => rounds.reduce((total, round) => total + count(round), 0);
  const byFault = Object.fromEntries(
    ALL_FAULTS.map((fault) => [fault, sum(({ faults }) => faults[fault] ?? 0)] as const),
  );
  return {
    records: sum(({ records }) => records),
    stored: sum(({ stored }) => stored),
    commands: sum(({ counts }) => counts.runs),
    kills: sum(({ counts }) => counts.kills),
    signals: sum(({ counts }) => counts.signals),
    locks: sum(({ counts }) => counts.locks),
    full: sum(({ counts }) => counts.full),
    requests: sum(({ requests }) => requests),
    faults: Object.values(byFault).reduce((total, times) => total + times, 0),
    inDoubt: sum(({ inDoubt }) => inDoubt),
    settled: {
      sent: sum(({ settled }) => settled.sent),
      resend: sum(({ settled }) => settled.resend),
      verify: sum(({ settled }) => settled.verify),
    },
    late: sum(({ late }) => late),
    damaged: sum(({ counts }) => counts.damaged),
    stopped: sum(({ counts }) => counts.stopped),
    reports: sum(({ reports }) => reports),
    lost: sum(({ lost }) => lost.length),
    twice: sum(({ repeats }) => repeats),
    wrong: sum(({ wrong }) => wrong.length),
    byFault,
  };
}

function badLine({
  seed,
  modes,
  lost,
  wrong,
  twice,
  unsettled,
  broken,
  sentAfterDamage,
  folder,
}: Round): string {
  const parts = Object.entries({ lost, wrong, twice, unsettled, broken, sentAfterDamage })
    .filter(([, sentences]) => sentences.length > 0)
    .map(([part, sentences]) => `  ${part} ${sentences.length}: ${firstOf(sentences)}`);
  return [`seed ${seed} (${modes.join(' ')}), files in ${folder}`, ...parts].join('\n');
}

/** One cause usually affects many records. */
function firstOf(sentences: readonly string[]): string {
  const more = sentences.length > MAX_SENTENCES ? [`and ${sentences.length - MAX_SENTENCES} more`] : [];
  return [...sentences.slice(0, MAX_SENTENCES), ...more].join('\n    ');
}

/** The last lines of the output. */
export function summary({ rounds, totals, abilities, bad }: Torture): string {
  const { settled } = totals;
  const counts = [
    ['rounds', rounds.length],
    ['commands', totals.commands],
    ['kills', totals.kills],
    ['signals', totals.signals],
    ['lock files removed', totals.locks],
    ['full disks', totals.full],
    ['requests', totals.requests],
    ['faults', totals.faults],
    ['in doubt', totals.inDoubt],
    ['settled by --sent', settled.sent],
    ['by --resend', settled.resend],
    ['by --verify', settled.verify],
    ['late', totals.late],
    ['damaged', totals.damaged],
    ['stopped clearly', totals.stopped],
    ['reports', totals.reports],
    ['lost', totals.lost],
    ['twice', totals.twice],
    ['wrong', totals.wrong],
    ['bad rounds', bad.length],
  ];
  const without = [
    ...(abilities.absence ? [] : ['the setting absence']),
    ...(abilities.newLedger ? [] : ['--new-ledger']),
  ];
  const faults = Object.entries(totals.byFault).map(([fault, times]) => `${fault} ${times}`);
  return [
    counts.map(([name, count]) => `${name} ${count}`).join(', '),
    `records ${totals.records}, stored ${totals.stored}; by fault: ${faults.join(', ')}`,
    ...(without.length > 0 ? [`the program under test does not have ${without.join(' and ')}`] : []),
  ].join('\n');
}

const USAGE = [
  'npm run torture -- [ROUNDS] [--seed N] [--records N] [--at-once N] [--only MODES] [--without MODES] [--program FILE]:',
  `whole numbers, at least one round, ${LEAST_RECORDS} records in it. Modes, with commas between them:`,
  ...MODE_NAMES.map((name) => `  ${name.padEnd(10)} ${MODES[name].about}`),
  '',
].join('\n');

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      records: { type: 'string' },
      'at-once': { type: 'string', default: '2' },
      only: { type: 'string', default: MODE_NAMES.join(',') },
      without: { type: 'string', default: '' },
      program: { type: 'string', default: PROGRAM },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const rounds = wholeNumber(positionals[0] ?? '20', 1);
  const seed = wholeNumber(values.seed, 0);
  const records = values.records === undefined ? undefined : wholeNumber(values.records, LEAST_RECORDS);
  const atOnce = wholeNumber(values['at-once'], 1);
  const only = modesIn(values.only);
  const without = modesIn(values.without);
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  if (rounds === null || seed === null || records === null || atOnce === null || !only || !without) {
    process.stdout.write(USAGE);
    process.exitCode = 2;
    return;
  }
  const program = resolve(values.program);
  if (!existsSync(join(dirname(program), '..', 'dist', 'main.cjs'))) {
    process.stdout.write(`${program} is not built: run npm run build there\n`);
    process.exitCode = 2;
    return;
  }
  const modes = only.filter((name) => !without.includes(name));
  const onRound = (round: Round) => {
    if (isBad(round)) process.stdout.write(`${badLine(round)}\n`);
  };
  const done = await torture({ rounds, seed, records, atOnce, program, modes, onRound });
  process.stdout.write(`${summary(done)}\n`);
  if (done.bad.length > 0) process.exitCode = 1;
}

function wholeNumber(text: string, least: number): number | null {
  const number = Number(text);
  return text !== '' && Number.isSafeInteger(number) && number >= least ? number : null;
}

function modesIn(text: string): Mode[] | null {
  const names = text.split(',').filter((name) => name !== '');
  return names.every((name) => (MODE_NAMES as string[]).includes(name)) ? (names as Mode[]) : null;
}

if (import.meta.main) await main();
