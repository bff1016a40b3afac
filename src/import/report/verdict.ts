import { command as advised, operands } from '../../advice.ts';
import type { Environment } from '../../config/environment.ts';
import { EXIT_CODES, type Exit } from '../../errors.ts';
import { originText } from '../../findings/finding.ts';
import { numberText, say } from '../../say.ts';
import { OUTCOMES, type Outcome, outcomeText, type Stop, type Totals } from '../../send/push/outcome.ts';
import { commandWithFiles, importWords } from './repeat-command.ts';
import type { RunCommand, Verdict } from './run-event.ts';
import { type UnsentSheet, unsentText } from './unsent-sheets.ts';

/** The facts from which the verdict of a run is computed. */
export interface RunSummary {
  readonly command: RunCommand;
  readonly run: string;
  readonly environment: string;
  /** Whether the configuration has no address of it, which a plan needs. */
  readonly hasNoAddress?: boolean;
  /**
   * The name of the environment in the verdict, if it differs from the name in the configuration; see
   * `environmentLabel`.
   */
  readonly label?: string;
  readonly files: readonly string[];
  /** The kind of an update, in the plural; undefined for an import. */
  readonly updates?: string | undefined;
  /** Whether the run sends changed records as updates. */
  readonly sendsUpdates?: boolean;
  /** Flags that the next command repeats. */
  readonly flags?: readonly string[];
  readonly totals: Totals;
  readonly errors: number;
  readonly warnings: number;
  readonly skipInvalid: boolean;
  /** Records that `trace resume` can send or settle. */
  readonly openRecords?: number;
  /** Records in doubt that `trace resume` settles by reading them back. */
  readonly readableInDoubt?: number;
  /** Records that failed because a record that they reference has no known id. */
  readonly missingIds?: number;
  /** Outdated records that an update can change. */
  readonly updatable?: number;
  /** The command that repeats the run with `--update`. */
  readonly updateCommand?: string;
  /** The command that repeats the run. Used by commands that do not know the files of the run. */
  readonly repeatCommand?: string;
  /** Columns that the user chose to ignore. */
  readonly ignored?: readonly { readonly values: number }[];
  /** Sheets and files that were not read to their end, each with the row at which reading stopped. */
  readonly partlyRead?: readonly { readonly file: string; readonly sheet?: string; readonly row: number }[];
  /** Sheets and files that were not sent; `unsentRows`: their number of rows by `sheetKey`, if known. */
  readonly unsent?: readonly UnsentSheet[];
  readonly unsentRows?: ReadonlyMap<string, number>;
  /** Why the push stopped early. */
  readonly stop: Stop | null;
  /** Number of records that a check or a plan selected. */
  readonly selected?: number;
  /** Requests that an import of this plan would send. */
  readonly toSend: number;
}

/** Returns the end of a run: the exit code, one sentence, and the next command to type. */
export function verdictOf(summary: RunSummary): Verdict {
  const exit = exitOf(summary);
  return {
    type: 'verdict',
    exitCode: EXIT_CODES[exit].code,
    totals: summary.totals,
    text: textOf(summary, exit),
    next: nextOf(summary, exit),
  };
}

function exitOf({ command, totals, errors, skipInvalid, stop, openRecords = 0 }: RunSummary): Exit {
  if (stop) return stop.exit;
  const sends = command !== 'check' && command !== 'plan';
  if (errors > 0 && !(sends && skipInvalid)) return 'invalid';
  if (!sends) return 'done';
  if (totals['in-doubt'] > 0) return 'doubt';
  if (errors > 0 || unsuccessfulCount(totals) + totals.outdated > 0) return 'rows';
  // A killed run has more records to send after its records in doubt are settled.
  if (openRecords > 0) return 'rows';
  return 'done';
}

const unsuccessfulCount = ({ rejected, blocked, failed, invalid }: Totals): number =>
  rejected + blocked + failed + invalid;

/** The name of an environment in the verdict. `named`: whether the user selected the environment. */
export function environmentLabel(
  { name, baseUrl, mock }: Pick<Environment, 'name' | 'baseUrl' | 'mock'>,
  named = true,
): string {
  if (mock.value !== null) return say().verdict.fixedAnswers({ name });
  if (baseUrl.value !== null) return name;
  return named ? say().verdict.mock() : say().verdict.mockByDefault();
}

/** The sentence of the verdict. A check does not name the environment; a plan names it in the sentence. */
function textOf(summary: RunSummary, exit: Exit): string {
  const sentence = withPartlyRead(
    withIgnored(withUnsent(sentenceOf(summary, exit), summary, exit), summary),
    summary,
  );
  const { command, environment, label = environment, stop } = summary;
  if (command === 'check' || (command === 'plan' && exit === 'done' && !stop)) return sentence;
  return say().verdict.place({ label, sentence });
}

/** Adds the sheets that were not sent, because the counts of records do not include them. */
function withUnsent(
  text: string,
  { unsent = [], unsentRows = new Map(), files }: RunSummary,
  exit: Exit,
): string {
  if (unsent.length === 0 || exit === 'invalid') return text;
  return say().verdict.withMore({ sentence: text.slice(0, -1), more: unsentText(unsent, unsentRows, files) });
}

/** Adds the number of ignored columns. */
function withIgnored(text: string, { ignored = [] }: RunSummary): string {
  if (ignored.length === 0) return text;
  const values = ignored.reduce((sum, column) => sum + column.values, 0);
  const more = say().verdict.ignored({
    count: ignored.length,
    columns: countText(ignored.length, 'column'),
    values: countText(values, 'value'),
  });
  return say().verdict.withMore({ sentence: text.slice(0, -1), more });
}

/** Adds that some rows were not read, because the counts of records do not include them. */
function withPartlyRead(text: string, { partlyRead = [] }: RunSummary): string {
  const [first] = partlyRead;
  if (!first) return text;
  const others = partlyRead.length - 1;
  const more =
    others === 0 ? '' : say().verdict.partlyReadMore({ count: others, number: numberText(others) });
  const place = originText({ file: first.file, ...(first.sheet !== undefined && { sheet: first.sheet }) });
  return `${text} ${say().verdict.partlyRead({ place, row: `${first.row}`, more })}`;
}

function sentenceOf(summary: RunSummary, exit: Exit): string {
  const { command, totals, errors, warnings, stop, toSend, environment, label = environment } = summary;
  const texts = say().verdict;
  const counts = OUTCOMES.filter((outcome) => totals[outcome] > 0).map(
    (outcome) => `${totals[outcome]} ${outcomeText(outcome, totals[outcome])}${remarkOn(outcome, summary)}`,
  );
  const totalsText = counts.length > 0 ? counts.join(', ') : texts.noRecords();
  if (stop) {
    const stopped = texts.stopped({ reason: stop.reason, totals: totalsText });
    // The hint of an error of this machine is printed with the error.
    return stop.hint === undefined || stop.local ? stopped : `${stopped} ${stop.hint}`;
  }
  if (exit === 'invalid')
    return texts.invalid({ errors: countText(errors, 'error'), warnings: countText(warnings, 'warning') });
  const withNone = (rest: string) =>
    summary.selected === 0 ? texts.first({ sentence: noneSelectedText(totals), rest }) : rest;
  if (command === 'check') return withNone(texts.check({ warnings: countText(warnings, 'warning') }));
  if (command === 'plan') {
    const records = countText(toSend, 'record');
    return `${withNone(texts.plan({ count: toSend, records, label }))}${outdatedText(summary)}`;
  }
  const chosen = counts.length - (totals['not-attempted'] > 0 ? 1 : 0);
  if (chosen === 0 && exit === 'done' && (command === 'import' || command === 'update'))
    return texts.nothingSent({ sentence: noneSelectedText(totals) });
  const quiet = totals.unchanged > 0 && counts.length === 1;
  if (!quiet) return `${texts.outcomes({ totals: totalsText })}${outdatedText(summary)}`;
  const all = { count: totals.unchanged, number: numberText(totals.unchanged) };
  return summary.sendsUpdates ? texts.unchangedSince(all) : texts.unchanged(all);
}

/** A text such as `no record was selected (3 were skipped)`. */
function noneSelectedText({ 'not-attempted': skipped }: Totals): string {
  const { noneSelected, noneSelectedOf } = say().verdict;
  return skipped === 0 ? noneSelected() : noneSelectedOf({ count: skipped, number: numberText(skipped) });
}

/** A remark in parentheses after the number of records with an outcome. */
function remarkOn(outcome: Outcome, summary: RunSummary): string {
  const { command, totals, stop, flags = [], openRecords = 0 } = summary;
  const count = totals[outcome];
  if (stop) return '';
  if (outcome === 'unchanged' && summary.sendsUpdates) return ` (${say().verdict.sinceSent({ count })})`;
  if (outcome === 'not-attempted' && openRecords === 0) {
    // Only import and update have the flags of the run; resume and resolve do not, so they assume `--only`.
    const isVariable = (command === 'import' || command === 'update') && !flags.includes('--only');
    return ` (${say().verdict.skippedBy({ count, flag: isVariable ? 'TRACE_ONLY' : '--only' })})`;
  }
  return outcome === 'existing' ? ` (${say().verdict.notCompared({ count })})` : '';
}

/** A sentence such as ` 3 records changed; the service has no update for them.` */
function outdatedText({ totals, updatable = 0 }: RunSummary): string {
  const fixed = totals.outdated - updatable;
  const { outdatedFixed, outdatedUpdatable } = say().verdict;
  return [
    ...(fixed > 0 ? [` ${outdatedFixed({ count: fixed, records: countText(fixed, 'record') })}`] : []),
    ...(updatable > 0
      ? [` ${outdatedUpdatable({ count: updatable, records: countText(updatable, 'record') })}`]
      : []),
  ].join('');
}

const countText = (count: number, noun: keyof ReturnType<typeof say>['counts']): string =>
  say().counts[noun]({ count, number: numberText(count) });

function nextOf(summary: RunSummary, exit: Exit): string | null {
  const { command, run, environment, files, updates, flags = [], stop, openRecords = 0 } = summary;
  const input = [...flags, '--env', environment];
  const importAgain = (...more: string[]) =>
    commandWithFiles(importWords(updates), files, [...input, ...more]);
  const ledgerAt = placeFlagsIn(flags);
  if (stop?.next === null) return null;
  const again = command === 'check' || command === 'plan' ? () => inspectAgain(summary, input) : importAgain;
  const resumeOrRepeat =
    openRecords > 0 ? advised('resume', run, ...ledgerAt) : files.length > 0 ? again() : null;
  switch (exit) {
    case 'done':
      if (command === 'check') return planOf(summary, commandWithFiles(['plan'], files, input));
      if (command !== 'plan' || hasNothingToDo(summary)) return null;
      return summary.toSend === 0 && onlyUpdatable(summary) ? importAgain('--update') : importAgain();
    case 'invalid':
      return (command === 'import' || command === 'update') && summary.totals['not-attempted'] > 0
        ? say().verdict.fixOrSkip({ command: importAgain('--skip-invalid') })
        : command === 'import' || command === 'update'
          ? say().verdict.fixThen({ command: importAgain() })
          : say().verdict.fixThenCheck();
    case 'rows':
      if (openRecords > 0) return resumeOrRepeat;
      if (summary.missingIds) return missingIdsAdvice(summary, importAgain, ledgerAt);
      if (summary.totals.outdated === 0 || summary.errors + unsuccessfulCount(summary.totals) > 0)
        return advised('runs', 'show', run, ...ledgerAt);
      if (!onlyUpdatable(summary)) return advised('resolve', run, ...ledgerAt);
      return files.length > 0 ? importAgain('--update') : (summary.updateCommand ?? null);
    case 'doubt':
      // An update in doubt is sent again.
      return openRecords > 0 && (stop !== null || command === 'update' || canRead(summary))
        ? resumeOrRepeat
        : advised('resolve', run, ...ledgerAt);
    case 'token':
      // The message already says that the token was rejected. With a new token, this command continues the run.
      if (openRecords > 0) return resumeOrRepeat;
      return advised('env', 'check', ...operands([environment], configFlags(flags)));
    case 'usage':
      if (stop?.local || stop?.hint !== undefined) return resumeOrRepeat;
      return advised('env', 'show', ...operands([environment], configFlags(flags)));
    case 'unreachable':
    case 'interrupted':
      return openRecords === 0 && summary.totals['in-doubt'] > 0
        ? advised('resolve', run, ...ledgerAt)
        : resumeOrRepeat;
    default:
      return stop === null ? null : resumeOrRepeat;
  }
}

/** The plan after a check; without an address of the environment, first how to set one. */
const planOf = ({ environment, hasNoAddress, flags = [] }: RunSummary, plan: string): string =>
  hasNoAddress
    ? say().verdict.addressFirst({
        setting: `environments.${environment}.baseUrl`,
        show: advised('env', 'show', ...operands([environment], configFlags(flags))),
        command: plan,
      })
    : plan;

/**
 * The command of an import or update as a dry run. An update needs a dry run, because `check` cannot compare updates
 * with the ledger.
 */
export function dryRunCommand(
  { files, flags = [], updates }: Pick<RunSummary, 'files' | 'flags' | 'updates'>,
  environment: string,
): string {
  return commandWithFiles(importWords(updates), files, [...flags, '--env', environment, '--dry-run']);
}

/**
 * Whether a resume can settle records by reading them back. After a resolve, another read is not suggested,
 * because the resolve has just read them.
 */
const canRead = ({ command, readableInDoubt = 0 }: RunSummary): boolean =>
  readableInDoubt > 0 && command !== 'resolve';

/** Whether an import of this plan would send nothing, settle nothing and leave nothing outdated. */
const hasNothingToDo = ({ toSend, totals }: RunSummary): boolean =>
  toSend === 0 && totals.outdated === 0 && totals['in-doubt'] === 0;

const onlyUpdatable = ({ totals, updatable = 0 }: RunSummary): boolean =>
  totals.outdated > 0 && totals.outdated === updatable;

/**
 * Advice to write the ids into the input. A retry does not help, because the service never returned these ids to
 * this ledger.
 */
function missingIdsAdvice(
  summary: RunSummary,
  importAgain: () => string,
  ledgerAt: readonly string[],
): string {
  const { run, missingIds = 0, files, repeatCommand } = summary;
  const records = countText(missingIds, 'record');
  const show = advised('runs', 'show', run, '--outcome', 'failed', ...ledgerAt);
  const again = files.length > 0 ? importAgain() : `${repeatCommand}`;
  return say().verdict.missingIds({ records, show, command: again });
}

/** The flags that a check or a plan accepts: without those for the report, because neither writes one. */
const withoutReport = (flags: readonly string[]): string[] =>
  flags.filter((flag, at) => flag !== '--report' && flags[at - 1] !== '--report');

/** The command that repeats a check or a plan. For an update, the plan is a dry run. */
const inspectAgain = ({ command, updates, files }: RunSummary, input: readonly string[]): string =>
  updates === undefined
    ? commandWithFiles([command], files, withoutReport(input))
    : commandWithFiles(importWords(updates), files, [...input, '--dry-run']);

/** The flags that locate the ledger. */
const placeFlagsIn = (flags: readonly string[]): string[] => flagsNamed(flags, ['--config', '--state-dir']);
const configFlags = (flags: readonly string[]): string[] => flagsNamed(flags, ['--config']);

function flagsNamed(flags: readonly string[], names: readonly string[]): string[] {
  return flags.flatMap((flag, at) => (names.includes(flag) ? [flag, flags[at + 1] ?? ''] : []));
}
