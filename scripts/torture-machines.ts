/**
 * Runs the real binary on several machines with one memory, under faults of the service, kills, pauses longer than a lease,
 * lost state folders, and a PostgreSQL that stops or cuts its connections. Needs `npm run build`.
 *
 * `node scripts/torture-machines.ts [ROUNDS] [--seed N]`
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/postgres.ts';
import { isBadRound, type MachinesRound, machinesRound } from './torture/machines.ts';

const PROGRAM = fileURLToPath(new URL('../bin/trace.js', import.meta.url));

const { values, positionals } = parseArgs({
  options: { seed: { type: 'string', default: '1' } },
  allowPositionals: true,
});
const rounds = Number(positionals[0] ?? 1);
const postgres = await startPostgres();
const all: MachinesRound[] = [];
try {
  for (let at = 0; at < rounds; at++) {
    const round = await machinesRound(Number(values.seed) + at, postgres, PROGRAM);
    all.push(round);
    const { seed, events, records, requests, runs, folder, ...faults } = round;
    const bad = Object.entries(faults).flatMap(([name, texts]) => texts.map((text) => `  ${name}: ${text}`));
    process.stdout.write(
      `${seed} (${events.join(' ')}): ${records} records, ${requests} requests, ${runs} runs\n`,
    );
    if (isBadRound(round))
      process.stdout.write(`${[...bad.slice(0, 12), `  files in ${folder}`].join('\n')}\n`);
  }
} finally {
  await postgres.stop();
}
const sum = (of: (round: MachinesRound) => number) => all.reduce((total, round) => total + of(round), 0);
process.stdout.write(
  `rounds ${all.length}, runs ${sum(({ runs }) => runs)}, requests ${sum(({ requests }) => requests)}, ` +
    `lost ${sum(({ lost }) => lost.length)}, twice ${sum(({ twice }) => twice.length)}, wrong ${sum(({ wrong }) => wrong.length)}, ` +
    `bad rounds ${all.filter(isBadRound).length}\n`,
);
process.exitCode = all.some(isBadRound) ? 1 : 0;
