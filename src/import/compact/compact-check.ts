import { TraceError } from '../../errors.ts';
import type { Finding } from '../../findings/finding.ts';
import type { FindingGroups } from '../../findings/group.ts';
import { CrossIndex, knownKeys } from '../../ledger/cross.ts';
import { ledgerError } from '../../ledger/errors.ts';
import { Ledger } from '../../ledger/ledger.ts';
import { newRunId } from '../../ledger/run-id.ts';
import { Stage } from '../../ledger/stage.ts';
import { say } from '../../say.ts';
import { externalReference, type FamilyCount, rareFamilies } from '../check/cross.ts';
import type { CheckedInput, CheckJob } from '../check-input.ts';
import { totalsOf } from '../end-run.ts';
import type { ReadContext } from '../input/read-context.ts';
import type { InputSettings } from '../input/settings.ts';
import type { Sources } from '../input/sources.ts';
import { newGroups, readInput } from '../input/stage-input.ts';
import { ledgerToInspect } from '../inspect.ts';
import { noTotals, OUTCOMES, type Totals } from '../push/outcome.ts';
import { findingsIn } from '../report/listed-findings.ts';
import { checkAcrossRecords, reportValues } from '../staged/check-across.ts';
import { originOf, targetOf } from '../state/target.ts';
import type { CompactKinds } from './compact-kinds.ts';
import { CompactStage, NeedsLedger } from './compact-stage.ts';
import { type OnAbsent, SuspectStage } from './suspect-stage.ts';

/**
 * Checks the input with hashes of its records. If the hashes do not prove that no rule across records applies, the input
 * is read again: the records to which one may apply are staged and compared like those of an import. Returns null if a
 * ledger must store all records.
 */
export async function compactCheck(
  job: CheckJob,
  kinds: CompactKinds,
  sources: Sources,
): Promise<CheckedInput | null> {
  const check = new CompactCheck(job, kinds, sources);
  try {
    return await check.run();
  } catch (error) {
    check.close();
    if (error instanceof NeedsLedger) return null;
    throw (error as { code?: string }).code === 'ERR_SQLITE_ERROR' ? ledgerError(error, '') : error;
  }
}

class CompactCheck {
  readonly #job: CheckJob;
  readonly #sources: Sources;
  readonly #groups: FindingGroups;
  readonly #startedAt: string;
  readonly #stage: CompactStage;
  /** The ledger of earlier runs, or a temporary one that is created when it is needed. */
  #ledger: Ledger | null;
  #stored: StoredRun | undefined;

  constructor(job: CheckJob, kinds: CompactKinds, sources: Sources) {
    this.#job = job;
    this.#groups = newGroups(job.settings);
    this.#sources = sources;
    this.#startedAt = job.now().toISOString();
    const list = job.lists ? (finding: Finding) => this.#store().stage.finding(finding) : null;
    this.#stage = new CompactStage(kinds, list);
    this.#ledger = ledgerToInspect({ ...job, command: 'check' });
  }

  async run(): Promise<CheckedInput> {
    const { environment, settings, emit } = this.#job;
    const runId = newRunId(this.#startedAt);
    emit({
      type: 'run-started',
      run: runId,
      command: 'check',
      environment: environment.name,
      origin: originOf(environment),
    });
    const read = await readInput(this.#context(), this.#sources);
    const totals = read.interrupted
      ? null
      : await this.#compare({ ...settings, interface: read.interfaceName });
    if (totals !== null) {
      reportValues(read.valueCounts, { stage: this.#stage, settings, groups: this.#groups });
      emit({ type: 'checked', records: read.records, findings: this.#groups.counts() });
    }
    this.#stored?.stage.commit();
    const { counts, files, ignoredColumns, partlyRead } = this.#stage;
    return {
      ...{ runId, records: read.records, groups: this.#groups },
      totals: totals ?? { ...noTotals(), 'not-attempted': read.records },
      notChosen: totals === null ? read.records : counts.notChosen(),
      ...{ ignored: ignoredColumns, stopped: partlyRead, files },
      interface: read.interfaceName,
      stored: this.#stored ?? null,
      recordRows: [...this.#stage.recordRows.values()],
      findings: () =>
        this.#stored && this.#job.lists ? findingsIn(this.#stored.ledger, this.#stored.run) : [],
      [Symbol.dispose]: () => this.close(),
    };
  }

  close(): void {
    this.#stage.records.close();
    this.#ledger?.close();
  }

  /** Runs the rules across records. Returns the totals of the run; null if it was interrupted. */
  async #compare(settings: InputSettings): Promise<Totals | null> {
    const { counts, records } = this.#stage;
    const families = counts.families();
    const rare = new Set([...rareFamilies(families)].map(({ kind, family }) => `${family} ${kind}`));
    const target = targetOf(this.#job.environment);
    const scope = { target, interfaceName: settings.interface };
    const known = () => (this.#ledger ? knownKeys(this.#ledger, scope) : []);
    const ownFamilies = counts.allFamilies();
    const isMixed = ownFamilies.size > 1;
    const hasSuspects = records.compare(known, ownFamilies);
    if (!hasSuspects && !isMixed && rare.size === 0) return counts.totals();
    const { ledger, run, stage } = this.#store();
    const isStray = (kind: string, family: string) => rare.has(`${family} ${kind}`);
    const apart = !isMixed && this.#countsExternal() ? this.#groups.apart() : null;
    const onAbsent = apart && reportingTo(apart);
    const suspects = new SuspectStage(stage, this.#stage, { isStray, isMixed, onAbsent });
    this.#sources.rewind();
    const silent = { stage: suspects, emit: () => {}, groups: { add: () => {} } };
    const { interrupted } = await readInput({ ...this.#context(), ...silent }, this.#sources);
    if (interrupted) return null;
    this.#requireUnchanged(suspects.sums);
    ledger.staged();
    const before = totalsOf(ledger, run);
    const counted = () => apart && this.#groups.join(apart);
    const index = new SuspectIndex(families, counted, ledger, run, target, settings.interface);
    const findings = this.#job.lists ? stage : NOT_LISTED;
    const staged = { ledger, run, target, stage: findings, settings, groups: this.#groups, index };
    checkAcrossRecords(staged, new Map());
    const after = totalsOf(ledger, run);
    const totals = counts.totals();
    for (const outcome of OUTCOMES) totals[outcome] += after[outcome] - before[outcome];
    return totals;
  }

  /** Whether references to kinds without records are only counted warnings, for which no record is staged. */
  #countsExternal(): boolean {
    const { lists, settings } = this.#job;
    const isWarning = settings.externalRefs && settings.severities?.has('reference-external') !== true;
    return !lists && isWarning && this.#stage.records.areMissedAbsent;
  }

  #context(): ReadContext {
    const { settings, emit, signal } = this.#job;
    return { stage: this.#stage, settings, emit, groups: this.#groups, signal };
  }

  /** A run in a temporary ledger, for findings that are listed and for suspects. */
  #store(): StoredRun {
    if (this.#stored) return this.#stored;
    const { environment, settings, options } = this.#job;
    this.#ledger ??= Ledger.temporary(null);
    const ledger = this.#ledger;
    const { run } = ledger.startRun({
      command: 'check',
      environment: environment.name,
      target: targetOf(environment),
      interface: settings.interface,
      startedAt: this.#startedAt,
      options,
    });
    this.#stored = { ledger, run, stage: new Stage(ledger, run) };
    return this.#stored;
  }

  /** @throws TraceError if a file is not the one that was checked */
  #requireUnchanged(sums: readonly string[]): void {
    const changed = this.#stage.files.find(({ sha256 }, at) => sha256 !== sums[at]);
    if (!changed) return;
    throw new TraceError(
      'usage',
      'file-changed',
      say().input.fileChanged({ file: changed.path }),
      say().input.fileChangedAdvice(),
    );
  }
}

/** Receives findings that are only counted. */
const NOT_LISTED = { finding: () => {}, commit: () => {} };

interface StoredRun {
  readonly ledger: Ledger;
  readonly run: number;
  readonly stage: Stage;
}

/** Adds a warning for each absent reference, in the order of references in the ledger. */
const reportingTo =
  (groups: FindingGroups): OnAbsent =>
  ({ file, sheet, columns }, { row, kind }, absent) => {
    const sorted = absent.length > 1 ? absent.toSorted(byField) : absent;
    for (const [at, reference] of sorted.entries()) {
      if (at > 0 && byField(sorted[at - 1]!, reference) === 0) continue;
      const { field } = reference;
      const column = columns[field] ?? columns[field.split('.')[0]!];
      const origin = column === undefined ? { file, sheet, row } : { file, sheet, row, column };
      groups.add(externalReference(origin, kind.name, reference));
    }
  };

type Absent = Parameters<OnAbsent>[2][number];

const byField = (one: Absent, other: Absent): number =>
  compared(one.field, other.field) || compared(one.to, other.to) || compared(one.key, other.key);

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Compares suspects. Families are counted among all records. */
class SuspectIndex extends CrossIndex {
  readonly #families: FamilyCount[];
  readonly #beforeUnresolved: () => void;

  constructor(
    families: FamilyCount[],
    beforeUnresolved: () => void,
    ...scope: ConstructorParameters<typeof CrossIndex>
  ) {
    super(...scope);
    this.#families = families;
    this.#beforeUnresolved = beforeUnresolved;
  }

  override *unresolved(): ReturnType<CrossIndex['unresolved']> {
    this.#beforeUnresolved();
    yield* super.unresolved();
  }

  override families(): FamilyCount[] {
    return this.#families;
  }
}
