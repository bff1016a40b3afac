import type { Finding, Origin } from '../../findings/finding.ts';
import { originText } from '../../findings/finding.ts';
import { kindText, say, stateText } from '../../say.ts';
import { OUTCOMES, type Outcome } from '../../send/push/outcome.ts';
import { forTerminal } from '../../terminal-text.ts';
import type { ListedRun } from './document-schema.ts';
import type { ReportRecord } from './report-schema.ts';
import { type ColorLevel, colors, joinedMessages, TROUBLE_OUTCOMES, totalsText } from './sentences.ts';
import { table, textWidth, type ViewColumn } from './table.ts';
import { wrappedParts, wrapSentence } from './wrap.ts';

export type RunRow = Omit<ListedRun, 'command'>;

/** A record of a run; one without an outcome yet has null. */
export type RunRecordRow = Pick<ReportRecord, 'kind' | 'key'> &
  Partial<Pick<ReportRecord, 'id' | 'showcaseLink'>> & {
    readonly origin: Origin;
    readonly outcome: Outcome | null;
    readonly messages: readonly string[];
    readonly tries: readonly RunTry[];
  };
type RunTry = Omit<ReportRecord['tries'][number], 'endedAt'>;

/** The runs as a table. The totals are wrapped at `width`, if the columns before them leave enough of it. */
export function* runLines(
  runs: readonly RunRow[],
  colorLevel: ColorLevel,
  width?: number,
): Generator<string> {
  if (runs.length === 0) {
    yield say().runs.none();
    return;
  }
  const hasHosts = runs.some(({ host }) => host !== undefined);
  const columns: ViewColumn[] = [
    { header: say().runs.run() },
    { header: say().runs.environment() },
    ...(hasHosts ? [{ header: say().jobs.hostHeader() }] : []),
    { header: say().runs.started() },
    { header: say().runs.exit(), align: 'right' },
    { header: say().runs.rows() },
  ];
  const rows = runs.map(({ run, environment, host = '', startedAt, totals, exitCode }) => [
    forTerminal(run),
    forTerminal(environment),
    ...(hasHosts ? [forTerminal(host)] : []),
    forTerminal(startedAt.slice(0, 16).replace('T', ' ')),
    exitCode === null ? '-' : `${exitCode}`,
    totalsText(totals),
  ]);
  const [headers] = table(columns, rows);
  const room = width === undefined ? 0 : width - textWidth(headers!) + textWidth(say().runs.rows());
  const wrappedRows = rows.flatMap((row) => {
    const totals = row.at(-1)!;
    const parts = room < MIN_TOTALS ? [totals] : packed(totals.split(', '), room);
    return parts.map((part, at) => [...(at === 0 ? row.slice(0, -1) : row.slice(0, -1).fill('')), part]);
  });
  const [, ...lines] = table(columns, wrappedRows);
  yield colors(colorLevel).bold(headers!);
  yield* lines;
}

/** The items on lines of at most `width` columns, if each of them fits. */
function packed(items: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const item of items) {
    const joined = `${lines.at(-1)}, ${item}`;
    if (lines.length > 0 && textWidth(joined) < width) lines.splice(-1, 1, joined);
    else lines.push(item);
  }
  return lines.map((line, at) => (at < lines.length - 1 ? `${line},` : line));
}

/** Minimum width in which totals are wrapped. */
const MIN_TOTALS = 16;

const outcomeWidth = (): number => Math.max(...OUTCOMES.map((outcome) => textWidth(stateText(outcome)))) + 2;
const usualKindWidth = (): number =>
  Math.max(...['supplier', 'component'].map((kind) => textWidth(kindText(kind)))) + 2;

/** Longer keys do not widen the column of keys. */
const MAX_KEY = 30;

/** How a run is shown: `errors` of files and sheets without records, wrapped at `width`. */
interface RunRecordView {
  readonly allAttempts?: boolean;
  readonly errors?: Iterable<Finding>;
  readonly width?: number | undefined;
}

/**
 * The lines about a run: one for the run itself, one for each error of a file or sheet without records, and one for
 * each record. Lines for the attempts of a record follow it if there were several attempts or the record failed; with
 * `allAttempts`, always.
 */
export async function* runRecordLines(
  run: RunRow,
  records: Iterable<RunRecordRow> | AsyncIterable<RunRecordRow>,
  { allAttempts = false, errors = [], width }: RunRecordView = {},
): AsyncGenerator<string> {
  const texts = {
    run: forTerminal(run.run),
    environment: forTerminal(run.environment),
    started: forTerminal(run.startedAt),
    totals: totalsText(run.totals),
  };
  yield* wrapSentence(
    run.exitCode === null
      ? say().runs.headingOpen(texts)
      : say().runs.heading({ ...texts, code: `${run.exitCode}` }),
    width,
  );
  const outcomes = outcomeWidth();
  // Records of one kind follow each other, so a kind with a long name widens the column only from its first line on.
  let kinds = usualKindWidth();
  let keys = { kind: '', width: 0 };
  for (const { origin, message } of errors)
    yield* wrappedParts(
      padded(say().severity.error(), outcomes),
      [placeOf(origin), forTerminal(message, 500)],
      width,
    );
  for await (const { kind, key, origin, outcome, messages, id, showcaseLink, tries } of records) {
    const given = showcaseLink ?? id ?? null;
    const words = joinedMessages(
      [...messages, ...(given === null ? [] : [given])].map((message) => forTerminal(message, 500)),
    );
    const kindName = forTerminal(kindText(kind));
    kinds = Math.max(kinds, textWidth(kindName) + 2);
    const start = padded(stateText(outcome ?? 'open'), outcomes) + padded(kindName, kinds);
    // Records are read one by one, so a longer key widens the column from its line on.
    const keyText = forTerminal(key);
    const before = keys.kind === kind ? keys.width : 0;
    keys = { kind, width: textWidth(keyText) > MAX_KEY ? before : Math.max(before, textWidth(keyText)) };
    const aligned = keyText + ' '.repeat(Math.max(keys.width - textWidth(keyText), 0));
    const parts = [aligned, placeOf(origin), ...(words === '' ? [] : [words])];
    for (const line of wrappedParts(start, parts, width)) yield line.trimEnd();
    const trouble = outcome !== null && TROUBLE_OUTCOMES.has(outcome);
    if (allAttempts || trouble || tries.length > 1)
      for (const one of tries) yield* wrappedParts('    ', attemptParts(one), width);
  }
}

const placeOf = ({ file, sheet, ...cell }: Origin): string =>
  originText({
    ...cell,
    file: forTerminal(file),
    ...(sheet === undefined ? {} : { sheet: forTerminal(sheet) }),
  });

/**
 * The parts of a line such as `attempt 1 2026-11-02T02:13:04.120Z in-doubt connection reset read back
 * 2026-11-02T02:13:08.131Z: found`.
 */
function attemptParts({ attempt, startedAt, result, status, error, readAt, read }: RunTry): string[] {
  const words = joinedMessages(error.map((text) => forTerminal(text, 500)));
  return [
    say().runs.attempt({ attempt: `${attempt}` }),
    forTerminal(startedAt),
    forTerminal(result === null ? say().runs.noResponse() : attemptText(result)),
    ...(status === null || words.includes(String(status)) ? [] : [`HTTP ${status}`]),
    ...(words === '' ? [] : [words]),
    ...(read === null
      ? []
      : [say().runs.readBack({ at: forTerminal(readAt ?? ''), result: forTerminal(attemptText(read)) })]),
  ];
}

/** The text for a code of an attempt; for an outcome or an unknown code, that of `stateText`. */
function attemptText(code: string): string {
  const texts: Readonly<Record<string, () => string>> = say().attempts;
  return Object.hasOwn(texts, code) ? texts[code]!() : stateText(code);
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(width - textWidth(text), 1));
}
