import type { KindSpec } from '../../contract/kind.ts';
import { chosenKind } from '../../import/input/read-file.ts';
import { ColumnLearner } from '../../map/learn-columns.ts';
import { KeyFinder, keyCell } from '../../map/learn-keys.ts';
import { columnEvidence, type RunEvidence, wordEvidence } from '../../map/learn-proposal.ts';
import type { SheetSurvey } from '../../map/propose.ts';
import { parseHeaderList } from '../../records/header-list.ts';
import { headerKey } from '../../records/headers.ts';
import type { Row } from '../../sheets/cell.ts';
import type { SheetHandle, Source } from '../../sheets/source.ts';
import type { RunFlags, RunRecords } from './learn-run.ts';
import type { KnownEntry } from './review.ts';

/** A sheet that is compared with the records of the run of `--learn`. */
interface SheetToLearn {
  readonly source: Source;
  readonly sheet: SheetHandle;
  readonly survey: SheetSurvey;
  readonly kinds: readonly KindSpec[];
  readonly known: KnownEntry | undefined;
  /** The kind that `--sheet` names, or `skip`. */
  readonly asked: string | undefined;
}

interface LearnedSheet {
  readonly kind: KindSpec;
  readonly headerRow: number;
  readonly learner: ColumnLearner;
}

/** Returns what the run proves about a sheet; undefined if nothing. Reads its rows twice. */
export async function evidenceFor(
  run: RunRecords,
  input: SheetToLearn,
  signal: AbortSignal,
): Promise<RunEvidence | undefined> {
  const own = run.hashes.has(input.source.sha256) ? run.flags : {};
  const kindName = input.known
    ? (input.known.bound?.kind.name ?? 'skip')
    : (input.asked ?? kindIn(own, input));
  if (kindName === 'skip') return { ...emptyTaught('skip'), kind: 'skip' };
  const kinds = input.kinds.filter(
    (kind) => run.hasKind(kind) && (kindName === undefined || kind.name === kindName),
  );
  const learned = await bestOf(run, kinds, input, signal);
  const kind = learned?.kind ?? input.kinds.find(({ name }) => name === kindName);
  if (!kind) return undefined;
  const headerRow = input.known?.headerRow ?? learned?.headerRow;
  const answers = { kind: kind.name, ...(headerRow !== undefined && { headerRow }) };
  const base = input.survey.proposal(answers);
  const evidence = learned ? columnEvidence(kind, base, learned.learner) : emptyTaught(kind.name);
  const ignored = new Set(
    (own.ignoreColumns ?? []).flatMap((list) => parseHeaderList(list) ?? []).map(headerKey),
  );
  const columns = new Map(evidence.columns);
  for (const { index, header } of base.columns)
    if (header !== '' && ignored.has(headerKey(header))) columns.set(index, 'ignore');
  const whole = input.survey.proposal({ ...answers, columns });
  return {
    ...evidence,
    kind: kind.name,
    columns,
    words: learned ? wordEvidence(whole, learned.learner) : new Map(),
    settings: {
      ...evidence.settings,
      ...((own.decimal === ',' || own.decimal === '.') && { decimal: own.decimal }),
      ...((own.dateOrder === 'day-first' || own.dateOrder === 'month-first') && { dateOrder: own.dateOrder }),
    },
    // Only needed if the survey does not find the same header row by its words.
    ...(headerRow !== undefined &&
      input.survey.proposal({ kind: kind.name }).headerRow !== headerRow && { headerRow }),
  };
}

const emptyTaught = (kind: string): RunEvidence => ({
  ...{ kind, columns: new Map(), units: new Map(), questions: new Map() },
  ...{ words: new Map(), settings: {}, leastRows: 1 },
});

/** The kind that `--sheet` of the run names for a sheet of its files. */
function kindIn({ sheet: pairs = [] }: RunFlags, { source, sheet, kinds }: SheetToLearn): string | undefined {
  const named = new Map(
    pairs.map((pair) => {
      const at = pair.lastIndexOf('=');
      const value = pair
        .slice(at + 1)
        .trim()
        .toLowerCase();
      const kind = kinds.find(({ plural }) => plural === value)?.name ?? value;
      return [pair.slice(0, at).toLowerCase(), kind];
    }),
  );
  const chosen = chosenKind(named, kinds, source, sheet);
  return chosen === 'skip' ? chosen : chosen?.name;
}

/** The kind whose records explain the most columns; undefined if no kind explains any, or two kinds explain equally many. */
async function bestOf(
  run: RunRecords,
  kinds: readonly KindSpec[],
  { sheet, known }: SheetToLearn,
  signal: AbortSignal,
): Promise<LearnedSheet | undefined> {
  const finders = kinds.map((kind) => ({ kind, finder: new KeyFinder((text) => run.hasKey(kind, text)) }));
  for await (const row of rowsOf(sheet, signal)) for (const { finder } of finders) finder.add(row);
  const learners = finders.flatMap(({ kind, finder }) => {
    const key = finder.column();
    if (!key) return [];
    const headerRow = known?.headerRow ?? key.headerRow;
    return [{ kind, headerRow, index: key.index, learner: new ColumnLearner(kind) }];
  });
  if (learners.length === 0) return undefined;
  for await (const row of rowsOf(sheet, signal)) {
    const texts = new Set(row.cells.map((_, index) => keyCell(row, index)));
    for (const { kind, headerRow, index, learner } of learners) {
      const text = row.row > headerRow ? keyCell(row, index) : '';
      const body = text === '' ? undefined : run.record(kind, text, texts);
      if (body) learner.add(row, body);
      else if (text !== '') learner.rowsWithout++;
    }
  }
  const counted = learners
    .map((one) => ({ ...one, count: one.learner.columns().learned.length }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count);
  const [best, next] = counted;
  return best && best.count > (next?.count ?? 0) ? best : undefined;
}

async function* rowsOf(sheet: SheetHandle, signal: AbortSignal): AsyncGenerator<Row> {
  for await (const batch of sheet.rows(() => {})) {
    signal.throwIfAborted();
    yield* batch;
  }
}
