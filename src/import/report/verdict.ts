import { command as advised, operands } from '../../advice.ts';
import type { Environment } from '../../config/environment.ts';
import { EXIT_CODES, type Exit } from '../../errors.ts';
import { originText } from '../../findings/finding.ts';
import { OUTCOMES, type Outcome, outcomeText, type Totals } from '../push/outcome.ts';
import type { Stop } from '../push/stop.ts';
import type { RunCommand, Verdict } from '../run-event.ts';
import { commandWithFiles, importWords } from './repeat-command.ts';
import { type UnsentSheet, unsentText } from './unsent-sheets.ts';

export interface RunSummary {
  readonly command: RunCommand;
  readonly run: string;
  readonly environment: string;
  /** The name of the environment in the verdict, where its own is not enough: see `whereOf`. */
  readonly where?: string;
  readonly files: readonly string[];
  /** The kind of an update, in the plural; undefined for an import. */
  readonly updates?: string | undefined;
  /** The run sends what changed of records that the service has: it compared them with what was sent before. */
  readonly sendsUpdates?: boolean;
  /** Flags that the next command repeats. */
  readonly flags?: readonly string[];
  readonly totals: Totals;
  readonly errors: number;
  readonly warnings: number;
  readonly skipInvalid: boolean;
  /** Records that `trace resume` can send or settle. */
  readonly left?: number;
  /** Records in doubt that `trace resume` settles by reading them back. */
  readonly readable?: number;
  /** Records that failed because the id of a record that they reference is unknown. */
  readonly wantingIds?: number;
  /** The outdated records that an update can change. */
  readonly updatable?: number;
  /** The command of the run, with the flag that updates them. */
  readonly updating?: string;
  /** The command of the run, for commands that work on it without its files. */
  readonly again?: string;
  /** Columns whose values the person chose not to send. */
  readonly ignored?: readonly { readonly values: number }[];
  /** Sheets and files that were read up to a row only. */
  readonly stopped?: readonly { readonly file: string; readonly sheet?: string; readonly row: number }[];
  /** Sheets and files of which nothing was sent, and their rows by `sheetKey` where they were counted. */
  readonly unsent?: readonly UnsentSheet[];
  readonly unsentRows?: ReadonlyMap<string, number>;
  /** Why the push stopped early. */
  readonly stop: Stop | null;
  /** Chosen records of a check or a plan. */
  readonly chosen?: number;
  /** Requests that an import of this plan would send. */
  readonly toSend: number;
}

/** How a run ends: exit code, one sentence, and the next command to type. Pure. */
export function verdictOf(ended: RunSummary): Verdict {
  const exit = exitOf(ended);
  return {
    type: 'verdict',
    exitCode: EXIT_CODES[exit].code,
    totals: ended.totals,
    text: textOf(ended, exit),
    next: nextOf(ended, exit),
  };
}

function exitOf({ command, totals, errors, skipInvalid, stop, left = 0 }: RunSummary): Exit {
  if (stop) return stop.exit;
  const sends = command !== 'check' && command !== 'plan';
  if (errors > 0 && !(sends && skipInvalid)) return 'invalid';
  if (!sends) return 'done';
  if (totals['in-doubt'] > 0) return 'doubt';
  if (errors > 0 || unsuccessful(totals) + totals.outdated > 0) return 'rows';
  // A killed run has more to send, even if its records in doubt were settled.
  if (left > 0) return 'rows';
  return 'done';
}

const unsuccessful = ({ rejected, blocked, failed, invalid }: Totals): number =>
  rejected + blocked + failed + invalid;

/** The name of an environment in the verdict; `named` when the person chose it. */
export function environmentLabel(
  { name, baseUrl }: Pick<Environment, 'name' | 'baseUrl'>,
  named = true,
): string {
  if (baseUrl.value !== null) return name;
  return named ? 'the embedded mock' : 'the embedded mock (no --env was given)';
}

/** A check names no environment; a plan names it where it says what would be sent. */
function textOf(ended: RunSummary, exit: Exit): string {
  const sentence = withStopped(withIgnored(withUnsent(sentenceOf(ended, exit), ended, exit), ended), ended);
  const { command, environment, where = environment, stop } = ended;
  if (command === 'check' || (command === 'plan' && exit === 'done' && !stop)) return sentence;
  return `${where}: ${sentence}`;
}

/** Adds the sheets of which nothing was sent while others were: no count of records has them. */
function withUnsent(
  text: string,
  { unsent = [], unsentRows = new Map(), files }: RunSummary,
  exit: Exit,
): string {
  if (unsent.length === 0 || exit === 'invalid') return text;
  return `${text.slice(0, -1)}; ${unsentText(unsent, unsentRows, files)}.`;
}

/** Adds the number of columns that the person chose to ignore. */
function withIgnored(text: string, { ignored = [] }: RunSummary): string {
  if (ignored.length === 0) return text;
  const values = ignored.reduce((sum, column) => sum + column.values, 0);
  return `${text.slice(0, -1)}; ${count(ignored.length, 'column')} with ${count(values, 'value')} ignored.`;
}

/** Adds that rows were not read: no count of records includes them. */
function withStopped(text: string, { stopped = [] }: RunSummary): string {
  const [first] = stopped;
  if (!first) return text;
  const more = stopped.length > 1 ? ` (and of ${count(stopped.length - 1, 'other file')})` : '';
  return `${text} Reading of ${originText({ file: first.file, ...(first.sheet !== undefined && { sheet: first.sheet }) })} stopped at row ${first.row}${more}: the rest was not read.`;
}

function sentenceOf(ended: RunSummary, exit: Exit): string {
  const { command, totals, errors, warnings, stop, toSend, environment, where = environment } = ended;
  const counts = OUTCOMES.filter((outcome) => totals[outcome] > 0).map(
    (outcome) => `${totals[outcome]} ${outcomeText(outcome)}${remarkOn(outcome, ended)}`,
  );
  const summary = counts.length > 0 ? counts.join(', ') : 'no records';
  if (stop) return `${stop.reason}; ${summary}.`;
  if (exit === 'invalid')
    return `${count(errors, 'error')} and ${count(warnings, 'warning')} found; nothing was sent.`;
  const none = ended.chosen === 0 ? `${noneOfText(totals)} was chosen; ` : '';
  if (command === 'check') return `${none}no errors, ${count(warnings, 'warning')}; the input is sound.`;
  if (command === 'plan')
    return `${none}${count(toSend, 'record')} would be sent to ${where}; nothing was sent.${outdatedText(ended)}`;
  const chosen = counts.length - (totals['not-attempted'] > 0 ? 1 : 0);
  if (chosen === 0 && exit === 'done' && (command === 'import' || command === 'update')) {
    return `${noneOfText(totals)} was chosen; nothing was sent.`;
  }
  const quiet = totals.unchanged > 0 && counts.length === 1;
  if (!quiet) return `${summary}.${outdatedText(ended)}`;
  const all = totals.unchanged === 1 ? 'the only record is' : `all ${totals.unchanged} records are`;
  if (ended.sendsUpdates) {
    const them = totals.unchanged === 1 ? 'it' : 'them';
    return `${all} unchanged since trace last sent ${them} (the service was not read); nothing was sent.`;
  }
  return `${all} unchanged; nothing was sent.`;
}

/** `none of 3 records`: the others were not chosen. */
const noneOfText = (totals: Totals): string =>
  totals['not-attempted'] > 0 ? `none of ${count(totals['not-attempted'], 'record')}` : 'no record';

/** What a number of records with an outcome does not say by itself. */
function remarkOn(outcome: Outcome, ended: RunSummary): string {
  const { command, totals, stop, flags = [], left = 0 } = ended;
  if (stop) return '';
  if (outcome === 'unchanged' && ended.sendsUpdates)
    return ` (since trace last sent ${totals.unchanged === 1 ? 'it' : 'them'}; the service was not read)`;
  if (outcome === 'not-attempted' && left === 0) {
    // The flags of a run are not those of a command that goes on with it.
    const isVariable = (command === 'import' || command === 'update') && !flags.includes('--only');
    return ` (left out by ${isVariable ? 'TRACE_ONLY' : '--only'})`;
  }
  if (outcome !== 'existing') return '';
  return totals.existing === 1 ? ' (its content was not compared)' : ' (their content was not compared)';
}

/** ` 3 records changed; the service has no update for them.` */
function outdatedText({ totals, updatable = 0 }: RunSummary): string {
  const fixed = totals.outdated - updatable;
  const them = (number: number) => (number === 1 ? 'it' : 'them');
  return [
    ...(fixed > 0
      ? [` ${count(fixed, 'record')} changed; the service has no update for ${them(fixed)}.`]
      : []),
    ...(updatable > 0
      ? [` ${count(updatable, 'record')} changed; --update sends what changed of ${them(updatable)}.`]
      : []),
  ].join('');
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

function nextOf(ended: RunSummary, exit: Exit): string | null {
  const { command, run, environment, files, updates, flags = [], stop, left = 0 } = ended;
  const input = [...flags, '--env', environment];
  const importAgain = (...more: string[]) =>
    commandWithFiles(importWords(updates), files, [...input, ...more]);
  const place = ledgerFlags(flags);
  if (stop?.next === null) return null;
  const again = command === 'check' || command === 'plan' ? () => inspectAgain(ended, input) : importAgain;
  const resumeOrRepeat = left > 0 ? advised('resume', run, ...place) : files.length > 0 ? again() : null;
  switch (exit) {
    case 'done':
      if (command === 'check') return commandWithFiles(['plan'], files, input);
      if (command !== 'plan' || hasNothingToDo(ended)) return null;
      return ended.toSend === 0 && onlyUpdatable(ended) ? importAgain('--update') : importAgain();
    case 'invalid':
      return (command === 'import' || command === 'update') && ended.totals['not-attempted'] > 0
        ? `fix the rows above, or send the others: ${importAgain('--skip-invalid')}`
        : command === 'import' || command === 'update'
          ? `fix the rows above, then ${importAgain()}`
          : 'fix the rows above, then check again';
    case 'rows':
      if (left > 0) return resumeOrRepeat;
      if (ended.wantingIds) return missingIds(ended, importAgain, place);
      if (ended.totals.outdated === 0 || ended.errors + unsuccessful(ended.totals) > 0)
        return advised('runs', 'show', run, ...place);
      if (!onlyUpdatable(ended)) return advised('resolve', run, ...place);
      return files.length > 0 ? importAgain('--update') : (ended.updating ?? null);
    case 'doubt':
      // What an update left in doubt is done again.
      return left > 0 && (stop !== null || command === 'update' || canRead(ended))
        ? resumeOrRepeat
        : advised('resolve', run, ...place);
    case 'token':
      return advised('env', 'check', ...operands([environment], configFlags(flags)));
    case 'usage':
      if (stop?.broken) return resumeOrRepeat;
      return advised('env', 'show', ...operands([environment], configFlags(flags)));
    case 'unreachable':
    case 'interrupted':
      return left === 0 && ended.totals['in-doubt'] > 0 ? advised('resolve', run, ...place) : resumeOrRepeat;
    default:
      return stop === null ? null : resumeOrRepeat;
  }
}

/** A dry run of what was asked, to be pasted: of rows that are updates, `check` knows too little. */
export function dryRunOf(
  { files, flags = [], updates }: Pick<RunSummary, 'files' | 'flags' | 'updates'>,
  environment: string,
): string {
  return commandWithFiles(importWords(updates), files, [...flags, '--env', environment, '--dry-run']);
}

/** A resolve that found nothing certain has just read them. */
const canRead = ({ command, readable = 0 }: RunSummary): boolean => readable > 0 && command !== 'resolve';

/** An import of this plan would send and settle nothing, and have nothing outdated for a person to settle. */
const hasNothingToDo = ({ toSend, totals }: RunSummary): boolean =>
  toSend === 0 && totals.outdated === 0 && totals['in-doubt'] === 0;

const onlyUpdatable = ({ totals, updatable = 0 }: RunSummary): boolean =>
  totals.outdated > 0 && totals.outdated === updatable;

/** No retry finds an id that the service never gave to this ledger: a person has to write it into the input. */
function missingIds(ended: RunSummary, importAgain: () => string, place: readonly string[]): string {
  const { run, wantingIds = 0, files, again } = ended;
  const records = count(wantingIds, 'record');
  const show = advised('runs', 'show', run, '--outcome', 'failed', ...place);
  return `write the missing ids of ${records} into the input (${show} names them), then ${files.length > 0 ? importAgain() : again}`;
}

/** A check and a plan write no report. */
const withoutReport = (flags: readonly string[]): string[] =>
  flags.filter((flag, at) => flag !== '--report' && flags[at - 1] !== '--report');

/** A check or a plan once more; a plan of updates is a dry run of them. */
const inspectAgain = ({ command, updates, files }: RunSummary, input: readonly string[]): string =>
  updates === undefined
    ? commandWithFiles([command], files, withoutReport(input))
    : commandWithFiles(importWords(updates), files, [...input, '--dry-run']);

/** The flags that say where the ledger is; a command that goes on needs no other. */
const ledgerFlags = (flags: readonly string[]): string[] => flagsNamed(flags, ['--config', '--state-dir']);
const configFlags = (flags: readonly string[]): string[] => flagsNamed(flags, ['--config']);

function flagsNamed(flags: readonly string[], names: readonly string[]): string[] {
  return flags.flatMap((flag, at) => (names.includes(flag) ? [flag, flags[at + 1] ?? ''] : []));
}
