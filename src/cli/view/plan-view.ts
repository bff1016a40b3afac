import { kindText, say, stateText } from '../../say.ts';
import { changeText } from '../../send/plan/changed.ts';
import { type PlanSummary, STATUSES } from '../../send/plan/plan.ts';
import { forTerminal } from '../../terminal-text.ts';
import type { RecordChange } from './document-schema.ts';
import { amount, type ColorLevel, colors, count, plannedText } from './sentences.ts';
import { table, type ViewColumn } from './table.ts';
import { wrapIndented } from './wrap.ts';

const RECORDS_SHOWN = 20;
const CHANGES_SHOWN = 10;

/** The plan as a table: one line for each wave, kind, batch and family, and a column for each status that occurs. */
export function* planLines(
  plan: PlanSummary,
  colorLevel: ColorLevel,
  invalid = false,
  width?: number,
): Generator<string> {
  const groups = plan.waves.flatMap(({ wave, groups }) => groups.map((group) => ({ wave, ...group })));
  const statuses = STATUSES.filter(
    (status) => status === 'new' || groups.some(({ counts }) => counts[status] > 0),
  );
  const columns: ViewColumn[] = [
    { header: say().plan.wave(), align: 'right' },
    { header: say().plan.kind() },
    { header: say().plan.batch() },
    { header: say().plan.family() },
    ...statuses.map((status) => ({ header: stateText(status), align: 'right' }) as const),
  ];
  const rows = groups.map(({ wave, kind, importationBatch, family, counts }) => [
    `${wave}`,
    forTerminal(kindText(kind)),
    forTerminal(importationBatch),
    forTerminal(family),
    ...statuses.map((status) => count(counts[status])),
  ]);
  const [headers, ...lines] = table(columns, rows);
  if (rows.length > 0) {
    yield colors(colorLevel).bold(headers!);
    yield* lines;
    yield '';
  }
  yield* wrapIndented(plannedText(plan, invalid), width);
}

/**
 * Lines such as `outdated: component CMP-1 / ROB-2041: composition.1.percentage: 95 -> 97`; a last line counts the
 * rest.
 */
export async function* changeLines(
  records: Iterable<RecordChange> | AsyncIterable<RecordChange>,
): AsyncGenerator<string> {
  let seen = 0;
  for await (const { kind, key, outdated, changes } of records) {
    seen += 1;
    if (seen > RECORDS_SHOWN) continue;
    const texts = { kind: forTerminal(kindText(kind)), key: forTerminal(key) };
    const record = outdated ? say().plan.outdated(texts) : say().plan.changed(texts);
    for (const change of changes.slice(0, CHANGES_SHOWN))
      yield say().plan.change({ record, change: forTerminal(changeText(change), 400) });
    const more = changes.length - CHANGES_SHOWN;
    if (more > 0) yield say().plan.moreChanges({ record, changes: amount(more, 'change') });
  }
  if (seen > RECORDS_SHOWN)
    yield say().plan.moreRecords({ records: amount(seen - RECORDS_SHOWN, 'changed record') });
}
