import { join } from 'node:path';
import { kindsOf } from '../../src/contract/registry.ts';
import type { Random } from '../fixtures/random.ts';
import type { Abilities } from './abilities.ts';
import { type Lateness, MAX_LATENCY_MS, TIMEOUT_MS } from './faults.ts';
import type { Mode } from './modes.ts';
import type { TrialOptions } from './trial.ts';

/** What is drawn for a round before it begins, besides its batch and its faults. */
export interface RoundPlan {
  /** About how many records are imported. */
  readonly records: number;
  readonly v3: boolean;
  readonly late: Lateness | null;
  /** Interval at which the list of brand products is refreshed, in milliseconds. */
  readonly refreshMs: number;
  /** Age of a request from which absence counts, in milliseconds. */
  readonly absenceMs: number;
  /** Whether the configuration has this time for each kind, or one for all kinds. */
  readonly absenceByKind: boolean;
  readonly concurrency: number;
  /** Whether a person asks the operator about records that cannot be read back. */
  readonly asks: boolean;
  /** Whether the files are damaged once more after everything was imported. */
  readonly damagesLast: boolean;
  /** The folder for reports, below the folder of the round; null for the state folder. */
  readonly report: string | null;
  /** Further flags of imports and updates. */
  readonly flags: readonly string[];
  trial(
    folder: string,
  ): Pick<TrialOptions, 'state' | 'placeFlags' | 'report' | 'absenceMs' | 'interruptions' | 'damages'>;
}

/** Allowance for the time that the service and the machine take. */
const SLACK_MS = 400;
const LONG_LATE_MS = 30_000;

export function drawPlan(random: Random, modes: ReadonlySet<Mode>, records: number | undefined): RoundPlan {
  const chance = (share: number) => random.next() < share;
  const long = modes.has('late') && modes.has('long');
  const mostMs = random.next() < 0.12 ? 3000 : random.whole(200, 900);
  const late = modes.has('late') ? { mostMs: long ? LONG_LATE_MS : mostMs, long } : null;
  const drawnRefresh = random.pick([0, 0, 300]);
  const refreshMs = modes.has('v3') ? drawnRefresh : 0;
  const size = random.whole(60, 200);
  const absenceMs = (late?.mostMs ?? 0) + refreshMs + MAX_LATENCY_MS + SLACK_MS;
  const state = modes.has('place') ? 'state of torture' : '.trace';
  const report = modes.has('elsewhere') ? join('out dir', 'report.json') : null;
  const interruptions = random.whole(1, 4);
  const drawnDamages = random.whole(1, 3);
  const damages = modes.has('damage') ? drawnDamages : 0;
  return {
    records: records ?? (long ? 40 : size),
    v3: modes.has('v3'),
    late,
    refreshMs,
    absenceMs,
    absenceByKind: chance(0.3),
    concurrency: random.pick([1, 4, 16]),
    asks: chance(0.8),
    damagesLast: chance(0.7),
    report,
    flags: chance(0.5) ? ['--json'] : [],
    trial: (folder) => ({
      state: join(folder, state),
      placeFlags: modes.has('place') ? ['--state-dir', state] : [],
      report,
      absenceMs,
      interruptions,
      damages,
    }),
  };
}

/** The configuration of a round, with only the settings that the tested program supports. */
export function configOf(plan: RoundPlan, url: string, { absence }: Abilities): string {
  const name = plan.v3 ? 'v3' : 'v2';
  const bound = `${plan.absenceMs}ms`;
  const byKind = kindsOf(name).map((kind) => `${kind.name}: ${bound}`);
  return [
    'environments:',
    '  torture:',
    `    baseUrl: ${url}`,
    '    tokenEnv: TORTURE_TOKEN',
    `    interface: ${name}`,
    '    settle: 20ms',
    ...(absence ? [`    absence: ${plan.absenceByKind ? `{ ${byKind.join(', ')} }` : bound}`] : []),
    `    timeout: ${TIMEOUT_MS}ms`,
    '    rate: 0',
    `    concurrency: ${plan.concurrency}`,
    '',
  ].join('\n');
}
