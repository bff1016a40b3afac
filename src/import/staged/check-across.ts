import { type Finding, originOfFiles } from '../../findings/finding.ts';
import type { FindingGroups } from '../../findings/group.ts';
import { withChangedSeverity } from '../../findings/severity.ts';
import type { Stage } from '../../ledger/ledger.ts';
import { checkAcross } from '../../records/check/cross.ts';
import type { CrossFinding } from '../../records/check/cross-finding.ts';
import { collectionLinks, type LinkIndex, severalKinds } from '../../records/check/links.ts';
import type { RecordIndex } from '../../records/check/record-index.ts';
import { numberText, say } from '../../say.ts';
import type { ReadResult, ValueCounts } from '../input/read-context.ts';
import { type InputSettings, kindsIn } from '../input/settings.ts';
import { NumberSet } from './number-set.ts';
import type { RecordCycle } from './record-cycles.ts';

/** The records of an input, which are compared. */
export interface ComparedRecords {
  readonly index: RecordIndex;
  /** Findings about updates of known records. */
  updates?(): Iterable<CrossFinding>;
  /** Findings about records whose content must be rehearsed first. */
  unrehearsed?: (() => Iterable<CrossFinding>) | undefined;
  /** The rules about links of supplier data collection; undefined if they are not requested. */
  readonly links?: LinkIndex | undefined;
  /** Ends records as invalid, and drops those that repeat another one exactly. */
  end(invalid: NumberSet, twins: NumberSet): void;
  /** The cycles of references among the records that are not dropped. */
  cycles(): Iterable<RecordCycle>;
}

/** The receivers of findings, and the settings of the run. */
export interface CrossCheck {
  readonly stage: Pick<Stage, 'addFinding' | 'commit'>;
  readonly settings: InputSettings;
  readonly findingGroups: Pick<FindingGroups, 'add'>;
}

/**
 * Runs the rules that need all records: duplicates, references, links and cycles. Also reports the values of fields
 * that a person should see before sending. Rows of shared tables that repeat a record no longer count as records.
 */
export function checkAcrossRecords(
  records: ComparedRecords,
  { stage, settings, findingGroups }: CrossCheck,
  read: Pick<ReadResult, 'valueCounts' | 'sharedTables' | 'records'>,
): void {
  const { index, links } = records;
  const { valueCounts, sharedTables } = read;
  const kinds = kindsIn(settings);
  const invalid = new NumberSet();
  const twins = new NumberSet();
  const report = (finding: Finding) => {
    const adjusted = withChangedSeverity(finding, settings.severities);
    if (adjusted === null) return null;
    stage.addFinding(adjusted);
    findingGroups.add(adjusted);
    return adjusted.severity;
  };
  const apply = ({ finding, record, effect, isExpected }: CrossFinding) => {
    if (isExpected) {
      twins.add(record);
      read.records--;
      return;
    }
    if (finding.kind !== undefined && settings.only.length > 0 && !settings.only.includes(finding.kind))
      return;
    const severity = report(finding);
    if (effect === 'invalid' || severity === 'error') invalid.add(record);
    else if (effect === 'twin') twins.add(record);
  };
  for (const found of checkAcross(index, { ...settings, kinds, sharedTables })) apply(found);
  for (const found of records.updates?.() ?? []) apply(found);
  for (const found of severalKinds(index, kinds)) apply(found);
  if (links) for (const found of collectionLinks(links, kinds)) apply(found);
  stage.commit();
  records.end(invalid, twins);
  for (const found of records.unrehearsed?.() ?? []) apply(found);
  stage.commit();
  records.end(invalid, NO_RECORDS);
  const inCycles = new NumberSet();
  for (const cycle of records.cycles()) {
    apply(cycle.finding);
    for (const record of cycle.records) inCycles.add(record);
  }
  records.end(inCycles, NO_RECORDS);
  for (const finding of valueNotices(valueCounts, settings.files)) report(finding);
  stage.commit();
}

const NO_RECORDS = new NumberSet();

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
  return [{ code: 'collections', severity: 'notice', origin: originOfFiles(files), field, message }];
}
