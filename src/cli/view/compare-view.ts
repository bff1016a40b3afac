import { originText } from '../../findings/finding.ts';
import type { ComparedRecord } from '../../import/compare/compare-records.ts';
import { kindText, say } from '../../say.ts';
import { valueText } from '../../send/plan/changed.ts';
import { forTerminal } from '../../terminal-text.ts';
import { RESULTS } from './document-schema.ts';
import { jsonDocument, SCHEMA_VERSION } from './json-document.ts';
import { amount, type ColorLevel, colors, count } from './sentences.ts';
import { table } from './table.ts';
import { wrapIndented } from './wrap.ts';

/** Maximum number of records, reasons, and fields of a record that are printed; --out and --json have all. */
export const RECORDS_SHOWN = 20;
const FIELDS_SHOWN = 5;

type Result = (typeof RESULTS)[number];
const DIFFERENCES: readonly Result[] = ['different', 'missing', 'extra'];

/** Counts the results of each kind while the records are printed. */
export class CompareCounts {
  readonly byKind: ReadonlyMap<string, { readonly of: Record<Result, number>; readonly shown: Set<string> }>;

  constructor(kinds: readonly { readonly name: string }[]) {
    const zero = () => Object.fromEntries(RESULTS.map((result) => [result, 0])) as Record<Result, number>;
    this.byKind = new Map(kinds.map(({ name }) => [name, { of: zero(), shown: new Set() }]));
  }

  *counted(records: Iterable<ComparedRecord>): Generator<ComparedRecord> {
    for (const record of records) {
      const { of, shown } = this.byKind.get(record.kind)!;
      of[record.result]++;
      for (const name of record.shown) shown.add(name);
      yield record;
    }
  }

  sum(results: readonly Result[]): number {
    return [...this.byKind.values()].reduce(
      (sum, { of }) => results.reduce((all, result) => all + of[result], sum),
      0,
    );
  }

  get differences(): number {
    return this.sum(DIFFERENCES);
  }

  /** The last line. */
  verdict(environment: string): string {
    const [all, differing, left] = [
      ['equal' as const, ...DIFFERENCES],
      DIFFERENCES,
      ['not-comparable' as const],
    ].map((results) => this.sum(results)) as [number, number, number];
    const rest = { environment, left, number: count(left), records: amount(all, 'record') };
    if (all === 0) return say().compared.nothing(rest);
    return differing === 0
      ? say().compared.equal(rest)
      : say().compared.differ({ ...rest, count: differing, differing: count(differing) });
  }
}

/** The counts by kind, the compared fields, the first differences, and why records are not comparable. */
export function* compareLines(
  records: Iterable<ComparedRecord>,
  counts: CompareCounts,
  colorLevel: ColorLevel,
  width: number | undefined,
): Generator<string> {
  const lines: string[] = [];
  const reasons = new Map<string, { kind: string; reason: string; number: number }>();
  for (const record of counts.counted(records)) {
    const { kind, reason, result } = record;
    if (result === 'not-comparable' && reason !== null) {
      const known = reasons.get(kind + reason);
      if (known) known.number++;
      else if (reasons.size < RECORDS_SHOWN) reasons.set(kind + reason, { kind, reason, number: 1 });
    } else if (result !== 'equal' && counts.differences <= RECORDS_SHOWN) lines.push(...linesOf(record));
  }
  const texts = say().compared;
  const kinds = [...counts.byKind].map(([name, of]) => ({ kind: forTerminal(kindText(name)), ...of }));
  const countsOf = kinds.map(({ kind, of }) => [kind, of] as const);
  yield* countLines(countsOf, RESULTS, (result) => say().comparedResults[result](), colorLevel);
  const more = counts.differences - RECORDS_SHOWN;
  if (more > 0) lines.push(texts.more({ records: amount(more, 'record') }));
  for (const { kind, reason, number } of reasons.values())
    lines.push(
      texts.notComparable({
        kind: kindText(kind, number),
        number: count(number),
        reason: forTerminal(reason, 2000),
      }),
    );
  for (const { kind, shown } of kinds)
    if (shown.size > 0) lines.push(texts.shown({ kind, fields: forTerminal([...shown].join(', '), 1000) }));
  for (const line of lines) yield* wrapIndented(line, width);
}

/** The numbers of records with each result by kind, as a table with an empty line below it; nothing without kinds. */
export function* countLines<Of extends string>(
  kinds: readonly (readonly [kind: string, of: Readonly<Record<Of, number>>])[],
  results: readonly Of[],
  textOf: (result: Of) => string,
  colorLevel: ColorLevel,
): Generator<string> {
  const columns = results.map((result) => ({ header: textOf(result), align: 'right' }) as const);
  const rows = kinds.map(([kind, of]) => [kind, ...results.map((result) => count(of[result]))]);
  const [header, ...body] = table([{ header: say().plan.kind() }, ...columns], rows);
  if (rows.length > 0) yield* [colors(colorLevel).bold(header!), ...body, ''];
}

function linesOf({ kind, key, result, origin, reason, fields }: ComparedRecord): string[] {
  const record = `${say().comparedResults[result]()}: ${forTerminal(kindText(kind))} ${forTerminal(key)}`;
  const line = (of: typeof origin, text: string | null) => {
    const place = of === null ? '' : ` (${forTerminal(originText(of), 500)})`;
    return `${record}${place}${text === null ? '' : `: ${forTerminal(text, 500)}`}`;
  };
  if (fields.length === 0) return [line(origin, reason)];
  const lines = fields.slice(0, FIELDS_SHOWN).map(({ path, expected, found, by, origin: cell }) => {
    const texts = { field: path, expected: valueText(expected), found: valueText(found) };
    return line(cell, by === 'service' ? say().compared.field(texts) : say().compared.fieldOfLedger(texts));
  });
  const more = fields.length - FIELDS_SHOWN;
  return more > 0 ? [...lines, say().plan.moreChanges({ record, changes: amount(more, 'change') })] : lines;
}

const COLUMNS = [
  ...['result', 'kind', 'key', 'family', 'file', 'sheet', 'row', 'cell'],
  ...['field', 'expected', 'found', 'by', 'reason'],
];

/** The sheet of `--out`. */
export const COMPARE_SHEET = {
  name: 'compare',
  columns: COLUMNS.map((name) => ({ name, heading: name, type: 'text' as const })),
};

const cellText = (value: unknown): string | null =>
  typeof value === 'string' ? value : value === undefined ? null : JSON.stringify(value);

const cellOf = (origin: ComparedRecord['origin']): string | null =>
  origin?.column === undefined ? null : `${origin.column}${origin.row}`;

const placeOf = (origin: ComparedRecord['origin']) => ({
  file: origin?.file ?? null,
  sheet: origin?.sheet ?? null,
  row: origin?.row ?? null,
});

/** The rows of `--out`: one for each record, or for each field that differs. */
export function* compareRows(records: Iterable<ComparedRecord>): Generator<(string | number | null)[]> {
  for (const { result, kind, key, family, origin, reason, fields } of records) {
    const start = [result, kind, key, family, ...Object.values(placeOf(origin))];
    if (fields.length === 0) yield [...start, null, null, null, null, null, reason];
    for (const { path, expected, found, by, origin: cell } of fields)
      yield [...start, cellOf(cell), path, cellText(expected), cellText(found), by, reason];
  }
}

/** The document of `--json`. */
export function compareJson(
  records: Iterable<ComparedRecord>,
  counts: CompareCounts,
  head: { readonly environment: string; readonly interface: string; readonly exitCode: () => number },
): AsyncGenerator<string> {
  const list = function* () {
    for (const { origin, fields, shown: _, ...record } of counts.counted(records)) {
      if (record.result === 'equal') continue;
      const differing = fields.map(({ origin: cell, ...field }) => ({ ...field, cell: cellOf(cell) }));
      yield { ...record, ...placeOf(origin), fields: differing };
    }
  };
  const kinds = () =>
    [...counts.byKind].map(([kind, { of, shown }]) => ({ kind, counts: of, comparedFields: [...shown] }));
  return jsonDocument([
    { name: 'schemaVersion', value: () => SCHEMA_VERSION },
    { name: 'environment', value: () => head.environment },
    { name: 'interface', value: () => head.interface },
    { name: 'records', list: list() },
    { name: 'kinds', value: kinds },
    { name: 'exitCode', value: head.exitCode },
  ]);
}
