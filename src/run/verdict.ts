import { EXIT_CODES, type Exit } from '../errors.ts';
import { OUTCOMES, type Totals } from '../push/outcome.ts';
import type { Stop } from '../push/stop.ts';
import type { RunCommand, Verdict } from './event.ts';

export interface Ended {
  readonly command: RunCommand;
  readonly run: string;
  readonly environment: string;
  readonly files: readonly string[];
  /** The kind that an update is of, in the plural; none for an import. */
  readonly updates?: string | undefined;
  /** Flags that the next command repeats, word by word; none when left out. */
  readonly flags?: readonly string[];
  readonly totals: Totals;
  readonly errors: number;
  readonly warnings: number;
  readonly skipInvalid: boolean;
  /** Records that `trace resume` would go on with; 0 where it cannot. */
  readonly left?: number;
  /** Why the push stopped early. */
  readonly stop: Stop | null;
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

function exitOf({ command, totals, errors, skipInvalid, stop }: Ended): Exit {
  if (stop) return stop.exit;
  const sends = command !== 'check' && command !== 'plan';
  if (errors > 0 && !(sends && skipInvalid)) return 'invalid';
  if (!sends) return 'done';
  if (totals['in-doubt'] > 0) return 'doubt';
  if (errors > 0 || totals.rejected + totals.blocked + totals.failed + totals.invalid > 0) return 'rows';
  return 'done';
}

function textOf({ command, totals, errors, warnings, stop, toSend, environment }: Ended, exit: Exit): string {
  const counts = OUTCOMES.filter((outcome) => totals[outcome] > 0).map(
    (outcome) => `${totals[outcome]} ${outcome}`,
  );
  const told = counts.length > 0 ? counts.join(', ') : 'no records';
  if (stop) return `${stop.reason}; ${told}.`;
  if (exit === 'invalid')
    return `${count(errors, 'error')} and ${count(warnings, 'warning')} found; nothing was sent.`;
  if (command === 'check') return `no errors, ${count(warnings, 'warning')}; the input is sound.`;
  if (command === 'plan')
    return `${count(toSend, 'record')} would be sent to ${environment}; nothing was sent.`;
  const quiet = totals.unchanged > 0 && counts.length === 1;
  if (!quiet) return `${told}.`;
  const all = totals.unchanged === 1 ? 'the only record is' : `all ${totals.unchanged} records are`;
  return `${all} unchanged; nothing was sent.`;
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

function nextOf(ended: Ended, exit: Exit): string | null {
  const { command, run, environment, files, updates, flags = [], stop, left = 0 } = ended;
  const input = [...files.map(fileWord), ...flags.map(quoted)].join(' ');
  const importAgain = `trace ${wordsOf(updates)} ${input} --env ${environment}`;
  const place = placeWords(flags);
  if (stop?.next === null) return null;
  const goOn = left > 0 ? `trace resume ${run}${place}` : files.length > 0 ? importAgain : null;
  switch (exit) {
    case 'done':
      if (command === 'check') return `trace plan ${input} --env ${environment}`;
      return command === 'plan' ? importAgain : null;
    case 'invalid':
      return command === 'import' || command === 'update'
        ? `mend the rows above, or send the others: ${importAgain} --skip-invalid`
        : 'mend the rows above, then check again';
    case 'rows':
      return left > 0 ? goOn : `trace runs show ${run}${place}`;
    case 'doubt':
      // What an update left in doubt is done again.
      return stop === null && command !== 'update' ? `trace resolve ${run}${place}` : goOn;
    case 'token':
      return `trace env check ${environment}${configWords(flags)}`;
    case 'usage':
      return `trace env show ${environment}${configWords(flags)}`;
    case 'unreachable':
    case 'interrupted':
      return goOn;
    default:
      return stop === null ? null : goOn;
  }
}

/** The flags that say where the ledger is; a command that goes on needs no other. */
const placeWords = (flags: readonly string[]): string => pairs(flags, ['--config', '--state-dir']);
const configWords = (flags: readonly string[]): string => pairs(flags, ['--config']);

function pairs(flags: readonly string[], names: readonly string[]): string {
  return flags
    .flatMap((flag, at) => (names.includes(flag) ? [` ${flag} ${quoted(flags[at + 1] ?? '')}`] : []))
    .join('');
}

/** The command that a run was, to be pasted into a shell. */
export function runAgain({ options, environment }: { options: string; environment: string }): string {
  const { files = [], updates } = JSON.parse(options) as { files?: string[]; updates?: string };
  return `trace ${wordsOf(updates)} ${files.map(fileWord).join(' ')} --env ${environment}`;
}

/** How the command is typed that reads files, or updates records of the kind of this plural. */
const wordsOf = (updates: string | undefined): string =>
  updates === undefined ? 'import' : `${updates} update`;

/** A file name that none takes for a flag. */
function fileWord(file: string): string {
  return quoted(file.startsWith('-') && file !== '-' ? `./${file}` : file);
}

/** A word as a shell takes it: nothing in it is run. */
function quoted(word: string): string {
  if (/^[\p{L}\p{N}_./\\:@%+=,-]+$/u.test(word)) return word;
  return /["$`!]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
}
