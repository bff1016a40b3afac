/** Runs all benchmarks in turn, each in its own process, and prints one table. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type Told, tableOf } from './measure.ts';

const BENCHES = ['sheets', 'records', 'check', 'mapped', 'ledger', 'push', 'reads', 'export', 'start'];

const tables: Told[] = [];
for (const name of BENCHES) {
  process.stderr.write(`${name} ...\n`);
  const bench = fork(new URL(`${name}.ts`, import.meta.url));
  bench.on('message', (told) => tables.push(told as Told));
  const [code] = (await once(bench, 'exit')) as [number | null];
  if (code !== 0) {
    process.stderr.write(`the bench ${name} ended with ${code}\n`);
    process.exitCode = 1;
  }
}
process.stdout.write(tableOf(tables));
