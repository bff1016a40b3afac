import type { FlagLine } from './help.ts';

/**
 * Flags of several commands. A flag and its variable mean the same in every command. A flag with another meaning has
 * another name, or no variable: see `docs/decisions/0025-one-variable-one-meaning.md`.
 */
const SHARED = {
  config: ['--config <file>', 'configuration file (default trace.config.yaml in the current folder)'],
  dryRun: ['--dry-run', 'show what the command would do; send and store nothing'],
  encoding: [
    '--encoding <name>',
    'encoding of text files: utf-8, windows-1252, utf-16le, ... (default: detected)',
  ],
  env: ['--env <name>', 'environment: mock, or one from the configuration'],
  family: [
    '--family <name>',
    'family (set of required fields) of rows without a project type, such as STANDARD',
  ],
  /** Each command appends the name of what it overwrites. */
  force: ['--force', 'overwrite'],
  fresh: ['--fresh', 'start over instead of resuming an interrupted export'],
  interface: ['--interface <name>', 'interface of the service: v2 or v3'],
  json: ['--json', 'print JSON on standard output'],
  limit: ['--limit <number>', 'maximum number of items (default: all)'],
  resume: ['--resume', 'resume the last interrupted export with its original flags'],
  search: ['--search <text>', 'search in the service'],
  skipInvalid: ['--skip-invalid', 'continue with the valid rows when others are invalid'],
  sortBy: ['--sort-by <field>', 'sort by this field, such as name'],
  stateDir: [
    '--state-dir <folder>',
    'state folder: ledger, reports (default .trace next to the configuration file)',
  ],
} as const satisfies Record<string, FlagLine>;

/** A shared flag for one command. `detail` is appended to its meaning: a default, or what the command does with it. */
export function shared(name: keyof typeof SHARED, detail = ''): FlagLine {
  const [text, meaning] = SHARED[name];
  return [text, meaning, { detail }];
}

/** The shared flag with this long name, such as `--search`; undefined if there is none. */
export function sharedNamed(long: string, detail: string): FlagLine | undefined {
  const found = Object.values<FlagLine>(SHARED).find(([text]) => text.split(' ')[0] === long);
  return found && [found[0], found[1], { detail }];
}
