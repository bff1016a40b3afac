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
import type { InDoubt } from '../push/doubt.ts';
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

export interface Plannable extends Pick<Staged, 'ledger' | 'run' | 'target'> {
  readonly settings: Pick<InputSettings, 'interface'>;
  /** What the environment does with records in doubt; `verify` when left out. */
  readonly inDoubt?: InDoubt;
  /** The input has errors, and nothing of it is sent. */
  readonly invalid?: boolean;
  /** The run goes on: only what it has left is planned. Done in the transaction, before anything else. */
  readonly reopen?: () => void;
}

/** Compares with the ledger, forms the waves, and ends what needs no request. Gives the plan as data. */
export function makePlan({ ledger, run, target, settings, inDoubt, invalid, reopen }: Plannable): {
  plan: PlanSummary;
  waves: KindSpec[][];
} {
  const kinds = kindsOf(settings.interface);
  const waves = wavesOf(kinds);
  const held = kinds.filter((kind) => isHeld(kind, inDoubt ?? 'verify')).map(({ name }) => name);
  ledger.inTransaction(() => {
    reopen?.();
    compareWithKnown(ledger, run, target, settings.interface, held);
    for (const [index, wave] of waves.entries()) {
      const names = wave.map((kind) => kind.name);
      assignWave(ledger, run, names, index + 1);
      for (const name of names) blockDependants(ledger, run, name, target, settings.interface);
    }
    ledger.reached(run, invalid ? 'invalid' : 'planned');
  });
  return { plan: summarise(kinds, groups(ledger, run, reopen ? 'left' : 'all')), waves };
}

/** Whether nothing but a person's word settles a record of the kind that is in doubt. */
function isHeld(kind: KindSpec, inDoubt: InDoubt): boolean {
  return inDoubt === 'hold' || (inDoubt === 'verify' && kind.verify === undefined);
}
