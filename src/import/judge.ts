import type { KindSpec } from '../contract/kind.ts';
import { takesId } from '../contract/reference.ts';
import type { Finding } from '../findings/finding.ts';
import { changed } from '../findings/severity.ts';
import { CrossIndex, dropTwins, markInvalid } from '../ledger/cross.ts';
import { waitingInDoubt } from '../ledger/elsewhere.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { settleNamings } from '../ledger/order.ts';
import { blockChains, blockDependants, compareWithKnown, groups } from '../ledger/planning.ts';
import { takeSentBatches } from '../ledger/sent-batch.ts';
import type { Stage } from '../ledger/stage.ts';
import { keysOfIds } from '../ledger/updates.ts';
import { type CrossFinding, checkAcross } from './check/cross.ts';
import { checkLinks } from './check/links.ts';
import { type InputSettings, kindsIn } from './input.ts';
import { assignWaves, circlesIn } from './order.ts';
import { type PlanSummary, summarise } from './plan/plan.ts';
import type { InDoubt } from './push/delivery.ts';
import type { Announced } from './reading.ts';
import { checkNewRecords, checkUpdates, endChanged, planUpdates } from './updates.ts';

export interface Staged {
  readonly ledger: Ledger;
  readonly run: number;
  readonly target: string;
  readonly stage: Stage;
  readonly settings: InputSettings;
  readonly onFinding: (finding: Finding) => void;
}

/** The rules that need every record: twins, references, links, circles, and what is announced. */
export function judgeAcross(staged: Staged, announced: Announced): void {
  const { ledger, run, target, stage, settings, onFinding } = staged;
  const index = new CrossIndex(ledger, run, target, settings.interface);
  const kinds = kindsIn(settings);
  const invalid = new Set<number>();
  const twins: number[] = [];
  const keep = (finding: Finding) => {
    const kept = changed(finding, settings.severities);
    if (kept === null) return null;
    stage.finding(kept);
    onFinding(kept);
    return kept.severity;
  };
  const judge = ({ finding, record, effect }: CrossFinding) => {
    if (finding.kind !== undefined && settings.only.length > 0 && !settings.only.includes(finding.kind))
      return;
    const severity = keep(finding);
    if (effect === 'invalid' || severity === 'error') invalid.add(record);
    else if (effect === 'twin') twins.push(record);
  };
  if (kinds.some(({ references }) => references.some((one) => one.or !== undefined || takesId(one)))) {
    ledger.inTransaction(() => settleNamings(ledger, run, target, settings.interface));
  }
  const place = { ledger, run, target, interfaceName: settings.interface, kinds };
  if (settings.updates) ledger.inTransaction(() => keysOfIds(ledger, place));
  for (const found of checkAcross(index, { ...settings, kinds })) judge(found);
  if (settings.updates || settings.update)
    for (const found of checkUpdates(place, settings.update === true)) judge(found);
  if (settings.update) for (const found of checkNewRecords(place)) judge(found);
  for (const found of checkLinks(index, { kinds, collection: settings.collection === true })) judge(found);
  stage.commit();
  ledger.inTransaction(() => {
    markInvalid(ledger, invalid);
    dropTwins(ledger, twins);
  });
  const circles = circlesIn(ledger, run, kinds);
  for (const { found } of circles) judge(found);
  ledger.inTransaction(() => {
    for (const { records } of circles) markInvalid(ledger, records);
  });
  for (const finding of announcements(announced, settings.files)) keep(finding);
  stage.commit();
}

function announcements(announced: Announced, files: readonly string[]): Finding[] {
  if (announced.size === 0) return [];
  const values = [...announced].sort(([, a], [, b]) => b.rows - a.rows);
  const { field, reason } = values[0]![1];
  const list = values
    .slice(0, 20)
    .map(([value, { rows }]) => `${value} (${rows} ${rows === 1 ? 'row' : 'rows'})`);
  const more = values.length > 20 ? ` and ${values.length - 20} more` : '';
  const message = `${values.length} ${values.length === 1 ? 'collection' : 'collections'}: ${list.join(', ')}${more}; ${reason}`;
  return [{ code: 'collections', severity: 'notice', origin: { file: files.join(', ') }, field, message }];
}

export interface Plannable extends Pick<Staged, 'ledger' | 'run' | 'target'> {
  readonly settings: Pick<InputSettings, 'interface' | 'contract' | 'update'>;
  /** What the environment does with records in doubt; `verify` when left out. */
  readonly inDoubt?: InDoubt;
  /** The input has errors, and nothing of it is sent. */
  readonly invalid?: boolean;
  /** The run goes on: only what it has left is planned. Done in the transaction, before anything else. */
  readonly reopen?: () => void;
  /** The flags by which a command finds the ledger. */
  readonly place?: readonly string[] | undefined;
}

/** Compares with the ledger, forms the waves, and ends what needs no request. Gives the plan as data. */
export function makePlan({
  ledger,
  run,
  target,
  settings,
  inDoubt,
  invalid,
  reopen,
  place: words,
}: Plannable): {
  plan: PlanSummary;
  waves: KindSpec[][];
  /** Ids of the records that are to be settled. */
  doubtful: readonly number[];
  /** Records whose content in the service is not known, and that could be updated and are not to be. */
  notUpdated: number;
} {
  const kinds = kindsIn(settings);
  let waves: KindSpec[][] = [];
  let notUpdated = 0;
  const which = reopen ? 'left' : 'all';
  const held = heldKinds(kinds, inDoubt ?? 'verify');
  ledger.inTransaction(() => {
    reopen?.();
    compareWithKnown(ledger, run, target, settings.interface, held, words);
    const flags = ['--env', ledger.environmentOf(run), ...(words ?? [])];
    const place = { ledger, run, target, interfaceName: settings.interface, kinds, flags };
    notUpdated = planUpdates(place, settings.update === true);
    endChanged(place);
    takeSentBatches(ledger, run, target, settings.interface);
    waves = assignWaves(ledger, run, kinds, which, (level) => {
      const names = level.kinds.map(({ name }) => name);
      if (level.circular) blockChains(ledger, run, names, target, settings.interface);
      else for (const name of names) blockDependants(ledger, run, name, target, settings.interface);
    });
    ledger.reached(run, invalid ? 'invalid' : 'planned');
  });
  const counts = groups(ledger, run, which);
  const doubtful = counts.some(({ status }) => status === 'in-doubt') ? waitingInDoubt(ledger, run) : [];
  return { plan: summarise(kinds, counts), waves, doubtful, notUpdated };
}

/** Names of the kinds of which nothing but a person's word settles a record in doubt. */
export function heldKinds(kinds: readonly KindSpec[], inDoubt: InDoubt): string[] {
  return kinds
    .filter(({ verify }) => inDoubt === 'hold' || (inDoubt === 'verify' && verify === undefined))
    .map(({ name }) => name);
}
