import { flag } from '../advice.ts';
import type { Drift } from '../config/drift.ts';
import { TraceError, usage } from '../errors.ts';
import { type Finding, originOfFiles } from '../findings/finding.ts';
import { ALL_LIMITS, FindingGroups } from '../findings/group.ts';
import type { Ledger, RunRow } from '../ledger/ledger.ts';
import { nearestSentence } from '../nearest.ts';
import { headerList } from '../records/header-list.ts';
import { headerKey } from '../records/headers.ts';
import { say } from '../say.ts';
import { levelsOf } from '../send/plan/kind-waves.ts';
import type { Source } from '../sheets/source.ts';
import { BoundMap, type LoadedMap, type NamedRecords } from './input/map-in-force.ts';
import {
  isInterrupt,
  newResult,
  type ReadContext,
  type ReadResult,
  reportFinding,
} from './input/read-context.ts';
import { readFile } from './input/read-file.ts';
import { type InputSettings, kindsIn } from './input/settings.ts';
import { Sources } from './input/sources.ts';
import { ledgerStage, type RowRecord } from './input/staged-record.ts';
import type { TableCount } from './input/table-count.ts';
import type { RunEvent } from './report/run-event.ts';
import { checkAcrossRecords } from './staged/check-across.ts';
import type { RequiredRehearsal } from './staged/rehearsal.ts';
import { stagedRecords } from './staged/staged-records.ts';

/** The result of reading and checking the input. */
export interface StagedInput {
  readonly findingGroups: FindingGroups;
  readonly records: number;
  /**
   * Whether reading stopped before the end of the input. Its rows then end as not attempted, and
   * the rules across records are not run.
   */
  readonly interrupted: boolean;
  /** See `ReadResult`. */
  readonly unsentRows: ReadonlyMap<string, number>;
  readonly tables: ReadonlyMap<number, TableCount>;
}

/** The part of a job that `stageInput` uses. */
interface InputJob {
  readonly settings: InputSettings;
  readonly emit: (event: RunEvent) => void;
  readonly signal: AbortSignal;
  /** How the input is compared with that of earlier runs. */
  readonly drift?: { readonly settings: Drift; readonly run: RunRow } | undefined;
  /** The environment that must have accepted the content before. */
  readonly rehearsal?: RequiredRehearsal | undefined;
}

/** The groups of findings of a run, with all places if the user asks for them. */
export const newGroups = ({ allPlaces }: InputSettings): FindingGroups =>
  new FindingGroups(allPlaces === true ? ALL_LIMITS : undefined);

/** Reads the files, closes them, and checks their records. Used by check, plan and import. */
export async function stageInput(
  ledger: Ledger,
  run: number,
  { settings, emit, signal, drift, rehearsal }: InputJob,
  sources = new Sources(),
): Promise<StagedInput> {
  const findingGroups = newGroups(settings);
  const hasWaves = !levelsOf(kindsIn(settings)).some(({ circular }) => circular);
  const stage = ledger.stage(run, hasWaves);
  const isCounted = drift !== undefined;
  const context = { stage: ledgerStage(stage), settings, emit, findingGroups, signal, isCounted };
  const read = await readInput(context, sources).finally(() => sources.closeAll());
  const staged = () => {
    const { records, interrupted, unsentRows, tables } = read;
    return { findingGroups, records, interrupted, unsentRows, tables };
  };
  if (read.interrupted) return staged();
  ledger.indexStage();
  const compared = stagedRecords({ ledger, run }, settings, rehearsal);
  checkAcrossRecords(compared, { stage, settings, findingGroups }, read);
  if (drift) {
    const { checkDrift } = await import('./drift/check-drift.ts');
    checkDrift({ ledger, run: drift.run, tables: read.tables }, drift.settings, {
      ...{ stage, settings, findingGroups },
    });
  }
  emit({ type: 'checked', records: read.records, findings: findingGroups.counts() });
  return staged();
}

/**
 * Streams the rows of every file through their checks into the stage. Bad data becomes findings. A signal stops it: the rows
 * read so far stay staged.
 * Throws TraceError when a file does not exist or cannot be read, or when `--sheet` names a sheet that no file has.
 */
export async function readInput(context: ReadContext, sources: Sources): Promise<ReadResult> {
  const result = newResult();
  const maps = boundMaps(context.settings);
  let unread = false;
  /** The number of files in which every sheet is skipped. */
  let skipped = 0;
  const open = new Map<string, Source | null>();
  let reading: string | undefined;
  const opened = (file: string) =>
    sources.open(file, context, (finding) => void reportFinding(context, finding));
  try {
    if ([...maps.values()].some((map) => map.named.length > 0)) {
      const mapped: MappedSource[] = [];
      for (const file of new Set(context.settings.files)) {
        reading = file;
        const source = await opened(file);
        open.set(file, source);
        if (source) mapped.push({ source, map: maps.get(file) });
      }
      await collectNames(context, mapped);
    }
    for (const file of context.settings.files) {
      reading = file;
      const source = open.has(file) ? open.get(file)! : await opened(file);
      open.delete(file);
      if (!source) {
        unread = true;
        continue;
      }
      try {
        if (await readFile(context, source, result, maps.get(file))) skipped++;
      } finally {
        await source.close();
      }
    }
  } catch (error) {
    if (!isInterrupt(context, error)) throw readingError(reading!, error);
    result.interrupted = true;
  } finally {
    for (const source of open.values()) await source?.close();
  }
  if (!unread && !result.interrupted) {
    refuseUnusedNames(context.settings, result.sheetNames);
    for (const finding of unusedFlags(context.settings, result)) reportFinding(context, finding);
    for (const map of new Set(maps.values()))
      for (const finding of unusedEntries(map)) reportFinding(context, finding);
    if (skipped === context.settings.files.length) reportFinding(context, nothingSelected(context.settings));
  }
  if (result.interrupted) context.stage.endNotAttempted?.();
  context.stage.commit?.();
  return result;
}

/** An open file of the input, with the map file that it is read with. */
interface MappedSource {
  readonly source: Source;
  readonly map: BoundMap | undefined;
}

/**
 * Collects the keys of the records to which columns refer by another field, before the sheets with these columns are
 * read. The second reading reports findings. An interrupted reading throws the reason of the signal.
 */
async function collectNames(
  { settings, signal }: ReadContext,
  files: readonly MappedSource[],
): Promise<void> {
  const named = [...new Set(files.map(({ map }) => map))].flatMap((map) => map?.named ?? []);
  const context: ReadContext = {
    stage: { isUnchecked: true, addRecord: (record) => addNames(record, named) },
    // Columns may also refer to records that are not sent.
    settings: { ...settings, only: [], externalRefs: false, update: false },
    emit: () => {},
    findingGroups: { add: () => {} },
    signal,
  };
  const result = newResult();
  for (const { source, map } of files) {
    const sheets = source.sheets.filter(({ name }) => {
      const match = settings.sheets.size === 0 ? map?.match(source.file, name, undefined) : undefined;
      return match === undefined || match.tables.some(({ kind }) => named.some((one) => one.kind === kind));
    });
    if (sheets.length > 0) await readFile(context, { ...source, sheets }, result, map);
  }
}

function addNames({ kind: { name }, body }: RowRecord, named: readonly NamedRecords[]): void {
  for (const { kind, path, names } of named) {
    if (kind.name !== name) continue;
    const [key, text] = [body[kind.key[names.part]!], body[path]];
    if (typeof key === 'string' && typeof text === 'string') names.add(text, key);
  }
}

/** The map files, bound to the contract of the run. */
function boundMaps(settings: InputSettings): Map<string, BoundMap> {
  const bound = new Map<LoadedMap, BoundMap>();
  return new Map(
    [...(settings.maps ?? [])].map(([file, map]) => {
      if (!bound.has(map)) bound.set(map, new BoundMap(map, settings.interface, kindsIn(settings)));
      return [file, bound.get(map)!];
    }),
  );
}

const unusedEntries = (map: BoundMap): Finding[] =>
  map.unused().map((line) => ({
    code: 'map-unused',
    severity: 'notice',
    origin: { file: map.file },
    message: say().input.mapUnused({ line: String(line) }),
  }));

/** Converts an error of the disk or of a network share to a TraceError. Returns other errors unchanged. */
function readingError(file: string, error: unknown): unknown {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (error instanceof TraceError || code === undefined || syscall === undefined) return error;
  return usage(
    'file-unreadable',
    say().input.unreadable({ file, code }),
    say().input.unreadableAdvice(),
    error,
  );
}

const nothingSelected = ({ files }: InputSettings): Finding => ({
  code: 'nothing-chosen',
  severity: 'error',
  origin: originOfFiles(files),
  message: say().input.nothingChosen(),
  suggestion: say().input.nothingChosenAdvice({ flag: flag('--sheet', `${say().placeholders.name()}=skip`) }),
});

/**
 * Refuses a name of `--sheet` that no sheet or file has: a misspelled name could send a sheet that the user wants to skip.
 * @throws TraceError usage `sheet-missing`.
 */
function refuseUnusedNames({ sheets, typedSheets }: InputSettings, known: ReadonlyMap<string, string>): void {
  const names = [...known.values()];
  for (const [name, kind] of sheets) {
    if (isNamed(name, known)) continue;
    throw usage(
      'sheet-missing',
      say().input.sheetMissing({
        flag: flag('--sheet', typedSheets?.get(name) ?? `${name}=${kind}`),
        near: nearestSentence(name, names),
      }),
      say().input.sheetMissingAdvice({ names: names.slice(0, 20).join(', ') }),
    );
  }
}

const isNamed = (name: string, known: ReadonlyMap<string, string>): boolean =>
  known.has(name) || [...known.keys()].some((one) => one.trim() === name.trim());

/** Reports flags that had no effect. */
function* unusedFlags(
  { ignore, extra, files }: InputSettings,
  { ignoredHeaders, usedHeaders }: ReadResult,
): Iterable<Finding> {
  const origin = originOfFiles(files);
  for (const name of ignore?.flagged ?? []) {
    if (ignoredHeaders.has(headerKey(name))) continue;
    const message = say().input.noSuchColumn({ flag: flag('--ignore-columns', headerList([name])) });
    yield { code: 'flag-unused', severity: 'warning', origin, message };
  }
  for (const name of extra?.flagged ?? []) {
    if (usedHeaders.has(headerKey(name))) continue;
    const message = say().input.noSuchColumn({ flag: flag('--extra-columns', headerList([name])) });
    yield { code: 'flag-unused', severity: 'warning', origin, message };
  }
}
