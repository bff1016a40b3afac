import type { Random } from '../fixtures/random.ts';

/**
 * What may happen in a round, and in which share of the rounds it does. Each mode can be switched off, or used alone.
 */
export const MODES = {
  kill: { share: 0.85, about: 'kill -9 at random moments' },
  signal: { share: 0.45, about: 'SIGINT, SIGTERM and SIGHUP, sometimes a second one' },
  v3: { share: 0.35, about: 'v3 records instead of v2' },
  update: { share: 0.8, about: 'updates of purchased items and brand products, in rounds of v3' },
  late: { share: 0.5, about: 'records that are stored after their response was lost' },
  long: { share: 0.015, about: 'late up to 30 s, in rounds of late' },
  resolve: { share: 0.8, about: 'a person lists what is in doubt, and settles what was listed' },
  haste: {
    share: 0.3,
    about: 'that person acts too early, again without a list, or while another run is at work',
  },
  damage: { share: 0.3, about: 'files of the state folder are deleted, emptied, replaced or corrupted' },
  locks: { share: 0.5, about: 'the lock files are removed while a run sends, and a second one starts' },
  full: { share: 0.3, about: 'the disk of the ledger is full for a while' },
  reports: { share: 1, about: 'every report is compared with the service, not the last one alone' },
  elsewhere: { share: 0.5, about: '--report to another folder' },
  place: { share: 0.3, about: '--state-dir, with a space in its name' },
  edit: { share: 0.4, about: 'rows are changed after the import: they are outdated, and kept' },
} as const satisfies Record<string, { share: number; about: string }>;

export type Mode = keyof typeof MODES;

export const MODE_NAMES = Object.keys(MODES) as Mode[];

/** Draws the modes of a round from the allowed ones. Each draw is independent of the others. */
export function drawModes(random: Random, allowed: readonly Mode[]): ReadonlySet<Mode> {
  const drawn = MODE_NAMES.filter((name) => random.next() < MODES[name].share);
  return new Set(drawn.filter((name) => allowed.includes(name)));
}
