import type { FlagLine } from './help.ts';

/**
 * Flags that several commands have, each with the one meaning that its variable has everywhere. A flag whose meaning
 * differs has another name, or no variable: `docs/decisions/0025-one-variable-one-meaning.md`.
 */
const SHARED = {
  config: ['--config <file>', 'configuration file (default trace.config.yaml in the current folder)'],
  dryRun: ['--dry-run', 'show what would be sent or changed; send and store nothing'],
  encoding: [
    '--encoding <name>',
    'encoding of text files: utf-8, windows-1252, utf-16le, ... (default: detected)',
  ],
  env: ['--env <name>', 'environment: mock, sandbox, production, or another from the configuration'],
  family: ['--family <name>', 'family of rows without a project type, such as STANDARD'],
  force: ['--force', 'replace an existing file that trace would otherwise keep'],
  fresh: ['--fresh', 'start again instead of resuming what was interrupted'],
  interface: ['--interface <name>', 'interface of the service: v2 or v3'],
  json: ['--json', 'print JSON on standard output'],
  limit: ['--limit <number>', 'stop after this many (default: all)'],
  resume: ['--resume', 'resume the last one that was interrupted, with the flags it had'],
  search: ['--search <text>', 'only what the search of the service finds'],
  skipInvalid: ['--skip-invalid', 'continue with the valid rows when others are invalid'],
  sortBy: ['--sort-by <field>', 'let the service sort by this field, such as name'],
  stateDir: [
    '--state-dir <folder>',
    'folder of the ledger, reports and interrupted exports (default .trace)',
  ],
} as const satisfies Record<string, FlagLine>;

/** A shared flag as one command has it; `detail` follows its meaning: a default, or what the command does with it. */
export function shared(name: keyof typeof SHARED, detail = ''): FlagLine {
  const [text, meaning] = SHARED[name];
  return [text, meaning, { detail }];
}

/** The shared flag of this name, such as `--search`, as a command has it that makes its flags from data. */
export function sharedNamed(long: string, detail: string): FlagLine | undefined {
  const found = Object.values<FlagLine>(SHARED).find(([text]) => text.split(' ')[0] === long);
  return found && [found[0], found[1], { detail }];
}
