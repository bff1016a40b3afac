import { type Context, colorLevel, write, writeAll } from '../../context.ts';
import type { InterfaceName } from '../../contract/kind.ts';
import { type Body, keyText, uncomparedFields } from '../../contract/kind.ts';
import { findKind } from '../../contract/registry.ts';
import { originText } from '../../findings/finding.ts';
import type { ComparedRow, Ledger, RunRow } from '../../ledger/ledger.ts';
import { kindText, say, stateText } from '../../say.ts';
import { changeTexts, diff, isEquivalent } from '../../send/plan/changed.ts';
import { forTerminal } from '../../terminal-text.ts';
import { countLines, RECORDS_SHOWN } from '../view/compare-view.ts';
import { RUN_RESULTS } from '../view/document-schema.ts';
import { jsonDocument, SCHEMA_VERSION } from '../view/json-document.ts';
import { amount } from '../view/sentences.ts';
import { terminalWidth, wrapIndented } from '../view/wrap.ts';

type Counts = Record<(typeof RUN_RESULTS)[number], number>;

/** Prints which records two runs do not share, and which ended otherwise or had other content. */
export async function compareRuns(
  ledger: Ledger,
  [a, b]: readonly [RunRow, RunRow],
  json: boolean,
  context: Context,
): Promise<void> {
  const kinds = new Map<string, Counts>();
  const records = function* () {
    for (const row of ledger.history(a.run).comparedWith(b.run)) {
      const record = judged(row, b.interface as InterfaceName);
      if (!kinds.has(row.kind))
        kinds.set(row.kind, Object.fromEntries(RUN_RESULTS.map((result) => [result, 0])) as Counts);
      kinds.get(row.kind)![record.result]++;
      if (record.result !== 'equal') yield { record, row };
    }
  };
  if (json) {
    const document = jsonDocument([
      { name: 'schemaVersion', value: () => SCHEMA_VERSION },
      { name: 'a', value: () => a.id },
      { name: 'b', value: () => b.id },
      { name: 'records', list: records().map(({ record }) => record) },
      { name: 'kinds', value: () => [...kinds].map(([kind, counts]) => ({ kind, counts })) },
    ]);
    return writeAll(context.stdout, document);
  }
  const width = terminalWidth(context.stdout);
  const lines: string[] = [];
  let more = -RECORDS_SHOWN;
  for (const { record, row } of records()) if (++more <= 0) lines.push(...linesOf(record, row));
  if (more > 0) lines.push(say().compared.more({ records: amount(more, 'record') }));
  const counts = [...kinds].map(([kind, of]) => [forTerminal(kindText(kind)), of] as const);
  const heading = say().runsCompared.heading({ a: a.id, b: b.id });
  const table = countLines(
    counts,
    RUN_RESULTS,
    (result) => say().runsCompared[result](),
    colorLevel(context),
  );
  for (const line of [heading, '', ...table, ...lines.flatMap((text) => wrapIndented(text, width))])
    await write(context.stdout, `${line}\n`);
}

/** Outcomes after which the service has the record as the run had it: they say only which run sent it. */
const HELD: ReadonlySet<string | null> = new Set(['created', 'updated', 'unchanged']);

/** The result for a record: other content counts before another outcome. */
function judged({ kind, family, before, after, ...row }: ComparedRow, interfaceName: InterfaceName) {
  const [first, second] = [row.bodyBefore, row.bodyAfter].map((body) => body && (JSON.parse(body) as Body));
  const spec = findKind(interfaceName, kind);
  const changes = first && second ? diff(first, second, spec && uncomparedFields(spec)) : [];
  const fields = changes.filter((change) => !isEquivalent(change.before, change.after));
  const inBoth = (): keyof Counts => {
    if (fields.length > 0) return 'content';
    if (before !== after && !(HELD.has(before) && HELD.has(after))) return 'outcome';
    return first && second ? 'equal' : 'not-comparable';
  };
  const result = after === null ? 'only-a' : before === null ? 'only-b' : inBoth();
  const names = { kind, key: keyText(row.key), family: family || null };
  return { ...names, result, outcomeInA: before, outcomeInB: after, fields };
}

function linesOf(record: ReturnType<typeof judged>, { file, sheet, row }: ComparedRow): string[] {
  const { kind, key, result, outcomeInA: before, outcomeInB: after, fields } = record;
  const outcomes = [before, after].flatMap((outcome) => (outcome === null ? [] : [stateText(outcome)]));
  const place = originText({ file: forTerminal(file), sheet: forTerminal(sheet), row });
  const name = `${forTerminal(kindText(kind))} ${forTerminal(key)} (${place})`;
  return [
    `${say().runsCompared[result]()}: ${name}: ${[...new Set(outcomes)].join(' → ')}`,
    ...changeTexts(fields).map((text) => `  ${forTerminal(text, 500)}`),
  ];
}
