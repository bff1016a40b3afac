import type { FlagDetail, FlagLine } from './help.ts';

/**
 * Flags of several commands. A flag and its variable mean the same in every command. A flag with another meaning has
 * another name, or no variable: see `docs/decisions/0025-one-variable-one-meaning.md`.
 */
const SHARED = {
  config: ['--config <file>', 'config'],
  dryRun: ['--dry-run', 'dryRun'],
  encoding: ['--encoding <name>', 'encoding'],
  env: ['--env <name>', 'env'],
  family: ['--family <name>', 'family'],
  /** Each command appends the name of what it overwrites. */
  force: ['--force', 'force'],
  fresh: ['--fresh', 'fresh'],
  interface: ['--interface <name>', 'interface'],
  json: ['--json', 'json'],
  limit: ['--limit <number>', 'limit'],
  resume: ['--resume', 'resume'],
  search: ['--search <text>', 'search'],
  skipInvalid: ['--skip-invalid', 'skipInvalid'],
  sortBy: ['--sort-by <field>', 'sortBy'],
  stateDir: ['--state-dir <folder>', 'stateDir'],
} as const satisfies Record<string, FlagLine>;

/** A shared flag for one command. `detail` is appended to its meaning: a default, or what the command does with it. */
export function shared<Name extends keyof typeof SHARED>(name: Name, detail?: FlagDetail) {
  const [text, meaning]: readonly [(typeof SHARED)[Name][0], FlagLine[1]] = SHARED[name];
  return [text, meaning, detail === undefined ? {} : { detail }] as const;
}

/** The shared flag with this long name, such as `--search`; undefined if there is none. */
export function sharedNamed(long: string, detail: FlagDetail): FlagLine | undefined {
  const found = Object.values<FlagLine>(SHARED).find(([text]) => text.split(' ')[0] === long);
  return found && [found[0], found[1], { detail }];
}
