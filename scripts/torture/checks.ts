import type { ReportRecord } from '../../src/cli/view/report-schema.ts';
import { OUTCOMES, outcomeText } from '../../src/send/push/outcome.ts';
import type { Ended } from './process.ts';

/** Exit codes that a run may have: done, some rows, in doubt, unreachable. */
const EXPECTED = [0, 5, 6, 7];
const INTERRUPTED = 130;
/**
 * How long a command may run after a first signal, when it waits for open requests. After a second signal it waits for
 * nothing.
 */
const MAX_AFTER_SIGNAL_MS = 35_000;
const MAX_AFTER_SECOND_MS = 5000;
/** Maximum length of the output in a message about an unexpected end. */
const MAX_WORDS = 1000;
/** What the program prints about a run that was killed before all of its input was in the ledger. */
const IMPORT_FIRST = /Import again: |Import first \(|There are no runs yet/;
/** What every refusal after damage must contain: the next step. */
const WAY_ON = /trace [a-z]|--[a-z]|restore|run again/i;

/** The last line of a run: `interrupted; 23 created, 5 in doubt. Next: trace resume ...`. */
const VERDICT = new RegExp(`^([^;]+; )?\\d+ (${OUTCOMES.map(outcomeText).join('|')})\\b.*\\.( Next: |$)`);

/** A command that has ended, with what is needed to check its end. */
interface Command extends Ended {
  readonly line: string;
  readonly requests: number;
}

/** Whether the program reports that there is nothing to resume. */
export const isNothingThere = (stderr: string): boolean => IMPORT_FIRST.test(stderr);

/** Whether a refusal names the next step. */
export const namesAWay = (stderr: string): boolean => WAY_ON.test(stderr);

/** Whether a command stopped because the ledger is lost, and names the flag to start without it. */
export const needsNewLedger = ({ code, stderr }: Pick<Ended, 'code' | 'stderr'>): boolean =>
  code === 2 && /is gone: .*--new-ledger/.test(stderr);

/** What is wrong with the end of a command that nothing interrupted. */
export function endFaults(command: Command): string[] {
  const { code, stderr, line } = command;
  if (EXPECTED.includes(code ?? -1)) return [];
  if (code === 2 && line.startsWith('trace resume') && isNothingThere(stderr)) return [];
  // The selected records may have been settled meanwhile, or may be too young.
  if (code === 2 && line.startsWith('trace resolve') && !isNothingThere(stderr)) return [];
  return [unexpected(line, command)];
}

/** What is wrong with the end of a command that got signals at these times. */
export function signalFaults(command: Command, signalledAt: readonly number[]): string[] {
  const { code, signal, line, requests, at } = command;
  const faults: string[] = [];
  const [first, second] = signalledAt;
  if (first !== undefined && at - first > MAX_AFTER_SIGNAL_MS)
    faults.push(`${line} ended ${at - first} ms after a signal`);
  if (second !== undefined && at - second > MAX_AFTER_SECOND_MS)
    faults.push(`${line} ended ${at - second} ms after a second signal`);
  // If the signal came before the program listened for it, the process ends by the signal.
  const early = signal !== null && requests === 0;
  if (code === 2 && line.startsWith('trace resume') && isNothingThere(command.stderr)) return faults;
  // If everything is written, the process no longer listens for the signal.
  const late = signal !== null && VERDICT.test(command.stderr.trimEnd().split('\n').at(-1)!);
  if (!early && !late && code !== INTERRUPTED && !EXPECTED.includes(code ?? -1))
    faults.push(unexpected(`${line}, after ${signalledAt.length} signals,`, command));
  return faults;
}

/** Rows in doubt in a report or in the output, if no command that settles them is printed. */
export function unnamedDoubts(
  line: string,
  runId: string,
  records: readonly Pick<ReportRecord, 'kind' | 'key' | 'outcome' | 'messages'>[],
  stderr: string,
): string[] {
  const way = new RegExp(`trace (resolve|resume) ${runId}`);
  const unnamed = records.filter(
    ({ outcome, messages }) => outcome === 'in-doubt' && !way.test([...messages, stderr].join('\n')),
  );
  if (unnamed.length === 0) return [];
  const keys = unnamed.map(({ kind, key }) => `${kind} ${key}`).slice(0, 3);
  return [
    `${line} left ${unnamed.length} rows in doubt without a command that settles them: ${keys.join(', ')}`,
  ];
}

/** A sentence about an unexpected end. */
export const unexpected = (line: string, { signal, code, stderr }: Ended): string =>
  `${line} ended with ${signal ?? code}: ${stderr.trim().slice(-MAX_WORDS)}`;
