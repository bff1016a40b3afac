import { checkAcross } from '../check/cross.ts';
import type { KindSpec } from '../contract/kind.ts';
import { kindsOf } from '../contract/registry.ts';
import type { Finding } from '../findings/finding.ts';
import { CrossIndex, dropTwins, markInvalid } from '../ledger/cross.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { assignWave, blockDependants, compareWithKnown, groups } from '../ledger/planning.ts';
import type { Stage } from '../ledger/stage.ts';
import type { PlanSummary } from '../plan/plan.ts';
import { summarise } from '../plan/summary.ts';
import { wavesOf } from '../plan/waves.ts';
import type { InputSettings } from './input.ts';
import type { Announced } from './reading.ts';

export interface Staged {
  readonly ledger: Ledger;
  readonly run: number;
  readonly target: string;
  readonly stage: Stage;
  readonly settings: InputSettings;
  readonly onFinding: (finding: Finding) => void;
}

/** The rules that need every record: twins, unknown references, shared references, and what is announced. */
export function judgeAcross(staged: Staged, announced: Announced): void {
  const { ledger, run, target, stage, settings, onFinding } = staged;
  const index = new CrossIndex(ledger, run, target, settings.interface);
  const kinds = kindsOf(settings.interface);
  const invalid: number[] = [];
  const twins: number[] = [];
  const keep = (finding: Finding) => {
    stage.finding(finding);
    onFinding(finding);
  };
  for (const { finding, record, effect } of checkAcross(index, { ...settings, kinds })) {
    if (finding.kind !== undefined && settings.only.length > 0 && !settings.only.includes(finding.kind))
      continue;
    keep(finding);
    if (effect === 'invalid') invalid.push(record);
    if (effect === 'twin') twins.push(record);
  }
  stage.commit();
  ledger.inTransaction(() => {
    markInvalid(ledger, invalid);
    dropTwins(ledger, twins);
  });
  for (const finding of announcements(announced, settings.files)) keep(finding);
  stage.commit();
}

function announcements(announced: Announced, files: readonly string[]): Finding[] {
  if (announced.size === 0) return [];
  const values = [...announced].sort(([, a], [, b]) => b.rows - a.rows);
  const { field, reason } = values[0]![1];
  const list = values.slice(0, 20).map(([value, { rows }]) => `${value} (${rows} rows)`);
  const more = values.length > 20 ? ` and ${values.length - 20} more` : '';
  const message = `${values.length} ${values.length === 1 ? 'collection' : 'collections'}: ${list.join(', ')}${more}; ${reason}`;
  return [{ code: 'collections', severity: 'notice', origin: { file: files.join(', ') }, field, message }];
}

/** Compares with the ledger, forms the waves, and ends what needs no request. Gives the plan as data. */
export function makePlan({ ledger, run, target, settings }: Omit<Staged, 'stage' | 'onFinding'>): {
  plan: PlanSummary;
  waves: KindSpec[][];
} {
  const kinds = kindsOf(settings.interface);
  const waves = wavesOf(kinds);
  ledger.inTransaction(() => {
    compareWithKnown(ledger, run, target, settings.interface);
    for (const [index, wave] of waves.entries()) {
      const names = wave.map((kind) => kind.name);
      assignWave(ledger, run, names, index + 1);
      for (const name of names) blockDependants(ledger, run, name, target, settings.interface);
    }
  });
  return { plan: summarise(kinds, groups(ledger, run)), waves };
}
