import { acceptsId } from '../../contract/body.ts';
import type { Finding } from '../../findings/finding.ts';
import type { FindingGroups } from '../../findings/group.ts';
import { changed } from '../../findings/severity.ts';
import { CrossIndex, dropTwins, markInvalid } from '../../ledger/cross.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { settleReferences } from '../../ledger/references.ts';
import type { Stage } from '../../ledger/stage.ts';
import { keysOfIds } from '../../ledger/updates.ts';
import { numberText, say } from '../../say.ts';
import { type CrossFinding, checkAcross } from '../check/cross.ts';
import { checkLinks } from '../check/links.ts';
import type { ValueCounts } from '../input/read-context.ts';
import { type InputSettings, kindsIn } from '../input/settings.ts';
import { NumberSet } from '../number-set.ts';
import { recordCycles } from './assign-waves.ts';
import { checkNewRecords, checkUpdates } from './check-updates.ts';

/** A run with staged records, and the receiver of its findings. */
export interface StagedRun {
  readonly ledger: Ledger;
  readonly run: number;
  readonly target: string;
  /** Receives the findings. */
  readonly stage: Pick<Stage, 'finding' | 'commit'>;
  readonly settings: InputSettings;
  readonly groups: Pick<FindingGroups, 'add'>;
  /** The records to compare; all staged records if omitted. */
  readonly index?: CrossIndex;
}

/**
 * Runs the rules that need all records: duplicates, references, links and cycles. Also lists the values that are
 * listed before sending.
 */
export function checkAcrossRecords(staged: StagedRun, valueCounts: ValueCounts): void {
  const { ledger, run, target, stage, settings, groups } = staged;
  const index = staged.index ?? new CrossIndex(ledger, run, target, settings.interface);
  const kinds = kindsIn(settings);
  const invalid = new NumberSet();
  const duplicates = new NumberSet();
  const report = (finding: Finding) => {
    const adjusted = changed(finding, settings.severities);
    if (adjusted === null) return null;
    stage.finding(adjusted);
    groups.add(adjusted);
    return adjusted.severity;
  };
  const apply = ({ finding, record, effect }: CrossFinding) => {
    if (finding.kind !== undefined && settings.only.length > 0 && !settings.only.includes(finding.kind))
      return;
    const severity = report(finding);
    if (effect === 'invalid' || severity === 'error') invalid.add(record);
    else if (effect === 'twin') duplicates.add(record);
  };
  if (kinds.some(({ references }) => references.some((one) => one.or !== undefined || acceptsId(one)))) {
    ledger.inTransaction(() => settleReferences(ledger, run, target, settings.interface));
  }
  const scope = { ledger, run, target, interfaceName: settings.interface, kinds };
  if (settings.updates) ledger.inTransaction(() => keysOfIds(ledger, scope));
  for (const found of checkAcross(index, { ...settings, kinds })) apply(found);
  if (settings.updates || settings.update)
    for (const found of checkUpdates(scope, settings.update === true)) apply(found);
  if (settings.update) for (const found of checkNewRecords(scope)) apply(found);
  for (const found of checkLinks(index, { kinds, collection: settings.collection === true })) apply(found);
  stage.commit();
  ledger.inTransaction(() => {
    markInvalid(ledger, invalid);
    dropTwins(ledger, duplicates);
  });
  const cycles = recordCycles(ledger, run, kinds);
  for (const { found } of cycles) apply(found);
  ledger.inTransaction(() => {
    for (const { records } of cycles) markInvalid(ledger, records);
  });
  reportValues(valueCounts, staged);
  stage.commit();
}

/** Reports the values that are listed before sending. */
export function reportValues(
  counts: ValueCounts,
  {
    stage,
    settings,
    groups,
  }: Pick<StagedRun, 'settings' | 'groups'> & { readonly stage: Pick<Stage, 'finding'> },
): void {
  for (const finding of valueNotices(counts, settings.files)) {
    const adjusted = changed(finding, settings.severities);
    if (adjusted === null) continue;
    stage.finding(adjusted);
    groups.add(adjusted);
  }
}

/** The notices that list values before sending, the most frequent value first. */
function valueNotices(counts: ValueCounts, files: readonly string[]): Finding[] {
  if (counts.size === 0) return [];
  const values = [...counts].sort(([, a], [, b]) => b.rows - a.rows);
  const { field } = values[0]![1];
  const list = values
    .slice(0, 20)
    .map(([value, { rows }]) =>
      say().staged.collection({ collection: value, count: rows, number: numberText(rows) }),
    )
    .join(', ');
  const more = values.length - 20;
  const message = say().staged.collections({
    count: values.length,
    number: numberText(values.length),
    values: more > 0 ? say().cells.andMore({ list, number: numberText(more) }) : list,
  });
  return [{ code: 'collections', severity: 'notice', origin: { file: files.join(', ') }, field, message }];
}
