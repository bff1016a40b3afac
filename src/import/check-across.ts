import { acceptsId } from '../contract/reference.ts';
import type { Finding } from '../findings/finding.ts';
import { changed } from '../findings/severity.ts';
import { CrossIndex, dropTwins, markInvalid } from '../ledger/cross.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { settleReferences } from '../ledger/references.ts';
import type { Stage } from '../ledger/stage.ts';
import { keysOfIds } from '../ledger/updates.ts';
import { circlesIn } from './assign-waves.ts';
import { type CrossFinding, checkAcross } from './check/cross.ts';
import { checkLinks } from './check/links.ts';
import { checkNewRecords, checkUpdates } from './check-updates.ts';
import { kindsIn } from './contract.ts';
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

/** Runs the rules that need every record: duplicates, references, links, cycles, and the values to list before sending. */
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
  if (kinds.some(({ references }) => references.some((one) => one.or !== undefined || acceptsId(one)))) {
    ledger.inTransaction(() => settleReferences(ledger, run, target, settings.interface));
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
