import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Mutation tests of the code that decides: `npm run mutants -- GROUP [FILE...]`. Stryker changes the files of a group
 * one operator at a time, and runs the tests of the group against each change. A group fails below 90 % of killed
 * mutants. `docs/mutation/` lists the survivors that are equivalent to the code.
 */
interface Group {
  /** Files that are changed. */
  readonly mutate: readonly string[];
  /** Tests that must notice the changes: only tests that start no process. */
  readonly tests: readonly string[];
}

const groups: Record<string, Group> = {
  rules: { mutate: ['src/records/check/**/*.ts'], tests: ['test/records/check/**/*.test.ts'] },
  coercions: {
    mutate: [
      'src/records/{date,field-coercion,number}.ts',
      'src/recognise/{country,decoded-twice,other-script,text,text-coercion}.ts',
      'src/records/{fractions,text-check}.ts',
    ],
    // Without the tests of headers and of random rows: they are slow, and say little about single cells.
    tests: [
      'test/records/{cells,column-format,dates,fold,fractions,lists,numbers,rows,text-damage,texts}.test.ts',
      'test/recognise/{country,decoded-twice,other-script}.test.ts',
    ],
  },
  plan: { mutate: ['src/send/plan/*.ts'], tests: ['test/send/plan/*.test.ts'] },
  classification: {
    mutate: ['src/service/{classify,error-body,response-body,cause,retry}.ts'],
    tests: [
      'test/service/{classify,classify-update,error-body,error-body-size,response-body,cause,retry-after,retry,read-words}.test.ts',
    ],
  },
  sending: {
    mutate: ['src/send/push/{next,delivery,doubt,endings}.ts'],
    tests: ['test/send/push/{next,next-details,endings}.test.ts'],
  },
};

/** The patterns of a pattern with braces, one for each name in them. */
function alternatives(pattern: string): string[] {
  const [whole, names] = /\{(.*?)\}/.exec(pattern) ?? [];
  return whole === undefined ? [pattern] : names!.split(',').map((one) => pattern.replace(whole, one));
}

const [name = '', ...files] = process.argv.slice(2);
const group = groups[name];
if (group === undefined) {
  process.stderr.write(
    `usage: npm run mutants -- GROUP [FILE...]\ngroups: ${Object.keys(groups).join(', ')}\n`,
  );
  process.exit(2);
}
for (const pattern of [...group.mutate, ...group.tests].flatMap(alternatives)) {
  if (globSync(pattern).length === 0) throw new Error(`no file: ${pattern}`);
}
const core = dirname(createRequire(import.meta.url).resolve('@stryker-mutator/core/package.json'));
const run = spawn(
  process.execPath,
  [
    join(core, 'bin', 'stryker.js'),
    'run',
    '--mutate',
    // Stryker splits its patterns at commas, so it gets file names.
    (files.length > 0 ? files : globSync([...group.mutate])).join(','),
    '--incrementalFile',
    `coverage/mutants-${name}.json`,
  ],
  { stdio: 'inherit', env: { ...process.env, TRACE_MUTATION_TESTS: JSON.stringify(group.tests) } },
);
const [code] = await once(run, 'exit');
process.exitCode = code ?? 1;
