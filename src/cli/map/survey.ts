import type { InterfaceName, KindSpec } from '../../contract/kind.ts';
import { withoutExampleMark } from '../../contract/labels.ts';
import type { Finding } from '../../findings/finding.ts';
import { keepHeapSmall } from '../../import/input/heap.ts';
import { BoundMap, type LoadedMap, type TableMatch } from '../../import/input/map-in-force.ts';
import { chosenKind } from '../../import/input/read-file.ts';
import { contractIn, type InputSettings } from '../../import/input/settings.ts';
import { openInputFile } from '../../import/input/sources.ts';
import type { RunEvidence } from '../../map/learn-proposal.ts';
import type { SheetEntry } from '../../map/map-file/map-file.ts';
import { columnIndex } from '../../map/map-file/named-columns.ts';
import { tableRanges } from '../../map/map-file/table-ranges.ts';
import { placeOf } from '../../map/map-file/tables.ts';
import type { SheetSurvey } from '../../map/propose.ts';
import type { MergedRows } from '../../map/propose-rows.ts';
import type { Answers } from '../../map/survey-input.ts';
import { cellText, cleanText } from '../../recognise/text.ts';
import { mergedRange } from '../../records/layout/merged-cells.ts';
import type { HeaderRow, MappedHeaders, SheetMap } from '../../records/record.ts';
import { isOfTable } from '../../records/unmapped-columns.ts';
import type { Row } from '../../sheets/cell.ts';
import type { SheetHandle, SheetRows, Source } from '../../sheets/source.ts';
import { AmbiguousCells } from './ambiguous.ts';
import type { RunRecords } from './learn-run.ts';
import type { KnownEntry } from './review.ts';

/** A sheet whose map is made. */
export interface SurveyedSheet {
  readonly file: string;
  readonly sheet: string;
  readonly isText: boolean;
  readonly survey: SheetSurvey;
  /** Texts with two readings. Numbers and dates of a workbook have only one reading. */
  readonly ambiguous: AmbiguousCells;
  readonly kinds: readonly KindSpec[];
  /** The first rows as texts, to ask which of them has the headers. */
  readonly firstRows: readonly { readonly row: number; readonly cells: readonly string[] }[];
  /** The kind of the records whose columns these are, if the rows describe several kinds. */
  readonly part?: string;
  /** The name of the file of which this one is an annotated copy: map files name that one. */
  readonly copyOf?: string;
  /** The kind that `--sheet` names, or `skip`. */
  readonly asked: string | undefined;
  readonly known: KnownEntry | undefined;
  /** What the run of `--learn` proves. */
  readonly evidence?: RunEvidence;
}

/** The result of a survey of the input files. */
export interface Surveyed {
  readonly interface: InterfaceName;
  readonly kinds: readonly KindSpec[];
  readonly sheets: readonly SurveyedSheet[];
  /** Problems of files and sheets. */
  readonly findings: readonly Finding[];
  /** Hidden sheets, which are not read. */
  readonly hidden: readonly { readonly file: string; readonly sheet: string }[];
  /** The sheets of questions in annotated copies. */
  readonly answered: readonly AnsweredSheet[];
}

/** The rows of a sheet of questions, which a person may have answered. */
export interface AnsweredSheet extends SheetRows {
  readonly file: string;
}

/** Number of first rows among which a person may choose the header row. */
const FIRST_ROWS = 20;

/**
 * Reads all rows of all sheets. `map` is the map file in force, `run` the run of `--learn`.
 *
 * @throws TraceError `map-invalid`
 */
export async function surveyed(
  settings: InputSettings,
  map: LoadedMap | undefined,
  signal: AbortSignal,
  run?: RunRecords,
): Promise<Surveyed> {
  // The proposals for the first rows would grow the young generation before any rows are read.
  keepHeapSmall();
  const [propose, { shareReferences }] = await Promise.all([
    import('../../map/propose.ts'),
    import('../../map/propose-together.ts'),
  ]);
  const { learnedFrom } = await import('../../map/learned.ts');
  const learner = run && (await import('./learn-sheet.ts'));
  const findings: Finding[] = [];
  const hidden: { file: string; sheet: string }[] = [];
  const sources: Source[] = [];
  try {
    for (const file of settings.files) {
      const source = await openInputFile(file, { settings, signal }, (finding) => findings.push(finding));
      if (source) sources.push(source);
    }
    const name = await interfaceIn(settings, sources, signal);
    const kinds = contractIn(settings)[name];
    const bound = map && new BoundMap(map, name, kinds);
    const entries = map && bound ? knownEntries(map, bound) : [];
    const learned = learnedFrom(entries.map(withoutQuestions));
    const sheets: SurveyedSheet[] = [];
    const answered: AnsweredSheet[] = [];
    for (const source of sources) {
      const copyOf = (await source.copyOf?.())?.file;
      const questions = copyOf === undefined ? null : await source.questions?.();
      if (questions) answered.push({ ...questions, file: source.file });
      for (const sheet of source.sheets) {
        const flagged = chosenKind(settings.sheets, kinds, source, sheet);
        const asked = flagged === 'skip' ? flagged : flagged?.name;
        const match = bound?.match(source.file, sheet.name, flagged);
        const reads = match?.tables.filter(({ mapping }) => mapping) ?? [];
        const [first = match?.tables[0]] = reads;
        if (sheet.hidden && asked === undefined && !first) {
          hidden.push({ file: source.file, sheet: sheet.name });
          continue;
        }
        for (const read of reads.length > 1 ? reads : [first]) {
          const known = read && entries[read.at];
          const own = known ? [...entries.filter((one) => one !== known), known] : entries;
          const input = {
            ...{ file: copyOf ?? source.file, sheet: sheet.name, kinds },
            learned: known ? learnedFrom(own.map(withoutQuestions)) : learned,
          };
          const ambiguous = new AmbiguousCells();
          const whole = new propose.SheetSurvey(input);
          let isOurs = false;
          const rows = sheet.rows((finding) => {
            // The sheet of results, or that of questions: an entry without a name of a sheet matches them, too.
            isOurs ||= finding.code === 'annotation-ignored' && finding.origin.row === undefined;
            const merged = mergedRows(finding);
            if (merged) whole.addMerge(merged);
            else if (read === first) findings.push(finding);
          });
          const inTable = rowsIn(read, match?.tables ?? []);
          const { firstRows, header } = await readInto(whole, ambiguous, known, { rows, inTable }, signal);
          if (isOurs || (firstRows.length === 0 && asked === undefined && known === undefined)) continue;
          const isText = source.format === 'csv' || (copyOf !== undefined && TEXT_FILE.test(copyOf));
          const beside = reads.flatMap(({ at, mapping }) => (mapping && at !== read!.at ? mapping : []));
          const headers = header && !known?.bound?.isForm ? known?.bound?.headers(header, beside) : undefined;
          const isForm = known?.bound?.isForm === true;
          const form = isForm ? whole.form() : undefined;
          if (isForm && !form) continue;
          const survey =
            form ??
            (beside.length > 0 && headers ? whole.without(columnsElsewhere(header!, headers)) : whole);
          const surveyed = {
            ...{ file: source.file, sheet: sheet.name, isText, survey, ambiguous, kinds, firstRows },
            ...{ asked, ...(copyOf !== undefined && { copyOf }) },
            known: known && { ...known, ...(header && headers && { headerRow: header.row, headers }) },
          };
          const evidence = await learner?.evidenceFor(run!, { ...surveyed, source, sheet }, signal);
          sheets.push({ ...surveyed, ...(evidence && { evidence }) });
        }
      }
    }
    const tables = tablesOf(sheets, shareReferences);
    return { interface: name, kinds, sheets: tables, findings, hidden, answered };
  } finally {
    for (const source of sources) await source.close();
  }
}

/**
 * The tables of the sheets, and the kinds that their rows describe, each like a sheet of its own. A sheet whose kind is known has
 * one table.
 */
function tablesOf(
  sheets: readonly SurveyedSheet[],
  shareReferences: (surveys: readonly { survey: SheetSurvey; answers: Answers }[]) => void,
): SurveyedSheet[] {
  const share = (all: readonly SurveyedSheet[]) =>
    shareReferences(all.map(({ survey, asked, known }) => ({ survey, answers: answersOf(asked, known) })));
  const split = (all: readonly SurveyedSheet[], into: (survey: SheetSurvey) => readonly SheetSurvey[]) =>
    all.flatMap((sheet) => {
      const isKnown = sheet.asked !== undefined || sheet.known !== undefined || sheet.evidence !== undefined;
      if (isKnown) return [sheet];
      return into(sheet.survey).map((survey) => ({
        ...{ ...sheet, survey },
        ...(survey.partKind !== undefined && { part: survey.partKind }),
      }));
    });
  const tables = split(sheets, (survey) => survey.tables());
  share(tables);
  const whole = new Set(tables.map(({ survey }) => survey));
  const inParts = (survey: SheetSurvey) => {
    const own = whole.has(survey) ? survey.parts({}) : [];
    return own.length > 0 ? own : [survey];
  };
  const parts = split(tables, inParts);
  if (parts.length === tables.length && parts.every(({ survey }, at) => survey === tables[at]!.survey))
    return parts;
  // The parts of one sheet may show the parts of another.
  share(parts);
  const all = split(parts, inParts);
  if (all.some(({ survey }, at) => survey !== parts[at]!.survey)) share(all);
  return all;
}

/** Whether a row is in a table of the map file, of which a sheet may have several. */
function rowsIn(read: TableMatch | undefined, tables: readonly TableMatch[]): (row: number) => boolean {
  if (read === undefined || tables.length < 2) return () => true;
  const { first, last } = tableRanges(tables.map(({ entry }) => placeOf(entry)))[tables.indexOf(read)]!;
  return (row) => row >= first && row <= last;
}

/** The indexes of the columns that other tables name. */
const columnsElsewhere = ({ cells }: HeaderRow, headers: MappedHeaders): ReadonlySet<number> =>
  new Set([...cells.keys()].filter((index) => headers.meaning(index) === 'elsewhere'));

/** The rows and the column of merged cells; undefined for other findings. */
function mergedRows(finding: Finding): MergedRows | undefined {
  const range = mergedRange(finding);
  const index = range && columnIndex(range.letters);
  return index === undefined ? undefined : { index, first: range!.first, last: range!.last };
}

/** What is known about a sheet before the first question. */
function answersOf(asked: string | undefined, known: KnownEntry | undefined) {
  const kind = known ? (known.bound?.kind.name ?? 'skip') : asked;
  const headerRow = known?.headerRow;
  return { ...(kind !== undefined && { kind }), ...(headerRow !== undefined && { headerRow }) };
}

/** Whether a row is an example row of a template, which is never imported. */
const isExample = ({ cells }: Row): boolean =>
  cells.some((cell) => typeof cell === 'string' && withoutExampleMark(cell) !== undefined);

/** The names of text files: their annotated copies are workbooks, but the map file is for the text file. */
const TEXT_FILE = /\.(?:csv|tsv|txt)$/i;

interface SheetReading {
  readonly firstRows: SurveyedSheet['firstRows'];
  readonly header: HeaderRow | undefined;
}

/** Adds all rows to the survey. An entry of the map file may join several rows to one header row. */
async function readInto(
  survey: SheetSurvey,
  ambiguous: AmbiguousCells,
  known: KnownEntry | undefined,
  { rows, inTable }: { rows: AsyncIterable<readonly Row[]>; inTable: (row: number) => boolean },
  signal: AbortSignal,
): Promise<SheetReading> {
  const first: Row[] = [];
  let header: HeaderRow | undefined;
  let map: Pick<SheetMap, 'layout'> = {};
  const add = (row: Row) => {
    if (header && row.row > header.row && !isOfTable(map, row.cells)) return;
    survey.add(row.row === header?.row ? header : row);
    ambiguous.add(row.cells);
  };
  const addFirst = () => {
    header = known?.bound?.headerRow(first);
    const layout = header && known?.bound?.headers(header).layout([], () => {});
    map = { ...(layout && { layout }) };
    for (const row of first) add(row);
  };
  for await (const batch of rows) {
    signal.throwIfAborted();
    for (const row of batch) {
      if (!inTable(row.row)) continue;
      if (first.length >= MOST_ROWS) add(row);
      else if (isExample(row)) continue;
      else if (first.push(row) === MOST_ROWS) addFirst();
    }
  }
  if (first.length < MOST_ROWS) addFirst();
  const firstRows = first
    .slice(0, FIRST_ROWS)
    .map(({ row, cells }) => ({ row, cells: cells.map((cell) => cleanText(cellText(cell))) }));
  return { firstRows, header };
}

/** Number of sheets that show the interface. */
const COMPARED_SHEETS = 8;

/** The interface that is set; else the only one that has a kind of `--sheet`; else the one that has more headers of the first sheets. */
async function interfaceIn(
  settings: InputSettings,
  sources: readonly Source[],
  signal: AbortSignal,
): Promise<InterfaceName> {
  if (!settings.interfaceBySheets) return settings.interface;
  const contract = contractIn(settings);
  for (const kind of settings.sheets.values()) {
    const having = (['v2', 'v3'] as const).filter((name) => contract[name].some((one) => one.name === kind));
    if (having.length === 1) return having[0]!;
  }
  const { likelyInterface } = await import('../../map/propose-together.ts');
  const sheets = sources.flatMap((source) => source.sheets.filter(({ hidden }) => !hidden));
  const first: { rows: readonly Row[] }[] = [];
  for (const sheet of sheets.slice(0, COMPARED_SHEETS)) first.push({ rows: await firstOf(sheet, signal) });
  return likelyInterface(first, contract) ?? settings.interface;
}

async function firstOf(sheet: SheetHandle, signal: AbortSignal): Promise<Row[]> {
  const first: Row[] = [];
  for await (const batch of sheet.rows(() => {})) {
    signal.throwIfAborted();
    first.push(...batch.slice(0, MOST_ROWS - first.length));
    if (first.length >= MOST_ROWS) break;
  }
  return first;
}

/** Number of first rows in which the header row of an entry is searched, and which show the interface. */
const MOST_ROWS = 200;

/** The entries of a map file, bound to the contract. */
const knownEntries = ({ map, paths, lineOf }: LoadedMap, bound: BoundMap): KnownEntry[] =>
  map.sheets.map((entry, at) => ({ at, line: lineOf(paths[at]!), entry, bound: bound.entry(at) }));

/** The entry without unanswered questions, and with the name of its kind, for which the file may have the plural. */
function withoutQuestions({ entry, bound }: KnownEntry): SheetEntry {
  const columns = Object.entries(entry.columns ?? {}).filter(([, target]) => target !== '?');
  return { ...entry, kind: bound?.kind.name ?? entry.kind, columns: Object.fromEntries(columns) };
}
