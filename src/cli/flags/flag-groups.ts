import type { Command } from 'commander';
import { say } from '../../say.ts';

/** The flags of an import that its help shows first. */
const EVERYDAY = [
  ...['--env', '--family', '--batch', '--sheet', '--map'],
  ...['--dry-run', '--skip-invalid', '--annotate', '--report', '--yes'],
];

/** The other flags, by the names of their titles in `helpGroups`. A flag in no list is among the `others`. */
const GROUPS = {
  rows: [
    ...['--interface', '--only', '--update'],
    ...['--data-collection', '--external-refs', '--strict', '--severity'],
  ],
  reading: [
    ...['--encoding', '--delimiter', '--decimal', '--date-order', '--file-limit', '--allow-empty'],
    ...['--ignore-columns', '--ignore-unknown-columns', '--extra-columns'],
  ],
  requests: ['--rate', '--concurrency', '--settle', '--timeout'],
  output: ['--quiet', '--json', '--json-lines', '--log-file', '--log-level', '--notify', '--force'],
  place: ['--config', '--state-dir', '--restore-ledger', '--new-ledger', '--yes-trust', '--no-input'],
} as const;

/** Groups the flags of a command in its help: the everyday ones first. */
export function groupFlags(command: Command): void {
  for (const option of command.options) {
    if (EVERYDAY.includes(option.long!)) continue;
    const [name] = Object.entries(GROUPS).find(([, flags]) => flags.some((flag) => flag === option.long)) ?? [
      'others',
    ];
    const title = say().helpGroups[name as keyof typeof GROUPS | 'others']();
    option.helpGroup(say().helpTitles.title({ title }));
  }
}
