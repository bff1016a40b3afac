import { EXIT_CODES, type Exit } from '../errors.ts';
import { OUTCOMES, type Totals } from '../push/outcome.ts';
import type { Stop } from '../push/stop.ts';
import type { Verdict } from './event.ts';

export interface Ended {
  readonly command: 'import' | 'check' | 'plan';
  readonly run: string;
  readonly environment: string;
  readonly files: readonly string[];
  /** Flags that the next command repeats, word by word; none when left out. */
  readonly flags?: readonly string[];
  readonly totals: Totals;
  readonly errors: number;
  readonly warnings: number;
  readonly skipInvalid: boolean;
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
  if (errors > 0 && (command !== 'import' || !skipInvalid)) return 'invalid';
  if (command !== 'import') return 'done';
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

function nextOf({ command, run, environment, files, flags = [], stop }: Ended, exit: Exit): string | null {
  const input = [...files.map(fileWord), ...flags.map(quoted)].join(' ');
  const importAgain = `trace import ${input} --env ${environment}`;
  switch (exit) {
    case 'done':
      if (command === 'check') return `trace plan ${input} --env ${environment}`;
      return command === 'plan' ? importAgain : null;
    case 'invalid':
      return command === 'import'
        ? `mend the rows above, or send the others: ${importAgain} --skip-invalid`
        : 'mend the rows above, then check again';
    case 'rows':
    case 'doubt':
      return `trace runs show ${run}`;
    case 'token':
      return `trace env check ${environment}`;
    case 'usage':
      return `trace env show ${environment}`;
    case 'unreachable':
    case 'interrupted':
      return importAgain;
    default:
      return stop === null ? null : importAgain;
  }
}

/** A file name that none takes for a flag. */
function fileWord(file: string): string {
  return quoted(file.startsWith('-') && file !== '-' ? `./${file}` : file);
}

/** A word as a shell takes it: nothing in it is run. */
function quoted(word: string): string {
  if (/^[\p{L}\p{N}_./\\:@%+=,-]+$/u.test(word)) return word;
  return /["$`!]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
}
