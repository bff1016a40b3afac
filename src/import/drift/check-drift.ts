import { command } from '../../advice.ts';
import type { Drift } from '../../config/drift.ts';
import type { Finding } from '../../findings/finding.ts';
import type { FindingGroups } from '../../findings/group.ts';
import type { Ledger, RunRow, Stage } from '../../ledger/ledger.ts';
import { numberText, say } from '../../say.ts';
import type { InputSettings } from '../input/settings.ts';
import { lastingName, type Profile, type TableCount } from '../input/table-count.ts';
import { placeFlagsOfRun, repeatCommand } from '../report/repeat-command.ts';
import { type Change, changesOf, type Seen } from './compare.ts';

/** The tables of a run by the ids of their sheets, to be compared with those of earlier runs. */
interface DriftCheck {
  readonly ledger: Ledger;
  readonly run: RunRow;
  readonly tables: ReadonlyMap<number, TableCount>;
}

/** Reports how the tables of a run differ from those of the last accepted runs. An error ends the records of its table as invalid. */
export function checkDrift(
  { ledger, run, tables }: DriftCheck,
  drift: Drift,
  {
    stage,
    settings,
    findingGroups,
  }: {
    readonly stage: Pick<Stage, 'addFinding' | 'invalidateSheet' | 'commit'>;
    readonly settings: InputSettings;
    readonly findingGroups: Pick<FindingGroups, 'add'>;
  },
): void {
  const profiles = ledger.profiles(run.run);
  const level = settings.severities?.get('drift') ?? drift.level;
  if (level === 'off') return;
  for (const [sheetId, name, table] of named(tables)) {
    const earlier = profiles.last(name, table.kind);
    const last = earlier[0]?.run;
    if (last === undefined) continue;
    const seen = earlier.map(
      ({ profile, ...counts }): Seen => ({ ...counts, ...(JSON.parse(profile) as Profile) }),
    );
    const now = { rows: table.rows, known: profiles.countKnown(sheetId), ...table.profile };
    const errors: string[] = [];
    for (const change of changesOf(now, seen, drift)) {
      const finding = findingOf(change, table, { last, run, level });
      stage.addFinding(finding);
      findingGroups.add(finding);
      if (level === 'error') errors.push(finding.message);
    }
    if (errors.length > 0) stage.invalidateSheet(sheetId, errors);
  }
  stage.commit();
}

/** Stores the tables of a run that was accepted, so that later runs are compared with them. */
export function keepProfiles({ ledger, run, tables }: DriftCheck): void {
  try {
    for (const [sheetId, name, { kind, rows, profile }] of named(tables))
      ledger.profiles(run.run).keep({ sheetId, name, kind, rows, profile: JSON.stringify(profile) });
  } catch {
    // The run has ended as it has: the next one is compared with an earlier one.
  }
}

/** The tables with lasting names; tables with one name are numbered. */
function* named(tables: DriftCheck['tables']): Generator<[number, string, TableCount]> {
  const used = new Map<string, number>();
  for (const [sheetId, table] of tables) {
    const name = `${lastingName(table)} ${table.kind}`;
    used.set(name, (used.get(name) ?? 0) + 1);
    yield [sheetId, `${name} ${used.get(name)}`, table];
  }
}

function findingOf(
  change: Change,
  { file, sheet, kind }: TableCount,
  { last, run, level }: { readonly last: string; readonly run: RunRow; readonly level: Drift['level'] },
): Finding {
  const column = 'letters' in change && change.type !== 'gone' ? { column: change.letters } : {};
  const accept = repeatCommand(run, '--severity', 'drift=warning');
  const show = command('runs', 'show', last, ...placeFlagsOfRun(run));
  return {
    ...{ code: 'drift', severity: level, kind, message: messageOf(change, last) },
    origin: { file, sheet, ...column },
    ...('field' in change && { field: change.field }),
    suggestion:
      level === 'error' ? say().drift.accept({ command: accept }) : say().drift.show({ command: show }),
  };
}

function messageOf(change: Change, run: string): string {
  const texts = say().drift;
  const figures = { run, now: numberText(change.now), before: numberText(change.before) };
  if (change.type === 'renamed') return texts.renamed({ ...figures, header: change.header, to: change.to });
  if (change.type === 'gone' || change.type === 'new')
    return texts[change.type]({ ...figures, header: change.header });
  return change.type === 'blank'
    ? texts.blank({ ...figures, field: change.field })
    : texts[change.type](figures);
}
