import { createInterface } from 'node:readline';
import type { Environment } from '../../config/environment.ts';
import type { Context } from '../../context.ts';
import { TraceError, usage } from '../../errors.ts';
import type { PendingRecords } from '../../import/send-run.ts';
import { kindsText, say } from '../../say.ts';
import { forTerminal } from '../../terminal-text.ts';
import type { OptionsOf } from '../flags/help.ts';
import { amount } from '../view/sentences.ts';
import { terminalWidth, wrapWhole } from '../view/wrap.ts';
import type { SendingOptions } from './sending.ts';

export const CONFIRM_FLAGS = [
  ['--yes', 'yes'],
  ['--no-input', 'noInput'],
] as const;

/** Whether a write needs a confirmation and nobody can give it. */
export function isUnanswerable({ name }: Environment, options: SendingOptions, context: Context): boolean {
  return name === 'production' && !options.yes && (!context.canAnswer || options.input === false);
}

/** The error for a write to production that was not confirmed. `records`: what is written, if it is known. */
export const unconfirmed = (records?: { readonly records: string; readonly kinds: string }): TraceError =>
  usage(
    'production-unconfirmed',
    records ? say().runs.unconfirmedRecords(records) : say().runs.unconfirmed(),
    say().runs.confirmHint(),
  );

/**
 * Asks before a write to production, unless --yes was given.
 *
 * @throws TraceError if nobody can answer, or the answer is not yes
 */
export async function confirmProduction(
  environment: Environment,
  leaving: readonly PendingRecords[],
  options: SendingOptions,
  context: Context,
): Promise<void> {
  const { name, baseUrl } = environment;
  if (name !== 'production' || options.yes) return;
  const total = leaving.reduce((sum, { count }) => sum + count, 0);
  const ofKinds = leaving.map(({ kinds, count }) => `${count} ${forTerminal(kindsText(kinds))}`);
  const records = { records: amount(total, 'record'), kinds: ofKinds.join(', ') };
  const question = say().runs.confirm({ ...records, where: forTerminal(baseUrl.value ?? '') });
  if (await isConfirmed(question, options, context, { unasked: () => unconfirmed(records) })) return;
  throw usage('production-unconfirmed', say().runs.notConfirmed());
}

/**
 * Asks for a yes, unless --yes was given. False if a person answers otherwise.
 *
 * @param unasked the error if nobody can answer
 * @param undone what an interrupt leaves undone
 */
export async function isConfirmed(
  question: string,
  { yes, input }: Confirming,
  context: Context,
  { unasked, undone }: { readonly unasked: () => TraceError; readonly undone?: string },
): Promise<boolean> {
  if (yes) return true;
  if (!context.canAnswer || input === false) throw unasked();
  return isYes(await ask(question, context, undone));
}

type Confirming = OptionsOf<typeof CONFIRM_FLAGS>;

/** Whether an answer is yes, in English or in the language of the process. */
const isYes = (answer: string): boolean => ['yes', say().runs.yes()].includes(answer.trim().toLowerCase());

/**
 * Asks a question. Returns what was typed; empty for Ctrl-D.
 *
 * @throws TraceError `interrupted` for Ctrl-C
 */
function ask(question: string, { stdin, stderr, signal }: Context, undone?: string): Promise<string> {
  const questions = createInterface({ input: stdin, output: stderr });
  return new Promise<string>((resolve, reject) => {
    const why = undone === undefined ? say().runs.interrupted() : say().runs.interruptedUndone({ undone });
    const interrupted = () => {
      stderr.write('\n');
      reject(new TraceError('interrupted', 'interrupted', why));
    };
    questions.once('SIGINT', interrupted).once('close', () => {
      if (stdin.readableEnded) stderr.write('\n');
      resolve('');
    });
    // Emitted when the terminal is closed.
    questions.on('error', () => resolve(''));
    if (signal.aborted) interrupted();
    signal.addEventListener('abort', interrupted, { once: true });
    const lines = wrapWhole(question.trim(), terminalWidth(stderr));
    questions.question(`${lines.join('\n')} `, resolve);
  }).finally(() => questions.close());
}
