import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders of tests that start processes or search for faults. */
const LONG = /\/test\/(binary|exhaustion|hostile|torture)\//;

/** Starts long files first, so that none is left to run alone at the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => (LONG.test(moduleId) ? 0 : 1);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

// The language of trace is that of the locale: tests and the processes that they start have one of their own.
process.env.LC_ALL = 'C.UTF-8';

export const TEST_FILES = globSync('test/**/*.test.ts', { cwd: import.meta.dirname }).map((file) =>
  file.replaceAll('\\', '/'),
);

export const sourceOf = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');

/**
 * Files share their workers and the modules in them: loading the modules again for each file takes a third of the time. A
 * file that replaces a module for itself has its own.
 */
export function projectsOf(files: readonly string[]) {
  const isMocking = (file: string) => /^vi\.mock\(/m.test(sourceOf(file));
  return [
    {
      extends: true as const,
      test: { name: 'shared', isolate: false, include: files.filter((file) => !isMocking(file)) },
    },
    { extends: true as const, test: { name: 'apart', include: files.filter(isMocking) } },
  ];
}

export default defineConfig({
  test: {
    projects: projectsOf(TEST_FILES),
    globalSetup: ['test/build.setup.ts'],
    setupFiles: ['test/advice/collect.setup.ts', 'test/alone.setup.ts'],
    sequence: { sequencer: LongFirst },
    tags: [
      {
        name: 'sampled',
        description: '`npm test` runs a sample of its cases, and `npm run test:slow` the rest',
      },
    ],
    // A machine that is busy with other work may take three times as long.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: 'forks',
    // Many tests wait for processes and pauses: one worker more than cores keeps a machine of two busy.
    maxWorkers: Math.max(3, availableParallelism()),
  },
});
