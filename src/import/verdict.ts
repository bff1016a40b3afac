import { command as advised, fileOperand, operands } from '../advice.ts';
import type { Environment } from '../config/environment.ts';
import { EXIT_CODES, type Exit } from '../errors.ts';
import { originText } from '../findings/finding.ts';
import type { RunCommand, Verdict } from './event.ts';
import { OUTCOMES, type Outcome, outcomeText, type Totals } from './push/outcome.ts';
import type { Stop } from './push/stop.ts';
import { type Unsent, unsentText } from './unsent.ts';

export interface Ended {
  readonly command: RunCommand;
  readonly run: string;
  readonly environment: string;
  /** How the verdict calls it, where its name is not enough: see `whereOf`. */
  readonly where?: string;
  readonly files: readonly string[];
  /** The kind that an update is of, in the plural; none for an import. */
  readonly updates?: string | undefined;
  /** The run sends what changed of records that the service has: it compared them with what was sent before. */
  readonly sendsUpdates?: boolean;
  /** Flags that the next command repeats, word by word; none when left out. */
  readonly flags?: readonly string[];
  readonly totals: Totals;
  readonly errors: number;
  readonly warnings: number;
  readonly skipInvalid: boolean;
  /** Records that `trace resume` can do something about. */
  readonly left?: number;
  /** Records in doubt that `trace resume` settles by reading them back. */
  readonly readable?: number;
  /** Records that failed because the id of a record that they name is not known. */
  readonly wantingIds?: number;
  /** Of the outdated records, those that an update can change. */
  readonly updatable?: number;
  /** The command that the run was, with the flag that updates them. */
  readonly updating?: string;
  /** The command that the run was, for those that work on it without its files. */
  readonly again?: string;
  /** Columns whose values are not sent because the person asked for it. */
  readonly ignored?: readonly { readonly values: number }[];
  /** Sheets and files that were read up to a row only. */
  readonly stopped?: readonly { readonly file: string; readonly sheet?: string; readonly row: number }[];
  /** Sheets and files of which nothing was sent, and their rows by `sheetKey` where they were counted. */
  readonly unsent?: readonly Unsent[];
  readonly rowsLeft?: ReadonlyMap<string, number>;
  /** Why the push stopped early. */
  readonly stop: Stop | null;
  /** Records of a check or a plan that no flag left out. */
  readonly chosen?: number;
  /** Requests would be sent by an import of this plan. */
  readonly toSend: number;
}

/** How a run ends: its exit code, one sentence, and the next command to type. Pure. */
export function verdictOf(ended: Ended): Verdict {
  const exit = exitOf(ended);
  return {
    type: 'verdict',
    exitCode: EXIT_CODES[exit].code,
    totals: ended.totals,
    text: textOf(ended, exit),
    next: nextOf(ended, exit),
  };
}

function exitOf({ command, totals, errors, skipInvalid, stop, left = 0 }: Ended): Exit {
  if (stop) return stop.exit;
  const sends = command !== 'check' && command !== 'plan';
  if (errors > 0 && !(sends && skipInvalid)) return 'invalid';
  if (!sends) return 'done';
  if (totals['in-doubt'] > 0) return 'doubt';
  if (errors > 0 || withTrouble(totals) + totals.outdated > 0) return 'rows';
  // A run that was killed has more to send, whatever was settled of it.
  if (left > 0) return 'rows';
  return 'done';
}

const withTrouble = ({ rejected, blocked, failed, invalid }: Totals): number =>
  rejected + blocked + failed + invalid;

/** How the verdict calls an environment; `named` when the person said which one. */
export function whereOf({ name, baseUrl }: Pick<Environment, 'name' | 'baseUrl'>, named = true): string {
  if (baseUrl.value !== null) return name;
  return named ? 'the embedded mock' : 'the embedded mock (no --env was given)';
}

/** A check is of no environment; a plan names it where it says what would be sent. */
function textOf(ended: Ended, exit: Exit): string {
  const said = withStopped(withIgnored(withUnsent(sentenceOf(ended, exit), ended, exit), ended), ended);
  const { command, environment, where = environment, stop } = ended;
  if (command === 'check' || (command === 'plan' && exit === 'done' && !stop)) return said;
  return `${where}: ${said}`;
}

/** Adds the sheets of which nothing was sent while others were: no count of records has them. */
function withUnsent(text: string, { unsent = [], rowsLeft = new Map(), files }: Ended, exit: Exit): string {
  if (unsent.length === 0 || exit === 'invalid') return text;
  return `${text.slice(0, -1)}; ${unsentText(unsent, rowsLeft, files)}.`;
}

/** Adds the columns that are ignored because the person asked for it. */
function withIgnored(text: string, { ignored = [] }: Ended): string {
  if (ignored.length === 0) return text;
  const values = ignored.reduce((sum, column) => sum + column.values, 0);
  return `${text.slice(0, -1)}; ${count(ignored.length, 'column')} with ${count(values, 'value')} ignored.`;
}

/** Adds that rows were never read: no count of records has them. */
function withStopped(text: string, { stopped = [] }: Ended): string {
  const [first] = stopped;
  if (!first) return text;
  const more = stopped.length > 1 ? ` (and of ${count(stopped.length - 1, 'other file')})` : '';
  return `${text} Reading of ${originText({ file: first.file, ...(first.sheet !== undefined && { sheet: first.sheet }) })} stopped at row ${first.row}${more}: the rest was not read.`;
}

function sentenceOf(ended: Ended, exit: Exit): string {
  const { command, totals, errors, warnings, stop, toSend, environment, where = environment } = ended;
  const counts = OUTCOMES.filter((outcome) => totals[outcome] > 0).map(
    (outcome) => `${totals[outcome]} ${outcomeText(outcome)}${remarkOn(outcome, ended)}`,
  );
  const told = counts.length > 0 ? counts.join(', ') : 'no records';
  if (stop) return `${stop.reason}; ${told}.`;
  if (exit === 'invalid')
    return `${count(errors, 'error')} and ${count(warnings, 'warning')} found; nothing was sent.`;
  const none = ended.chosen === 0 ? `${noneOf(totals)} was chosen; ` : '';
  if (command === 'check') return `${none}no errors, ${count(warnings, 'warning')}; the input is sound.`;
  if (command === 'plan')
    return `${none}${count(toSend, 'record')} would be sent to ${where}; nothing was sent.${outdatedText(ended)}`;
  const chosen = counts.length - (totals['not-attempted'] > 0 ? 1 : 0);
  if (chosen === 0 && exit === 'done' && (command === 'import' || command === 'update')) {
    return `${noneOf(totals)} was chosen; nothing was sent.`;
  }
  const quiet = totals.unchanged > 0 && counts.length === 1;
  if (!quiet) return `${told}.${outdatedText(ended)}`;
  const all = totals.unchanged === 1 ? 'the only record is' : `all ${totals.unchanged} records are`;
  if (ended.sendsUpdates) {
    const them = totals.unchanged === 1 ? 'it' : 'them';
    return `${all} unchanged since trace last sent ${them} (the service was not read); nothing was sent.`;
  }
  return `${all} unchanged; nothing was sent.`;
}

/** `none of 3 records`: the others are not attempted. */
const noneOf = (totals: Totals): string =>
  totals['not-attempted'] > 0 ? `none of ${count(totals['not-attempted'], 'record')}` : 'no record';

/** What a number of records with an outcome does not say by itself. */
function remarkOn(outcome: Outcome, ended: Ended): string {
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
function outdatedText({ totals, updatable = 0 }: Ended): string {
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

function nextOf(ended: Ended, exit: Exit): string | null {
  const { command, run, environment, files, updates, flags = [], stop, left = 0 } = ended;
  const input = [...flags, '--env', environment];
  const importAgain = (...more: string[]) => onFiles(wordsOf(updates), files, [...input, ...more]);
  const place = placeWords(flags);
  if (stop?.next === null) return null;
  const again = command === 'check' || command === 'plan' ? () => inspectAgain(ended, input) : importAgain;
  const goOn = left > 0 ? advised('resume', run, ...place) : files.length > 0 ? again() : null;
  switch (exit) {
    case 'done':
      if (command === 'check') return onFiles(['plan'], files, input);
      if (command !== 'plan' || hasNothingToDo(ended)) return null;
      return ended.toSend === 0 && onlyUpdatable(ended) ? importAgain('--update') : importAgain();
    case 'invalid':
      return (command === 'import' || command === 'update') && ended.totals['not-attempted'] > 0
        ? `fix the rows above, or send the others: ${importAgain('--skip-invalid')}`
        : command === 'import' || command === 'update'
          ? `fix the rows above, then ${importAgain()}`
          : 'fix the rows above, then check again';
    case 'rows':
      if (left > 0) return goOn;
      if (ended.wantingIds) return idsWanted(ended, importAgain, place);
      if (ended.totals.outdated === 0 || ended.errors + withTrouble(ended.totals) > 0)
        return advised('runs', 'show', run, ...place);
      if (!onlyUpdatable(ended)) return advised('resolve', run, ...place);
      return files.length > 0 ? importAgain('--update') : (ended.updating ?? null);
    case 'doubt':
      // What an update left in doubt is done again.
      return left > 0 && (stop !== null || command === 'update' || canRead(ended))
        ? goOn
        : advised('resolve', run, ...place);
    case 'token':
      return advised('env', 'check', ...operands([environment], configWords(flags)));
    case 'usage':
      if (stop?.broken) return goOn;
      return advised('env', 'show', ...operands([environment], configWords(flags)));
    case 'unreachable':
    case 'interrupted':
      return left === 0 && ended.totals['in-doubt'] > 0 ? advised('resolve', run, ...place) : goOn;
    default:
      return stop === null ? null : goOn;
  }
}

/** A dry run of what was asked, to be pasted: of rows that are updates, `check` knows too little. */
export function dryRunOf(
  { files, flags = [], updates }: Pick<Ended, 'files' | 'flags' | 'updates'>,
  environment: string,
): string {
  return onFiles(wordsOf(updates), files, [...flags, '--env', environment, '--dry-run']);
}

/** A resolve that found nothing certain has just read them. */
const canRead = ({ command, readable = 0 }: Ended): boolean => readable > 0 && command !== 'resolve';

/** An import of this plan would send and settle nothing, and have nothing outdated for a person to settle. */
const hasNothingToDo = ({ toSend, totals }: Ended): boolean =>
  toSend === 0 && totals.outdated === 0 && totals['in-doubt'] === 0;

const onlyUpdatable = ({ totals, updatable = 0 }: Ended): boolean =>
  totals.outdated > 0 && totals.outdated === updatable;

/** No retry finds an id that the service never gave to this ledger: a person has to write it into the input. */
function idsWanted(ended: Ended, importAgain: () => string, place: readonly string[]): string {
  const { run, wantingIds = 0, files, again } = ended;
  const records = count(wantingIds, 'record');
  const show = advised('runs', 'show', run, '--outcome', 'failed', ...place);
  return `write the missing ids of ${records} into the input (${show} names them), then ${files.length > 0 ? importAgain() : again}`;
}

/** A check and a plan write no report. */
const withoutReport = (flags: readonly string[]): string[] =>
  flags.filter((flag, at) => flag !== '--report' && flags[at - 1] !== '--report');

/** A check or a plan once more; a plan of updates is a dry run of them. */
const inspectAgain = ({ command, updates, files }: Ended, input: readonly string[]): string =>
  updates === undefined
    ? onFiles([command], files, withoutReport(input))
    : onFiles(wordsOf(updates), files, [...input, '--dry-run']);

/** The flags that say where the ledger is; a command that goes on needs no other. */
const placeWords = (flags: readonly string[]): string[] => pairs(flags, ['--config', '--state-dir']);
const configWords = (flags: readonly string[]): string[] => pairs(flags, ['--config']);

function pairs(flags: readonly string[], names: readonly string[]): string[] {
  return flags.flatMap((flag, at) => (names.includes(flag) ? [flag, flags[at + 1] ?? ''] : []));
}

/** Options of a run as they were kept, by the names of their flags. */
interface KeptOptions {
  readonly files?: readonly string[];
  readonly updates?: string;
  readonly [name: string]: unknown;
}

/** Options that say how a run is shown or confirmed, not what it does; the environment is named apart. */
const NOT_REPEATED: ReadonlySet<string> = new Set([
  ...['env', 'json', 'jsonLines', 'dryRun', 'report', 'force', 'yes', 'yesTrust', 'input'],
  ...['files', 'updates'],
  // They are refused where the ledger is sound, as it is once they were obeyed.
  ...['newLedger', 'restoreLedger'],
]);

/** Flags of runs that an older trace kept, by the names they have now. */
const RENAMED: Readonly<Record<string, string>> = { collection: 'dataCollection', limit: 'fileLimit' };

/** The command that a run was, to be pasted into a shell; `more` is put behind it. */
export function runAgain(
  { options, environment }: { options: string; environment: string },
  ...more: readonly string[]
): string {
  const kept = JSON.parse(options) as KeptOptions;
  const { files = [], updates } = kept;
  return onFiles(wordsOf(updates), files, [...flagsOf(kept), '--env', environment, ...more]);
}

/** The flags by which a command finds the ledger of a run, as the run was given them. */
export function placeOfRun({ options }: { options: string }): string[] {
  const { config, stateDir } = JSON.parse(options) as KeptOptions;
  return flagsOf({ config, stateDir });
}

function flagsOf(options: KeptOptions): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    if (NOT_REPEATED.has(name)) return [];
    const flag = `--${(RENAMED[name] ?? name).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (value === true) return [flag];
    return [value].flat().flatMap((one) => (typeof one === 'string' ? [flag, one] : []));
  });
}

/** More than this of file names is no line that anybody reads or pastes. */
const MOST_NAMES = 4000;

/** A command on files; so many that they would not be read are meant by one word. */
function onFiles(words: readonly string[], files: readonly string[], flags: readonly string[]): string {
  const size = files.reduce((sum, file) => sum + file.length + 1, 0);
  if (size <= MOST_NAMES) return advised(...words, ...files.map(fileOperand), ...flags);
  return `${advised(...words, 'FILES', ...flags)}, with the same ${files.length} files for FILES`;
}

/** How the command is typed that reads files, or updates records of the kind of this plural. */
const wordsOf = (updates: string | undefined): string[] =>
  updates === undefined ? ['import'] : [updates, 'update'];
